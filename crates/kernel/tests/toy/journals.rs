//! Journals: written, read back, cut, of other versions, verified.

use std::sync::Arc;

use affray_kernel::fight::{Entry, Fight, Rejected, Standing};
use affray_kernel::journal::{self, JournalError};
use affray_kernel::tape::{People, Simple};

use crate::brawl::{Act, Brawl, Fact, Guard};
use crate::{ANN, BOB, ORC, asked, fight, first_turn, rolled, submit};

fn read(text: &str) -> Fight<Brawl> {
    let read = journal::read::<Brawl>(text).expect("a right journal");
    assert_eq!(read.cut, None);
    read.fight
}

fn assert_same(one: &Fight<Brawl>, other: &Fight<Brawl>) {
    assert_eq!(one.setup(), other.setup());
    assert_eq!(one.entries(), other.entries());
    assert_eq!(one.settled(), other.settled());
    assert_eq!(one.open(), other.open());
    assert_eq!(one.undone(), other.undone());
    assert_eq!(one.branches(), other.branches());
    assert_eq!(
        (one.seed(), one.number(), one.dice()),
        (other.seed(), other.number(), other.dice())
    );
}

/// A fight with everything in it, its journal written line by line and compared at every step.
struct Grown {
    fight: Fight<Brawl>,
    text: String,
}

impl Grown {
    fn new(mut fight: Fight<Brawl>) -> Self {
        let mut text = journal::header(&fight);
        text.push_str(&journal::changes(&mut fight));
        Self { fight, text }
    }

    fn then(&mut self, step: impl FnOnce(&mut Fight<Brawl>)) {
        step(&mut self.fight);
        self.text.push_str(&journal::changes(&mut self.fight));
        let mut again = read(&self.text);
        assert_same(&self.fight, &again);
        assert_eq!(
            journal::changes(&mut again),
            "",
            "what was read is not news"
        );
    }
}

#[test]
fn at_every_moment_the_journal_is_the_fight() {
    let mut grown = Grown::new(first_turn());
    grown.then(|_| {});
    grown.then(|fight| submit(fight, ANN, Act::Strike(ORC)));
    grown.then(|fight| rolled(fight, &[20]));
    grown.then(|fight| submit(fight, ORC, Act::Riposte));
    grown.then(|fight| fight.undo().expect("undo"));
    grown.then(|fight| submit(fight, ORC, Act::Pass));
    grown.then(|fight| rolled(fight, &[1, 2]));
    grown.then(|fight| fight.undo().expect("undo"));
    grown.then(|fight| fight.redo().expect("redo"));
    grown.then(|fight| fight.undo().expect("undo"));
    grown.then(|fight| fight.undo().expect("undo"));
    grown.then(|fight| fight.redo().expect("the act, up to the answer"));
    grown.then(|fight| fight.redo().expect("the answer"));
    grown.then(|fight| fight.undo().expect("undo"));
    grown.then(|fight| submit(fight, ORC, Act::Parry));
    grown.then(|fight| fight.undo().expect("undo"));
    grown.then(|fight| fight.undo().expect("undo"));
    grown.then(|fight| {
        fight
            .correct("orc.hp 3", vec![Fact::SetHp(ORC, 3)])
            .expect("set")
    });
    grown.then(|fight| submit(fight, BOB, Act::Cheer));
    grown.then(|fight| submit(fight, ANN, Act::Strike(ORC)));
    grown.then(|fight| fight.withdraw().expect("withdraw"));
    grown.then(|fight| fight.set_dice(affray_kernel::fight::DiceMode::Virtual));
    grown.then(|fight| submit(fight, ANN, Act::Wait));
    grown.then(|fight| submit(fight, BOB, Act::Wait));
    for branch in [0, 0, 0] {
        grown.then(|fight| fight.take_branch(branch).expect("it was left"));
    }
    grown.then(|fight| fight.settle(&mut Simple).expect("it ends"));
    assert!(matches!(grown.fight.standing(), Standing::Over(_)));
    grown.then(|fight| fight.undo().expect("undo"));
    grown.then(|fight| fight.redo().expect("redo"));
}

