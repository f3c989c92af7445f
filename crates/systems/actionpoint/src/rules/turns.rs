//! Turns: whose is next, saved turns, and what the start and the end of one bring (`initiative-structure/*`, `saving-your-turn/*`).

use std::cmp::Reverse;

use affray_kernel::{CreatureId, Play, Scene};

use super::numbers::{able, acts, present, takes_part};
use super::{dying, hidden, reactions};
use crate::ActionPoint;
use crate::fact::Fact;
use crate::ids::rule;
use crate::state::{Phase, Presence, State};

/// What decides who is next: which turn of the round somebody's was (0: it is ahead), and after whom it waits.
type Standing = (u16, Option<CreatureId>);

/// The next to have a turn: whoever waits for the one that had the latest turn, in descending initiative order; else the next in the
/// order (`saving-your-turn/when-it-comes`, `initiative-structure/order-descending`).
fn next_among(
    order: &[CreatureId],
    standing: impl Fn(CreatureId) -> Standing,
) -> Option<CreatureId> {
    let ahead = || order.iter().copied().filter(|who| standing(*who).0 == 0);
    let follows = |who: CreatureId| {
        let named = standing(who).1?;
        let turn = standing(named).0;
        (turn > 0).then_some((Reverse(turn), who))
    };
    // The first of equal ones is the one with the higher initiative.
    let saved = ahead().filter_map(follows).min_by_key(|(turn, _)| *turn);
    saved
        .map(|(_, who)| who)
        .or_else(|| ahead().find(|who| standing(*who).1.is_none()))
        .or_else(|| ahead().next())
}

fn standing(state: &State, who: CreatureId) -> Standing {
    let body = state.body(who);
    (body.turn, body.after)
}

/// Whose turn is next in this round; `None`: all have had theirs (`initiative-structure/new-round`).
#[must_use]
pub(crate) fn next_up(state: &State) -> Option<CreatureId> {
    next_among(&state.clock.order, |who| standing(state, who))
}

/// Who is still to have a turn in this round, in the order in which they will.
#[must_use]
pub(crate) fn coming(state: &State) -> Vec<CreatureId> {
    let mut standings: Vec<Standing> = state.creatures().map(|who| standing(state, who)).collect();
    let mut turns = state.clock.turns;
    let mut coming = Vec::new();
    while let Some(who) = next_among(&state.clock.order, |who| standings[who.index()]) {
        turns = turns.saturating_add(1);
        standings[who.index()] = (turns, None);
        coming.push(who);
        if coming.len() > state.bodies.len() {
            break;
        }
    }
    coming
}

/// The winner, if at most one side has somebody conscious on the map (`combat-overview/encounter-ends`). A peaceful scene has none and
/// ends where nobody is left.
#[must_use]
pub(crate) fn winner(state: &State) -> Option<Option<u8>> {
    if state.cast.scene.peaceful {
        let is_left = state.creatures().any(|who| takes_part(state, who));
        return (!is_left).then_some(None);
    }
    let mut left = None;
    for who in state.creatures().filter(|who| takes_part(state, *who)) {
        let side = state.sheet(who).side;
        match left {
            None => left = Some(side),
            Some(other) if other != side => return None,
            Some(_) => {}
        }
    }
    Some(left)
}

/// How the fight has ended by itself, if it has: with the last side that is left, unless the game master prolongs it, and in any case
/// once nobody is left (`combat-overview/encounter-ends`).
#[must_use]
pub(crate) fn outcome(state: &State) -> Option<Option<u8>> {
    let winner = winner(state)?;
    (winner.is_none() || !state.clock.prolonged).then_some(winner)
}

/// Whether the fight has ended by itself: what is under way then lapses (`combat-overview/encounter-ends`).
#[must_use]
pub(crate) fn is_over(state: &State) -> bool {
    outcome(state).is_some()
}

/// Whether all turns of the round are over: those who are still to have one will have it skipped (`combat-overview/round-ends`).
#[must_use]
pub(crate) fn was_last(state: &State) -> bool {
    !state
        .clock
        .order
        .iter()
        .any(|who| has_turn_ahead(state, *who))
}

/// Whether a turn of this round is still to come for a creature, and will not be skipped.
pub(crate) fn has_turn_ahead(state: &State, who: CreatureId) -> bool {
    state.body(who).turn == 0 && acts(state, who)
}

/// Whether a creature that knows of those alone, and of itself, is asked at the end of a turn that is not the last of the round: not if it
/// seems so to it, for then that is the end of the round, at which it is asked.
#[must_use]
pub(crate) fn notices_end(
    state: &State,
    who: CreatureId,
    knows: &dyn Fn(CreatureId) -> bool,
) -> bool {
    let mut known = state
        .clock
        .order
        .iter()
        .filter(|one| **one == who || knows(**one));
    known.any(|one| has_turn_ahead(state, *one))
}

/// Whether a creature that knows of those alone, and of itself, is asked at the end of the last turn of a round, whoever has had that
/// (`combat-overview/ap-lost`): where for it nobody has had a turn after its own, the round ended with that.
#[must_use]
pub(crate) fn notices_last(
    state: &State,
    who: CreatureId,
    knows: &dyn Fn(CreatureId) -> bool,
) -> bool {
    let known = state.creatures().filter(|one| *one == who || knows(*one));
    known.max_by_key(|one| state.body(*one).turn) != Some(who)
}

