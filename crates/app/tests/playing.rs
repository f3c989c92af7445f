//! Playing at the keyboard: what is typed, what is kept, and how one goes on with it.

mod common;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Run, affray, affray_in, folder, put};

/// Two people, sword against sword.
fn duel(folder: &Path) -> String {
    let text = include_str!("../../../content/threeaction/scenarios/duel.toml");
    put(
        folder,
        "duel.toml",
        &text.replace("policy = \"simple\"\n", ""),
    )
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
        "  strike second with longsword",
        "The first misses the second.",
        "✗ ",
        "— The last decision is taken back: The first strikes at the second with a longsword. —",
        "✗ there is nothing to undo",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(typing.text().ends_with("{\"undo\":2}\n"));
}

#[test]
fn what_stands_before_a_colon_is_a_name_or_part_of_an_act() {
    let folder = folder();
    let yard = include_str!("../../../content/energy/scenarios/training-yard.toml");
    let yard = put(
        folder.path(),
        "yard.toml",
        &yard.replace("policy = \"simple\"\n", ""),
    );
    let lines = "alda: run to 6,4\nchallenge: defend\nduranna: defend\n";
    let args = ["play", &yard, "--seed", "3", "--all"];
    let out = affray_in(folder.path(), &args, lines.as_bytes()).expect(0);
    for part in [
        "challenge: shift (",
        "Durana tries to be first: Durana prepares to defend.",
        "✗ there is no creature `duranna`; did you mean `durana`?",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
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
        out.matches("strikes at the second with a longsword.\n")
            .count(),
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
        .play(
            &["--player", "second"],
            "board\nsheet second\nsheet first\nsheet secnod\nsilent\nquit\n",
        )
        .expect(0);
    assert!(out.contains("second> "), "{out}");
    assert!(!out.contains("first> "), "{out}");
    let row = out
        .lines()
        .rfind(|line| line.contains("F first"))
        .expect("a row");
    assert!(!row.contains("/30"), "{row}");
    for part in [
        "  Melee Attack: +5 = 2 (Level) + 3 (STR)  [melee-attack/roll]",
        "its numbers are not told",
        "did you mean `second`?",
    ] {
        assert!(out.contains(part), "`{part}` is missing in\n{out}");
    }
    typing.play(&["--new", "--player", "nobody"], "").expect(2);
}

#[test]
fn corrections_bots_and_saving() {
    let typing = Typing::new();
    let out = typing
        .play(
            &[],
            "set second.hp 4\nset second.hq 4\nbot second random\nperson first\nsave copy.jsonl\nhabit fall never\nhabit when it chooses which way to push never\nhabit fall\nhabit sneezing never\nhabit\ndice tarot\nhelp\nexplain\nlog\n\n# a remark\n",
        )
        .expect(0);
    assert!(out.contains("second has 4 HP now"), "{out}");
    assert!(
        out.contains("is silent of itself when it begins to fall\n"),
        "{out}"
    );
    assert!(
        out.contains("`sneezing` says nothing about when somebody is asked: on its own Turn; "),
        "{out}"
    );
    for line in [
        "  when it begins to fall: is silent of itself\n",
        "  when it chooses which way to push: is silent of itself\n",
        "  when it chooses how far to push: is asked where it matters\n",
    ] {
        assert!(out.contains(line), "{out}");
    }
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
fn what_is_typed_wrongly_is_told_by_what_is_wrong() {
    let typing = Typing::new();
    let out = typing
        .play(
            &[],
            "set fist.hp 7\nset first.?\nsheet foo\nadvise search:0\n5\nremove foo\n",
        )
        .expect(0);
    for part in [
        "✗ `fist` is no creature here; did you mean `first`?\n",
        "> set first.?\nwhat can be set: gains or loses a condition, ",
        "✗ there is no creature `foo`\n",
        "✗ `search:0` is no policy: 1 to 100000 rollouts may stand behind it",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(!out.contains("the command `?`"), "{out}");
    assert!(
        out.ends_with("the same command goes on with it.\n"),
        "{out}"
    );
}

#[test]
fn another_seed_is_no_seed_of_a_fight_that_goes_on() {
    let typing = Typing::new();
    typing.play(&[], "silent\n").expect(0);
    let same = typing.play(&[], "").expect(0);
    assert!(!same.contains("its dice follow from"), "{same}");
    let args = ["play", &*typing.scenario, "--seed", "99"];
    let other = affray_in(typing.folder.path(), &args, b"").expect(0);
    let told = "its dice follow from 3: --seed 99 is for a fight that begins";
    assert!(other.contains(told), "{other}");
}

#[test]
fn a_journal_may_begin_with_the_mark_that_some_editors_put_there() {
    let typing = Typing::new();
    typing.play(&[], "silent\nend turn\n").expect(0);
    let plain = typing.text();
    fs::write(&typing.journal, format!("\u{feff}{plain}")).expect("a journal");
    let journal = typing.journal.display().to_string();
    affray(&["replay", &journal, "--verify"]).expect(0);
    affray(&["check", &journal]).expect(0);
    let odds = ["odds", "--after", &journal, "--command", "dodge"];
    assert!(!affray(&odds).err.contains("journal"));
    let run = affray(&["fight", &journal]);
    assert!(run.err.contains("is a journal"), "{}", run.err);
    // A last line that was cut is dropped at its place.
    let cut = format!("\u{feff}{}", &plain[..plain.len() - 3]);
    fs::write(&typing.journal, cut).expect("a journal");
    let out = typing.play(&[], "").expect(0);
    assert!(out.contains("was cut off in the middle"), "{out}");
    let lines: Vec<&str> = plain.lines().collect();
    let whole = lines[..lines.len() - 1].join("\n") + "\n";
    let kept = typing.text();
    assert!(kept.starts_with(&format!("\u{feff}{whole}")), "{kept}");
    affray(&["check", &journal]).expect(0);
    let out = typing.play(&["--new"], "").expect(0);
    assert!(!out.contains("going on from"), "{out}");
    assert!(typing.text().starts_with('{'));
}

#[test]
fn what_is_saved_takes_the_place_of_no_other_fight() {
    let typing = Typing::new();
    let folder = typing.folder.path();
    let fight = ["fight", "duel", "--seed", "1", "--journal", "keep.jsonl"];
    affray_in(folder, &fight, b"").expect(0);
    let keep = || fs::read_to_string(folder.join("keep.jsonl")).expect("a journal");
    let kept = keep();
    let lines = "save keep.jsonl\nsave own.jsonl\nsilent\nsave own.jsonl\n";
    let out = typing.play(&[], lines).expect(0);
    let told =
        "✗ keep.jsonl holds another fight: save elsewhere, or `save! keep.jsonl` replaces it";
    assert!(out.contains(told), "{out}");
    assert_eq!(out.matches("written to own.jsonl").count(), 2, "{out}");
    assert_eq!(keep(), kept);
    let out = typing.play(&[], "save! keep.jsonl\n").expect(0);
    assert!(out.contains("written to keep.jsonl"), "{out}");
    assert_eq!(keep(), typing.text());
}

#[test]
fn acts_that_begin_like_commands_are_acts() {
    let folder = folder();
    let two = "system = 'actionpoint'\n[map]\nrows = ['.........']\n\
        [[creature]]\nname = 'alda'\nkind = 'knight'\nside = 'left'\nat = [0, 0]\n\
        [[creature]]\nname = 'brak'\nkind = 'knight'\nside = 'right'\nat = [8, 0]\n\
        [start]\nround = 1\nturn = 'alda'\n";
    let scenario = put(folder.path(), "two.toml", two);
    let lines = "save turn until after alda\nsave turn until after brk\nsave turn until after brak\nsave copy.jsonl\n";
    let out = affray_in(folder.path(), &["play", &scenario], lines.as_bytes()).expect(0);
    assert!(
        out.contains("✗ Alda has no turn ahead in this round"),
        "{out}"
    );
    assert!(
        out.contains("Alda saves its turn until after Brak's turn."),
        "{out}"
    );
    assert!(
        out.contains("✗ `brk` is no creature here; did you mean `brak`?"),
        "{out}"
    );
    assert!(!folder.path().join("turn until after brk").exists());
    assert!(out.contains("written to copy.jsonl"), "{out}");
    assert!(folder.path().join("copy.jsonl").exists());
}

/// It would do the same again at once.
#[test]
fn the_act_of_a_bot_is_not_withdrawn() {
    let folder = folder();
    let two = "system = 'actionpoint'\n[map]\nrows = ['.........']\n\
        [[creature]]\nname = 'alda'\nkind = 'knight'\nside = 'left'\nat = [3, 0]\n\
        [[creature]]\nname = 'brak'\nkind = 'knight'\nside = 'right'\nat = [4, 0]\npolicy = 'simple'\n\
        [start]\nround = 1\nturn = 'brak'\n";
    let scenario = put(folder.path(), "two.toml", two);
    let lines = "withdraw\nset brak leaves\nquit\n";
    let out = affray_in(folder.path(), &["play", &scenario], lines.as_bytes()).expect(0);
    for part in [
        "✗ a bot has begun it and would do the same again at once; `undo` takes back your last decision",
        "it would not be Brak's moment then; `set! brak leaves` drops it",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn what_is_corrected_in_the_middle_of_an_act_is_told_and_kept() {
    let typing = Typing::new();
    let out = typing
        .play(
            &["--dice", "real"],
            "10\n8\nstrike second with longsword\n20\nset second.hp 14\nset first leaves\nset! second.hp 9\nquit\n",
        )
        .expect(0);
    for part in [
        "first rolls d8 (damage)> set second.hp 14\n",
        "The second has 14 HP now.",
        "It holds from before the act in progress",
        "the act in progress is in the way: it would not be the first's moment then; `set! first leaves` drops it",
        "The act in progress is withdrawn.",
        "The second has 9 HP now.",
        "first> quit",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    affray(&["replay", "--verify", &typing.journal.display().to_string()]).expect(0);
}

#[test]
fn odds_after_a_fight_of_bots() {
    let typing = Typing::new();
    let journal = typing.folder.path().join("bots.jsonl");
    let journal = journal.display().to_string();
    let fight = ["fight", "timecount/sword-and-rapier", "--seed", "7"];
    let stopped = [&fight[..], &["--limit", "9", "--journal", &journal]].concat();
    affray(&stopped).expect(1);
    let wait = ["odds", "--after", &journal, "--command", "wait 1 count"];
    let odds = affray(&wait).expect(0);
    assert!(odds.contains("wait 1 count"), "{odds}");
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
    affray(&["check", &path]).expect(2);
}

#[test]
fn you_play_the_first_side_and_bots_the_others() {
    let typing = Typing::new();
    let out = affray_in(
        typing.folder.path(),
        &["play", "threeaction/duel", "--seed", "3"],
        b"who\nsilent\nboard\n",
    )
    .expect(0);
    assert!(out.contains("  first   you\n"), "{out}");
    assert!(out.contains("  second  a bot (simple)\n"), "{out}");
    assert!(out.contains("The second strikes at the first"), "{out}");
    assert!(!out.contains("second> "), "{out}");
    assert!(out.contains("The fight is kept in duel.jsonl"), "{out}");
    let all = ["play", "duel", "--seed", "3", "--new", "--all"];
    let out = affray_in(typing.folder.path(), &all, b"silent\nboard\n").expect(0);
    assert!(out.contains("second> "), "{out}");
}

#[test]
fn going_on_needs_no_flags() {
    let typing = Typing::new();
    let lines = "habit readied never\nbot first random\n";
    typing.play(&["--player", "second"], lines).expect(0);
    let out = typing.play(&[], "who\nboard\n").expect(0);
    assert!(out.contains("  first   a bot (random)\n"), "{out}");
    assert!(out.contains("  second  you\n"), "{out}");
    assert!(!out.contains("first> "), "{out}");
    let row = out
        .lines()
        .rfind(|line| line.contains("F first"))
        .expect("a row");
    assert!(!row.contains("/30"), "as the second sees it: {row}");
    assert!(
        typing
            .text()
            .contains("{\"aside\":{\"habit\":[1,\"readied\",\"never\"]}}")
    );
    let journal = typing.journal.display().to_string();
    let out = affray_in(typing.folder.path(), &["play", &journal], b"view all\n").expect(0);
    assert!(
        out.contains("second> "),
        "a journal is gone on with as well: {out}"
    );
    let row = out
        .lines()
        .rfind(|line| line.contains("F first"))
        .expect("a row");
    assert!(row.contains("/30"), "everything is seen again: {row}");
}

#[test]
fn another_fight_is_not_gone_on_with() {
    let typing = Typing::new();
    typing.play(&[], "strike second with longsword\n").expect(0);
    let whole = typing.text();
    let journal = typing.journal.display().to_string();
    let other = ["play", "segment/duel-at-the-ford", "--journal", &journal];
    let run = affray_in(typing.folder.path(), &other, b"");
    assert!(run.err.contains("holds a fight with others"), "{}", run.err);
    run.expect(2);
    let missing = ["play", "my-fights/duel"];
    affray_in(typing.folder.path(), &missing, b"").expect(2);
    assert_eq!(typing.text(), whole);
}

#[test]
fn a_wrong_flag_costs_no_journal() {
    let typing = Typing::new();
    typing.play(&[], "strike second with longsword\n").expect(0);
    let whole = typing.text();
    typing.play(&["--new", "--player", "nobody"], "").expect(2);
    assert_eq!(typing.text(), whole);
    fs::write(&typing.scenario, "system = \"threeaction\"\n").expect("a writable folder");
    typing.play(&["--new"], "").expect(2);
    assert_eq!(typing.text(), whole);
}

#[test]
fn two_programs_never_write_one_journal() {
    let typing = Typing::new();
    let mut first = Command::new(env!("CARGO_BIN_EXE_affray"))
        .args(["play", &typing.scenario])
        .current_dir(typing.folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while fs::metadata(&typing.journal).map_or(0, |file| file.len()) == 0 {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "the first one plays"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = typing.play(&["--new"], "undo\n");
    assert!(
        second.err.contains("is being played already"),
        "{}",
        second.err
    );
    second.expect(3);
    let journal = typing.journal.display().to_string();
    affray(&["fight", "duel", "--journal", &journal]).expect(3);
    let mut input = first.stdin.take().expect("an input");
    input
        .write_all(b"set second.hp 4\nquit\n")
        .expect("it still listens");
    drop(input);
    assert!(first.wait().expect("it ends").success());
    affray(&["replay", &journal, "--verify"]).expect(0);
    assert!(typing.text().contains("second.hp 4"));
    typing.play(&[], "").expect(0);
}

#[test]
fn what_was_left_can_be_gone_back_to() {
    let typing = Typing::new();
    let out = typing
        .play(
            &[],
            "branches\ndodge\nundo\ndrop prone\nbranches\nbranch 7\nbranch x\nbranch 1\nboard\n",
        )
        .expect(0);
    for part in [
        "none: nothing was undone and then done differently",
        "  1  Round 1, 1 event: The first dodges.",
        "✗ there is no branch 7; there are 1",
        "✗ `x` is no number of a branch",
        "— Another course of the fight is taken up again. —",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (_, failed) = out.split_once("> branch 7\n").expect("it was typed");
    assert!(
        failed.starts_with("✗ there is no branch 7; there are 1\nfirst> branch x"),
        "the question is not put again: {failed}"
    );
    let out = typing.play(&[], "branches\n").expect(0);
    assert!(
        out.contains("1 event: The first falls Prone.") || out.contains("drops to the ground"),
        "{out}"
    );
    let journal = typing.journal.display().to_string();
    let present = affray(&["replay", &journal, "--verify"]).expect(0);
    assert!(
        present.contains("The first dodges.") && present.contains("`--branch N` tells one"),
        "{present}"
    );
    let other = affray(&["replay", &journal, "--branch", "1"]).expect(0);
    assert!(
        !other.contains("dodges") && other.contains("drops to the ground"),
        "{other}"
    );
    affray(&["replay", &journal, "--branch", "2"]).expect(2);
    let copy = typing
        .folder
        .path()
        .join("copy.jsonl")
        .display()
        .to_string();
    typing
        .play(&[], "save copy.jsonl\nsave duel.jsonl\n")
        .expect(0);
    affray(&["replay", &copy, "--branch", "1"]).expect(0);
}

#[test]
fn a_journal_whose_first_line_was_cut_begins_anew() {
    let typing = Typing::new();
    typing.play(&[], "").expect(0);
    let whole = typing.text();
    let header = whole.lines().next().expect("a header");
    for length in [1, 10, header.len() / 2, header.len() - 1] {
        fs::write(&typing.journal, &header[..length]).expect("a writable folder");
        let out = typing.play(&[], "strike second with longsword\n").expect(0);
        assert!(
            out.contains("was cut off in the middle, and nothing follows"),
            "{out}"
        );
        let journal = typing.journal.display().to_string();
        affray(&["replay", &journal, "--verify"]).expect(0);
    }
}

#[test]
fn what_cannot_be_gone_on_with_is_left_as_it_is() {
    let typing = Typing::new();
    let goes_on = |text: &[u8]| {
        fs::write(&typing.journal, text).expect("a writable folder");
        let run = typing.play(&[], "undo\n");
        let kept = fs::read(&typing.journal).expect("it is there");
        assert_eq!(kept, text, "nothing is written");
        let err = run.err.clone();
        run.expect(2);
        err
    };
    typing.play(&[], "strike second with longsword\n").expect(0);
    let whole = typing.text();
    assert!(goes_on(b"\xff\xfe\x00").contains("it is no text"));
    assert!(goes_on(b"{}\n").contains("line 1 is not the header of an Affray journal"));
    let newer = whole.replace("\"version\":1", "\"version\":9");
    assert!(goes_on(newer.as_bytes()).contains("this program reads 1"));
    let other = whole.replace("\"edition\":", "\"edition\":9");
    assert!(goes_on(other.as_bytes()).contains("edition 9"));
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.remove(1);
    let gap = lines.join("\n") + "\n";
    assert!(goes_on(gap.as_bytes()).contains("lines are missing"));
    fs::remove_file(&typing.journal).expect("it is there");
    fs::create_dir(&typing.journal).expect("a folder in its place");
    typing.play(&[], "").expect(3);
    let missing = affray_in(typing.folder.path(), &["play", "nothing.jsonl"], b"");
    assert!(
        missing.err.contains("a journal to go on with"),
        "{}",
        missing.err
    );
    missing.expect(2);
}