#[test]
fn what_was_corrected_within_an_act_is_no_longer_taken_back_once_it_is_withdrawn() {
    let mut grown = Grown::new(first_turn());
    grown.then(|fight| submit(fight, ANN, Act::Strike(ORC)));
    grown.then(|fight| {
        fight
            .correct("orc.hp 12", vec![Fact::SetHp(ORC, 12)])
            .expect("it fits")
    });
    grown.then(|fight| fight.withdraw().expect("it is ann's"));
    grown.then(|fight| submit(fight, ANN, Act::Strike(ORC)));
    let mut again = read(&grown.text);
    grown.fight.undo().expect("the strike");
    again.undo().expect("the strike");
    assert_same(&grown.fight, &again);
    assert!(grown.fight.open().is_none());
}

#[test]
fn what_was_abandoned_comes_back_from_the_journal_too() {
    let mut grown = Grown::new(crate::fight(1));
    grown.then(|fight| {
        fight.settle(&mut People).expect("a round begins");
    });
    grown.then(|fight| submit(fight, ORC, Act::Guard(Guard::Low)));
    grown.then(|fight| fight.abandon().expect("it is in progress"));
    let mut again = read(&grown.text);
    grown.fight.redo().expect("the guard");
    again.redo().expect("the guard");
    assert_same(&grown.fight, &again);
    assert!(grown.fight.open().is_some());
}

#[test]
fn what_was_rolled_after_a_correction_within_an_act_comes_back_with_it() {
    let mut grown = Grown::new(first_turn());
    grown.then(|fight| submit(fight, ANN, Act::Strike(ORC)));
    grown.then(|fight| {
        fight
            .correct("orc.hp 12", vec![Fact::SetHp(ORC, 12)])
            .expect("it fits")
    });
    grown.then(|fight| rolled(fight, &[15]));
    let before = grown.fight.open().cloned();
    grown.then(|fight| fight.undo().expect("the correction"));
    grown.then(|fight| fight.redo().expect("the correction"));
    assert_eq!(grown.fight.open().cloned(), before);
}

#[test]
fn an_act_in_progress_comes_back_after_what_was_taken_back_before_it() {
    let mut grown = Grown::new(first_turn());
    grown.then(|fight| submit(fight, ANN, Act::Strike(ORC)));
    grown.then(|fight| rolled(fight, &[15]));
    let before = grown.fight.open().cloned();
    let last = grown.fight.entries().len() - 1;
    grown.then(|fight| fight.undo_from(last).expect("an entry"));
    grown.then(|fight| fight.settle(&mut People).expect("it goes on"));
    while grown.fight.entries().len() <= last {
        grown.then(|fight| fight.redo().expect("an entry"));
    }
    grown.then(|fight| fight.redo().expect("the strike"));
    assert_eq!(grown.fight.open().cloned(), before);
    assert_eq!(grown.fight.redo(), Err(Rejected::Nothing("redo")));
}

#[test]
fn answers_to_a_set_are_kept_one_by_one() {
    let mut grown = Grown::new(fight(4));
    grown.then(|fight| fight.settle(&mut People).expect("it goes on"));
    for who in [ORC, ANN, BOB] {
        grown.then(|fight| submit(fight, who, Act::Guard(Guard::Low)));
    }
    grown.then(|fight| fight.undo().expect("undo"));
    assert_eq!(asked(&grown.fight).len(), 2);
}

#[test]
fn a_journal_as_a_whole_is_the_fight_without_what_was_undone() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Frenzy(ORC));
    rolled(&mut fight, &[2]);
    submit(&mut fight, BOB, Act::Strike(ORC));
    let again = read(&journal::whole(&fight));
    assert_same(&fight, &again);
    fight.undo().expect("undo");
    fight.undo().expect("undo");
    let again = read(&journal::whole(&fight));
    assert_eq!(again.settled(), fight.settled());
    assert!(again.undone().is_empty());
}

