//! The program as people use it: its output, its exit codes, its files.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run of the program came to.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn expect(self, code: i32) -> String {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.out
    }
}

fn affray_in(folder: &Path, args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_affray"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("an input").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code().expect("it is not killed"),
        out: String::from_utf8(output.stdout).expect("plain text"),
        err: String::from_utf8(output.stderr).expect("plain text"),
    }
}

fn affray(args: &[&str]) -> Run {
    affray_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, b"")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn put(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a writable folder");
    path.display().to_string()
}

/// Two people, sword against sword.
fn duel(folder: &Path) -> String {
    let text = include_str!("../../../content/threeaction/scenarios/duel.toml");
    put(
        folder,
        "duel.toml",
        &text.replace("policy = \"sensible\"\n", ""),
    )
}

#[test]
fn bots_fight_to_the_end_and_the_same_seed_gives_the_same_fight() {
    let once = affray(&["fight", "duel", "--seed", "7"]).expect(0);
    assert!(once.contains("Round 1") && once.contains("wins."));
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
    assert!(out.contains("Not over at the limit of entries."), "{out}");
    assert!(out.contains("6 entries"), "{out}");
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
    assert!(forged.contains("comes out otherwise: other facts"));
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
    let text = include_str!("../../../content/threeaction/scenarios/duel.toml");
    let text = text.replace("max_hp = 30", "max_hp = 3");
    put(folder.path(), "threeaction/scenarios/short.toml", &text);
    let content = folder.path().display().to_string();
    let out = affray(&["--content", &content, "fight", "short", "--seed", "1"]).expect(0);
    assert!(out.contains("of 3 HP left"), "{out}");
}

const PAGE: &str = r#"# Duels

```toml setup
system = "threeaction"
[[creature]]
name = "ann"
side = "one"
at = [1, 1]
level = 1
str = 1
dex = 1
ess = 0
mnd = 0
items = ["longsword"]
[[creature]]
name = "bob"
side = "two"
at = [2, 1]
level = 1
str = 1
dex = 0
ess = 0
mnd = 0
max_hp = 20
physical_defense = 12
```

## A miss does nothing

```toml
[[step]]
auto = true
dice = "d20=15 d20=5"
next = "ann"

[[step]]
do = "ann: strike bob with longsword"
dice = "d20=2"
cites = ["melee-attack/roll"]
expect.bob.hp = 20
```
"#;

#[test]
fn worked_examples_hold_or_say_what_does_not() {
    let folder = folder();
    let right = put(folder.path(), "right.md", PAGE);
    let out = affray(&["case", &right]).expect(0);
    assert_eq!(out, "1 cases, 0 failed\n");
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
    let said = format!(
        "{wrong}:{line}: [A miss does nothing] `bob.hp` is 20, not 19\n2 cases, 1 failed\n"
    );
    assert_eq!(out, said);
    let logged = affray(&["case", &right, "--log", "--only", "miss"]).expect(0);
    assert!(logged.contains("misses"), "{logged}");
    let covered = affray(&["rules", "coverage", &right]).expect(0);
    assert!(
        covered.starts_with("Three Actions: ") && !covered.contains("missing: melee-attack/roll")
    );
    affray(&["rules", "coverage", "--strict", &right]).expect(1);
    affray(&["check", &right]).expect(0);
}

