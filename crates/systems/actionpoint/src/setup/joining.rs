//! Creatures that join a fight which is under way.

use affray_kernel::condition::Held;
use affray_kernel::grid::MapSetup;
use affray_kernel::{CreatureId, Shared};

use super::compose::Composer;
use super::{CreatureSetup, Setup, body, type_of_gear};
use crate::ActionPoint;
use crate::content;
use crate::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::sheet::{ItemKind, Sheet, Spell};
use crate::state::{Cast, Condition, GearId, Item, Presence, Running, State};

affray_layout::newcomers! {
    /// Kinds of items that nobody had.
    kinds: ItemKind as "kind",
    /// Items.
    items: Item as "item",
    /// Types of gear that nobody was trained in.
    gear: String as "gear",
    /// Spells and abilities that nobody had.
    spells: Spell as "spell",
    /// Conditions that hold for them.
    conditions: Held<Condition> as "condition",
    /// Spells that last on them.
    running: Running as "running",
}

affray_layout::joining! { ActionPoint }

impl Composer<'_> {
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

/// The fight as it stands, as a setup: all that newcomers find. They have rolled no initiative yet, as before a fight.
fn standing(state: &State) -> Setup {
    let creatures = state.cast.sheets.iter().zip(&state.bodies);
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
        sneaking: None,
        creatures: creatures
            .map(|(sheet, body)| CreatureSetup {
                sheet: sheet.clone(),
                body: body.clone(),
                turn_taken: None,
            })
            .collect(),
        kinds: state.cast.kinds.clone(),
        items: state.items.clone(),
        gear: state.cast.gear[GearId::GENERAL.len()..].to_vec(),
        spells: state.cast.spells.clone(),
        fixtures: state.cast.fixtures.clone(),
        conditions: state.conditions.iter().copied().collect(),
        running: state.running.clone(),
        start: None,
    }
}

/// What is impossible about the pools of a creature afterwards, and was not before.
pub(crate) fn new_faults_of(state: &State, after: &State, who: CreatureId) -> Option<String> {
    let pools = |state: &State| {
        let faults = body::pools(&standing(state), who.index());
        faults.about(()).map(|fault| (fault.field, fault.message))
    };
    let known: Vec<_> = pools(state).map(|(field, _)| field).collect();
    let mut found = pools(after);
    let (field, message) = found.find(|(field, _)| !known.contains(field))?;
    Some(format!("{}, {field}: {message}", state.sheet(who).name))
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
    cast.gear.extend_from_slice(&newcomers.gear);
    cast.kinds.extend_from_slice(&newcomers.kinds);
    cast.spells.extend_from_slice(&newcomers.spells);
    state.cast = Shared::new(cast);
    state.items.extend_from_slice(&newcomers.items);
    for held in &newcomers.conditions {
        state.conditions.add(*held);
    }
    state.running.extend_from_slice(&newcomers.running);
    state.running.sort_unstable();
    settle(state);
}

/// Every kind of things has its type of gear (`fighting-style/entries-are-types`).
fn settle(state: &mut State) {
    let mut cast = Cast::clone(&state.cast);
    let (kinds, gear) = (&cast.kinds, &mut cast.gear);
    cast.kind_gear = kinds.iter().map(|kind| type_of_gear(kind, gear)).collect();
    state.cast = Shared::new(cast);
}
