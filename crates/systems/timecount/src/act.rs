//! What creatures do and answer, and the windows in which they are asked.

use affray_kernel::grid::{Cell, Heading};
use affray_kernel::{CreatureId, RuleId};
use serde::{Deserialize, Serialize};

use super::sheet::{DamageType, Defense, Skill};
use super::state::{Arm, ItemId, Pace, SpellId, Stance};

/// A plain attack: at whom, with what, and how (`actions/attack`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Strike {
    /// At whom.
    pub target: CreatureId,
    /// With what.
    pub with: Arm,
    /// The kind of damage, where the weapon has several; the first unless it says so (`damage/types`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<DamageType>,
    /// The foot, knee or elbow instead of a hand (`unarmed/other-limbs`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limb: bool,
    /// Thrown or shot, where the weapon could also strike.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thrown: bool,
}

impl Strike {
    /// A strike with nothing particular about it: with the weapon's first kind of damage, and thrown only if the weapon serves for nothing
    /// else.
    pub(crate) const fn plain(target: CreatureId, with: Arm) -> Self {
        Self {
            target,
            with,
            kind: None,
            limb: false,
            thrown: false,
        }
    }
}

/// What a distracted creature is worse at (`special-actions/distract`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hampers {
    /// Attacking the ally named.
    Attack,
    /// Defending against the ally named.
    Defense,
}

/// What the charges of a spell are put into when it is cast (`preparing/step-6-charge`). The rest goes into the effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Charges {
    /// Into the attack roll, 2 each (`spell-attacks/bonus`).
    pub attack: u8,
}

/// What a spell, scroll or item is aimed at.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// The caster, or nothing in particular.
    Oneself,
    /// Creatures, one for most spells.
    Creatures(Box<[CreatureId]>),
    /// Everybody around a space.
    Area(Cell),
}

/// What triggers a readied action (`actions/ready`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trigger {
    /// Who sets it off; `None`: any enemy.
    pub who: Option<CreatureId>,
    /// What they do.
    pub event: Event,
}

/// Events that can trigger a readied action.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Moves.
    Moves,
    /// Comes within the reach of the one who readied.
    ComesInReach,
    /// Attacks.
    Attacks,
    /// Begins to prepare a spell.
    Prepares,
    /// Casts a spell.
    Casts,
    /// Stands up.
    StandsUp,
    /// Whatever the game master judges to be meant.
    Words(String),
}

/// How long somebody rests (`healing/overnight-rest`, `impairments/recovery-bed-rest`).
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
pub enum Rest {
    /// A night of 8 hours.
    Night,
    /// A whole day in bed, its night included.
    Day,
}

/// Which way a set facing looks (`flanking/set-facing-by-attacker`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// All around: no set facing.
    Around,
    /// A direction.
    Heading(Heading),
    /// A creature, wherever it goes.
    Creature(CreatureId),
}

