//! Which uses of the skills that affect initiative are possible (`initiative-skills/common-frame`).

use std::cell::LazyCell;
use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::{Arm, CreatureId, Refusal};
use smallvec::SmallVec;

use super::super::{strike, ways};
use super::frames::{Contains, Frame, Order, frame};
use super::{against, check, contained, dives, fits, gait, may_use, most_yards};
use crate::act::{Feat, Location, Strike, With};
use crate::rules::numbers::{is_melee, melee_range_yd};
use crate::rules::ranged::ranges;
use crate::sheet::InitiativeSkill;
use crate::state::{Segment, State};

/// Of the places from which an attack can be made, and of those to go to after it, as many are listed: the nearest and the farthest.
/// Any other can be said.
const PLACES: usize = 8;

/// What somebody wants of skills: no ways are looked for to what nobody wants.
pub(crate) struct Wanted<'w> {
    /// Movements without an attack.
    pub(crate) movements: bool,
    /// Which attacks; asked once for each before any way to it is looked for.
    pub(crate) attacks: &'w mut dyn FnMut(&Strike) -> bool,
    /// Whether the first use with each attack is enough: that over the shortest way.
    pub(crate) first: bool,
}

/// Uses of a creature's skills that are possible in a segment: those with an attack from the nearest places that bring it into reach, and
/// those without for each place.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    segment: Segment,
    found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut all = Wanted {
        movements: true,
        attacks: &mut |_| true,
        first: false,
    };
    wanted(state, who, segment, &mut all, found)
}

/// As [`candidates`], those alone that are wanted.
pub(crate) fn wanted(
    state: &State,
    who: CreatureId,
    segment: Segment,
    wanted: &mut Wanted<'_>,
    found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if state.sheet(who).skills == 0 {
        return ControlFlow::Continue(());
    }
    for skill in InitiativeSkill::ALL {
        let Some(frame) = frame(skill) else {
            continue;
        };
        let moves_alone = frame.contains == Contains::Nothing;
        if (wanted.movements || !moves_alone)
            && may_use(state, who, (skill, &frame), segment).is_ok()
        {
            uses(state, who, (skill, &frame), (segment, wanted), found)?;
        }
    }
    ControlFlow::Continue(())
}

fn uses(
    state: &State,
    who: CreatureId,
    (skill, frame): (InitiativeSkill, &Frame),
    (segment, wanted): (Segment, &mut Wanted<'_>),
    found: &mut dyn FnMut(Feat) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let most = most_yards(state, who, frame);
    let gait = gait(state, who, skill, frame);
    let places = LazyCell::new(|| sorted(ways::reachable(state, who, most, gait)));
    let tramples = skill == InitiativeSkill::Trample;
    // A way that was found is not looked for again, unless it has to be straight, or over somebody.
    let searched = frame.gait.straight || tramples;
    let mut offer = |feat: Feat, from: Cell, yards: i16| -> ControlFlow<(), bool> {
        let legal = if searched {
            check(state, who, &feat, segment)
        } else {
            of_known_way(state, who, (&feat, frame), (from, yards, segment))
        };
        if legal.is_ok() {
            found(feat)?;
        }
        ControlFlow::Continue(legal.is_ok())
    };
    let start = state.body(who).at;
    let moved = |cell: Cell| -> Box<[Cell]> { Box::new([cell]) };
    if frame.contains == Contains::Nothing {
        for (cell, yards) in places.iter() {
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
            if !(wanted.attacks)(&strike) {
                continue;
            }
            let feat = |before: Box<[Cell]>, after: Box<[Cell]>| Feat {
                skill,
                before,
                strike: Some(strike),
                after,
            };
            let mut offered = false;
            let here = strike::aim(state, who, &strike, start).is_ok();
            if here && frame.least == 0 && !frame.gait.straight {
                offered |= offer(feat(Box::default(), Box::default()), start, 0)?;
            }
            if here && frame.order != Order::Last && !(offered && wanted.first) {
                for (cell, yards) in places.iter().rev().take(PLACES) {
                    offered |= offer(feat(Box::default(), moved(*cell)), start, *yards)?;
                }
            }
            if frame.order == Order::First {
                continue;
            }
            let target = state.space(on);
            let reach = reach(state, who, with);
            let most_of = reach.map_or_else(
                || SmallVec::from_slice(&[most]),
                |reach| {
                    budgets(
                        ways::gap(state, who, start, target),
                        reach,
                        most,
                        wanted.first,
                    )
                },
            );
            for budget in most_of {
                if offered && wanted.first {
                    break;
                }
                let near = reach.filter(|_| budget < most);
                let near = near.map(|reach| {
                    sorted(ways::reachable_near(
                        state,
                        who,
                        (budget, gait),
                        (target, reach),
                    ))
                });
                let reaching = near.as_ref().unwrap_or_else(|| &places);
                let mut reaching = reaching
                    .iter()
                    .filter(|(cell, _)| strike::aim(state, who, &strike, *cell).is_ok());
                for (cell, yards) in reaching.by_ref().take(PLACES) {
                    let path: Box<[Cell]> = if tramples {
                        Box::new([state.body(on).at, *cell])
                    } else {
                        moved(*cell)
                    };
                    offered |= offer(feat(path, Box::default()), *cell, *yards)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Places, the nearest first.
fn sorted(mut places: Vec<(Cell, i16)>) -> Vec<(Cell, i16)> {
    places.sort_unstable_by_key(|(cell, yards)| (*yards, *cell));
    places
}

/// How far an attack reaches; none where there is no most.
fn reach(state: &State, who: CreatureId, with: With) -> Option<i16> {
    if is_melee(state, with) {
        Some(melee_range_yd(state, who, with))
    } else {
        ranges(state, who, with).1
    }
}

/// For how many yards places are looked for that bring somebody into reach: where one use is enough, for hardly more than the way must be
/// long before for all that there are; none where no way may be long enough, whatever lies in it.
fn budgets(gap: i16, reach: i16, most: i16, first: bool) -> SmallVec<[i16; 3]> {
    let least = gap.saturating_sub(reach).max(1);
    if least > most {
        return SmallVec::new();
    }
    let sparing = [least, least.saturating_add(least / 4 + 2)].into_iter();
    let sparing = sparing.filter(|some| first && *some < most);
    sparing.chain([most]).collect()
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
    let mut all = Wanted {
        movements: true,
        attacks: &mut |_| true,
        first: true,
    };
    wanted(state, who, segment, &mut all, &mut |_| {
        ControlFlow::Break(())
    })
    .is_break()
}

/// Whether any skill with an attack can be used in a segment (`segments/selection-commits`).
#[must_use]
pub(crate) fn any_attack(state: &State, who: CreatureId, segment: Segment) -> bool {
    let mut attacks = Wanted {
        movements: false,
        attacks: &mut |_| true,
        first: true,
    };
    wanted(state, who, segment, &mut attacks, &mut |_| {
        ControlFlow::Break(())
    })
    .is_break()
}
