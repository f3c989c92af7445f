//! Creatures that join a fight which is under way.

use affray_kernel::Shared;
use affray_kernel::condition::Held;
use affray_kernel::content::{AllProblems, Source};
use affray_kernel::grid::{Map, MapSetup};
use affray_kernel::scenario::{self, Company, Draft};

use super::compose::{Composer, is_of_the_scenario, skills};
use super::{CreatureSetup, Setup, Start};
use crate::segment::Segments;
use crate::segment::content::{self, Library};
use crate::segment::scenario::{CreatureFile, SYSTEM, Scenario};
use crate::segment::sheet::{ItemKind, Power};
use crate::segment::state::{Cast, Condition, Item, Presence, State};
use crate::segment::summary;

crate::layout::newcomers! {
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
        composer.join(&state.cast.map);
        (composer.draft, Newcomers::beyond(&standing, composer.setup))
    })
}

impl<'f> Composer<'f> {
    fn joining(file: &'f Scenario, library: &'f Library, state: &State, standing: Setup) -> Self {
        let at = |who| state.body(who).at;
        let company = Company::of::<Segments>(state, &state.cast.map, before(&standing), at);
        let entries: Vec<_> = file.creature.iter().map(CreatureFile::entry).collect();
        Self {
            file,
            library,
            skills: skills(library),
            draft: Draft::joining(&entries, company),
            setup: standing,
        }
    }

    /// In a round that is under way they have all their actions, as if it had begun with them (`actions/refresh`).
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
    summary::sum_up(state);
}
