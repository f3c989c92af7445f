//! What the fuzz targets start from: the scenarios of the repository and of its worked examples, beginnings of their fights, and what is
//! typed and offered in them; and one of each message to a table.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use affray_table::{Control, Policy, Session};

use crate::fights::{Beginning, beginnings};
use crate::harm::{Chance, changed};
use crate::look;
use crate::message::messages;

/// How many steps a journal holds.
const STEPS: usize = 8;

/// The longest journal, in bytes: what is long is slow, and holds little that a short one does not.
const JOURNAL_MAX: usize = 12_000;

/// Lines typed in one fight.
const LINES: usize = 6;

/// What a target starts from.
type Seeds = Vec<Vec<u8>>;

/// What the target of that name starts from; nothing for another name.
#[must_use]
pub fn seeds(target: &str) -> &'static [Vec<u8>] {
    static SCENARIOS: LazyLock<Seeds> = LazyLock::new(scenarios);
    static JOURNALS: LazyLock<Seeds> = LazyLock::new(journals);
    static TYPED: LazyLock<Seeds> = LazyLock::new(typed);
    static MESSAGES: LazyLock<Seeds> = LazyLock::new(messages);
    match target {
        "scenario" => &SCENARIOS,
        "journal" => &JOURNALS,
        "notation" => &TYPED,
        "message" => &MESSAGES,
        _ => &[],
    }
}

fn scenarios() -> Seeds {
    let texts = beginnings().iter();
    let texts: BTreeSet<&str> = texts.map(|beginning| &*beginning.scenario.text).collect();
    texts
        .into_iter()
        .map(|text| text.as_bytes().to_vec())
        .collect()
}

/// Short journals: what bots do first, and what a worked example does.
fn journals() -> Seeds {
    let both = beginnings().iter().flat_map(|beginning| {
        let played = beginning.fight().map(|fight| played(fight.session()));
        let typed = is_typed(beginning).then(|| typed_journal(beginning));
        [played, typed.flatten()]
    });
    let texts: BTreeSet<String> = both.flatten().collect();
    let short = texts.into_iter().filter(|text| text.len() <= JOURNAL_MAX);
    short.map(String::into_bytes).collect()
}

fn is_typed(beginning: &Beginning) -> bool {
    !beginning.lines.is_empty()
}

fn played(mut session: Box<dyn Session>) -> String {
    look::give_all(session.as_mut(), Control::Bot(Policy::Simple));
    let _ = session.advance_by(STEPS);
    session.journal()
}

fn typed_journal(beginning: &Beginning) -> Option<String> {
    let mut session = beginning.fight()?.session();
    let _ = session.advance();
    let mut journal = session.journal_changes();
    for line in beginning.lines.lines() {
        let _ = crate::typed::take(session.as_mut(), line);
        journal.push_str(&session.journal_changes());
    }
    Some(journal)
}

/// What a worked example types, and what is offered at the beginning of every fight.
fn typed() -> Seeds {
    let mut all = Seeds::new();
    for (number, beginning) in beginnings().iter().enumerate() {
        let head = (number as u16).to_le_bytes();
        let Some(fight) = beginning.fight() else {
            continue;
        };
        let words = fight.words();
        let offers = words.chunks(LINES).map(|lines| lines.join("\n"));
        let typed = is_typed(beginning).then(|| beginning.lines.clone());
        // The first offers of a fight are moves by one square; further ones are more telling.
        let texts = typed.into_iter().chain(offers.step_by(4));
        all.extend(texts.map(|text| [&head[..], text.as_bytes()].concat()));
    }
    all
}

/// Changes a text for the fuzzer: every other time word by word, else as the fuzzer likes.
pub fn mutated(
    target: &str,
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    otherwise: fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    let mut chance = Chance::new(u64::from(seed));
    if chance.below(2) == 0 {
        return otherwise(data, size, max_size);
    }
    let seeds = seeds(target);
    let other = seeds
        .get(chance.below(seeds.len()))
        .map_or(&[][..], Vec::as_slice);
    let changed = changed(target, &data[..size], other, &mut chance);
    let length = changed.len().min(max_size);
    data[..length].copy_from_slice(&changed[..length]);
    length
}
