//! Initiative (`initiative-structure/*`, `combat-overview/roll-initiative-step`).

use std::cmp::Reverse;

use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::numbers::present;
use super::turns;
use crate::ActionPoint;
use crate::fact::{Fact, Number};
use crate::ids::rule;
use crate::sheet::Attribute;
use crate::state::{Phase, Presence, State};

const D6: Pool = pool!("1d6");

/// All who are there roll, in listing order, and the order is fixed for the whole fight.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn roll_for_all(scene: &mut Scene<'_, ActionPoint>) -> Play {
    scene.cite_all(
        const {
            &[
                rule!("combat-overview/roll-initiative-step"),
                rule!("initiative-structure/rolled-once"),
                rule!("core-rules/dice-order"),
            ]
        },
    );
    for who in scene.state().creatures() {
        if present(scene.state(), who) && scene.state().body(who).initiative.is_none() {
            roll(scene, who)?;
        }
    }
    put_in_order(scene);
    scene.emit(Fact::Phase(Phase::RoundBegins));
    Ok(())
}

/// A newcomer rolls on arrival, unless its result is given, and takes its place; its first turn is in the next round
/// (`initiative-structure/late-arrivals`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn arrive(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    scene.cite(rule!("initiative-structure/late-arrivals"));
    if scene.state().body(who).initiative.is_none() {
        roll(scene, who)?;
    }
    put_in_order(scene);
    let clock = &scene.state().clock;
    if clock.phase != Phase::RoundBegins {
        let turns = clock.turns.clamp(1, 3_000) as i16;
        scene.emit(Fact::Set(who, Number::Turn, turns));
        scene.emit(Fact::Set(who, Number::Ap, 0));
    }
    Ok(())
}

/// Somebody who is there and has no place in the order yet.
#[must_use]
pub(crate) fn newcomer(state: &State) -> Option<CreatureId> {
    if state.clock.order.len() >= state.bodies.len() {
        return None;
    }
    state
        .creatures()
        .find(|who| present(state, *who) && !state.clock.order.contains(who))
}

/// 1d6, or the die that somebody has rolled for a group, and the Initiative of a player character or the Perception of anybody else.
fn roll(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    let sheet = scene.state().sheet(who);
    let (rule, name) = if sheet.player {
        (
            rule!("initiative-structure/pc-initiative-roll"),
            "Initiative",
        )
    } else {
        (
            rule!("initiative-structure/npc-initiative-roll"),
            Attribute::Perception.name(),
        )
    };
    let value = sheet.initiative_value();
    let player = sheet.player;
    let die = match shared_die(scene.state(), who) {
        Some(die) => die,
        None => scene.sum(Roll {
            pool: D6,
            by: Some(who),
            what: "initiative",
            rule,
            audience: Audience::Everyone,
        })?,
    };
    let mut tally = Tally::new();
    tally.add(name, value, rule);
    if player {
        scene.cite(rule!("character-stats/initiative-rating"));
    }
    let total = die + i32::from(value);
    let sum = Sum {
        by: Some(who),
        what: "initiative",
        dice: die,
        total,
        against: None,
        verdict: "",
        rule,
    };
    scene.explain(|| sum, &tally);
    scene.emit(Fact::Initiative(
        who,
        Some(total.clamp(-3_000, 3_000) as i16),
    ));
    Ok(())
}

/// The die of whoever has rolled for a creature as well.
fn shared_die(state: &State, who: CreatureId) -> Option<i32> {
    let with = state.sheet(who).initiative_with?;
    let result = state.body(with).initiative?;
    Some(i32::from(result) - i32::from(state.sheet(with).initiative_value()))
}

/// The order of those who have a result and have come: descending; equal ones by their static value, then player characters first, then as listed
/// (`initiative-structure/order-descending`, `initiative-structure/ties`).
#[must_use]
pub(crate) fn order(state: &State) -> SmallVec<[CreatureId; 8]> {
    let rolled = |who: &CreatureId| {
        let body = state.body(*who);
        let gone = match body.presence {
            Presence::Elsewhere => true,
            Presence::Removed => !turns::is_awaited(state, *who),
            _ => false,
        };
        body.initiative.is_some() && !gone
    };
    let mut order: SmallVec<[CreatureId; 8]> = state.creatures().filter(rolled).collect();
    order.sort_by_key(|who| {
        let sheet = state.sheet(*who);
        let result = state.body(*who).initiative;
        (
            Reverse(result),
            Reverse(sheet.initiative_value()),
            !sheet.player,
            *who,
        )
    });
    order
}

/// Both rules give the order, whether or not there is a tie: that there is one may be more than somebody knows who is told of the order.
fn put_in_order(scene: &mut Scene<'_, ActionPoint>) {
    let order = order(scene.state());
    scene.cite(rule!("initiative-structure/order-descending"));
    scene.cite(rule!("initiative-structure/ties"));
    scene.emit(Fact::Order(order));
}
