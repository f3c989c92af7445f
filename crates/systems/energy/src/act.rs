//! What creatures do and answer, and the windows in which they are asked.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Heading};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::state::{Arm, ItemId, Pace, PowerId, Watch};

/// Stamina that an ability puts into an attack (`stamina/attack-enhancement-limit`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Boost {
    /// The ability.
    pub power: PowerId,
    /// Points of Stamina.
    pub stamina: u8,
}

/// An attack: at whom, with what, and how (`actions/melee-attack`, `actions/ranged-attack`, `unarmed/attack`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Strike {
    /// At whom.
    pub target: CreatureId,
    /// With what.
    pub with: Arm,
    /// Whether the weapon is thrown (`throw/ranged-attack`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thrown: bool,
    /// Whether it is to be Non-Lethal, and how often the Chance roll was made easier (`nonlethal/penalty-for-safety`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonlethal: Option<u8>,
    /// Stamina put into it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boost: Option<Boost>,
    /// Agile Moves declared with it, that bring it into Reach (`actions/attack-with-approach`).
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub approach: Approach,
}

/// Spaces of the Agile Moves that are declared with an action.
pub type Approach = SmallVec<[Cell; 2]>;

/// A Combat Maneuver (`maneuvers/definition`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maneuver {
    /// Trip or Push Down (`maneuvers/trip`).
    Trip,
    /// Disarm of that item (`maneuvers/disarm`).
    Disarm(ItemId),
    /// Restrain (`maneuvers/restrain`).
    Restrain,
    /// Push (`maneuvers/push`).
    Push,
}

/// A Combat Maneuver on somebody.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attempt {
    /// Which.
    pub maneuver: Maneuver,
    /// On whom.
    pub target: CreatureId,
    /// With what; Restrain and Push are made with the body.
    pub with: Arm,
    /// Agile Moves declared with it (`actions/attack-with-approach`).
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub approach: Approach,
}

/// The roll by which one gets free or holds on (`maneuvers/restrained-escape`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Struggle {
    /// A Fortitude roll.
    Fortitude,
    /// An Arm Strength Check.
    ArmStrength,
    /// A Leg Strength Check; not for whoever holds.
    LegStrength,
}

/// What a power is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Its user, or nothing in particular.
    Oneself,
    /// A creature.
    Creature(CreatureId),
    /// A space.
    Place(Cell),
}

/// What costs something and has to be declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// An attack.
    Attack(Strike),
    /// A Combat Maneuver.
    Maneuver(Attempt),
    /// A Shift, Quick Run, Run or Sprint along a path (`actions/shift`, `actions/run`, `actions/quick-run`, `actions/sprint`).
    Move {
        /// How.
        pace: Pace,
        /// Spaces on the way, the last one being the goal; those not next to each other are joined by the straight line.
        path: Box<[Cell]>,
        /// Whom to Push where the way ends (`maneuvers/push-sprint`), and where to go on.
        push: Option<(CreatureId, Box<[Cell]>)>,
        /// Whether it is meant as one straight line, whose steps are no turns (`actions/turn-cost`).
        straight: bool,
    },
    /// Jump into a space (`actions/jump`).
    Jump(Cell),
    /// Jump up to reach something so many decimetres above the ground (`size/jump-reach`).
    Leap(i16),
    /// Climb so many metres up or down into a space (`gaps/climb`).
    Climb(Cell),
    /// Kneel From Prone (`actions/kneel-from-prone`).
    Kneel,
    /// Stand Up (`actions/stand-up`).
    Stand,
    /// Defend (`actions/defend`).
    Defend,
    /// Take a carried item into the hands (`actions/equip-easy`, `actions/equip-other`).
    Equip(ItemId),
    /// Put a held item away.
    Stow(ItemId),
    /// Pick an item up off the ground (`actions/pick-up-ground`).
    PickUp(ItemId),
    /// Load a weapon (`actions/load`).
    Load(ItemId),
    /// Catch Your Breath (`actions/catch-your-breath`).
    CatchBreath,
    /// Get free from somebody, or from what binds one (`maneuvers/restrained-escape`).
    Escape(Option<CreatureId>, Struggle),
    /// Hide (`gaps/awareness`).
    Hide,
    /// Break down the door or wall between two spaces (`gaps/break-down`).
    BreakDown(Cell, Cell),
    /// Open or close the door between two spaces.
    Door(Cell, Cell, bool),
    /// Rouse a sleeper (`unconscious/wake-sleep`).
    Rouse(CreatureId),
    /// Use a spell or an ability (`gaps/spells`).
    Use(PowerId, Aim),
    /// Use up a thing that has a power: a potion, a scroll.
    Consume(ItemId, Aim),
    /// Another of these, neither a movement nor an attack with a weapon, with Agile Moves declared with it (`actions/attack-with-approach`).
    Moving(Box<Action>, Approach),
}

