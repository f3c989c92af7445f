//! From a scenario file and content files to a setup: names become numbers, and every mistake is shown at its place.

use affray_kernel::CreatureId;
use affray_kernel::content::{Problems, Source, Tree};
use affray_kernel::grid::{Cell, Grid, Map, Shape, Unit};
use affray_kernel::scenario::{Entry, Mistakes, Roster, Square};

use super::Setup;
use super::check::{MOST_THINGS, Part, faults};
use super::equip::{self, kind_number, spell_number};
use crate::timecount::content::{ItemFile, Library};
use crate::timecount::scenario::{CreatureFile, RESERVED, SYSTEM, Scenario};
use crate::timecount::state::{Active, NEVER, Place, SpellId};

/// Turns a scenario and the content it refers to into a setup.
///
/// # Errors
/// Every mistake in the scenario, or everything that is wrong with a content file.
pub fn compose(scenario: &Source, library: &[Source]) -> Result<Setup, Problems> {
    let library = Library::read(library)?;
    let tree = Tree::parse(scenario)?;
    let file: Scenario = tree.read(scenario)?;
    let mut composer = Composer::new(&file, &library);
    composer.compose();
    let Composer {
        mistakes, setup, ..
    } = composer;
    mistakes.located(scenario, &tree).or(setup)
}

/// Where the parts of a setup stand in the file, as paths of keys.
#[derive(Default)]
pub(super) struct Origins {
    pub(super) items: Vec<String>,
    pub(super) conditions: Vec<String>,
    pub(super) active: Vec<String>,
    pub(super) pending: Vec<String>,
}

/// A setup that is being put together.
pub(super) struct Composer<'f> {
    pub(super) file: &'f Scenario,
    pub(super) library: &'f Library,
    pub(super) roster: Roster,
    pub(super) map: Option<Map>,
    pub(super) setup: Setup,
    pub(super) origins: Origins,
    pub(super) mistakes: Mistakes,
    /// Creatures whose figures are not known because of a mistake that is shown already.
    pub(super) doubtful: Vec<CreatureId>,
}

impl<'f> Composer<'f> {
    fn new(file: &'f Scenario, library: &'f Library) -> Self {
        let mut mistakes = Mistakes::default();
        let entries: Vec<Entry<'_>> = file.creature.iter().map(CreatureFile::entry).collect();
        let roster = Roster::read(&entries, file.sides.as_deref(), RESERVED, &mut mistakes);
        let grid = match file.map.grid.shape {
            Shape::Square => Grid::squares(5, Unit::Feet),
            Shape::Hex => Grid::hexes(5, Unit::Feet),
        };
        let (written, map) = file.map.build(grid, &mut mistakes);
        let setup = Setup {
            name: file.name.clone(),
            about: file.about.clone(),
            options: file.options,
            scene: file.scene,
            map: written,
            sides: roster.sides.clone(),
            creatures: Vec::new(),
            kinds: Vec::new(),
            items: Vec::new(),
            spells: Vec::new(),
            conditions: Vec::new(),
            active: Vec::new(),
            pending: Vec::new(),
            start: file.start.map(|start| start.count),
        };
        Self {
            file,
            library,
            roster,
            map,
            setup,
            origins: Origins::default(),
            mistakes,
            doubtful: Vec::new(),
        }
    }

    fn compose(&mut self) {
        if self.file.system != SYSTEM {
            let message = format!(
                "this is a scenario for `{}`, not for `{SYSTEM}`",
                self.file.system
            );
            self.mistakes.add("system", message);
        }
        for index in 0..self.roster.members.len() {
            self.creature(CreatureId(index as u16));
        }
        // What is going on may name weapons of others and spells of all.
        for index in 0..self.roster.members.len() {
            self.situation(CreatureId(index as u16));
        }
        self.loose_items();
        self.active_spells();
        self.check();
    }

    /// The creature named at `path`; without a name nobody, so that what lies over a scenario can take somebody away.
    pub(super) fn creature_at(
        &mut self,
        name: Option<&str>,
        path: impl Into<String>,
    ) -> Option<CreatureId> {
        let name = name.filter(|name| !name.is_empty())?;
        self.roster.creature_at(name, path, &mut self.mistakes)
    }

    /// The spell named at `path`; a mistake if there is none.
    pub(super) fn spell_at(&mut self, name: &str, path: impl Into<String>) -> Option<SpellId> {
        let number = spell_number(&mut self.setup, self.library, name);
        if number.is_none() {
            let known = self.library.spell_names();
            self.mistakes.unknown(path, "spell", name, known);
        }
        number.map(SpellId)
    }

    /// The cell of a square; its height is that of the ground below something so many squares wide, unless it is written.
    pub(super) fn cell(&self, square: Square, side: u8) -> Cell {
        match &self.map {
            Some(map) => square.on_ground(map, side),
            None => square.cell(self.file.map.grid.shape),
        }
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
                &mut self.mistakes,
            );
            if let Some(number) = number {
                let place = Place::Ground(self.cell(loose.at, 1));
                let kind = &self.setup.kinds[usize::from(number)];
                let item = equip::item(kind, number, place, &file, None);
                self.setup.items.push(item);
                self.origins.items.push(path);
            }
        }
    }

    fn active_spells(&mut self) {
        for (index, active) in self.file.spell.iter().enumerate() {
            let path = format!("spell[{index}]");
            let spell = self.spell_at(&active.spell, format!("{path}.spell"));
            let caster = self.creature_at(Some(&active.caster), format!("{path}.caster"));
            if let (Some(spell), Some(caster)) = (spell, caster) {
                self.setup.active.push(Active {
                    number: u16::try_from(index + 1).unwrap_or(u16::MAX),
                    spell,
                    caster,
                    until: active.until.unwrap_or(NEVER),
                });
                self.origins.active.push(path);
            }
        }
    }

    /// What is impossible about the whole, each thing at the place where it is written.
    fn check(&mut self) {
        for fault in faults(&self.setup, self.map.as_ref()) {
            if self
                .about(fault.part)
                .is_some_and(|who| self.doubtful.contains(&who))
            {
                continue;
            }
            let path = self.place_of(fault.part, fault.field);
            let path = if fault.field.is_empty() || path.ends_with(fault.field) {
                path
            } else {
                format!("{path}.{}", fault.field)
            };
            self.mistakes.add(path, fault.message);
        }
    }

    /// Where a part of the setup stands in the file.
    fn place_of(&self, part: Part, field: &str) -> String {
        let listed = |paths: &[String], index: usize| paths.get(index).cloned().unwrap_or_default();
        match part {
            Part::Whole | Part::Kind(_) | Part::Spell(_) => String::new(),
            Part::Map => "map".to_owned(),
            Part::Start => "start".to_owned(),
            Part::Creature(index) => match self.roster.members.get(index) {
                Some(member) if field == "at" => member.at_path.clone(),
                Some(member) => member.path(),
                None => "creature".to_owned(),
            },
            Part::Item(index) => listed(&self.origins.items, index),
            Part::Condition(index) => listed(&self.origins.conditions, index),
            Part::Active(index) => listed(&self.origins.active, index),
            Part::Pending(index) => listed(&self.origins.pending, index),
        }
    }

    /// The creature that a part of the setup is about.
    fn about(&self, part: Part) -> Option<CreatureId> {
        match part {
            Part::Creature(index) => Some(CreatureId(index as u16)),
            Part::Item(index) => self.setup.items.get(index)?.place.bearer(),
            _ => None,
        }
    }
}
