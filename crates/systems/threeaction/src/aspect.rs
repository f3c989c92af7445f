//! What acts are to a player who looks for them.

use affray_kernel::aspect::{Aspect, Covered, Group, counted, measured};
use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Aim, Hold, Target};
use super::actions::{cast, control, cost, moving, volley};
use super::ids::rule;
use super::rules::area;
use super::rules::turns::Cost;
use super::state::State;

/// An act as a player looks for it.
pub(crate) fn aspect(state: &State, who: CreatureId, act: &Act) -> Aspect {
    if let Act::Trigger(readied) = act {
        return aspect(state, who, readied).priced("1 reaction");
    }
    let aspect = aimed(state, act);
    let energy = match act {
        Act::Cast { energy, .. } => energy.cost(),
        _ => 0,
    };
    match (act, price(state, who, act)) {
        (Act::Grab, _) => aspect.priced("1 reaction"),
        (Act::Move { mode, path }, price) => {
            let plan = moving::aim(state, who, *mode, path).ok();
            let distance = plan.map(|plan| plan.spent_ft);
            paid(aspect.going(distance), price, 0)
        }
        (_, price) => paid(aspect, price, energy),
    }
}

/// What an act covers that affects an Area.
pub(crate) fn covered(state: &State, who: CreatureId, act: &Act) -> Option<Covered> {
    match act {
        Act::Trigger(readied) | Act::Ready(readied, _) => covered(state, who, readied),
        Act::Volley { at, with } => {
            let area = volley::aim(state, who, *at, *with).ok()?;
            Some(area::covered(state, area))
        }
        Act::Cast {
            spell,
            item,
            energy,
            aim,
        } => {
            let (spell, item, energy) = (*spell, *item, *energy);
            let order = cast::Order {
                spell,
                item,
                energy,
                aim,
            };
            cast::covered(state, who, order)
        }
        Act::Control(number, to) => control::covered(state, who, *number, to),
        _ => None,
    }
}

/// Whether what an act comes to depends on whether somebody is where they are only suspected (`hidden/declare-square`).
pub(crate) fn is_guess(act: &Act) -> bool {
    let is_suspected = |target: &Target| matches!(target, Target::Guess(..) | Target::Square(_));
    match act {
        Act::Strike { target, .. } | Act::Shoot { target, .. } | Act::Maneuver { target, .. } => {
            is_suspected(target)
        }
        Act::Cast { aim, .. } | Act::Control(_, aim) => match aim {
            Aim::Target(target) => is_suspected(target),
            Aim::Guess(..) => true,
            Aim::Area(..) | Aim::Place(..) => false,
        },
        Act::Trigger(readied) => is_guess(readied),
        _ => false,
    }
}

fn paid(aspect: Aspect, price: Option<Cost>, energy: i16) -> Aspect {
    match price {
        Some(Cost::Free) => aspect.priced("free"),
        Some(Cost::Actions(actions)) => {
            let actions = counted(i16::from(actions), "action");
            aspect.costing([actions, measured(energy, "energy")])
        }
        Some(Cost::Paid) | None => aspect,
    }
}

/// What an act of a creature's own Turn costs; answers cost nothing besides.
fn price(state: &State, who: CreatureId, act: &Act) -> Option<Cost> {
    let answers = matches!(
        act,
        Act::Pass
            | Act::Enter
            | Act::Grab
            | Act::Feet(_)
            | Act::Square(_)
            | Act::Take
            | Act::Lock(_)
            | Act::LockHand
            | Act::RollInitiative
            | Act::NextTurn
            | Act::AfterTurn
    );
    (!answers).then(|| cost(state, who, act))
}

fn group(act: &Act) -> Group {
    match act {
        Act::Strike { .. } | Act::Shoot { .. } | Act::Volley { .. } => Group::Attack,
        Act::Maneuver { .. } | Act::Choke(_) | Act::Release(_) => Group::Maneuver,
        Act::Move { .. }
        | Act::PassThrough(_)
        | Act::Stand
        | Act::Jump { .. }
        | Act::PrepareJump
        | Act::PushOff(..)
        | Act::Stabilize
        | Act::Mount(_)
        | Act::Dismount(_)
        | Act::DropProne
        | Act::Square(_) => Group::Move,
        Act::Cast { .. } | Act::Control(..) | Act::Focus => Group::Magic,
        Act::Dodge | Act::Grab => Group::Defend,
        _ => Group::Other,
    }
}

