//! What no longer matters of a situation, so that equal ones at different times are equal.

use affray_kernel::CreatureId;
use affray_kernel::condition::Until;
use affray_kernel::scenario::Presence;

use crate::bot::RESTS;
use crate::rules::numbers::present;
use crate::sheet::DyingLoss;
use crate::state::{Body, Movement, NEVER, State, Underway};

/// Drops what can no longer matter: the count itself, so that equal situations at different times are equal.
pub(crate) fn forget(state: &mut State) {
    let now = state.clock.count;
    let loses = matches!(state.cast.options.dying_loss, DyingLoss::Every(every) if every > 0);
    forget_the_gone(state);
    for body in &mut state.bodies {
        body.acted = [NEVER; 4];
        body.movement = remembered(body.movement, now);
        if !loses || body.stabilized {
            // Since when it has been dying would be read by what it loses.
            body.dying_since = body.dying_since.map(|_| 0);
        }
    }
    let all_timeless = state.pending.is_empty()
        && state.spells.iter().all(|active| active.until == NEVER)
        && state
            .conditions
            .iter()
            .all(|held| is_gone(state, held.on) || !matches!(held.until, Until::At(_)))
        && state.bodies.iter().all(|body| {
            let is_losing = loses && !body.stabilized && body.dying_since.is_some();
            !is_losing && is_timeless(body, now)
        });
    if all_timeless {
        count_anew(state);
    }
}

/// For the dead and those who have left no count comes any more, whatever of theirs was still to come or to pass.
fn forget_the_gone(state: &mut State) {
    let gone = |who: &CreatureId| is_gone(state, *who);
    let gone: Vec<CreatureId> = state.creatures().filter(gone).collect();
    for who in gone {
        let body = &mut state.bodies[who.index()];
        body.underway = Underway::Nothing;
        body.bonus.clear();
        body.paralysis.clear();
        body.petrification = 0;
        body.posture.from = 0;
        body.movement = Movement::default();
        (body.waking, body.dying_since, body.prepared) = (None, None, None);
        for count in [
            &mut body.next,
            &mut body.regenerates,
            &mut body.waits_since,
            &mut body.unpetrifies,
        ] {
            *count = NEVER;
        }
    }
}

/// Whether a creature is dead or has left the fight; one that has not come yet may still come.
fn is_gone(state: &State, who: CreatureId) -> bool {
    !present(state, who) && state.body(who).presence != Presence::Elsewhere
}

/// What is still to be known of somebody's moving: once a count has passed without, that it moved and when; and that only as long as bots
/// ask for it.
fn remembered(movement: Movement, now: u32) -> Movement {
    if movement.last.saturating_add(1) >= now {
        return movement;
    }
    if movement.counts == 0 || movement.last.saturating_add(RESTS) <= now {
        return Movement::default();
    }
    Movement {
        counts: 1,
        last: movement.last,
        ..Movement::default()
    }
}

/// Counts as if this were count 0, or the first at which nothing that is remembered of anybody's moving was before the fight: how far off
/// the next turns are is all that matters about its number.
fn count_anew(state: &mut State) {
    let now = state.clock.count;
    let mut bodies = state.bodies.iter();
    let kept = if bodies.any(|body| body.movement.counts > 0) {
        RESTS
    } else {
        0
    };
    let passed = now.saturating_sub(kept);
    let earlier = |count: &mut u32| *count = count.saturating_sub(passed);
    state.clock.count -= passed;
    for body in &mut state.bodies {
        for count in [&mut body.next, &mut body.regenerates] {
            if *count != NEVER {
                earlier(count);
            }
        }
        if let Underway::Wait(until) = &mut body.underway {
            earlier(until);
        }
        earlier(&mut body.movement.last);
        if body.posture.from <= now {
            body.posture.from = 0;
        } else if body.posture.from != NEVER {
            earlier(&mut body.posture.from);
        }
    }
}

/// Whether a creature has no count but those of its next turn, its stance, what it waits for, its moving that is over, and when it
/// regenerates next. A spell that stands prepared has one only where it lapses (`preparing/time-limit`).
fn is_timeless(body: &Body, now: u32) -> bool {
    let has_stopped = body.movement.last.saturating_add(1) < now;
    matches!(body.underway, Underway::Nothing | Underway::Wait(_))
        && body.bonus.is_empty()
        && body.paralysis.is_empty()
        && body.petrification == 0
        && (has_stopped || body.movement == Movement::default())
        && body.waking.is_none()
        && body
            .prepared
            .is_none_or(|prepared| prepared.until.is_none())
        && body.waits_since == NEVER
        && body.regenerates >= now
}

