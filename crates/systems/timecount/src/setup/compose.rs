//! From a scenario file and content files to a setup: names become numbers, and every mistake is shown at its place.

use affray_kernel::content::{AllProblems, Source};
use affray_kernel::scenario::{self, Common, Draft, Fault, MOST_THINGS};

use super::Setup;
use super::check::faults;
use super::equip::{self, kind_number, spell_number};
use super::spoken::Spoken;
use crate::content::{self, ItemFile, Library};
use crate::scenario::{CreatureFile, RESERVED, SYSTEM, Scenario};
use crate::state::{Active, NEVER, Place, SpellId};

/// Turns a scenario and the content it refers to into a setup.
///
/// # Errors
/// Every mistake in the scenario and in the content files.
pub fn compose(scenario: &Source, library: &[Source]) -> Result<Setup, AllProblems> {
    let library = content::library(library);
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
    /// What is under way in words, until all is there that they may name.
    pub(super) spoken: Vec<Spoken>,
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
        let grid = file.map.five_foot_grid();
        let (draft, map) = Draft::new(&common, SYSTEM, RESERVED, grid);
        let setup = Setup {
            name: file.name.clone(),
            about: file.about.clone(),
            options: file.options,
            scene: file.scene,
            map,
            sides: draft.roster.sides.clone(),
            creatures: Vec::new(),
            kinds: Vec::new(),
            items: Vec::new(),
            spells: Vec::new(),
            conditions: Vec::new(),
            active: Vec::new(),
            pending: Vec::new(),
            start: file.start.map(|start| start.count),
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
            spoken: Vec::new(),
        }
    }

    fn compose(&mut self) {
        for who in self.draft.creatures() {
            self.creature(who);
        }
        // What is going on may name weapons of others and spells of all.
        for who in self.draft.creatures() {
            self.situation(who);
        }
        self.loose_items();
        self.active_spells();
        self.spoken();
        self.check();
    }

    /// The spell named at `path`; a mistake if there is none.
    pub(super) fn spell_at(&mut self, name: &str, path: &str) -> Option<SpellId> {
        let mistakes = &mut self.draft.mistakes;
        let spell = self.library.spell_at(name, path, mistakes)?;
        Some(SpellId(spell_number(&mut self.setup, spell)))
    }

    fn loose_items(&mut self) {
        for (index, loose) in self.file.item.iter().enumerate().take(MOST_THINGS) {
            let path = format!("item[{index}]");
            let file = ItemFile {
                name: loose.name.clone(),
                durability: loose.durability,
                left: loose.left,
                lit: loose.lit,
                ..ItemFile::named(&loose.kind)
            };
            let kind_path = format!("{path}.kind");
            let number = kind_number(
                &mut self.setup,
                self.library,
                &file,
                &kind_path,
                &mut self.draft.mistakes,
            );
            if let Some(number) = number {
                let place = Place::Ground(self.draft.cell(loose.at, 1));
                let kind = &self.setup.kinds[usize::from(number)];
                let item = equip::item(kind, number, place, &file, None);
                self.setup.items.push(item);
                self.draft.comes_from("item", path);
            }
        }
    }

    fn active_spells(&mut self) {
        for (index, active) in self.file.spell.iter().enumerate() {
            let path = format!("spell[{index}]");
            let spell = self.spell_at(&active.spell, &format!("{path}.spell"));
            let caster = self
                .draft
                .creature_at(Some(&active.caster), format!("{path}.caster"));
            if let (Some(spell), Some(caster)) = (spell, caster) {
                self.setup.active.push(Active {
                    number: u16::try_from(index + 1).unwrap_or(u16::MAX),
                    spell,
                    caster,
                    until: active.until.unwrap_or(NEVER),
                });
                self.draft.comes_from("active spell", path);
            }
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
        self.draft.report(faults, bearer);
    }
}
