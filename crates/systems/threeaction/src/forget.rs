//! What nobody reads any more: the number of the Round where nothing lasts until one, and Initiative once everybody has a place.

use affray_kernel::condition::{Held, Until};

use crate::bot::counted;
use crate::state::{Condition, State};

/// Drops what nobody will read any more, so that equal situations become equal states.
pub(crate) fn forget(state: &mut State) {
    let round = state.clock.round;
    if !something_ends(state) {
        state.clock.round = if bots_count(state) {
            counted(round)
        } else {
            round.min(2)
        };
    }
    // Once everybody has a place in the order, nobody asks by which Initiative.
    let all_placed = state.clock.order.len() == state.bodies.len();
    for body in &mut state.bodies {
        let has_had_it = body.had_turn >= round;
        body.had_turn = if has_had_it { state.clock.round } else { 0 };
        if all_placed {
            body.initiative = 0;
        }
    }
}

/// Whether something lasts until a Round that has a number.
fn something_ends(state: &State) -> bool {
    let ends = |held: &Held<Condition>| matches!(held.until, Until::Round(_));
    state.conditions.iter().any(ends)
}

/// Whether bots read the number of the Round: in Zero-G, and where they do not know where somebody is.
fn bots_count(state: &State) -> bool {
    let is_unseen =
        |held: &Held<Condition>| matches!(held.kind, Condition::Hidden | Condition::Undetected);
    state.cast.scene.zero_g || state.conditions.iter().any(is_unseen)
}

#[cfg(test)]
mod tests {
    use affray_kernel::CreatureId;

    use super::*;
    use crate::bot::ROUNDS;
    use crate::notation::sample::{GARRET, OGRE, fight};

    /// The sample fight in a Round in which Garret has had his Turn, without what can no longer matter.
    fn forgotten(round: u16, held: Option<Held<Condition>>) -> State {
        let mut state = fight();
        state.clock.round = round;
        for body in &mut state.bodies {
            body.had_turn = round - 1;
        }
        state.bodies[GARRET.index()].had_turn = round;
        if let Some(held) = held {
            state.conditions.add(held);
        }
        forget(&mut state);
        state
    }

    #[test]
    fn situations_are_equal_in_whichever_round_nobody_asks_for_it() {
        let second = forgotten(2, None);
        assert_eq!(forgotten(9, None), second);
        assert_ne!(forgotten(1, None), second);
        let had_turn = |who: CreatureId| second.body(who).had_turn >= second.clock.round;
        assert!(had_turn(GARRET) && !had_turn(OGRE));
        let prone = Some(Held::plain(OGRE, Condition::Prone));
        assert_eq!(forgotten(9, prone), forgotten(2, prone));
    }

    #[test]
    fn the_round_is_kept_where_something_lasts_until_one() {
        let slowed = Held {
            until: Until::Round(12),
            ..Held::plain(OGRE, Condition::Slowed)
        };
        assert_eq!(forgotten(900, Some(slowed)).clock.round, 900);
    }

    #[test]
    fn as_far_as_bots_count_the_round_is_kept_where_somebody_is_hidden() {
        let hidden = || {
            Some(Held {
                toward: Some(GARRET),
                ..Held::plain(OGRE, Condition::Hidden)
            })
        };
        let of = |round: u16| forgotten(round, hidden());
        assert_eq!(of(9).clock.round, 9);
        assert_ne!(of(9), of(10));
        assert_eq!(of(9), of(9 + ROUNDS));
        assert_eq!(of(9), of(9 + 7 * ROUNDS));
    }
}
