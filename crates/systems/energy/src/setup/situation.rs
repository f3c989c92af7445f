//! From the entry of a creature to what has happened to it and what is going on.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::grid::{Grid, Heading, Map, Shape, Space};

use super::compose::Composer;
use super::conditions::causes;
use super::creature::first_heading;
use super::{CreatureSetup, Setup, build};
use crate::rules::numbers::{max_agility, present};
use crate::rules::rounds::grant;
use crate::rules::zones;
use crate::scenario::{CourseFile, CreatureFile, FacingFile, GaitFile};
use crate::state::{Body, Cause, Condition, Course, Gait, PowerId, Presence, Watch};

impl Composer<'_> {
    /// Puts the situation of a creature into the setup.
    pub(super) fn situation(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        let CreatureSetup { sheet, body } = &self.setup.creatures[who.index()];
        let causes = causes(file, sheet);
        let mut body = body.clone();
        health(file, causes, &mut body);
        body.defending = file.defending;
        body.kneeling = file.kneeling;
        body.used = self.used(file, &path).into();
        body.submits = self
            .draft
            .creature_at(file.submits.as_deref(), format!("{path}.submits"));
        self.of_the_round(file, &path, &mut body);
        self.setup.creatures[who.index()].body = body;
        self.facing(who, file.facing.as_deref(), &path);
    }

    /// What is counted by the Round, apart from what follows from other numbers.
    fn of_the_round(&mut self, file: &CreatureFile, path: &str, body: &mut Body) {
        if self.setup.start.is_none() {
            for key in file.of_the_round() {
                let message = "this begins anew with the first Round: `[start]` says that a Round is under way";
                self.draft.mistakes.add(format!("{path}.{key}"), message);
            }
        }
        body.agility_bonus = file.agility_bonus.unwrap_or_default();
        body.credits = file.credits.unwrap_or_default();
        body.swaps = file.swaps.unwrap_or_default();
        body.swift = file.swift_used.unwrap_or_default();
        body.initiative = file.initiative_used.unwrap_or_default();
        body.passed = file.passed.unwrap_or_default();
        body.falls = file.falls.unwrap_or_default();
        body.moved = file.moved.unwrap_or_default();
        body.course = file.course.map(course);
        let ignored = file.ignores.iter().flatten();
        body.ignores = ignored.map(|one| (one.condition, one.zone)).collect();
    }

    /// The numbers of the powers that are used up, in order.
    fn used(&mut self, file: &CreatureFile, path: &str) -> Vec<PowerId> {
        let mut used = Vec::new();
        for (index, name) in file.used.iter().enumerate() {
            used.extend(self.power_at(name, &format!("{path}.used[{index}]")));
        }
        used.sort_unstable();
        used.dedup();
        used
    }

    /// What a creature faces and watches: the nearest enemy, unless something is written.
    fn facing(&mut self, who: CreatureId, file: Option<&FacingFile>, path: &str) {
        let watched = file.and_then(|file| file.watch.as_deref());
        let watched = self.draft.creature_at(watched, format!("{path}.facing"));
        let shape = self.setup.map.grid.shape;
        let (heading, watch) = match (file.and_then(|file| file.heading), watched) {
            (Some(heading), None) => (heading, Watch::Heading(heading)),
            (Some(heading), Some(other)) => (heading, Watch::Creature(other)),
            (None, Some(other)) => (toward(&self.setup, who, other), Watch::Creature(other)),
            (None, None) => match nearest_enemy(&self.setup, who) {
                Some(enemy) => (toward(&self.setup, who, enemy), Watch::Creature(enemy)),
                None => (first_heading(shape), Watch::Heading(first_heading(shape))),
            },
        };
        let body = &mut self.setup.creatures[who.index()].body;
        (body.heading, body.watch) = (heading, watch);
    }

    /// What ground and zones impose on those who are in them (`conditions/continuous-source`).
    fn continuous(&mut self, map: &Map) {
        let state = build(&self.setup, map.clone());
        for who in self.draft.creatures().filter(|who| present(&state, *who)) {
            for (source, condition) in zones::sources(&state, who) {
                if !state.body(who).ignores.contains(&(condition, source)) {
                    let held = Held {
                        amount: zones::amount_of(source),
                        ..Held::plain(who, condition)
                    };
                    self.hold(held, "");
                }
            }
        }
    }

    /// What the Round under way has granted and what is left of it, which follows from everything else
    /// (`rounds/start-sequence`).
    pub(super) fn pools(&mut self, map: &Map) {
        if self.setup.start.is_none() {
            return;
        }
        self.continuous(map);
        let state = build(&self.setup, map.clone());
        for who in self.draft.creatures() {
            let file = &self.file.creature[self.draft.roster.members[who.index()].entry];
            let body = &mut self.setup.creatures[who.index()].body;
            body.granted = file.granted.unwrap_or_else(|| grant(&state, who));
            body.energy = file.energy.unwrap_or(body.granted);
            body.agility = file.agility.unwrap_or_else(|| max_agility(&state, who));
            let missing = body.energy < body.granted || body.swaps > 0;
            body.spent = file.spent.unwrap_or(missing);
            body.gait = match file.gait {
                Some(GaitFile::Still) => Gait::Still,
                Some(GaitFile::Ordinary) => Gait::Ordinary,
                Some(GaitFile::Evasive) => Gait::Evasive,
                None if body.spent || body.moved > 0 => Gait::Ordinary,
                None => Gait::Still,
            };
        }
    }
}

