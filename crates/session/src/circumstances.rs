//! What in an act comes of where everybody is, and of whom: whoever aims sees it on the map.

use affray_kernel::grid::Cell;
use affray_kernel::story::{Circumstance, circumstances};
use affray_kernel::{CreatureId, System};
use serde::Serialize;
use ts_rs::TS;

use crate::preview::{Indifferent, course_from};
use crate::secrecy::{Knowledge, Matter, Viewer};
use crate::sight::{Beginning, Sight};

/// Something that counts in the roll of an act because of where everybody is: that somebody is flanked, or has cover.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct CircumstanceSeen {
    /// What it is, as the sum has it: `flanking`, `Disadvantage: Cover`.
    pub what: String,
    /// What it adds; nothing where dice are thrown otherwise for it.
    pub value: Option<i16>,
    /// The id of the rule.
    pub rule: String,
    /// The creatures without which it would not be so, besides the one who acts and those that the act is aimed at.
    pub from: Vec<CreatureId>,
}

/// So many creatures around the target are tried at most: who flanks or stands in the way is near.
const NEAR_MAX: usize = 16;

/// What counts in a roll; `None` where the act comes to nothing.
type Counts = Option<Vec<Circumstance>>;

/// A circumstance and of whom it comes.
type Made = (Circumstance, Vec<CreatureId>);

/// What in an act of `who` comes of where everybody is, as far as the viewer knows. Of answers to the act in progress it is not said of whom
/// it comes: who is asked does not aim.
pub(crate) fn of<S: System>(
    sight: &Sight<'_, S>,
    (who, act): (CreatureId, &S::Act),
    seat: (&Viewer, &Knowledge),
) -> Vec<CircumstanceSeen> {
    let (viewer, known) = seat;
    // What counts against somebody who may be there tells that they are.
    if *viewer != Viewer::GameMaster && sight.turns_on_guess(act) {
        return Vec::new();
    }
    let aspect = S::aspect(sight.state(), who, act);
    let targets = aspect.targets.as_slice();
    // What their sums are made of is not told piece by piece either.
    let mut defenders = targets.to_vec();
    defenders.retain(|one| known.allows(viewer, Matter::NumbersOf(&[*one])));
    let mut counting = |beginning: &Beginning<S>| {
        let notes = course_from(sight, beginning, (who, act), &mut Indifferent, 0);
        circumstances(&notes, who, &defenders)
    };
    let beginning = sight.beginning((who, act), seat);
    let all = counting(&beginning).unwrap_or_default().into_iter();
    let mut all: Vec<Made> = all.map(|one| (one, Vec::new())).collect();
    let others = match targets {
        [target, ..] if !all.is_empty() && sight.open().is_none() => around(
            sight,
            *target,
            |one| one != who && !targets.contains(&one),
            seat,
        ),
        _ => Vec::new(),
    };
    trace(&mut all, &beginning, &others, &mut counting);
    let seen = |(one, from): Made| CircumstanceSeen {
        what: one.what.to_owned(),
        value: one.value,
        rule: S::catalogue().id(one.rule).to_owned(),
        from,
    };
    all.into_iter().map(seen).collect()
}

/// Finds of whom circumstances come: each of those who alone make it so, or else each of those without whom it is not so. Most come of nobody
/// else, which is found out first; the act is done only so often as that needs.
fn trace<S: System>(
    all: &mut [Made],
    beginning: &Beginning<S>,
    others: &[CreatureId],
    counting: &mut impl FnMut(&Beginning<S>) -> Counts,
) {
    let Some(rest) = without(beginning, others).and_then(|rest| counting(&rest)) else {
        return;
    };
    let mut made: Vec<&mut Made> = all
        .iter_mut()
        .filter(|(one, _)| !rest.contains(one))
        .collect();
    if made.is_empty() {
        return;
    }
    each_alone(beginning, others, &mut |who, rest| {
        let counts = counting(rest).unwrap_or_default();
        let so = made.iter_mut().filter(|(one, _)| counts.contains(one));
        so.for_each(|(_, from)| from.push(who));
    });
    made.retain(|(_, from)| from.is_empty());
    if made.is_empty() {
        return;
    }
    for who in others {
        let rest = without(beginning, &[*who]);
        if let Some(counts) = rest.and_then(|rest| counting(&rest)) {
            let not_so = made.iter_mut().filter(|(one, _)| !counts.contains(one));
            not_so.for_each(|(_, from)| from.push(*who));
        }
    }
}

/// The same without some who are there; `None` where the rules do not let them go.
fn without<S: System>(beginning: &Beginning<S>, leaving: &[CreatureId]) -> Option<Beginning<S>> {
    let (first, rest) = leaving.split_first()?;
    let first = beginning.without(*first)?;
    rest.iter()
        .try_fold(first, |state, one| state.without(*one))
}

/// Looks at what is left with each of them alone. Halves leave together, so that few have to leave more than once.
fn each_alone<S: System>(
    beginning: &Beginning<S>,
    others: &[CreatureId],
    look: &mut impl FnMut(CreatureId, &Beginning<S>),
) {
    if let [who] = others {
        look(*who, beginning);
        return;
    }
    let (nearer, farther) = others.split_at(others.len() / 2);
    for (staying, leaving) in [(nearer, farther), (farther, nearer)] {
        if let Some(rest) = without(beginning, leaving) {
            each_alone(&rest, staying, look);
        }
    }
}

/// Those of the creatures around somebody that may be meant and that the viewer knows to be there, the nearest first.
fn around<S: System>(
    sight: &Sight<'_, S>,
    target: CreatureId,
    is_meant: impl Fn(CreatureId) -> bool,
    (viewer, known): (&Viewer, &Knowledge),
) -> Vec<CreatureId> {
    let view = S::view(sight.state());
    let place = |who: CreatureId| view.creatures.get(who.index())?.space.map(|space| space.at);
    let Some(at) = place(target) else {
        return Vec::new();
    };
    let there = view.creatures.iter().filter(|one| {
        is_meant(one.id) && one.space.is_some() && known.allows(viewer, Matter::Presence(one))
    });
    let mut there: Vec<(i32, CreatureId)> = there
        .filter_map(|one| Some((apart(at, one.space?.at), one.id)))
        .collect();
    there.sort_unstable();
    there.truncate(NEAR_MAX);
    there.into_iter().map(|(_, who)| who).collect()
}

/// How far two cells are apart, about.
fn apart(one: Cell, other: Cell) -> i32 {
    let between = |one: i16, other: i16| (i32::from(one) - i32::from(other)).abs();
    between(one.x, other.x).max(between(one.y, other.y))
}
