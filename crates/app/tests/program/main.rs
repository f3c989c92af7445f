//! The program as people use it: its output, its exit codes, its files.

mod checking;
#[path = "../common/mod.rs"]
mod common;

use std::fs;
use std::process::{Command, Stdio};

use common::{affray, affray_in, folder, put};
use serde_json::Value;

#[test]
fn bots_fight_to_the_end_and_the_same_seed_gives_the_same_fight() {
    let once = affray(&["fight", "duel", "--seed", "7"]).expect(0);
    assert!(once.contains("Round 1") && once.contains("Over: the "));
    assert!(once.contains("--seed 7"));
    assert_eq!(affray(&["fight", "duel", "--seed", "7"]).expect(0), once);
    assert_ne!(affray(&["fight", "duel", "--seed", "8"]).expect(0), once);
    let explained = affray(&["fight", "duel", "--seed", "7", "--explain", "--cite"]).expect(0);
    assert!(explained.len() > 2 * once.len());
    assert!(explained.contains("against Physical Defense 15"));
    assert!(!explained.contains('\x1b'));
    let colored = affray(&["fight", "duel", "--seed", "7", "--color", "always"]).expect(0);
    assert!(colored.contains("\x1b[1mRound 1\x1b[0m"));
}

#[test]
fn a_fight_ends_at_its_limit() {
    let out = affray(&["fight", "duel", "--seed", "7", "--limit", "6"]).expect(1);
    assert!(out.contains("Not over at its limit."), "{out}");
    assert!(out.contains("6 entries; the same again: "), "{out}");
}

#[test]
fn a_fight_says_by_which_command_it_is_the_same_again() {
    let set = ["fight", "duel", "--seed", "7", "--set", "first.max_hp=9"];
    let more = ["--policy", "random", "--limit", "1", "--longest", "60"];
    let out = affray(&[&set[..], &more].concat()).expect(1);
    let (_, again) = out
        .trim_end()
        .split_once("\n1 entry; the same again: affray ")
        .expect("a command");
    let words: Vec<&str> = again.split_whitespace().collect();
    assert_eq!(affray(&words).expect(1), out);
}

#[test]
fn a_journal_of_another_fight_is_not_written_over() {
    let folder = folder();
    let fight = |seed: &str, more: &[&str]| {
        let common = ["fight", "duel", "--seed", seed, "--journal", "keep.jsonl"];
        affray_in(folder.path(), &[&common[..], more].concat(), b"")
    };
    let text = || fs::read_to_string(folder.path().join("keep.jsonl")).expect("a journal");
    fight("1", &["--limit", "5"]).expect(1);
    let begun = text();
    let run = fight("2", &[]);
    assert!(
        run.err.contains("keep.jsonl holds another fight: "),
        "{}",
        run.err
    );
    assert!(run.out.is_empty(), "it is not played: {}", run.out);
    run.expect(2);
    assert_eq!(text(), begun);
    // The same fight may go further, and is not cut.
    fight("1", &[]).expect(0);
    let whole = text();
    assert!(whole.starts_with(&begun) && whole.len() > begun.len());
    let run = fight("1", &["--limit", "5"]);
    assert!(run.err.contains("holds more of this fight"), "{}", run.err);
    run.expect(2);
    assert_eq!(text(), whole);
    let rows = ["sim", "duel", "--fights", "2", "--out", "keep.jsonl"];
    let run = affray_in(folder.path(), &rows, b"");
    assert!(run.err.contains("is the journal of a fight"), "{}", run.err);
    run.expect(2);
    fight("2", &["--new"]).expect(0);
    assert_ne!(text(), whole);
    put(folder.path(), "keep.jsonl", "notes\n");
    let run = fight("1", &[]);
    assert!(run.err.contains("is no journal"), "{}", run.err);
    run.expect(2);
    assert_eq!(text(), "notes\n");
}

/// What cannot be replaced is written into, and what is replaced stays what it was.
#[cfg(unix)]
#[test]
fn links_permissions_and_pipes_stay_what_they_are() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let sim = |to: &str| {
        let args = ["sim", "duel", "--fights", "3", "--seed", "1", "--out", to];
        affray_in(folder.path(), &args, b"").expect(0)
    };
    sim("plain.csv");
    let plain = fs::read_to_string(at("plain.csv")).expect("it is written");
    put(folder.path(), "real.csv", "old");
    let secret = fs::Permissions::from_mode(0o600);
    fs::set_permissions(at("real.csv"), secret).expect("it is ours");
    symlink("real.csv", at("link.csv")).expect("a link");
    sim("link.csv");
    let link = fs::symlink_metadata(at("link.csv")).expect("it is there");
    assert!(link.is_symlink());
    let real = fs::metadata(at("real.csv")).expect("it is there");
    assert_eq!(real.permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_to_string(at("real.csv")).expect("a text"), plain);

    let made = Command::new("mkfifo").arg(at("pipe.csv")).status();
    assert!(made.expect("a pipe can be made").success());
    let pipe = at("pipe.csv");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).expect("a text"));
    sim("pipe.csv");
    assert_eq!(reader.join().expect("it ends"), plain);
    assert!(!at("pipe.csv").is_file());
}

