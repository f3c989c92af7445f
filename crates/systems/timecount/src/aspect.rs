//! What acts are to a player who looks for them.

use affray_kernel::aspect::{Aspect, Covered, Group, counted, measured};
use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Aim, Facing};
use super::actions::{Kind, delay, magic, moving, two_weapons};
use super::ids::rule;
use super::rules::numbers::rolls_speed;
use super::rules::rates::SPACE_FT;
use super::rules::{ground, rates};
use super::state::State;

/// An act as a player looks for it.
pub(crate) fn aspect(state: &State, who: CreatureId, act: &Act) -> Aspect {
    if let Act::Trigger(readied) = act {
        return Aspect {
            cost: None,
            ..aspect(state, who, readied)
        };
    }
    let aspect = aimed(state, act);
    match act {
        Act::Move { pace, path } => match moving::aim(state, who, *pace, path) {
            Ok(way) => {
                let spaces = spaces(state, who, &way);
                let counts = counts(rates::rate_ft(state, who, *pace), spaces);
                let aspect = aspect.going(Some(spaces.saturating_mul(SPACE_FT)));
                aspect.costing([counted(counts, "count")])
            }
            Err(_) => aspect,
        },
        Act::Wait(counts) => {
            let counts = i16::try_from(*counts).unwrap_or(i16::MAX);
            aspect.costing([counted(counts, "count")])
        }
        act if is_answer(act) => aspect,
        act if act.kind() == Kind::Free => aspect.priced("free"),
        act => aspect.costing([
            duration(state, who, act),
            measured(fatigue(state, who, act), "fatigue"),
        ]),
    }
}

/// The fatigue that an act costs its actor, hit or miss.
fn fatigue(state: &State, who: CreatureId, act: &Act) -> i16 {
    match (act, state.body(who).prepared) {
        (Act::Cast { .. }, Some(prepared)) => magic::cast::fatigue(state, prepared),
        (act, _) => act.fatigue(),
    }
}

/// What an act covers that affects an area.
pub(crate) fn covered(state: &State, who: CreatureId, act: &Act) -> Option<Covered> {
    match act {
        Act::Trigger(readied) | Act::Ready(readied, _) => covered(state, who, readied),
        _ => magic::covered(state, who, act),
    }
}

/// How long an act takes: the dice of those who roll for it. Of two weapons the slower one counts (`two-weapon/both`).
fn duration(state: &State, who: CreatureId, act: &Act) -> Option<String> {
    let rolls = rolls_speed(state, who);
    match act {
        Act::Both { main, off, .. } => {
            let delays = two_weapons::delays(state, who, main.with, *off);
            let slower = delays.into_iter().max_by_key(|delay| delay.fixed());
            slower.and_then(|delay| delay.words(rolls))
        }
        Act::Flee | Act::Surrender | Act::Rest(_) | Act::Treat(..) => None,
        act => delay(state, who, act).words(rolls),
    }
}

/// Spaces of the allowance that a way takes.
fn spaces(state: &State, who: CreatureId, way: &[Cell]) -> i16 {
    let mut at = state.body(who).at;
    let mut sum = 0;
    for to in way {
        sum += i16::from(ground::cost(state, who, at, *to));
        at = *to;
    }
    sum
}

/// The counts that so many spaces take at a rate.
fn counts(rate_ft: i16, spaces: i16) -> i16 {
    let mut left = spaces;
    let mut counts = 0;
    while left > 0 && rate_ft > 0 && counts < i16::MAX {
        left -= i16::from(rates::spaces(rate_ft, counts.unsigned_abs()));
        counts += 1;
    }
    counts
}

fn is_answer(act: &Act) -> bool {
    matches!(
        act,
        Act::RollInitiative
            | Act::Advance
            | Act::EndEncounter
            | Act::CarryOut
            | Act::Pass
            | Act::Yes
            | Act::GoOn(_)
            | Act::BreakOff
            | Act::Defend(_)
            | Act::Invigorate(_)
            | Act::Space(_)
            | Act::Feet(_)
    )
}

fn group(act: &Act) -> Group {
    match act {
        Act::Attack(_)
        | Act::Alternate(_)
        | Act::Both { .. }
        | Act::QuickStrike(_)
        | Act::CoupDeGrace { .. }
        | Act::Deliver { .. }
        | Act::Set(_) => Group::Attack,
        Act::Feint { .. }
        | Act::Distract { .. }
        | Act::Disarm { .. }
        | Act::Staple { .. }
        | Act::Trip { .. }
        | Act::Tackle(_)
        | Act::BullRush(_)
        | Act::Approach(..)
        | Act::Grab(_)
        | Act::BreakGrab { .. }
        | Act::EscapeGrab(_)
        | Act::Drag(..)
        | Act::Grapple(..)
        | Act::Shunt(..)
        | Act::Throw(..)
        | Act::Release(_)
        | Act::Feet(_) => Group::Maneuver,
        Act::Move { .. }
        | Act::Mount(_)
        | Act::Dismount(_)
        | Act::StandUp
        | Act::GoOn(_)
        | Act::Space(_) => Group::Move,
        Act::Shift(_) | Act::Basic | Act::Face(_) | Act::Defend(_) => Group::Defend,
        Act::Prepare(_)
        | Act::Charge
        | Act::ReleaseCharge
        | Act::Cast { .. }
        | Act::ReadScroll(..)
        | Act::ScrollWorks(..)
        | Act::Activate(..)
        | Act::Direct(..)
        | Act::Cease(_)
        | Act::LowerResistance
        | Act::RaiseResistance => Group::Magic,
        _ => Group::Other,
    }
}

