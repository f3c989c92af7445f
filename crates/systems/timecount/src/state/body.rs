//! What changes about a creature.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::grid::{Cell, Heading};
use serde::{Deserialize, Serialize};

use super::{Arm, Condition, ItemId, Presence, SpellId};
use crate::act::{Act, Aim, Facing, Rest, Trigger};
use crate::sheet::DamageType;

/// How fast a creature moves (`movement-rate/definition`, `running/speed`, `sprinting/speed`).
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// At a quarter of the speed (`movement-rate/sneaking`).
    Sneak,
    /// At half speed: parrying, preparing a spell, walking outside a fight.
    Half,
    /// At the base speed.
    Base,
    /// Running.
    Run,
    /// Sprinting.
    Sprint,
}

/// The stances (`stances/concept`).
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// None in particular.
    #[default]
    Basic,
    /// +2 Primary, −2 on attacks.
    Cautious,
    /// On one knee.
    Crouch,
    /// Wholly on the defense.
    Parrying,
    /// Ready to run.
    Poised,
    /// Flat on the ground.
    Prone,
}

impl Stance {
    /// Whether one is on the ground, on one knee or on the hands: so nobody rides (`actions/mount`).
    #[must_use]
    pub const fn is_low(self) -> bool {
        matches!(self, Self::Crouch | Self::Poised | Self::Prone)
    }
}

/// How a creature stands: in which stance, and from which count on it has its benefits (`stances/transition`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Posture {
    /// The stance. Its drawbacks hold at once.
    pub stance: Stance,
    /// The count at which its benefits begin.
    pub from: u32,
}

/// A grant of bonus hit points (`bonus-hit-points/duration`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct BonusPool {
    /// The count at which it ends; the pool that ends first is used first.
    pub until: u32,
    /// Hit points left.
    pub points: i16,
}

/// Paralysis damage that goes away at one rate (`paralysis/recovery`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Paralysis {
    /// Counts for one point to go away.
    pub every: u32,
    /// The count at which the next point goes away.
    pub next: u32,
    /// Points.
    pub points: i16,
}

/// What a creature's moving has come to (`movement-in-combat/count-sequence`, `running/turn-limits`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Movement {
    /// Counts of consecutive movement; the next one uses the column `counts % 4` of the table.
    pub counts: u16,
    /// The count of the last one.
    pub last: u32,
    /// The last of them at full base speed or more in one direction, for starting a run (`running/start-requirement`).
    pub straight_counts: u16,
    /// Spaces entered in a straight line at the end of it.
    pub straight_spaces: u16,
    /// Where it is going. On hexes also toward a corner: then it zigzags between the sides left and right of it.
    pub heading: Option<Heading>,
    /// The direction of the last step.
    pub last_step: Option<Heading>,
    /// Coming counts on which a run may not turn (`running/turn-limits`).
    pub no_turn_for: u8,
    /// Spaces of the allowance saved up for hindering terrain (`movement-rate/hindering-terrain`).
    pub saved: u8,
    /// Spaces that the table has allowed at a walk since its first count.
    #[serde(default)]
    pub allowed: u8,
    /// Where it stood before the last count's movement.
    pub from: Option<Cell>,
}

impl Movement {
    /// Spaces that the table has allowed before the next count, which may be its first again.
    pub(crate) const fn allowed_before(&self) -> u8 {
        if self.counts.is_multiple_of(4) {
            0
        } else {
            self.allowed
        }
    }
}

/// A run (`running/check`, `sprinting/check`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Running or sprinting.
    pub pace: Pace,
    /// Counts spent running and sprinting; 0 when it has been announced but not begun.
    pub counts: u16,
    /// Counts since the last Athletics (Con) check.
    pub since_check: u16,
    /// How many of these were spent sprinting (`sprinting/mixed-time`).
    pub sprinted: u16,
    /// Failed checks of this run (`running/three-failures`).
    pub failures: u8,
    /// By how many feet the base speed counts as higher for sprinting, once rolled (`sprinting/speed`).
    pub sprint_gain_ft: Option<i16>,
    /// Whether the Athletics (Str) check was made since the last Athletics (Con) check (`sprinting/start-check`).
    pub tried: bool,
}

/// A spell that stands prepared (`preparing/hold`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Prepared {
    /// Which.
    pub spell: SpellId,
    /// Charges put into it.
    pub charges: u8,
    /// What armor and shield added to the casting DC as its preparation began; none: what they add as it is cast, where nothing is known
    /// of that (`preparing/step-1-dc`).
    pub failure: Option<i16>,
    /// Added to the casting DC by damage, fatigue and walking while it was prepared.
    pub hindered: i16,
    /// The count at which it lapses, outside encounters (`preparing/time-limit`).
    pub until: Option<u32>,
}

/// What a readied action found that people judged due and that came before a declared act was carried out (`actions/ready`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Interrupted {
    /// Whether whoever had declared the act lay prone.
    pub lying: bool,
    /// What it has suffered since then, where it means to prepare a spell (`preparing/step-3-damage`).
    pub suffered: i16,
}

