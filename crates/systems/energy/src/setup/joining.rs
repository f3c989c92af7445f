//! Creatures that join a fight which is under way.

use affray_kernel::Shared;
use affray_kernel::condition::Held;
use affray_kernel::grid::MapSetup;

use super::compose::Composer;
use super::{CreatureSetup, Setup, Start, power_in};
use crate::Energy;
use crate::content;
use crate::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::sheet::{ItemKind, Power, Sheet};
use crate::state::{Cast, Condition, Item, Phase, Presence, State};

affray_layout::newcomers! {
    /// Kinds of items that nobody had.
    kinds: ItemKind as "kind",
    /// Items.
    items: Item as "item",
    /// Powers that nobody had.
    powers: Power as "power",
    /// Conditions that hold for them.
    conditions: Held<Condition> as "condition",
}

affray_layout::joining! { Energy }

impl Composer<'_> {
    /// In a Round that is under way they have what it has granted everybody (`rounds/start-sequence`).
    fn join(&mut self, state: &State) {
        for who in self.draft.creatures() {
            self.creature(who);
        }
        for who in self.draft.creatures() {
            self.conditions(who);
        }
        for who in self.draft.creatures() {
            self.situation(who);
        }
        if state.clock.phase == Phase::Open {
            self.pools(&state.cast.map);
        }
    }
}

/// The fight as it stands, as a setup: all that newcomers find.
fn standing(state: &State) -> Setup {
    let creatures = state.cast.sheets.iter().zip(&state.bodies);
    let start = (state.clock.round > 0).then_some(Start {
        round: state.clock.round,
        idle: state.clock.idle,
    });
    Setup {
        name: String::new(),
        about: None,
        options: state.cast.options,
        scene: state.cast.scene,
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
        powers: state.cast.powers.clone(),
        conditions: state.conditions.iter().copied().collect(),
        zones: state.zones.clone(),
        owed: state.owed.to_vec(),
        ambush: state.clock.ambush,
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
    cast.powers.extend_from_slice(&newcomers.powers);
    cast.kinds.extend_from_slice(&newcomers.kinds);
    state.cast = Shared::new(cast);
    state.items.extend_from_slice(&newcomers.items);
    for held in &newcomers.conditions {
        state.conditions.add(*held);
    }
    settle(state);
}

/// Every kind of things has the power of using it up.
fn settle(state: &mut State) {
    let mut cast = Cast::clone(&state.cast);
    let powers = cast.kinds.iter().map(|kind| power_in(&cast.powers, kind));
    cast.consumables = powers.collect();
    state.cast = Shared::new(cast);
}
