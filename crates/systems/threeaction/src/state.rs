//! What changes in a fight.

use affray_kernel::condition::{Conditions, Kind};
use affray_kernel::grid::{Area, Cell, Map, Space, Terrain};
use affray_kernel::memo::Memo;
pub use affray_kernel::scenario::Presence;
pub use affray_kernel::{Arm, ItemId, Shared, SpellId};
use affray_kernel::{CreatureId, RuleId};
use serde::{Deserialize, Serialize};

use super::act::{Act, Trigger};
use super::rules::rooms::Rooms;
use super::sheet::{AreaShape, Components, ItemKind, Options, Sheet, Spell, Weapon};
use super::summary::{Equipped, SidesLeft, Waiting};

/// What a fight is played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cast {
    /// Names of the sides, by number.
    pub sides: Vec<String>,
    /// Sheets, by creature. Creatures that may be summoned have one from the start.
    pub sheets: Vec<Sheet>,
    /// Kinds of items.
    pub kinds: Vec<ItemKind>,
    /// Spells.
    pub spells: Vec<Spell>,
    /// The map.
    pub map: Map,
    /// Tasks that take several Actions (`using-actions/longer-tasks`): what they are called and how many.
    pub tasks: Vec<(String, u8)>,
    /// The switches.
    pub options: Options,
    /// Whether the air cannot be breathed, or there is no ground: per scene.
    pub scene: SceneKind,
    /// Whether no ground, creature or thing of the scene can block, conceal or slow anybody, so that lines need not be drawn.
    pub open_ground: bool,
    /// Whether no creature has an owner, so that nobody's Turn starts with another's (`command/turn-start`).
    pub nobody_owned: bool,
    /// Whether the scene itself has nothing in store for anybody: open ground, weight and air, and creatures that act for themselves and see.
    pub plain: bool,
    /// Which parts of the map hang together, once somebody has asked.
    pub(crate) rooms: Rooms,
}

/// What holds for the whole scene.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SceneKind {
    /// No gravity (`zero-g/push-off-only`).
    pub zero_g: bool,
    /// Dark unless lit (`light/sources`).
    pub dark: bool,
    /// Nothing to breathe (`suffocating/hold-breath`).
    pub airless: bool,
    /// A scene without Enemies: it ends by itself only where nobody who is there lives (`rounds/terms-outside-combat`).
    pub peaceful: bool,
}

/// How a creature moves with a Move Action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Along the ground.
    Run,
    /// On the belly.
    Crawl,
    /// Through water.
    Swim,
    /// Up or along a surface.
    Climb,
    /// Through the air.
    Fly,
    /// Through earth.
    Burrow,
}

/// A Move Action that is not finished: there is movement left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Moving {
    /// How.
    pub mode: Mode,
    /// Feet left.
    pub left_ft: i16,
    /// Feet of movement spent.
    pub spent_ft: i16,
}

/// A drift in Zero-G: the direction of each step and the feet at each start of Turn (`zero-g/drift-fixed`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Drift {
    /// The step, each part −1, 0 or 1.
    pub step: (i8, i8, i8),
    /// Feet each time.
    pub feet: i16,
}

