//! What commands write for programs to read, with `--json`.

mod common;

use common::{affray, affray_in, folder, put};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one value of JSON")
}

/// A page with an example that holds and one that does not.
const PAGE: &str = concat!(
    include_str!("common/page.md"),
    r#"
## A miss hurts

```toml
[[step]]
auto = true
dice = "d20=15 d20=5"
next = "ann"

[[step]]
do = "ann: strike bob with longsword"
dice = "d20=2"
cites = ["bleeding/roll"]
expect.bob.hp = 19
```
"#
);

#[test]
fn examples_are_told_with_what_was_expected_and_what_came() {
    let folder = folder();
    put(folder.path(), "page.md", PAGE);
    let run = |args: &[&str], code: i32| {
        let all = [&["case", "--json"], args].concat();
        json(&affray_in(folder.path(), &all, b"").expect(code))
    };
    let told = run(&["page.md"], 1);
    assert_eq!(told["mistakes"], serde_json::json!([]));
    let [holds, fails] = [&told["examples"][0], &told["examples"][1]];
    assert_eq!(holds["file"], "page.md");
    assert_eq!(holds["heading"], "A miss does nothing");
    assert_eq!(holds["holds"], true);
    let line = |words: &str| {
        let place = PAGE.lines().position(|line| line.contains(words));
        place.expect("it is there") + 1
    };
    assert_eq!(holds["line"], line("A miss does nothing"));
    let rules = holds["rules"].as_array().expect("a list");
    assert!(rules.contains(&"melee-attack/roll".into()), "{rules:?}");
    assert_eq!(fails["holds"], false);
    let failures = fails["failures"].as_array().expect("a list");
    let value = failures.iter().find(|one| one["came"] == "20");
    let value = value.expect("a value that is another");
    assert_eq!(value["expected"], "19");
    assert_eq!(value["line"], line("expect.bob.hp = 19"));
    assert_eq!(value["message"], "`bob.hp` is 20, not 19");
    assert_eq!(value["rule"], Value::Null);
    assert!(failures.len() > 1, "{failures:?}");
    let some = run(&["page.md", "--only", "nothing", "--log"], 0);
    assert_eq!(some["examples"].as_array().map(Vec::len), Some(1));
    assert!(some["examples"][0]["log"][0].is_string());
    let none = run(&["page.md", "--only", "bleed"], 1);
    let said = &none["mistakes"][0]["message"];
    assert_eq!(*said, "no case has `bleed` in its heading");
    put(
        folder.path(),
        "wrong.md",
        &PAGE.replace("auto = true", "auto = tru"),
    );
    let wrong = run(&["wrong.md", "page.md"], 1);
    assert_eq!(wrong["mistakes"][0]["file"], "wrong.md");
    assert!(wrong["mistakes"][0]["line"].is_u64());
    assert_eq!(wrong["examples"].as_array().map(Vec::len), Some(2));
    let missing = run(&["nowhere.md", "page.md"], 3);
    assert_eq!(missing["mistakes"][0]["file"], "nowhere.md");
    assert_eq!(missing["examples"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_rule_that_is_not_cited_is_named_by_its_id() {
    let folder = folder();
    let id = "bleeding/roll";
    put(folder.path(), "page.md", PAGE);
    let told = affray_in(folder.path(), &["case", "page.md", "--json"], b"").expect(1);
    let told = json(&told);
    let failures = told["examples"][1]["failures"].as_array().expect("a list");
    let cited = failures.iter().find(|one| one["rule"] == id);
    let cited = cited.expect("a rule that is not cited");
    assert_eq!(cited["expected"], format!("`{id}` is cited"));
    let came = cited["came"].as_str().expect("what is cited");
    assert!(came.contains("melee-attack/roll"), "{came}");
}

#[test]
fn every_mistake_is_told_with_its_place_and_what_helps() {
    let folder = folder();
    let scenario = "system = \"threeaction\"\n[[creature]]\nname = \"a\"\n  siide = \"x\"\n";
    put(folder.path(), "wrong.toml", scenario);
    put(folder.path(), "broken.jsonl", "{}\n");
    let check = |files: &[&str], code: i32| {
        let all = [&["check", "--json"], files].concat();
        json(&affray_in(folder.path(), &all, b"").expect(code))
    };
    let told = check(&["wrong.toml", "broken.jsonl"], 1);
    let [wrong, broken] = [&told["files"][0], &told["files"][1]];
    assert_eq!(wrong["file"], "wrong.toml");
    assert_eq!(wrong["right"], false);
    assert_eq!(wrong["hide_others"], true);
    let mistakes = wrong["mistakes"].as_array().expect("a list");
    let key = mistakes.iter().find(|mistake| {
        let message = mistake["message"].as_str().expect("a sentence");
        message.contains("unknown key `siide`")
    });
    let key = key.expect("the key is wrong");
    assert_eq!((&key["file"], &key["line"]), (&wrong["file"], &4.into()));
    assert_eq!(key["column"], 3);
    assert!(
        key["help"].as_str().expect("help").contains("side"),
        "{key}"
    );
    assert_eq!(broken["mistakes"][0]["line"], Value::Null);
    assert!(broken["mistakes"][0]["message"].is_string());
    let right = "system = \"threeaction\"\n[[creature]]\nname = \"a\"\nkind = \"wolf\"\nside = \"b\"\nat = [1, 1]\n";
    put(folder.path(), "right.toml", right);
    let told = check(&["right.toml"], 0);
    assert_eq!(told["files"][0]["right"], true);
    assert!(told["files"][0]["what"].is_string());
    let told = check(&["nowhere.toml", "right.toml"], 3);
    assert_eq!(told["files"].as_array().map(Vec::len), Some(2));
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    let told = check(&["empty"], 2);
    assert!(told["mistakes"][0]["message"].is_string());
}

#[test]
fn matches_are_told_with_their_counts_and_intervals() {
    let args = ["tournament", "duel", "--match", "greedy/random", "--json"];
    let told = json(&affray(&[&args[..], &["--fights", "9"]].concat()).expect(0));
    assert_eq!(told["planned"], 10);
    assert_eq!(told["stopped"], false);
    let one = &told["matches"][0];
    assert_eq!(one["scenario"], "duel");
    assert_eq!(one["fights"], 10);
    let [first, second] = [&one["policies"][0], &one["policies"][1]];
    assert_eq!(
        (&first["name"], &second["name"]),
        (&"greedy".into(), &"random".into())
    );
    let count = |value: &Value| value["count"].as_u64().expect("a count");
    let all = count(&first["wins"]) + count(&second["wins"]) + count(&one["draws"]);
    assert_eq!(all + count(&one["failed"]), 10);
    let wins = &first["wins_of_decided"];
    let number = |key: &str| wins[key].as_f64().expect("a number");
    assert!(number("low") <= number("value") && number("value") <= number("high"));
    let run = affray(&["tournament", "duel", "nowhere", "--json"]);
    assert!(run.err.is_empty(), "{}", run.err);
    let told = json(&run.expect(2));
    assert_eq!(told["matches"], serde_json::json!([]));
    let message = told["mistakes"][0]["message"].as_str().expect("a sentence");
    assert!(
        message.contains("there is no file or scenario `nowhere`"),
        "{message}"
    );
}

#[test]
fn a_replay_ends_as_its_fight_did() {
    let folder = folder();
    let lines = |args: &[&str]| {
        let told = affray_in(folder.path(), args, b"").expect(0);
        told.lines().map(json).collect::<Vec<_>>()
    };
    let fight = ["fight", "energy/training-yard", "--seed", "5", "--json"];
    let fought = lines(&[&fight[..], &["--journal", "j.jsonl"]].concat());
    let replayed = lines(&["replay", "j.jsonl", "--json"]);
    let [fought, replayed] = [fought, replayed].map(|lines| lines.last().cloned());
    let end = |last: Option<Value>| last.expect("a line")["end"].clone();
    let [mut fought, replayed] = [fought, replayed].map(end);
    assert_eq!(fought["over"], true, "{fought}");
    for key in ["seed", "number", "standstill"] {
        fought.as_object_mut().expect("an object").remove(key);
    }
    assert_eq!(replayed, fought);
}

#[test]
fn where_no_rule_is_found_there_is_no_line() {
    assert_eq!(affray(&["rules", "energy", "zzzz", "--json"]).expect(1), "");
}

/// Why a value is not as a schema says that stands somewhere in `root`; keys that the schema does not name are wrong.
fn misfit(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(path) = schema["$ref"].as_str() {
        let name = path.strip_prefix("#").expect("within the schema");
        let meant = root.pointer(name).expect("it is defined");
        return misfit(root, meant, value);
    }
    let choices = ["anyOf", "oneOf"].into_iter();
    for all in choices.filter_map(|key| schema[key].as_array()) {
        let misfits: Option<Vec<String>> = all.iter().map(|one| misfit(root, one, value)).collect();
        if let Some(misfits) = misfits {
            return Some(misfits.join(" / "));
        }
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        if let Some(why) = misfit(root, part, value) {
            return Some(why);
        }
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return Some(format!("{value} is not {}", schema["const"]));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Some(format!("{value} is none of {words:?}"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ => vec![kind],
    };
    let is_of_type = types.contains(&kind) || kind == "integer" && types.contains(&"number");
    if !is_of_type {
        return Some(format!("{value} is no {types:?}"));
    }
    match value {
        Value::Array(all) => misfit_within(root, &schema["items"], all),
        Value::Object(all) => {
            let required = schema["required"].as_array().into_iter().flatten();
            let mut keys = required.filter_map(Value::as_str);
            if let Some(missing) = keys.find(|key| !all.contains_key(*key)) {
                return Some(format!("`{missing}` is missing in {value}"));
            }
            let is_named = schema.get("properties").is_some();
            all.iter().find_map(|(key, value)| {
                let of_key = &schema["properties"][key];
                let meant = if of_key.is_null() {
                    &schema["additionalProperties"]
                } else {
                    of_key
                };
                match meant.is_null() {
                    true => is_named.then(|| format!("nothing is said of `{key}`")),
                    false => misfit(root, meant, value).map(|why| format!("{key}: {why}")),
                }
            })
        }
        _ => None,
    }
}

/// Of the values of a list; `items` is one schema for all or one for each.
fn misfit_within(root: &Value, items: &Value, all: &[Value]) -> Option<String> {
    let of_each = items.as_array();
    let mut values = all.iter().enumerate();
    values.find_map(|(place, value)| {
        let schema = of_each.map_or(items, |each| &each[place]);
        misfit(root, schema, value)
    })
}

#[test]
fn every_command_writes_what_its_schema_says() {
    let folder = folder();
    let put = |name: &str, text: &str| put(folder.path(), name, text);
    put("page.md", PAGE);
    put(
        "wrong.toml",
        "system = \"threeaction\"\n[[creature]]\nname = \"a\"\nsiide = \"x\"\n",
    );
    let run = |words: &str| affray_in(folder.path(), &words.split(' ').collect::<Vec<_>>(), b"");
    run("sim duel --fights 8 --seed 1 --shard 1/2 --out half.json").expect(0);
    let lines = b"dodge\nundo\ndrop prone\n";
    affray_in(
        folder.path(),
        &["play", "duel", "--all", "--journal", "duel.jsonl"],
        lines,
    )
    .expect(0);
    let schemas = json(&affray(&["schema"]).expect(0));
    let keys = schemas.as_object().expect("schemas").keys();
    let mut left: Vec<&str> = keys.filter_map(|key| key.strip_prefix("output/")).collect();
    for words in [
        "advise ambush-at-the-ford --who tilda --policy greedy",
        "balance duel --target 65% --by first.max_hp=10..80 --fights 20 --seed 1",
        "balance duel --target 65% --by first.max_hp=10,80 --by first.level=1,3 --fights 20 --seed 1",
        "case page.md --log",
        "check wrong.toml page.md nowhere.toml",
        "duel duel --memory 20 --fights 10",
        "fight ambush-at-the-ford --seed 4",
        "fight watch-on-the-bridge --seed 4",
        "knobs duel",
        "merge half.json",
        "odds threeaction/duel --who first --command strike+second+with+longsword",
        "replay duel.jsonl --verify",
        "rules",
        "rules bleeding",
        "sim ambush-at-the-ford --fights 8 --seed 1 --vary grumm.max_hp=20,40",
        "sim duel --until 20% --seed 1",
        "tournament duel --match greedy/random --fights 2",
    ] {
        let command = words.split(' ').next().expect("a command");
        let name = format!("{command}.schema.json");
        left.retain(|left| *left != name);
        let schema = &schemas[format!("output/{name}")];
        let words = format!("{words} --json");
        let words: Vec<String> = words
            .split(' ')
            .map(|word| word.replace('+', " "))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = affray_in(folder.path(), &words, b"");
        assert!(run.out.lines().count() > 0, "{words:?}: {}", run.err);
        for line in run.out.lines() {
            if let Some(why) = misfit(schema, schema, &json(line)) {
                panic!("{words:?}: {why}");
            }
        }
    }
    assert!(left.is_empty(), "no command was run for {left:?}");
}
