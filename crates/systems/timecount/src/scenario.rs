//! The scenario file: who fights whom, where, and in what situation.

mod map;
mod parts;

use std::collections::BTreeMap;

use affray_kernel::content::Short;
use affray_kernel::scenario::{At, Entry, PresenceFile, Square};
use schemars::JsonSchema;
use serde::Deserialize;

pub use map::{MapFile, PatchFile, TerrainFile};
pub use parts::{
    AttributesFile, BonusFile, ConditionFile, FacingFile, ImpairmentsFile, MovementFile,
    ParalysisFile, PoisonFile, PreparedFile, RunFile, StanceFile, StapledFile, UnderwayFile,
};

use super::content::{ItemFile, Record, creature_keys};
use super::sheet::{Control, Options, SpeedFactors};
use super::state::SceneKind;

/// The word under `system` in every scenario of this system.
pub const SYSTEM: &str = "timecount";

/// Words that cannot be names, because they mean something where names are read.
pub const RESERVED: &[&str] = &[
    "all",
    "ally",
    "anybody",
    "around",
    "at",
    "attack",
    "away",
    "backpack",
    "both",
    "count",
    "defense",
    "down",
    "enemy",
    "everybody",
    "for",
    "from",
    "ground",
    "initiative",
    "into",
    "limb",
    "me",
    "natural",
    "never",
    "next",
    "nobody",
    "none",
    "off",
    "on",
    "over",
    "pass",
    "phase",
    "pouch",
    "scene",
    "self",
    "sheath",
    "sides",
    "square",
    "start",
    "to",
    "turn",
    "unarmed",
    "using",
    "when",
    "winner",
    "with",
    "yes",
];

/// A scenario.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// `timecount`.
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
    /// The map; an open one of 20 by 20 spaces unless it says otherwise.
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
    /// Things that lie about.
    #[serde(default)]
    pub item: Vec<LooseItem>,
    /// Spells that are active already.
    #[serde(default)]
    pub spell: Vec<ActiveFile>,
    /// Where a fight that is under way stands; without it the fight begins with surprise and initiative.
    #[serde(default)]
    pub start: Option<StartFile>,
}

