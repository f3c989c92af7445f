//! What changes in a fight.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::condition::Conditions;
use affray_kernel::grid::{Cell, Changed, Changes, Grid, Heading, Map, Space, Terrain};
pub use affray_kernel::{Arm, ItemId};
use serde::{Deserialize, Serialize};

use super::act::{Act, Aim, Facing, Rest, Trigger};
use super::sheet::{Attribute, ItemKind, Options, PoisonHarm, Sheet, Spell, Weapon};

/// A spell, by its place in [`Cast::spells`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SpellId(pub u8);

/// Everything that a fight does not change, shared by all its states. Compared by identity first, and kept out of hashes.
#[derive(Clone, Debug)]
pub struct Shared(pub Arc<Cast>);

impl Deref for Shared {
    type Target = Cast;

    fn deref(&self) -> &Cast {
        &self.0
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What a fight is played with.
#[derive(PartialEq, Eq, Debug)]
pub struct Cast {
    /// Names of the sides, by number.
    pub sides: Vec<String>,
    /// Sheets, by creature.
    pub sheets: Vec<Sheet>,
    /// Kinds of items.
    pub kinds: Vec<ItemKind>,
    /// Spells.
    pub spells: Vec<Spell>,
    /// The map.
    pub map: Map,
    /// The switches.
    pub options: Options,
    /// What holds for the whole scene.
    pub scene: SceneKind,
    /// Whether no ground, creature or thing can block or cover anybody, so that lines need not be drawn.
    pub open_ground: bool,
}

/// What holds for the whole scene.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SceneKind {
    /// No encounter is running: nothing ends by itself, and there is time to rest (`healing/overnight-rest`).
    pub peaceful: bool,
}

/// Whether and how a creature is in the fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// It is there.
    Here,
    /// It has not come yet (`initiative/joining`).
    Elsewhere,
    /// It fled.
    Fled,
    /// It gave up.
    Surrendered,
}

/// How fast a creature moves (`movement-rate/definition`, `running/speed`, `sprinting/speed`).
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
pub enum Pace {
    /// At a quarter of the speed (`movement-rate/sneaking`).
    Sneak,
    /// At half speed: parrying, preparing a spell, walking outside a fight.
    Half,
    /// At the base speed.
    Base,
    /// Running.
    Run,
    /// Sprinting.
    Sprint,
}

/// The stances (`stances/concept`).
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
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// None in particular.
    #[default]
    Basic,
    /// +2 Primary, −2 on attacks.
    Cautious,
    /// On one knee.
    Crouch,
    /// Wholly on the defense.
    Parrying,
    /// Ready to run.
    Poised,
    /// Flat on the ground.
    Prone,
}

/// How a creature stands: in which stance, and from which count on it has its benefits (`stances/transition`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Posture {
    /// The stance. Its drawbacks hold at once.
    pub stance: Stance,
    /// The count at which its benefits begin.
    pub from: u32,
}

/// A grant of bonus hit points (`bonus-hit-points/duration`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct BonusPool {
    /// The count at which it ends; the pool that ends first is used first.
    pub until: u32,
    /// Hit points left.
    pub points: i16,
}

/// Paralysis damage of one source (`paralysis/recovery`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Paralysis {
    /// Counts for one point to go away.
    pub every: u32,
    /// The count at which the next point goes away.
    pub next: u32,
    /// Points.
    pub points: i16,
}

/// What a creature's moving has come to (`movement-in-combat/count-sequence`, `running/turn-limits`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Movement {
    /// Counts of consecutive movement; the next one uses the column `counts % 4` of the table.
    pub counts: u16,
    /// The count of the last one.
    pub last: u32,
    /// The last of them at full base speed or more in one direction, for starting a run (`running/start-requirement`).
    pub straight_counts: u16,
    /// Spaces entered in a straight line at the end of it.
    pub straight_spaces: u16,
    /// Where it is going. On hexes also toward a corner: then it zigzags between the sides left and right of it.
    pub heading: Option<Heading>,
    /// The direction of the last step.
    pub last_step: Option<Heading>,
    /// Coming counts on which a run may not turn (`running/turn-limits`).
    pub no_turn_for: u8,
    /// Spaces of the allowance saved up for hindering terrain (`movement-rate/hindering-terrain`).
    pub saved: u8,
    /// Where it stood before the last count's movement.
    pub from: Option<Cell>,
}

/// A run (`running/check`, `sprinting/check`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Running or sprinting.
    pub pace: Pace,
    /// Counts spent running and sprinting; 0 when it has been announced but not begun.
    pub counts: u16,
    /// Counts since the last Athletics (Con) check.
    pub since_check: u16,
    /// How many of these were spent sprinting (`sprinting/mixed-time`).
    pub sprinted: u16,
    /// Failed checks of this run (`running/three-failures`).
    pub failures: u8,
    /// By how many feet the base speed counts as higher for sprinting, once rolled (`sprinting/speed`).
    pub sprint_gain_ft: Option<i16>,
    /// Whether the Athletics (Str) check was made since the last Athletics (Con) check (`sprinting/start-check`).
    pub tried: bool,
}

