//! The scenario file: who fights whom, where, and in what situation.

mod map;

use std::collections::BTreeMap;

use affray_kernel::content::{FromWord, Short};
use affray_kernel::dice::Pool;
use affray_kernel::scenario::{At, Entry, PresenceFile, Square};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::{Error, IntoDeserializer};

pub use map::{MapFile, PatchFile, TerrainFile};

use super::content::{ItemFile, Record, creature_keys};
use super::sheet::{Components, Options};
use super::state::{Condition, SceneKind};
use super::surface::Direction;

/// The word under `system` in every scenario of this system.
pub const SYSTEM: &str = "threeaction";

/// Words that cannot be names, because they mean something where names are read.
pub const RESERVED: &[&str] = &[
    "all",
    "anybody",
    "at",
    "away",
    "down",
    "enemy",
    "everybody",
    "for",
    "from",
    "ice",
    "initiative",
    "into",
    "me",
    "natural",
    "next",
    "nobody",
    "none",
    "off",
    "on",
    "order",
    "over",
    "pass",
    "phase",
    "round",
    "rounds",
    "scene",
    "self",
    "sides",
    "square",
    "start",
    "to",
    "turn",
    "unarmed",
    "up",
    "using",
    "when",
    "winner",
    "with",
];

/// A scenario.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// `threeaction`.
    pub system: String,
    /// What the fight is called.
    #[serde(default)]
    pub name: String,
    /// A few words about it.
    #[serde(default)]
    pub about: Option<String>,
    /// The switches of the rulings.
    #[serde(default)]
    pub options: Options,
    /// What holds for the whole scene.
    #[serde(default)]
    pub scene: SceneKind,
    /// The map; an open one of 20 by 20 squares unless it says otherwise.
    #[serde(default)]
    pub map: MapFile,
    /// The sides; those of the creatures, in their order, unless they are listed.
    #[serde(default)]
    pub sides: Option<Vec<String>>,
    /// The policies by which bots play whole sides: those of their creatures that have none of their own.
    #[serde(default)]
    pub policies: BTreeMap<String, String>,
    /// The creatures, in roster order.
    #[serde(default)]
    pub creature: Vec<CreatureFile>,
    /// Things that lie or stand about.
    #[serde(default)]
    pub item: Vec<LooseItem>,
    /// Tasks that take several Actions.
    #[serde(default)]
    pub task: Vec<TaskFile>,
    /// Spells that are running already.
    #[serde(default)]
    pub spell: Vec<RunningFile>,
    /// Where a fight that is under way stands; without it the fight begins with Initiative.
    #[serde(default)]
    pub start: Option<StartFile>,
}

creature_keys! {
    table
    /// A creature of the fight. What is not written is as for its kind, or follows from its Level and Attributes.
    CreatureFile {
        /// Its name, found nowhere else in the fight. A group's members are numbered: "goblin 1", "goblin 2".
        name: String,
        /// How many there are of it.
        #[serde(default)]
        count: Option<u16>,
        /// Its kind, from the content; a creature without a kind is written out in full.
        #[serde(default)]
        kind: Option<String>,
        /// Its side; an owned creature is on its owner's.
        #[serde(default)]
        side: Option<String>,
        /// Column and row of its north-western square, or of its middle one on hexes, and the height if it is not on the ground; for a group a list of them.
        #[serde(default)]
        at: Option<At>,
        /// Whether it is nobody's Ally or Enemy in flanking.
        #[serde(default)]
        neutral: bool,
        /// The creature that commands it; an empty name for none.
        #[serde(default)]
        owner: Option<String>,
        /// The policy by which a bot plays it.
        #[serde(default)]
        policy: Option<String>,
        /// What it holds. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        held: Option<Vec<Short<ItemFile>>>,
        /// What it wears. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        worn: Option<Vec<Short<ItemFile>>>,
        /// What it carries in sheath, belt or pouch. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        carried: Option<Vec<Short<ItemFile>>>,
        /// Ammunition for each of its launching weapons; it is then counted.
        #[serde(default)]
        ammunition: Option<u16>,
        /// Hit Points, if not all.
        #[serde(default)]
        hp: Option<i16>,
        /// Energy, if not all.
        #[serde(default)]
        energy: Option<i16>,
        /// Initiative; without it, it is rolled.
        #[serde(default)]
        initiative: Option<i16>,
        /// How many of its three Actions are left; conditions that take Actions away come on top.
        #[serde(default)]
        actions: Option<i8>,
        /// How many of its Reactions are left.
        #[serde(default)]
        reactions: Option<i8>,
        /// The Bleed Penalty.
        #[serde(default)]
        bleed_penalty: i16,
        /// Airless Turns counted.
        #[serde(default)]
        airless: i16,
        /// Whether it began its Turn without air.
        #[serde(default)]
        began_airless: bool,
        /// Dodges not used up.
        #[serde(default)]
        dodges: u8,
        /// Attacks made this Turn.
        #[serde(default)]
        attacks: u8,
        /// Feet of flying movement spent this Turn.
        #[serde(default)]
        flown_ft: Option<i16>,
        /// Whether it is in the air under its own power; a creature that can fly and has no ground below is.
        #[serde(default)]
        flying: Option<bool>,
        /// The direction of its last step in the air.
        #[serde(default)]
        heading: Option<Direction>,
        /// Whether it hangs on a surface.
        #[serde(default)]
        hanging: bool,
        /// How far it has fallen already in a fall that goes on, in feet.
        #[serde(default)]
        falling_ft: Option<i16>,
        /// Its last Sneak total.
        #[serde(default)]
        sneak: Option<i16>,
        /// The creature that carries it; an empty name for none.
        #[serde(default)]
        mount: Option<String>,
        /// Whether it was commanded this Round.
        #[serde(default)]
        commanded: bool,
        /// The last creature to command it.
        #[serde(default)]
        commander: Option<String>,
        /// Whether it is delaying its Turn.
        #[serde(default)]
        delaying: bool,
        /// Whether an Action of preparation for a Jump came directly before.
        #[serde(default)]
        jump_prepared: bool,
        /// Its drift in Zero-G.
        #[serde(default)]
        drift: Option<DriftFile>,
        /// A task it has begun.
        #[serde(default)]
        working: Option<WorkFile>,
        /// Conditions in force.
        #[serde(default)]
        conditions: Vec<Short<ConditionFile>>,
        /// Poisons at work.
        #[serde(default)]
        poisons: Vec<PoisonFile>,
        /// Creatures and sides to whom it is Hidden.
        #[serde(default)]
        hidden_from: Vec<String>,
        /// Creatures and sides to whom it is Undetected.
        #[serde(default)]
        undetected_by: Vec<String>,
        /// Whether it is wholly unaware that a fight begins.
        #[serde(default)]
        unaware: bool,
        /// Whether it is there.
        #[serde(default)]
        presence: PresenceFile,
    } of Record;
}

