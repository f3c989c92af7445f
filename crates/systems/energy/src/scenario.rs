//! The scenario file: who fights whom, where, and in what situation.

mod map;
mod parts;

use std::collections::BTreeMap;

use affray_kernel::content::Short;
use affray_kernel::scenario::{At, Entry, Square};
use schemars::JsonSchema;
use serde::Deserialize;

pub use map::{MapFile, PatchFile, TerrainFile};
pub use parts::{
    ConditionFile, CourseFile, FacingFile, GaitFile, IgnoredFile, PresenceFile, StartFile, ZoneFile,
};

use super::content::{ItemFile, Record, creature_keys};
use super::sheet::Options;
use super::state::{Access, Cause, SceneKind};

/// The word under `system` in every scenario of this system.
pub const SYSTEM: &str = "energy";

/// Words that cannot be names, because they mean something where names are read.
pub const RESERVED: &[&str] = &[
    "agile",
    "agility",
    "all",
    "and",
    "arm strength",
    "at",
    "away",
    "body",
    "boosted",
    "breath",
    "by",
    "collapse",
    "combat",
    "door",
    "east",
    "east-north-east",
    "east-south-east",
    "easier",
    "elsewhere",
    "energy",
    "even",
    "everybody",
    "fortitude",
    "from",
    "ground",
    "here",
    "idle",
    "into",
    "item",
    "leg strength",
    "me",
    "moving",
    "nobody",
    "none",
    "nonlethal",
    "north",
    "north-east",
    "north-west",
    "of",
    "on",
    "over",
    "owed",
    "pass",
    "paying",
    "phase",
    "prone",
    "pushing",
    "repairing",
    "rest",
    "round",
    "self",
    "south",
    "south-east",
    "south-west",
    "space",
    "stamina",
    "straight",
    "surges",
    "swift",
    "then",
    "thrown",
    "to",
    "until",
    "up",
    "via",
    "west",
    "west-north-west",
    "west-south-west",
    "winner",
    "with",
    "zones",
];

/// A scenario.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// `energy`.
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
    /// The side that is Surprised in the first Round and may not act before the first action of the others is over.
    #[serde(default)]
    pub surprised: Option<String>,
    /// The creatures, in roster order.
    #[serde(default)]
    pub creature: Vec<CreatureFile>,
    /// Things that lie about.
    #[serde(default)]
    pub item: Vec<LooseItem>,
    /// Zones that powers have made already.
    #[serde(default)]
    pub zone: Vec<ZoneFile>,
    /// Who has attacked whom and may not attack again before that one has answered: pairs of attacker and target.
    #[serde(default)]
    pub owed: Vec<[String; 2]>,
    /// Where a fight that is under way stands; without it the fight begins with the start of the first Round.
    #[serde(default)]
    pub start: Option<StartFile>,
}