/// What a creature was as a count began and has given up since for nothing: attacks of the count still meet it so (`initiative/ties`). And
/// what readied actions that people judge due have made of the count.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Begun {
    /// Its stance.
    pub posture: Option<Posture>,
    /// Its facing.
    pub facing: Option<Facing>,
    /// It could ward off blows with what it has let fall.
    pub armed: bool,
    /// How far it could strike in melee with what it has let fall, in feet.
    pub reach_ft: Option<i16>,
    /// The attack bonus it parried with.
    pub parrying: Option<i16>,
    /// The grabs on it of those who have let go.
    pub let_go: Vec<Held<Condition>>,
    /// What it has let fall, and whether it could wield that.
    pub let_fall: Vec<(ItemId, bool)>,
    /// It was preparing a spell.
    pub preparing: bool,
    /// It was preparing a Coup de Grace.
    pub finishing: bool,
    /// It ran, and had to stop.
    pub ran: bool,
    /// Its spell resistance was lowered.
    pub unresisting: bool,
    /// What it had declared has been interrupted.
    pub interrupted: Option<Interrupted>,
    /// Its own readied action that came just before what others had declared, where those who attack each other look at that.
    pub sprung: Option<Box<Act>>,
}

/// A weapon that pins somebody (`special-actions/staple`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Stapled {
    /// The weapon or ammunition's weapon.
    pub item: Option<ItemId>,
    /// The DC to get free.
    pub dc: i16,
    /// Whether it pins the body.
    pub body: bool,
}

/// Something that takes time and is under way.
///
/// It is what an act has turned into: with the count at which it is done and what has come up since, without what was used up when it
/// began. Only what is still to be done as it was declared is kept as an act ([`Underway::Ready`], [`Body::declared`]).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Underway {
    /// Nothing.
    #[default]
    Nothing,
    /// A path of several counts: how fast, and the spaces still to come.
    Walk(Pace, Box<[Cell]>),
    /// Waiting until that count.
    Wait(u32),
    /// Preparing a spell (`preparing/step-1-dc`).
    Prepare {
        /// Which.
        spell: SpellId,
        /// The count at which it is prepared.
        ready: u32,
        /// As in [`Prepared::failure`].
        failure: Option<i16>,
        /// Added to the casting DC so far.
        hindered: i16,
    },
    /// Reading a scroll, where it takes effect at the end (`actions/read-scroll`).
    Scroll {
        /// Which.
        item: ItemId,
        /// At what.
        aim: Aim,
        /// The count at which it works.
        ready: u32,
    },
    /// Preparing a Coup de Grace (`special-actions/coup-de-grace-preparation`).
    CoupDeGrace {
        /// Whom.
        target: CreatureId,
        /// With what.
        with: Arm,
        /// Where the target lies.
        at: Cell,
        /// The count of the attack.
        ready: u32,
    },
    /// Holding a readied action (`actions/ready`).
    Ready {
        /// What it will do.
        act: Box<Act>,
        /// When.
        trigger: Box<Trigger>,
        /// The count from which it can react.
        from: u32,
    },
    /// Holding a weapon set against a charge (`actions/set-against-charge`).
    Set {
        /// With what.
        with: Arm,
        /// The count from which it counts.
        from: u32,
    },
    /// Resting until that count.
    Rest(Rest, u32),
    /// Treating a patient until that count.
    Treat(CreatureId, DamageType, u32),
}

impl Underway {
    /// Whether it is the turn itself that is held (`actions/ready`, `actions/set-against-charge`).
    #[must_use]
    pub const fn holds_the_turn(&self) -> bool {
        matches!(self, Self::Ready { .. } | Self::Set { .. })
    }

    /// Whether the next turn comes at its end, unless it is broken off (`spell-timing/cancel`, `movement-in-combat/wait`).
    #[must_use]
    pub const fn binds_to_its_end(&self) -> bool {
        !matches!(self, Self::Nothing | Self::Walk(..)) && !self.holds_the_turn()
    }
}

/// The count of a creature that has no next turn.
pub const NEVER: u32 = u32::MAX;