/// Whether somebody waits for a creature that has its turn still ahead: its place in the order is kept for them, even if it is taken out
/// of the fight (`saving-your-turn/when-it-comes`).
#[must_use]
pub(crate) fn is_awaited(state: &State, who: CreatureId) -> bool {
    let waits = |other| state.body(other).after == Some(who);
    state.body(who).turn == 0 && state.creatures().any(waits)
}

/// The next turn begins, or it is skipped (`initiative-structure/one-turn-each`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn begin_next(scene: &mut Scene<'_, ActionPoint>) -> Play {
    let Some(who) = next_up(scene.state()) else {
        return Ok(());
    };
    scene.cite_all(
        const {
            &[
                rule!("initiative-structure/one-turn-each"),
                rule!("initiative-structure/order-descending"),
                rule!("initiative-structure/rounds-and-turns"),
            ]
        },
    );
    if scene.state().body(who).after.is_some() {
        scene.cite(rule!("saving-your-turn/when-it-comes"));
        scene.cite(rule!("saving-your-turn/keeps-ap"));
    }
    if scene.state().body(who).presence == Presence::Removed {
        give_up(scene, who);
        return Ok(());
    }
    if !acts(scene.state(), who) {
        return skip(scene, who);
    }
    scene.cite(rule!("initiative-structure/active-character"));
    scene.emit(Fact::TurnBegins(who));
    scene.emit(Fact::Phase(Phase::Turn { who, begun: false }));
    Ok(())
}

/// The place that was kept for those who wait for a creature that is gone comes up: from now on there is none
/// (`saving-your-turn/when-it-comes`).
fn give_up(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    scene.emit(Fact::TurnSkipped(who));
    let order = &scene.state().clock.order;
    let left = order.iter().copied().filter(|other| *other != who);
    let left = left.collect();
    scene.emit(Fact::Order(left));
}

/// A turn that is skipped and counts as had (`initiative-structure/unconscious-skipped`, `combat-overview/surprise-skips-turn`,
/// `conditions/hidden`).
fn skip(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    if present(scene.state(), who) {
        scene.cite(if able(scene.state(), who) {
            rule!("combat-overview/surprise-skips-turn")
        } else {
            rule!("initiative-structure/unconscious-skipped")
        });
    }
    scene.emit(Fact::TurnSkipped(who));
    if present(scene.state(), who) {
        hidden::turn_ends(scene, who);
    }
    dying::turn_ends(scene, who)?;
    scene.emit(Fact::TurnOver(who));
    Ok(())
}

/// A turn ends: what lasted until then ends, and the others may react (`initiative-structure/pass-the-turn`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn end(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    scene.cite(rule!("initiative-structure/pass-the-turn"));
    hidden::turn_ends(scene, who);
    dying::turn_ends(scene, who)?;
    scene.emit(Fact::TurnOver(who));
    scene.emit(Fact::Phase(Phase::Between));
    reactions::turn_ends(scene, who)
}

#[cfg(test)]
mod tests {
    use affray_kernel::{Ask, System};

    use super::*;
    use crate::act::Window;
    use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, fight};

    /// Whether Garret, who does not know of the chief, is asked at the end of a turn.
    fn asked(turns: [u16; 4], of: CreatureId, last: bool) -> bool {
        let mut state = fight();
        for (who, turn) in [OGRE, GARRET, HORSE, CHIEF].into_iter().zip(turns) {
            state.bodies[who.index()].turn = turn;
        }
        let ask = Ask::open(GARRET, Window::TurnEnds { of, last });
        ActionPoint::notices(&state, &ask, &|one| one != CHIEF)
    }

    #[test]
    fn the_end_of_a_round_does_not_tell_that_somebody_unknown_comes_last() {
        assert!(asked([1, 2, 0, 0], OGRE, false), "the horse comes next");
        assert!(!asked([1, 2, 3, 0], HORSE, false), "nobody, as he knows");
        assert!(asked([1, 2, 3, 4], CHIEF, true), "the round ends");
        assert!(asked([1, 2, 4, 3], HORSE, true), "with the horse");
        assert!(!asked([1, 3, 2, 4], CHIEF, true), "with his own turn");
        assert!(
            !asked([1, 2, 0, 3], CHIEF, false),
            "of whom he knows nothing"
        );
    }

    fn next(standings: &[Standing]) -> Option<u16> {
        let order: Vec<CreatureId> = (0..standings.len() as u16).map(CreatureId).collect();
        next_among(&order, |who| standings[who.index()]).map(|who| who.0)
    }

    #[test]
    fn those_who_wait_follow_the_one_they_named() {
        let after = |who| Some(CreatureId(who));
        assert_eq!(next(&[(1, None), (0, None), (0, None)]), Some(1));
        assert_eq!(next(&[(0, after(2)), (1, None), (0, None)]), Some(2));
        assert_eq!(
            next(&[(0, after(2)), (1, None), (2, None), (0, None)]),
            Some(0)
        );
        assert_eq!(next(&[(0, after(2)), (0, after(2)), (1, None)]), Some(0));
        assert_eq!(
            next(&[(2, None), (0, after(2)), (1, None), (0, after(0))]),
            Some(3)
        );
        assert_eq!(next(&[(0, after(1)), (0, after(0))]), Some(0));
        assert_eq!(next(&[(1, None), (2, None)]), None);
    }
}