/// A spell that stands prepared (`preparing/hold`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Prepared {
    /// Which.
    pub spell: SpellId,
    /// Charges put into it.
    pub charges: u8,
    /// Added to the casting DC by damage, fatigue and walking while it was prepared.
    pub hindered: i16,
    /// The count at which it lapses, outside encounters (`preparing/time-limit`).
    pub until: Option<u32>,
}

/// A weapon that pins somebody (`special-actions/staple`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Stapled {
    /// The weapon or ammunition's weapon.
    pub item: Option<ItemId>,
    /// The DC to get free.
    pub dc: i16,
    /// Whether it pins the body.
    pub body: bool,
}

/// Something that takes time and is under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Underway {
    /// Nothing.
    #[default]
    Nothing,
    /// A path of several counts: how fast, and the spaces still to come.
    Walk(Pace, Box<[Cell]>),
    /// Waiting until that count.
    Wait(u32),
    /// Preparing a spell (`preparing/step-1-dc`).
    Prepare {
        /// Which.
        spell: SpellId,
        /// The count at which it is prepared.
        ready: u32,
        /// Added to the casting DC so far.
        hindered: i16,
    },
    /// Reading a scroll, where it takes effect at the end (`actions/read-scroll`).
    Scroll {
        /// Which.
        item: ItemId,
        /// At what.
        aim: Aim,
        /// The count at which it works.
        ready: u32,
    },
    /// Preparing a Coup de Grace (`special-actions/coup-de-grace-preparation`).
    CoupDeGrace {
        /// Whom.
        target: CreatureId,
        /// With what.
        with: Arm,
        /// Where the target lies.
        at: Cell,
        /// The count of the attack.
        ready: u32,
    },
    /// Holding a readied action (`actions/ready`).
    Ready {
        /// What it will do.
        act: Box<Act>,
        /// When.
        trigger: Box<Trigger>,
        /// The count from which it can react.
        from: u32,
    },
    /// Holding a weapon set against a charge (`actions/set-against-charge`).
    Set {
        /// With what.
        with: Arm,
        /// The count from which it counts.
        from: u32,
    },
    /// Resting until that count.
    Rest(Rest, u32),
    /// Treating a patient until that count.
    Treat(CreatureId, super::sheet::DamageType, u32),
}

/// The count of a creature that has no next turn.
pub const NEVER: u32 = u32::MAX;

/// What changes about a creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it is; its north-western space.
    pub at: Cell,
    /// Whether it is in the fight.
    pub presence: Presence,
    /// Hit points without Invigoration and bonus hit points.
    pub hp: i16,
    /// Fatigue.
    pub fatigue: i16,
    /// Invigoration.
    pub invigoration: i16,
    /// Bonus hit points, those that end first in front.
    pub bonus: Vec<BonusPool>,
    /// How much of the fatigue is of poison (`poison/healing`).
    pub poison_fatigue: i16,
    /// Hit points lost to poison.
    pub poison_hp: i16,
    /// By how much hits have worn the Threshold of Pain (`threshold-of-pain/wear`).
    pub wear: i16,
    /// Impairments: bludgeoning, piercing, slashing.
    pub impairments: [i16; 3],
    /// Damage to the attributes.
    pub attribute_damage: [i16; 6],
    /// How much of it is of poison.
    pub attribute_poison: [i16; 6],
    /// Paralysis damage by source.
    pub paralysis: Vec<Paralysis>,
    /// Petrification damage.
    pub petrification: i16,
    /// The count at which a point of petrification goes away.
    pub unpetrifies: u32,
    /// The count of its next turn; [`NEVER`] without one.
    pub next: u32,
    /// Whether it has decided what it does on this count.
    pub decided: bool,
    /// What it has declared for this count and is not carried out yet.
    pub declared: Option<Act>,
    /// What takes time and is under way.
    pub underway: Underway,
    /// Whether it is asked about that on every count; something happening to it sets this again.
    pub asked: bool,
    /// Its stance. Prone stays its stance while it prepares a spell (`stances/concept`).
    pub posture: Posture,
    /// Its set facing.
    pub facing: Facing,
    /// Enemies by whom it knows itself pressed, in roster order (`flanking/set-facing`).
    pub pressed_by: Vec<CreatureId>,
    /// Its moving.
    pub movement: Movement,
    /// Its run.
    pub run: Option<Run>,
    /// The running penalty (`run-recovery/penalty`).
    pub run_penalty: i16,
    /// The count since which it has done nothing but wait; [`NEVER`] unless there is something to recover (`run-recovery/penalty`).
    pub waits_since: u32,
    /// What it attacked with last (`two-weapon/alternate`).
    pub last_arm: Option<Arm>,
    /// Earlier castings of the day (`preparing/step-2-repeat`).
    pub castings: Vec<(SpellId, u8)>,
    /// A spell that stands prepared.
    pub prepared: Option<Prepared>,
    /// The count of its next waking check.
    pub waking: Option<u32>,
    /// The count from which it loses hit points by dying.
    pub dying_since: Option<u32>,
    /// Whether it has been stabilized.
    pub stabilized: bool,
    /// The weapon that pins it.
    pub stapled: Option<Stapled>,
    /// The creature that carries it.
    pub mount: Option<CreatureId>,
    /// Whether it controls its frightened mount with this turn's action.
    pub controls: bool,
    /// Whether its spell resistance is lowered.
    pub resistance_lowered: bool,
    /// The count at which it regenerates.
    pub regenerates: u32,
    /// The counts of its last turns, the latest first; [`NEVER`] where there were none. Shown, and read by no rule.
    pub acted: [u32; 4],
    /// Whether it is settled, by the game master's word, that it is or is not surprised (`surprise/gm-decision`).
    pub surprise_settled: bool,
    /// Whether it was treated today, by kind of impairment (`impairments/heal-discipline`).
    pub treated: bool,
}

