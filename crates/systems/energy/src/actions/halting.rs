//! What becomes of a movement under way: what ends it before its goal, and other ways (`action-order/actor-may-adapt`).

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, Figure, Refusal};

use super::interrupts;
use super::moving::{energy_for, free_to_move, is_shift, may_go_on, reach_m, too_far};
use super::way::{self, Route};
use crate::act::{Action, Step};
use crate::ids::refuse;
use crate::mishap::Halt;
use crate::rules::numbers::{able, speed_m};
use crate::rules::occupied::{Others, can_walk, may_pass};
use crate::rules::price;
use crate::state::{Condition, Doing, Pace, State};

/// Whether a mover goes not a metre farther, whichever way: it was knocked down, is held, has become too slow, or nothing that was reserved pays
/// for it any more. `lay` says whether it was on the ground before (`swift/target-keeps-moving`).
pub(crate) fn is_halted(state: &State, who: CreatureId, (step, lay): (Step, bool)) -> bool {
    let Some(doing) = state.doing(who) else {
        return false;
    };
    let fell = !lay && state.has(who, Condition::Prone);
    let Action::Move { pace, .. } = doing.action else {
        return fell && matches!(doing.action, Action::Climb(_));
    };
    if fell || !may_go_on(state, who, pace) {
        return true;
    }
    // What is left of a Sprint is its Push then, which takes no metre.
    if step == Step::Unguarded {
        return price::still_payable(state, who).is_err();
    }
    doing.metres >= reach_m(state, who, pace) || !pays_for(state, doing, pace, doing.metres + 1)
}

/// Whether a mover that is too slow now to go a metre farther can shake that off (`interrupts/any-time`, `conditions/continuous-source`).
pub(crate) fn gets_going(state: &State, who: CreatureId) -> bool {
    let paces = state.doing(who).is_some_and(
        |doing| matches!(doing.action, Action::Move { pace, .. } if may_go_on(state, who, pace)),
    );
    paces && interrupts::could_speed_up(state, who)
}

/// Whether what was reserved for a movement still pays for so many metres: whoever is Slowed covers a larger share of its Speed with each, and
/// Stamina may have become barred (`swift/target-keeps-moving`, `actions/run-energy-by-distance`).
pub(super) fn pays_for(state: &State, doing: &Doing, pace: Pace, metres: i16) -> bool {
    let who = doing.who;
    if pace == Pace::AgileShift {
        return price::still_payable(state, who).is_ok();
    }
    let due = match pace {
        Pace::Shift => 1,
        _ => energy_for(metres, speed_m(state, who)),
    };
    let swaps = if price::swaps_are_barred(state, who) {
        0
    } else {
        doing.swaps
    };
    due <= doing.paid + doing.energy + swaps
}

/// The rest of its way for a mover that something else than its own metres has brought elsewhere: on from there where that is on its way,
/// otherwise back onto it where it is nearest (`action-order/actor-may-adapt`).
pub(super) fn regained(state: &State, (who, pace): (CreatureId, Pace), rest: &[Cell]) -> Route {
    let shape = state.grid().shape;
    let here = state.body(who).at;
    let centre = state.space(who).centre(shape);
    let off = |cell: &Cell| {
        let there = state.space_at(who, *cell).centre(shape);
        centre.squared_distance(shape, there)
    };
    let nearest = (0..rest.len()).min_by_key(|index| off(&rest[*index]));
    let rest = &rest[nearest.unwrap_or(0)..];
    match rest {
        [next, onward @ ..] if *next == here => onward.into(),
        [next, onward @ ..] if !is_shift(pace) && !can_walk(state, who, here, *next) => {
            let back = way::route(state, who, &[*next], false);
            back.map_or_else(
                |_| rest.into(),
                |back| back.into_iter().chain(onward.iter().copied()).collect(),
            )
        }
        _ => rest.into(),
    }
}

/// What keeps a mover from its next space; nothing to be said of one who can do nothing at all. `reaches` says whether its pace leads there.
pub(super) fn hindrance(
    state: &State,
    (who, pace): (CreatureId, Pace),
    to: Cell,
    (fell, reaches): (bool, bool),
) -> Option<Halt> {
    if !able(state, who) {
        return None;
    }
    let has = |kind| state.has(who, kind).then_some(Halt::Condition(kind));
    if fell || free_to_move(state, who, pace).is_err() {
        return has(Condition::Restrained).or_else(|| has(Condition::Prone));
    }
    if !can_walk(state, who, state.body(who).at, to) {
        return Some(Halt::Barred);
    }
    if let Err(refusal) = may_pass(state, who, to, Others::All) {
        return Some(in_the_way(&refusal));
    }
    let short = if reaches { Halt::Price } else { Halt::Pace };
    has(Condition::Slowed).or(Some(short))
}

/// Whom or what a refusal of a place names as the hindrance.
pub(super) fn in_the_way(refusal: &Refusal) -> Halt {
    match refusal.figures[0] {
        Some(Figure::Creature(other)) => Halt::InTheWay(other),
        _ => Halt::Barred,
    }
}

/// Another way in the middle of a movement (`action-order/actor-may-adapt`).
///
/// # Errors
/// What is wrong with it.
pub(crate) fn reroute(state: &State, who: CreatureId, path: &[Cell]) -> Result<Route, Refusal> {
    let none = refuse!("action-order/actor-may-adapt", "no movement is under way");
    let Some(doing) = state.doing(who) else {
        return Err(none);
    };
    let Action::Move { pace, push, .. } = &doing.action else {
        return Err(none);
    };
    if push.is_some() {
        return Err(refuse!(
            "maneuvers/push-sprint",
            "a Sprint that ends in a Push keeps to its run-up"
        ));
    }
    let way = way::find(state, who, path, false)?;
    if is_shift(*pace) {
        return one_metre(way.route);
    }
    let metres = doing.metres + way.metres;
    let most = reach_m(state, who, *pace);
    if metres > most {
        return Err(too_far(state, who, *pace, metres));
    }
    let (needs, reserved) = (
        energy_for(metres, speed_m(state, who)),
        doing.energy + doing.swaps + doing.paid,
    );
    if needs > reserved {
        return Err(refuse!(
            "action-order/actor-may-adapt",
            "that way costs {} Energy in all; {} were declared",
            Figure::Number(i32::from(needs)),
            Figure::Number(i32::from(reserved))
        ));
    }
    Ok(way.route)
}

/// The way of a Shift (`actions/shift`).
fn one_metre(route: Route) -> Result<Route, Refusal> {
    if route.len() == 1 {
        return Ok(route);
    }
    Err(refuse!("actions/shift", "a Shift is 1 m"))
}
