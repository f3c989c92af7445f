//! What changes in a brawl, what happens in it, what can be done, and when.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use affray_kernel::CreatureId;
use serde::{Deserialize, Serialize};

use super::Fighter;

/// What never changes; no part of equality.
#[derive(Clone, Debug)]
pub(crate) struct Roster {
    pub(super) fighters: Arc<Vec<Fighter>>,
    pub(super) sides: Arc<Vec<String>>,
}

impl PartialEq for Roster {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Roster {}

impl Hash for Roster {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Guard {
    High,
    Low,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Body {
    pub hp: i16,
    pub guard: Option<Guard>,
    pub ready: bool,
    pub cheered: bool,
    pub(super) acted: bool,
    pub gone: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    pub(super) roster: Roster,
    pub bodies: Vec<Body>,
    pub round: u16,
    pub(super) first: u8,
    /// Counts everything that happens; nobody reads it.
    pub happened: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fact {
    Began(u16, u8),
    Guarded(CreatureId, Guard),
    Struck(CreatureId, CreatureId, bool),
    Parried(CreatureId, CreatureId),
    Used(CreatureId),
    Hurt(CreatureId, i16),
    Acted(CreatureId),
    Lost(CreatureId),
    Gone(CreatureId),
    Cheered(CreatureId),
    SetHp(CreatureId, i16),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Act {
    Round,
    Strike(CreatureId),
    Sweep,
    Frenzy(CreatureId),
    Yell,
    Wait,
    Guard(Guard),
    Parry,
    Riposte,
    Flee,
    Pass,
    Cheer,
    /// Rolls for ever: to run into the cap on draws.
    Endless,
    /// Acts in itself for ever: to run into the cap on nesting.
    Deeper,
    /// After a stake of half a die, each rolls until one is higher: a tie is rolled again.
    Wager(CreatureId),
    /// A blow, and dice that explode where it hits.
    Charge(CreatureId),
    /// A wager whose winner strikes the loser, who cannot parry.
    Bout(CreatureId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Window {
    Turn,
    Guard,
    Struck { by: CreatureId },
    Scared,
    Cheer,
}

impl State {
    pub(crate) fn body(&self, who: CreatureId) -> &Body {
        &self.bodies[who.index()]
    }

    pub(super) fn body_mut(&mut self, who: CreatureId) -> &mut Body {
        &mut self.bodies[who.index()]
    }

    pub(super) fn fighter(&self, who: CreatureId) -> &Fighter {
        &self.roster.fighters[who.index()]
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = CreatureId> + use<> {
        (0..self.bodies.len()).map(CreatureId::at)
    }

    pub(super) fn is_up(&self, who: CreatureId) -> bool {
        let body = self.body(who);
        body.hp > 0 && !body.gone
    }

    pub(super) fn side_of(&self, who: CreatureId) -> u8 {
        let side = &self.fighter(who).side;
        let place = self.roster.sides.iter().position(|known| known == side);
        place.unwrap_or_default() as u8
    }

    pub(super) fn enemies(&self, who: CreatureId) -> Vec<CreatureId> {
        self.ids()
            .filter(|&other| self.is_up(other) && self.side_of(other) != self.side_of(who))
            .collect()
    }

    pub(super) fn current(&self) -> Option<CreatureId> {
        self.ids()
            .filter(|&who| self.is_up(who) && !self.body(who).acted)
            .min_by_key(|&who| (self.side_of(who) != self.first, who))
    }
}
