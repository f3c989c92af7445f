//! What changes in a fight.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Conditions, Kind};
use affray_kernel::grid::{Cell, Changed, Changes, Map, Space, Terrain};
pub use affray_kernel::scenario::Presence;
pub use affray_kernel::{Arm, ItemId, Shared, SpellId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::sheet::{ItemKind, Options, Sheet, Spell, Weapon};

/// A type of gear that one can be trained in, by its place in [`Cast::gear`] (`fighting-style/entries-are-types`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GearId(pub u16);

impl GearId {
    /// Unarmed fighting (`fighting-style/unarmed`).
    pub const UNARMED: Self = Self(0);
    /// Shields.
    pub const SHIELD: Self = Self(1);
    /// Partial armour of any material.
    pub const PARTIAL_ARMOR: Self = Self(2);
    /// Full armour of any material.
    pub const FULL_ARMOR: Self = Self(3);

    /// The words of the types that are always there, in their order; types of weapons follow.
    pub const GENERAL: [&'static str; 4] =
        ["unarmed fighting", "shield", "partial armor", "full armor"];
}

/// What a place has besides squares: a lever, a trapdoor, a hidden thing (`reactions/manipulate`, `adventuring/search`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixtureKind {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Cell,
    /// Whether it is hidden until somebody finds it.
    #[serde(default)]
    pub hidden: bool,
    /// The door between two spaces that it opens and closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub door: Option<(Cell, Cell)>,
}

/// What a fight is played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cast {
    /// Names of the sides, by number.
    pub sides: Vec<String>,
    /// Sheets, by creature.
    pub sheets: Vec<Sheet>,
    /// Kinds of items.
    pub kinds: Vec<ItemKind>,
    /// By kind of item, the type of gear that it is for training; `None`: none is needed.
    pub kind_gear: Vec<Option<GearId>>,
    /// Types of gear by [`GearId`]: [`GearId::GENERAL`], then types of weapons.
    pub gear: Vec<String>,
    /// Spells and abilities.
    pub spells: Vec<Spell>,
    /// Levers and the like.
    pub fixtures: Vec<FixtureKind>,
    /// The map.
    pub map: Map,
    /// Whether the map has no obstacle of any kind, so that lines need not be drawn.
    pub open_ground: bool,
    /// The switches.
    pub options: Options,
    /// What holds for the whole scene.
    pub scene: SceneKind,
}

/// What holds for the whole scene.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SceneKind {
    /// No fight is going on: the scene ends by itself only where nobody is conscious, and fighting styles can be widened (`fighting-style/expansion-cost`).
    pub peaceful: bool,
}

/// Degrees of cover (`cover/table`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Cover {
    None,
    Low,
    High,
    Full,
}

impl Cover {
    /// Its word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Low => "low",
            Self::High => "high",
            Self::Full => "full",
        }
    }
}

/// Hit locations (`damage-pipeline/hit-location`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Location {
    Head,
    Body,
    RightArm,
    LeftArm,
    RightLeg,
    LeftLeg,
}

impl Location {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Head,
        Self::Body,
        Self::RightArm,
        Self::LeftArm,
        Self::RightLeg,
        Self::LeftLeg,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Body => "body",
            Self::RightArm => "right arm",
            Self::LeftArm => "left arm",
            Self::RightLeg => "right leg",
            Self::LeftLeg => "left leg",
        }
    }
}

/// What changes about a creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it is; its north-western square.
    pub at: Cell,
    /// Whether it is in the fight.
    pub presence: Presence,
    /// Health.
    pub health: i16,
    /// Mana.
    pub mana: i16,
    /// XP not spent yet (`misc/xp`).
    pub xp: i16,
    /// Its initiative result; `None` before it has rolled.
    pub initiative: Option<i16>,
    /// Action Points.
    pub ap: i16,
    /// Attacks of this round that are used (`what-is-an-attack/attacks-per-round`).
    pub attacks: i16,
    /// Whether its free action of this round is used (`free-actions/one-per-round`).
    pub free_used: bool,
    /// Which turn of the round its own was, from 1; 0: it is still ahead (`initiative-structure/one-turn-each`).
    pub turn: u16,
    /// After whose turn it will take its saved one (`saving-your-turn/declare-immediately`).
    pub after: Option<CreatureId>,
    /// Metres of the turn's movement that are used (`initiative-structure/turn-movement`).
    pub moved: i16,
    /// Dashes of this turn (`primary-actions/dash`).
    pub dashes: i16,
    /// Whether it has disengaged this turn (`primary-actions/disengage`).
    pub disengaged: bool,
    /// Whether it has teleported since its leg of movement began (`opportunity-attacks/once-per-leg`).
    #[serde(default)]
    pub teleported: bool,
    /// Whether its next defence has a boon (`maneuvers/brace`).
    pub braced: bool,
    /// Whom it has feinted against, in listing order (`maneuvers/feint`).
    pub feints: SmallVec<[CreatureId; 4]>,
    /// The cover that it has by the game master's word, whatever the map says (`cover/determination`).
    pub cover: Option<Cover>,
    /// Added to its next attack or defence test by the game master's word (`results/roll`).
    pub test_modifier: i16,
    /// Whether the game master lets it Sneak where the rules would not (`adventuring/sneak`).
    pub may_sneak: bool,
    /// Failed Endurance tests at 0 Health (`damage-pipeline/death`).
    pub failures: i16,
    /// Whether it took damage since its last Endurance test.
    pub hurt: bool,
    /// Whether first aid has stopped its Endurance tests.
    pub stable: bool,
    /// Types of gear added to its styles in this scene: the style's place on the sheet, and the type.
    pub learnt: SmallVec<[(u8, GearId); 2]>,
}

