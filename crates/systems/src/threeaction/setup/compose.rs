//! From a scenario file and content files to a setup: names become numbers, and every mistake is shown at its place.

use affray_kernel::CreatureId;
use affray_kernel::content::{AllProblems, Source, Tree};
use affray_kernel::grid::{Cell, Grid, Map, Shape, Unit};
use affray_kernel::scenario::{Entry, Mistakes, Roster};

use super::super::content::{ItemFile, Library};
use super::super::scenario::{CreatureFile, RESERVED, RunningFile, SYSTEM, Scenario};
use super::super::sheet::{AreaShape, Effect, ItemKind};
use super::super::state::{Place, Presence, Running, SpellId};
use super::check::{MOST_THINGS, Part, faults};
use super::equip::{self, kind_number, spell_number};
use super::{Setup, StartSetup, fields};

/// Rounds that a Spell lasts for each Energy in its Duration (`foundations/spell-components`, `rounds/length`).
const ROUNDS: [u16; 5] = [0, 1, 10, 100, 600];

/// Turns a scenario and the content it refers to into a setup.
///
/// # Errors
/// Every mistake in the scenario and in the content files. What the scenario refers to is not looked for while a content file cannot be
/// read at all.
pub fn compose(scenario: &Source, library: &[Source]) -> Result<Setup, AllProblems> {
    let (library, mut problems) = Library::read(library);
    let read = Tree::parse(scenario).and_then(|tree| {
        let file: Scenario = tree.read(scenario)?;
        Ok((tree, file))
    });
    let Some((tree, file)) = problems.take(read).filter(|_| library.is_whole()) else {
        return Err(problems);
    };
    let mut composer = Composer::new(&file, &library);
    composer.compose();
    let Composer {
        mistakes, setup, ..
    } = composer;
    problems.add(mistakes.located(scenario, &tree));
    problems.or(setup)
}

