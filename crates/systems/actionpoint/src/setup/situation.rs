//! From the entry of a creature to what has happened to it.

use affray_kernel::CreatureId;

use super::compose::Composer;
use super::conditions::is_out;
use crate::rules::price::AP;
use crate::scenario::CreatureFile;
use crate::state::{Body, Presence};

impl Composer<'_> {
    /// Puts the situation of a creature into the setup.
    pub(super) fn situation(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        let creature = &self.setup.creatures[who.index()];
        let rolled = self.setup.start.is_some() && creature.body.presence == Presence::Here;
        let usual = rolled.then(|| creature.sheet.initiative_value());
        let mut body = creature.body.clone();
        let health = if is_out(file) { 0 } else { body.health };
        body.health = file.health_left.unwrap_or(health);
        body.mana = file.mana_left.unwrap_or(body.mana);
        body.initiative = file.initiative_result.or(usual);
        body.braced = file.braced;
        let feint = self
            .draft
            .creature_at(file.feint.as_deref(), format!("{path}.feint"));
        body.feints.extend(feint);
        body.cover = file.cover;
        body.test_modifier = file.test_modifier;
        body.may_sneak = file.may_sneak;
        body.failures = file.failures;
        body.hurt = file.hurt;
        body.stable = file.stable;
        self.of_the_round(file, &path, &mut body);
        self.setup.creatures[who.index()].body = body;
    }

    /// What is counted by the round or the turn.
    fn of_the_round(&mut self, file: &CreatureFile, path: &str, body: &mut Body) {
        let start = self.file.start.as_ref();
        let under_way = start.is_some_and(|start| start.turn.is_some());
        if !under_way {
            let message = if self.draft.joins() {
                "whoever joins has its first turn in the next round (`initiative-structure/late-arrivals`)"
            } else {
                "this begins anew with the round: `[start]` says whose turn it is"
            };
            for key in file.of_the_round() {
                self.draft.mistakes.add(format!("{path}.{key}"), message);
            }
            return;
        }
        let here = body.presence == Presence::Here;
        let gained = if here { AP } else { 0 };
        body.ap = file.ap.unwrap_or(gained);
        body.attacks = file.attacks.unwrap_or_default();
        body.free_used = file.free_used.unwrap_or_default();
        body.moved = file.moved.unwrap_or_default();
        body.dashes = file.dashes.unwrap_or_default();
        body.disengaged = file.disengaged.unwrap_or_default();
        body.after = self
            .draft
            .creature_at(file.saved_after.as_deref(), format!("{path}.saved_after"));
    }
}
