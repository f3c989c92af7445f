//! From a scenario file and content files to a setup: names become numbers, and every mistake is shown at its place.

use affray_kernel::content::{AllProblems, Source};
use affray_kernel::scenario::{self, Common, Draft, Fault, MOST_THINGS, Part, number_in};

use super::check::faults;
use super::equip::{self, kind_number};
use super::{Setup, Start};
use crate::content::{self, Library};
use crate::rules::concentration::blindness;
use crate::scenario::{CreatureFile, RESERVED, SYSTEM, Scenario, StartFile};
use crate::sheet::{DamageType, Working};
use crate::state::{Maintained, Phase, Place, PowerId};

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
    /// Attack skills that weapons and powers of the content are used with.
    pub(super) skills: Vec<String>,
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
        let grid = file.map.yard_grid();
        let (draft, map) = Draft::new(&common, SYSTEM, RESERVED, grid);
        let damage_types = file.setting.damage_types.as_ref();
        let used = |kind| damage_types.is_none_or(|kinds| kinds.contains(&kind));
        let setup = Setup {
            name: file.name.clone(),
            about: file.about.clone(),
            options: file.options,
            damage_types: DamageType::ALL.map(used),
            environment: file.setting.environment,
            side_environment: vec![0; draft.roster.sides.len()],
            map,
            sides: draft.roster.sides.clone(),
            creatures: Vec::new(),
            kinds: Vec::new(),
            items: Vec::new(),
            skills: Vec::new(),
            powers: Vec::new(),
            conditions: Vec::new(),
            effects: Vec::new(),
            start: file.start.map(start),
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
            skills: content::words(library, content::ATTACK_SKILL),
            draft,
            setup,
        }
    }

    fn compose(&mut self) {
        self.side_environment();
        for who in self.draft.creatures() {
            self.creature(who);
        }
        for who in self.draft.creatures() {
            self.conditions(who);
        }
        self.effects();
        for who in self.draft.creatures() {
            self.situation(who);
        }
        self.loose_items();
        self.check();
    }

    fn side_environment(&mut self) {
        for (side, value) in &self.file.setting.side_environment {
            let path = format!("setting.side_environment.{side:?}");
            let mistakes = &mut self.draft.mistakes;
            let found = self.draft.roster.side_at(side, path, mistakes);
            if let Some(place) =
                found.and_then(|side| self.setup.side_environment.get_mut(usize::from(side)))
            {
                *place = *value;
            }
        }
    }

    /// The power named at `path`; a mistake if there is none.
    pub(super) fn power_at(&mut self, name: &str, path: &str) -> Option<PowerId> {
        let mistakes = &mut self.draft.mistakes;
        let record = self.library.spell_at(name, path, mistakes)?;
        // What is wrong with the power itself is told where it is written.
        let power = record.power(&mut self.setup.skills).ok()?;
        // Too many powers are refused when the setup is checked as a whole.
        let number = number_in(&mut self.setup.powers, &power);
        Some(PowerId(u8::try_from(number).unwrap_or(u8::MAX)))
    }

    fn effects(&mut self) {
        for (index, file) in self.file.effect.iter().enumerate().take(MOST_THINGS) {
            let path = format!("effect[{index}]");
            let power = self.power_at(&file.power, &format!("{path}.power"));
            let by = self.draft.creature_at(Some(&file.by), format!("{path}.by"));
            let on = self.draft.creature_at(Some(&file.on), format!("{path}.on"));
            let (Some(power), Some(by), Some(on)) = (power, by, on) else {
                continue;
            };
            let last = self.setup.round().saturating_sub(1);
            let effect = Maintained {
                number: u16::try_from(index + 1).unwrap_or(u16::MAX),
                power,
                by,
                on,
                since: file.since.unwrap_or(last),
            };
            self.setup.effects.push(effect);
            let powers = self.setup.powers.get(usize::from(power.0));
            if powers.is_some_and(|power| power.works == Working::Blinds) {
                self.hold(blindness(effect), &path);
            }
            self.draft.comes_from("effect", path);
        }
    }

    fn loose_items(&mut self) {
        for (index, loose) in self.file.item.iter().enumerate().take(MOST_THINGS) {
            let path = format!("item[{index}]");
            let file = loose.item();
            let (setup, draft) = (&mut self.setup, &mut self.draft);
            let kind_path = format!("{path}.kind");
            let known = self
                .library
                .item_at(&file.kind, &kind_path, &mut draft.mistakes);
            if known.is_none() {
                continue;
            }
            if let Some(number) = kind_number(setup, self.library, draft, &file, &path) {
                let place = Place::Ground(draft.cell(loose.at, 1));
                let item = equip::item(setup, number, place, &file);
                setup.items.push(item);
                draft.comes_from("item", path);
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
        self.draft
            .report(faults.into_iter().filter(is_of_the_scenario), bearer);
    }
}

/// Whether a fault is told with the scenario: what is wrong with kinds of items and powers, their names aside, is told where they are
/// written.
fn is_of_the_scenario(fault: &Fault) -> bool {
    match fault.part {
        Part::Listed("kind", _) => fault.field == "name",
        Part::Listed("power", _) => false,
        _ => true,
    }
}

fn start(file: StartFile) -> Start {
    let usual = match file.segment {
        Some(_) => Phase::Acting,
        None => Phase::Calling,
    };
    Start {
        round: file.round,
        phase: file.phase.map_or(usual, Phase::from),
        segment: file.segment,
        ambushed: file.ambushed,
    }
}
