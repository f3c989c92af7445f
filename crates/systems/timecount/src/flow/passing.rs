//! How the count goes on to the next at which something happens (`time-count/procedure`).

use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use crate::TimeCount;
use crate::act::Act;
use crate::actions::magic::prepare;
use crate::actions::{coup_de_grace, helping, moving, stance, waiting};
use crate::fact::{Fact, Flag, When};
use crate::ids::rule;
use crate::rules::hands::can_grip;
use crate::rules::numbers::{able, present};
use crate::rules::{fatigue, recovery, running, upkeep};
use crate::state::{Condition, NEVER, Phase, Place, State, Underway};

/// The next count at which something happens; [`NEVER`] if nothing does.
fn next_event(state: &State) -> u32 {
    let now = state.clock.count;
    let mut event = state.pending.first().map_or(NEVER, |pending| pending.at);
    for who in state.creatures().filter(|who| present(state, *who)) {
        let body = state.body(who);
        if able(state, who) {
            if body.next > now {
                event = event.min(body.next);
            }
            if body.underway != Underway::Nothing && body.asked {
                event = event.min(now + 1);
            }
        }
        event = event
            .min(body.waking.unwrap_or(NEVER))
            .min(upkeep::next_event(state, who));
    }
    event.max(now.saturating_add(1))
}

/// Where nothing will ever happen by itself, those who hold their turns undisturbed are asked again; without any of them the fight is
/// over.
fn break_the_silence(scene: &mut Scene<'_, TimeCount>) {
    if !ask_again(scene, |underway| *underway != Underway::Nothing) {
        scene.emit(Fact::Phase(Phase::Over(None)));
    }
}

/// Asks those again who go on undisturbed with such a thing; whether there are any.
fn ask_again(scene: &mut Scene<'_, TimeCount>, with: impl Fn(&Underway) -> bool) -> bool {
    let mut asked = false;
    for who in scene.state().creatures() {
        let state = scene.state();
        if able(state, who) && with(&state.body(who).underway) {
            scene.emit(Fact::Flag(who, Flag::Asked, true));
            asked = true;
        }
    }
    asked
}

/// Whether somebody holds its turn for whom nothing would happen for longer than one waits at once, the next thing being so far off.
fn drags_on(state: &State, next: u32) -> bool {
    let holds = |who| able(state, who) && state.body(who).underway.holds_the_turn();
    next > state.clock.count.saturating_add(waiting::LONGEST) && state.creatures().any(holds)
}

/// The count goes on to the next at which something happens: first what happens by itself, then the turns (`time-count/procedure`).
/// In a fight under way the turns of its first count come. Whoever is flanked by now, though nobody has acted, may set a facing
/// (`flanking/set-facing`).
pub(super) fn advance(scene: &mut Scene<'_, TimeCount>) -> Play {
    if scene.state().clock.phase == Phase::UnderWay {
        scene.emit(Fact::Phase(Phase::Count));
        turns_come(scene)?;
        return stance::newly_flanked(scene, None, &mut stance::Asked::new());
    }
    let mut count = next_event(scene.state());
    if count == NEVER {
        break_the_silence(scene);
        return Ok(());
    }
    let drags = drags_on(scene.state(), count);
    if drags {
        count = scene.state().clock.count + waiting::LONGEST;
    }
    scene.cite(rule!("time-count/procedure"));
    let losing = upkeep::losing(scene.state(), count);
    scene.emit(Fact::Count(count));
    if drags {
        ask_again(scene, Underway::holds_the_turn);
    }
    upkeep::pass(scene, &losing)?;
    running::recover(scene);
    fatigue::wake(scene)?;
    prepare::lapse(scene);
    coup_de_grace::spoil(scene);
    helping::entangle(scene);
    turns_come(scene)?;
    stance::newly_flanked(scene, None, &mut stance::Asked::new())
}

/// What holds until a creature's next turn ends as that turn comes (`critical-fumbles/unsteady`, `surprise/unsteady`); what was to take
/// effect at the end of a delay does so.
fn turns_come(scene: &mut Scene<'_, TimeCount>) -> Play {
    let now = scene.state().clock.count;
    for who in scene.state().creatures() {
        if !able(scene.state(), who) {
            continue;
        }
        if scene.state().body(who).next < now
            && scene.state().body(who).underway == Underway::Nothing
        {
            scene.emit(Fact::At(who, When::Next, now));
        }
        if scene.state().body(who).next == now {
            turn_comes(scene, who)?;
        }
    }
    moving::walk_on(scene)
}

/// What holds until its next turn ends, and what was under way comes to its end.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn turn_comes(scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> Play {
    scene.cite(rule!("initiative/lowest-first"));
    if scene.state().has(who, Condition::Unsteady) {
        scene.cite(rule!("critical-fumbles/recovery-position"));
    }
    scene.emit(Fact::TurnComes(who));
    stance::turn_comes(scene, who);
    let in_hand: SmallVec<[_; 2]> = scene
        .state()
        .all_items()
        .filter(|(_, item)| !item.in_grip && item.place == Place::Held(who))
        .map(|(id, _)| id)
        .filter(|id| can_grip(scene.state(), who, *id))
        .collect();
    for item in in_hand {
        scene.emit(Fact::InGrip(item, true));
    }
    match scene.state().body(who).underway.clone() {
        Underway::Wait(_) => scene.emit(Fact::Underway(who, Underway::Nothing)),
        Underway::Prepare {
            spell,
            failure,
            hindered,
            ..
        } => prepare::ready(scene, who, spell, (failure, hindered)),
        Underway::CoupDeGrace { target, with, .. } => {
            scene.emit(Fact::Underway(who, Underway::Nothing));
            scene.emit(Fact::Declares(who, Act::Deliver { target, with }));
        }
        Underway::Scroll { item, aim, .. } => {
            scene.emit(Fact::Underway(who, Underway::Nothing));
            scene.emit(Fact::Declares(who, Act::ScrollWorks(item, aim)));
        }
        Underway::Rest(rest, _) => {
            scene.emit(Fact::Underway(who, Underway::Nothing));
            recovery::rested(scene, who, rest)?;
        }
        Underway::Treat(patient, kind, _) => {
            scene.emit(Fact::Underway(who, Underway::Nothing));
            recovery::treated(scene, who, patient, kind)?;
        }
        Underway::Nothing | Underway::Walk(..) | Underway::Ready { .. } | Underway::Set { .. } => {}
    }
    Ok(())
}
