//! Creatures that join a fight which is under way.

use affray_kernel::Shared;
use affray_kernel::condition::Held;
use affray_kernel::content::{AllProblems, Source};
use affray_kernel::grid::{Map, MapSetup};
use affray_kernel::scenario::{self, Company, Draft};

use super::compose::{Composer, is_of_the_scenario};
use super::{CreatureSetup, Setup, type_of_gear};
use crate::actionpoint::ActionPoint;
use crate::actionpoint::content::{self, Library, Words};
use crate::actionpoint::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::actionpoint::sheet::{ItemKind, Spell};
use crate::actionpoint::state::{Cast, Condition, GearId, Item, Presence, Running, State};

crate::layout::newcomers! {
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

/// Creatures that join the fight, from their entries and the content that these refer to.
///
/// # Errors
/// Every mistake in the entries and in the content files.
pub(crate) fn compose(
    state: &State,
    entries: &Source,
    sources: &[Source],
) -> Result<Newcomers, AllProblems> {
    let words = content::words(sources);
    let library = content::library(sources);
    scenario::join(entries, SYSTEM, library, |file: &Scenario, library| {
        let standing = standing(state);
        let mut composer = Composer::joining(file, (library, &words), state, standing.clone());
        composer.join(&state.cast.map);
        (composer.draft, Newcomers::beyond(&standing, composer.setup))
    })
}

impl<'f> Composer<'f> {
    fn joining(
        file: &'f Scenario,
        (library, words): (&'f Library, &'f Words),
        state: &State,
        standing: Setup,
    ) -> Self {
        let at = |who| state.body(who).at;
        let company = Company::of::<ActionPoint>(state, &state.cast.map, before(&standing), at);
        let entries: Vec<_> = file.creature.iter().map(CreatureFile::entry).collect();
        Self {
            file,
            library,
            words,
            draft: Draft::joining(&entries, company),
            setup: standing,
        }
    }

    fn join(&mut self, map: &Map) {
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
        let faults = faults(&self.setup, &before, map).into_iter();
        for fault in faults.filter(is_of_the_scenario) {
            let about = self.about(fault.part);
            self.draft.fault(fault, about);
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