creature_keys! {
    table
    /// A creature of the fight. What is not written is as for its kind, or follows from its other numbers. Counts are those of
    /// the Time Count.
    CreatureFile {
        /// Its name, found nowhere else in the fight. A group's members are numbered: "wolf 1", "wolf 2".
        name: String,
        /// How many there are of it.
        #[serde(default)]
        count: Option<u16>,
        /// Its kind, from the content; a creature without a kind is written out in full.
        #[serde(default)]
        kind: Option<String>,
        /// Its side.
        #[serde(default)]
        side: Option<String>,
        /// Column and row of its north-western space, or of its middle one on hexes; for a group a list of them.
        #[serde(default)]
        at: Option<At>,
        /// The policy by which a bot plays it.
        #[serde(default)]
        policy: Option<String>,
        /// Player character or not.
        #[serde(default)]
        control: Control,
        /// Whether its Speed Factors are rolled; those of player characters always are.
        #[serde(default)]
        speed_factors: Option<SpeedFactors>,
        /// The group with which it rolls initiative, where groups do; members of a numbered group are one unless it says so.
        #[serde(default)]
        group: Option<String>,
        /// What it holds. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        held: Option<Vec<Short<ItemFile>>>,
        /// What it wears. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        worn: Option<Vec<Short<ItemFile>>>,
        /// What it carries in sheath, belt pouch or backpack. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        carried: Option<Vec<Short<ItemFile>>>,
        /// Ammunition for each of its missile weapons and slings; it is then counted.
        #[serde(default)]
        ammunition: Option<u16>,
        /// Whether it is there.
        #[serde(default)]
        presence: PresenceFile,
        /// Hit points, if not all; without Invigoration and bonus hit points.
        #[serde(default)]
        hp: Option<i16>,
        /// Fatigue.
        #[serde(default)]
        fatigue: i16,
        /// Invigoration.
        #[serde(default)]
        invigoration: i16,
        /// Bonus hit points.
        #[serde(default)]
        bonus: Vec<BonusFile>,
        /// How much of the fatigue is of poison.
        #[serde(default)]
        poison_fatigue: i16,
        /// Hit points lost to poison.
        #[serde(default)]
        poison_hp: i16,
        /// By how much hits have worn its Threshold of Pain.
        #[serde(default)]
        wear: i16,
        /// Impairments.
        #[serde(default)]
        impairments: ImpairmentsFile,
        /// Damage to its attributes.
        #[serde(default)]
        attribute_damage: AttributesFile,
        /// How much of it is of poison.
        #[serde(default)]
        attribute_poison: AttributesFile,
        /// Paralysis damage, each source by itself.
        #[serde(default)]
        paralysis: Vec<ParalysisFile>,
        /// Petrification damage.
        #[serde(default)]
        petrification: i16,
        /// The count at which the next point of petrification goes away, if not in 8 hours.
        #[serde(default)]
        unpetrifies: Option<u32>,
        /// The count of its next turn. Before the fight it is its initiative and not rolled; in a fight under way it is due at once
        /// unless it says so.
        #[serde(default)]
        next: Option<u32>,
        /// Whether it is surprised; without a word checks settle it.
        #[serde(default)]
        surprised: Option<bool>,
        /// What takes time and is under way.
        #[serde(default)]
        underway: Option<UnderwayFile>,
        /// Whether it is asked on every count whether it goes on with that.
        #[serde(default)]
        asked: Option<bool>,
        /// Its stance.
        #[serde(default)]
        stance: Option<Short<StanceFile>>,
        /// Its set facing.
        #[serde(default)]
        facing: Option<Short<FacingFile>>,
        /// Enemies by whom it knows itself pressed: it has settled its facing against them.
        #[serde(default)]
        pressed_by: Vec<String>,
        /// Its moving so far.
        #[serde(default)]
        movement: MovementFile,
        /// Its run.
        #[serde(default)]
        run: Option<RunFile>,
        /// The running penalty.
        #[serde(default)]
        run_penalty: i16,
        /// The count since which it has done nothing but wait, to recover.
        #[serde(default)]
        waits_since: Option<u32>,
        /// The weapon it attacked with last.
        #[serde(default)]
        last_weapon: Option<String>,
        /// How often it has cast spells today, by name.
        #[serde(default)]
        castings: BTreeMap<String, u8>,
        /// A spell that stands prepared.
        #[serde(default)]
        prepared: Option<Short<PreparedFile>>,
        /// The count of its next waking check; that of the unconscious is in 10 counts unless it says so.
        #[serde(default)]
        waking: Option<u32>,
        /// The count from which it loses hit points by dying; that of the dying is at once unless it says so.
        #[serde(default)]
        dying_since: Option<u32>,
        /// Whether it has been stabilized.
        #[serde(default)]
        stabilized: bool,
        /// The weapon that pins it to something.
        #[serde(default)]
        stapled: Option<StapledFile>,
        /// The creature that carries it; an empty name for none.
        #[serde(default)]
        mount: Option<String>,
        /// Whether it controls its frightened mount with this turn's action.
        #[serde(default)]
        controls: bool,
        /// Whether its spell resistance is lowered.
        #[serde(default)]
        resistance_lowered: bool,
        /// The count at which it regenerates next.
        #[serde(default)]
        regenerates: Option<u32>,
        /// Whether its impairments were treated today.
        #[serde(default)]
        treated: bool,
        /// Conditions in force.
        #[serde(default)]
        conditions: Vec<Short<ConditionFile>>,
        /// Poisons that have yet to work.
        #[serde(default)]
        poisons: Vec<PoisonFile>,
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

/// A thing that lies about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LooseItem {
    /// Its kind, from the content.
    pub kind: String,
    /// What it is called here, if not as its kind.
    #[serde(default)]
    pub name: Option<String>,
    /// Column and row of its space.
    pub at: Square,
    /// Durability Points left.
    #[serde(default)]
    pub durability: Option<i16>,
    /// Ammunition or uses left.
    #[serde(default)]
    pub left: Option<u16>,
    /// Whether it is lit.
    #[serde(default)]
    pub lit: bool,
}

/// A spell that is active already.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActiveFile {
    /// Its name.
    pub spell: String,
    /// Who cast it.
    pub caster: String,
    /// The count at which it ends; that of a spell that is concentrated on never comes unless it says so.
    #[serde(default)]
    pub until: Option<u32>,
}

/// Where a fight that is under way stands.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StartFile {
    /// The Time Count.
    pub count: u32,
}
