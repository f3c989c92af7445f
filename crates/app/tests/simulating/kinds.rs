//! What a scenario, or a knob, says of one value of a table that its kind of creature has.

use std::path::Path;

use serde_json::Value;

use super::common::{affray, folder, put};

/// The number that follows from all on which a fight depends.
fn fingerprint(folder: &Path, args: &[&str]) -> String {
    let out = put(folder, "out.json", "");
    let args = [&["sim"], args, &["--fights", "1", "--out", &out]].concat();
    affray(&args).expect(0);
    let text = std::fs::read_to_string(&out).expect("results");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let cast = &value["arms"][0]["cast"]["fingerprint"];
    cast.as_str().expect("a fingerprint").to_owned()
}

#[test]
fn a_value_of_a_kinds_table_that_is_set_to_what_it_stands_at_changes_nothing() {
    let folder = folder();
    for (scenario, knobs) in [
        (
            "segment/ogre-at-the-mill",
            &["gruk.natural_armor.impact", "gruk.natural_armor.physical"][..],
        ),
        ("segment/eyrie", &["roland.mount.move_yd"]),
        ("segment/duel-at-the-ford", &["bren.attacks.sword"]),
        (
            "energy/sprites-of-the-mere",
            &[
                "serpent.natural_armor.rating",
                "serpent.natural_armor.coverage",
            ],
        ),
        (
            "energy/training-yard",
            &[
                "alda.martial_choices.arm_strength",
                "alda.martial_proficiency",
            ],
        ),
        ("threeaction/drake-on-the-ledge", &["ember.breath.shape"]),
    ] {
        let as_it_stands = fingerprint(folder.path(), &[scenario]);
        for path in knobs {
            let knob = format!("{path}={}", stands_at(scenario, path));
            let set = fingerprint(folder.path(), &[scenario, "--vary", &knob]);
            assert_eq!(set, as_it_stands, "{knob}");
        }
    }
}

/// What `knobs` tells of a knob.
fn stands_at(scenario: &str, path: &str) -> String {
    let out = affray(&["knobs", scenario, "--json"]).expect(0);
    let value: Value = serde_json::from_str(&out).expect("JSON");
    let mut all = value["knobs"].as_array().expect("a list").iter();
    let found = all.find(|one| one["knob"] == path);
    let found = found.unwrap_or_else(|| panic!("{path} is listed"));
    match &found["value"] {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

#[test]
fn one_value_of_a_table_is_laid_over_those_of_the_kind() {
    let folder = folder();
    let mill = "content/segment/scenarios/ogre-at-the-mill.toml";
    let mill = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(mill);
    let text = std::fs::read_to_string(mill).expect("a scenario");
    let written = text.replacen(
        "name = \"gruk\"",
        "name = \"gruk\"\nnatural_armor = { impact = 2 }",
        1,
    );
    assert_ne!(written, text);
    let written = put(folder.path(), "mill.toml", &written);
    assert_eq!(
        fingerprint(folder.path(), &[&written]),
        fingerprint(folder.path(), &["segment/ogre-at-the-mill"]),
    );
}
