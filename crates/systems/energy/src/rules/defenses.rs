//! Defense rolls (`defenses/*`, `evasion/*`, `fortitude/*`, `will/*`).

use affray_kernel::condition::Kind as _;
use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Frozen, Play, RuleId};

use super::facing::faces;
use super::luck::Luck;
use super::numbers::{
    evasion_tally, fortitude_tally, ranged_evasion_tally, unarmed_evasion_tally, will_tally,
};
use crate::Energy;
use crate::ids::rule;
use crate::sheet::{Defense, RollKind};
use crate::state::{Condition, State};

/// What is rolled in defense (`defenses/list`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DefenseRoll {
    /// Against a melee attack from before one.
    Evasion,
    /// Against a melee attack from behind.
    Unarmed,
    /// Against what is shot or thrown.
    Ranged,
    /// By the body's strength.
    Fortitude,
    /// By the mind's.
    Will,
}

impl DefenseRoll {
    /// What it is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Evasion => "Evasion",
            Self::Unarmed => "Unarmed Evasion",
            Self::Ranged => "Ranged Evasion",
            Self::Fortitude => "Fortitude",
            Self::Will => "Will",
        }
    }

    /// The rule that makes the roll.
    const fn rule(self) -> RuleId {
        match self {
            Self::Evasion => rule!("evasion/roll"),
            Self::Unarmed => rule!("evasion/unarmed"),
            Self::Ranged => rule!("ranged/evasion-roll"),
            Self::Fortitude => rule!("fortitude/roll"),
            Self::Will => rule!("will/roll"),
        }
    }

    /// The rule that says what it is for.
    const fn meaning(self) -> RuleId {
        match self {
            Self::Evasion | Self::Unarmed => rule!("evasion/meaning"),
            Self::Ranged => rule!("evasion/ranged"),
            Self::Fortitude => rule!("fortitude/meaning"),
            Self::Will => rule!("will/meaning"),
        }
    }

    /// Whether the defender's size counts (`size/chart-use`).
    const fn goes_by_size(self) -> bool {
        matches!(self, Self::Evasion | Self::Unarmed)
    }
}

/// A Defense roll about to be made.
#[derive(Clone, Debug)]
pub(crate) struct Defending {
    /// Who defends.
    pub(crate) who: CreatureId,
    /// What is rolled.
    pub(crate) what: DefenseRoll,
    /// The dice.
    die: Pool,
    /// What is added.
    pub(crate) tally: Tally,
    /// Advantage and Disadvantage.
    pub(crate) luck: Luck,
}

/// Conditions that count for an attack: those in force, and those in force at any moment since it was declared
/// (`melee/effects-during-attack`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seen(pub(crate) u32);

impl Seen {
    /// Whether it had that condition at some moment since.
    #[inline]
    pub(crate) fn had(self, condition: Condition) -> bool {
        self.0 & condition.bit() != 0
    }

    /// Whether the creature has that condition, or had it since.
    #[inline]
    pub(crate) fn has(self, state: &State, who: CreatureId, condition: Condition) -> bool {
        self.had(condition) || state.has(who, condition)
    }
}

const D10: Pool = pool!("1d10!");
const D4: Pool = pool!("1d4!");

/// What hampers all Defense rolls of a creature.
fn hampered(state: &State, who: CreatureId, seen: Seen, luck: &mut Luck) {
    if seen.has(state, who, Condition::Surprised) {
        luck.disadvantage("Disadvantage: Surprised", rule!("surprise/effects"));
    }
    if seen.has(state, who, Condition::Dazed) {
        luck.disadvantage("Disadvantage: Dazed", rule!("conditions/dazed"));
    }
}

/// What hampers Evasion rolls besides.
fn hampered_evasion(state: &State, who: CreatureId, by: CreatureId, seen: Seen, luck: &mut Luck) {
    if seen.has(state, who, Condition::Blinded) {
        luck.disadvantage("Disadvantage: Blinded", rule!("conditions/blinded"));
    }
    if seen.has(state, who, Condition::Prone) {
        luck.disadvantage("Disadvantage: Prone", rule!("conditions/prone"));
    }
    if !faces(state, who, by) {
        let rule = rule!("facing/attacked-from-behind");
        luck.disadvantage("Disadvantage: attacked from behind", rule);
    }
}

