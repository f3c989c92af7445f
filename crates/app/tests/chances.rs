//! `affray odds` and `affray duel` as people use them.

mod common;

use affray_table::{Library, systems};
use common::{affray, affray_in, folder, put};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let out = affray(args).expect(0);
    serde_json::from_str(&out).expect("JSON")
}

const STRIKE: [&str; 6] = [
    "odds",
    "duel",
    "--who",
    "first",
    "--command",
    "strike second with longsword",
];

#[test]
fn odds_say_what_they_rest_on() {
    let out = affray(&STRIKE).expect(0);
    assert!(out.contains("exact: all "), "{out}");
    let report = json(&[&STRIKE[..], &["--json"]].concat());
    assert_eq!(report["basis"]["is"], "exact");
    assert!(report["basis"]["courses"]["denominator"].is_string());
    let effects = report["effects"].as_array().expect("effects");
    assert!(effects.iter().all(|effect| effect["change"].is_string()));
    assert_eq!(report["name"], "first");
    assert!(report["risks"].is_array() && report["decisions"].is_array());
}

#[test]
fn beyond_the_budget_odds_are_a_sample_and_say_so() {
    let few = [&STRIKE[..], &["--courses", "3", "--plays", "500"]].concat();
    let out = affray(&few).expect(0);
    assert!(
        out.contains(
            "a sample of 500 plays (seed 0), with 95% intervals: more than 3 different courses"
        ),
        "{out}"
    );
    assert_eq!(affray(&few).expect(0), out, "the same dice every time");
    let report = json(&[&few[..], &["--json"]].concat());
    assert_eq!(report["basis"]["is"], "sample");
    let verdicts = report["verdicts"].as_array().expect("verdicts");
    let miss = verdicts
        .iter()
        .find(|verdict| verdict["verdict"] == "failure");
    let chance = &miss.expect("a strike may miss")["chance"];
    let number = |key: &str| chance[key].as_f64().expect("a number");
    assert!(number("low") < number("value") && number("value") < number("high"));
    assert!(number("low") < 0.5 && 0.4 < number("high"));
}

#[test]
fn verdicts_stand_in_the_same_order_in_samples_as_in_exact_odds() {
    let words = |more: &[&str]| -> Vec<String> {
        let report = json(&[&STRIKE[..], &["--json"], more].concat());
        let verdicts = report["verdicts"].as_array().expect("verdicts").iter();
        verdicts
            .map(|one| one["verdict"].as_str().expect("a word").to_owned())
            .collect()
    };
    let exact = words(&[]);
    assert!(exact.len() > 2, "{exact:?}");
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let sample = ["--courses", "3", "--plays", "500", "--seed", seed];
        assert_eq!(words(&sample), exact, "seed {seed}");
    }
}

#[test]
fn advice_is_told_whole_and_in_order() {
    let weak = ["--set", "first.hp=3", "--set", "second.hp=3"];
    let duel = ["advise", "threeaction/duel", "--policy", "greedy"];
    let out = affray(&[&duel[..], &weak].concat()).expect(0);
    assert!(
        out.contains("out of the fight "),
        "who drops is told: {out}"
    );
    assert_eq!(out.matches("; chosen)").count(), 1, "{out}");
    let first = out.lines().nth(1).expect("the first command");
    assert!(first.ends_with("; chosen)"), "{out}");
    let advice = json(&["advise", "threeaction/duel", "--policy", "greedy", "--json"]);
    let commands = advice["commands"].as_array().expect("commands");
    let worths = commands.iter().skip(1);
    let worths: Vec<f64> = worths
        .map(|one| one["worth"].as_f64().expect("a number"))
        .collect();
    assert!(worths.is_sorted_by(|one, other| one >= other), "{worths:?}");
    let search = json(&[
        "advise",
        "threeaction/duel",
        "--policy",
        "search:30",
        "--json",
    ]);
    assert_eq!(search["of"], advice["of"], "the same are offered");
    let out = affray(&["advise", "threeaction/duel", "--policy", "search:30"]).expect(0);
    assert!(
        out.contains("` unless another is surely better; ± is how sure"),
        "{out}"
    );
    let one = affray(&["advise", "threeaction/duel", "--policy", "search:1"]).expect(0);
    assert!(
        one.contains("in 1 rollout shared") && !one.contains("1 rollouts"),
        "{one}"
    );
}

