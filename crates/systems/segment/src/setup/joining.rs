//! Creatures that join a fight which is under way.

use affray_kernel::Shared;
use affray_kernel::condition::Held;
use affray_kernel::grid::MapSetup;

use super::compose::Composer;
use super::{CreatureSetup, Setup, Start};
use crate::Segments;
use crate::content;
use crate::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::sheet::{ItemKind, Power, Sheet};
use crate::state::{Cast, Condition, Item, Presence, State};
use crate::summary;

affray_layout::newcomers! {
    /// Kinds of items that nobody had.
    kinds: ItemKind as "kind",
    /// Items.
    items: Item as "item",
    /// Attack skills that nobody had.
    skills: String as "skill",
    /// Powers that nobody had.
    powers: Power as "power",
    /// Conditions that hold for them.
    conditions: Held<Condition> as "condition",
}

affray_layout::joining! { Segments }

impl Composer<'_> {
    /// In a round that is under way they have all their actions, as if it had begun with them (`actions/refresh`).
    fn join(&mut self, _: &State) {
        for who in self.draft.creatures() {
            self.creature(who);
        }
        for who in self.draft.creatures() {
            self.conditions(who);
        }
        for who in self.draft.creatures() {
            self.situation(who);
        }
    }
}

/// The fight as it stands, as a setup: all that newcomers find.
fn standing(state: &State) -> Setup {
    let creatures = state.cast.sheets.iter().zip(&state.bodies);
    let start = (state.clock.round > 0).then_some(Start {
        round: state.clock.round,
        phase: state.clock.phase,
        segment: state.clock.segment,
        ambushed: state.clock.ambushed,
    });
    Setup {
        name: String::new(),
        about: None,
        options: state.cast.options,
        damage_types: state.cast.damage_types,
        environment: state.clock.environment,
        side_environment: state.side_environment.to_vec(),
        map: MapSetup {
            grid: state.grid(),
            ..MapSetup::default()
        },
        sides: state.cast.sides.clone(),
        creatures: creatures
            .map(|(sheet, body)| CreatureSetup {
                sheet: sheet.clone(),
                body: body.clone(),
            })
            .collect(),
        kinds: state.cast.kinds.clone(),
        items: state.items.clone(),
        skills: state.cast.skills.clone(),
        powers: state.cast.powers.clone(),
        conditions: state.conditions.iter().copied().collect(),
        effects: state.effects.clone(),
        start,
    }
}

fn presence(creature: &CreatureSetup) -> Presence {
    creature.body.presence
}

/// They are there.
pub(crate) fn join(state: &mut State, newcomers: &Newcomers) {
    let mut cast = Cast::clone(&state.cast);
    for creature in &newcomers.creatures {
        cast.sheets.push(creature.sheet.clone());
        state.bodies.push(creature.body.clone());
    }
    cast.kinds.extend_from_slice(&newcomers.kinds);
    cast.skills.extend_from_slice(&newcomers.skills);
    cast.powers.extend_from_slice(&newcomers.powers);
    state.cast = Shared::new(cast);
    state.items.extend_from_slice(&newcomers.items);
    for held in &newcomers.conditions {
        state.conditions.add(*held);
    }
    settle(state);
}

/// Sums up what follows from the rest.
fn settle(state: &mut State) {
    summary::sum_up(state);
}