/// Whom and where an act is aimed at.
pub(crate) fn aimed(state: &State, act: &Act) -> Aspect {
    let aspect = Aspect::of(group(act));
    match act {
        Act::Attack(strike)
        | Act::Alternate(strike)
        | Act::QuickStrike(strike)
        | Act::Both { main: strike, .. } => aspect.at([strike.target]),
        Act::Distract { target, ally, .. } => aspect.at([*target, *ally]),
        Act::BreakGrab { grabber, held } => aspect.at([*grabber, *held]),
        Act::Feint { target, .. }
        | Act::Disarm { target, .. }
        | Act::Staple { target, .. }
        | Act::Trip { target, .. }
        | Act::CoupDeGrace { target, .. }
        | Act::Deliver { target, .. }
        | Act::Tackle(target)
        | Act::BullRush(target)
        | Act::Grab(target)
        | Act::EscapeGrab(target)
        | Act::Drag(target, _)
        | Act::Grapple(target, _)
        | Act::Shunt(target, _)
        | Act::Release(target)
        | Act::Stabilize(target)
        | Act::Extinguish(target)
        | Act::Unstaple(target, _)
        | Act::Treat(target, _)
        | Act::Mount(target)
        | Act::Direct(_, target)
        | Act::Face(Facing::Creature(target)) => aspect.at([*target]),
        Act::Approach(target, to) | Act::Throw(target, to) => aspect.at([*target]).place(Some(*to)),
        Act::Move { path, .. } => aspect.place(path.last().copied()),
        Act::Dismount(to) | Act::Space(to) => aspect.place(Some(*to)),
        Act::Door(_, beyond, _) => aspect.place(Some(*beyond)),
        Act::PickUp(item) => aspect.place(state.lies_at(*item)),
        Act::Cast { aim, .. }
        | Act::Activate(_, aim)
        | Act::ReadScroll(_, aim)
        | Act::ScrollWorks(_, aim) => match aim {
            Aim::Oneself => aspect,
            Aim::Creatures(targets) => aspect.at(targets.iter().copied()),
            Aim::Area(at) => aspect.place(Some(*at)),
        },
        Act::Ready(readied, trigger) => {
            let readied = aimed(state, readied);
            aspect
                .at(readied.targets)
                .at(trigger.who)
                .place(readied.place)
        }
        _ => aspect,
    }
}

/// Whether what a rule does to a roll comes of where everybody is.
pub(crate) fn is_of_places(rule: RuleId) -> bool {
    let of_places = [
        rule!("attack-modifiers/cover-determination"),
        rule!("attack-modifiers/higher-ground"),
        rule!("flanking/flanked"),
        rule!("flanking/rear-attackers"),
        rule!("flanking/side-attackers"),
    ];
    of_places.contains(&rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeCount;
    use crate::fact::{Fact, apply};
    use crate::notation::sample::{GARRET, fight};
    use crate::state::{Prepared, SpellId};
    use affray_trial::aspects::are_of_kind;

    #[test]
    fn acts_have_a_kind_and_a_price() {
        are_of_kind::<TimeCount>(
            &fight(),
            &[
                ("attack ogre with long sword", Group::Attack, "9 counts"),
                (
                    "trip ogre with unarmed",
                    Group::Maneuver,
                    "6 counts, 1 fatigue",
                ),
                ("tackle ogre", Group::Maneuver, "9 counts, 1 fatigue"),
                ("move to 3,4", Group::Move, "1 count"),
                ("wait 3", Group::Other, "3 counts"),
                ("shift into parrying", Group::Defend, "6 counts"),
                ("basic stance", Group::Defend, "free"),
                ("prepare mend", Group::Magic, "12 counts"),
                ("drop long sword", Group::Other, "free"),
                ("pass", Group::Other, ""),
            ],
        );
    }

    #[test]
    fn casting_tires_by_the_spell_and_its_charges() {
        let mut state = fight();
        let prepared = Prepared {
            spell: SpellId(0),
            charges: 1,
            failure: None,
            hindered: 0,
            until: None,
        };
        apply(&mut state, &Fact::Prepares(GARRET, Some(prepared)));
        let cast = ("cast at ogre", Group::Magic, "1 count, 3 fatigue");
        are_of_kind::<TimeCount>(&state, &[cast]);
    }

    #[test]
    fn a_way_takes_as_many_counts_as_its_rate_allows() {
        assert_eq!(counts(20, 4), 4);
        assert_eq!(counts(25, 3), 2);
        assert_eq!(counts(60, 3), 1);
        assert_eq!(counts(0, 3), 0);
    }
}