#[test]
fn within_an_act_others_decide_as_the_scenario_says() {
    let folder = folder();
    let carried = Library::embedded();
    let duel = carried.scenario("actionpoint/duel-at-the-well");
    let text = &duel.expect("it is carried").text;
    let text = text.replace("\"simple\"", "\"random\"");
    let text = text.replace("at = [2, 4]", "at = [8, 3]");
    let scenario = put(folder.path(), "duel.toml", &text);
    let strike = ["--command", "strike gorza with longsword", "--who", "alric"];
    let args = [&["odds", &scenario, "--plays", "200"], &strike[..]].concat();
    let out = affray(&args).expect(0);
    assert!(out.contains("by the policy `random`"), "{out}");
}

#[test]
fn an_act_of_ones_own_turn_waits_for_it() {
    // The ogre's move asks her first whether she puts her bow away.
    let strike = ["--who", "berit", "--command", "strike ogre with longbow"];
    let args = [
        &["odds", "ogre-at-the-bridge", "--plays", "200"],
        &strike[..],
    ]
    .concat();
    let out = affray(&args).expect(0);
    assert!(out.starts_with("berit: strike ogre with longbow"), "{out}");
}

#[test]
fn what_has_to_be_declared_before_an_act_is_declared_on_the_way() {
    let folder = folder();
    let creature = |name, kind, at| {
        format!(
            "[[creature]]\nname = \"{name}\"\nkind = \"{kind}\"\nside = \"{name}\"\npolicy = \"simple\"\nat = {at}\n"
        )
    };
    let (a, b) = (
        creature("a", "soldier", "[1, 1]"),
        creature("b", "bandit", "[2, 1]"),
    );
    let scenario = put(
        folder.path(),
        "stances.toml",
        &format!("system = \"segment\"\n{a}{b}"),
    );
    let attack = ["odds", &scenario, "--command", "attack b with arming sword"];
    let out = affray(&attack).expect(0);
    assert!(out.starts_with("a: attack b with arming sword"), "{out}");
    assert!(out.contains("a has declared before: aggressive"), "{out}");
    let report = json(&[&attack[..], &["--json"]].concat());
    assert_eq!(report["declared"], "aggressive");
    // Nobody declares anything for what is no act.
    let run = affray(&["odds", &scenario, "--command", "juggle"]);
    assert!(!run.err.is_empty());
    run.expect(2);
    // What is possible anyway takes no declaration.
    let report = json(&["odds", &scenario, "--json", "--command", "pass"]);
    assert!(report["declared"].is_null());
}

#[test]
fn a_scenario_and_a_journal_of_it_go_together() {
    let folder = folder();
    let journal = folder.path().join("fight.jsonl").display().to_string();
    let fight = [
        "fight",
        "duel",
        "--seed",
        "7",
        "--limit",
        "6",
        "--journal",
        &journal,
    ];
    affray(&fight).expect(1);
    let end = ["--after", &journal, "--command", "end turn", "--json"];
    let both = json(&[&["odds", "duel"], &end[..]].concat());
    assert_eq!(both, json(&[&["odds"], &end[..]].concat()));
    let run = affray(&[&["odds", "frozen-lake"], &end[..]].concat());
    assert!(run.err.contains("of another fight"), "{}", run.err);
    run.expect(2);
}

#[test]
fn duels_are_fought_in_every_system() {
    let library = Library::embedded();
    for system in systems() {
        let kinds = library.creatures(system.id);
        let kind = kinds.first().expect("a kind of creature");
        let duel = ["duel", kind, kind, "--system", system.id];
        let quick = ["--memory", "2", "--fights", "100"];
        let out = affray(&[&duel[..], &quick].concat()).expect(0);
        assert!(out.contains(&format!("first {kind} wins")), "{out}");
        assert!(
            out.contains("exact but for ") || out.contains("a sample of 100 fights"),
            "{out}"
        );
    }
}