/// What a creature does, or answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    // Nobody's.
    /// Surprise is settled and initiative rolled (`time-count/procedure`).
    RollInitiative,
    /// The count goes on to the next at which something happens.
    Advance,
    /// The encounter is over: what lasts no longer ends (`threshold-of-pain/recovery`).
    EndEncounter,
    /// Everybody due has declared: what was declared is carried out (`initiative/ties`).
    CarryOut,

    // Attacks.
    /// One attack.
    Attack(Strike),
    /// One attack with the other weapon than before, one speed class faster at −4 (`two-weapon/alternate`).
    Alternate(Strike),
    /// Two weapons at once (`two-weapon/both`), or two limbs (`unarmed/double-strike`).
    Both {
        /// The main one.
        main: Strike,
        /// What strikes at the same time.
        off: Arm,
        /// Whether the second is no hand.
        off_limb: bool,
    },
    /// Quick Strike (`special-actions/quick-strike`).
    QuickStrike(Strike),
    /// Feint (`special-actions/feint`).
    Feint {
        /// Whom.
        target: CreatureId,
        /// With what.
        with: Arm,
    },
    /// Distract Opponent (`special-actions/distract`).
    Distract {
        /// Whom.
        target: CreatureId,
        /// With what.
        with: Arm,
        /// The ally who profits.
        ally: CreatureId,
        /// From what.
        hampers: Hampers,
    },
    /// Disarm (`special-actions/disarm`).
    Disarm {
        /// Whom.
        target: CreatureId,
        /// Of what.
        item: ItemId,
        /// With what.
        with: Arm,
    },
    /// Staple (`special-actions/staple`).
    Staple {
        /// Whom.
        target: CreatureId,
        /// With what.
        with: Arm,
    },
    /// Trip (`special-actions/trip`).
    Trip {
        /// Whom.
        target: CreatureId,
        /// With what; the unarmed strike, or a weapon made for it.
        with: Arm,
    },
    /// Tackle (`special-actions/tackle`).
    Tackle(CreatureId),
    /// Bull Rush (`special-actions/bull-rush`).
    BullRush(CreatureId),
    /// Approach (`special-actions/approach`): into a space of the creature.
    Approach(CreatureId, Cell),
    /// Coup de Grace (`special-actions/coup-de-grace`): its preparation begins.
    CoupDeGrace {
        /// Whom.
        target: CreatureId,
        /// With what.
        with: Arm,
    },

    /// The prepared Coup de Grace is delivered: declared by itself when its count comes.
    Deliver {
        /// Whom.
        target: CreatureId,
        /// With what.
        with: Arm,
    },

    // Wrestling.
    /// Grab (`wrestling/grab`).
    Grab(CreatureId),
    /// Break Grab (`wrestling/break-grab`).
    BreakGrab {
        /// Who grabs.
        grabber: CreatureId,
        /// Whom: oneself or an ally.
        held: CreatureId,
    },
    /// Escape Grab (`wrestling/escape-grab`).
    EscapeGrab(CreatureId),
    /// Drag (`wrestling/drag`): the grabber, and where to.
    Drag(CreatureId, Heading),
    /// Grapple (`wrestling/grapple`), unarmed or with a light weapon.
    Grapple(CreatureId, Arm),
    /// Shunt (`wrestling/shunt`): whom, and where to.
    Shunt(CreatureId, Heading),
    /// Throw (`wrestling/throw`): whom, and into which space.
    Throw(CreatureId, Cell),

    // Moving and waiting.
    /// Move along a path (`movement-in-combat/as-action`): what does not fit into this count goes on in the next ones.
    Move {
        /// How fast.
        pace: Pace,
        /// Spaces on the way, the last one being the goal; those not next to each other are joined by the shortest way.
        path: Box<[Cell]>,
    },
    /// Wait so many counts (`movement-in-combat/wait`).
    Wait(u32),
    /// Mount (`actions/mount`).
    Mount(CreatureId),
    /// Dismount into a space.
    Dismount(Cell),

    // Stances.
    /// Shift into a stance (`stances/shift`); Prone is dropping to the floor.
    Shift(Stance),
    /// Back to the basic stance, a Free action (`stances/revert`).
    Basic,
    /// Stand up from prone or from a crouch.
    StandUp,
    /// Set or give up a facing, a Free action on the own turn, or the answer when one becomes flanked (`flanking/set-facing`).
    Face(Facing),

    // Things.
    /// Draw a weapon or take an item out of a pouch or backpack (`actions/draw-weapon`, `actions/belt-pouch`, `actions/backpack`).
    Draw(ItemId),
    /// Put an item away.
    Sheathe(ItemId),
    /// Pick up an item.
    PickUp(ItemId),
    /// Drop a held item, a Free action.
    Drop(ItemId),
    /// Ready a shield (`actions/shield`).
    ReadyShield(ItemId),
    /// Loose a shield.
    LooseShield(ItemId),
    /// Open or close the door between two spaces.
    Door(Cell, Cell, bool),
    /// Drink a potion.
    Drink(ItemId),
    /// Activate a magic item on somebody.
    Activate(ItemId, Aim),
    /// Light a torch.
    Light(ItemId),

    // Helping and getting free.
    /// Stabilize a dying friend (`actions/stabilize`).
    Stabilize(CreatureId),
    /// Escape from a net (`actions/escape-net`).
    EscapeNet,
    /// Extinguish the flames on somebody (`actions/extinguish`).
    Extinguish(CreatureId),
    /// Pull out the weapon that staples somebody, or break free (`special-actions/staple-escape`).
    Unstaple(CreatureId, Skill),
    /// Let go of somebody, at any time (`wrestling/release`).
    Release(CreatureId),

    // Magic.
    /// Prepare a spell (`actions/prepare-spell`).
    Prepare(SpellId),
    /// Put a charge into the prepared spell (`preparing/step-6-charge`).
    Charge,
    /// Let a charge go (`preparing/step-6-release`).
    ReleaseCharge,
    /// Cast the prepared spell (`actions/cast`).
    Cast {
        /// At what.
        aim: Aim,
        /// Where its charges go.
        charges: Charges,
        /// Take 10 instead of rolling (`preparing/step-7-take-ten`).
        take_ten: bool,
    },
    /// Read a scroll (`actions/read-scroll`).
    ReadScroll(ItemId, Aim),
    /// The scroll that was read takes effect: declared by itself when its count comes (`actions/read-scroll`).
    ScrollWorks(ItemId, Aim),
    /// Direct an active spell, by its number, at a creature (`actions/direct-spell`).
    Direct(u16, CreatureId),
    /// Cease concentration on, or dismiss, an active spell, a Free action.
    Cease(u16),
    /// Lower spell resistance (`actions/lower-spell-resistance`).
    LowerResistance,
    /// Raise it again, a Free action.
    RaiseResistance,

    // Waiting for something.
    /// Ready an action (`actions/ready`).
    Ready(Box<Act>, Trigger),
    /// Set a weapon against a charge (`actions/set-against-charge`).
    Set(Arm),
    /// Control the frightened mount with this turn's action (`actions/control-mount`).
    ControlMount,

    // Outside a fight.
    /// Rest.
    Rest(Rest),
    /// Treat impairments of a patient: of which kind (`impairments/heal-discipline`).
    Treat(CreatureId, DamageType),

    // Leaving.
    /// Leave the fight at the edge of the map.
    Flee,
    /// Give up.
    Surrender,

    // Answers.
    /// No; nothing; not that.
    Pass,
    /// Yes.
    Yes,
    /// Go on with what takes time: `true`, without being asked again until something happens to oneself.
    GoOn(bool),
    /// Break off what takes time (`spell-timing/cancel`, `abandoning/during-casting`).
    BreakOff,
    /// The defense that one meets an attack with.
    Defend(Defense),
    /// Into Invigoration so many points; the rest takes away fatigue (`healing/split`).
    Invigorate(i16),
    /// A space.
    Space(Cell),
    /// A distance in feet.
    Feet(i16),
    /// Carry out the readied action.
    Trigger(Box<Act>),
}

