//! Creatures that join a fight which is under way.

use affray_kernel::Shared;
use affray_kernel::condition::Held;
use affray_kernel::content::{AllProblems, Source};
use affray_kernel::grid::{Map, MapSetup};
use affray_kernel::scenario::{self, Company, Draft};

use super::compose::Composer;
use super::{CreatureSetup, Setup, Start, power_in};
use crate::energy::Energy;
use crate::energy::content::{self, Library};
use crate::energy::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::energy::sheet::{ItemKind, Power};
use crate::energy::state::{Cast, Condition, Item, Phase, Presence, State};

crate::layout::newcomers! {
    /// Kinds of items that nobody had.
    kinds: ItemKind as "kind",
    /// Items.
    items: Item as "item",
    /// Powers that nobody had.
    powers: Power as "power",
    /// Conditions that hold for them.
    conditions: Held<Condition> as "condition",
}

/// Creatures that join the fight, from their entries and the content that these refer to.
///
/// # Errors
/// Every mistake in the entries and in the content files.
pub(crate) fn compose(
    state: &State,
    entries: &Source,
    library: &[Source],
) -> Result<Newcomers, AllProblems> {
    let library = content::library(library);
    scenario::join(entries, SYSTEM, library, |file: &Scenario, library| {
        let standing = standing(state);
        let mut composer = Composer::joining(file, library, state, standing.clone());
        composer.join(&state.cast.map, state.clock.phase);
        (composer.draft, Newcomers::beyond(&standing, composer.setup))
    })
}

impl<'f> Composer<'f> {
    fn joining(file: &'f Scenario, library: &'f Library, state: &State, standing: Setup) -> Self {
        let at = |who| state.body(who).at;
        let company = Company::of::<Energy>(state, &state.cast.map, before(&standing), at);
        let entries: Vec<_> = file.creature.iter().map(CreatureFile::entry).collect();
        Self {
            file,
            library,
            draft: Draft::joining(&entries, company),
            setup: standing,
        }
    }

    /// In a Round that is under way they have what it has granted everybody (`rounds/start-sequence`).
    fn join(&mut self, map: &Map, phase: Phase) {
        let before = before(&self.setup);
        for who in self.draft.creatures() {
            self.creature(who);
        }
        for who in self.draft.creatures() {
            self.conditions(who);
        }
        for who in self.draft.creatures() {
            self.situation(who);
        }
        if phase == Phase::Open {
            self.pools(map);
        }
        for fault in faults(&self.setup, &before, map) {
            let about = self.about(fault.part);
            self.draft.fault(fault, about);
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
    for kind in &newcomers.kinds {
        cast.consumables.push(power_in(&cast.powers, kind));
        cast.kinds.push(kind.clone());
    }
    state.cast = Shared::new(cast);
    state.items.extend_from_slice(&newcomers.items);
    for held in &newcomers.conditions {
        state.conditions.add(*held);
    }
}
