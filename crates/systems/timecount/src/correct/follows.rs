//! What follows by itself from the game master's word, as it does where the rules bring the same about. No dice are rolled for it.

use affray_kernel::log::Log;
use affray_kernel::tape::{Beyond, People, Tape};
use affray_kernel::{CreatureId, Scene};

use super::limits;
use crate::TimeCount;
use crate::actions::{helping, leaving, mount as mounting};
use crate::fact::{Fact, When};
use crate::flow::turn_comes;
use crate::rules::numbers::{able, present};
use crate::rules::{effects, fatigue, forced, health, movement, nets, threshold};
use crate::state::{Condition, Phase, Posture, Presence, State, Underway};

/// Counts until the unconscious may wake, where nothing is said about it (`regaining-consciousness/minimum-time`).
const TEN: u32 = 10;

/// The facts of what is done.
fn facts(state: &State, done: impl FnOnce(&mut Scene<'_, TimeCount>)) -> Vec<Fact> {
    let mut after = state.clone();
    let mut nobody = People;
    let mut tape = Tape::new(Vec::new(), Beyond::Nothing, &mut nobody);
    let mut log = Log::of_facts();
    done(&mut Scene::new(&mut after, &mut tape, Some(&mut log)));
    log.facts().cloned().collect()
}

/// What is said, and what follows.
fn said_and_done(
    state: &State,
    said: Vec<Fact>,
    follows: impl FnOnce(&mut Scene<'_, TimeCount>),
) -> Vec<Fact> {
    facts(state, |scene| {
        for fact in said {
            scene.emit(fact);
        }
        follows(scene);
    })
}

/// Numbers of a body are others: whoever has no hit points left dies, and is dying or no longer (`hit-points/death`, `dying/progress`);
/// whoever can no longer act at all breaks off what takes time and holds nobody (`conditions/helpless`).
pub(super) fn numbers(state: &State, who: CreatureId, said: Vec<Fact>) -> Vec<Fact> {
    said_and_done(state, said, |scene| {
        health::deaths(scene);
        health::recovers(scene, who);
        if present(scene.state(), who) {
            fatigue::worsened(scene, who, false);
        }
        effects::breaks_down(scene, who);
    })
}

/// A creature is somewhere else: what depends on its place ends (`wrestling/grab-adjacent`, `special-actions/staple`, `actions/mount`).
pub(super) fn place(state: &State, who: CreatureId, said: Fact) -> Vec<Fact> {
    let Fact::Moved(_, to) = said else {
        return vec![said];
    };
    if state.body(who).at == to {
        return vec![said];
    }
    facts(state, |scene| {
        movement::moved(scene, who, to);
        threshold::disturb(scene, who);
    })
}

/// It is another count, and what was declared before is declared anew. Those whose turns it has reached have them now
/// (`initiative/lowest-first`); what takes time and would have ended by then ends on the next.
pub(super) fn count(state: &State, count: u32) -> Vec<Fact> {
    let runs = state.clock.phase == Phase::Count && count != state.clock.count;
    facts(state, |scene| {
        let declared = |who: &CreatureId| scene.state().body(*who).declared.is_some();
        if runs && scene.state().creatures().any(|who| declared(&who)) {
            scene.emit(Fact::CarriedOut);
        }
        scene.emit(Fact::Count(count));
        for who in scene.state().creatures().filter(|_| runs) {
            reached(scene, who);
        }
    })
}

/// The turn of a creature comes, or what it is about ends soon, where the count has reached either.
fn reached(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let (state, body) = (scene.state(), scene.state().body(who));
    let (now, idles) = (
        state.clock.count,
        matches!(body.underway, Underway::Nothing | Underway::Wait(_)),
    );
    if !able(state, who) || body.next > now || body.underway.holds_the_turn() {
        return;
    }
    let (next, late) = (if idles { now } else { now + 1 }, body.next != now);
    if !idles && let Some(ends) = limits::ending(state, who, (When::Next, next)) {
        scene.emit(ends);
    }
    if late || !idles {
        scene.emit(Fact::At(who, When::Next, next));
    }
    if idles {
        // No dice are rolled where nothing else is under way.
        let _ = turn_comes(scene, who);
    }
}

/// A creature rides another, and is where that one is; without a mount it comes off the one it has (`actions/mount`,
/// `wrestling/grab-adjacent`).
pub(super) fn saddle(state: &State, who: CreatureId, mount: Option<CreatureId>) -> Vec<Fact> {
    if mount == state.body(who).mount {
        return vec![Fact::Mounted(who, mount)];
    }
    facts(state, |scene| match mount {
        Some(mount) => {
            mounting::mount(scene, who, mount);
            threshold::disturb(scene, who);
        }
        None => forced::unseat(scene, who, None),
    })
}

/// A creature is gone, has given up or is there again (`time-count/end`).
pub(super) fn presence(state: &State, who: CreatureId, presence: Presence) -> Vec<Fact> {
    facts(state, |scene| match presence {
        Presence::Surrendered => leaving::surrender(scene, who),
        Presence::Fled | Presence::Elsewhere => {
            if scene.state().body(who).mount.is_some() {
                scene.emit(Fact::Mounted(who, None));
            }
            leaving::depart(scene, who, presence);
        }
        Presence::Here | Presence::Removed => scene.emit(Fact::Presence(who, presence)),
    })
}

/// A creature stands or lies otherwise: on one knee or on the ground nobody runs, rides or carries anybody (`running/unsteady`,
/// `actions/mount`).
pub(super) fn posture(state: &State, who: CreatureId, posture: Posture) -> Vec<Fact> {
    let is_low = posture.stance.is_low();
    facts(state, |scene| {
        for rider in scene.state().creatures().filter(|_| is_low) {
            let mount = scene.state().body(rider).mount;
            if mount.is_some() && (rider == who || mount == Some(who)) {
                forced::unseat(scene, rider, None);
            }
        }
        scene.emit(Fact::Posture(who, posture));
        if is_low && scene.state().body(who).run.is_some() {
            scene.emit(Fact::Runs(who, None));
        }
    })
}

/// A condition has begun.
pub(super) fn gained(
    state: &State,
    (who, kind): (CreatureId, Condition),
    wakes: Option<u32>,
    said: Vec<Fact>,
) -> Vec<Fact> {
    said_and_done(state, said, |scene| match kind {
        Condition::Dead => health::lies_dead(scene, who),
        Condition::Unconscious => faints(scene, who, wakes),
        Condition::Netted => helping::entangle(scene),
        _ => effects::breaks_down(scene, who),
    })
}

/// Whoever is unconscious until a count may wake on it, and whoever is so for an open time after ten counts
/// (`conditions/unconscious`, `regaining-consciousness/minimum-time`).
fn faints(scene: &mut Scene<'_, TimeCount>, who: CreatureId, wakes: Option<u32>) {
    fatigue::sinks_down(scene, who);
    let now = scene.state().clock.count;
    let count = wakes.unwrap_or_else(|| now.saturating_add(TEN));
    scene.emit(Fact::Wakes(who, Some(count)));
}

/// A condition has ended: whoever is awake, or alive, again has its turn on that count (`conditions/unconscious`); the nets over whoever
/// is in none any longer lie on the ground.
pub(super) fn lost(
    state: &State,
    (who, kind): (CreatureId, Condition),
    said: Vec<Fact>,
) -> Vec<Fact> {
    said_and_done(state, said, |scene| match kind {
        Condition::Unconscious | Condition::Dead => rises(scene, who),
        Condition::Netted => nets::fall_off(scene, who, 0),
        _ => {}
    })
}

fn rises(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    health::recovers(scene, who);
    let state = scene.state();
    let (now, phase) = (state.clock.count, state.clock.phase);
    if state.has(who, Condition::Unconscious) || state.has(who, Condition::Dead) {
        return;
    }
    if state.body(who).waking.is_some() {
        scene.emit(Fact::Wakes(who, None));
    }
    // Before the fight begins everybody has yet to roll initiative.
    if phase != Phase::Setup {
        scene.emit(Fact::At(who, When::Next, now));
    }
    fatigue::worsened(scene, who, false);
}
