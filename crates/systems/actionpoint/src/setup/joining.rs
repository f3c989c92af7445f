//! Creatures that join a fight which is under way.

use affray_kernel::condition::Held;
use affray_kernel::grid::MapSetup;
use affray_kernel::{CreatureId, Shared};

use super::compose::Composer;
use super::{CreatureSetup, Setup, type_of_gear};
use crate::ActionPoint;
use crate::content;
use crate::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::sheet::{ItemKind, Sheet, Spell};
use crate::state::{Cast, Condition, GearId, Item, ItemId, Presence, Running, State};

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

affray_layout::joining! { ActionPoint, knowing content::words }

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
    for kind in &newcomers.kinds {
        cast.kind_gear.push(type_of_gear(kind, &mut cast.gear));
        cast.kinds.push(kind.clone());
    }
    cast.spells.extend_from_slice(&newcomers.spells);
    state.cast = Shared::new(cast);
    state.items.extend_from_slice(&newcomers.items);
    for held in &newcomers.conditions {
        state.conditions.add(*held);
    }
    state.running.extend_from_slice(&newcomers.running);
    state.running.sort_unstable();
}

/// A creature's sheet is this from now on.
pub(crate) fn give_sheet(state: &mut State, who: CreatureId, sheet: &Sheet) {
    let mut cast = Cast::clone(&state.cast);
    cast.sheets[who.index()] = sheet.clone();
    state.cast = Shared::new(cast);
}

/// A thing is of that kind from now on.
pub(crate) fn give_kind(state: &mut State, item: ItemId, kind: &ItemKind) {
    let mut cast = Cast::clone(&state.cast);
    let number = kind_number(&mut cast.kinds, kind);
    if number == cast.kind_gear.len() {
        cast.kind_gear.push(type_of_gear(kind, &mut cast.gear));
    }
    state.cast = Shared::new(cast);
    state.items[usize::from(item.0)].kind = number as u16;
}
