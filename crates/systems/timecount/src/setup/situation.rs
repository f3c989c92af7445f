//! From the entry of a creature to what has happened to it and what is going on.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::compose::Composer;
use super::spoken::Spoken;
use crate::act::Facing;
use crate::look::ready;
use crate::rules::upkeep::PETRIFICATION_COUNTS;
use crate::scenario::{CreatureFile, FacingFile, MovementFile, RunFile, UnderwayFile};
use crate::state::{
    Arm, Body, BonusPool, Condition, ItemId, Movement, NEVER, Paralysis, Place, Posture, Prepared,
    Presence, Run, Stance, Stapled, Underway,
};

/// Counts until the unconscious may wake, where nothing is said about it (`regaining-consciousness/minimum-time`).
const TEN: u32 = 10;

impl Composer<'_> {
    /// Puts the situation of a creature into the setup.
    pub(super) fn situation(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        self.conditions(who, file, &path);
        let mut body = self.setup.creatures[who.index()].body.clone();
        self.health(file, &mut body);
        self.timing(who, file, &mut body);
        self.magic(file, &path, &mut body);
        body.facing = self.facing(file.facing.as_deref(), &path);
        body.pressed_by = self.pressed_by(file, &path);
        body.movement = self.movement(&file.movement);
        body.run = file.run.map(run);
        body.run_penalty = file.run_penalty;
        body.waits_since = file.waits_since.unwrap_or(NEVER);
        if let Some(stance) = &file.stance {
            body.posture = Posture {
                stance: stance.stance,
                from: stance.from,
            };
        } else if self.has(who, Condition::Unconscious) {
            body.posture.stance = Stance::Prone;
        }
        body.last_arm = file
            .last_weapon
            .as_ref()
            .and_then(|name| self.arm(who, name, format!("{path}.last_weapon")));
        if let Some(underway) = &file.underway {
            body.underway = self.underway(who, underway, &format!("{path}.underway"));
            if let (None, Some(count)) = (file.next, ready(&body.underway)) {
                body.next = count.max(self.setup.now());
            }
        }
        body.asked = file.asked.unwrap_or(true);
        body.mount = self
            .draft
            .creature_at(file.mount.as_deref(), format!("{path}.mount"));
        body.controls = file.controls;
        body.treated = file.treated;
        body.stapled = file.stapled.map(|stapled| Stapled {
            item: self.stuck_in(who),
            dc: stapled.dc,
            body: stapled.body,
        });
        let at = body.at;
        self.setup.creatures[who.index()].body = body;
        if self.has(who, Condition::Unconscious) || self.has(who, Condition::Dead) {
            self.empty_hands(who, at);
        }
    }

    /// The dead and the unconscious hold nothing: it lies beside them (`conditions/unconscious`).
    fn empty_hands(&mut self, who: CreatureId, at: Cell) {
        let items = self.setup.items.iter_mut();
        for item in items.filter(|item| item.place == Place::Held(who)) {
            item.place = Place::Ground(at);
            item.readied = false;
        }
    }

    fn health(&self, file: &CreatureFile, body: &mut Body) {
        let now = self.setup.now();
        body.hp = file.hp.unwrap_or(body.hp);
        body.fatigue = file.fatigue;
        body.invigoration = file.invigoration;
        let bonus = file.bonus.iter().map(|bonus| BonusPool {
            until: bonus.until,
            points: bonus.points,
        });
        body.bonus = bonus.collect();
        body.bonus.sort_unstable();
        body.poison_fatigue = file.poison_fatigue;
        body.poison_hp = file.poison_hp;
        body.wear = file.wear;
        let impairments = file.impairments;
        body.impairments = [
            impairments.bludgeoning,
            impairments.piercing,
            impairments.slashing,
        ];
        body.attribute_damage = file.attribute_damage.numbers();
        body.attribute_poison = file.attribute_poison.numbers();
        let paralysis = file.paralysis.iter().map(|source| Paralysis {
            every: source.every,
            next: source
                .next
                .unwrap_or_else(|| now.saturating_add(source.every)),
            points: source.points,
        });
        body.paralysis = paralysis.collect();
        body.paralysis.sort_unstable();
        body.petrification = file.petrification;
        let unpetrifies = if file.petrification > 0 {
            now.saturating_add(PETRIFICATION_COUNTS)
        } else {
            NEVER
        };
        body.unpetrifies = file.unpetrifies.unwrap_or(unpetrifies);
        body.stabilized = file.stabilized;
        body.resistance_lowered = file.resistance_lowered;
    }

    /// When things about it happen, given its health. Who joins rolls initiative first (`initiative/joining`).
    fn timing(&self, who: CreatureId, file: &CreatureFile, body: &mut Body) {
        let now = self.setup.now();
        let unconscious = self.has(who, Condition::Unconscious);
        let takes_turns = body.presence == Presence::Here
            && !unconscious
            && !self.has(who, Condition::Dead)
            && self.setup.start.is_some()
            && !self.draft.joins();
        body.next = file.next.unwrap_or(if takes_turns { now } else { NEVER });
        body.surprise_settled = file.surprised.is_some();
        let until = || {
            let mut held = file.conditions.iter();
            held.find(|held| held.kind == Condition::Unconscious)?.until
        };
        body.waking = file
            .waking
            .or_else(until)
            .or_else(|| unconscious.then(|| now.saturating_add(TEN)));
        let bonus: i16 = body
            .bonus
            .iter()
            .map(|pool| pool.points)
            .fold(0, i16::saturating_add);
        let hit_points = body
            .hp
            .saturating_add(body.invigoration)
            .saturating_add(bonus);
        let is_dying = body.fatigue > 0 && body.fatigue >= hit_points.saturating_mul(2);
        body.dying_since = file.dying_since.or_else(|| is_dying.then_some(now));
        let regeneration = self.setup.creatures[who.index()]
            .sheet
            .regeneration
            .as_ref();
        body.regenerates = file.regenerates.unwrap_or_else(|| {
            regeneration.map_or(NEVER, |regeneration| {
                now.saturating_add(regeneration.counts)
            })
        });
    }

    fn magic(&mut self, file: &CreatureFile, path: &str, body: &mut Body) {
        for (name, times) in &file.castings {
            let spell = self.spell_at(name, &format!("{path}.castings.{name:?}"));
            body.castings.extend(spell.map(|spell| (spell, *times)));
        }
        body.castings.sort_unstable();
        if let Some(prepared) = &file.prepared {
            let spell = self.spell_at(&prepared.spell, &format!("{path}.prepared.spell"));
            body.prepared = spell.map(|spell| Prepared {
                spell,
                charges: prepared.charges,
                failure: None,
                hindered: prepared.hindered,
                until: prepared.until,
            });
        }
    }

    fn facing(&mut self, file: Option<&FacingFile>, path: &str) -> Facing {
        let Some(file) = file else {
            return Facing::Around;
        };
        match (file.heading, &file.creature) {
            (Some(heading), None) => Facing::Heading(heading),
            (None, Some(name)) => {
                let creature = self
                    .draft
                    .creature_at(Some(name), format!("{path}.facing.creature"));
                creature.map_or(Facing::Around, Facing::Creature)
            }
            _ => {
                let message = "a facing is either a `heading` or a `creature`";
                self.draft.mistakes.add(format!("{path}.facing"), message);
                Facing::Around
            }
        }
    }

    fn pressed_by(&mut self, file: &CreatureFile, path: &str) -> Vec<CreatureId> {
        let mut enemies = Vec::new();
        for (index, name) in file.pressed_by.iter().enumerate() {
            enemies.extend(
                self.draft
                    .creature_at(Some(name), format!("{path}.pressed_by[{index}]")),
            );
        }
        enemies.sort_unstable();
        enemies.dedup();
        enemies
    }

    fn movement(&self, file: &MovementFile) -> Movement {
        Movement {
            counts: file.counts,
            last: file.last,
            straight_counts: file.straight_counts,
            straight_spaces: file.straight_spaces,
            heading: file.heading,
            last_step: file.last_step.or(file.heading),
            no_turn_for: file.no_turn_for,
            saved: file.saved,
            allowed: file.allowed,
            from: file.from.map(|square| self.draft.cell(square, 1)),
        }
    }

    fn underway(&mut self, who: CreatureId, file: &UnderwayFile, path: &str) -> Underway {
        let side = self.setup.creatures[who.index()].sheet.size.side();
        let found = match file {
            UnderwayFile::Walk { pace, path } => {
                let path = path.iter().map(|square| self.draft.cell(*square, side));
                Some(Underway::Walk(*pace, path.collect()))
            }
            UnderwayFile::Wait { until } => Some(Underway::Wait(*until)),
            UnderwayFile::Prepare {
                spell,
                ready,
                hindered,
            } => self
                .spell_at(spell, &format!("{path}.prepare.spell"))
                .map(|spell| Underway::Prepare {
                    spell,
                    ready: *ready,
                    failure: None,
                    hindered: *hindered,
                }),
            UnderwayFile::CoupDeGrace {
                target,
                with,
                ready,
            } => {
                let path = format!("{path}.coup-de-grace");
                let target = self
                    .draft
                    .creature_at(Some(target), format!("{path}.target"));
                let with = self.arm(who, with, format!("{path}.with"));
                target
                    .zip(with)
                    .map(|(target, with)| Underway::CoupDeGrace {
                        target,
                        with,
                        at: self.setup.creatures[target.index()].body.at,
                        ready: *ready,
                    })
            }
            UnderwayFile::Set { with, from } => self
                .arm(who, with, format!("{path}.set.with"))
                .map(|with| Underway::Set { with, from: *from }),
            UnderwayFile::Scroll { .. } | UnderwayFile::Ready { .. } => {
                self.spoken.extend(Spoken::of(who, file, path));
                None
            }
            UnderwayFile::Rest { rest, until } => Some(Underway::Rest(*rest, *until)),
            UnderwayFile::Treat {
                patient,
                kind,
                until,
            } => self
                .draft
                .creature_at(Some(patient), format!("{path}.treat.patient"))
                .map(|patient| Underway::Treat(patient, *kind, *until)),
        };
        found.unwrap_or_default()
    }

    /// What a creature strikes with, by the name of something in its hands or of a natural weapon.
    fn arm(&mut self, who: CreatureId, name: &str, path: String) -> Option<Arm> {
        let held = self
            .setup
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| item.place == Place::Held(who));
        let kinds = &self.setup.kinds;
        let mut arms: Vec<(&str, Arm)> = held
            .map(|(index, item)| {
                (
                    kinds[usize::from(item.kind)].name(),
                    Arm::Item(ItemId(index as u16)),
                )
            })
            .collect();
        let natural = self.setup.creatures[who.index()]
            .sheet
            .natural
            .iter()
            .enumerate();
        arms.extend(natural.map(|(index, weapon)| (&*weapon.name, Arm::Natural(index as u8))));
        let found = arms.iter().find(|(known, _)| *known == name);
        if found.is_none() {
            let known = arms.iter().map(|(known, _)| *known);
            self.draft
                .mistakes
                .unknown(path, "weapon in its hands", name, known);
        }
        found.map(|(_, arm)| *arm)
    }

    /// The item that sticks in a creature.
    fn stuck_in(&self, who: CreatureId) -> Option<ItemId> {
        let stuck = |item: &crate::state::Item| item.place == Place::Stuck(who);
        let place = self.setup.items.iter().position(stuck)?;
        u16::try_from(place).ok().map(ItemId)
    }

    fn has(&self, who: CreatureId, kind: Condition) -> bool {
        let mut held = self.setup.conditions.iter();
        held.any(|held| held.on == who && held.kind == kind)
    }
}

fn run(file: RunFile) -> Run {
    Run {
        pace: file.pace,
        counts: file.counts,
        since_check: file.since_check,
        sprinted: file.sprinted,
        failures: file.failures,
        sprint_gain_ft: file.sprint_gain_ft,
        tried: file.tried,
    }
}