#[test]
fn an_exact_duel_is_told_in_full() {
    let out = affray(&["duel", "duel"]).expect(0);
    assert!(
        out.contains("exact but for ") && out.contains("Over after "),
        "{out}"
    );
    assert!(out.contains("everybody decides by: simple"), "{out}");
    assert!(out.starts_with("duel\n"), "as it was asked for: {out}");
    assert!(
        out.contains("  50.00%  the first wins") || out.contains("50.00%  first wins"),
        "{out}"
    );
    let report = json(&["duel", "duel", "--json"]);
    let number = |value: &Value| value.as_f64().expect("a number");
    let wins: Vec<f64> = (0..2)
        .map(|side| number(&report["sides"][side]["wins"]["value"]))
        .collect();
    assert!(
        (wins[0] - wins[1]).abs() < 1e-6,
        "they are equals: {wins:?}"
    );
    assert!(number(&report["unfinished"]["value"]) < number(&report["basis"]["bound"]));
    let creature = &report["creatures"][0];
    let left = &creature["left"][0];
    assert_eq!(left["gauge"], "HP");
    assert!(number(&left["spread"]["mean"]) < number(&left["spread"]["most"]));
    let left = left["distribution"].as_array().expect("numbers");
    let chance = |part: &Value| number(&part["chance"]["value"]);
    let sum: f64 = left.iter().map(chance).sum();
    let unfollowed = number(&report["unfinished"]["value"]);
    assert!((sum + unfollowed - 1.0).abs() < 1e-9, "{sum}, {unfollowed}");
    let beaten = left
        .iter()
        .filter(|part| part["value"].as_i64().is_some_and(|left| left <= 0));
    let beaten: f64 = beaten.map(chance).sum();
    assert!((beaten - 0.5).abs() < 1e-6, "at 0 one has lost: {beaten}");
}

#[test]
fn duels_say_the_same_things_by_the_same_names_as_batches() {
    let sample = ["duel", "duel", "--sample", "--fights", "60", "--json"];
    let sim = ["sim", "duel", "--fights", "60", "--seed", "1", "--json"];
    let (duel, sim) = (json(&sample), json(&sim));
    let arm = &sim["results"]["arms"][0];
    let keys = |value: &Value| -> Vec<String> {
        let all = value.as_object().expect("an object").keys();
        all.filter(|key| *key != "count").cloned().collect()
    };
    for (one, other) in [
        (&duel["sides"][0]["wins"], &arm["sides"][0]["wins"]),
        (&duel["draws"], &arm["draws"]),
        (&duel["unfinished"], &arm["unfinished"]),
        (&duel["failed"], &arm["failed"]),
        (&duel["time"]["spread"], &arm["time"]["spread"]),
        (&duel["time"]["unit"], &arm["time"]["unit"]),
    ] {
        assert_eq!(keys(one), keys(other));
    }
    let (fate, creature) = (&duel["creatures"][0], &arm["creatures"][0]);
    assert_eq!(fate["side"], creature["side"]);
    let (left, other) = (&fate["left"][0], &creature["left"][0]);
    assert_eq!(left["gauge"], other["gauge"]);
    assert_eq!(keys(&left["spread"]), keys(&other["spread"]));
    assert!(fate["conditions"][0]["what"].is_string());
    assert!(fate["conditions"][0]["chance"]["low"].is_f64());
    let report = json(&[&STRIKE[..], &["--json"]].concat());
    let change = &report["changes"][0];
    assert_eq!(change["gauge"], left["gauge"]);
    assert!(change["distribution"][0]["chance"]["fraction"].is_string());
    assert!(change["distribution"][0]["value"].is_i64());
    let advice = json(&["advise", "threeaction/duel", "--policy", "greedy", "--json"]);
    let changes = advice["commands"][0]["changes"].as_array().expect("a list");
    assert!(changes.iter().all(|one| one["chance"]["value"].is_f64()));
}

