//! Conditions in force and spells that last when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::scenario::MOST_THINGS;

use super::compose::Composer;
use crate::rules::conditions::{plain, surprised, toward};
use crate::scenario::{ConditionFile, CreatureFile};
use crate::state::{Condition, Running, SpellId};

impl Composer<'_> {
    /// Puts the conditions of a creature into the setup, with what follows from 0 Health (`conditions/unconscious`), and the spells that
    /// last on it.
    pub(super) fn conditions(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        for (index, condition) in file.conditions.iter().enumerate() {
            self.condition(who, condition, &format!("{path}.conditions[{index}]"));
        }
        if is_out(file) {
            for kind in [Condition::Unconscious, Condition::Prone] {
                self.hold(plain(who, kind), &format!("{path}.health_left"));
            }
        }
        for (index, running) in file.running.iter().enumerate() {
            let path = format!("{path}.running[{index}]");
            let spell = self.spell_at(&running.spell, &format!("{path}.spell"));
            if let Some(spell) = spell {
                self.setup.running.push(Running {
                    on: who,
                    spell: SpellId(spell),
                    left: running.left,
                });
                self.draft.comes_from("running", path);
            }
        }
    }

    fn condition(&mut self, who: CreatureId, file: &ConditionFile, path: &str) {
        let toward_path = format!("{path}.toward");
        let other = self.draft.creature_at(file.toward.as_deref(), toward_path);
        if file.toward.is_some() && other.is_none() {
            return;
        }
        match (file.kind, other) {
            (Condition::Hidden, None) => {
                for foe in self.foes(who) {
                    self.hold(toward(who, Condition::Hidden, foe), path);
                }
            }
            (Condition::Surprised, None) => self.hold(surprised(who), path),
            (kind, Some(other)) => self.hold(toward(who, kind, other), path),
            (kind, None) => self.hold(plain(who, kind), path),
        }
    }

    /// Those of other sides (`misc/sides`).
    fn foes(&self, who: CreatureId) -> Vec<CreatureId> {
        let side = |who: CreatureId| self.setup.creatures[who.index()].sheet.side;
        let all = (0..self.setup.creatures.len()).map(|index| CreatureId(index as u16));
        all.filter(|other| side(*other) != side(who)).collect()
    }

    /// Puts a condition in force, once.
    fn hold(&mut self, held: Held<Condition>, path: &str) {
        // Too many are refused when the setup is checked as a whole.
        let room = self.setup.conditions.len() <= MOST_THINGS;
        if room && !self.setup.conditions.contains(&held) {
            self.setup.conditions.push(held);
            self.draft.comes_from("condition", path);
        }
    }
}

/// Whether a creature is at 0 Health by what is written: unconscious or dead.
pub(super) fn is_out(file: &CreatureFile) -> bool {
    let out = [Condition::Unconscious, Condition::Dead];
    let mut conditions = file.conditions.iter();
    file.health_left.is_some_and(|health| health <= 0)
        || conditions.any(|condition| out.contains(&condition.kind))
}
