//! Initiative: who rolls, ties, unaware creatures, late arrivals (`rounds/initiative*`, `rounds/unaware-first-round`, `foundations/late-arrivals`).

use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};
use smallvec::SmallVec;

use super::command::anchor;
use super::luck::d20;
use super::numbers::present;
use crate::ThreeAction;
use crate::fact::{Fact, Flag, Number};
use crate::ids::rule;
use crate::state::{Condition, Phase, State};

/// Creatures with what they rolled.
type Placed = SmallVec<[(i16, CreatureId); 16]>;

/// The Initiative of a creature that has not rolled.
pub(crate) const NOT_ROLLED: i16 = i16::MIN;

/// Rolls Initiative for everybody who acts for itself, in roster order, and fixes the order of Turns (`rounds/initiative`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn roll_for_all(scene: &mut Scene<'_, ThreeAction>) -> Play {
    scene.cite(rule!("rounds/initiative"));
    scene.cite(rule!("foundations/dice-order"));
    let rolling: SmallVec<[CreatureId; 16]> = scene
        .state()
        .creatures()
        .filter(|who| has_own_turns(scene.state(), *who))
        .collect();
    let mut placed = Placed::new();
    for who in rolling {
        placed.push((initiative(scene, who)?, who));
    }
    let order = break_ties(scene, placed)?;
    // Of the order everybody is told by these rules, be it that dice were thrown for ties or not.
    scene.cite(rule!("rounds/initiative"));
    scene.cite(rule!("foundations/dice-order"));
    scene.emit(Fact::Order(order));
    find_the_unaware(scene);
    scene.emit(Fact::Round(1));
    scene.emit(Fact::Phase(Phase::Between));
    Ok(())
}

/// Creatures that are there and act for themselves: not those that wait for a Command (`foundations/initiative-roll`).
pub(crate) fn has_own_turns(state: &State, who: CreatureId) -> bool {
    present(state, who) && !super::command::waits_for_command(state, who)
}