/// What changes about a creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it is; its north-western space.
    pub at: Cell,
    /// Whether it is in the fight.
    pub presence: Presence,
    /// Hit points without Invigoration and bonus hit points.
    pub hp: i16,
    /// Fatigue.
    pub fatigue: i16,
    /// Invigoration.
    pub invigoration: i16,
    /// Bonus hit points, those that end first in front.
    pub bonus: Vec<BonusPool>,
    /// How much of the fatigue is of poison (`poison/healing`).
    pub poison_fatigue: i16,
    /// Hit points lost to poison.
    pub poison_hp: i16,
    /// By how much hits have worn the Threshold of Pain (`threshold-of-pain/wear`).
    pub wear: i16,
    /// Impairments: bludgeoning, piercing, slashing.
    pub impairments: [i16; 3],
    /// Damage to the attributes.
    pub attribute_damage: [i16; 6],
    /// How much of it is of poison.
    pub attribute_poison: [i16; 6],
    /// Paralysis damage by rate.
    pub paralysis: Vec<Paralysis>,
    /// Petrification damage.
    pub petrification: i16,
    /// The count at which a point of petrification goes away.
    pub unpetrifies: u32,
    /// The count of its next turn; [`NEVER`] without one.
    pub next: u32,
    /// Whether it has decided what it does on this count.
    pub decided: bool,
    /// What it has declared for this count and is not carried out yet.
    pub declared: Option<Act>,
    /// What takes time and is under way.
    pub underway: Underway,
    /// Whether it is asked about that on every count; something happening to it sets this again.
    pub asked: bool,
    /// Its stance. Prone stays its stance while it prepares a spell (`stances/concept`).
    pub posture: Posture,
    /// Its set facing.
    pub facing: Facing,
    /// What it has given up for nothing on this count while others were due too (`initiative/ties`).
    pub as_begun: Option<Begun>,
    /// Enemies by whom it knows itself pressed, in roster order (`flanking/set-facing`).
    pub pressed_by: Vec<CreatureId>,
    /// Its moving.
    pub movement: Movement,
    /// Its run.
    pub run: Option<Run>,
    /// The running penalty (`run-recovery/penalty`).
    pub run_penalty: i16,
    /// The count since which it has done nothing but wait; [`NEVER`] unless there is something to recover (`run-recovery/penalty`).
    pub waits_since: u32,
    /// What it attacked with last (`two-weapon/alternate`).
    pub last_arm: Option<Arm>,
    /// Earlier castings of the day (`preparing/step-2-repeat`).
    pub castings: Vec<(SpellId, u8)>,
    /// A spell that stands prepared.
    pub prepared: Option<Prepared>,
    /// The count of its next waking check.
    pub waking: Option<u32>,
    /// The count from which it loses hit points by dying.
    pub dying_since: Option<u32>,
    /// Whether it has been stabilized.
    pub stabilized: bool,
    /// The weapon that pins it.
    pub stapled: Option<Stapled>,
    /// The creature that carries it.
    pub mount: Option<CreatureId>,
    /// Whether it controls its frightened mount with this turn's action.
    pub controls: bool,
    /// Whether its spell resistance is lowered.
    pub resistance_lowered: bool,
    /// The count at which it regenerates.
    pub regenerates: u32,
    /// The counts of its last turns, the latest first; [`NEVER`] where there were none. Shown, and read by no rule.
    pub acted: [u32; 4],
    /// Whether it is settled, by the game master's word, that it is or is not surprised (`surprise/gm-decision`).
    pub surprise_settled: bool,
    /// Whether it was treated today, by kind of impairment (`impairments/heal-discipline`).
    pub treated: bool,
}

impl Body {
    /// The stance that attacks of this count meet.
    #[inline]
    pub(crate) fn posture_met(&self) -> Posture {
        let begun = self.as_begun.as_ref().and_then(|begun| begun.posture);
        begun.unwrap_or(self.posture)
    }

    /// The facing that attacks of this count meet.
    pub(crate) fn facing_met(&self) -> Facing {
        let begun = self.as_begun.as_ref().and_then(|begun| begun.facing);
        begun.unwrap_or(self.facing)
    }

    /// The attack bonus that it gave up on this count and that attacks of this count meet its parrying with.
    pub(crate) fn parrying_met(&self) -> Option<i16> {
        self.as_begun.as_ref().and_then(|begun| begun.parrying)
    }

    /// The grabs on it of those who have let go on this count: its rolls of the count are still those of somebody held.
    pub(crate) fn let_go(&self) -> &[Held<Condition>] {
        self.as_begun.as_ref().map_or(&[], |begun| &begun.let_go)
    }

    /// Whether it could wield an item that it has let fall on this count; none: it has let no such thing fall.
    pub(crate) fn let_fall(&self, item: ItemId) -> Option<bool> {
        let begun = self.as_begun.as_ref()?;
        let fallen = begun.let_fall.iter().find(|(one, _)| *one == item);
        fallen.map(|(_, in_grip)| *in_grip)
    }

    /// What has interrupted the act that it had declared for this count.
    pub(crate) fn interrupted(&self) -> Option<Interrupted> {
        self.as_begun.as_ref().and_then(|begun| begun.interrupted)
    }

    /// Whether it lay prone before anything interrupted what it had declared for this count.
    pub(crate) fn lay(&self) -> bool {
        let lies = self.posture.stance == Stance::Prone;
        self.interrupted().map_or(lies, |found| found.lying)
    }

    /// Whether attacks of this count meet it without its spell resistance.
    pub(crate) fn resistance_lowered_met(&self) -> bool {
        let begun = self.as_begun.as_ref();
        self.resistance_lowered || begun.is_some_and(|begun| begun.unresisting)
    }
}
