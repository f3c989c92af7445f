//! Fights that are played in parts, and files of results.

use std::fs;

use serde_json::Value;

use super::common::{affray_in, folder, put};

#[test]
fn parts_joined_are_the_whole_byte_for_byte() {
    let folder = folder();
    let run = |args: &[&str]| {
        let common = ["sim", "duel", "--fights", "101", "--seed", "3"];
        let all: Vec<&str> = common.iter().chain(args).copied().collect();
        affray_in(folder.path(), &all, b"").expect(0);
    };
    run(&["--out", "whole.json"]);
    let mut merge: Vec<String> = vec!["merge".to_owned()];
    // In another order than that of the fights.
    for part in [5, 1, 8, 2, 3, 7, 4, 6] {
        let (shard, file) = (format!("{part}/8"), format!("{part}.json"));
        run(&["--shard", &shard, "--out", &file]);
        merge.push(file);
    }
    let files: Vec<&str> = merge.iter().map(String::as_str).collect();
    let first_seven: Vec<&str> = files[..8].to_vec();
    affray_in(folder.path(), &first_seven, b"").expect(0);
    let all: Vec<&str> = files
        .iter()
        .chain(&["--out", "merged.json"])
        .copied()
        .collect();
    affray_in(folder.path(), &all, b"").expect(0);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(text("merged.json"), text("whole.json"));
    let twice = affray_in(folder.path(), &["merge", "1.json", "2.json", "1.json"], b"");
    assert!(twice.err.contains("fight 0 is in both"), "{}", twice.err);
    twice.expect(2);
    let other = [
        "sim",
        "duel",
        "--fights",
        "101",
        "--seed",
        "4",
        "--out",
        "other.json",
    ];
    affray_in(folder.path(), &other, b"").expect(0);
    let seeds = affray_in(folder.path(), &["merge", "1.json", "other.json"], b"");
    assert!(
        seeds.err.contains("they differ in their seed"),
        "{}",
        seeds.err
    );
    seeds.expect(2);
}

#[test]
fn results_that_were_tampered_with_are_refused() {
    let folder = folder();
    let args = [
        "sim", "duel", "--fights", "20", "--seed", "3", "--out", "a.json",
    ];
    affray_in(folder.path(), &args, b"").expect(0);
    let text = fs::read_to_string(folder.path().join("a.json")).expect("a file");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let refused = |change: &dyn Fn(&mut Value), what: &str| {
        let mut value = value.clone();
        change(&mut value);
        put(folder.path(), "b.json", &value.to_string());
        let run = affray_in(folder.path(), &["merge", "b.json"], b"");
        assert!(run.err.contains(what), "{what}: {}", run.err);
        run.expect(2);
    };
    refused(&|value| value["format"] = 9.into(), "format 9");
    // Of another version nothing else is looked at.
    let old = serde_json::json!({ "format": 1, "seed": 3 });
    refused(
        &|value| *value = old.clone(),
        "is of format 1; this program reads format 3",
    );
    refused(
        &|value| value["arms"] = Vec::<u8>::new().into(),
        "holds nothing",
    );
    refused(
        &|value| value["arms"][0]["done"][0]["before"] = 7.into(),
        "fights are missing",
    );
    refused(
        &|value| value["arms"][0]["cast"]["creatures"][0]["side_number"] = 9.into(),
        "of no side",
    );
    refused(
        &|value| value["arms"][0]["tally"]["wins"] = vec![1].into(),
        "its wins",
    );
    refused(
        &|value| value["arms"][0]["tally"]["draws"] = 90.into(),
        "not every fight has an end",
    );
    refused(
        &|value| value["arms"][0]["tally"]["creatures"][0]["stands"] = 90.into(),
        "more than there were fights",
    );
    put(folder.path(), "b.json", "not JSON");
    affray_in(folder.path(), &["merge", "b.json"], b"").expect(2);
    affray_in(folder.path(), &["merge", "nowhere.json"], b"").expect(3);
    affray_in(folder.path(), &["merge"], b"").expect(2);
}

