//! Conditions in force when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::scenario::MOST_THINGS;

use super::OUT;
use super::compose::Composer;
use crate::rules::health;
use crate::scenario::{ConditionFile, CreatureFile};
use crate::sheet::Sheet;
use crate::state::Condition;

impl Composer<'_> {
    /// Puts the conditions of a creature into the setup.
    pub(super) fn conditions(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        for (index, condition) in file.conditions.iter().enumerate() {
            self.condition(who, condition, &format!("{path}.conditions[{index}]"));
        }
        if let Some(kind) = by_hits(file, &self.setup.creatures[who.index()].sheet) {
            self.hold(Held::plain(who, kind), &format!("{path}.hits"));
        }
        // Whoever has fallen lies on the ground (`health/unconscious`).
        if is_out(file) && !says(file, Condition::Prone) {
            self.hold(Held::plain(who, Condition::Prone), &path);
        }
    }

    fn condition(&mut self, who: CreatureId, file: &ConditionFile, path: &str) {
        let toward = self
            .draft
            .creature_at(file.toward.as_deref(), format!("{path}.toward"));
        let cause = self
            .draft
            .creature_at(file.cause.as_deref(), format!("{path}.cause"));
        if file.toward.is_some() && toward.is_none() {
            return;
        }
        // Surprise ends with the round (`ambush/surprised`).
        let usual = (file.kind == Condition::Surprised).then_some(0);
        let round = self.setup.round();
        let until = file.rounds.or(usual).map_or(Until::Cleared, |rounds| {
            Until::Round(round.saturating_add(rounds))
        });
        let held = Held {
            toward,
            cause,
            until,
            ..Held::plain(who, file.kind)
        };
        self.hold(held, path);
    }

    /// Puts a condition in force, once.
    pub(super) fn hold(&mut self, held: Held<Condition>, path: &str) {
        // Too many are refused when the setup is checked as a whole.
        let room = self.setup.conditions.len() <= MOST_THINGS;
        if room && !self.setup.conditions.contains(&held) {
            self.setup.conditions.push(held);
            self.draft.comes_from("condition", path);
        }
    }
}

/// What follows from hits that are written (`health/unconscious`, `health/dead`).
fn by_hits(file: &CreatureFile, sheet: &Sheet) -> Option<Condition> {
    let kind = health::by_hits(file.hits?, sheet.constitution)?;
    let known = says(file, kind) || says(file, Condition::Dead);
    (!known).then_some(kind)
}

/// Whether the conditions that are written for a creature include this one.
fn says(file: &CreatureFile, kind: Condition) -> bool {
    let mut conditions = file.conditions.iter();
    conditions.any(|condition| condition.kind == kind)
}

/// Whether a creature is unconscious or dead, so that it holds nothing (`health/unconscious`).
pub(super) fn is_out(file: &CreatureFile) -> bool {
    file.hits.is_some_and(|hits| hits <= 0) || OUT.into_iter().any(|kind| says(file, kind))
}