/// Where somebody keeps an item (`actions/draw-weapon`, `actions/belt-pouch`, `actions/backpack`).
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
pub enum Kept {
    /// In a sheath, quiver or sling.
    Sheath,
    /// Hidden.
    Hidden,
    /// In a belt pouch.
    Pouch,
    /// In a backpack.
    Backpack,
}

/// Where an item is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In somebody's hands.
    Held(CreatureId),
    /// Worn.
    Worn(CreatureId),
    /// Carried.
    Carried(CreatureId, Kept),
    /// Stuck in a creature's clothing or body (`special-actions/staple`).
    Stuck(CreatureId),
    /// On the ground.
    Ground(Cell),
    /// Gone.
    Nowhere,
}

impl Place {
    /// Who has it in hand, on the body or in a bag, or is pinned by it.
    #[must_use]
    pub const fn bearer(self) -> Option<CreatureId> {
        match self {
            Self::Held(who) | Self::Worn(who) | Self::Carried(who, _) | Self::Stuck(who) => {
                Some(who)
            }
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
    /// Durability Points left; 0: broken. Things that cannot break have 1.
    pub durability: i16,
    /// Whether a shield is readied.
    pub readied: bool,
    /// Ammunition or uses left, where they are counted.
    pub left: Option<u16>,
    /// Whether it is lit.
    pub lit: bool,
    /// Whether it can be wielded already: an item taken by a Disarm only from the next turn on.
    pub in_grip: bool,
}

/// An active spell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Active {
    /// Its number in this fight, from 1.
    pub number: u16,
    /// Which.
    pub spell: SpellId,
    /// Who cast it.
    pub caster: CreatureId,
    /// The count at which it ends.
    pub until: u32,
}

/// Something that will happen by itself at a count, before anybody's turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// The count.
    pub at: u32,
    /// To whom.
    pub on: CreatureId,
    /// What.
    pub what: PendingHarm,
}

/// What is pending (`poison/ongoing`, `actions/extinguish`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PendingHarm {
    /// A fixed amount of a poison.
    Poison(i16, PoisonHarm),
    /// So many dice of so many sides, and a number, of a poison.
    PoisonDice(u8, u16, i16, PoisonHarm),
    /// The fire.
    Fire,
}

/// A change of the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Altered {
    /// A door between two spaces is open or closed.
    Door(Cell, Cell, bool),
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Initiative has not been rolled.
    Setup,
    /// The count runs.
    Count,
    /// The fight is over by the game master's word, with that winner.
    Over(Option<u8>),
}

/// The clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The Time Count (`time-count/length`).
    pub count: u32,
    /// What is going on.
    pub phase: Phase,
}

