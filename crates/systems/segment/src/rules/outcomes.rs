//! The end of a fight and what became of everybody (`round/end-of-fight`, `overview/outcomes`, `attack/surrender`, `attack/flee`).

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Scene};

use super::concentration;
use super::numbers::{active, takes_part};
use crate::Segments;
use crate::fact::{Fact, Fate};
use crate::ids::rule;
use crate::state::{Condition, Phase, Presence, State};

/// The winner, where at most one side has active combatants left: `Some(None)` where none has (`round/end-of-fight`).
#[must_use]
pub(crate) fn decided(state: &State) -> Option<Option<u8>> {
    let mut standing = None;
    for who in state.creatures() {
        if state.bodies[who.index()].pending.is_some() {
            return None;
        }
        if !takes_part(state, who) {
            continue;
        }
        let side = state.sheet(who).side;
        match standing {
            None => standing = Some(side),
            Some(other) if other != side => return None,
            Some(_) => {}
        }
    }
    Some(standing)
}

/// A combatant gives up (`attack/surrender`).
pub(crate) fn surrender(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    scene.cite(rule!("attack/surrender"));
    scene.cite(rule!("attack/courses-of-action"));
    scene.emit(Fact::Gains(Held::plain(who, Condition::Surrendered)));
    concentration::ends_with(scene, who);
    let body = scene.state().body(who);
    let (guard, charging) = (body.guard.is_some(), body.charging.is_some());
    if guard {
        scene.cite(rule!("on-guard/duration"));
        scene.emit(Fact::Guard(who, None));
    }
    if charging {
        scene.emit(Fact::Charging(who, None));
    }
}

/// A combatant leaves the fight (`attack/flee`).
pub(crate) fn flee(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    scene.cite(rule!("attack/flee"));
    scene.cite(rule!("attack/courses-of-action"));
    let left = scene.state().body(who).actions;
    scene.emit(Fact::Spends(who, left));
    concentration::ends_with(scene, who);
    concentration::ends_on(scene, who);
    if scene.state().body(who).guard.is_some() {
        scene.cite(rule!("on-guard/duration"));
        scene.emit(Fact::Guard(who, None));
    }
    scene.emit(Fact::Presence(who, Presence::Fled));
}

/// The fight is over: what became of everybody is said (`overview/outcomes`).
pub(crate) fn end(scene: &mut Scene<'_, Segments>) {
    let winner = decided(scene.state()).flatten();
    scene.cite(rule!("round/end-of-fight"));
    if scene.is_recorded() {
        scene.cite(rule!("overview/outcomes"));
        let fates: Vec<(CreatureId, Fate)> = scene
            .state()
            .creatures()
            .flat_map(|who| fates(scene.state(), who, winner))
            .collect();
        for (who, fate) in fates {
            scene.emit(Fact::Fate(who, fate));
        }
    }
    scene.emit(Fact::Phase(Phase::Over(winner)));
}

/// How the fight ended for a combatant; several may be true (`overview/outcomes`).
#[must_use]
pub(crate) fn fates(state: &State, who: CreatureId, winner: Option<u8>) -> Vec<(CreatureId, Fate)> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    if matches!(body.presence, Presence::Elsewhere | Presence::Removed) {
        return Vec::new();
    }
    if state.has(who, Condition::Dead) {
        return vec![(who, Fate::Dead)];
    }
    let mut fates = Vec::new();
    let fled = body.presence == Presence::Fled;
    let surrendered = state.has(who, Condition::Surrendered);
    let lost = winner.is_some_and(|winner| winner != sheet.side);
    if fled {
        fates.push(Fate::Fled);
    }
    if body.disabled != 0 {
        fates.push(Fate::Maimed);
    }
    if !fled && lost && (surrendered || !active(state, who)) {
        fates.push(Fate::Captured);
    }
    if fates.is_empty() || fates == [Fate::Fled] {
        let hurt = body.hits < sheet.hits;
        fates.push(if hurt { Fate::Wounded } else { Fate::Unharmed });
    }
    fates.into_iter().map(|fate| (who, fate)).collect()
}
