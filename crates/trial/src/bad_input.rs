//! Files that are cut, doubled or mistyped are refused with a reason; nothing panics and nothing is half taken.

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::journal::{self, JournalError};
use affray_kernel::tape::Simple;
use proptest::prelude::*;

use crate::repository;

/// How far a fight is played on from a journal that was changed.
const STEPS: usize = 4;

/// Ways in which a text gets broken.
#[derive(Clone, Debug)]
enum Harm {
    /// The line of that number, counted round, is left out.
    Drop(usize),
    /// It stands twice.
    Double(usize),
    /// Its n-th character, counted round, becomes another one.
    Change(usize, usize, char),
    /// A word of it becomes a number.
    Number(usize, i64),
    /// Everything from that character on is gone.
    Cut(usize),
}

fn harm() -> impl Strategy<Value = Harm> {
    prop_oneof![
        any::<usize>().prop_map(Harm::Drop),
        any::<usize>().prop_map(Harm::Double),
        (any::<usize>(), any::<usize>(), any::<char>())
            .prop_map(|(line, place, sign)| Harm::Change(line, place, sign)),
        (any::<usize>(), any::<i64>()).prop_map(|(line, number)| Harm::Number(line, number)),
        any::<usize>().prop_map(Harm::Cut),
    ]
}

fn harmed(text: &str, harms: &[Harm]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for harm in harms {
        if lines.is_empty() {
            break;
        }
        let count = lines.len();
        match harm {
            Harm::Drop(line) => {
                lines.remove(line % count);
            }
            Harm::Double(line) => lines.insert(line % count, lines[line % count].clone()),
            Harm::Change(line, place, sign) => {
                let mut signs: Vec<char> = lines[line % count].chars().collect();
                if !signs.is_empty() {
                    let place = place % signs.len();
                    signs[place] = *sign;
                }
                lines[line % count] = signs.into_iter().collect();
            }
            Harm::Number(line, number) => {
                let line = &mut lines[line % count];
                if let Some((key, _)) = line.split_once('=') {
                    *line = format!("{key}= {number}");
                }
            }
            Harm::Cut(place) => {
                let whole: Vec<char> = lines.join("\n").chars().collect();
                let kept: String = whole[..place % whole.len().max(1)].iter().collect();
                lines = kept.lines().map(str::to_owned).collect();
            }
        }
    }
    lines.join("\n")
}

fn scenarios<S: System>() -> (Vec<Source>, Vec<Source>) {
    let content = repository::content::<S>();
    (
        repository::files(&content.join("scenarios"), "toml"),
        repository::files(&content, "toml"),
    )
}

fn broken_scenarios<S: System>() {
    let (scenarios, library) = scenarios::<S>();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let strategy = (0..scenarios.len(), prop::collection::vec(harm(), 1..4));
    runner
        .run(&strategy, |(number, harms)| {
            let text = harmed(&scenarios[number].text, &harms);
            let scenario = Source::new(scenarios[number].name.clone(), text);
            match S::compose(&scenario, &library) {
                Ok(setup) => {
                    let reasons = S::set_up(&setup).err().unwrap_or_default();
                    prop_assert!(reasons.iter().all(|reason| !reason.is_empty()));
                }
                Err(mistakes) => prop_assert!(!mistakes.files.is_empty(), "a refusal has a reason"),
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// The beginning of a fight in the first of the system's scenarios for two.
fn a_journal<S: System>() -> String {
    let small = repository::setups::<S>()
        .into_iter()
        .find(|setup| S::set_up(setup).is_ok_and(|state| S::count(&state) == 2))
        .expect("a scenario for two");
    let mut fight = Fight::<S>::new(small, 5, 0).expect("a scenario that can be played");
    for _ in 0..30 {
        if !fight.advance(&mut Simple).expect("bots do not fail") {
            break;
        }
    }
    journal::whole(&fight)
}

fn broken_journals<S: System>() {
    let whole = a_journal::<S>();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&prop::collection::vec(harm(), 1..3), |harms| {
            if let Err(error) = journal::read::<S>(&harmed(&whole, &harms)) {
                prop_assert!(!error.to_string().is_empty());
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// A journal cut anywhere in its last line is read up to the line before, and says so; a journal cut between lines is whole.
fn cut_journals<S: System>() {
    let whole = a_journal::<S>();
    let last = whole.trim_end().rfind('\n').expect("several lines") + 1;
    let entries = journal::read::<S>(&whole)
        .expect("a whole journal")
        .fight
        .entries()
        .len();
    for cut in (last + 1..whole.len() - 1).filter(|cut| whole.is_char_boundary(*cut)) {
        let read = journal::read::<S>(&whole[..cut])
            .unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
        assert_eq!(
            (read.fight.entries().len(), read.cut.is_some()),
            (entries - 1, true),
            "cut at {cut}"
        );
    }
    let read = journal::read::<S>(&whole[..last]).expect("a journal cut between lines");
    assert_eq!((read.fight.entries().len(), read.cut), (entries - 1, None));
}

/// A journal in which any one number was changed is read or refused; what is read can be looked at and goes on.
fn changed_numbers<S: System>() {
    let whole = a_journal::<S>();
    let numbers: Vec<(usize, usize)> = runs_of_digits(&whole);
    assert!(!numbers.is_empty(), "a journal is full of numbers");
    for (start, end) in numbers {
        for number in ["-30000", "999", "30000", "65535", "4294967295"] {
            let text = format!("{}{number}{}", &whole[..start], &whole[end..]);
            let Ok(read) = journal::read::<S>(&text) else {
                continue;
            };
            let mut fight = read.fight;
            let _ = S::view(fight.state());
            // What no rule leads to may run into a limit.
            let goes_on = |_: &usize| fight.advance(&mut Simple).is_ok_and(|moved| moved);
            let _ = (0..STEPS).take_while(goes_on).count();
        }
    }
}

/// Where numbers stand in a text.
fn runs_of_digits(text: &str) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = None;
    for (place, sign) in text.bytes().enumerate() {
        match (sign.is_ascii_digit(), start) {
            (true, None) => start = Some(place),
            (false, Some(begun)) => {
                runs.push((begun, place));
                start = None;
            }
            _ => {}
        }
    }
    runs
}

fn other_versions<S: System>() {
    let whole = a_journal::<S>();
    let newer = whole.replacen("\"version\":1", "\"version\":99", 1);
    assert!(matches!(
        journal::read::<S>(&newer),
        Err(JournalError::Version { .. })
    ));
    let other = whole.replacen(&format!("\"edition\":{}", S::EDITION), "\"edition\":99", 1);
    assert!(matches!(
        journal::read::<S>(&other),
        Err(JournalError::Version { .. })
    ));
    assert!(matches!(journal::read::<S>(""), Err(JournalError::Empty)));
    assert!(matches!(
        journal::read::<S>("{\"format\":\"tea\"}\n"),
        Err(JournalError::Header(_))
    ));
}

/// Scenarios and journals that are harmed in all these ways.
#[track_caller]
pub fn is_refused<S: System>() {
    broken_scenarios::<S>();
    broken_journals::<S>();
    cut_journals::<S>();
    changed_numbers::<S>();
    other_versions::<S>();
}
