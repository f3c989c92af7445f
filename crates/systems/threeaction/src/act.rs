//! What creatures do and answer, and the windows in which they are asked.

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, RuleId};
use serde::{Deserialize, Serialize};

use super::sheet::{AreaShape, Attribute, Components};
use super::state::{Arm, ItemId, Mode, SpellId};

/// Whom or what an Attack is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A creature whose place is known.
    Creature(CreatureId),
    /// A creature Hidden to the attacker, guessed to be in a square (`hidden/declare-square`).
    Guess(CreatureId, Cell),
    /// Whoever is Hidden to the attacker in a square, or nobody: a guess that names nobody (`hidden/declare-square`).
    Square(Cell),
    /// An unattended object (`foundations/objects`).
    Object(ItemId),
    /// The ice of a square (`thin-ice/hp`).
    Ice(Cell),
}

/// The six Maneuvers (`maneuver/definition`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maneuver {
    /// Damage an object the target carries.
    Break(ItemId),
    /// Make the target drop an item.
    Disarm(ItemId),
    /// Leave it Flat Footed.
    Feint,
    /// Hold it.
    Grapple,
    /// Push it back.
    Push,
    /// Make it fall Prone.
    Trip,
}

/// What a Spell is aimed at (`cast/choose-target`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// One creature (or a guess at one).
    Target(Target),
    /// An Area: its shape, its point of origin, and the square it points to (the same square for a blast).
    Area(AreaShape, Cell, Cell),
    /// A free place, for a creature that appears or a creature that is moved: the creature and where to.
    Place(Option<CreatureId>, Cell),
    /// A creature Hidden to the caster that is moved: the square where it is guessed to be, and where to (`hidden/declare-square`).
    Guess(CreatureId, Cell, Cell),
}

/// What triggers a readied Action (`readied-action/declaration`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trigger {
    /// Who sets it off; `None`: any Enemy.
    pub who: Option<CreatureId>,
    /// What they do.
    pub event: Event,
}

/// Events that can trigger a readied Action.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Enters a square.
    Enters(Cell),
    /// Comes within the Reach of the one who readied.
    ComesInReach,
    /// Moves.
    Moves,
    /// Attacks.
    Attacks,
    /// Casts.
    Casts,
    /// Uses an item.
    UsesItem,
    /// Stands up.
    StandsUp,
    /// Becomes visible.
    Appears,
    /// Takes Damage.
    TakesDamage,
    /// Starts its Turn.
    StartsTurn,
    /// Ends its Turn.
    EndsTurn,
    /// Whatever the game master judges to be meant.
    Words(String),
}

/// The fixed thing or creature that somebody pushes off from in Zero-G.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hold {
    /// A wall or other solid square.
    Wall(Cell),
    /// A loose or fixed object.
    Object(ItemId),
    /// A creature.
    Creature(CreatureId),
}