/// Where an item is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In somebody's hands: so many.
    Held(CreatureId, u8),
    /// Worn.
    Worn(CreatureId),
    /// Carried.
    Carried(CreatureId),
    /// On the floor.
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
            Self::Ground(..) | Self::Nowhere => None,
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
    /// Manipulate reactions that are needed before the next shot (`equipment/weapon-data`).
    pub unloaded: u8,
    /// Uses of its magic that are left, where they are counted.
    pub uses: Option<u16>,
}

/// What changes about a lever and the like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fixture {
    /// Whether it has been found, or was never hidden.
    pub found: bool,
    /// Whether it has been pulled an odd number of times.
    pub pulled: bool,
}

/// A spell that lasts until the end of the next own turn of whom it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Running {
    /// On whom.
    pub on: CreatureId,
    /// Which.
    pub spell: SpellId,
    /// Ends of its turns until it is over.
    pub left: u8,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The stage is about to be set.
    Stage,
    /// Surprise is about to be determined.
    Surprise,
    /// Initiative is about to be rolled.
    Initiative,
    /// A round is about to begin.
    RoundBegins,
    /// Nobody's turn: the next one is to begin, or the round to end.
    Between,
    /// That creature's turn.
    Turn {
        /// Whose.
        who: CreatureId,
        /// Whether it has moved or done anything yet but react (`saving-your-turn/option`).
        begun: bool,
    },
    /// The fight is over by the game master's word, with that winner.
    Over(Option<u8>),
}

/// The clock: round, order, turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// What is going on.
    pub phase: Phase,
    /// What was going on when the game master ended the fight; `None` while it is not over by that word.
    pub broken_off: Option<Phase>,
    /// Whether the fight goes on by the game master's word though at most one side is left (`combat-overview/encounter-ends`).
    pub prolonged: bool,
    /// The side that sneaks up on the others, by number (`combat-overview/surprise-contest`).
    pub sneaking: Option<u8>,
    /// All who have rolled, in descending order of initiative (`initiative-structure/rolled-once`).
    pub order: SmallVec<[CreatureId; 8]>,
    /// Turns of this round that have begun or were skipped.
    pub turns: u16,
}

/// Conditions.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// One Action Point fewer at the start of the next round (`conditions/dazed`).
    Dazed,
    /// On the ground (`conditions/prone`).
    Prone,
    /// Cannot move: held by the creature it is held toward, or by a net (`conditions/grappled`).
    Grappled,
    /// At 0 Health (`conditions/unconscious`).
    Unconscious,
    /// Takes neither actions nor reactions in the first round (`conditions/surprised`).
    Surprised,
    /// Not noticed by the creature it is held toward (`conditions/hidden`).
    Hidden,
    /// Dead; only with the switch `dying` (`damage-pipeline/death`).
    Dead,
}

impl Kind for Condition {
    #[inline]
    fn bit(self) -> u32 {
        1 << self as u32
    }
}

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
    /// Levers and the like, by number.
    pub fixtures: Vec<Fixture>,
    /// Spells that last, in order.
    pub running: Vec<Running>,
    /// Changes of the map.
    pub altered: Changes,
    /// The clock.
    pub clock: Clock,
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

    /// The space that a creature takes up at a place.
    #[inline]
    #[must_use]
    pub fn space_at(&self, who: CreatureId, at: Cell) -> Space {
        let side = self.sheet(who).size.side();
        Space::new(at, side, side)
    }

    /// The space that a creature occupies.
    #[inline]
    #[must_use]
    pub fn space(&self, who: CreatureId) -> Space {
        self.space_at(who, self.body(who).at)
    }

    /// Items in a creature's hands, and how many hands each takes.
    pub fn held(&self, who: CreatureId) -> impl Iterator<Item = (ItemId, u8)> {
        self.all_items()
            .filter_map(move |(id, item)| match item.place {
                Place::Held(holder, hands) if holder == who => Some((id, hands)),
                _ => None,
            })
    }

    /// Items that a creature wears.
    pub fn worn(&self, who: CreatureId) -> impl Iterator<Item = ItemId> {
        self.all_items()
            .filter(move |(_, item)| item.place == Place::Worn(who))
            .map(|(id, _)| id)
    }

    /// A spell or an ability.
    #[inline]
    #[must_use]
    pub fn spell(&self, spell: SpellId) -> &Spell {
        &self.cast.spells[usize::from(spell.0)]
    }

    /// The type of gear that an item is for training; `None`: none is needed.
    #[inline]
    #[must_use]
    pub fn gear_of(&self, item: ItemId) -> Option<GearId> {
        self.cast.kind_gear[usize::from(self.item(item).kind)]
    }

    /// The creature whose turn it is (`initiative-structure/active-character`).
    #[inline]
    #[must_use]
    pub const fn active(&self) -> Option<CreatureId> {
        match self.clock.phase {
            Phase::Turn { who, .. } => Some(who),
            _ => None,
        }
    }
}