#[test]
fn a_last_line_that_was_cut_is_left_out_and_said() {
    let mut fight = fight(8);
    fight.settle(&mut Simple).expect("it ends");
    let text = journal::whole(&fight);
    let lines = text.lines().count();
    let last = text.trim_end().rfind('\n').expect("several lines") + 1;
    for end in [last + 1, (last + text.len()) / 2, text.len() - 2] {
        let read = journal::read::<Brawl>(&text[..end]).expect("the rest is right");
        assert_eq!(read.cut, Some(lines));
        assert_eq!(
            read.fight.entries(),
            &fight.entries()[..fight.entries().len() - 1]
        );
    }
    let whole_but_newline = journal::read::<Brawl>(&text[..text.len() - 1]).expect("right");
    assert_eq!(
        (
            whole_but_newline.cut,
            whole_but_newline.fight.entries().len()
        ),
        (None, lines - 1)
    );
}

#[test]
fn a_broken_line_in_the_middle_is_an_error_with_its_number() {
    let mut fight = fight(8);
    fight.settle(&mut Simple).expect("it ends");
    let text = journal::whole(&fight);
    let mut lines: Vec<&str> = text.lines().collect();
    lines[2] = "{\"entry\":{";
    let broken = format!("{}\n", lines.join("\n"));
    assert!(matches!(
        journal::read::<Brawl>(&broken),
        Err(JournalError::Line { line: 3, .. })
    ));
    lines.remove(2);
    let gap = format!("{}\n", lines.join("\n"));
    let error = journal::read::<Brawl>(&gap)
        .err()
        .expect("a line is missing");
    assert_eq!(
        error.to_string(),
        "line 3 cannot be read: entry 2 where entry 1 was expected: lines are missing"
    );
    let over_undone = format!("{text}{{\"undo\":99999}}\n");
    assert!(journal::read::<Brawl>(&over_undone).is_err());
    let never_left = format!("{text}{{\"branch\":0}}\n");
    assert!(journal::read::<Brawl>(&never_left).is_err());
    let over_redone = format!("{text}{{\"redo\":99999}}\n");
    assert!(journal::read::<Brawl>(&over_redone).is_err());
}

#[test]
fn asides_are_carried() {
    let text = journal::whole(&fight(8));
    let aside = journal::aside::<Brawl>("ann is tired".into());
    let read = journal::read::<Brawl>(&format!("{text}{aside}")).expect("a right journal");
    assert_eq!(read.asides, [(2, "ann is tired".into())]);
}

