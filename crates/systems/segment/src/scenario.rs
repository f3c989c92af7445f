//! The scenario file: who fights whom, where, and in what situation.

mod map;
mod parts;

use std::collections::BTreeMap;

use affray_kernel::content::Short;
use affray_kernel::scenario::{At, Entry};
use schemars::JsonSchema;
use serde::Deserialize;

pub use map::{MapFile, PatchFile, TerrainFile};
pub use parts::{
    ConditionFile, EffectFile, GuardFile, LooseItem, PhaseFile, PresenceFile, SettingFile,
    StartFile,
};

use super::content::{ItemFile, Record, creature_keys};
use super::sheet::Options;
use super::state::{Cover, Fitness, Segment, Stance};

/// The word under `system` in every scenario of this system.
pub const SYSTEM: &str = "segment";

/// Words that cannot be names, because they mean something where names are read.
pub const RESERVED: &[&str] = &[
    "all",
    "ambush",
    "ambushed",
    "and",
    "at",
    "attack",
    "combat",
    "door",
    "drink",
    "effects",
    "elsewhere",
    "environment",
    "everybody",
    "fled",
    "for",
    "from",
    "ground",
    "here",
    "idle",
    "in",
    "item",
    "kill",
    "me",
    "nobody",
    "none",
    "of",
    "on",
    "on guard",
    "ordered",
    "over",
    "pass",
    "phase",
    "round",
    "segment",
    "self",
    "shot",
    "stepping",
    "then",
    "thrown",
    "to",
    "to kill",
    "up",
    "via",
    "vitals",
    "vulnerability",
    "winner",
    "with",
];

/// A scenario.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// `segment`.
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
    /// What holds for the whole fight.
    #[serde(default)]
    pub setting: SettingFile,
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
    /// Effects that somebody maintains.
    #[serde(default)]
    pub effect: Vec<EffectFile>,
    /// Where a fight that is under way stands; without it the fight begins with the first round.
    #[serde(default)]
    pub start: Option<StartFile>,
}

creature_keys! {
    table
    /// A creature of the fight. What is not written is as for its kind, or as usual.
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
        /// Yards above the ground, if it is in the air.
        #[serde(default)]
        aloft_yd: Option<i16>,
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
        /// Whether it is in the fight.
        #[serde(default)]
        presence: PresenceFile,
        /// Hits, if not all.
        #[serde(default)]
        hits: Option<i16>,
        /// Actions left this round, if not all.
        #[serde(default)]
        actions_left: Option<i16>,
        /// How rested it is.
        #[serde(default)]
        fitness: Fitness,
        /// Its place among those of the same stance, the highest first; its Agility unless it says so.
        #[serde(default)]
        order: Option<i16>,
        /// Added to its next check by the game master's word.
        #[serde(default)]
        modifier: i16,
        /// Added to all its attack and defend checks by its surroundings.
        #[serde(default)]
        environment: i16,
        /// Cover by the game master's word.
        #[serde(default)]
        cover: Cover,
        /// Whether it reacts to an ambush, where the game master says so without a roll.
        #[serde(default)]
        alert: Option<bool>,
        /// Names of its disabled parts.
        #[serde(default)]
        disabled: Vec<String>,
        /// Whether it rides its mount; it does if it has one, unless it says so.
        #[serde(default)]
        mounted: Option<bool>,
        /// Whether it has taken its combat step this round.
        #[serde(default)]
        stepped: Option<bool>,
        /// Whether it has made its attack of opportunity this round.
        #[serde(default)]
        reacted: Option<bool>,
        /// Yards moved this round.
        #[serde(default)]
        moved: Option<i16>,
        /// Whether it has attacked or moved more than a combat step in this segment.
        #[serde(default)]
        stirred: Option<bool>,
        /// Whether it has attacked out of an ambush this round.
        #[serde(default)]
        ambushed: Option<bool>,
        /// Its stance in this segment; Hold, where a segment is under way, unless it says so.
        #[serde(default)]
        stance: Option<Stance>,
        /// Items taken in this segment.
        #[serde(default)]
        taken: Option<u8>,
        /// Whether it takes no more items in this segment.
        #[serde(default)]
        done: Option<bool>,
        /// The segment that it has selected for its attacks.
        #[serde(default)]
        committed: Option<Segment>,
        /// On-Guard.
        #[serde(default)]
        guard: Option<Short<GuardFile>>,
        /// Whether it has gone On-Guard this round and may not be Aggressive; it has if it is On-Guard.
        #[serde(default)]
        guarded: Option<bool>,
        /// Whether it has declared an ambush this round: those on whom it has, where that binds.
        #[serde(default)]
        ambush: Option<Vec<String>>,
        /// Whether it has disengaged for the rest of the segment.
        #[serde(default)]
        disengaged: Option<bool>,
        /// Conditions in force.
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

    /// The keys of what is counted by the round, those that are written.
    pub(super) fn of_the_round(&self) -> impl Iterator<Item = &'static str> {
        let written = [
            ("actions_left", self.actions_left.is_some()),
            ("stepped", self.stepped.is_some()),
            ("reacted", self.reacted.is_some()),
            ("moved", self.moved.is_some()),
            ("stirred", self.stirred.is_some()),
            ("ambushed", self.ambushed.is_some()),
            ("stance", self.stance.is_some()),
            ("taken", self.taken.is_some()),
            ("done", self.done.is_some()),
            ("committed", self.committed.is_some()),
            ("guard", self.guard.is_some()),
            ("guarded", self.guarded.is_some()),
            ("ambush", self.ambush.is_some()),
            ("disengaged", self.disengaged.is_some()),
        ];
        let written = written.into_iter().filter(|(_, is)| *is);
        written.map(|(key, _)| key)
    }
}