/// The Initiative that was given, or a roll of d20 + Level + DEX (`foundations/initiative-roll`).
fn initiative(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play<i16> {
    let body = scene.state().body(who);
    if body.initiative != NOT_ROLLED {
        return Ok(body.initiative);
    }
    let mut tally = scene.tally();
    let sheet = scene.state().sheet(who);
    tally.add("Level", sheet.level, rule!("foundations/attributes"));
    tally.add("DEX", sheet.dex, rule!("foundations/initiative-roll"));
    let die = scene.sum(roll(
        who,
        "Initiative",
        rule!("foundations/initiative-roll"),
    ))?;
    let total = die + tally.total();
    scene.explain(
        || Sum {
            by: Some(who),
            what: "Initiative",
            dice: die,
            total,
            against: None,
            verdict: "",
            rule: rule!("foundations/initiative-roll"),
        },
        &tally,
    );
    let total = i16::try_from(total).unwrap_or(i16::MAX);
    scene.emit(Fact::Set(who, Number::Initiative, total));
    Ok(total)
}

fn roll(who: CreatureId, what: &'static str, rule: RuleId) -> Roll {
    Roll {
        pool: d20(),
        by: Some(who),
        what,
        rule,
        audience: Audience::Everyone,
    }
}

/// Highest first; the tied roll a d20 each in roster order, higher first, those still tied again (`rounds/initiative-ties`).
fn break_ties(scene: &mut Scene<'_, ThreeAction>, mut placed: Placed) -> Play<Vec<CreatureId>> {
    placed.sort_by_key(|(total, who)| (std::cmp::Reverse(*total), *who));
    let mut order = Vec::with_capacity(placed.len());
    for tied in placed.chunk_by(|(one, _), (other, _)| one == other) {
        if let [(_, alone)] = tied {
            order.push(*alone);
            continue;
        }
        scene.cite(rule!("rounds/initiative-ties"));
        let mut rolled = Placed::new();
        for (_, who) in tied {
            let face = scene.sum(roll(
                *who,
                "tied Initiative",
                rule!("rounds/initiative-ties"),
            ))?;
            rolled.push((i16::try_from(face).unwrap_or(i16::MAX), *who));
        }
        if rolled.iter().all(|(face, _)| *face == rolled[0].0) {
            scene.again(rolled.len())?;
        }
        order.extend(scene.nested(|scene| break_ties(scene, rolled))?);
    }
    Ok(order)
}

/// A creature that notices nothing of the fight when it starts is unaware of it (`rounds/unaware-first-round`).
fn find_the_unaware(scene: &mut Scene<'_, ThreeAction>) {
    let state = scene.state();
    let nobody_undetected = state.conditions.is_empty();
    if nobody_undetected || !is_fight(state, |_| true) {
        return;
    }
    let unaware: SmallVec<[CreatureId; 16]> = state
        .creatures()
        .filter(|who| {
            !state.body(*who).unaware && present(state, *who) && !notices_fight(state, *who)
        })
        .collect();
    for who in unaware {
        scene.cite(rule!("rounds/unaware-first-round"));
        scene.emit(Fact::Flag(who, Flag::Unaware, true));
    }
}

/// Whether there are Enemies among those that a creature notices, itself included: an Enemy of its own, or for a bystander two who are each
/// other's (`foundations/sides`).
fn notices_fight(state: &State, who: CreatureId) -> bool {
    is_fight(state, |other| {
        !state
            .conditions
            .has_toward(other, Condition::Undetected, who)
    })
}

/// Whether there are Enemies among those of a kind.
fn is_fight(state: &State, counts: impl Fn(CreatureId) -> bool) -> bool {
    let sides = state
        .creatures()
        .filter(|who| present(state, *who) && counts(*who) && !state.sheet(*who).neutral)
        .map(|who| state.sheet(who).side);
    let mut sides = sides.peekable();
    let first = sides.peek().copied();
    sides.any(|side| Some(side) != first)
}

/// Whoever has come since, or has lost its last commander and has had the Turn of this Round with it, rolls Initiative now and takes its first
/// Turn in the following Round
/// (`foundations/late-arrivals`, `command/uncommanded`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn late_arrivals(scene: &mut Scene<'_, ThreeAction>) -> Play {
    let state = scene.state();
    if state.clock.order.len() == state.bodies.len() {
        return Ok(());
    }
    let newcomers: Vec<CreatureId> = state
        .creatures()
        .filter(|who| has_own_turns(state, *who) && !state.clock.order.contains(who))
        .filter(|who| !has_turn_to_come(state, *who))
        .collect();
    if newcomers.is_empty() {
        return Ok(());
    }
    let round = state.clock.round;
    let mut placed = Vec::new();
    for who in newcomers {
        let owned = scene.state().sheet(who).owner.is_some();
        scene.cite(if owned {
            rule!("command/uncommanded")
        } else {
            rule!("foundations/late-arrivals")
        });
        placed.push((initiative(scene, who)?, who));
        scene.emit(Fact::HadTurn(who, round));
    }
    for (total, who) in placed {
        insert(scene, total, who)?;
    }
    Ok(())
}

/// Whether a creature under control, or one that has lost its commanders, still has a start of Turn before it in this Round, at the place of
/// the last of them (`command/turn-start`).
pub(crate) fn has_turn_to_come(state: &State, who: CreatureId) -> bool {
    let place = usize::from(state.clock.place);
    let to_come = state.clock.order.get(place..).unwrap_or_default();
    anchor(state, who).is_some_and(|anchor| {
        to_come.contains(&anchor) && state.body(anchor).had_turn < state.clock.round
    })
}

/// Puts a newcomer into the order, before the first with less. Dice decide between it and those of equal Initiative whom it comes up to;
/// the places that these have among themselves stay (`rounds/initiative-ties`).
fn insert(scene: &mut Scene<'_, ThreeAction>, total: i16, who: CreatureId) -> Play {
    let state = scene.state();
    let mut order = state.clock.order.clone();
    let initiative = |other: &CreatureId| state.body(*other).initiative;
    let before = order.iter().position(|other| initiative(other) < total);
    let before = before.unwrap_or(order.len());
    let unequal = order[..before]
        .iter()
        .rposition(|other| initiative(other) != total);
    let first = unequal.map_or(0, |place| place + 1);
    let mut tied: Placed = order[first..before]
        .iter()
        .chain([&who])
        .map(|tied| (total, *tied))
        .collect();
    tied.sort_unstable();
    let current = state
        .clock
        .order
        .get(usize::from(state.clock.place))
        .copied();
    let decided = break_ties(scene, tied)?;
    let rank = decided.iter().position(|tied| *tied == who);
    order.insert(first + rank.unwrap_or(0), who);
    let place = current
        .and_then(|next| order.iter().position(|other| *other == next))
        .unwrap_or(order.len());
    scene.emit(Fact::Order(order));
    scene.emit(Fact::Place(u8::try_from(place).unwrap_or(u8::MAX)));
    Ok(())
}