/// How an action is paid for beyond its plain price in Energy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pay {
    /// Points of Stamina in place of Energy (`stamina/stamina-for-energy`).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stamina: u8,
    /// Whether the last point of Stamina may go (`stamina/spending-the-last-point`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub collapse: bool,
}

const fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Pay {
    /// Nothing but Energy.
    pub const PLAIN: Self = Self {
        stamina: 0,
        collapse: false,
    };

    /// One point of Stamina in place of one of Energy, but not the last (`stamina/stamina-for-energy`).
    pub const PUSHED: Self = Self::pushed(1);

    /// So many points of Stamina in place of Energy, but not the last (`stamina/stamina-for-energy-abilities`).
    #[must_use]
    pub const fn pushed(points: u8) -> Self {
        Self {
            stamina: points,
            collapse: false,
        }
    }
}

/// What is declared: an action and how it is paid for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// What.
    pub action: Action,
    /// How it is paid for.
    #[serde(default)]
    pub pay: Pay,
}

/// An Immediate Interrupt (`interrupts/list`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interrupt {
    /// Agile Move into a space (`actions/agile-move`).
    AgileMove(Cell),
    /// A Swift Attack (`swift/definition`).
    Strike(Strike, Pay),
    /// A Combat Maneuver as a Swift Attack.
    Maneuver(Attempt, Pay),
    /// A power that is an Immediate Interrupt.
    Use(PowerId, Aim, Pay),
}

impl Interrupt {
    /// The same paid for so; Agility alone pays for an Agile Move.
    #[must_use]
    pub fn paid(&self, pay: Pay) -> Self {
        match self {
            Self::AgileMove(to) => Self::AgileMove(*to),
            Self::Strike(strike, _) => Self::Strike(strike.clone(), pay),
            Self::Maneuver(attempt, _) => Self::Maneuver(attempt.clone(), pay),
            Self::Use(power, aim, _) => Self::Use(*power, *aim, pay),
        }
    }
}

/// How long somebody rests (`rest/short-length`, `rest/long-length`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// A Short Rest of so many blocks of 5 minutes.
    Short {
        /// Blocks, 1 to 6.
        blocks: u8,
        /// Recovery Surges to spend, one a block at most.
        surges: u8,
        /// What to repair, which takes 3 blocks (`rest/short-repair`).
        repair: Option<ItemId>,
    },
    /// A Long Rest of so many hours; 8 are a whole one (`rest/long-interrupted`). What a Short Rest allows it allows as well
    /// (`rest/long-includes-short`).
    Long {
        /// Hours, 1 to 8.
        hours: u8,
        /// Recovery Surges to spend.
        #[serde(default, skip_serializing_if = "is_zero")]
        surges: u8,
        /// What to repair.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repair: Option<ItemId>,
    },
}

/// What a creature does, or answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    // Nobody's.
    /// A Round begins (`rounds/start-sequence`).
    BeginRound,
    /// All wait: the Round ends (`waiting/round-ends`).
    EndRound,
    /// The combat is over: nobody of the other sides can act any more (`fundamentals/roster`).
    EndCombat,

    // On the open floor.
    /// An action is declared (`action-order/open-floor`).
    Do(Claim),
    /// An Immediate Interrupt, on the open floor or in somebody's window.
    Interrupt(Interrupt),
    /// Two or more want to act at the same moment (`initiative/race`): the others named, and what oneself wants to do.
    Race(Box<[CreatureId]>, Claim),
    /// Wait (`waiting/pass-is-not-final`).
    Wait,
    /// Turn to something, and keep turning to it where that is free (`facing/turning-free`).
    Face(Watch),
    /// Let an item fall (`fundamentals/free-actions`).
    Drop(ItemId),
    /// Fall Prone on purpose.
    FallProne,
    /// Let go of whom one is Restraining (`maneuvers/restrain-ends`).
    Release(CreatureId),
    /// Offer no resistance to that creature's next attack (`gaps/helpless`).
    Submit(CreatureId),
    /// Rest.
    Rest(Rest),

    // Answers.
    /// Nothing; no.
    Pass,
    /// Nothing for the rest of the action, or until the mover is that near in metres (`action-order/windows`).
    PassOn(Option<i16>),
    /// Try to act first (`initiative/challenge`).
    Challenge(Claim),
    /// The actor ends its action (`incomplete/end-willingly`).
    Stop,
    /// The mover goes on along another way (`action-order/actor-may-adapt`).
    Reroute(Box<[Cell]>),
    /// Roll Initiative (`initiative/roll`).
    Roll,
    /// Do not roll, and keep the roll for later (`initiative/decline`).
    Decline,
    /// The roll by which one holds on (`maneuvers/restrained-escape`).
    Struggle(Struggle),
    /// Into that space (`maneuvers/disarm-fling`, `maneuvers/push-direction`).
    Space(Cell),
    /// Pick up in passing what lies at table height (`actions/pick-up-in-passing`).
    Take(ItemId),
}