#[test]
fn a_journal_in_the_place_of_a_scenario_is_told_as_such() {
    let folder = folder();
    let fight = ["fight", "duel", "--seed", "1", "--journal", "ford.jsonl"];
    affray_in(folder.path(), &fight, b"").expect(0);
    for command in ["fight", "sim", "advise", "duel"] {
        let run = affray_in(folder.path(), &[command, "ford.jsonl"], b"");
        let told = "ford.jsonl is a journal and no scenario: `affray replay ford.jsonl` tells it";
        assert!(run.err.contains(told), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        run.expect(2);
    }
    put(folder.path(), "fights.csv", "scenario,fight\nduel,0\n");
    let run = affray_in(folder.path(), &["fight", "fights.csv"], b"");
    assert!(run.err.contains("those are .toml files"), "{}", run.err);
    run.expect(2);
    let checked = affray_in(folder.path(), &["check", "fights.csv", "ford.jsonl"], b"");
    let out = checked.expect(1);
    let read = "it is none of what `affray check` reads: .toml, .jsonl and .md";
    assert!(out.contains(read), "{out}");
    assert!(out.contains("right: ford.jsonl"), "{out}");
}

#[test]
fn a_name_that_several_systems_have_is_told_in_full() {
    for command in ["sim", "tournament"] {
        let run = affray(&[command, "ten-a-side"]);
        let told = "several systems have a scenario `ten-a-side`: which is meant, ";
        assert!(run.err.contains(told), "{}", run.err);
        assert!(run.err.contains("or segment/ten-a-side?"), "{}", run.err);
        assert!(run.out.is_empty(), "{}", run.out);
        run.expect(2);
    }
}

#[test]
fn numbers_are_told_by_what_they_may_be() {
    let refused = |args: &[&str], told: &str| {
        let run = affray(args);
        assert!(run.err.contains(told), "{args:?}: {}", run.err);
        assert!(!run.err.contains("tip:"), "{args:?}: {}", run.err);
        run.expect(2);
    };
    let seed = "it is no whole number from 0 to 18,446,744,073,709,551,615";
    refused(&["fight", "duel", "--seed", "-1"], seed);
    refused(&["sim", "duel", "--seed", "99999999999999999999"], seed);
    let fights = "it is no whole number from 1 to 1,000,000,000,000";
    refused(&["sim", "duel", "--fights", "-3"], fights);
    refused(&["sim", "duel", "--fights", "1e3"], fights);
    refused(&["duel", "duel", "--bound", "-1"], "between 0 and 1");
    refused(
        &["sim", "duel", "--set", "first.max_hp=9"],
        "--vary first.max_hp=9",
    );
}

#[test]
fn json_is_a_value_a_line() {
    let out = affray(&["fight", "duel", "--seed", "7", "--json"]).expect(0);
    let values: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (end, log) = values.split_last().expect("lines");
    assert_eq!(end["end"]["over"], true);
    assert_eq!(end["end"]["seed"], 7);
    assert!(log.iter().all(|line| line["log"]["text"].is_string()));
}

#[test]
fn journals_are_written_replayed_and_verified() {
    let folder = folder();
    let path = folder.path().join("fight.jsonl").display().to_string();
    let told = affray(&["fight", "duel", "--seed", "7", "--journal", &path]).expect(0);
    let replayed = affray(&["replay", &path, "--verify"]).expect(0);
    let log = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .take_while(|line| !line.is_empty() && !line.starts_with("Over"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(log(&replayed), log(&told));
    assert!(replayed.contains("replayed: the same facts"));
    affray(&["check", &path]).expect(0);
    let text = fs::read_to_string(&path).expect("a journal");
    let place = text.find("\"damaged\":[1,").expect("somebody is hurt");
    let (before, after) = text.split_at(place + "\"damaged\":[1,".len());
    put(folder.path(), "fight.jsonl", &format!("{before}9{after}"));
    let forged = affray(&["replay", &path, "--verify"]).expect(1);
    assert!(forged.contains("comes out otherwise: fact "));
    affray(&["check", &path]).expect(1);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing is left beside the journal");
}

#[test]
fn what_is_not_there_is_said_with_its_exit_code() {
    let run = affray(&["fight", "duell"]);
    assert!(run.err.contains("did you mean `duel`?"), "{}", run.err);
    run.expect(2);
    affray(&["fight"]).expect(2);
    affray(&["dance"]).expect(2);
    affray(&["replay", "/nowhere/at/all.jsonl"]).expect(3);
    affray(&["check", "/nowhere/at/all.toml"]).expect(3);
    affray(&["fight", "duel", "--journal", "/nowhere/at/all.jsonl"]).expect(3);
    affray(&["--content", "/nowhere/at/all", "rules"]).expect(3);
    let help = affray(&["--help"]).expect(0);
    assert!(help.contains("Exit codes:"));
}

const PAGE: &str = include_str!("../common/page.md");

#[test]
fn worked_examples_hold_or_say_what_does_not() {
    let folder = folder();
    let right = put(folder.path(), "right.md", PAGE);
    let out = affray(&["case", &right]).expect(0);
    assert_eq!(out, "1 case, 0 failed\n");
    let wrong = put(
        folder.path(),
        "wrong.md",
        &PAGE.replace("hp = 20\n```", "hp = 19\n```"),
    );
    let out = affray(&["case", &folder.path().display().to_string()]).expect(1);
    let line = PAGE
        .lines()
        .position(|line| line.starts_with("expect"))
        .expect("a line")
        + 1;
    let said = format!("{wrong}:{line}: [A miss does nothing] `bob.hp` is 20, not 19");
    let (first, rest) = out.split_once('\n').expect("lines");
    assert_eq!(first, said);
    assert!(rest.starts_with("    rules at work: "), "{rest}");
    assert!(
        rest.contains("melee-attack/roll") && rest.ends_with("\n2 cases, 1 failed\n"),
        "{rest}"
    );
    let logged = affray(&["case", &right, "--log", "--only", "miss"]).expect(0);
    assert!(logged.contains("misses"), "{logged}");
    let lower = affray(&["case", &right, "--only", "a miss"]).expect(0);
    assert_eq!(lower, "1 case, 0 failed\n");
    let none = affray(&["case", &right, "--only", "bleed"]).expect(1);
    assert_eq!(none, "no case has `bleed` in its heading\n");
    let covered = affray(&["rules", "coverage", &right]).expect(0);
    assert!(
        covered.starts_with("Three Actions: ") && !covered.contains("missing: melee-attack/roll")
    );
    affray(&["rules", "coverage", "--strict", &right]).expect(1);
    affray(&["check", &right]).expect(0);
}

/// What stands between two marks.
fn between<'t>(text: &'t str, begin: &str, end: &str) -> &'t str {
    let behind = text.split_once(begin).expect(begin).1;
    behind.split_once(end).expect(end).0
}

#[test]
fn the_example_of_the_guide_holds() {
    let guide = include_str!("../../../../docs/worked-examples.md");
    let page = between(guide, "````markdown\n", "````\n");
    let folder = folder();
    let page = put(folder.path(), "guide.md", page);
    let out = affray(&["case", &page]).expect(0);
    assert_eq!(out, "2 cases, 0 failed\n");
}

/// Blocks of TOML in a page, in order.
fn blocks(page: &str) -> Vec<&str> {
    let all = page.split("```toml\n").skip(1);
    all.map(|block| block.split_once("```").expect("an end").0)
        .collect()
}

#[test]
fn what_the_guide_to_scenarios_shows_is_right() {
    let guide = include_str!("../../../../docs/scenarios.md");
    let (scenarios, content) = guide
        .split_once("## Content of your own")
        .expect("a part on content");
    let folder = folder();
    let put = |name: &str, text: &str| put(folder.path(), name, text);
    let examples = blocks(scenarios);
    let [first, others @ ..] = &examples[..] else {
        panic!("there are examples");
    };
    assert!(others.len() >= 8, "{others:?}");
    for other in others {
        let path = put("ford.toml", &format!("{first}\n{other}"));
        let out = affray(&["check", &path]).expect(0);
        assert!(out.contains("wolves"), "{other}: {out}");
    }
    let path = put("ford.toml", &examples.join("\n"));
    affray(&["fight", &path, "--seed", "1"]).expect(0);
    std::fs::create_dir_all(folder.path().join("my/threeaction")).expect("a folder");
    let added = blocks(content);
    let [weapon, creature] = added[..] else {
        panic!("a weapon and a creature: {added:?}");
    };
    let weapons = include_str!("../../../../content/threeaction/weapons.toml");
    let creatures = include_str!("../../../../content/threeaction/creatures.toml");
    put(
        "my/threeaction/weapons.toml",
        &format!("{weapons}\n{weapon}"),
    );
    put(
        "my/threeaction/creatures.toml",
        &format!("{creatures}\n{creature}"),
    );
    let my = folder.path().join("my").display().to_string();
    affray(&["check", &my]).expect(0);
    let path = put("ford.toml", &first.replace("\"ogre\"", "\"ferryman\""));
    let out = affray(&["--content", &my, "fight", &path, "--seed", "1"]).expect(0);
    assert!(out.contains("with a boat hook"), "{out}");
}

#[test]
fn the_fight_in_the_readme_is_what_its_command_prints() {
    let readme = include_str!("../../../../README.md");
    let section = between(readme, "## What it prints", "## What it does");
    let command = between(section, "`cargo run --release -- ", "`");
    let words: Vec<&str> = command.split_whitespace().collect();
    let printed = affray(&words).expect(0);
    let shown = between(section, "```text\n", "```");
    assert!(printed.contains(shown), "`{command}` prints\n{printed}");
}

#[test]
fn the_odds_in_the_readme_can_be_asked() {
    let readme = include_str!("../../../../README.md");
    let begin_a_fight = |line: &&str| line.starts_with("affray odds ") && !line.contains("--after");
    let commands: Vec<&str> = readme.lines().filter(begin_a_fight).collect();
    assert!(commands.len() >= 4, "{commands:?}");
    for command in commands {
        let (words, act) = command.split_once('"').expect("an act in quotation marks");
        let mut arguments: Vec<&str> = words.split_whitespace().skip(1).collect();
        arguments.push(act.trim_end_matches('"'));
        let out = affray(&arguments).expect(0);
        assert!(out.contains(" courses of dice"), "{command}: {out}");
    }
}

#[test]
fn rules_are_found_by_id_and_words() {
    assert!(affray(&["rules"]).expect(0).contains("threeaction"));
    let found = affray(&["rules", "melee-attack/roll"]).expect(0);
    assert!(found.starts_with("melee-attack/roll  (Three Actions)\n"));
    affray(&["rules", "no", "such", "spaceship"]).expect(1);
    let listed = affray(&["rules"]).expect(0);
    let row = listed.lines().find(|line| line.starts_with("threeaction "));
    let row = row.expect("a system");
    assert!(row.ends_with(" of them binding"), "{row}");
    let number = |word: &str| {
        row.split_once(word)
            .and_then(|(before, _)| before.rsplit(' ').next()?.parse().ok())
    };
    let (all, binding): (Option<usize>, Option<usize>) = (number(" rules,"), number(" of them"));
    assert!(binding < all, "{row}");
    let ids = affray(&["rules", "threeaction"]).expect(0);
    assert_eq!(Some(ids.lines().count()), all, "every rule is listed");
    let many = affray(&["rules", "threeaction", "the"]).expect(0);
    let last = many.lines().last().expect("a line");
    assert!(
        last.starts_with("… and ") && last.ends_with(" more of Three Actions"),
        "{last}"
    );
    let mistyped = affray(&["rules", "threeacton", "bleeding"]).expect(1);
    assert!(
        mistyped.contains("did you mean the system `threeaction`?"),
        "{mistyped}"
    );
    let json = affray(&["rules", "threeaction", "melee", "roll", "--json"]).expect(0);
    let first: Value = serde_json::from_str(json.lines().next().expect("a line")).expect("JSON");
    assert!(first["id"].is_string());
}

#[test]
fn odds_are_exact() {
    let act = [
        "--command",
        "strike second with longsword",
        "--who",
        "first",
    ];
    let out = affray(&[&["odds", "duel"], &act[..]].concat()).expect(0);
    assert!(
        out.contains(" 45.00% (9/20)  first: melee attack: failure"),
        "{out}"
    );
    let json = affray(&[&["odds", "duel", "--json"], &act[..]].concat()).expect(0);
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    let sum: f64 = rows
        .iter()
        .filter_map(|row| row["chance"]["value"].as_f64())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
    affray(&["odds", "duel", "--command", "juggle"]).expect(2);
    affray(&["odds", "--command", "dodge"]).expect(2);
}

#[test]
fn whoever_stops_reading_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_affray"))
        .args(["rules", "threeaction", "a"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