/// What changes about a creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Body {
    /// Where it is; its north-west, lowest square.
    pub at: Cell,
    /// Whether it is in the fight.
    pub presence: Presence,
    /// Hit Points.
    pub hp: i16,
    /// Energy.
    pub energy: i16,
    /// Initiative.
    pub initiative: i16,
    /// Actions used this Turn.
    pub actions_used: i8,
    /// Actions granted this Turn by the game master (may be negative).
    pub actions_granted: i8,
    /// Reactions used since the start of its last Turn; before its first Turn it has none (`reactions/refresh`).
    pub reactions_used: i8,
    /// Whether its Reaction has come: not before its first Turn.
    pub reaction_ready: bool,
    /// The Bleed Penalty.
    pub bleed_penalty: i16,
    /// Airless Turns counted.
    pub airless: i16,
    /// Whether it began its Turn without air.
    pub began_airless: bool,
    /// Dodges not used up.
    pub dodges: u8,
    /// Attacks made this Turn, for Wrath.
    pub attacks: u8,
    /// Fly Actions' movement spent this Turn, in feet; `None`: no Action was spent on flying.
    pub flown_ft: Option<i16>,
    /// Whether its last Fly Action of this Turn was too short when something ended it (`flying/minimum`).
    pub short_flight: bool,
    /// Whether it is in the air under its own power.
    pub flying: bool,
    /// The horizontal heading of its last step in the air.
    pub heading: Option<u8>,
    /// Whether it hangs on a surface it climbed or grabbed.
    pub hanging: bool,
    /// Whether it squeezes through a passage: its space is then half as wide (`squeezing/space`).
    pub squeezing: bool,
    /// How far it is still falling from, in feet already fallen (`falling/long-fall`).
    pub falling_ft: Option<i16>,
    /// A Move Action in progress.
    pub moving: Option<Moving>,
    /// Enemies whose squares it may cross for the rest of the Move, and whether at no penalty.
    pub passing: Vec<(CreatureId, bool)>,
    /// Whether an Action of preparation for a Jump came directly before.
    pub jump_prepared: bool,
    /// A task begun, and Actions spent on it.
    pub task: Option<(u8, u8)>,
    /// Its last Sneak total (`foundations/sneak`).
    pub sneak: Option<i16>,
    /// The creature that carries it.
    pub mount: Option<CreatureId>,
    /// Whether it was commanded since its last start of Turn (`command/once-per-round`).
    pub commanded: bool,
    /// The last creature to command it (`command/turn-start`).
    pub commander: Option<CreatureId>,
    /// Drift in Zero-G.
    pub drift: Option<Drift>,
    /// A readied Action.
    pub readied: Option<Box<Readied>>,
    /// Whether it is delaying its Turn.
    pub delaying: bool,
    /// The round in which it last had its Turn.
    pub had_turn: u16,
    /// Whether it is wholly unaware of the fight in the first Round.
    pub unaware: bool,
    /// What the things that it holds and wears come to.
    pub equipped: Equipped,
    /// The room it takes up, in the saddle or not.
    pub room: Space,
}

/// A readied Action (`readied-action/declaration`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Readied {
    /// What it will do.
    pub act: Act,
    /// When.
    pub trigger: Trigger,
}

/// Where an item is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In somebody's hands: so many.
    Held(CreatureId, u8),
    /// Worn.
    Worn(CreatureId),
    /// Carried loosely: sheath, belt, pouch.
    Carried(CreatureId),
    /// On the ground.
    Ground(Cell),
    /// Gone.
    Nowhere,
}

/// What changes about an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Item {
    /// Its kind, in [`Cast::kinds`].
    pub kind: u16,
    /// Where it is.
    pub place: Place,
    /// Its hit points; 0: Destroyed.
    pub hp: i16,
    /// Load Actions still to be done before the next shot.
    pub unloaded: u8,
    /// Ammunition left, where it is counted.
    pub ammunition: Option<u16>,
    /// Whether it is lit.
    pub lit: bool,
    /// Drift in Zero-G, at the start of that creature's Turn.
    pub drift: Option<(CreatureId, Drift)>,
}

/// A running Spell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Its number in this fight, from 1.
    pub number: u16,
    /// The Spell.
    pub spell: SpellId,
    /// Who cast it.
    pub caster: CreatureId,
    /// The Energy put into it.
    pub energy: Components,
    /// Its target, if it has one.
    pub target: Option<CreatureId>,
    /// Where its Area is, if it has one: its shape, its point of origin, and how far it reaches from where it begins.
    pub spread: Option<(AreaShape, Cell, Area)>,
    /// The squares of its Area.
    pub area: Vec<Cell>,
    /// Starts of the anchor's Turn until it ends.
    pub left: u16,
    /// The creature whose Turns it counts (`rounds/one-round-duration`).
    pub anchor: CreatureId,
    /// Whether it was cast on an earlier Turn (`control/previous-turn`).
    pub settled: bool,
    /// Whether it was controlled this Turn (`control/once-per-turn`).
    pub controlled: bool,
}

