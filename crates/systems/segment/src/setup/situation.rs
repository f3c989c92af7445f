//! From the entry of a creature to what has happened to it.

use affray_kernel::CreatureId;

use super::compose::Composer;
use crate::scenario::CreatureFile;
use crate::state::{Body, Phase, Stance};

impl Composer<'_> {
    /// Puts the situation of a creature into the setup.
    pub(super) fn situation(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        let mut body = self.setup.creatures[who.index()].body.clone();
        body.hits = file.hits.unwrap_or(body.hits);
        body.order = file.order.unwrap_or(body.order);
        body.fitness = file.fitness;
        body.modifier = file.modifier;
        body.environment = file.environment;
        body.cover = file.cover;
        body.alert = file.alert;
        self.of_the_round(file, &path, &mut body);
        if let Some(names) = &file.ambush {
            let mut targets = Vec::new();
            for (index, name) in names.iter().enumerate() {
                let path = format!("{path}.ambush[{index}]");
                targets.extend(self.draft.creature_at(Some(name), path));
            }
            body.ambush = Some(targets.into_iter().collect());
        }
        self.setup.creatures[who.index()].body = body;
    }

    /// What is counted by the round or by the segment.
    fn of_the_round(&mut self, file: &CreatureFile, path: &str, body: &mut Body) {
        if self.setup.start.is_none() {
            for key in file.of_the_round() {
                let message = "this begins anew with the first round: `[start]` says that a round is under way";
                self.draft.mistakes.add(format!("{path}.{key}"), message);
            }
        }
        let start = self.setup.start;
        let acting = start.is_some_and(|start| start.phase == Phase::Acting);
        body.actions = file.actions_left.unwrap_or(body.actions);
        body.stepped = file.stepped.unwrap_or_default();
        body.reacted = file.reacted.unwrap_or_default();
        body.moved = file.moved.unwrap_or_default();
        body.stirred = file.stirred.unwrap_or_default();
        body.ambushed = file.ambushed.unwrap_or_default();
        body.stance = file.stance.or(acting.then_some(Stance::Hold));
        body.taken = file.taken.unwrap_or_default();
        body.done = file.done.unwrap_or_default();
        body.committed = file.committed;
        body.guard = file.guard.as_deref().map(|guard| guard.guard());
        body.guarded = file.guarded.unwrap_or(body.guard.is_some());
        body.disengaged = file.disengaged.unwrap_or_default();
    }
}
