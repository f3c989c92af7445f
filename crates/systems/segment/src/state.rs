//! What changes in a fight.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Conditions, Kind};
use affray_kernel::grid::{Cell, Changed, Changes, Map, Space, Terrain};
pub use affray_kernel::{Arm, ItemId, Shared};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::Strike;
use super::sheet::{DefendSkill, ItemKind, Options, Power, Sheet, Weapon};

/// An attack skill or power by its place in [`Cast::skills`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkillId(pub u8);

/// A spell, psionic or priestly skill, by its place in [`Cast::powers`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PowerId(pub u8);

/// What a fight is played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cast {
    /// Names of the sides, by number.
    pub sides: Vec<String>,
    /// Sheets, by creature.
    pub sheets: Vec<Sheet>,
    /// Kinds of items.
    pub kinds: Vec<ItemKind>,
    /// Names of attack skills, by number (`check/target-score`).
    pub skills: Vec<String>,
    /// Spells, psionic and priestly skills.
    pub powers: Vec<Power>,
    /// The map.
    pub map: Map,
    /// The switches.
    pub options: Options,
    /// Which kinds of damage the setting uses, in the order of `DamageType::ALL` (`passive/damage-types`).
    pub damage_types: [bool; 5],
}

/// The five segments of a round, in order (`segments/table`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Segment {
    Ambush,
    Melee,
    Ranged,
    Movement,
    Multiform,
}

impl Segment {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [
        Self::Ambush,
        Self::Melee,
        Self::Ranged,
        Self::Movement,
        Self::Multiform,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ambush => "Ambush",
            Self::Melee => "Melee",
            Self::Ranged => "Ranged",
            Self::Movement => "Movement",
            Self::Multiform => "Multiform",
        }
    }
}

/// The stances in acting order, Ready with its mode (`stances/table`, `stances/ready-mode`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// Attacks first (`stances/aggressive`).
    Aggressive,
    /// Trades attacks one for one (`stances/ready-trade`).
    ReadyTrade,
    /// Lets opponents make all of theirs first (`stances/ready-wait`).
    ReadyWait,
    /// Acts last (`stances/defensive`).
    Defensive,
    /// Waits for a later segment (`stances/hold`).
    Hold,
}

impl Stance {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [
        Self::Aggressive,
        Self::ReadyTrade,
        Self::ReadyWait,
        Self::Defensive,
        Self::Hold,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aggressive => "Aggressive",
            Self::ReadyTrade => "Ready (trade)",
            Self::ReadyWait => "Ready (wait)",
            Self::Defensive => "Defensive",
            Self::Hold => "Hold",
        }
    }
}

/// The conditions of which everybody is in one, Damaged aside: that follows from hits (`condition/table`).
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
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Fitness {
    Rested,
    #[default]
    Active,
    Fatigued,
}

/// How much of a creature is behind cover (`modifiers/cover`).
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
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Cover {
    #[default]
    None,
    Partial,
    Good,
    Total,
}

impl Cover {
    /// What it adds to ranged attacks on whoever is behind it.
    #[must_use]
    pub const fn modifier(self) -> i16 {
        match self {
            Self::None => 0,
            Self::Partial => -2,
            Self::Good | Self::Total => -4,
        }
    }
}

/// Whether a creature is in the fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// It is there.
    Here,
    /// It has fled (`attack/flee`).
    Fled,
    /// It is not there.
    Elsewhere,
    /// The game master has taken it out of the fight.
    Removed,
}

/// On-Guard (`on-guard/cost`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guard {
    /// The one skill of all its checks (`on-guard/same-skill`).
    pub skill: DefendSkill,
    /// Failed checks this round (`on-guard/three-failures`).
    pub failures: u8,
    /// Failed checks in this segment (`on-guard/penalty-per-segment`).
    pub in_segment: u8,
}

/// What becomes of somebody felled in a trade of blows that counts as simultaneous, once its cycle is over (`stances/tie-break`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// Whether it will be dead.
    pub dead: bool,
    /// The last round in which it will be knocked out, where it is.
    pub knocked_out: Option<u16>,
    /// Whether it was Damaged before the blow.
    pub damaged: bool,
    /// Parts of which it will have lost the use, as bits.
    #[serde(default)]
    pub disabled: u32,
    /// The cycle in which it was felled, as items taken before it.
    pub cycle: u8,
}

/// A use that takes longer than a round (`multiform-segment/longer-than-a-round`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charging {
    /// What is being prepared.
    pub strike: Strike,
    /// Actions paid so far.
    pub paid: i16,
}