#[test]
fn parts_are_the_whole_wherever_they_are_cut() {
    // By chance everything is done with handaxes that lie about: what acts are called depends on what was done before in the fight,
    // and on nothing else.
    let folder = folder();
    let run = |args: &[&str]| {
        let common = ["sim", "hex-glade", "--policy", "random", "--seed", "7"];
        let all = [&common[..], &["--fights", "33", "--limit", "400"], args].concat();
        affray_in(folder.path(), &all, b"").expect(0);
    };
    run(&["--out", "whole.json", "--threads", "1"]);
    let mut merge = vec!["merge".to_owned()];
    for part in 1..=4 {
        let file = format!("{part}.json");
        run(&["--shard", &format!("{part}/4"), "--out", &file]);
        merge.push(file);
    }
    let mut merge: Vec<&str> = merge.iter().map(String::as_str).collect();
    merge.extend(["--out", "merged.json"]);
    affray_in(folder.path(), &merge, b"").expect(0);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert!(text("merged.json") == text("whole.json"));
}

#[test]
fn parts_that_are_missing_are_named() {
    let folder = folder();
    for part in ["1", "2", "4"] {
        let (shard, file) = (format!("{part}/4"), format!("{part}.json"));
        let args = ["sim", "duel", "--fights", "40", "--seed", "3", "--shard"];
        let out = ["--out", &file];
        affray_in(folder.path(), &[&args[..], &[&shard], &out].concat(), b"").expect(0);
    }
    let merge = ["merge", "1.json", "2.json", "4.json"];
    let out = affray_in(folder.path(), &merge, b"").expect(0);
    assert!(
        out.contains("10 of 40 fights are missing: numbers 20 to 29."),
        "{out}"
    );
    let json = [&merge[..], &["--json"]].concat();
    let out = affray_in(folder.path(), &json, b"").expect(0);
    let value: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        value["missing"],
        serde_json::json!([{ "from": 20, "before": 30 }])
    );
    // Where an interval was asked for, fewer fights are enough.
    let until = ["sim", "duel", "--seed", "3", "--until", "5%"];
    let out = ["--out", "until.json"];
    affray_in(folder.path(), &[&until[..], &out].concat(), b"").expect(0);
    let out = affray_in(folder.path(), &["merge", "until.json"], b"").expect(0);
    assert!(!out.contains("missing"), "{out}");
}

#[test]
fn pairs_that_contradict_their_fights_are_refused() {
    let folder = folder();
    let args = [
        "sim",
        "duel",
        "--against",
        "duel",
        "--fights",
        "20",
        "--seed",
        "3",
    ];
    let out = ["--out", "a.json"];
    affray_in(folder.path(), &[&args[..], &out].concat(), b"").expect(0);
    let text = fs::read_to_string(folder.path().join("a.json")).expect("a file");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let refused = |key: &str, number: u64, what: &str| {
        let mut value = value.clone();
        value["arms"][1]["pairs"][0][key] = number.into();
        put(folder.path(), "b.json", &value.to_string());
        let run = affray_in(folder.path(), &["merge", "b.json"], b"");
        assert!(run.err.contains(what), "{key}: {}", run.err);
        run.expect(2);
    };
    let pair = |key: &str| {
        value["arms"][1]["pairs"][0][key]
            .as_u64()
            .expect("a number")
    };
    let what = "its pairs are not those of its fights";
    refused("both", 90, what);
    refused("neither", u64::MAX, what);
    refused("first", pair("first") + 1, what);
    let mut value = value.clone();
    value["arms"][0]["pairs"] = value["arms"][1]["pairs"].clone();
    put(folder.path(), "b.json", &value.to_string());
    let run = affray_in(folder.path(), &["merge", "b.json"], b"");
    assert!(
        run.err.contains("the first is compared with itself"),
        "{}",
        run.err
    );
    run.expect(2);
}