fn health(file: &CreatureFile, causes: u8, body: &mut Body) {
    body.causes = causes;
    let exhausted = Cause::Stamina.bit() | Cause::NonLethal.bit();
    let stamina = if causes & exhausted != 0 {
        0
    } else {
        body.stamina
    };
    body.stamina = file.stamina.unwrap_or(stamina);
    body.aura = file.aura.unwrap_or(body.aura);
    body.aura_off = file.aura_off;
    body.surges = file.surges.unwrap_or(body.surges);
    body.bleeding = file.bleeding;
    body.awakens = file.awakens;
    body.injuries = file.injuries;
    body.death_needs = file.death_needs;
    body.shot_modifier = file.shot_modifier;
}

const fn course(file: CourseFile) -> Course {
    Course {
        heading: file.heading,
        aside: None,
        straight: file.straight,
        turns: file.turns,
        sprinted: if file.sprint { file.straight } else { 0 },
        shift: file.shift,
    }
}

fn space(setup: &Setup, who: CreatureId) -> Space {
    let creature = &setup.creatures[who.index()];
    let side = creature.sheet.size.side(setup.map.grid.shape);
    Space::new(creature.body.at, side, side)
}

/// The direction in which another creature lies.
fn toward(setup: &Setup, who: CreatureId, other: CreatureId) -> Heading {
    let shape: Shape = setup.map.grid.shape;
    let found = Heading::side_toward(shape, space(setup, who), space(setup, other));
    found.unwrap_or(first_heading(shape))
}

/// The nearest of the enemies that are there and alive; of equally near ones the first in the roster.
fn nearest_enemy(setup: &Setup, who: CreatureId) -> Option<CreatureId> {
    let grid: Grid = setup.map.grid;
    let own = &setup.creatures[who.index()];
    let all = (0..setup.creatures.len() as u16).map(CreatureId);
    let enemies = all.filter(|other| {
        let CreatureSetup { sheet, body } = &setup.creatures[other.index()];
        let alive = body.presence == Presence::Here && !setup.has(*other, Condition::Dead);
        sheet.side != own.sheet.side && alive && !sheet.traits.object
    });
    enemies.min_by_key(|other| grid.distance(space(setup, who), space(setup, *other)))
}
