//! From a scenario file and content files to a setup: names become numbers, and every mistake is shown at its place.

use affray_kernel::CreatureId;
use affray_kernel::content::{AllProblems, Source};
use affray_kernel::scenario::{self, Common, Draft, Fault};

use super::check::{MOST_THINGS, faults};
use super::equip::{self, kind_number, power_number};
use super::{Setup, Start};
use crate::content::{self, Library};
use crate::scenario::{CreatureFile, RESERVED, SYSTEM, Scenario};
use crate::sheet::Working;
use crate::state::{Condition, Place, PowerId, Presence, Zone};

/// Turns a scenario and the content it refers to into a setup.
///
/// # Errors
/// Every mistake in the scenario and in the content files. What the scenario refers to is not looked for while a content file cannot be
/// read at all.
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
            creatures: Vec::new(),
            kinds: Vec::new(),
            items: Vec::new(),
            powers: Vec::new(),
            conditions: Vec::new(),
            zones: Vec::new(),
            owed: Vec::new(),
            ambush: false,
            start: file.start.map(|start| Start {
                round: start.round,
                idle: start.idle,
            }),
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
        for who in self.draft.creatures() {
            self.creature(who);
        }
        self.surprise();
        for who in self.draft.creatures() {
            self.conditions(who);
        }
        self.zones();
        // What is going on follows from the conditions, and may name others.
        for who in self.draft.creatures() {
            self.situation(who);
        }
        self.owed();
        self.loose_items();
        self.ambush();
        if let Some(map) = self.draft.map.take() {
            self.pools(&map);
            self.draft.map = Some(map);
        }
        self.check();
    }

    /// The power named at `path`; a mistake if there is none.
    pub(super) fn power_at(&mut self, name: &str, path: &str) -> Option<PowerId> {
        let mistakes = &mut self.draft.mistakes;
        let power = self.library.spell_at(name, path, mistakes)?;
        Some(PowerId(power_number(&mut self.setup, power)))
    }

    /// The side that is Surprised as a whole (`surprise/whole-party`).
    fn surprise(&mut self) {
        let Some(side) = self
            .file
            .surprised
            .as_deref()
            .filter(|side| !side.is_empty())
        else {
            return;
        };
        let mistakes = &mut self.draft.mistakes;
        let Some(side) = self.draft.roster.side_at(side, "surprised", mistakes) else {
            return;
        };
        for who in self.draft.creatures() {
            if self.setup.creatures[who.index()].sheet.side == side {
                self.surprised(who, "surprised");
            }
        }
    }

    fn zones(&mut self) {
        for (index, file) in self.file.zone.iter().enumerate().take(MOST_THINGS) {
            let path = format!("zone[{index}]");
            let power = self.power_at(&file.power, &format!("{path}.power"));
            let by = self.draft.creature_at(Some(&file.by), format!("{path}.by"));
            let (Some(power), Some(by)) = (power, by) else {
                continue;
            };
            let rounds = match self.setup.powers[usize::from(power.0)].works {
                Working::Zone { rounds, .. } => rounds,
                _ => 1,
            };
            let last = self.setup.round().saturating_add(rounds.saturating_sub(1));
            self.setup.zones.push(Zone {
                number: u16::try_from(index + 1).unwrap_or(u16::MAX),
                power,
                by,
                at: self.draft.cell(file.at, 1),
                until: file.until.unwrap_or(last),
            });
            self.draft.comes_from("zone", path);
        }
    }

    fn owed(&mut self) {
        let mut owed = Vec::new();
        for (index, [attacker, target]) in self.file.owed.iter().enumerate().take(MOST_THINGS) {
            let path = format!("owed[{index}]");
            let draft = &mut self.draft;
            let attacker = draft.creature_at(Some(attacker), format!("{path}[0]"));
            let target = draft.creature_at(Some(target), format!("{path}[1]"));
            owed.extend(attacker.zip(target).map(|pair| (pair, path)));
        }
        owed.sort_unstable();
        owed.dedup_by_key(|(pair, _)| *pair);
        for (pair, path) in owed {
            self.setup.owed.push(pair);
            self.draft.comes_from("owed", path);
        }
    }

    fn loose_items(&mut self) {
        for (index, loose) in self.file.item.iter().enumerate().take(MOST_THINGS) {
            let path = format!("item[{index}]");
            let file = loose.item();
            let kind_path = format!("{path}.kind");
            let mistakes = &mut self.draft.mistakes;
            let number = kind_number(&mut self.setup, self.library, &file, &kind_path, mistakes);
            if let Some(number) = number {
                let place = Place::Ground(self.draft.cell(loose.at, 1), loose.table);
                let item = equip::item(&self.setup, number, place, None, &file);
                self.setup.items.push(item);
                self.draft.comes_from("item", path);
            }
        }
    }

    /// Whether the first action of those who surprise is still to come: of a fight that begins it is, if there are both
    /// (`surprise/may-act`).
    fn ambush(&mut self) {
        let here =
            |who: &CreatureId| self.setup.creatures[who.index()].body.presence == Presence::Here;
        let surprised = |who: &CreatureId| self.setup.has(*who, Condition::Surprised);
        let (caught, free): (Vec<CreatureId>, Vec<CreatureId>) =
            self.draft.creatures().filter(here).partition(surprised);
        let begins = !caught.is_empty() && !free.is_empty();
        self.setup.ambush = self.file.start.map_or(begins, |start| start.ambush);
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