/// At which moment of an action others may step in (`action-order/windows`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// It was declared, and nothing is paid or rolled yet; of a movement action this is the moment before its first metre, too.
    Declared,
    /// Before another metre of a movement.
    Metre,
    /// The actor has become Unguarded, and the next step is still to come.
    Unguarded,
}

/// The occasions on which somebody is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// The open floor.
    Floor,
    /// An enemy acts.
    Answer {
        /// Who acts.
        actor: CreatureId,
        /// At which moment.
        step: Step,
    },
    /// Somebody of its own side acts; asked only where the switch `ask-allies` is on.
    Ally {
        /// Who acts.
        actor: CreatureId,
        /// At which moment.
        step: Step,
    },
    /// It acts itself, and may go on, make an Agile Move or end its action.
    Own {
        /// At which moment.
        step: Step,
    },
    /// It is challenged, or in a race: whether to roll Initiative.
    Initiative {
        /// Who challenges, or races.
        by: CreatureId,
    },
    /// Somebody claims to act at the same moment: what it wants to do itself (`initiative/race`).
    Claim {
        /// Who.
        by: CreatureId,
    },
    /// Its captive struggles: by which roll it holds on.
    Struggle {
        /// Who struggles.
        by: CreatureId,
    },
    /// It has disarmed somebody: whether to fling the weapon away, and where to (`maneuvers/disarm-fling`).
    Fling {
        /// What.
        item: ItemId,
        /// From whom.
        from: CreatureId,
    },
    /// It pushes somebody: into which space (`maneuvers/push-direction`).
    Push {
        /// Whom.
        target: CreatureId,
        /// Whether it may stop there.
        optional: bool,
    },
    /// It passes something that lies at table height: whether to take it, or another thing there (`actions/pick-up-in-passing`).
    Take {
        /// The first thing in reach.
        item: ItemId,
    },
}

impl Action {
    /// Whether it is a movement action (`actions/movement-actions`).
    #[must_use]
    pub const fn is_movement(&self) -> bool {
        matches!(
            self,
            Self::Move { .. }
                | Self::Jump(_)
                | Self::Leap(_)
                | Self::Climb(_)
                | Self::Kneel
                | Self::Stand
        )
    }

    /// What it is without the Agile Moves that are declared with it besides.
    #[must_use]
    pub fn plain(&self) -> &Self {
        match self {
            Self::Moving(action, _) => action,
            action => action,
        }
    }

    /// The Agile Moves that are declared with it (`actions/attack-with-approach`).
    #[must_use]
    pub fn approach(&self) -> &[Cell] {
        match self {
            Self::Attack(Strike { approach, .. })
            | Self::Maneuver(Attempt { approach, .. })
            | Self::Moving(_, approach) => approach,
            _ => &[],
        }
    }

    /// Whom it pushes where a Sprint ends (`maneuvers/push-sprint`).
    #[must_use]
    pub fn pushed(&self) -> Option<CreatureId> {
        match self {
            Self::Move { push, .. } => push.as_ref().map(|(target, _)| *target),
            _ => None,
        }
    }

    /// Whom it attacks with a roll: attacks, Combat Maneuvers (`maneuvers/definition`). Powers that attack are told by what they do.
    #[must_use]
    pub const fn attacked(&self) -> Option<CreatureId> {
        match self {
            Self::Attack(strike) => Some(strike.target),
            Self::Maneuver(attempt) => Some(attempt.target),
            _ => None,
        }
    }
}

/// The direction in which a creature is set to look first.
pub const FIRST_HEADING: Heading = Heading::North;