/// Conditions that are stored; others (flanked, wounded, dying, helpless, immobile) are computed.
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
    /// Surprised: unsteady until its first turn (`surprise/unsteady`).
    Surprised,
    /// Hiding before the fight (`surprise/determine`).
    Hiding,
    /// Stunned: 1d6 more on initiative (`conditions/stunned`).
    Stunned,
    /// Off balance after a fumble (`critical-fumbles/unsteady`).
    Unsteady,
    /// Cannot run (`conditions/fatigued`).
    Fatigued,
    /// Grabbed by the creature it is held toward (`wrestling/grab`); the amount counts [`HAMPERED`] and [`NO_ATTACK`].
    Grabbed,
    /// In a net (`actions/escape-net`).
    Netted,
    /// Unconscious (`conditions/unconscious`).
    Unconscious,
    /// Asleep (`conditions/helpless`).
    Asleep,
    /// Bound (`conditions/helpless`).
    Bound,
    /// Dead (`hit-points/death`).
    Dead,
    /// Burning (`actions/extinguish`).
    Burning,
    /// −2 on attacks against the creature it is held toward (`special-actions/distract`).
    DistractedAttack,
    /// −2 on defense against the creature it is held toward (`special-actions/distract`).
    DistractedDefense,
    /// +2 on its next attack against the creature it is held toward, and the amount on its damage (`special-actions/feint`).
    Feinting,
    /// A penalty on all attack rolls: the amount.
    Shaken,
    /// A frightened mount (`actions/control-mount`).
    Frightened,
}

/// In the amount of [`Condition::Grabbed`]: −2 on getting free (`wrestling/grab-great-success`).
pub const HAMPERED: i16 = 1;
/// In the amount of [`Condition::Grabbed`]: no attacks and no somatic spells (`wrestling/grab-critical-success`).
pub const NO_ATTACK: i16 = 2;

/// The state of a fight.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What does not change.
    pub cast: Shared,
    /// Creatures, by id.
    pub bodies: Vec<Body>,
    /// Conditions in force.
    pub conditions: Conditions<Condition>,
    /// Items, by id.
    pub items: Vec<Item>,
    /// Active spells, oldest first.
    pub spells: Vec<Active>,
    /// What will happen by itself, sorted.
    pub pending: Vec<Pending>,
    /// Changes of the map.
    pub altered: Changes,
    /// The clock.
    pub clock: Clock,
}

impl State {
    /// What changes about a creature.
    #[inline]
    #[must_use]
    pub fn body(&self, who: CreatureId) -> &Body {
        &self.bodies[who.index()]
    }

    /// A creature's sheet.
    #[inline]
    #[must_use]
    pub fn sheet(&self, who: CreatureId) -> &Sheet {
        &self.cast.sheets[who.index()]
    }

    /// The grid of the map.
    #[inline]
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.cast.map.grid()
    }

    /// The map as it is at this moment, its doors opened and closed.
    #[inline]
    #[must_use]
    pub fn terrain(&self) -> Changed<'_> {
        self.altered.on(&self.cast.map)
    }

    /// All creatures, in roster order.
    pub fn creatures(&self) -> impl Iterator<Item = CreatureId> + use<> {
        (0..self.bodies.len() as u16).map(CreatureId)
    }

    /// Whether a creature has the condition.
    #[inline]
    #[must_use]
    pub fn has(&self, who: CreatureId, condition: Condition) -> bool {
        self.conditions.has(who, condition)
    }

    /// The space a creature occupies; a rider's is in its mount's.
    #[inline]
    #[must_use]
    pub fn space(&self, who: CreatureId) -> Space {
        let whose = self.body(who).mount.unwrap_or(who);
        let side = self.sheet(whose).size.side();
        Space::new(self.body(whose).at, side, side)
    }

    /// The kind of an item.
    #[must_use]
    pub fn kind(&self, item: ItemId) -> &ItemKind {
        &self.cast.kinds[usize::from(self.items[usize::from(item.0)].kind)]
    }

    /// An item.
    #[must_use]
    pub fn item(&self, item: ItemId) -> &Item {
        &self.items[usize::from(item.0)]
    }

    /// The weapon that a creature strikes with; `None` if the item is none or is not there.
    #[inline]
    #[must_use]
    pub fn weapon(&self, who: CreatureId, arm: Arm) -> Option<&Weapon> {
        match arm {
            Arm::Item(item) => self
                .items
                .get(usize::from(item.0))
                .and_then(|_| self.kind(item).weapon()),
            Arm::Natural(number) => self.sheet(who).natural.get(usize::from(number)),
        }
    }

    /// Items, with their ids.
    pub fn all_items(&self) -> impl Iterator<Item = (ItemId, &Item)> {
        self.items
            .iter()
            .enumerate()
            .map(|(index, item)| (ItemId(index as u16), item))
    }

    /// An attribute as damage has left it (`attribute-damage/rule`).
    #[inline]
    #[must_use]
    pub fn attribute(&self, who: CreatureId, attribute: Attribute) -> i16 {
        let place = attribute as usize;
        self.sheet(who).attributes[place] - self.body(who).attribute_damage[place]
    }

    /// A spell.
    #[must_use]
    pub fn spell(&self, spell: SpellId) -> &Spell {
        &self.cast.spells[usize::from(spell.0)]
    }
}
