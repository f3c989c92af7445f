//! Which uses of the skills that affect initiative are possible (`initiative-skills/common-frame`).

use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::{Arm, CreatureId, Refusal};

use super::super::{strike, ways};
use super::frames::{Contains, Frame, Order, frame};
use super::{against, check, contained, dives, fits, gait, may_use, most_yards};
use crate::segment::act::{Feat, Location, Strike, With};
use crate::segment::sheet::InitiativeSkill;
use crate::segment::state::{Segment, State};

/// Of the places from which an attack can be made, and of those to go to after it, as many are listed: the nearest and the farthest.
/// Any other can be said.
const PLACES: usize = 8;

/// Uses of a creature's skills that are possible in a segment: those with an attack from the nearest places that bring it into reach, and
/// those without for each place.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    segment: Segment,
    found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if state.sheet(who).skills == 0 {
        return ControlFlow::Continue(());
    }
    for skill in InitiativeSkill::ALL {
        let Some(frame) = frame(skill) else {
            continue;
        };
        if may_use(state, who, (skill, &frame), segment).is_ok() {
            uses(state, who, (skill, &frame), segment, found)?;
        }
    }
    ControlFlow::Continue(())
}

fn uses(
    state: &State,
    who: CreatureId,
    (skill, frame): (InitiativeSkill, &Frame),
    segment: Segment,
    found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut places = ways::reachable(
        state,
        who,
        most_yards(state, who, frame),
        gait(state, who, skill, frame),
    );
    places.sort_unstable_by_key(|(cell, yards)| (*yards, *cell));
    let tramples = skill == InitiativeSkill::Trample;
    // A way that was found is not looked for again, unless it has to be straight, or over somebody.
    let searched = frame.gait.straight || tramples;
    let mut offer = |feat: Feat, from: Cell, yards: i16| {
        let legal = if searched {
            check(state, who, &feat, segment)
        } else {
            of_known_way(state, who, (&feat, frame), (from, yards, segment))
        };
        if legal.is_ok() {
            found(feat)
        } else {
            ControlFlow::Continue(())
        }
    };
    let start = state.body(who).at;
    let moved = |cell: Cell| -> Box<[Cell]> { Box::new([cell]) };
    if frame.contains == Contains::Nothing {
        for (cell, yards) in &places {
            let feat = Feat {
                skill,
                before: moved(*cell),
                strike: None,
                after: Box::default(),
            };
            offer(feat, *cell, *yards)?;
        }
        return ControlFlow::Continue(());
    }
    for on in strike::targets(state, who) {
        for with in means(state, who).filter(|with| fits(state, who, *with, frame.contains)) {
            let strike = Strike {
                target: on,
                with,
                location: Location::Torso,
                step: None,
                kill_shot: false,
            };
            let feat = |before: Box<[Cell]>, after: Box<[Cell]>| Feat {
                skill,
                before,
                strike: Some(strike),
                after,
            };
            let here = strike::aim(state, who, &strike, start).is_ok();
            if here && frame.least == 0 && !frame.gait.straight {
                offer(feat(Box::default(), Box::default()), start, 0)?;
            }
            if here && frame.order != Order::Last {
                for (cell, yards) in places.iter().rev().take(PLACES) {
                    offer(feat(Box::default(), moved(*cell)), start, *yards)?;
                }
            }
            if frame.order == Order::First {
                continue;
            }
            let reaching = places
                .iter()
                .filter(|(cell, _)| strike::aim(state, who, &strike, *cell).is_ok());
            for (cell, yards) in reaching.take(PLACES) {
                let path: Box<[Cell]> = if tramples {
                    Box::new([state.body(on).at, *cell])
                } else {
                    moved(*cell)
                };
                offer(feat(path, Box::default()), *cell, *yards)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// As [`check`] where it is known that the way is open and how long it is.
fn of_known_way(
    state: &State,
    who: CreatureId,
    (feat, frame): (&Feat, &Frame),
    (from, yards, segment): (Cell, i16, Segment),
) -> Result<(), Refusal> {
    if yards < frame.least {
        return Err(against(feat.skill, "{} covers more than that"));
    }
    contained(state, who, (feat, frame), (from, segment))?;
    dives(state, who, feat, from)
}

/// What a skill's attack could be made with, the mount's attacks included.
fn means(state: &State, who: CreatureId) -> impl Iterator<Item = With> + '_ {
    let mounts = state.sheet(who).natural.iter().enumerate();
    let mounts = mounts
        .filter(|(_, weapon)| weapon.mounted && weapon.melee.is_some())
        .map(|(index, _)| With::Melee(Arm::Natural(index as u8)));
    strike::means_of(state, who).chain(mounts)
}

/// Whether any skill can be used in a segment (`round/applicable-segment`).
#[must_use]
pub(crate) fn any(state: &State, who: CreatureId, segment: Segment) -> bool {
    candidates(state, who, segment, &mut |_| ControlFlow::Break(())).is_break()
}

/// Whether any skill with an attack can be used in a segment (`segments/selection-commits`).
#[must_use]
pub(crate) fn any_attack(state: &State, who: CreatureId, segment: Segment) -> bool {
    candidates(state, who, segment, &mut |feat| {
        if feat.strike.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
    .is_break()
}