/// A change of the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Altered {
    /// A door between two squares is open or closed.
    Door(Cell, Cell, bool),
    /// Ice has lost hit points; at 0 it is water.
    Ice(Cell, i16),
    /// A tunnel, who dug it, and the creature at the start of whose next Turn it collapses (`burrowing/tunnel`).
    // Older journals may have a `tunnel` that counts Turns: it is not to be taken for this.
    #[serde(rename = "dug")]
    Tunnel(Cell, CreatureId, CreatureId),
    /// The ground over the uppermost square of a tunnel is open: a burrower has come through it.
    Breach(Cell),
}

/// The running Turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Initiative has not been rolled.
    Setup,
    /// Nobody's Turn: the next one is to begin.
    Between,
    /// That creature's Turn: it may delay until it does something.
    Turn {
        /// Whose.
        who: CreatureId,
        /// Whether it has done anything yet.
        begun: bool,
    },
    /// That creature's Turn has ended; those delaying may enter.
    After(CreatureId),
    /// The fight is over by the game master's word, with that winner.
    Over(Option<u8>),
}

/// The clock: Round, order, Turn.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The Round, from 1; 0 before the fight.
    pub round: u16,
    /// The order of Initiative, highest first. Commanded creatures are not in it.
    pub order: Vec<CreatureId>,
    /// The next place in the order to come up this Round.
    pub place: u8,
    /// What is going on.
    pub phase: Phase,
    /// What was going on when the game master ended the fight; `None` while it is not over by that word.
    pub broken_off: Option<Phase>,
}

impl Clone for Clock {
    fn clone(&self) -> Self {
        let Self {
            round,
            ref order,
            place,
            phase,
            broken_off,
        } = *self;
        Self {
            round,
            order: order.clone(),
            place,
            phase,
            broken_off,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            round,
            ref order,
            place,
            phase,
            broken_off,
        } = *source;
        self.order.clone_from(order);
        (self.round, self.place) = (round, place);
        (self.phase, self.broken_off) = (phase, broken_off);
    }
}

/// Conditions that are stored; others (Flanked, Incapacitated, Squeezing, Cover, most concealment) are computed.
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
pub enum Condition {
    /// Attacks against it have Advantage (`flat-footed/advantage`).
    FlatFooted,
    /// Hidden from the creature it is held toward (`hidden/definition`).
    Hidden,
    /// Undetected by the creature it is held toward (`undetected/definition`).
    Undetected,
    /// Bleeding (`bleeding/timing`).
    Bleeding,
    /// Blinded (`blinded/flat-footed`).
    Blinded,
    /// Dead (`dead/definition`).
    Dead,
    /// Cannot leave its space (`entangled/no-move`); the amount is the DC to get free.
    Entangled,
    /// Disadvantage on Attack rolls (`shaken/disadvantage`).
    Shaken,
    /// Held by the creature it is held toward (`grappled/definition`); the amount tells what is locked.
    Grappled,
    /// Holding the creature it is held toward (`grappling/definition`); the amount tells what is locked.
    Grappling,
    /// Kept from breathing by the creature that causes it (`grappling/choke`).
    Choked,
    /// Invisible (`invisible/concealed`).
    Invisible,
    /// Burning (`on-fire/damage`).
    OnFire,
    /// Poisoned (`poisoned/damage`); the amount is the level.
    Poisoned,
    /// Lying on the ground (`prone/definition`).
    Prone,
    /// One Action and one Reaction fewer (`slowed/actions`).
    Slowed,
    /// No Actions at all (`stunned/no-acts`).
    Stunned,
    /// Unconscious (`unconscious/no-acts`).
    Unconscious,
    /// Tumbling in Zero-G (`zero-g/destabilized`).
    Destabilized,
    /// Caught in a collapsed tunnel (`burrowing/tunnel`): no air until it is out.
    Buried,
    /// Has seen through an illusion: the amount is the item (`cover/illusion`).
    SeesThrough,
    /// Its d20 rolls have Advantage by the game master's word (`foundations/gm-override`); toward somebody: its Attacks on them alone.
    Advantage,
    /// The same with Disadvantage.
    Disadvantage,
}

impl Kind for Condition {
    #[inline]
    fn bit(self) -> u32 {
        Self::bits(&[self])
    }
}

impl Condition {
    /// The bits of these conditions together; every condition has its own.
    #[inline]
    #[must_use]
    pub const fn bits(conditions: &[Self]) -> u32 {
        let mut bits = 0;
        let mut index = 0;
        while index < conditions.len() {
            bits |= 1 << conditions[index] as u32;
            index += 1;
        }
        bits
    }
}

