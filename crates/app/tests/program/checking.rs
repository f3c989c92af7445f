//! Files of content and scenarios: what is wrong with them, and what they are checked by.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::common::{affray, affray_in, folder, put};

#[test]
fn mistakes_are_shown_where_they_stand() {
    let folder = folder();
    let text = "system = \"threeaction\"\n\n[[creature]]\nname = \"a\"\nsiide = \"x\"\n";
    let path = put(folder.path(), "wrong.toml", text);
    let out = affray(&["check", &path]).expect(1);
    assert!(out.contains("unknown key `siide`"), "{out}");
    assert!(out.contains("did you mean `side`?"), "{out}");
    assert!(out.contains("wrong.toml:5:1"), "{out}");
    let run = affray(&["fight", &path]);
    assert!(run.err.contains("wrong.toml:5:1"), "{}", run.err);
    run.expect(2);
    let path = put(folder.path(), "other.toml", "system = \"threeactions\"\n");
    let out = affray(&["check", &path]).expect(1);
    assert!(out.contains("did you mean `threeaction`?"), "{out}");
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    affray(&["check", &content.display().to_string()]).expect(0);
    fs::create_dir(folder.path().join("threeaction")).expect("a folder");
    let weapons = put(
        folder.path(),
        "threeaction/weapons.toml",
        "[[weapon]]\nname = 3\n",
    );
    let out = affray(&["check", &weapons]).expect(1);
    assert!(out.contains("weapons.toml:"), "{out}");
}

#[test]
fn content_can_be_laid_over() {
    let folder = folder();
    fs::create_dir_all(folder.path().join("threeaction/scenarios")).expect("a folder");
    let text = include_str!("../../../../content/threeaction/scenarios/duel.toml");
    let text = text.replace("max_hp = 30", "max_hp = 3");
    put(folder.path(), "threeaction/scenarios/short.toml", &text);
    let content = folder.path().display().to_string();
    let out = affray(&["--content", &content, "fight", "short", "--seed", "1"]).expect(0);
    assert!(out.contains("of 3 HP left"), "{out}");
    let out = affray(&["--content", &content, "sim", "short", "--fights", "20"]).expect(0);
    assert!(out.contains("affray fight short --seed "), "{out}");
    assert!(out.contains(&format!(" --content {content}")), "{out}");
}

#[test]
fn schemas_are_written_a_file_each() {
    let folder = folder();
    let out = folder.path().join("schemas").display().to_string();
    affray(&["schema", "--out", &out]).expect(0);
    let text = fs::read_to_string(Path::new(&out).join("threeaction/scenario.schema.json"));
    let schema: Value = serde_json::from_str(&text.expect("a schema")).expect("JSON");
    assert!(schema.is_object());
    let all: Value = serde_json::from_str(&affray(&["schema"]).expect(0)).expect("JSON");
    assert_eq!(all["threeaction/scenario.schema.json"], schema);
}

#[test]
fn check_tells_of_walls_between_all_sides_and_of_the_kinds_that_there_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("walled.toml");
    let name = path.to_str().expect("a path");
    let check = |rows: &str, kind: &str, code: i32| {
        let text = format!(
            "system = 'threeaction'\nname = 'walled'\n[map]\nrows = {rows}\n\
             [[creature]]\nname = 'one'\nkind = '{kind}'\nside = 'a'\nat = [0, 0]\n\
             [[creature]]\nname = 'two'\nkind = 'ogre'\nside = 'b'\nat = [3, 0]\n"
        );
        std::fs::write(&path, text).expect("it is written");
        affray(&["check", name]).expect(code)
    };
    let (walled, open) = ("['..#..', '..#..']", "['..#..', '..#..', '.....']");
    let parted = "walls or rock part all sides";
    assert!(check(walled, "town guard", 0).contains(parted));
    assert!(!check(open, "town guard", 0).contains(parted));
    let out = check(open, "basilisk", 1);
    assert!(out.contains("known here: "), "{out}");
    let out = check(open, "guard", 1);
    assert!(out.contains("did you mean `town guard`?"), "{out}");
}

