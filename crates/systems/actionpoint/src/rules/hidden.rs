//! Being hidden: when it ends (`conditions/hidden`).

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Scene};

use super::cover::is_in_plain_sight;
use super::numbers::{able, allies, foes};
use super::price;
use crate::ActionPoint;
use crate::act::Action;
use crate::fact::Fact;
use crate::ids::rule;
use crate::state::{Condition, State};

/// Whether a creature is hidden from another.
#[inline]
#[must_use]
pub(crate) fn is_hidden_from(state: &State, who: CreatureId, from: CreatureId) -> bool {
    state.conditions.has_toward(who, Condition::Hidden, from)
}

/// Whoever has attacked or cast is hidden from nobody any more, even if that was lost to a reaction.
pub(crate) fn gives_away(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, action: &Action) {
    let state = scene.state();
    let casts = matches!(action, Action::Cast(spell, ..) if !state.spell(*spell).ability);
    if casts || price::of(state, action, false).attack {
        revealed(scene, who);
    }
}

/// It is hidden from nobody any more.
pub(crate) fn revealed(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    while let Some(held) = scene
        .state()
        .conditions
        .get(who, Condition::Hidden)
        .copied()
    {
        scene.cite(rule!("conditions/hidden"));
        scene.emit(Fact::Loses(held));
    }
}

/// It is found by a creature, and by the allies of that one where they are told of it.
pub(crate) fn found(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    by: CreatureId,
    told: bool,
) {
    let finds = |state: &State, held: &Held<Condition>| {
        held.kind == Condition::Hidden
            && held
                .toward
                .is_some_and(|from| from == by || (told && allies(state, by, from)))
    };
    loop {
        let state = scene.state();
        let held = state.conditions.on(who).find(|held| finds(state, held));
        let Some(held) = held.copied() else { return };
        scene.cite(rule!("conditions/hidden"));
        scene.emit(Fact::Loses(held));
    }
}

/// The end of its turn: whoever sees it without cover notices it.
pub(crate) fn turn_ends(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    while let Some(held) = seen_in_the_open(scene.state(), who) {
        scene.cite(rule!("conditions/hidden"));
        scene.emit(Fact::Loses(held));
    }
}

fn seen_in_the_open(state: &State, who: CreatureId) -> Option<Held<Condition>> {
    let mut hidden = state.conditions.on(who);
    hidden
        .find(|held| {
            let sees = |from| able(state, from) && is_in_plain_sight(state, from, who);
            held.kind == Condition::Hidden && held.toward.is_some_and(sees)
        })
        .copied()
}

/// Conscious foes, in listing order.
pub(crate) fn conscious_foes(
    state: &State,
    who: CreatureId,
) -> impl Iterator<Item = CreatureId> + '_ {
    state
        .creatures()
        .filter(move |other| foes(state, who, *other) && able(state, *other))
}