/// A poison at work; several run side by side (`poisoned/durations`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Dose {
    /// Who is poisoned.
    pub on: CreatureId,
    /// Its level.
    pub level: i16,
    /// Starts of Turn left.
    pub rounds: u16,
    /// Its dice.
    pub dice: affray_kernel::dice::Pool,
}

/// The state of a fight.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What does not change.
    pub cast: Shared<Cast>,
    /// Creatures, by id.
    pub bodies: Vec<Body>,
    /// Conditions in force.
    pub conditions: Conditions<Condition>,
    /// Poisons at work, sorted.
    pub doses: Vec<Dose>,
    /// Items, by id.
    pub items: Vec<Item>,
    /// Running Spells, oldest first.
    pub spells: Vec<Running>,
    /// Changes of the map.
    pub altered: Vec<Altered>,
    /// The clock.
    pub clock: Clock,
    /// How many creatures wait for something.
    pub waiting: Waiting,
    /// Whether there are still sides to fight.
    pub sides_left: SidesLeft,
    /// Whether nothing is afoot but Turns and blows: see [`State::is_calm`].
    pub calm: bool,
    /// The last Melee Attacks that were possible, until something stirs: one for creatures of even, one for those of odd number.
    pub aimed: [Memo; 2],
}

/// A state that was used before can take another one without memory of its own being taken anew: fights by the thousand begin so.
impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            cast: self.cast.clone(),
            bodies: self.bodies.clone(),
            conditions: self.conditions.clone(),
            doses: self.doses.clone(),
            items: self.items.clone(),
            spells: self.spells.clone(),
            altered: self.altered.clone(),
            clock: self.clock.clone(),
            waiting: self.waiting,
            sides_left: self.sides_left,
            calm: self.calm,
            aimed: self.aimed.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            cast,
            bodies,
            conditions,
            doses,
            items,
            spells,
            altered,
            clock,
            waiting,
            sides_left,
            calm,
            aimed,
        } = source;
        self.cast.clone_from(cast);
        self.bodies.clone_from(bodies);
        self.conditions.clone_from(conditions);
        self.doses.clone_from(doses);
        self.items.clone_from(items);
        self.spells.clone_from(spells);
        self.altered.clone_from(altered);
        self.clock.clone_from(clock);
        (self.waiting, self.sides_left, self.calm) = (*waiting, *sides_left, *calm);
        self.aimed.clone_from(aimed);
    }
}

affray_layout::state_parts!();

impl State {
    /// Whether a creature has the condition.
    #[inline]
    #[must_use]
    pub fn has(&self, who: CreatureId, condition: Condition) -> bool {
        self.conditions.may_have(who, condition.bit())
    }

    /// Whether a creature has any of the conditions, given as their [`Condition::bits`].
    #[inline]
    #[must_use]
    pub fn has_any(&self, who: CreatureId, bits: u32) -> bool {
        self.conditions.may_have(who, bits)
    }

    /// Where a creature is: a rider in its mount's space, so that it is near to whatever that is near to (`command/mounts`).
    #[inline(always)]
    #[must_use]
    pub fn space(&self, who: CreatureId) -> Space {
        match self.body(who).mount {
            None => self.own_space(who),
            Some(mount) => self.saddle(who, mount),
        }
    }

    fn saddle(&self, who: CreatureId, mount: CreatureId) -> Space {
        let saddle = self.own_space(mount);
        if saddle.contains(self.grid().shape, self.body(who).at) {
            saddle
        } else {
            self.own_space(who)
        }
    }

    /// Where a creature is by itself, in the saddle or not.
    #[inline(always)]
    #[must_use]
    pub fn own_space(&self, who: CreatureId) -> Space {
        self.body(who).room
    }

    /// The creature whose Turn is running.
    #[must_use]
    pub fn turn_of(&self) -> Option<CreatureId> {
        match self.clock.phase {
            Phase::Turn { who, .. } => Some(who),
            _ => None,
        }
    }
}

/// What a rule number is called, for messages.
#[must_use]
pub fn rule_name(rule: RuleId) -> &'static str {
    super::ids::catalogue().id(rule)
}