/// Where the parts of a setup stand in the file, as paths of keys.
#[derive(Default)]
pub(super) struct Origins {
    pub(super) items: Vec<String>,
    pub(super) conditions: Vec<String>,
    pub(super) doses: Vec<String>,
    pub(super) running: Vec<String>,
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
    /// What the file says that grapples lock, and the places of these conditions in the setup.
    pub(super) locks: Vec<(usize, String)>,
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
            doses: Vec::new(),
            running: Vec::new(),
            tasks: file
                .task
                .iter()
                .map(|task| (task.name.clone(), task.actions))
                .collect(),
            start: None,
        };
        Self {
            file,
            library,
            roster,
            map,
            setup,
            origins: Origins::default(),
            mistakes,
            locks: Vec::new(),
            doubtful: Vec::new(),
        }
    }

    fn compose(&mut self) {
        self.header();
        self.policies();
        for index in 0..self.roster.members.len() {
            self.creature(CreatureId(index as u16));
        }
        self.pair_grapples();
        self.lock_grapples();
        self.summons();
        self.loose_items();
        self.running();
        self.start();
        self.check();
    }

    pub(super) fn mistake(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.mistakes.add(path, message);
    }

    /// The creature of that name; a mistake if there is none.
    pub(super) fn creature_called(&mut self, name: &str, path: &str) -> Option<CreatureId> {
        self.roster.creature_at(name, path, &mut self.mistakes)
    }

    fn header(&mut self) {
        if self.file.system != SYSTEM {
            let message = format!(
                "this is a scenario for `{}`, not for `{SYSTEM}`",
                self.file.system
            );
            self.mistake("system", message);
        }
        for (index, task) in self.file.task.iter().enumerate() {
            if let Err(message) = fields::name(&task.name) {
                self.mistake(format!("task[{index}].name"), message);
            }
        }
    }

    fn policies(&mut self) {
        for (index, creature) in self.file.creature.iter().enumerate() {
            let path = format!("creature[{index}].policy");
            self.mistakes.policy(path, creature.policy.as_deref());
        }
    }

    /// Creatures that somebody can summon wait elsewhere from the start.
    fn summons(&mut self) {
        for index in 0..self.roster.members.len() {
            let caster = CreatureId(index as u16);
            for kind in self.summoned_by(caster) {
                let waits = self.setup.creatures.iter().any(|other| {
                    other.sheet.owner == Some(caster)
                        && other.sheet.kind == kind
                        && other.presence == Presence::Elsewhere
                });
                if !waits {
                    self.summonable(caster, &kind);
                }
            }
        }
    }

    /// The kinds of creatures that a creature can summon by its own Spells or by what it carries.
    fn summoned_by(&self, caster: CreatureId) -> Vec<String> {
        let sheet = &self.setup.creatures[caster.index()].sheet;
        if sheet.owner.is_some() {
            return Vec::new();
        }
        let known = sheet
            .spells
            .iter()
            .filter_map(|spell| self.setup.spells.get(usize::from(*spell)));
        let carried = self.setup.items.iter().filter_map(|item| {
            let (Place::Held(who, _) | Place::Worn(who) | Place::Carried(who)) = item.place else {
                return None;
            };
            match &self.setup.kinds[usize::from(item.kind)] {
                ItemKind::Gear(gear) if who == caster => {
                    let spell = gear.spell.as_ref()?;
                    self.setup
                        .spells
                        .iter()
                        .find(|other| other.name == spell.name)
                }
                _ => None,
            }
        });
        let mut kinds: Vec<String> = Vec::new();
        for spell in known.chain(carried) {
            if let Effect::Summon { creatures } = &spell.effect {
                kinds.extend(creatures.iter().cloned());
            }
        }
        kinds.dedup();
        kinds
    }

    fn loose_items(&mut self) {
        for (index, loose) in self.file.item.iter().enumerate().take(MOST_THINGS) {
            let path = format!("item[{index}]");
            let kind_path = format!("{path}.kind");
            let number = kind_number(
                &mut self.setup,
                self.library,
                &loose.kind,
                loose.name.as_deref(),
                &kind_path,
                &mut self.mistakes,
            );
            let Some(number) = number else {
                continue;
            };
            let file = ItemFile {
                hp: loose.hp,
                lit: loose.lit,
                ..ItemFile::named(&loose.kind)
            };
            let place = Place::Ground(self.cell(loose.at, 1));
            let kind = &self.setup.kinds[usize::from(number)];
            let item = equip::item(kind, number, place, &file, None);
            self.setup.items.push(item);
            self.origins.items.push(path);
        }
    }

    fn running(&mut self) {
        for (index, running) in self.file.spell.iter().enumerate() {
            let path = format!("spell[{index}]");
            let spell = spell_number(&mut self.setup, self.library, &running.spell);
            if spell.is_none() {
                let known = self.library.spell_names();
                self.mistakes
                    .unknown(format!("{path}.spell"), "spell", &running.spell, known);
            }
            let caster = self.creature_called(&running.caster, &format!("{path}.caster"));
            let target = running
                .target
                .as_deref()
                .and_then(|target| self.creature_called(target, &format!("{path}.target")));
            if let (Some(spell), Some(caster)) = (spell, caster) {
                let running = self.running_spell(running, index, SpellId(spell), caster, target);
                self.setup.running.push(running);
                self.origins.running.push(path);
            }
        }
    }

    fn running_spell(
        &self,
        file: &RunningFile,
        index: usize,
        spell: SpellId,
        caster: CreatureId,
        target: Option<CreatureId>,
    ) -> Running {
        let paid = ROUNDS.get(usize::from(file.energy.duration)).copied();
        let area: Vec<Cell> = file
            .area
            .iter()
            .map(|square| self.cell(*square, 1))
            .collect();
        Running {
            number: u16::try_from(index + 1).unwrap_or(u16::MAX),
            spell,
            caster,
            energy: file.energy,
            target,
            spread: middle(&area).map(|at| (AreaShape::Blast, at, at)),
            area,
            left: file.left.or(paid).unwrap_or_default(),
            anchor: caster,
            settled: true,
            controlled: false,
        }
    }

    fn start(&mut self) {
        let Some(start) = &self.file.start else {
            return;
        };
        if let Some(turn) = self.creature_called(&start.turn, "start.turn") {
            let round = start.round;
            self.setup.start = Some(StartSetup { round, turn });
        }
    }

    /// What is impossible about the whole, each thing at the place where it is written.
    fn check(&mut self) {
        for fault in faults(&self.setup, self.map.as_ref()) {
            let (path, certain) = self.place_of(fault.part, fault.field);
            if certain {
                let path = if fault.field.is_empty() || path.ends_with(fault.field) {
                    path
                } else {
                    format!("{path}.{}", fault.field)
                };
                self.mistake(path, fault.message);
            }
        }
    }

    /// Where a part of the setup stands in the file, and whether what is wrong with it is worth showing.
    fn place_of(&self, part: Part, field: &str) -> (String, bool) {
        let listed = |paths: &[String], index: usize| paths.get(index).cloned().unwrap_or_default();
        let path = match part {
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
            Part::Dose(index) => listed(&self.origins.doses, index),
            Part::Running(index) => listed(&self.origins.running, index),
        };
        let about = match part {
            Part::Creature(index) => Some(CreatureId(index as u16)),
            Part::Item(index) => match self.setup.items[index].place {
                Place::Held(who, _) | Place::Worn(who) | Place::Carried(who) => Some(who),
                _ => None,
            },
            _ => None,
        };
        let certain = about.is_none_or(|who| !self.doubtful.contains(&who));
        (path, certain)
    }
}

/// The square in the middle of an Area, from which a blast that fills it comes.
fn middle(area: &[Cell]) -> Option<Cell> {
    let half = |part: fn(&Cell) -> i16| {
        let (least, most) = (area.iter().map(part).min()?, area.iter().map(part).max()?);
        Some(((i32::from(least) + i32::from(most)) / 2) as i16)
    };
    Some(Cell::at_height(
        half(|cell| cell.x)?,
        half(|cell| cell.y)?,
        area.first()?.z,
    ))
}