#[test]
fn all_files_are_checked_whatever_is_wrong_with_some() {
    let folder = folder();
    fs::create_dir_all(folder.path().join("threeaction/scenarios")).expect("a folder");
    put(
        folder.path(),
        "threeaction/weapons.toml",
        "[[weapon]]\nname = \"club\"\ndice = \"1d6\"\nuses = [\"melee\"]\n",
    );
    let gear = put(
        folder.path(),
        "threeaction/gear.toml",
        "[[gear]]\nnaem = \"rope\"\n",
    );
    put(folder.path(), "threeaction/notes.toml", "");
    put(
        folder.path(),
        "threeaction/scenarios/one.toml",
        "system = \"threeaction\"\n[[creature]]\nname = \"a\"\npolicy = \"simpel\"\nsiide = \"x\"\n",
    );
    put(folder.path(), "broken.jsonl", "{}\n");
    let all = folder.path().display().to_string();
    let out = affray(&["check", &all]).expect(1);
    for part in [
        "unknown key `naem`",
        "unknown key `siide`",
        "the name of this file does not say what is in it",
        "is not the header of an Affray journal",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    fs::remove_file(&gear).expect("it is there");
    let run = affray(&["check", &all, &gear]);
    assert!(
        run.out.contains("unknown key `siide`") && run.out.contains("No such file"),
        "{}",
        run.out
    );
    run.expect(3);
    let scenario = put(
        folder.path(),
        "policy.toml",
        "system = \"threeaction\"\n[[creature]]\nname = \"a\"\nkind = \"wolf\"\nside = \"b\"\nat = [1, 1]\npolicy = \"simpel\"\n",
    );
    let out = affray(&["check", &scenario]).expect(1);
    assert!(out.contains("there is no policy called `simpel`"), "{out}");
    assert!(out.contains("did you mean `simple`?"), "{out}");
}

#[test]
fn who_is_misspelt_is_seen_in_what_a_file_is_found_to_be() {
    let folder = folder();
    let creature = |name: &str, side: &str, at: u8| {
        format!(
            "[[creature]]\nname = \"{name}\"\nkind = \"wolf\"\nside = \"{side}\"\nat = [{at}, 1]\n"
        )
    };
    let with = |sides: [&str; 3]| {
        let names = ["a", "b", "c"].into_iter().zip(sides).zip(1..);
        let all: String = names
            .map(|((name, side), at)| creature(name, side, at))
            .collect();
        put(
            folder.path(),
            "sides.toml",
            &format!("system = \"threeaction\"\n{all}"),
        )
    };
    let out = affray(&["check", &with(["heroes", "heros", "foes"])]).expect(0);
    assert!(
        out.contains("3 creatures: heroes 1, heros 1, foes 1"),
        "{out}"
    );
    let out = affray(&["check", &with(["foes"; 3])]).expect(0);
    assert!(
        out.contains("foes 3; there is no other side to fight"),
        "{out}"
    );
}

#[test]
fn content_that_nothing_would_read_or_that_others_miss_is_refused() {
    let folder = folder();
    fs::create_dir(folder.path().join("threeacton")).expect("a folder");
    put(folder.path(), "threeacton/weapons.toml", "");
    let content = folder.path().display().to_string();
    let run = affray(&["--content", &content, "fight", "duel"]);
    assert!(
        run.err
            .contains("`threeacton/weapons.toml` stands below no system's folder"),
        "{}",
        run.err
    );
    run.expect(2);
    fs::rename(
        folder.path().join("threeacton"),
        folder.path().join("threeaction"),
    )
    .expect("it is there");
    fs::remove_file(folder.path().join("threeaction/weapons.toml")).expect("it is there");
    // The program's spells summon some of the creatures that this leaves out.
    put(folder.path(), "threeaction/creatures.toml", "");
    let out = affray(&["check", &content]).expect(1);
    assert!(
        out.contains("it takes the place of the program's threeaction/creatures.toml"),
        "{out}"
    );
    assert!(
        out.contains("threeaction/spells.toml: there is no kind of creature called"),
        "{out}"
    );
}

#[test]
fn a_scenario_is_shown_with_all_mistakes_of_its_content() {
    let folder = folder();
    fs::create_dir(folder.path().join("threeaction")).expect("a folder");
    put(
        folder.path(),
        "threeaction/gear.toml",
        "[[gear]]\nnaem = \"rope\"\n",
    );
    put(
        folder.path(),
        "threeaction/spells.toml",
        "[[spell]]\nnaem = \"fog\"\n",
    );
    let scenario = put(
        folder.path(),
        "one.toml",
        "system = \"threeaction\"\nsiides = []\n",
    );
    let content = folder.path().display().to_string();
    let run = affray(&["--content", &content, "fight", &scenario]);
    let gear = format!("{content}/threeaction/gear.toml:2:1");
    for part in [&*gear, "spells.toml:2:1", "one.toml:2:1"] {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
    run.expect(2);
}

#[test]
fn every_command_says_what_is_wrong_with_its_file() {
    let folder = folder();
    let (empty, missing) = (put(folder.path(), "empty", ""), "/nowhere/at/all");
    let binary = folder.path().join("binary").display().to_string();
    fs::write(&binary, [0xff, 0xfe, 0, 1]).expect("a writable folder");
    let place = folder.path().join("place").display().to_string();
    fs::create_dir(&place).expect("a folder");
    // What each command makes of a file that is missing, a folder, a binary file and an empty one.
    let runs: &[(&[&str], [i32; 4])] = &[
        (&["play"], [2, 3, 2, 2]),
        (&["fight"], [2, 3, 2, 2]),
        (&["replay"], [3, 3, 2, 2]),
        (&["check"], [3, 2, 2, 1]),
        (&["check", "--json"], [3, 2, 2, 1]),
        (&["case"], [3, 2, 2, 1]),
        (&["case", "--json"], [3, 2, 2, 1]),
        (&["knobs"], [2, 3, 2, 2]),
        (&["merge"], [3, 3, 2, 2]),
        (&["odds", "--command", "dodge"], [2, 3, 2, 2]),
        (&["odds", "--command", "dodge", "--after"], [3, 3, 2, 2]),
        (&["rules", "coverage"], [3, 2, 2, 2]),
        (&["rules", "--content"], [3, 0, 3, 3]),
        (
            &["schema", "--out", "/dev/null/nowhere", "--content"],
            [3, 3, 3, 3],
        ),
    ];
    for (arguments, codes) in runs {
        for (file, code) in [missing, &place, &binary, &empty].into_iter().zip(codes) {
            let run = affray_in(folder.path(), &[arguments, &[file][..]].concat(), b"");
            let says = format!("{arguments:?} {file}: {} {}", run.out, run.err);
            assert_eq!(run.code, *code, "{says}");
            assert!(!run.err.contains("panicked"), "{says}");
            assert!(
                *code == 0 || !run.err.is_empty() || !run.out.is_empty(),
                "{says}"
            );
        }
    }
}