/// What a creature does, or answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Act {
    // Nobody's.
    /// Initiative is rolled (`rounds/initiative`).
    RollInitiative,
    /// The next Turn, or the next Round, begins.
    NextTurn,
    /// After a Turn, those delaying may enter.
    AfterTurn,

    // Attacks, one Action each.
    /// A Melee Attack.
    Strike {
        /// At what.
        target: Target,
        /// With what.
        with: Arm,
        /// The Attribute, if not the higher one.
        using: Option<Attribute>,
    },
    /// A Ranged Attack with a launching or a thrown weapon.
    Shoot {
        /// At what.
        target: Target,
        /// With what.
        with: Arm,
    },
    /// A Ranged Attack on everything within 10 ft of a square.
    Volley {
        /// The centre.
        at: Cell,
        /// With what.
        with: Arm,
    },
    /// A Maneuver.
    Maneuver {
        /// Which.
        which: Maneuver,
        /// Against what.
        target: Target,
        /// With what.
        with: Arm,
    },

    // Moving.
    /// A Move Action, or the continuation of one that has movement left.
    Move {
        /// How.
        mode: Mode,
        /// Every square on the way, the last one being the goal.
        path: Box<[Cell]>,
    },
    /// The Push attempt to pass through an Enemy's square (`move/enemy-square`), a Free Action.
    PassThrough(CreatureId),
    /// Stand up.
    Stand,
    /// Jump to a square (`foundations/jump`).
    Jump {
        /// Where to.
        to: Cell,
        /// Whether it is an Action of its own although a Move in progress has movement left for it; without that it always is one.
        afresh: bool,
    },
    /// An Action of preparation for a Jump.
    PrepareJump,
    /// Push off in Zero-G, toward a square.
    PushOff(Hold, Cell),
    /// Mount.
    Mount(CreatureId),
    /// Dismount into a square.
    Dismount(Cell),

    // Magic.
    /// Cast a Spell.
    Cast {
        /// Which.
        spell: SpellId,
        /// The item it is cast from, if any.
        item: Option<ItemId>,
        /// The Energy for each component.
        energy: Components,
        /// At what.
        aim: Aim,
    },
    /// Control a running Spell, by its number.
    Control(u16, Aim),

    // Other Actions.
    /// Command a creature.
    Command(CreatureId),
    /// Recharge Energy.
    Focus,
    /// The next Attack has Disadvantage.
    Dodge,
    /// Ready an Action: two Actions.
    Ready(Box<Act>, Trigger),
    /// The Sneak Skill.
    Sneak,
    /// The Investigate Skill.
    Investigate,
    /// The Medicine Skill.
    Medicine(CreatureId),
    /// The Intimidate Skill.
    Intimidate(CreatureId),
    /// Get free from being Entangled or Buried; or help a neighbour.
    Escape(CreatureId),
    /// Stop tumbling in Zero-G.
    Stabilize,
    /// Drop Prone and roll to put out fire.
    RollOnGround,
    /// Keep a grappled creature from breathing.
    Choke(CreatureId),
    /// Draw an item.
    Draw(ItemId),
    /// Stow an item.
    Stow(ItemId),
    /// Pick up an item.
    PickUp(ItemId),
    /// One step of loading.
    Reload(ItemId),
    /// Hand an item over.
    Give(ItemId, CreatureId),
    /// Open or close the door between two squares.
    Door(Cell, Cell, bool),
    /// Light or put out a source of light.
    Light(ItemId, bool),
    /// An Action of work on a task of the scene.
    Work(u8),
    /// Anything else that takes an Action and has no effect of its own.
    Interact(String),

    // Free Actions.
    /// Drop an item.
    Drop(ItemId),
    /// Change the grip: so many hands.
    Grip(ItemId, u8),
    /// Fall Prone on purpose.
    DropProne,
    /// Let go of a grappled creature.
    Release(CreatureId),

    // The Turn.
    /// Delay the Turn.
    Delay,
    /// End the Turn.
    EndTurn,
    /// Leave the fight at the edge of the map.
    Flee,
    /// Give up.
    Surrender,

    // Answers.
    /// No.
    Pass,
    /// Enter the order after a Turn (`turns/delay-reentry`).
    Enter,
    /// Carry out the readied Action, its target filled in.
    Trigger(Box<Act>),
    /// Catch hold with a Climb Check.
    Grab,
    /// A number of feet.
    Feet(i16),
    /// A square.
    Square(Cell),
    /// Take the item.
    Take,
    /// The item in hand, or the natural weapon, that a grapple locks.
    Lock(Arm),
    /// An empty hand that a grapple locks.
    LockHand,
}

/// The occasions on which somebody is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// Its own Turn, or a commanded creature's part in its commander's Turn.
    Turn,
    /// A delaying creature may enter after the Turn of the creature named.
    Enter(CreatureId),
    /// The readied Action's trigger has come: by whom.
    Readied(CreatureId),
    /// A fall begins: catch hold? The DC.
    Fall {
        /// The Climb DC of the surface.
        dc: i16,
    },
    /// How far to push, up to so many feet, and whether at all.
    PushDistance {
        /// Whom.
        target: CreatureId,
        /// At most.
        most_ft: i16,
    },
    /// Which way to push: a square next to the target, or to which the first step goes.
    PushDirection {
        /// Whom.
        target: CreatureId,
    },
    /// Fling the disarmed item to a square, take it, or leave it where it falls.
    DisarmCritical {
        /// From whom.
        target: CreatureId,
        /// What.
        item: ItemId,
    },
    /// What a grapple locks.
    Lock {
        /// By or of whom.
        other: CreatureId,
    },
    /// To which of these squares to step: out of a shared space, out of a saddle, onto firm ground.
    Place {
        /// Those that are possible.
        squares: Box<[Cell]>,
        /// The rule by which it chooses.
        by: RuleId,
    },
}
