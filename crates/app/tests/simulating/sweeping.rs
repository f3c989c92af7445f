//! Values that are varied.

use std::fs;

use serde_json::Value;

use super::common::{affray, affray_in, folder, put};
use super::results;

#[test]
fn values_are_varied() {
    let vary = [
        "sim",
        "duel",
        "--fights",
        "200",
        "--seed",
        "5",
        "--vary",
        "first.max_hp=10..50/20",
    ];
    let out = affray(&vary).expect(0);
    assert!(out.contains("first.max_hp"), "{out}");
    let json: Vec<&str> = vary.iter().chain(&["--json"]).copied().collect();
    let found = results(&json);
    let arms = found["arms"].as_array().expect("a list");
    let chance = |arm: &Value| arm["sides"][0]["wins"]["value"].as_f64().expect("a chance");
    let chances: Vec<f64> = arms.iter().map(chance).collect();
    assert_eq!(chances.len(), 3);
    assert!(
        chances[0] < chances[1] && chances[1] < chances[2],
        "{chances:?}"
    );
    let set = serde_json::json!([{ "knob": "first.max_hp", "value": "30" }]);
    assert_eq!(arms[1]["knobs"], set);
    let crowds = results(&[
        "sim",
        "ogre-at-the-bridge",
        "--fights",
        "5",
        "--seed",
        "5",
        "--json",
        "--vary",
        "wolf.count=1..4",
    ]);
    let arms = crowds["arms"].as_array().expect("a list");
    let creatures = |arm: &Value| arm["creatures"].as_array().map_or(0, Vec::len);
    let crowds: Vec<usize> = arms.iter().map(creatures).collect();
    assert_eq!(crowds[3] - crowds[0], 3);
    let both = results(&[
        "sim",
        "duel",
        "--fights",
        "20",
        "--seed",
        "5",
        "--vary",
        "first.max_hp=10,50",
        "--vary",
        "second.max_hp=10,50",
        "--json",
    ]);
    assert_eq!(both["arms"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_varied_fight_is_shown_by_the_command_that_is_printed() {
    let args = ["--fights", "30", "--seed", "5"];
    let sweep = ["sim", "duel", "--vary", "first.max_hp=10,40"];
    let out = affray(&[&sweep[..], &args].concat()).expect(0);
    let mut lines = out
        .lines()
        .skip_while(|line| !line.contains("most one-sided"));
    let words = lines.next().expect("a fight that stands out");
    let line = lines.next().expect("its command");
    let command = line
        .trim_start()
        .strip_prefix("affray ")
        .expect("a command");
    assert!(words.contains("with first.max_hp = "), "{line}");
    assert!(command.contains("--set first.max_hp="), "{line}");
    let winner = if words.contains("the first won") {
        "first"
    } else {
        "second"
    };
    let words: Vec<&str> = command.split(' ').collect();
    let shown = affray(&[&words[..], &["--json"]].concat()).expect(0);
    assert!(
        shown.contains(&format!("\"winner\":\"{winner}\"")),
        "{line}"
    );
    let plain = affray(&["fight", "duel", "--seed", "5", "--json"]).expect(0);
    let set = affray(&[
        "fight",
        "duel",
        "--seed",
        "5",
        "--json",
        "--set",
        "first.max_hp=40",
    ]);
    assert_ne!(set.expect(0), plain);

    let balance = [
        "balance",
        "duel",
        "--target",
        "65%",
        "--by",
        "first.max_hp=10..60",
    ];
    let out = affray(&[&balance[..], &args].concat()).expect(0);
    assert!(
        out.contains("affray fight duel --set first.max_hp="),
        "{out}"
    );
}

#[test]
fn sides_go_by_their_names_where_they_are_varied() {
    let args = [
        "sim",
        "duel",
        "--seed",
        "7",
        "--fights",
        "100",
        "--vary",
        "first.side=first,zeta",
    ];
    let folder = folder();
    let plot = [&args[..], &["--plot", "sweep.html"]].concat();
    let out = affray_in(folder.path(), &plot, b"").expect(0);
    let rows: Vec<&str> = out.lines().skip(1).take(3).collect();
    let head: Vec<&str> = rows[0].split_whitespace().collect();
    let sides = [
        "first.side",
        "first",
        "95%",
        "interval",
        "second",
        "95%",
        "interval",
        "zeta",
    ];
    assert_eq!(head[..8], sides, "{out}");
    let found = results(&[&args[..], &["--json"]].concat());
    let wins = |arm: usize, name: &str| {
        let sides = found["arms"][arm]["sides"].as_array().expect("sides");
        let side = sides.iter().find(|side| side["name"] == name);
        let chance = side?["wins"]["value"].as_f64().expect("a chance");
        Some(format!("{:.1}%", chance * 100.0))
    };
    // Whoever takes no part has no chance, and the second has its own, whichever place its side has.
    assert_eq!(wins(1, "first"), None);
    let second = wins(1, "second").expect("a chance");
    let zeta = wins(1, "zeta").expect("a chance");
    let row: Vec<&str> = rows[2].split_whitespace().collect();
    assert_eq!((row[0], row[1]), ("zeta", &*second), "{out}");
    assert!(row[2..].contains(&&*zeta), "{out}");
    let report = fs::read_to_string(folder.path().join("sweep.html")).expect("a report");
    assert!(report.contains("zeta"), "{report}");
}

#[test]
fn large_creatures_find_room_for_more_of_them() {
    let args = ["sim", "ogre-at-the-bridge", "--fights", "2", "--seed", "5"];
    let vary = ["--vary", "ogre.count=1..3", "--json"];
    let found = results(&[&args[..], &vary].concat());
    let names = |arm: usize| -> Vec<String> {
        let creatures = found["arms"][arm]["creatures"].as_array().expect("a list");
        let names = creatures
            .iter()
            .map(|one| one["name"].as_str().expect("a name"));
        let ogres = names.filter(|name| name.starts_with("ogre"));
        ogres.map(str::to_owned).collect()
    };
    // One alone keeps its name.
    assert_eq!(names(0), ["ogre"]);
    assert_eq!(names(2), ["ogre 1", "ogre 2", "ogre 3"]);
}

#[test]
fn lines_of_a_sweep_are_named_by_what_differs() {
    let folder = folder();
    let args = ["sim", "duel", "--fights", "10", "--seed", "5"];
    let vary = [
        "--vary",
        "first.max_hp=40,10,20",
        "--vary",
        "second.max_hp=30",
        "--vary",
        "second.str=1,3",
        "--plot",
        "sweep.svg",
    ];
    let out = affray_in(folder.path(), &[&args[..], &vary].concat(), b"").expect(0);
    // Six have their chances, and five differ from the first.
    assert_eq!(out.matches("  30  ").count(), 11, "{out}");
    let plot = fs::read_to_string(folder.path().join("sweep.svg")).expect("a plot");
    assert!(plot.contains("first.max_hp"), "{plot}");
    let shown = plot.split("</desc>").nth(1).expect("what is drawn");
    assert!(!shown.contains("second.max_hp"), "{shown}");
}

#[test]
fn a_fight_that_was_not_over_is_shown_by_the_command_that_is_printed() {
    let folder = folder();
    let text = include_str!("../../../../content/threeaction/scenarios/duel.toml");
    let tough = text.replace("max_hp = 30", "max_hp = 90");
    for (below, text) in [("one", text), ("other", &tough)] {
        fs::create_dir(folder.path().join(below)).expect("a folder");
        put(folder.path(), &format!("{below}/duel.toml"), text);
    }
    let args = [
        "sim",
        "one/duel.toml",
        "--against",
        "other/duel.toml",
        "--fights",
        "20",
        "--seed",
        "3",
        "--longest",
        "20",
    ];
    let out = affray_in(folder.path(), &args, b"").expect(0);
    let words: Vec<&str> = out.split_whitespace().collect();
    let words = words.join(" ");
    // Files of the same name are told apart, and each has its own first fight.
    let mut shown = 0;
    for below in ["one", "other"] {
        let head = format!("{below}/duel: ");
        let Some((_, rest)) = words
            .split_once("The same fights in both")
            .and_then(|(_, rest)| rest.split_once(&head))
        else {
            continue;
        };
        let (_, command) = rest.split_once("the first: affray ").expect("a command");
        let (command, _) = command.split_once(" --longest 20").expect("its limit");
        assert!(command.starts_with(&format!("fight {below}/duel.toml ")));
        let mut command: Vec<&str> = command.split(' ').collect();
        command.extend(["--longest", "20", "--json"]);
        let run = affray_in(folder.path(), &command, b"");
        assert!(run.out.contains("\"over\":false"), "{}", run.out);
        run.expect(1);
        shown += 1;
    }
    assert!(shown >= 1, "{out}");
    let rows = ["--out", "rows.jsonl"];
    affray_in(folder.path(), &[&args[..], &rows].concat(), b"").expect(0);
    let rows = fs::read_to_string(folder.path().join("rows.jsonl")).expect("rows");
    let rows = rows
        .lines()
        .map(|row| serde_json::from_str(row).expect("JSON"));
    let unfinished = rows
        .filter(|row: &Value| row["ending"] == "unfinished")
        .count();
    assert!(unfinished > 0);
}

#[test]
fn a_fight_that_ends_with_the_last_entry_allowed_is_over() {
    let end = |args: &[&str]| -> Value {
        let common = ["fight", "duel", "--seed", "7", "--json"];
        let run = affray(&[&common, args].concat());
        let last = run.out.lines().last().expect("an end");
        serde_json::from_str(last).expect("JSON")
    };
    let entries = end(&[])["end"]["entries"].as_u64().expect("a number");
    for (limit, unfinished) in [(entries, 0), (entries - 1, 1)] {
        let limit = limit.to_string();
        let alone = end(&["--limit", &limit]);
        assert_eq!(alone["end"]["over"], unfinished == 0);
        let batch = ["sim", "duel", "--seed", "7", "--fights", "1", "--json"];
        let found = results(&[&batch[..], &["--limit", &limit]].concat());
        assert_eq!(found["arms"][0]["unfinished"]["count"], unfinished);
    }
}

#[test]
fn each_value_is_compared_with_the_first_fight_by_fight() {
    let folder = folder();
    let run = |args: &[&str]| affray_in(folder.path(), args, b"").expect(0);
    let common = ["sim", "duel", "--fights", "300", "--seed", "5"];
    let vary = ["--vary", "first.max_hp=30,31,60"];
    let found = results(&[&common[..], &vary, &["--json"]].concat());
    let of = |arm: usize, side: usize| &found["arms"][arm]["comparison"][side];
    assert_eq!(found["arms"][0]["comparison"], serde_json::json!([]));
    let number = |value: &Value| value.as_f64().expect("a number");
    let wins = |arm: usize| number(&found["arms"][arm]["sides"][0]["wins"]["value"]);
    let clear = of(2, 0);
    assert_eq!(clear["side"], "first");
    let difference = number(&clear["difference"]["value"]);
    assert!((difference - (wins(2) - wins(0))).abs() < 1e-9);
    assert!(number(&clear["difference"]["low"]) > 0.0, "{clear}");
    assert!(number(&of(2, 1)["difference"]["high"]) < 0.0);
    // It is the same as comparing two scenarios.
    let text = include_str!("../../../../content/threeaction/scenarios/duel.toml");
    put(
        folder.path(),
        "tough.toml",
        &text.replacen("max_hp = 30", "max_hp = 60", 1),
    );
    let against = [&common[..], &["--against", "tough.toml", "--json"]].concat();
    let against: Value = serde_json::from_str(&run(&against)).expect("JSON");
    let against = &against["results"]["arms"][1]["comparison"];
    assert_eq!(*against, found["arms"][2]["comparison"]);

    let told = run(&[
        &common[..],
        &vary,
        &["--plot", "sweep.html", "--out", "whole.json"],
    ]
    .concat());
    assert!(
        told.contains("Against first.max_hp = 30, fight by fight with the same dice"),
        "{told}"
    );
    let shown = format!("+{:.1}", difference * 100.0);
    assert!(told.contains(&shown), "{shown} in {told}");
    let report = fs::read_to_string(folder.path().join("sweep.html")).expect("a report");
    assert!(
        report.contains("<caption>Against the first row</caption>"),
        "{report}"
    );
    assert!(report.contains(&shown));

    // Parts are compared as the whole is.
    for part in ["1", "2", "3"] {
        let (shard, file) = (format!("{part}/3"), format!("{part}.json"));
        run(&[&common[..], &vary, &["--shard", &shard, "--out", &file]].concat());
    }
    run(&[
        "merge",
        "1.json",
        "2.json",
        "3.json",
        "--out",
        "merged.json",
    ]);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert!(text("merged.json") == text("whole.json"));
}

#[test]
fn values_that_took_fewer_fights_are_compared_over_those() {
    let args = ["sim", "duel", "--until", "3%", "--seed", "5", "--json"];
    let found = results(&[&args[..], &["--vary", "first.max_hp=30,200"]].concat());
    let fights = |arm: usize| found["arms"][arm]["fights"].as_u64().expect("a number");
    assert!(fights(1) < fights(0), "who always wins is known soon");
    let pairs = &found["arms"][1]["comparison"][0]["pairs"];
    let count = |key: &str| pairs[key].as_u64().expect("a number");
    let all = count("both") + count("first") + count("second") + count("neither");
    assert_eq!(all, fights(1));
}
