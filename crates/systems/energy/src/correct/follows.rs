//! What follows by the rules from a correction of where somebody is and of what has befallen it.

use affray_kernel::log::Log;
use affray_kernel::tape::{Beyond, People, Tape};
use affray_kernel::{CreatureId, Scene};

use crate::Energy;
use crate::fact::{Fact, Flag, Number};
use crate::rules::conditions::{check_holds, lie, stop_defending};
use crate::rules::unconscious::{drop_everything, stamina_returns};
use crate::rules::{death, zones};
use crate::state::{Condition, State};

/// These facts about a creature's place, and those of the ground it has come to or left and of the holds that are over by it
/// (`conditions/continuous-source`, `maneuvers/restrain-ends`).
pub(super) fn elsewhere(state: &State, who: CreatureId, facts: Vec<Fact>) -> Vec<Fact> {
    after(state, facts, |scene| {
        zones::entered(scene, who);
        check_holds(scene);
    })
}

/// These facts about a creature's condition: one that has become unconscious or died falls, lets go of what it holds and defends itself no
/// more; nobody out of control of itself holds anybody (`unconscious/state`, `maneuvers/restrain-ends`).
pub(super) fn befallen(state: &State, who: CreatureId, facts: Vec<Fact>) -> Vec<Fact> {
    let was = |kind| state.has(who, kind);
    let (lay_there, was_dead) = (was(Condition::Unconscious), was(Condition::Dead));
    let was_helpless = was(Condition::Helpless);
    after(state, facts, |scene| {
        let has = |scene: &Scene<'_, Energy>, kind| scene.state().has(who, kind);
        let dies = has(scene, Condition::Dead) && !was_dead;
        let falls = has(scene, Condition::Unconscious) && !lay_there;
        if dies && scene.state().body(who).bleeding {
            scene.emit(Fact::Flag(who, Flag::Bleeding, false));
        }
        if dies || falls {
            lie(scene, who);
            stop_defending(scene, who);
            drop_everything(scene, who);
        }
        if dies || falls || has(scene, Condition::Helpless) && !was_helpless {
            check_holds(scene);
        }
    })
}

/// A number that is so now: Aura that is gained stabilizes and will wake, Stamina that comes back wakes (`death/stabilized`,
/// `unconscious/wake-death`, `unconscious/wake-stamina`).
pub(super) fn regained(
    state: &State,
    who: CreatureId,
    (number, value): (Number, i16),
    set: Fact,
) -> Vec<Fact> {
    let aura = state.body(who).aura;
    after(state, vec![set], |scene| match number {
        Number::Aura if value > aura => {
            death::stabilize(scene, who);
            death::will_awaken(scene, who);
        }
        Number::Stamina => stamina_returns(scene, who),
        _ => {}
    })
}

/// These facts and what is made of the state after them, none of which takes dice or answers.
fn after(
    state: &State,
    mut facts: Vec<Fact>,
    follow: impl FnOnce(&mut Scene<'_, Energy>),
) -> Vec<Fact> {
    let mut after = state.clone();
    for fact in &facts {
        crate::fact::apply(&mut after, fact);
    }
    let mut log = Log::of_facts();
    let mut nobody = People;
    let mut tape = Tape::new(Vec::new(), Beyond::Nothing, &mut nobody);
    follow(&mut Scene::new(&mut after, &mut tape, Some(&mut log)));
    facts.extend(log.facts().cloned());
    facts
}
