//! Hit points and death (`hit-points/*`, `dying/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Scene};

use super::numbers::{dying, hit_points, present};
use super::{effects, forced, nets};
use crate::TimeCount;
use crate::fact::{Fact, Flag, When};
use crate::ids::rule;
use crate::state::{Condition, NEVER, Place, State, Underway};

/// A condition that holds toward everybody and that nobody in particular has caused.
pub(crate) fn plain(on: CreatureId, kind: Condition, until: Until) -> Held<Condition> {
    Held {
        on,
        kind,
        toward: None,
        parent: None,
        cause: None,
        until,
        amount: 0,
    }
}

/// Whoever has no hit points left is dead (`hit-points/death`).
pub(crate) fn deaths(scene: &mut Scene<'_, TimeCount>) {
    for who in scene.state().creatures() {
        if present(scene.state(), who) && hit_points(scene.state(), who) <= 0 {
            scene.cite(rule!("hit-points/death"));
            scene.emit(Fact::Gains(plain(who, Condition::Dead, Until::Cleared)));
            lies_dead(scene, who);
        }
    }
}

/// What death brings besides: nobody holds the dead any longer, no net lies over them, and they burn no more
/// (`wrestling/release`, `actions/escape-net`, `actions/extinguish`).
pub(crate) fn lies_dead(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    fall_silent(scene, who);
    nets::fall_off(scene, who, 0);
    for kind in [Condition::Grabbed, Condition::Netted, Condition::Burning] {
        effects::clear(scene, who, kind);
    }
}

/// Whoever is dead or unconscious drops what is held, lets go of whom it grabs, rides and carries nobody, loses its spells, distracts nobody,
/// and has no turns (`conditions/unconscious`).
pub(crate) fn fall_silent(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let state = scene.state();
    let at = state.body(who).at;
    let dropped: smallvec::SmallVec<[_; 4]> = state
        .all_items()
        .filter(|(_, item)| item.place == Place::Held(who))
        .map(|(id, item)| (id, item.readied))
        .collect();
    for (item, readied) in dropped {
        if readied {
            scene.emit(Fact::Readied(item, false));
        }
        scene.emit(Fact::Item(item, Place::Ground(at)));
    }
    release_all(scene, who);
    leave_the_saddle(scene, who);
    let body = scene.state().body(who);
    let (busy, prepared, runs) = (
        body.underway != Underway::Nothing,
        body.prepared.is_some(),
        body.run.is_some(),
    );
    if busy {
        scene.emit(Fact::Underway(who, Underway::Nothing));
    }
    if prepared {
        scene.emit(Fact::Prepares(who, None));
    }
    if runs {
        scene.emit(Fact::Runs(who, None));
    }
    let kept: smallvec::SmallVec<[u16; 2]> = concentrated(scene.state(), who).collect();
    for number in kept {
        scene.emit(Fact::Ends(number));
    }
    distracts_nobody(scene, who);
    scene.emit(Fact::At(who, When::Next, NEVER));
}

/// Whoever cannot act any more distracts nobody any longer (`special-actions/distract`).
pub(crate) fn distracts_nobody(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let ended: smallvec::SmallVec<[Held<Condition>; 2]> = scene
        .state()
        .conditions
        .iter()
        .filter(|held| held.kind.is_distraction() && held.cause == Some(who))
        .copied()
        .collect();
    for distraction in ended {
        scene.cite(rule!("special-actions/distract"));
        scene.emit(Fact::Loses(distraction));
    }
}

/// Nobody rides any longer whom it carries, nor does it (`actions/mount`).
fn leave_the_saddle(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    for rider in scene.state().creatures() {
        let mount = scene.state().body(rider).mount;
        if mount.is_some() && (rider == who || mount == Some(who)) {
            forced::unseat(scene, rider, None);
        }
    }
}

/// Whoever is no longer dying stops losing hit points; to be dying again begins anew (`dying/progress`). Being awake as well, it is nobody
/// who has been stabilized any longer (`regaining-consciousness/stabilized`).
pub(crate) fn recovers(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let state = scene.state();
    let body = state.body(who);
    if body.dying_since.is_none() && !body.stabilized || dying(state, who) {
        return;
    }
    let (lost_blood, stabilized) = (
        body.dying_since.is_some(),
        body.stabilized && !state.has(who, Condition::Unconscious),
    );
    if lost_blood {
        scene.emit(Fact::Dying(who, None));
    }
    if stabilized {
        scene.emit(Fact::Flag(who, Flag::Stabilized, false));
    }
}

/// The active spells that a creature keeps up by concentration (`actions/concentrate`).
pub(crate) fn concentrated(state: &State, who: CreatureId) -> impl Iterator<Item = u16> {
    state
        .spells
        .iter()
        .filter(move |active| active.caster == who && state.spell(active.spell).concentration)
        .map(|active| active.number)
}

/// Every grab of a creature ends.
pub(crate) fn release_all(scene: &mut Scene<'_, TimeCount>, grabber: CreatureId) {
    let held: smallvec::SmallVec<[Held<Condition>; 2]> = scene
        .state()
        .conditions
        .iter()
        .filter(|held| held.kind == Condition::Grabbed && held.toward == Some(grabber))
        .copied()
        .collect();
    for grab in held {
        scene.emit(Fact::Loses(grab));
    }
}