/// Whom and where an act is aimed at. A creature that is guessed to be somewhere is not pointed at: its place is.
pub(crate) fn aimed(state: &State, act: &Act) -> Aspect {
    let aspect = Aspect::of(group(act));
    match act {
        Act::Strike { target, .. } | Act::Shoot { target, .. } | Act::Maneuver { target, .. } => {
            at_target(state, aspect, *target)
        }
        Act::Volley { at, .. } => aspect.place(Some(*at)),
        Act::Move { path, .. } => aspect.place(path.last().copied()),
        Act::Jump { to, .. } | Act::Dismount(to) | Act::Square(to) => aspect.place(Some(*to)),
        Act::PushOff(hold, toward) => {
            let held = match hold {
                Hold::Creature(who) => Some(*who),
                Hold::Wall(_) | Hold::Object(_) => None,
            };
            // Whoever pushes off may leave the map; there is nothing to point at beyond it.
            let on_map = state.cast.map.contains(*toward);
            aspect.at(held).place(on_map.then_some(*toward))
        }
        Act::Cast { aim, .. } | Act::Control(_, aim) => match *aim {
            Aim::Target(target) => at_target(state, aspect, target),
            Aim::Area(_, from, toward) => aspect.place(Some(area_place(state, from, toward))),
            Aim::Place(who, to) => aspect.at(who).place(Some(to)),
            Aim::Guess(who, _, to) => aspect.at(Some(who)).place(Some(to)),
        },
        Act::Ready(readied, trigger) => {
            let readied = aimed(state, readied);
            aspect
                .at(readied.targets)
                .at(trigger.who)
                .place(readied.place)
        }
        Act::PassThrough(who)
        | Act::Mount(who)
        | Act::Command(who)
        | Act::Medicine(who)
        | Act::Intimidate(who)
        | Act::Escape(who)
        | Act::Choke(who)
        | Act::Release(who)
        | Act::Give(_, who) => aspect.at([*who]),
        Act::PickUp(item) => aspect.place(state.lies_at(*item)),
        Act::Door(_, beyond, _) => aspect.place(Some(*beyond)),
        _ => aspect,
    }
}

fn at_target(state: &State, aspect: Aspect, target: Target) -> Aspect {
    match target {
        Target::Creature(who) => aspect.at([who]),
        Target::Guess(_, cell) | Target::Square(cell) | Target::Ice(cell) => {
            aspect.place(Some(cell))
        }
        Target::Object(item) => aspect.place(state.lies_at(item)),
    }
}

/// Of cones and lines, which begin at their caster, the square that they point to.
fn area_place(state: &State, from: Cell, toward: Cell) -> Cell {
    let on_map = state.cast.map.contains(toward.with_height(0));
    if from == toward || !on_map {
        from
    } else {
        toward
    }
}

/// Whether what a rule does to a roll comes of where everybody is.
pub(crate) fn is_of_places(rule: RuleId) -> bool {
    let of_places = [
        rule!("concealed/disadvantage"),
        rule!("cover/disadvantage"),
        rule!("flanked/effect"),
        rule!("ranged-attack/close-disadvantage"),
    ];
    of_places.contains(&rule)
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;

    use super::*;
    use crate::ThreeAction;
    use crate::notation::sample::{GARRET, OGRE, fight};
    use affray_trial::aspects::are_of_kind;

    #[test]
    fn acts_have_a_kind_and_a_price() {
        are_of_kind::<ThreeAction>(
            &fight(),
            &[
                ("strike ogre with longsword", Group::Attack, "1 action"),
                (
                    "strike square 4,7 with longsword",
                    Group::Attack,
                    "1 action",
                ),
                ("trip ogre with longsword", Group::Maneuver, "1 action"),
                ("move to 5,5", Group::Move, "1 action"),
                ("dodge", Group::Defend, "1 action"),
                ("focus", Group::Magic, "1 action"),
                (
                    "cast #0 at ogre effect 2 range 1",
                    Group::Magic,
                    "1 action, 3 energy",
                ),
                ("drop longsword", Group::Other, "free"),
                ("ready dodge when ogre moves", Group::Other, "2 actions"),
                (
                    "trigger strike ogre with longsword",
                    Group::Attack,
                    "1 reaction",
                ),
                ("grab", Group::Defend, "1 reaction"),
                ("end turn", Group::Other, ""),
                ("pass", Group::Other, ""),
            ],
        );
    }

    #[test]
    fn acts_point_at_creatures_and_places() {
        let state = fight();
        let seen = |words| {
            let act = ThreeAction::parse(&state, Some(GARRET), words).expect(words);
            let aspect = aspect(&state, GARRET, &act);
            (aspect.targets.to_vec(), aspect.place)
        };
        assert_eq!(seen("trip ogre with longsword"), (vec![OGRE], None));
        let guessed = Cell::new(4, 6);
        assert_eq!(
            seen("strike ogre at 4,6 with longsword"),
            (Vec::new(), Some(guessed))
        );
        assert_eq!(seen("pick up #11"), (Vec::new(), Some(Cell::new(7, 7))));
        let moved = ThreeAction::parse(&state, Some(GARRET), "move to 3,5").expect("a move");
        assert_eq!(aspect(&state, GARRET, &moved).distance, Some(10));
    }
}
