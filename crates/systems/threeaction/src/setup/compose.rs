//! From a scenario file and content files to a setup: names become numbers, and every mistake is shown at its place.

use affray_kernel::CreatureId;
use affray_kernel::content::{AllProblems, Source};
use affray_kernel::grid::Cell;
use affray_kernel::scenario::{self, Common, Draft, Fault, MOST_THINGS};

use super::super::content::{self, ItemFile, Library};
use super::super::rules::numbers::bearer;
use super::super::rules::spells::components::blast;
use super::super::scenario::{CreatureFile, RESERVED, RunningFile, SYSTEM, Scenario};
use super::super::sheet::{AreaShape, Effect, ItemKind};
use super::super::state::{Place, Presence, Running, SpellId};
use super::check::faults;
use super::equip::{self, kind_number, spell_number};
use super::{Setup, StartSetup, fields};

/// Rounds that a Spell lasts for each Energy in its Duration (`foundations/spell-components`, `rounds/length`).
const ROUNDS: [u16; 5] = [0, 1, 10, 100, 600];

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
    /// What the file says that grapples lock, and the places of these conditions in the setup.
    pub(super) locks: Vec<(usize, String)>,
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
            doses: Vec::new(),
            running: Vec::new(),
            tasks: file
                .task
                .iter()
                .map(|task| (task.name.clone(), task.actions))
                .collect(),
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
            locks: Vec::new(),
        }
    }

    fn compose(&mut self) {
        self.tasks();
        for who in self.draft.creatures() {
            self.creature(who);
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
        self.draft.mistakes.add(path, message);
    }

    fn tasks(&mut self) {
        for (index, task) in self.file.task.iter().enumerate() {
            if let Err(message) = fields::name(&task.name) {
                self.mistake(format!("task[{index}].name"), message);
            }
        }
    }

    /// Creatures that somebody can summon wait elsewhere from the start.
    pub(super) fn summons(&mut self) {
        for caster in self.draft.creatures() {
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
            let who = bearer(item.place)?;
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
                &mut self.draft.mistakes,
            );
            let Some(number) = number else {
                continue;
            };
            let file = ItemFile {
                hp: loose.hp,
                lit: loose.lit,
                ..ItemFile::named(&loose.kind)
            };
            let place = Place::Ground(self.draft.cell(loose.at, 1));
            let kind = &self.setup.kinds[usize::from(number)];
            let item = equip::item(kind, number, place, &file, None);
            self.setup.items.push(item);
            self.draft.comes_from("item", path);
        }
    }

    fn running(&mut self) {
        for (index, running) in self.file.spell.iter().enumerate() {
            let path = format!("spell[{index}]");
            let mistakes = &mut self.draft.mistakes;
            let spell = self
                .library
                .spell_at(&running.spell, &format!("{path}.spell"), mistakes)
                .map(|spell| spell_number(&mut self.setup, spell));
            let caster = self
                .draft
                .creature_at(Some(&running.caster), format!("{path}.caster"));
            let target = running.target.as_deref();
            let target = self.draft.creature_at(target, format!("{path}.target"));
            if let (Some(spell), Some(caster)) = (spell, caster) {
                let running = self.running_spell(running, index, SpellId(spell), caster, target);
                self.setup.running.push(running);
                self.draft.comes_from("running spell", path);
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
            .map(|square| self.draft.cell(*square, 1))
            .collect();
        Running {
            number: u16::try_from(index + 1).unwrap_or(u16::MAX),
            spell,
            caster,
            energy: file.energy,
            target,
            spread: middle(&area).map(|at| (AreaShape::Blast, at, blast(at, file.energy.area))),
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
        if let Some(turn) = self.draft.creature_at(Some(&start.turn), "start.turn") {
            let round = start.round;
            self.setup.start = Some(StartSetup { round, turn });
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
        let holder = |index: usize| bearer(items.get(index)?.place);
        self.draft.report(faults, holder);
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