#[test]
fn rules_are_found_by_id_and_words() {
    assert!(affray(&["rules"]).expect(0).contains("threeaction"));
    let found = affray(&["rules", "melee-attack/roll"]).expect(0);
    assert!(found.starts_with("melee-attack/roll  (Three Actions)\n"));
    affray(&["rules", "no", "such", "words"]).expect(1);
    let json = affray(&["rules", "threeaction", "melee", "roll", "--json"]).expect(0);
    let first: Value = serde_json::from_str(json.lines().next().expect("a line")).expect("JSON");
    assert!(first["id"].is_string());
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
fn odds_are_exact() {
    let act = [
        "--command",
        "strike second with longsword",
        "--who",
        "first",
    ];
    let out = affray(&[&["odds", "duel"], &act[..]].concat()).expect(0);
    assert!(
        out.contains(" 45.00 % (9/20)  first: melee attack: failure"),
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

/// A folder with a duel, and what is typed in it.
struct Typing {
    folder: tempfile::TempDir,
    scenario: String,
    journal: PathBuf,
}

impl Typing {
    fn new() -> Self {
        let folder = folder();
        Self {
            scenario: duel(folder.path()),
            journal: folder.path().join("duel.jsonl"),
            folder,
        }
    }

    fn play(&self, args: &[&str], lines: &str) -> Run {
        let args = [&["play", &self.scenario, "--seed", "3"], args].concat();
        affray_in(self.folder.path(), &args, lines.as_bytes())
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.journal).expect("a journal")
    }
}

#[test]
fn a_fight_is_played_line_by_line() {
    let typing = Typing::new();
    let out = typing
        .play(&[], "offers strike\nstrike second with longsword\nstrike nobody\nundo\nundo\nwhy\nrules dodge\nquit\n")
        .expect(0);
    for part in [
        "The order of Initiative: the first 20, the second 6.",
        "first> offers strike\n",
        "  strike second with longsword\n",
        "The first misses the second.",
        "✗ ",
        "— The last decision is taken back. —",
        "✗ there is nothing to undo",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(typing.text().ends_with("{\"undo\":2}\n"));
}

#[test]
fn play_goes_on_from_the_journal_even_if_its_end_is_cut() {
    let typing = Typing::new();
    typing
        .play(
            &[],
            "strike second with longsword\nstrike second with longsword\n",
        )
        .expect(0);
    let whole = typing.text();
    fs::write(&typing.journal, &whole[..whole.len() - 10]).expect("a writable file");
    let out = typing
        .play(&[], "odds strike second with longsword\nboard\n")
        .expect(0);
    assert!(
        out.contains("was cut off in the middle and is dropped"),
        "{out}"
    );
    assert!(out.contains("2 Actions left"), "{out}");
    let kept = typing.text();
    assert!(whole.starts_with(&kept) && kept.ends_with('\n'));
    fs::write(&typing.journal, whole.trim_end()).expect("a writable file");
    let out = typing.play(&[], "").expect(0);
    assert!(out.contains("1 Action left"), "{out}");
    assert_eq!(typing.text(), whole, "a missing end of line is made good");
    typing.play(&["--new"], "").expect(0);
    assert!(typing.text().len() < whole.len());
}

#[test]
fn dice_are_typed_one_roll_after_the_other() {
    let typing = Typing::new();
    let out = typing
        .play(
            &["--dice", "real"],
            "18\n5\nstrike second with longsword\n21\n20\n=4\n=4\nundo\nquit\n",
        )
        .expect(0);
    for part in [
        "first rolls d20 (Initiative)> 18",
        "✗ d20: ",
        "The first critically hits the second.",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert_eq!(
        out.matches("strikes at the second").count(),
        1,
        "told once: {out}"
    );
    let replayed = affray(&["replay", &typing.journal.display().to_string(), "--verify"]);
    replayed.expect(0);
}

#[test]
fn a_player_plays_and_sees_as_one_creature() {
    let typing = Typing::new();
    let out = typing
        .play(&["--player", "second"], "board\nsilent\nquit\n")
        .expect(0);
    assert!(out.contains("second> "), "{out}");
    assert!(!out.contains("first> "), "{out}");
    let row = out
        .lines()
        .rfind(|line| line.contains("F first"))
        .expect("a row");
    assert!(!row.contains("/30"), "{row}");
    typing.play(&["--new", "--player", "nobody"], "").expect(2);
}

#[test]
fn corrections_bots_and_saving() {
    let typing = Typing::new();
    let out = typing
        .play(
            &[],
            "set second.hp 4\nset second.hq 4\nbot second random\nperson first\nsave copy.jsonl\nhabit fall never\nhabit fall\ndice tarot\nhelp\nexplain\nlog\n\n# a remark\n",
        )
        .expect(0);
    assert!(out.contains("second has 4 HP now"), "{out}");
    assert!(
        out.contains("`tarot`: dice are `real` or `virtual`"),
        "{out}"
    );
    let copy = typing
        .folder
        .path()
        .join("copy.jsonl")
        .display()
        .to_string();
    affray(&["replay", &copy, "--verify"]).expect(0);
    let after = [
        "odds",
        "--after",
        &copy,
        "--command",
        "strike second with longsword",
    ];
    let odds = affray(&after).expect(0);
    assert!(odds.contains("second: HP"), "{odds}");
}

#[test]
fn nothing_that_is_typed_or_read_panics() {
    let typing = Typing::new();
    let junk = "\u{0}\nstrike\nstrike second with\n:\n::::\nfirst:\n=\n=99999999999999999999\n-1\nset\nset .\nset first.hp\n\
                set first.hp 99999999999\nodds\nodds :\nbot\nperson\ndice\nsave\nrules\nmove to 999999,999999\nmove to -1,-1\n\
                cast\nundo\nredo\nwithdraw\nsilent\n\u{feff}ø ß 漢字 🎲\n";
    typing.play(&[], junk).expect(0);
    let mut bytes: Vec<u8> = Vec::new();
    let mut word = 0x1234_5678_u32;
    for _ in 0..20_000 {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        bytes.push((word >> 24) as u8);
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    for name in ["junk.toml", "junk.jsonl", "junk.md"] {
        let path = put(typing.folder.path(), name, &text);
        for command in ["check", "case", "replay", "fight"] {
            let run = affray(&[command, &path]);
            assert!(
                (1..=2).contains(&run.code),
                "{command} {name}: {}",
                run.code
            );
            assert!(!run.err.contains("panicked"), "{}", run.err);
        }
    }
    affray_in(
        typing.folder.path(),
        &["play", &typing.scenario, "--new"],
        &bytes,
    )
    .expect(0);
    fs::write(typing.folder.path().join("bytes.toml"), &bytes).expect("a writable folder");
    let path = typing
        .folder
        .path()
        .join("bytes.toml")
        .display()
        .to_string();
    affray(&["check", &path]).expect(3);
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
