//! What can be varied, and how one finds out.

use serde_json::Value;

use super::common::affray;

#[test]
fn all_knobs_are_listed_with_their_values_and_what_they_mean() {
    let json = |args: &[&str]| -> Vec<Value> {
        let out = affray(&[&["knobs"], args, &["--json"]].concat()).expect(0);
        let value: Value = serde_json::from_str(&out).expect("JSON");
        value["knobs"].as_array().expect("a list").clone()
    };
    let all = json(&["ambush-at-the-ford"]);
    let find = |knob: &str| {
        let mut found = all.iter().filter(|one| one["knob"] == knob);
        found.next().unwrap_or_else(|| panic!("{knob} is listed"))
    };
    let level = find("maren.level");
    assert_eq!(
        (&level["value"], &level["from"]),
        (&3.into(), &"kind".into())
    );
    let side = find("maren.side");
    assert_eq!(
        (&side["value"], &side["from"]),
        (&"patrol".into(), &"scenario".into())
    );
    let dodge = find("options.dodge-expiry");
    assert_eq!(
        (&dodge["value"], &dodge["from"]),
        (&"next-turn".into(), &"default".into())
    );
    let takes = dodge["takes"].as_str().expect("words");
    assert!(takes.contains("until-attacked"), "{takes}");
    let most = find("maren.max_hp");
    let means = most["means"].as_str().expect("words");
    assert!(means.starts_with("Maximum Hit Points"), "{means}");
    // Every one of them can be set to what it stands at.
    let mut args = vec!["fight", "ambush-at-the-ford", "--seed", "1"];
    let set = |one: &Value| {
        let value = match &one["value"] {
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        format!("{}={value}", one["knob"].as_str().expect("a name"))
    };
    let sets: Vec<String> = [level, side, dodge].map(set).to_vec();
    for set in &sets {
        args.extend(["--set", set]);
    }
    affray(&args).expect(0);
    let some = json(&["ambush-at-the-ford", "Maren", "hp"]);
    assert!(some.len() >= 2 && some.len() < 6, "{some:?}");
    let told = affray(&["knobs", "ambush-at-the-ford"]).expect(0);
    assert!(told.contains("\n  maren: "), "{told}");
    assert!(told.contains("level = 3"), "{told}");
    assert!(told.contains("Rulings (options.KEY)"), "{told}");
    let told = affray(&["knobs", "ambush-at-the-ford", "maren", "level"]).expect(0);
    assert!(told.contains("maren.level = 3 (its kind's)"), "{told}");
    let none = affray(&["knobs", "duel", "no such thing"]);
    assert!(none.err.contains("no knob of duel has"), "{}", none.err);
    none.expect(1);
}

#[test]
fn all_systems_list_their_knobs() {
    for scenario in [
        "threeaction/duel",
        "timecount/wrestling-pit",
        "energy/ten-a-side",
        "segment/ten-a-side",
        "actionpoint/duel-at-the-well",
    ] {
        let out = affray(&["knobs", scenario, "--json"]).expect(0);
        let value: Value = serde_json::from_str(&out).expect("JSON");
        let all = value["knobs"].as_array().expect("a list");
        let has = |end: &str| {
            let names = all.iter().filter_map(|one| one["knob"].as_str());
            names.into_iter().any(|name| name.ends_with(end))
        };
        assert!(has(".count") && has(".policy"), "{scenario}");
        let is_told = |one: &Value| one["takes"].is_string() && one["means"].is_string();
        assert!(all.iter().all(is_told), "{scenario}");
    }
}

#[test]
fn a_knob_that_is_not_there_is_told_its_neighbours_and_how_all_are_listed() {
    let refused = |args: &[&str], told: &[&str]| {
        let run = affray(args);
        for part in told {
            assert!(run.err.contains(part), "{args:?}: {}", run.err);
        }
        run.expect(2);
    };
    let list = "`affray knobs SCENARIO` lists what there is";
    let near = "near it: max_hp";
    refused(&["sim", "duel", "--vary", "first.max_hit=3"], &[near, list]);
    refused(&["duel", "duel", "--set", "first.max_hit=3"], &[near, list]);
    refused(
        &["sim", "duel", "--vary", "frist.max_hp=3"],
        &["did you mean `first`?", list],
    );
    refused(&["sim", "duel", "--vary", "options.flank=true"], &[list]);
    let run = affray(&["sim", "duel", "--vary", "first.hp=99"]);
    assert!(!run.err.contains(list), "{}", run.err);
}

#[test]
fn lists_are_varied_and_set_in_brackets() {
    let told = affray(&["knobs", "duel", "first", "items"]).expect(0);
    assert!(told.contains("first.items = [longsword]: "), "{told}");
    let weapons = "first.items=[longsword],[dagger, longsword]";
    let sim = ["sim", "duel", "--seed", "5", "--fights", "20"];
    let out = affray(&[&sim[..], &["--vary", weapons]].concat()).expect(0);
    assert!(out.contains("[dagger, longsword]"), "{out}");
    let command = [
        "fight",
        "duel",
        "--seed",
        "5",
        "--set",
        "first.items=[dagger]",
    ];
    let fight = affray(&command).expect(0);
    assert!(fight.contains("dagger"), "{fight}");
    for (wrong, told) in [
        ("first.items=dagger", "in brackets: `[dagger]`"),
        ("first.items=[digger]", "did you mean `dagger`"),
        ("first.items=[dagger", "is no knob"),
    ] {
        let run = affray(&[&sim[..], &["--vary", wrong]].concat());
        assert!(run.err.contains(told), "{wrong}: {}", run.err);
        run.expect(2);
    }
}
