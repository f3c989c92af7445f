//! From a scenario file and content files to a setup: names become numbers, and every mistake is shown at its place.

use affray_kernel::content::{AllProblems, Source};
use affray_kernel::scenario::{self, Common, Draft, Fault, MOST_THINGS, Part, number_in};

use super::check::faults;
use super::equip::{self, kind_number};
use super::{Setup, Start};
use crate::content::{self, GEAR, Library};
use crate::scenario::{CreatureFile, RESERVED, SYSTEM, Scenario};
use crate::state::{FixtureKind, Place};

/// Turns a scenario and the content it refers to into a setup.
///
/// # Errors
/// Every mistake in the scenario and in the content files. What the scenario refers to is not looked for while a content file cannot be
/// read at all.
pub fn compose(scenario: &Source, sources: &[Source]) -> Result<Setup, AllProblems> {
    let library = content::library(sources);
    scenario::compose(scenario, library, |file: &Scenario, library| {
        let mut composer = Composer::new(file, library);
        composer.compose();
        (composer.draft, composer.setup)
    })
}

/// A setup that is being put together.
pub(super) struct Composer<'f> {
    pub(super) file: &'f Scenario,
    pub(super) library: &'f Library,
    pub(super) draft: Draft,
    pub(super) setup: Setup,
}

impl<'f> Composer<'f> {
    fn new(file: &'f Scenario, library: &'f Library) -> Self {
        let common = Common {
            system: &file.system,
            entries: file.creature.iter().map(CreatureFile::entry).collect(),
            sides: file.sides.as_deref(),
            policies: &file.policies,
            map: &file.map,
        };
        let grid = file.map.metre_grid();
        let (draft, map) = Draft::new(&common, SYSTEM, RESERVED, grid);
        let setup = Setup {
            name: file.name.clone(),
            about: file.about.clone(),
            options: file.options,
            scene: file.scene,
            map,
            sides: draft.roster.sides.clone(),
            sneaking: None,
            creatures: Vec::new(),
            kinds: Vec::new(),
            items: Vec::new(),
            gear: Vec::new(),
            spells: Vec::new(),
            fixtures: Vec::new(),
            conditions: Vec::new(),
            running: Vec::new(),
            start: None,
        };
        Self::with(file, library, draft, setup)
    }

    /// To add creatures to that setup, which is empty or a fight as it stands.
    pub(super) fn with(
        file: &'f Scenario,
        library: &'f Library,
        draft: Draft,
        setup: Setup,
    ) -> Self {
        Self {
            file,
            library,
            draft,
            setup,
        }
    }

    fn compose(&mut self) {
        self.start();
        for who in self.draft.creatures() {
            self.creature(who);
        }
        for who in self.draft.creatures() {
            self.conditions(who);
        }
        for who in self.draft.creatures() {
            self.situation(who);
        }
        self.loose_items();
        self.fixtures();
        self.all_types_of_gear();
        self.check();
    }

    /// Where styles can be widened, they can be by everything that there is: what can be chosen tells nothing of what somebody has put away
    /// or who is there unseen (`fighting-style/expansion-cost`).
    fn all_types_of_gear(&mut self) {
        if self.setup.scene.peaceful {
            for word in content::words(self.library, GEAR) {
                self.gear_id(&word);
            }
        }
    }

    /// Where the fight stands, and who sneaks up on whom.
    fn start(&mut self) {
        if let Some(side) = &self.file.sneaking {
            let mistakes = &mut self.draft.mistakes;
            self.setup.sneaking = self.draft.roster.side_at(side, "sneaking", mistakes);
        }
        let Some(file) = &self.file.start else { return };
        let turn = self.draft.creature_at(file.turn.as_deref(), "start.turn");
        let begun = turn.is_some_and(|who| {
            let member = &self.draft.roster.members[who.index()];
            let creature = &self.file.creature[member.entry];
            let some = |number: Option<i16>| number.is_some_and(|number| number > 0);
            some(creature.moved) || some(creature.dashes) || creature.disengaged == Some(true)
        });
        self.setup.start = Some(Start {
            round: file.round,
            turn,
            begun: file.begun.unwrap_or(begun),
        });
    }

    /// The number of the spell named at `path`; a mistake if there is none.
    pub(super) fn spell_at(&mut self, name: &str, path: &str) -> Option<u8> {
        let mistakes = &mut self.draft.mistakes;
        let record = self.library.spell_at(name, path, mistakes)?;
        // Too many spells are refused when the setup is checked as a whole.
        let number = number_in(&mut self.setup.spells, &record.spell());
        Some(u8::try_from(number).unwrap_or(u8::MAX))
    }

    fn loose_items(&mut self) {
        for (index, loose) in self.file.item.iter().enumerate().take(MOST_THINGS) {
            let path = format!("item[{index}]");
            let file = loose.item();
            if let Some((kind, uses)) = kind_number(self, &file, &path) {
                let place = Place::Ground(self.draft.cell(loose.at, 1));
                let item = equip::item(kind, uses, place, &file);
                self.setup.items.push(item);
                self.draft.comes_from("item", path);
            }
        }
    }

    fn fixtures(&mut self) {
        for (index, file) in self.file.fixture.iter().enumerate().take(MOST_THINGS) {
            let door = file.door.map(|[one, other]| {
                let cell = |square| self.draft.cell(square, 1).with_height(0);
                (cell(one), cell(other))
            });
            self.setup.fixtures.push(FixtureKind {
                name: file.name.clone(),
                at: self.draft.cell(file.at, 1),
                hidden: file.hidden,
                door,
            });
            self.draft
                .comes_from("fixture", format!("fixture[{index}]"));
        }
    }

    /// What is impossible about the whole, each thing at the place where it is written.
    fn check(&mut self) {
        let faults = faults(&self.setup, self.draft.map.as_ref());
        self.report(faults);
    }

    /// Shows each fault at the place where it is written.
    pub(super) fn report(&mut self, faults: Vec<Fault>) {
        let items = &self.setup.items;
        let bearer = |index: usize| items.get(index)?.place.bearer();
        self.draft
            .report(faults.into_iter().filter(is_of_the_scenario), bearer);
    }
}

/// Whether a fault is told with the scenario: what is wrong with kinds of items and spells, their names aside, is told where they are
/// written.
fn is_of_the_scenario(fault: &Fault) -> bool {
    match fault.part {
        Part::Listed("kind", _) => fault.field == "name",
        Part::Listed("spell", _) => false,
        _ => true,
    }
}