/// What changes about a creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it is: its north-western space, or the middle on hexes; the height in yards above the map's zero level.
    pub at: Cell,
    /// Whether it is in the fight.
    pub presence: Presence,
    /// Hits (`health/hits`).
    pub hits: i16,
    /// Actions left this round (`actions/pool`).
    pub actions: i16,
    /// How rested it is.
    pub fitness: Fitness,
    /// Its place among those of the same stance: the highest first; its Agility, unless the game master says otherwise
    /// (`stances/tie-break`).
    pub order: i16,
    /// Added to its next check by the game master's word (`check/gm-modifier`).
    pub modifier: i16,
    /// Added to all its attack and defend checks by its surroundings (`modifiers/environment`).
    pub environment: i16,
    /// Cover by the game master's word (`modifiers/cover`).
    pub cover: Cover,
    /// Whether it reacts to an ambush, where the game master says so without a roll (`ambush/reaction-check`).
    pub alert: Option<bool>,
    /// Disabled parts, as bits by their place in the sheet (`damage-effects/disable`).
    pub disabled: u32,
    /// Whether it rides its mount.
    pub mounted: bool,
    /// Whether it has taken its combat step this round (`engagement/combat-step`).
    pub stepped: bool,
    /// Whether it has made its attack of opportunity this round (`reaction/opportunity-cost`).
    pub reacted: bool,
    /// Yards moved this round (`defend-skills/elude`).
    pub moved: i16,
    /// Yards moved in this segment (`ambush/concealment`).
    pub moved_in_segment: i16,
    /// Whether it has attacked or moved more than a combat step in this segment (`ambush/concealment`).
    pub stirred: bool,
    /// Whether it has attacked out of an ambush this round (`ambush/surprised`).
    #[serde(default)]
    pub ambushed: bool,
    /// Its stance in this segment.
    pub stance: Option<Stance>,
    /// Items taken in this segment (`stances/exchange`).
    pub taken: u8,
    /// Whether it takes no more items in this segment (`stances/pass`).
    pub done: bool,
    /// Whom it attacked last with an item of this segment (`stances/targets-gone`).
    #[serde(default)]
    pub attacked: Option<CreatureId>,
    /// The segment that it has selected for its attacks (`segments/selection-commits`).
    pub committed: Option<Segment>,
    /// On-Guard.
    pub guard: Option<Guard>,
    /// Whether it has gone On-Guard this round and may not be Aggressive (`on-guard/no-aggressive`).
    pub guarded: bool,
    /// Whether it has declared an ambush this round, and on whom where that binds.
    pub ambush: Option<SmallVec<[CreatureId; 2]>>,
    /// Whether it has disengaged for the rest of the segment (`defence/disengage`).
    pub disengaged: bool,
    /// What will become of it after this cycle.
    pub pending: Option<Pending>,
    /// What it prepares for longer than a round.
    pub charging: Option<Box<Charging>>,
}

/// Where an item is; `Held` with the hands that hold it, as bits counted from the first hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In somebody's hands.
    Held(CreatureId, u8),
    /// Worn.
    Worn(CreatureId),
    /// Carried.
    Carried(CreatureId),
    /// On the ground.
    Ground(Cell),
    /// Gone.
    Nowhere,
}

impl Place {
    /// Who has it in hand, on the body or in a bag.
    #[must_use]
    pub const fn bearer(self) -> Option<CreatureId> {
        match self {
            Self::Held(who, _) | Self::Worn(who) | Self::Carried(who) => Some(who),
            Self::Ground(_) | Self::Nowhere => None,
        }
    }
}

/// What changes about an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its kind, in [`Cast::kinds`].
    pub kind: u16,
    /// Where it is.
    pub place: Place,
    /// Whether it is loaded (`ranged/ammunition`).
    pub loaded: bool,
    /// Missiles left, where they are counted (`ranged/ammunition`).
    pub left: Option<u16>,
    /// Whether it is broken (`structural/save`).
    pub broken: bool,
}

/// An effect that somebody maintains (`other-melee/concentration`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maintained {
    /// Its number in this fight, from 1.
    pub number: u16,
    /// What it is.
    pub power: PowerId,
    /// Who maintains it.
    pub by: CreatureId,
    /// On whom it is.
    pub on: CreatureId,
    /// The round of its activation.
    pub since: u16,
}

/// A change of the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Altered {
    /// A door between two spaces is open or closed.
    Door(Cell, Cell, bool),
}

/// What is going on (`round/start-sequence`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A round is about to begin.
    Beginning,
    /// Ambushes are declared.
    Ambushes,
    /// On-Guard is announced.
    OnGuards,
    /// The next segment is about to be called.
    Calling,
    /// A segment has been called, and stances are declared for it.
    Declaring,
    /// A segment is under way.
    Acting,
    /// All is over.
    Over(Option<u8>),
}

