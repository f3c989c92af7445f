//! What in an act comes of where everybody is, and of whom: whoever aims sees it on the map.

use affray_kernel::grid::Cell;
use affray_kernel::story::{Circumstance, circumstances};
use affray_kernel::{CreatureId, System};
use serde::Serialize;
use ts_rs::TS;

use crate::controls::Bots;
use crate::preview::course_from;
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

/// What in an act of `who` comes of where everybody is, as far as the viewer knows. Of answers to the act in progress it is not said of whom
/// it comes: who is asked does not aim.
pub(crate) fn of<S: System>(
    sight: &Sight<'_, S>,
    (who, act): (CreatureId, &S::Act),
    bots: &mut Bots<'_>,
    seat: (&Viewer, &Knowledge),
) -> Vec<CircumstanceSeen> {
    // What counts against somebody who may be there tells that they are.
    if *seat.0 != Viewer::GameMaster && sight.turns_on_guess(act) {
        return Vec::new();
    }
    let aspect = S::aspect(sight.state(), who, act);
    let targets = aspect.targets.as_slice();
    let mut counting = |beginning: &Beginning<S>| {
        let notes = course_from(sight, beginning, (who, act), bots, 0);
        circumstances(&notes, who, targets)
    };
    let beginning = sight.beginning((who, act), seat);
    let all = counting(&beginning).unwrap_or_default();
    let others = match targets {
        [target, ..] if !all.is_empty() && sight.open().is_none() => around(
            sight,
            *target,
            |one| one != who && !targets.contains(&one),
            seat,
        ),
        _ => Vec::new(),
    };
    let makers = makers(&beginning, &others, &mut counting);
    let seen = |one: Circumstance| CircumstanceSeen {
        what: one.what.to_owned(),
        value: one.value,
        rule: S::catalogue().id(one.rule).to_owned(),
        from: makers.of(one, &others),
    };
    all.into_iter().map(seen).collect()
}

/// What counts without some of those who are near.
struct Makers {
    /// Without all of them; `None` where the act comes to nothing then.
    without_all: Option<Vec<Circumstance>>,
    /// With each of them alone.
    with_one: Vec<Option<Vec<Circumstance>>>,
    /// Without each of them.
    without_one: Vec<Option<Vec<Circumstance>>>,
}

/// Has the act done without those who are near, with each of them alone, and without each of them.
fn makers<S: System>(
    beginning: &Beginning<S>,
    others: &[CreatureId],
    counting: &mut impl FnMut(&Beginning<S>) -> Option<Vec<Circumstance>>,
) -> Makers {
    let mut without = |left: &dyn Fn(CreatureId) -> bool| {
        let mut leaving = others.iter().filter(|one| left(**one));
        let first = beginning.without(*leaving.next()?)?;
        let rest = leaving.try_fold(first, |state, one| state.without(*one))?;
        counting(&rest)
    };
    Makers {
        without_all: without(&|_| true),
        with_one: match others {
            // Nobody has to leave.
            [_] => Vec::new(),
            _ => others
                .iter()
                .map(|one| without(&|other| other != *one))
                .collect(),
        },
        without_one: others
            .iter()
            .map(|one| without(&|other| other == *one))
            .collect(),
    }
}

impl Makers {
    /// Of whom it comes: each of those who alone make it so, or else each of those without whom it is not so.
    fn of(&self, one: Circumstance, others: &[CreatureId]) -> Vec<CreatureId> {
        let has =
            |counts: &Option<Vec<Circumstance>>| counts.as_ref().map(|all| all.contains(&one));
        if has(&self.without_all) != Some(false) {
            return Vec::new();
        }
        let those = |found: &[Option<Vec<Circumstance>>], is_so: bool| -> Vec<CreatureId> {
            let meant = others.iter().zip(found);
            let meant = meant.filter(|(_, counts)| has(counts) == Some(is_so));
            meant.map(|(who, _)| *who).collect()
        };
        let alone = those(&self.with_one, true);
        if alone.is_empty() {
            those(&self.without_one, false)
        } else {
            alone
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