impl CreatureFile {
    /// What of it the roster has to know.
    pub(super) fn entry(&self) -> Entry<'_> {
        Entry {
            name: &self.name,
            count: self.count,
            at: self.at.as_ref(),
            side: self.side.as_deref(),
            policy: self.policy.as_deref(),
        }
    }
}

/// A condition in force, in full or as its name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionFile {
    /// Which.
    pub kind: Condition,
    /// Toward whom it holds; everybody, unless it says so.
    #[serde(default)]
    pub toward: Option<String>,
    /// Who caused it.
    #[serde(default)]
    pub cause: Option<String>,
    /// How many Rounds are left: starts of the Turn of who caused it, or else of its own Turn.
    #[serde(default)]
    pub rounds: Option<u16>,
    /// When it ends; only when something ends it, unless it says so.
    #[serde(default)]
    pub until: Option<UntilFile>,
    /// Of `entangled` the DC to get free, 15 unless it says so; of `sees-through` the number of the thing that is seen through, counted from
    /// 0. Of a grapple what it locks, which `locks` says in words. Other conditions have no number.
    #[serde(default)]
    pub amount: Option<i16>,
    /// What a grapple locks: the name of something in hand or of a natural weapon, `hand` or `nothing`; a free hand or whatever
    /// else there is unless it says so.
    #[serde(default)]
    pub locks: Option<String>,
}

impl FromWord for ConditionFile {
    const WHAT: &'static str = "a condition";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            kind: Condition::deserialize(word.into_deserializer())?,
            toward: None,
            cause: None,
            rounds: None,
            until: None,
            amount: None,
            locks: None,
        })
    }

    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Condition>()
    }
}

/// When a condition ends: one of the first three keys.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UntilFile {
    /// At a start of that creature's Turn.
    #[serde(default)]
    pub turn_start: Option<String>,
    /// At an end of that creature's Turn.
    #[serde(default)]
    pub turn_end: Option<String>,
    /// At the end of the Round of that number.
    #[serde(default)]
    pub round: Option<u16>,
    /// At which start or end of the Turn, from now; the next one unless it says so.
    #[serde(default = "one")]
    pub turns: u16,
}

fn one() -> u16 {
    1
}

/// A poison at work.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PoisonFile {
    /// Its level.
    pub level: i16,
    /// Starts of Turn at which it still acts.
    pub rounds: u16,
    /// Its Damage dice, if not as many d6 as its level.
    #[serde(default)]
    pub dice: Option<Pool>,
}

/// A drift in Zero-G.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DriftFile {
    /// The step in columns, rows and heights, each −1, 0 or 1.
    pub step: [i8; 3],
    /// Feet at each start of Turn.
    pub feet: i16,
}

/// A task that is begun.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkFile {
    /// Its name.
    pub task: String,
    /// Actions spent on it.
    pub actions: u8,
}

/// A thing that lies or stands about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LooseItem {
    /// Its kind, from the content.
    pub kind: String,
    /// What it is called here, if not as its kind.
    #[serde(default)]
    pub name: Option<String>,
    /// Column and row of its square, and the height if it is not on the ground.
    pub at: Square,
    /// Its hit points, if it is damaged.
    #[serde(default)]
    pub hp: Option<i16>,
    /// Whether it is lit.
    #[serde(default)]
    pub lit: bool,
}

/// A task that takes several Actions.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskFile {
    /// What it is called.
    pub name: String,
    /// How many Actions it takes.
    pub actions: u8,
}

/// A Spell that is running already.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunningFile {
    /// Its name.
    pub spell: String,
    /// Who cast it.
    pub caster: String,
    /// The Energy put into it.
    pub energy: Components,
    /// The creature it is on.
    #[serde(default)]
    pub target: Option<String>,
    /// The squares of its Area.
    #[serde(default)]
    pub area: Vec<Square>,
    /// Starts of the caster's Turn until it ends, if not as many as it was paid for.
    #[serde(default)]
    pub left: Option<u16>,
}

/// Where a fight that is under way stands.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartFile {
    /// The Round.
    #[serde(default = "one")]
    pub round: u16,
    /// Whose Turn has just begun.
    pub turn: String,
}