/// The occasions on which somebody is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// Its count has come.
    Turn,
    /// It walks, waits or prepares something and may break off; who prepares a spell may walk as well.
    Underway,
    /// It holds a readied action or a weapon set against a charge and may give up.
    Holding,
    /// It grabs somebody and may let go at any time.
    Hold,
    /// A trigger that people judge may have come.
    Readied,
    /// Vigor or Celerity against that creature's attempt.
    Defend {
        /// By whom.
        by: CreatureId,
        /// With what.
        rush: bool,
    },
    /// Whether to let that creature into its space.
    Admit(CreatureId),
    /// Whether still to enter a space that has filled up (`entering-spaces/withdraw`).
    Enter(Cell),
    /// It has become flanked, or a new enemy is near: which way to face.
    Facing {
        /// Those who press it and did not before.
        new: Box<[CreatureId]>,
    },
    /// How to split healing for that patient.
    Split {
        /// Whose.
        patient: CreatureId,
        /// So many points.
        points: i16,
    },
    /// Whether to push further, up to so many feet (`special-actions/bull-rush-distance`).
    Push {
        /// Whom.
        target: CreatureId,
        /// At most.
        most_ft: i16,
    },
    /// Whether to take an extra that a hit offers.
    Extra {
        /// From whom.
        target: CreatureId,
        /// Which.
        extra: Extra,
    },
    /// Into which of these spaces.
    Place {
        /// Those that are possible.
        spaces: Box<[Cell]>,
        /// The rule by which it chooses.
        by: RuleId,
    },
    /// Whether to roll the sprinting speed anew (`sprinting/reroll`).
    Reroll,
}

/// Extras of a hit that are the actor's choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extra {
    /// Break the grab as well (`wrestling/drag-great-success`).
    BreakGrab,
    /// Keep the grab after a Shunt (`wrestling/shunt-grab-choice`).
    KeepGrab,
    /// Slide the target another 5 ft (`wrestling/shunt-great-success`).
    Slide,
    /// Deal Dexterity in damage to the target (`special-actions/disarm-great-success-5`).
    HurtTarget,
    /// Deal it to the item (`special-actions/disarm-great-success-5`).
    HurtItem,
    /// Take the item (`special-actions/disarm-great-success-8`).
    TakeItem,
    /// Pin the body, not the clothing (`special-actions/staple-great-success`).
    PinBody,
    /// Try to grab whom one tackled (`special-actions/tackle-grab`).
    Grab,
}