creature_keys! {
    table
    /// A creature of the fight. What is not written is as for its kind, or follows from its other numbers.
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
        /// What it holds. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        held: Option<Vec<Short<ItemFile>>>,
        /// What it wears. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        worn: Option<Vec<Short<ItemFile>>>,
        /// What it carries. With `held`, `worn` or `carried` it has nothing else of what its kind has.
        #[serde(default)]
        carried: Option<Vec<Short<ItemFile>>>,
        /// Missiles for each of its weapons that shoot; they are then counted.
        #[serde(default)]
        ammunition: Option<u16>,
        /// Whether it is there.
        #[serde(default)]
        presence: PresenceFile,
        /// What it faces: a direction, or a creature that it watches; the nearest enemy, unless it says so.
        #[serde(default)]
        facing: Option<Short<FacingFile>>,
        /// Aura, or hit points of a thing, if not all.
        #[serde(default)]
        aura: Option<i16>,
        /// Whether its Aura is switched off.
        #[serde(default)]
        aura_off: bool,
        /// Stamina, if not all.
        #[serde(default)]
        stamina: Option<i16>,
        /// Energy left this Round, if not all.
        #[serde(default)]
        energy: Option<i16>,
        /// Energy granted at the beginning of this Round, if not what follows from Stamina.
        #[serde(default)]
        granted: Option<i16>,
        /// Whether it has spent Energy this Round; it has if some is missing, unless it says so.
        #[serde(default)]
        spent: Option<bool>,
        /// Agility left this Round, if not all.
        #[serde(default)]
        agility: Option<i16>,
        /// Agility above its maximum until the end of the Round.
        #[serde(default)]
        agility_bonus: Option<i16>,
        /// Energy spent on non-movement actions this Round for which no Agile Move was made.
        #[serde(default)]
        credits: Option<i16>,
        /// Stamina used in place of Energy this Round.
        #[serde(default)]
        swaps: Option<u8>,
        /// Whether it has made its Swift Attack this Round.
        #[serde(default)]
        swift_used: Option<bool>,
        /// Whether it has rolled Initiative this Round.
        #[serde(default)]
        initiative_used: Option<bool>,
        /// Whether it has waited since anybody last did anything.
        #[serde(default)]
        passed: Option<bool>,
        /// How often it was knocked down this Round while it lay.
        #[serde(default)]
        falls: Option<u8>,
        /// Metres moved this Round.
        #[serde(default)]
        moved: Option<i16>,
        /// How its movement counts for those who shoot at it; ordinary, if it has spent something or moved, unless it says so.
        #[serde(default)]
        gait: Option<GaitFile>,
        /// The movement it has just made.
        #[serde(default)]
        course: Option<CourseFile>,
        /// Conditions of ground and zones that it ignores until the end of the Round.
        #[serde(default)]
        ignores: Option<Vec<IgnoredFile>>,
        /// Whether it defends.
        #[serde(default)]
        defending: bool,
        /// Whether it kneels.
        #[serde(default)]
        kneeling: bool,
        /// Recovery Surges left, if not all.
        #[serde(default)]
        surges: Option<i16>,
        /// Why it is unconscious: then it lies Prone and holds nothing.
        #[serde(default)]
        unconscious: Vec<Cause>,
        /// Whether it is bleeding out.
        #[serde(default)]
        bleeding: bool,
        /// Whether it was Stabilized and wakes when the next Round begins.
        #[serde(default)]
        awakens: bool,
        /// Major injuries.
        #[serde(default)]
        injuries: u8,
        /// What its Death rolls have to reach at least.
        #[serde(default)]
        death_needs: i16,
        /// Added to the Miss Chance of its next ranged attack.
        #[serde(default)]
        shot_modifier: i16,
        /// Names of its powers that are used up.
        #[serde(default)]
        used: Vec<String>,
        /// The creature whose next attack it will not resist.
        #[serde(default)]
        submits: Option<String>,
        /// Whether it is Surprised in this Round.
        #[serde(default)]
        surprised: bool,
        /// Conditions in force; those that they impose come with them.
        #[serde(default)]
        conditions: Vec<Short<ConditionFile>>,
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

    /// The keys of what is counted by the Round, those that are written.
    pub(super) fn of_the_round(&self) -> impl Iterator<Item = &'static str> {
        let written = [
            ("energy", self.energy.is_some()),
            ("granted", self.granted.is_some()),
            ("spent", self.spent.is_some()),
            ("agility", self.agility.is_some()),
            ("agility_bonus", self.agility_bonus.is_some()),
            ("credits", self.credits.is_some()),
            ("swaps", self.swaps.is_some()),
            ("swift_used", self.swift_used.is_some()),
            ("initiative_used", self.initiative_used.is_some()),
            ("passed", self.passed.is_some()),
            ("falls", self.falls.is_some()),
            ("moved", self.moved.is_some()),
            ("gait", self.gait.is_some()),
            ("course", self.course.is_some()),
            ("ignores", self.ignores.is_some()),
        ];
        let written = written.into_iter().filter(|(_, is)| *is);
        written.map(|(key, _)| key)
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
    /// Whether it lies at table height, to be picked up in passing.
    #[serde(default)]
    pub table: bool,
    /// Energy of picking it up off the ground, where the game master says so.
    #[serde(default)]
    pub pick_up: Option<u8>,
    /// How hard it will be to get at once it is carried.
    #[serde(default)]
    pub access: Option<Access>,
    /// Whether it is loaded.
    #[serde(default)]
    pub loaded: bool,
    /// Missiles left; they are then counted.
    #[serde(default)]
    pub left: Option<u16>,
    /// The Arm Strength that its draw weight is made for; 8 to 11, unless it says so.
    #[serde(default)]
    pub draw: Option<i16>,
    /// Whether it is Broken.
    #[serde(default)]
    pub broken: bool,
}

impl LooseItem {
    /// As creatures have items.
    pub(super) fn item(&self) -> ItemFile {
        ItemFile {
            kind: self.kind.clone(),
            name: self.name.clone(),
            access: self.access,
            loaded: Some(self.loaded),
            left: self.left,
            draw: self.draw,
            broken: self.broken,
            pick_up: self.pick_up,
        }
    }
}
