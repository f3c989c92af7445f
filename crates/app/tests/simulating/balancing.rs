//! `affray balance`.

use serde_json::Value;

use super::common::affray;

fn balance(args: &[&str]) -> Value {
    let common = ["balance", "duel", "--seed", "1", "--json"];
    let text = affray(&[&common, args].concat()).expect(0);
    let value: Value = serde_json::from_str(&text).expect("one value of JSON");
    value["balance"].clone()
}

#[test]
fn fights_are_balanced() {
    let args = [
        "balance",
        "duel",
        "--target",
        "70%",
        "--by",
        "first.max_hp=10..80",
        "--seed",
        "5",
        "--fights",
        "600",
    ];
    let out = affray(&args).expect(0);
    assert!(out.contains("the first wins "), "{out}");
    assert!(!out.ends_with("\n\n"), "{out}");
    let json: Vec<&str> = args.iter().chain(&["--json"]).copied().collect();
    let text = affray(&json).expect(0);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let best = &value["balance"]["best"];
    let wins = &best["wins"];
    let chance = wins["value"].as_f64().expect("a chance");
    assert!((0.65..0.75).contains(&chance), "{text}");
    assert!(wins["low"].as_f64() < Some(chance) && Some(chance) < wins["high"].as_f64());
    assert_eq!(best["fights"], 600);
    assert!(wins["count"].as_u64() > Some(390), "{text}");
    let other = affray(&[&args[..], &["--side", "second"]].concat()).expect(0);
    assert!(other.contains("the second wins "), "{other}");
    let moved = ["--set", "first.side=left", "--side", "left"];
    let moved = affray(&[&args[..], &moved].concat()).expect(0);
    assert!(moved.contains("the left wins "), "{moved}");
}

#[test]
fn what_cannot_be_balanced_is_said() {
    let ended = |args: &[&str], what: &str, code: i32| {
        let common = ["balance", "duel", "--seed", "5", "--fights", "200"];
        let run = affray(&[&common, args].concat());
        assert!(run.err.contains(what), "{args:?}: {}", run.err);
        run.expect(code);
    };
    let refused = |args: &[&str], what: &str| ended(args, what, 2);
    let by = ["--by", "first.max_hp=20..40"];
    let end = ["balance", "duel", "--seed", "5", "--fights", "200"];
    let most = affray(&[&end[..], &by, &["--target", "99%", "--json"]].concat()).out;
    let most: Value = serde_json::from_str(&most).expect("JSON");
    assert_eq!(most["balance"]["beyond"], true);
    ended(
        &[&by[..], &["--target", "99%"]].concat(),
        "first.max_hp from 20 to 40 gives ",
        1,
    );
    refused(&[&by[..], &["--target", "0%"]].concat(), "percentage");
    refused(
        &[&by[..], &["--target", "50%", "--side", "frist"]].concat(),
        "did you mean `first`?",
    );
    let moved = ["--target", "50%", "--set", "first.side=left"];
    refused(
        &[&by[..], &moved, &["--side", "first"]].concat(),
        "there is no side `first`",
    );
    refused(
        &["--target", "50%", "--by", "first.hit=1..2"],
        "unknown key",
    );
    refused(&["--target", "50%"], "--by");
}

#[test]
fn values_in_any_order_are_tried_from_the_least_to_the_highest() {
    let by = ["--by", "first.max_hp=10,80,35,11,90,35", "--fights", "400"];
    let found = balance(&[&by[..], &["--target", "60%"]].concat());
    assert_eq!(found["best"]["value"], "35");
    assert_eq!(found["monotone"], true);
    let values: Vec<&Value> = found["points"]
        .as_array()
        .expect("points")
        .iter()
        .map(|point| &point["value"])
        .collect();
    assert_eq!(values, ["10", "11", "35", "80", "90"]);
    let there_and_back = ["--by", "first.max_hp=5,60,5", "--fights", "400"];
    let found = balance(&[&there_and_back[..], &["--target", "85%"]].concat());
    assert_eq!(found["best"]["value"], "60");
}

#[test]
fn several_knobs_are_one_value_of_json() {
    let by = [
        "--by",
        "first.max_hp=20..40/10",
        "--by",
        "second.max_hp=20..40/10",
    ];
    let target = ["--target", "50%", "--fights", "200"];
    let found = balance(&[&by[..], &target].concat());
    let knobs: Vec<&Value> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["knob"])
        .collect();
    assert_eq!(knobs, ["first.max_hp", "second.max_hp"]);
    // What is wrong with the last is said before the first is played.
    let wrong = ["--by", "second.max_hpp=20..40/10", "--fights", "100000000"];
    let run = affray(&[&["balance", "duel"], &by[..2], &target[..2], &wrong].concat());
    assert!(run.err.contains("did you mean `max_hp`?"), "{}", run.err);
    run.expect(2);
}

#[test]
fn fights_that_were_not_over_are_counted_with_the_value_that_is_found() {
    let args = [
        "balance",
        "duel",
        "--seed",
        "1",
        "--fights",
        "50",
        "--limit",
        "30",
        "--target",
        "1%",
        "--by",
        "first.max_hp=30..40/10",
    ];
    let run = affray(&args);
    assert!(
        run.out
            .contains("of 50 fights were not over at their limit"),
        "{}",
        run.out
    );
    let run = affray(&[&args[..], &["--json"]].concat());
    let value: Value = serde_json::from_str(&run.out).expect("JSON");
    assert!(
        value["balance"]["unfinished"]["count"].as_u64() > Some(0),
        "{value}"
    );
    assert_eq!(value["balance"]["failed"]["count"], 0);
}

#[test]
fn other_values_may_be_set_meanwhile() {
    let set = ["--set", "second.max_hp=40", "--set", "first.items=[dagger]"];
    let by = ["--by", "first.max_hp=60..80/20", "--target", "50%"];
    let common = ["balance", "duel", "--seed", "5", "--fights", "40"];
    let out = affray(&[&common[..], &set, &by].concat()).expect(0);
    let told = "--set second.max_hp=40 --set 'first.items=[dagger]' --set first.max_hp=";
    assert!(out.contains(told), "{out}");
    let twice = ["--set", "first.max_hp=40"];
    let run = affray(&[&common[..], &twice, &by].concat());
    assert!(run.err.contains("set and looked for"), "{}", run.err);
    run.expect(2);
    let wrong = ["--set", "first.max_hits=40"];
    affray(&[&common[..], &wrong, &by].concat()).expect(2);
}