fn named(state: &State, who: CreatureId, kind: RollKind, luck: &mut Luck) {
    if state.sheet(who).advantages.contains(&kind) {
        luck.advantage("Advantage: by an ability", rule!("gaps/combat-styles"));
    }
}

/// An Evasion roll against a melee attack (`evasion/roll`, `evasion/unarmed`).
#[must_use]
pub(crate) fn evasion(state: &State, who: CreatureId, by: CreatureId, seen: Seen) -> Defending {
    let mut luck = Luck::default();
    hampered(state, who, seen, &mut luck);
    hampered_evasion(state, who, by, seen, &mut luck);
    named(state, who, RollKind::Evasion, &mut luck);
    let (what, tally) = if faces(state, who, by) {
        (DefenseRoll::Evasion, evasion_tally(state, who))
    } else {
        (DefenseRoll::Unarmed, unarmed_evasion_tally(state, who))
    };
    Defending {
        who,
        what,
        die: D10,
        tally,
        luck,
    }
}

/// A Ranged Evasion roll (`ranged/evasion-roll`, `evasion/ranged`).
#[must_use]
pub(crate) fn ranged_evasion(state: &State, who: CreatureId, by: CreatureId) -> Defending {
    let mut luck = Luck::default();
    let seen = Seen::default();
    hampered(state, who, seen, &mut luck);
    hampered_evasion(state, who, by, seen, &mut luck);
    named(state, who, RollKind::Evasion, &mut luck);
    Defending {
        who,
        what: DefenseRoll::Ranged,
        die: D4,
        tally: ranged_evasion_tally(state, who, faces(state, who, by)),
        luck,
    }
}

/// A Fortitude or Will roll, or plain Evasion against a power.
#[must_use]
pub(crate) fn against(
    state: &State,
    who: CreatureId,
    by: CreatureId,
    defense: Defense,
) -> Defending {
    match defense {
        Defense::Evasion => evasion(state, who, by, Seen::default()),
        Defense::Fortitude => fortitude(state, who, Seen::default()),
        Defense::Will => {
            let mut luck = Luck::default();
            hampered(state, who, Seen::default(), &mut luck);
            named(state, who, RollKind::Will, &mut luck);
            Defending {
                who,
                what: DefenseRoll::Will,
                die: D10,
                tally: will_tally(state, who),
                luck,
            }
        }
    }
}

/// A Fortitude roll (`fortitude/roll`).
#[must_use]
pub(crate) fn fortitude(state: &State, who: CreatureId, seen: Seen) -> Defending {
    let mut luck = Luck::default();
    hampered(state, who, seen, &mut luck);
    named(state, who, RollKind::Fortitude, &mut luck);
    Defending {
        who,
        what: DefenseRoll::Fortitude,
        die: D10,
        tally: fortitude_tally(state, who),
        luck,
    }
}

impl Defending {
    /// Makes the roll; an enumeration tells apart only what `class` makes of the total (`defenses/defense-roll`,
    /// `defenses/exploding`).
    ///
    /// # Errors
    /// Stops if the dice are missing.
    pub(crate) fn roll(
        &self,
        scene: &mut Frozen<'_, '_, Energy>,
        class: impl Fn(i32) -> u32,
    ) -> Play<i32> {
        self.luck.explain(scene);
        let more = self.tally.total();
        let roll = Roll {
            pool: self.luck.on(self.die),
            by: Some(self.who),
            what: self.what.name(),
            rule: rule!("defenses/exploding"),
            audience: Audience::Everyone,
        };
        let shown = scene
            .roll_by(roll, |reading| class(reading.total + more))?
            .total;
        if scene.listened() {
            scene.cite(rule!("defenses/list"));
            scene.cite(rule!("defenses/defense-roll"));
            scene.cite(self.what.meaning());
            if scene.state().has(self.who, Condition::Surprised) {
                scene.cite(rule!("conditions/surprised"));
            }
            if self.what.goes_by_size() {
                scene.cite(rule!("size/chart"));
                scene.cite(rule!("size/chart-use"));
            }
            let total = shown + more;
            let sum = Sum {
                by: Some(self.who),
                what: self.what.name(),
                dice: shown,
                total,
                against: None,
                verdict: "",
                rule: self.what.rule(),
            };
            scene.explain(|| sum, &self.tally);
        }
        Ok(shown + more)
    }
}
