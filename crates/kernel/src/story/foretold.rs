//! What an act would turn on, before dice are thrown: the sum that decides something for the one who acts.

use super::sums::{compared, in_brackets, in_parts, open};
use super::telling::parts;
use super::{Audience, Note, Sum, Told};
use crate::id::{CreatureId, RuleId};
use crate::system::System;

/// The first sum that decides something for `who`; where nothing is decided for it, the first one that decides anything. With its place.
/// What is made `without` it as well is left out.
fn deciding<'n, S: System>(
    notes: &'n [Note<S>],
    who: CreatureId,
    without: &[Note<S>],
) -> Option<(usize, &'n Sum)> {
    let found = |own: bool| {
        notes.iter().enumerate().find_map(|(at, note)| match note {
            Note::Sum(sum)
                if !sum.verdict.is_empty()
                    && (!own || sum.by == Some(who))
                    && !is_made_in(notes, at, without) =>
            {
                Some((at, sum))
            }
            _ => None,
        })
    };
    found(true).or_else(|| found(false))
}

/// Whether others make the sum at that place, too: of the same parts, compared with the same.
fn is_made_in<S: System>(notes: &[Note<S>], at: usize, others: &[Note<S>]) -> bool {
    let Some(Note::Sum(sum)) = notes.get(at) else {
        return false;
    };
    others.iter().enumerate().any(|(place, note)| match note {
        Note::Sum(other) => {
            (sum.by, sum.what, sum.rule) == (other.by, other.what, other.rule)
                && is_compared_alike(sum, other)
                && parts(notes, at) == parts(others, place)
        }
        _ => false,
    })
}

/// Whether two sums are compared with the same. A number that dice make is another one with other dice.
fn is_compared_alike(one: &Sum, other: &Sum) -> bool {
    match (one.against, other.against) {
        (Some(against), Some(others)) => {
            (against.what, against.of) == (others.what, others.of)
                && (against.value == others.value || one.dice != other.dice)
        }
        (None, None) => true,
        _ => false,
    }
}

/// The sum of which [`foretell`] tells.
#[must_use]
pub fn foretold<'n, S: System>(
    notes: &'n [Note<S>],
    who: CreatureId,
    without: &[Note<S>],
) -> Option<&'n Sum> {
    deciding(notes, who, without).map(|(_, sum)| sum)
}

/// The first sum that decides something for `who`, as it stands before the dice are thrown: the pool in place of what they showed, and
/// nothing of what came of it. Where nothing is decided for it, the first sum that decides anything. What is noted `without` what `who`
/// does as well is nothing that it does. Without the number that the sum is compared with where that is none before dice are thrown, which
/// is what is not `settled`.
#[must_use]
pub fn foretell<S: System>(
    state: &S::State,
    notes: &[Note<S>],
    who: CreatureId,
    (without, settled): (&[Note<S>], bool),
) -> Option<Told> {
    let (at, sum) = deciding(notes, who, without)?;
    let mut reasons: Vec<&'static str> = Vec::new();
    let mut rolled = None;
    let mut rules: Vec<RuleId> = Vec::new();
    // What was said since the sum before this one belongs to it.
    let earlier = notes[..at].iter().rev();
    for note in earlier.take_while(|note| !matches!(note, Note::Sum(_) | Note::Part(..))) {
        match note {
            Note::Rolled(thrown) if thrown.roll.by == sum.by => {
                rolled = rolled.or(Some(thrown.roll));
            }
            Note::Because(reason, rule) => {
                reasons.insert(0, reason);
                rules.insert(0, *rule);
            }
            _ => {}
        }
    }
    // What the other side has may be summed up between the dice and their sum.
    let rolled = rolled.or_else(|| {
        notes[..at].iter().rev().find_map(|note| match note {
            Note::Rolled(thrown) if (thrown.roll.by, thrown.roll.what) == (sum.by, sum.what) => {
                Some(thrown.roll)
            }
            _ => None,
        })
    });
    let parts = parts(notes, at);
    rules.push(sum.rule);
    rules.extend(parts.iter().filter_map(Note::rule));
    // A value that no die stands at the beginning of is compared with what the dice show.
    let begins = sum.dice == 0 && !parts.is_empty();
    let dice = rolled.filter(|_| !begins).map(|roll| roll.pool.to_string());
    let text = in_parts::<S>(state, sum, parts, &dice.unwrap_or_default());
    let reasons = in_brackets(&reasons);
    Some(Told {
        sentence: if settled {
            compared(sum, text, reasons)
        } else {
            open(sum, text, &reasons)
        },
        rules,
        audience: rolled.map_or(Audience::Everyone, |roll| roll.audience),
    })
}
