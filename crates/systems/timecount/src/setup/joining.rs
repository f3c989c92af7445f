//! Creatures that join a fight which is under way.

use affray_kernel::Shared;
use affray_kernel::condition::Held;
use affray_kernel::grid::MapSetup;

use super::compose::Composer;
use super::{CreatureSetup, Setup};
use crate::TimeCount;
use crate::content;
use crate::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::sheet::{ItemKind, Sheet, Spell};
use crate::state::{Cast, Condition, Item, Pending, Phase, Presence, State, Underway};

affray_layout::newcomers! {
    /// Kinds of items that nobody had.
    kinds: ItemKind as "kind",
    /// Items.
    items: Item as "item",
    /// Spells that nobody knew.
    spells: Spell as "spell",
    /// Conditions that hold for them.
    conditions: Held<Condition> as "condition",
    /// What will happen to them by itself.
    pending: Pending as "pending",
}

affray_layout::joining! { TimeCount }

impl Composer<'_> {
    fn join(&mut self, _: &State) {
        for who in self.draft.creatures() {
            self.creature(who);
        }
        for who in self.draft.creatures() {
            self.situation(who);
        }
        self.nothing_spoken();
    }
}

/// The fight as it stands, as a setup: all that newcomers find.
fn standing(state: &State) -> Setup {
    let creatures = state.cast.sheets.iter().zip(&state.bodies);
    let start = (state.clock.phase != Phase::Setup).then_some(state.clock.count);
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
        spells: state.cast.spells.clone(),
        conditions: state.conditions.iter().copied().collect(),
        active: state.spells.clone(),
        pending: state.pending.clone(),
        start,
    }
}

/// Whether nothing is under way that would have to be looked at with everything it names.
pub(crate) fn brings_no_acts(newcomers: &Newcomers) -> bool {
    let acts = |one: &CreatureSetup| {
        matches!(
            one.body.underway,
            Underway::Ready { .. } | Underway::Scroll { .. }
        )
    };
    !newcomers.creatures.iter().any(acts)
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
    cast.spells.extend_from_slice(&newcomers.spells);
    state.cast = Shared::new(cast);
    state.items.extend_from_slice(&newcomers.items);
    for held in &newcomers.conditions {
        state.conditions.add(*held);
    }
    state.pending.extend_from_slice(&newcomers.pending);
    state.pending.sort_unstable();
    settle(state);
}

/// With a third creature somebody can stand between two others.
fn settle(state: &mut State) {
    let mut cast = Cast::clone(&state.cast);
    cast.open_ground &= cast.sheets.len() <= 2;
    state.cast = Shared::new(cast);
}
