//! Who is next and when the fight ends: Rounds, Turns, Initiative (`rounds/*`, `turns/*`, `foundations/*-order`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{Ask, CreatureId, Next, Play, Scene};

use super::ThreeAction;
use super::act::{Act, Window};
use super::fact::{Fact, Flag, Number};
use super::ids::rule;
use super::rules::luck::d20;
use super::rules::numbers::{able, incapacitated, present};
use super::rules::turns::{actions_allowed, actions_left};
use super::sheet::CombatEnd;
use super::state::{Condition, Phase, State};

/// How the fight goes on.
pub(crate) fn next(state: &State) -> Next<ThreeAction> {
    if let Phase::Over(winner) = state.clock.phase {
        return Next::Over(winner);
    }
    if state.clock.phase != Phase::Setup
        && let Some(winner) = decided(state)
    {
        return Next::Over(winner);
    }
    match state.clock.phase {
        Phase::Setup => Next::Auto(Act::RollInitiative),
        Phase::Between | Phase::Over(_) => Next::Auto(Act::NextTurn),
        Phase::After(_) => Next::Auto(Act::AfterTurn),
        Phase::Turn { who, .. } => Next::Await {
            must: vec![Ask::open(who, Window::Turn)],
            may: commanded(state, who),
        },
    }
}

/// Creatures that were commanded in this Turn and have Actions left (`command/simultaneous-turn`).
fn commanded(state: &State, commander: CreatureId) -> Vec<Ask<ThreeAction>> {
    if state.bodies.iter().all(|body| !body.commanded) {
        return Vec::new();
    }
    state
        .creatures()
        .filter(|who| {
            state.body(*who).commanded
                && state.body(*who).commander == Some(commander)
                && able(state, *who)
                && actions_left(state, *who) > 0
        })
        .map(|who| Ask::open(who, Window::Turn))
        .collect()
}

/// Whether a creature still fights (`foundations/combat-end`).
pub(crate) fn fights(state: &State, who: CreatureId) -> bool {
    present(state, who)
        && match state.cast.options.combat_end {
            CombatEnd::OutOfAction => !state.has(who, Condition::Unconscious),
            CombatEnd::ZeroHp => state.body(who).hp > 0,
        }
}

/// The outcome, if at most one side is left (`foundations/combat-end`); scenes without Enemies do not end by themselves.
fn decided(state: &State) -> Option<Option<u8>> {
    if state.cast.scene.peaceful {
        return None;
    }
    let mut left = None;
    for who in state.creatures() {
        let sheet = state.sheet(who);
        if sheet.neutral || !fights(state, who) {
            continue;
        }
        match left {
            None => left = Some(sheet.side),
            Some(side) if side != sheet.side => return None,
            Some(_) => {}
        }
    }
    Some(left)
}

/// Rolls Initiative for everybody who acts for itself and puts them in order (`rounds/initiative`, `foundations/initiative-roll`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn roll_initiative(scene: &mut Scene<'_, ThreeAction>) -> Play {
    scene.cite(rule!("rounds/initiative"));
    let rolling: Vec<CreatureId> = scene
        .state()
        .creatures()
        .filter(|who| present(scene.state(), *who) && scene.state().sheet(*who).owner.is_none())
        .collect();
    let mut placed: Vec<(i16, CreatureId)> = Vec::with_capacity(rolling.len());
    for who in rolling {
        let given = scene.state().body(who).initiative;
        let total = if given == NOT_ROLLED {
            roll_one(scene, who)?
        } else {
            given
        };
        placed.push((total, who));
    }
    let order = break_ties(scene, placed)?;
    scene.emit(Fact::Order(order));
    scene.emit(Fact::Round(1));
    scene.emit(Fact::Phase(Phase::Between));
    Ok(())
}

/// The Initiative of a creature that has not rolled.
pub(crate) const NOT_ROLLED: i16 = i16::MIN;

