//! What acts are to a player who looks for them.

use affray_kernel::aspect::{Aspect, Covered, Group, measured};
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Action, Aim, Claim, Interrupt, Pay};
use super::actions::powers::held_power;
use super::actions::{cost, moving};
use super::ids::rule;
use super::rules::price::{self, Cost};
use super::rules::{powers, zones};
use super::sheet::Working;
use super::state::{State, Watch};
use super::volley::interrupt_cost;

/// An act as a player looks for it.
pub(crate) fn aspect(state: &State, who: CreatureId, act: &Act) -> Aspect {
    match act {
        Act::Do(claim) | Act::Challenge(claim) => claimed(state, who, claim),
        Act::Race(others, claim) => claimed(state, who, claim).at(others.iter().copied()),
        Act::Interrupt(interrupt) => {
            let (cost, pay) = interrupt_cost(state, who, interrupt);
            paid(state, who, interrupts(interrupt), (cost, pay))
        }
        Act::Face(watch) => Aspect::of(Group::Defend).at(watched(*watch)).priced("free"),
        Act::Drop(_) => Aspect::of(Group::Other).priced("free"),
        Act::FallProne => Aspect::of(Group::Move).priced("free"),
        Act::Release(whom) => Aspect::of(Group::Maneuver).at([*whom]).priced("free"),
        Act::Submit(to) => Aspect::of(Group::Other).at([*to]),
        Act::Struggle(_) => Aspect::of(Group::Maneuver),
        Act::Reroute(path) => Aspect::of(Group::Move).place(path.last().copied()),
        Act::Space(to) => Aspect::of(Group::Maneuver).place(Some(*to)),
        Act::Take(item) => Aspect::of(Group::Other).place(state.lies_at(*item)),
        _ => Aspect::of(Group::Other),
    }
}

/// What an act covers that affects an area: a zone.
pub(crate) fn covered(state: &State, who: CreatureId, act: &Act) -> Option<Covered> {
    let mut at = state.body(who).at;
    let (power, aim) = match act {
        Act::Do(claim) | Act::Challenge(claim) | Act::Race(_, claim) => {
            at = claim.action.approach().last().copied().unwrap_or(at);
            match claim.action.plain() {
                Action::Use(power, aim) => (*power, *aim),
                Action::Consume(item, aim) => (held_power(state, who, *item).ok()?, *aim),
                _ => return None,
            }
        }
        Act::Interrupt(Interrupt::Use(power, aim, _)) => (*power, *aim),
        _ => return None,
    };
    let power = state.cast.powers.get(usize::from(power.0))?;
    powers::aimed(state, (who, at), power, aim).ok()?;
    match (&power.works, aim) {
        (Working::Zone { radius_m, .. }, Aim::Place(centre)) => {
            Some(zones::covered(state, centre, *radius_m))
        }
        _ => None,
    }
}

fn claimed(state: &State, who: CreatureId, claim: &Claim) -> Aspect {
    let aspect = aimed(state, &claim.action);
    let Action::Move { pace, .. } = &claim.action else {
        return paid(
            state,
            who,
            aspect,
            (cost(state, who, &claim.action), claim.pay),
        );
    };
    match moving::possible(state, who, &claim.action) {
        Ok(way) => {
            let cost = moving::cost(state, who, *pace, way.metres);
            paid(
                state,
                who,
                aspect.going(Some(way.metres)),
                (cost, claim.pay),
            )
        }
        Err(_) => aspect,
    }
}

/// The price as it is paid; as its rule states it where that cannot be paid.
fn paid(state: &State, who: CreatureId, aspect: Aspect, (cost, pay): (Cost, Pay)) -> Aspect {
    let (energy, stamina, agility) = match price::afford(state, who, cost, pay) {
        Ok(price) => (price.energy, price.swaps + price.stamina, price.agility),
        Err(_) => (cost.energy, cost.stamina, cost.agility),
    };
    aspect.costing([
        measured(energy, "energy"),
        measured(stamina, "stamina"),
        measured(agility, "agility"),
    ])
}