#[test]
fn too_large_a_duel_is_a_sample_and_says_so() {
    let few = [
        "duel", "duel", "--memory", "1", "--fights", "300", "--seed", "4",
    ];
    let out = affray(&few).expect(0);
    let note = "a sample of 300 fights (seed 4), with 95% intervals: the ";
    assert!(out.contains(note), "{out}");
    let because = "situations met so far take more than the 1 MB of memory allowed";
    assert!(out.contains(because), "{out}");
    assert_eq!(affray(&few).expect(0), out);
    let random = ["duel", "duel", "--policy", "random", "--fights", "50"];
    let out = affray(&random).expect(0);
    assert!(
        out.contains("the policy `random` leaves its choices to chance"),
        "{out}"
    );
    let few = affray(&["duel", "duel", "--runs", "10", "--fights", "50"]).expect(0);
    assert!(
        few.contains("the rules would have to be run more than 10 times"),
        "{few}"
    );
    let asked = affray(&["duel", "duel", "--sample", "--fights", "50"]).expect(0);
    assert!(asked.contains("intervals; everybody"), "{asked}");
}

#[test]
fn a_duel_that_never_ends_says_so() {
    let folder = folder();
    let text = include_str!("../../systems/benches/energy-duel.toml");
    let weak = "martial_proficiency = 1\naura_strength = 1\nstamina = 1";
    let text = text.replace("martial_proficiency = 1", weak);
    let scenario = put(folder.path(), "endless.toml", &text);
    let run = affray_in(folder.path(), &["duel", &scenario, "--fights", "20"], b"");
    assert!(
        run.out.contains("not over where it was no longer followed"),
        "{} {}",
        run.out,
        run.err
    );
    assert!(
        run.out.contains("the bound was not reached: "),
        "{}",
        run.out
    );
    assert!(!run.out.contains("exact but for"), "{}", run.out);
    run.expect(1);
    let report = affray(&["duel", &scenario, "--fights", "20", "--json"]).expect(1);
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["time"]["spread"], Value::Null);
    assert_eq!(report["time"]["seconds"], Value::Null);
    assert_eq!(report["creatures"][0]["out"]["high"], 1.0);
}

#[test]
fn a_journal_that_cannot_be_read_is_named() {
    let folder = folder();
    let broken = put(folder.path(), "broken.jsonl", "no journal\n");
    let run = affray(&["odds", "--after", &broken, "--command", "pass"]);
    assert!(run.err.contains("broken.jsonl: "), "{}", run.err);
    run.expect(2);
}

#[test]
fn what_is_wrong_with_a_duel_is_said() {
    let says = |args: &[&str], words: &str| {
        let run = affray(args);
        assert!(run.err.contains(words), "{args:?}: {} {}", run.out, run.err);
        run.expect(2);
    };
    says(
        &["duel", "ogre", "wolff"],
        "no system has a creature `wolff`; did you mean `wolf`?",
    );
    says(
        &["duel", "ogre", "wolf"],
        "have both `ogre` and `wolf`: say which is meant with --system",
    );
    says(
        &["duel", "gelatinous cube"],
        "is a kind of creature of timecount: name the one it fights as well",
    );
    says(&["duel", "gelatinous cube", "imp"], "no system has both: ");
    says(
        &["duel", "ogre", "wolff", "--system", "threeaction"],
        "threeaction has no creature `wolff`; did you mean `wolf`?",
    );
    says(
        &["duel", "ogre", "wolf", "--system", "threeactoin"],
        "did you mean `threeaction`?",
    );
    says(&["duel", "duell"], "did you mean `duel`?");
    says(
        &["duel", "duel", "--bound", "2"],
        "a chance lies between 0 and 1",
    );
    says(&["duel", "duel", "--fights", "0"], "whole number from 1 to");
    says(
        &["duel", "goblin"],
        "name the one it fights as well, and with --system which is meant",
    );
    says(&["duel", "duel", "--policy", "genius"], "genius");
    says(&["duel", "duel", "--system", "threeaction"], "--system");
}