/// The clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The number of the round, from 1; 0 before the first (`round/length`).
    pub round: u16,
    /// What is going on.
    pub phase: Phase,
    /// What was going on when the fight ended; `None` while it is not over.
    pub broken_off: Option<Phase>,
    /// The segment under way, or the last one that was called in this round.
    pub segment: Option<Segment>,
    /// The segment that the game master has ordered to be called next (`round/applicable-segment`).
    pub ordered: Option<Segment>,
    /// Whether an attack was made out of an ambush this round (`ambush/surprised`).
    pub ambushed: bool,
    /// Added to all attack and defend checks by the surroundings (`modifiers/environment`).
    pub environment: i16,
}

/// What is kept about a creature besides numbers.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Could not react to an ambush: neither acts nor defends (`ambush/surprised`).
    Surprised,
    /// At 0 hits or fewer (`health/unconscious`).
    Unconscious,
    /// Knocked out for a time (`damage-effects/knockout`).
    KnockedOut,
    /// Dead (`health/dead`).
    Dead,
    /// Has given up (`attack/surrender`).
    Surrendered,
    /// Sees nothing (`modifiers/blindness`).
    Blinded,
    /// Hidden (`ambush/concealment`).
    Concealed,
    /// Has noticed the concealed creature it is held toward.
    Noticed,
    /// Lies on the ground (`actions/utility`).
    Prone,
    /// Has found the vitals of the creature it is held toward (`hit-location/search-action`).
    FoundVitals,
    /// Has found a vulnerability of the creature it is held toward.
    FoundVulnerability,
    /// Everybody knows where its vitals are.
    KnownVitals,
    /// Everybody knows its vulnerability.
    KnownVulnerability,
    /// Everybody has a clear shot at it, by the game master's word (`ranged/clear-shot`).
    ClearShot,
}

impl Kind for Condition {
    #[inline]
    fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Conditions of those who are no longer active (`round/end-of-fight`), as bits.
pub const INACTIVE: u32 = 1 << Condition::Unconscious as u32
    | 1 << Condition::KnockedOut as u32
    | 1 << Condition::Dead as u32
    | 1 << Condition::Surrendered as u32;

affray_layout::state_parts!();

/// The state of a fight.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What does not change.
    pub cast: Shared<Cast>,
    /// Creatures, by id.
    pub bodies: Vec<Body>,
    /// Conditions in force.
    pub conditions: Conditions<Condition>,
    /// Items, by id.
    pub items: Vec<Item>,
    /// Maintained effects, oldest first.
    pub effects: Vec<Maintained>,
    /// Added to all attack and defend checks of a side by its surroundings, by side (`modifiers/environment`).
    pub side_environment: SmallVec<[i16; 4]>,
    /// Changes of the map.
    pub altered: Changes,
    /// The clock.
    pub clock: Clock,
    /// By creature, how far in yards it reaches with what it has in hand or by nature; 0 without any melee attack. Follows from the rest
    /// (`summary::sum_up` makes it anew).
    pub reaches: Vec<i16>,
}

impl State {
    /// The map as it is at this moment.
    #[inline]
    #[must_use]
    pub fn terrain(&self) -> Changed<'_> {
        self.altered.on(&self.cast.map)
    }

    /// Whether a creature has the condition.
    #[inline]
    #[must_use]
    pub fn has(&self, who: CreatureId, condition: Condition) -> bool {
        self.conditions.has(who, condition)
    }

    /// The space that a creature takes up at a place; a rider takes up that of its mount.
    #[inline]
    #[must_use]
    pub fn space_at(&self, who: CreatureId, at: Cell) -> Space {
        let sheet = self.sheet(who);
        let mut size = sheet.size;
        if let Some(mount) = &sheet.mount
            && self.body(who).mounted
        {
            size = size.max(mount.size);
        }
        let side = size.side(self.grid().shape);
        Space::new(at, side, side)
    }

    /// The space that a creature occupies.
    #[inline]
    #[must_use]
    pub fn space(&self, who: CreatureId) -> Space {
        self.space_at(who, self.body(who).at)
    }

    /// Items in a creature's hands.
    pub fn held(&self, who: CreatureId) -> impl Iterator<Item = (ItemId, &Item)> {
        self.all_items()
            .filter(move |(_, item)| matches!(item.place, Place::Held(by, _) if by == who))
    }

    /// A spell, psionic or priestly skill.
    #[must_use]
    pub fn power(&self, power: PowerId) -> &Power {
        &self.cast.powers[usize::from(power.0)]
    }

    /// The target score that a creature's sheet gives for an attack skill (`check/target-score`).
    #[inline]
    #[must_use]
    pub fn score(&self, who: CreatureId, skill: SkillId) -> Option<i16> {
        let scores = &self.sheet(who).scores;
        scores.get(usize::from(skill.0)).copied().flatten()
    }
}