fn interrupts(interrupt: &Interrupt) -> Aspect {
    match interrupt {
        Interrupt::AgileMove(to) => Aspect::of(Group::Move).place(Some(*to)).going(Some(1)),
        Interrupt::Strike(strike, _) => Aspect::of(Group::Attack).at([strike.target]),
        Interrupt::Maneuver(attempt, _) => Aspect::of(Group::Maneuver).at([attempt.target]),
        Interrupt::Use(_, aim, _) => at(Aspect::of(Group::Magic), *aim),
    }
}

fn watched(watch: Watch) -> Option<CreatureId> {
    match watch {
        Watch::Creature(who) => Some(who),
        Watch::Heading(_) => None,
    }
}

fn group(action: &Action) -> Group {
    match action.plain() {
        Action::Attack(_) => Group::Attack,
        Action::Maneuver(_) | Action::Escape(..) => Group::Maneuver,
        Action::Move { .. }
        | Action::Jump(_)
        | Action::Leap(_)
        | Action::Climb(_)
        | Action::Kneel
        | Action::Stand => Group::Move,
        Action::Defend | Action::Hide => Group::Defend,
        Action::Use(..) | Action::Consume(..) => Group::Magic,
        _ => Group::Other,
    }
}

/// Whom and where an action is aimed at.
fn aimed(state: &State, action: &Action) -> Aspect {
    let aspect = Aspect::of(group(action));
    match action {
        Action::Attack(strike) => aspect
            .at([strike.target])
            .place(strike.approach.last().copied()),
        Action::Maneuver(attempt) => aspect
            .at([attempt.target])
            .place(attempt.approach.last().copied()),
        Action::Move { path, push, .. } => match push {
            None => aspect.place(path.last().copied()),
            Some((target, onward)) => aspect
                .at([*target])
                .place(onward.last().or(path.last()).copied()),
        },
        Action::Jump(to) | Action::Climb(to) => aspect.place(Some(*to)),
        Action::PickUp(item) => aspect.place(state.lies_at(*item)),
        Action::Escape(from, _) => aspect.at(*from),
        Action::BreakDown(_, beyond) | Action::Door(_, beyond, _) => aspect.place(Some(*beyond)),
        Action::Rouse(sleeper) => aspect.at([*sleeper]),
        Action::Use(_, aim) | Action::Consume(_, aim) => at(aspect, *aim),
        Action::Moving(action, moves) => aimed(state, action).place(moves.last().copied()),
        _ => aspect,
    }
}

fn at(aspect: Aspect, aim: Aim) -> Aspect {
    match aim {
        Aim::Oneself => aspect,
        Aim::Creature(who) => aspect.at([who]),
        Aim::Place(cell) => aspect.place(Some(cell)),
    }
}

/// Whether what a rule does to a roll comes of where everybody is.
pub(crate) fn is_of_places(rule: RuleId) -> bool {
    let of_places = [rule!("facing/attacked-from-behind")];
    of_places.contains(&rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Energy;
    use crate::notation::sample::fight;
    use affray_trial::aspects::are_of_kind;

    #[test]
    fn acts_have_a_kind_and_a_price() {
        are_of_kind::<Energy>(
            &fight(),
            &[
                ("attack ogre with longsword", Group::Attack, "3 energy"),
                (
                    "swift attack ogre with longsword",
                    Group::Attack,
                    "1 energy",
                ),
                ("trip ogre with longsword", Group::Maneuver, "3 energy"),
                ("shift to 3,4", Group::Move, "1 energy"),
                ("run to 3,5", Group::Move, "1 energy"),
                ("agile move to 3,4", Group::Move, "1 agility"),
                ("defend", Group::Defend, "1 energy"),
                ("defend paying 1 stamina", Group::Defend, "1 stamina"),
                ("use mire at 3,4", Group::Magic, "2 energy"),
                ("drop longsword", Group::Other, "free"),
                ("wait", Group::Other, ""),
            ],
        );
    }
}