#[cfg(test)]
mod tests {
    use affray_kernel::CreatureId;
    use affray_kernel::condition::Held;

    use super::*;
    use crate::notation::sample::fight;
    use crate::state::{Condition, Paralysis, Prepared, SpellId};

    /// The sample fight at a count: everybody's turn comes in 3 counts, the first regenerates in 5 and moved so many counts ago.
    fn at(count: u32, moved: u32) -> State {
        let mut state = fight();
        state.clock.count = count;
        for body in &mut state.bodies {
            body.next = count + 3;
        }
        let body = &mut state.bodies[0];
        body.regenerates = count + 5;
        body.movement = Movement {
            counts: 3,
            straight_spaces: 2,
            last: count - moved,
            ..Movement::default()
        };
        state
    }

    fn forgotten(count: u32, moved: u32) -> State {
        let mut state = at(count, moved);
        forget(&mut state);
        state
    }

    #[test]
    fn situations_are_equal_at_whichever_count_what_is_to_come_is_as_far_off() {
        assert_ne!(at(50, 20), at(90, 20));
        assert_eq!(forgotten(50, 20), forgotten(90, 20));
        assert_eq!(forgotten(50, 20), forgotten(90, RESTS));
        assert_eq!(forgotten(50, 20).bodies[0].regenerates, 5);
    }

    #[test]
    fn whoever_is_dead_heals_at_no_count() {
        let dead = |count: u32| {
            let mut state = at(count, 20);
            state.bodies[0].regenerates = 7;
            state
                .conditions
                .add(Held::plain(CreatureId(0), Condition::Dead));
            forget(&mut state);
            state
        };
        assert_eq!(dead(50), dead(90));
        assert_eq!(dead(50).clock.count, 0);
    }

    #[test]
    fn how_long_ago_somebody_moved_is_known_while_it_rests_from_that() {
        assert_eq!(forgotten(50, RESTS - 1), forgotten(90, RESTS - 1));
        assert_ne!(forgotten(50, RESTS - 1), forgotten(90, RESTS - 2));
        assert_ne!(forgotten(50, RESTS - 1), forgotten(50, RESTS));
        let state = forgotten(50, 2);
        let body = &state.bodies[0];
        assert_eq!((state.clock.count, body.movement.last), (RESTS, RESTS - 2));
        assert_eq!((body.next, body.regenerates), (RESTS + 3, RESTS + 5));
    }

    /// The situation at a count with something of the first one's that began at such counts before, or lasts for so many.
    fn with(count: u32, has: impl Fn(&mut Body, u32)) -> State {
        let mut state = at(count, 20);
        has(&mut state.bodies[0], count);
        forget(&mut state);
        state
    }

    #[test]
    fn nothing_of_the_dead_passes_any_more() {
        let dying = |body: &mut Body, count: u32| {
            body.dying_since = Some(count / 2);
            body.regenerates = 20;
            body.paralysis.push(Paralysis {
                every: 10,
                next: count / 2,
                points: 1,
            });
            body.posture.from = NEVER;
        };
        let dead = |body: &mut Body, count: u32| {
            dying(body, count);
            body.presence = Presence::Fled;
        };
        assert_ne!(with(50, dying), with(90, dying));
        assert_eq!(with(50, dead), with(90, dead));
    }

    #[test]
    fn a_spell_that_stands_prepared_for_good_does_not_keep_the_count() {
        let stands = |until: Option<u32>| {
            move |body: &mut Body, _: u32| body.prepared = Some(prepared(until))
        };
        assert_eq!(with(50, stands(None)), with(90, stands(None)));
        assert_ne!(with(50, stands(Some(100))), with(90, stands(Some(100))));
    }

    fn prepared(until: Option<u32>) -> Prepared {
        Prepared {
            spell: SpellId(0),
            charges: 0,
            failure: None,
            hindered: 0,
            until,
        }
    }

    #[test]
    fn whoever_has_just_moved_goes_on_with_it() {
        let movement = at(50, 1).bodies[0].movement;
        assert_eq!(forgotten(50, 1).bodies[0].movement, movement);
        assert_eq!(forgotten(50, 1).clock.count, 50);
    }
}