fn roll_one(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play<i16> {
    let sheet = scene.state().sheet(who);
    let mut tally = Tally::new();
    tally.add("Level", sheet.level, rule!("foundations/attributes"));
    tally.add("DEX", sheet.dex, rule!("foundations/initiative-roll"));
    let die = scene.sum(Roll {
        pool: d20(),
        by: Some(who),
        what: "Initiative",
        rule: rule!("foundations/initiative-roll"),
        audience: Audience::Everyone,
    })?;
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
    let total = total as i16;
    scene.emit(Fact::Set(who, Number::Initiative, total));
    Ok(total)
}

/// Highest first; the tied roll a d20 each in roster order, those still tied again (`rounds/initiative-ties`).
pub(crate) fn break_ties(
    scene: &mut Scene<'_, ThreeAction>,
    mut placed: Vec<(i16, CreatureId)>,
) -> Play<Vec<CreatureId>> {
    placed.sort_by_key(|(total, who)| (std::cmp::Reverse(*total), *who));
    let mut order = Vec::with_capacity(placed.len());
    for tied in placed.chunk_by(|(one, _), (other, _)| one == other) {
        if let [(_, alone)] = tied {
            order.push(*alone);
            continue;
        }
        scene.cite(rule!("rounds/initiative-ties"));
        let mut rolled = Vec::with_capacity(tied.len());
        for (_, who) in tied {
            let roll = Roll {
                pool: d20(),
                by: Some(*who),
                what: "tied Initiative",
                rule: rule!("rounds/initiative-ties"),
                audience: Audience::Everyone,
            };
            rolled.push((scene.sum(roll)? as i16, *who));
        }
        order.extend(scene.nested(|scene| break_ties(scene, rolled))?);
    }
    Ok(order)
}

/// The next Turn begins: the next creature in the order, or the next Round (`rounds/sequence`, `rounds/structure`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn next_turn(scene: &mut Scene<'_, ThreeAction>) -> Play {
    scene.cite(rule!("rounds/sequence"));
    let clock = &scene.state().clock;
    let place = usize::from(clock.place);
    let Some(who) = clock.order.get(place).copied() else {
        let round = clock.round + 1;
        scene.cite(rule!("rounds/structure"));
        scene.emit(Fact::Round(round));
        return Ok(());
    };
    scene.emit(Fact::Place(clock.place + 1));
    if !present(scene.state(), who) {
        return Ok(());
    }
    start_turn(scene, who)
}

/// The start of a Turn in its order (`foundations/start-of-turn-order`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn start_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("foundations/start-of-turn-order"));
    scene.emit(Fact::AnchorStarts(who));
    scene.emit(Fact::TurnBegins(who));
    scene.emit(Fact::Set(who, Number::ReactionsUsed, 0));
    scene.emit(Fact::Flag(who, Flag::ReactionReady, true));
    let can_act = able(scene.state(), who)
        && actions_allowed(scene.state(), who) > 0
        && !scene.state().body(who).unaware;
    let phase = if can_act {
        Phase::Turn { who, begun: false }
    } else {
        Phase::After(who)
    };
    scene.emit(Fact::HadTurn(who, scene.state().clock.round));
    scene.emit(Fact::Phase(phase));
    Ok(())
}

/// The end of a Turn in its order (`foundations/end-of-turn-order`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn end_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("foundations/end-of-turn-order"));
    scene.emit(Fact::AnchorEnds(who));
    scene.emit(Fact::Phase(Phase::After(who)));
    Ok(())
}

/// After a Turn: those delaying may enter (`turns/delay-reentry`, `turns/delay-order-conflict`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn after_turn(scene: &mut Scene<'_, ThreeAction>) -> Play {
    scene.emit(Fact::Phase(Phase::Between));
    Ok(())
}

/// Whether a creature is hurt enough that a bot thinks of itself.
pub(crate) fn in_danger(state: &State, who: CreatureId) -> bool {
    incapacitated(state, who) || state.body(who).hp * 3 <= state.sheet(who).max_hp
}