#[test]
fn a_line_that_names_strangers_is_refused() {
    let mut fight = first_turn();
    let mut text = journal::header(&fight);
    text.push_str(&journal::changes(&mut fight));
    let next = fight.entries().len();
    for line in [
        format!(r#"{{"entry":{{"n":{next},"act":[99,"wait"],"facts":[]}}}}"#),
        format!(r#"{{"entry":{{"n":{next},"act":[0,{{"strike":99}}],"facts":[]}}}}"#),
        format!(r#"{{"entry":{{"n":{next},"act":[0,"wait"],"facts":[{{"gone":99}}]}}}}"#),
        r#"{"open":{"who":99,"act":"wait","draws":[]}}"#.to_owned(),
        r#"{"open":{"who":0,"act":"wait","draws":[{"given":[99,"pass"]}]}}"#.to_owned(),
    ] {
        match journal::read::<Brawl>(&format!("{text}{line}\n")) {
            Err(JournalError::Line { message, .. }) => {
                assert!(message.contains("not in this fight"), "{line}: {message}");
            }
            Err(error) => panic!("{line}: {error}"),
            Ok(_) => panic!("{line} was taken"),
        }
    }
}

#[test]
fn a_journal_of_another_version_says_so() {
    let text = journal::whole(&fight(8));
    let said = |text: &str| {
        journal::read::<Brawl>(text)
            .err()
            .map(|error| error.to_string())
    };
    let other = text.replace("\"version\":1", "\"version\":2");
    assert!(said(&other).is_some_and(|error| error.starts_with("the journal is of format 2")));
    let other = text.replace("\"edition\":1", "\"edition\":7");
    assert!(
        said(&other)
            .is_some_and(|error| error.starts_with("the journal is of system brawl edition 7"))
    );
    let other = text.replace("\"system\":\"brawl\"", "\"system\":\"chess\"");
    assert!(said(&other).is_some_and(|error| error.contains("chess edition 1")));
    assert_eq!(said("").as_deref(), Some("the journal is empty"));
    assert!(said("{}\n").is_some_and(|error| error.starts_with("line 1 is not the header")));
    let other = text.replace("\"hp\":12", "\"hp\":-12");
    assert!(said(&other).is_some_and(|error| error.ends_with("ann has no hit points")));
}

#[test]
fn replaying_every_entry_gives_the_same_facts_and_finds_false_ones() {
    let mut fight = fight(21);
    fight.settle(&mut Simple).expect("it ends");
    let mut state = fight.start().clone();
    for entry in fight.entries() {
        Fight::verify(entry, &mut state).expect("the same facts");
    }
    assert_eq!(&state, fight.settled());
    let (number, entry) = fight
        .entries()
        .iter()
        .enumerate()
        .find(|(_, entry)| {
            entry
                .facts
                .iter()
                .any(|fact| matches!(fact, Fact::Hurt(..)))
        })
        .expect("somebody is hurt");
    let mut forged = Entry::clone(entry);
    for fact in &mut forged.facts {
        if let Fact::Hurt(_, harm) = fact {
            *harm += 1;
        }
    }
    let mut before = fight.start().clone();
    for entry in &fight.entries()[..number] {
        Fight::verify(entry, &mut before).expect("the same facts");
    }
    let error = Fight::verify(&forged, &mut before.clone()).expect_err("forged");
    let words = ["fact ", "in the journal", "by the rules"];
    assert!(words.iter().all(|words| error.contains(words)), "{error}");
    let mut short = Entry::clone(entry);
    short.draws.pop();
    assert!(Fight::verify(&short, &mut before.clone()).is_err());
    let mut long = Entry::clone(entry);
    long.draws.push(long.draws[0].clone());
    assert_eq!(
        Fight::verify(&long, &mut before.clone()).expect_err("too long"),
        "fewer dice are thrown, or fewer are asked, than the journal has"
    );
}

/// The journal of a fight with that many corrections of which nothing comes.
fn long(entries: usize) -> String {
    journal::header(&fight(8)) + &long_after(0, entries)
}

/// The lines of such corrections after others.
fn long_after(others: usize, entries: usize) -> String {
    let all = others..others + entries;
    all.map(|n| another(n, "orc.hp")).collect()
}

const EFFORT: u64 = 20_000_000;

#[test]
fn short_lines_that_move_a_whole_fight_are_soon_too_many() {
    let entries = 10_000;
    let undone = format!("{{\"undo\":0}}\n{{\"redo\":{entries}}}\n");
    let other = r#"{"undo":0}
{"entry":{"n":0,"correction":"ann.hp","facts":[]}}
"#;
    let branches = "{\"branch\":0}\n".repeat(3_000);
    for (what, lines) in [
        ("undone", undone.repeat(1_500)),
        ("left", format!("{other}{branches}")),
    ] {
        let line = too_much(&(long(entries) + &lines), EFFORT);
        assert!(line > entries + 1_000, "{what}: {line}");
    }
}

/// The line of a journal with which it comes to too much.
fn too_much(text: &str, effort: u64) -> usize {
    let Err(JournalError::Line { line, message }) = journal::read_within::<Brawl>(text, effort)
    else {
        panic!("so much is gone through without end");
    };
    assert!(message.contains("too much"), "{message}");
    line
}

/// The line of an entry that sets hit points so often.
fn fat(n: usize, facts: usize) -> String {
    let fact = "{\"set-hp\":[2,9]}";
    let facts = vec![fact; facts].join(",");
    format!("{{\"entry\":{{\"n\":{n},\"correction\":\"orc.hp 9\",\"facts\":[{facts}]}}}}\n")
}

#[test]
fn an_entry_costs_as_much_as_it_has_facts() {
    let to_and_fro = "{\"undo\":0}\n{\"redo\":1}\n".repeat(1_000);
    let light = journal::header(&fight(8)) + &fat(0, 1) + &to_and_fro;
    assert!(journal::read_within::<Brawl>(&light, 100_000).is_ok());
    let heavy = journal::header(&fight(8)) + &fat(0, 1_000) + &to_and_fro;
    assert!(too_much(&heavy, 100_000) > 100);
    let passed = journal::header(&fight(8)) + &fat(0, 1_000) + &long_after(1, 300);
    let last = "{\"undo\":300}\n{\"redo\":301}\n".repeat(1_000);
    assert!(too_much(&(passed + &last), 100_000) > 300);
}

#[test]
fn those_that_are_compared_cost_as_much_as_they_have() {
    let mut text = journal::header(&fight(8));
    for _ in 0..2 {
        text += &fat(0, 1_000).replace("orc.hp 9", "orc.hp 8");
        text += "{\"undo\":0}\n";
        text += &fat(0, 1_000);
        text += "{\"undo\":0}\n";
    }
    assert!(journal::read_within::<Brawl>(&text, 20_000).is_ok());
    let compared = journal::read_within::<Brawl>(&text, 1_000);
    assert!(matches!(compared, Err(JournalError::Line { .. })));
}

#[test]
fn branches_that_part_later_have_their_beginning_together() {
    let mut text = journal::header(&fight(8)) + &fat(0, 1_000);
    for branch in 0..100 {
        text += &another(1, &branch.to_string());
        text += "{\"undo\":1}\n";
    }
    text += "{\"undo\":0}\n";
    text += &another(0, "orc.hp 3");
    let read = journal::read_within::<Brawl>(&text, 1_000_000);
    let fight = read.unwrap_or_else(|error| panic!("{error}")).fight;
    let branches = fight.branches();
    assert_eq!(branches.len(), 100);
    let begins = |branch: &affray_kernel::fight::Branch<'_, Brawl>| {
        assert_eq!((branch.shared, branch.entries().count()), (0, 2));
        branch.entries().next().map(Arc::as_ptr)
    };
    let first = begins(&branches[0]);
    assert!(branches.iter().all(|branch| begins(branch) == first));
}

#[test]
fn branches_that_begin_at_one_place_are_soon_too_many() {
    let (entries, depth) = (20_000, 2_000);
    let mut text = long(depth);
    for branch in 0..entries {
        text += &another(depth, &branch.to_string());
        text += &format!("{{\"undo\":{depth}}}\n");
    }
    assert!(too_much(&text, EFFORT) > 5_000);
}

#[test]
fn a_long_fight_may_be_taken_back_far_again_and_again() {
    let entries = 20_000;
    let mut text = long(entries);
    for time in 0..30 {
        text += &format!("{{\"undo\":{}}}\n", entries - 1 - time);
        text += &another(entries - 1 - time, &time.to_string());
    }
    let read = journal::read_within::<Brawl>(&text, 1_000_000);
    let fight = read.unwrap_or_else(|error| panic!("{error}")).fight;
    assert_eq!(fight.branches().len(), 30);
}

/// The line of a correction in these words, of which nothing comes.
fn another(n: usize, words: &str) -> String {
    format!("{{\"entry\":{{\"n\":{n},\"correction\":\"{words}\",\"facts\":[]}}}}\n")
}

#[test]
fn a_long_journal_in_which_much_is_taken_back_step_by_step_is_read() {
    let entries = 300;
    let step = format!("{{\"undo\":{}}}\n{{\"redo\":{entries}}}\n", entries - 1);
    let text = long(entries) + &step.repeat(50_000);
    let read =
        journal::read_within::<Brawl>(&text, EFFORT).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.fight.entries().len(), entries);
    let mut text = long(1_000);
    for time in 0..100 {
        text += &format!("{{\"undo\":{}}}\n", 999 - time);
        text += &another(999 - time, &time.to_string());
    }
    text += &"{\"branch\":0}\n".repeat(100);
    let read =
        journal::read_within::<Brawl>(&text, EFFORT).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.fight.branches().len(), 100);
}
