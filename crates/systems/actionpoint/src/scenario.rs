//! The scenario file: who fights whom, where, and in what situation.

mod map;
mod parts;

use std::collections::BTreeMap;

use affray_kernel::content::{Fields, Short};
use affray_kernel::scenario::{At, Entry, PresenceFile};
use schemars::JsonSchema;
use serde::Deserialize;

pub use map::{MapFile, PatchFile, TerrainFile};
pub use parts::{ConditionFile, FixtureFile, LooseItem, PresenceKey, RunningFile, StartFile};

use super::content::{ItemFile, Record, creature_keys, said_once};
use super::sheet::Options;
use super::state::{Cover, SceneKind};

/// The word under `system` in every scenario of this system.
pub const SYSTEM: &str = "actionpoint";

/// Words that cannot be names, because they mean something where names are read.
pub const RESERVED: &[&str] = &[
    "after",
    "all",
    "and",
    "arrives",
    "as",
    "at",
    "by",
    "coming",
    "dealing",
    "door",
    "elsewhere",
    "everybody",
    "fixture",
    "fled",
    "from",
    "full armor",
    "ground",
    "here",
    "initiative",
    "item",
    "me",
    "nobody",
    "none",
    "of",
    "on",
    "one-handed",
    "order",
    "over",
    "partial armor",
    "pass",
    "phase",
    "prone",
    "round",
    "self",
    "shield",
    "stage",
    "surprise",
    "surrendered",
    "thrown",
    "to",
    "turn",
    "two-handed",
    "unarmed fighting",
    "until",
    "up",
    "using",
    "via",
    "winner",
    "with",
];

/// A scenario.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// `actionpoint`.
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
    /// The side that tries to sneak up on the others.
    #[serde(default)]
    pub sneaking: Option<String>,
    /// The creatures, in roster order.
    #[serde(default)]
    pub creature: Vec<CreatureFile>,
    /// Things that lie about.
    #[serde(default)]
    pub item: Vec<LooseItem>,
    /// Levers, trapdoors and the like.
    #[serde(default)]
    pub fixture: Vec<FixtureFile>,
    /// Where a fight that is under way stands; without it the fight begins with setting the stage.
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
        /// Column and row of its north-western square; for a group a list of them.
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
        /// Whether it is in the fight, or as a number Presence, the attribute, which is `presence_attribute`, too.
        #[serde(default)]
        presence: Option<PresenceKey>,
        /// Health, if not all.
        #[serde(default)]
        health_left: Option<i16>,
        /// Mana, if not all.
        #[serde(default)]
        mana_left: Option<i16>,
        /// The NPC whose initiative roll it shares; among the members of a group the first one, which rolls for all.
        #[serde(default)]
        initiative_with: Option<String>,
        /// Its initiative result; it is then not rolled.
        #[serde(default)]
        initiative_result: Option<i16>,
        /// Action Points, if not 3.
        #[serde(default)]
        ap: Option<i16>,
        /// Attacks of this round.
        #[serde(default)]
        attacks: Option<i16>,
        /// Whether its free action of this round is used.
        #[serde(default)]
        free_used: Option<bool>,
        /// Metres moved in this turn.
        #[serde(default)]
        moved: Option<i16>,
        /// Dashes in this turn.
        #[serde(default)]
        dashes: Option<i16>,
        /// Whether it has disengaged in this turn.
        #[serde(default)]
        disengaged: Option<bool>,
        /// Whether it has had its turn; those have who are before the active creature in the order, unless it says so.
        #[serde(default)]
        turn_taken: Option<bool>,
        /// After whose turn it will take its saved one.
        #[serde(default)]
        saved_after: Option<String>,
        /// Whether its next defence has a boon.
        #[serde(default)]
        braced: bool,
        /// Whom it has feinted against.
        #[serde(default)]
        feint: Option<String>,
        /// Cover by the game master's word, whatever the map says.
        #[serde(default)]
        cover: Option<Cover>,
        /// Added to its next attack or defence test by the game master's word.
        #[serde(default)]
        test_modifier: i16,
        /// Whether the game master lets it Sneak where the rules would not.
        #[serde(default)]
        may_sneak: bool,
        /// Failed Endurance tests at 0 Health.
        #[serde(default)]
        failures: i16,
        /// Whether it took damage since its last Endurance test.
        #[serde(default)]
        hurt: bool,
        /// Whether first aid has stopped its Endurance tests.
        #[serde(default)]
        stable: bool,
        /// Conditions in force.
        #[serde(default)]
        conditions: Vec<Short<ConditionFile>>,
        /// Spells that are on it and last.
        #[serde(default)]
        running: Vec<RunningFile>,
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

    /// What is written about the creature itself.
    pub(super) fn whole_record(&self) -> Record {
        let attribute = match self.presence {
            Some(PresenceKey::Attribute(attribute)) => Some(attribute),
            _ => None,
        };
        Record {
            presence_attribute: self.presence_attribute.or(attribute),
            ..self.record()
        }
    }

    /// What is wrong with its Presence.
    pub(super) fn presence_faults(&self) -> Fields {
        let twice = matches!(self.presence, Some(PresenceKey::Attribute(_)));
        said_once(twice, self.presence_attribute)
    }

    /// Whether it is in the fight.
    pub(super) fn is_there(&self) -> PresenceFile {
        match self.presence {
            Some(PresenceKey::Whether(presence)) => presence,
            _ => PresenceFile::Here,
        }
    }

    /// The keys of what is counted by the round or the turn, those that are written.
    pub(super) fn of_the_round(&self) -> impl Iterator<Item = &'static str> {
        let written = [
            ("ap", self.ap.is_some()),
            ("attacks", self.attacks.is_some()),
            ("free_used", self.free_used.is_some()),
            ("moved", self.moved.is_some()),
            ("dashes", self.dashes.is_some()),
            ("disengaged", self.disengaged.is_some()),
            ("turn_taken", self.turn_taken.is_some()),
            ("saved_after", self.saved_after.is_some()),
        ];
        let written = written.into_iter().filter(|(_, is)| *is);
        written.map(|(key, _)| key)
    }
}
