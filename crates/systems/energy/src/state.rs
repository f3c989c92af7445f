//! What changes in a fight.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Conditions, Kind};
use affray_kernel::grid::{Cell, Changed, Changes, Heading, Map, Space, Terrain};
pub use affray_kernel::{Arm, ItemId, Shared};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::Action;
use super::sheet::{ItemKind, Options, Power, Sheet, Weapon};

/// A spell or an ability, by its place in [`Cast::powers`].
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
    /// Spells and abilities.
    pub powers: Vec<Power>,
    /// By kind of item, the power that using it up has.
    pub consumables: Vec<Option<PowerId>>,
    /// The map.
    pub map: Map,
    /// The switches.
    pub options: Options,
    /// What holds for the whole scene.
    pub scene: SceneKind,
    /// Whether some ground imposes a condition (`conditions/continuous-source`).
    pub imposing_ground: bool,
}

/// What holds for the whole scene.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SceneKind {
    /// No combat is going on: there is time to rest (`rest/short-length`), and the scene ends by itself only where nobody
    /// who is there lives.
    pub peaceful: bool,
}

/// Whether a creature is in the fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// It is there.
    Here,
    /// It is not, or no longer.
    Elsewhere,
    /// The game master has taken it out of the fight.
    Removed,
}

/// How a creature moves (`actions/shift`, `actions/run`, `actions/quick-run`, `actions/sprint`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// 1 m for 1 Energy.
    Shift,
    /// 1 m for 2 Agility.
    AgileShift,
    /// Up to two thirds of the Speed for 2 Energy.
    QuickRun,
    /// Up to the Speed for 3 Energy.
    Run,
    /// Up to the Speed and what Leg Strength adds for 3 Energy and 1 Stamina.
    Sprint,
}

/// How a target's movement counts for those who shoot at it (`ranged/movement-state`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Gait {
    /// It has neither acted nor moved this Round.
    #[default]
    Still,
    /// It fights, walks or runs.
    Ordinary,
    /// It sprints, or runs in zig-zag.
    Evasive,
}

/// The movement that a creature has just made: a turn of the next one is measured from it, and a Jump may follow it
/// (`actions/turn-cost-back-to-back`, `actions/jump-cost-running`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Course {
    /// The direction of the last metre run, or of the line that it belonged to: turns are measured from it.
    pub heading: Heading,
    /// The direction of the last metre of all, where a Shift has led elsewhere: a run-up is measured by it.
    #[serde(default)]
    pub aside: Option<Heading>,
    /// Metres that it went straight at the end.
    pub straight: u8,
    /// Sharp turns made within this Run.
    pub turns: u8,
    /// Metres of the Sprint that it was.
    #[serde(default)]
    pub sprinted: u8,
    /// Whether it was a Shift, which neither pays for turns nor is remembered for them.
    pub shift: bool,
}

impl Course {
    /// The direction in which it went straight at the end.
    #[must_use]
    pub fn run_up(self) -> Heading {
        self.aside.unwrap_or(self.heading)
    }

    /// What is left of it when something else has come in between that no turn is forgotten for: the direction of a Run.
    #[must_use]
    pub fn without_run_up(self) -> Option<Self> {
        (!self.shift).then_some(Self {
            aside: None,
            straight: 0,
            turns: 0,
            sprinted: 0,
            ..self
        })
    }
}

/// Why a creature is unconscious; it may be so for several reasons (`unconscious/causes`, `unconscious/several-causes`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Stamina came to 0 (`unconscious/wake-stamina`).
    Stamina,
    /// Non-Lethal damage (`unconscious/wake-nonlethal`).
    NonLethal,
    /// A Death roll or a Death Save (`unconscious/wake-death`).
    Death,
    /// Natural sleep (`unconscious/wake-sleep`).
    Sleep,
}

impl Cause {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Stamina, Self::NonLethal, Self::Death, Self::Sleep];

    /// Its bit in [`Body::causes`].
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What a creature looks at (`facing/half`, `facing/turning-free`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// A direction.
    Heading(Heading),
    /// A creature: it turns to it whenever it may.
    Creature(CreatureId),
}

/// What changes about a creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it is; its north-western space, or the middle on hexes.
    pub at: Cell,
    /// Whether it is in the fight.
    pub presence: Presence,
    /// The direction it faces.
    pub heading: Heading,
    /// What it turns to on the open floor; a creature also with each of its steps.
    pub watch: Watch,
    /// Aura, or the hit points of a thing.
    pub aura: i16,
    /// Whether its Aura is switched off.
    pub aura_off: bool,
    /// Stamina.
    pub stamina: i16,
    /// Energy.
    pub energy: i16,
    /// Energy granted at the beginning of the Round.
    pub granted: i16,
    /// Whether it has spent Energy or Stamina in its place this Round.
    pub spent: bool,
    /// Agility.
    pub agility: i16,
    /// Agility above the maximum of its sheet until the end of the Round.
    pub agility_bonus: i16,
    /// Energy spent on non-movement actions this Round for which no Agile Move was made (`actions/agile-move-credit`).
    pub credits: i16,
    /// Stamina used in place of Energy this Round (`stamina/stamina-for-energy`).
    pub swaps: u8,
    /// Whether it has made its Swift Attack this Round (`swift/once-per-round`).
    pub swift: bool,
    /// Whether it has rolled Initiative this Round (`initiative/once-per-round`).
    pub initiative: bool,
    /// Whether it has waited since anybody last did anything (`waiting/round-ends`).
    pub passed: bool,
    /// Whether it defends (`actions/defend`).
    pub defending: bool,
    /// Whether it kneels (`actions/kneeling-posture`).
    pub kneeling: bool,
    /// How often it was knocked down this Round while it lay (`actions/kneel-two-steps`).
    pub falls: u8,
    /// Metres moved this Round (`actions/defend-ends`).
    pub moved: i16,
    /// How its movement counts for those who shoot at it.
    pub gait: Gait,
    /// The movement it has just made.
    pub course: Option<Course>,
    /// Recovery Surges left.
    pub surges: i16,
    /// Why it is unconscious, as bits of [`Cause`].
    pub causes: u8,
    /// Whether it is bleeding out (`death/save-table`).
    pub bleeding: bool,
    /// Whether it was Stabilized and wakes when the next Round begins (`unconscious/wake-death`).
    pub awakens: bool,
    /// Major injuries (`gaps/major-injury`).
    pub injuries: u8,
    /// What its Death rolls have to reach at least, by the game master's word (`death/inevitable`).
    pub death_needs: i16,
    /// Added to the Miss Chance of its next ranged attack by the game master's word (`ranged/other-modifiers`).
    pub shot_modifier: i16,
    /// Powers that are used up, in order.
    pub used: SmallVec<[PowerId; 4]>,
    /// Whose next attack it will not resist (`gaps/helpless`).
    pub submits: Option<CreatureId>,
    /// Conditions of zones that it ignores until the end of the Round (`conditions/continuous-source`).
    pub ignores: SmallVec<[(Condition, u16); 1]>,
}

impl Body {
    /// Whether that is a reason for it to be unconscious.
    #[inline]
    #[must_use]
    pub const fn is_out_by(&self, cause: Cause) -> bool {
        self.causes & cause.bit() != 0
    }
}

/// How hard it is to get at a carried thing (`actions/equip-easy`, `actions/equip-other`, `actions/equip-gm-price`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// A side arm: 1 Energy.
    Easy,
    /// 2 Energy.
    Normal,
    /// At the bottom of a pack: 3 Energy.
    Buried,
}

impl Access {
    /// Energy of stowing or equipping.
    #[must_use]
    pub const fn energy(self) -> i16 {
        match self {
            Self::Easy => 1,
            Self::Normal => 2,
            Self::Buried => 3,
        }
    }
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
    Carried(CreatureId),
    /// On the ground, or at table height there (`actions/pick-up-in-passing`).
    Ground(Cell, bool),
    /// Gone.
    Nowhere,
}

impl Place {
    /// Who has it in hand, on the body or in a bag.
    #[must_use]
    pub const fn bearer(self) -> Option<CreatureId> {
        match self {
            Self::Held(who) | Self::Worn(who) | Self::Carried(who) => Some(who),
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
    /// How hard it is to get at when it is carried.
    pub access: Access,
    /// Energy of picking it up off the ground, where the game master says so (`actions/pick-up-gm-price`).
    pub pick_up: Option<u8>,
    /// Whether it is loaded (`gaps/ammunition`).
    pub loaded: bool,
    /// Missiles left, where they are counted.
    pub left: Option<u16>,
    /// The row of the draw weight table it is built for, 0 to 10 (`draw/arm-strength`).
    pub draw: u8,
    /// Whether it is Broken (`gaps/broken`).
    pub broken: bool,
}

/// A zone that imposes a condition on everybody inside (`conditions/continuous-source`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// Its number in this fight, from 1; 0 is the ground of the map.
    pub number: u16,
    /// What made it.
    pub power: PowerId,
    /// Who made it.
    pub by: CreatureId,
    /// Its middle.
    pub at: Cell,
    /// The last Round in which it lasts.
    pub until: u16,
}

/// A change of the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Altered {
    /// A door between two spaces is open or closed.
    Door(Cell, Cell, bool),
    /// A door or wall between two spaces is gone (`gaps/break-down`).
    Broken(Cell, Cell),
}

/// An action in progress, from its declaration on (`action-order/state-machine`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Doing {
    /// Who acts.
    pub who: CreatureId,
    /// What it does.
    pub action: Action,
    /// Energy reserved and not yet spent (`incomplete/spent-as-results-occur`).
    pub energy: i16,
    /// Stamina reserved in place of Energy and not yet spent.
    pub swaps: i16,
    /// Stamina reserved besides and not yet spent.
    pub stamina: i16,
    /// Agility reserved and not yet spent: that of a Shift (`actions/shift`).
    pub agility: i16,
    /// Whether it may take the last point of Stamina (`stamina/spending-the-last-point`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub collapse: bool,
    /// Energy, Stamina in its place included, that was really spent.
    pub paid: i16,
    /// Agile Moves made on the Energy that is committed to it (`actions/agile-move-credit`).
    pub borrowed: i16,
    /// Whether others may challenge it; the action of a successful challenger may not be (`initiative/challenge`).
    pub open: bool,
    /// Those who raced for this moment and may not challenge it besides (`initiative/race`, `initiative/decline`).
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub rivals: SmallVec<[CreatureId; 4]>,
    /// Its Initiative roll, which stands for all challenges to this action (`initiative/auto-fail`).
    pub initiative: Option<i16>,
    /// Conditions that its target had at any moment since the declaration, as bits (`melee/effects-during-attack`).
    pub seen_on_target: u32,
    /// Metres moved, those given up by turning included.
    pub metres: i16,
    /// Where the next metre of a movement leads.
    pub ahead: Option<Cell>,
    /// The target's conditions are remembered for whom.
    pub target: Option<CreatureId>,
    /// Whether it is under way: something was done or reacted to since the declaration.
    pub begun: bool,
    /// Whether the mover has taken something in passing.
    pub took: bool,
    /// Who has answered for the rest of it: until the mover is that near in metres, or to its end.
    pub quiet: SmallVec<[(CreatureId, Option<i16>); 2]>,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A Round is about to begin.
    Beginning,
    /// The open floor (`action-order/open-floor`).
    Open,
    /// The combat has ended with that winner, and Rounds go on for those who bleed or try to wake (`rounds/rest-outside`).
    Aftermath(Option<u8>),
    /// All is over.
    Over(Option<u8>),
}

impl Phase {
    /// Whether the combat is over and Rounds go on.
    #[must_use]
    pub const fn is_aftermath(self) -> bool {
        matches!(self, Self::Aftermath(_))
    }
}

/// The clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The number of the Round, from 1; 0 before the first (`rounds/length`).
    pub round: u16,
    /// What is going on.
    pub phase: Phase,
    /// Rounds that have begun since the combat ended (`rounds/rest-outside`).
    pub afterwards: u16,
    /// Whether the surprising side's first action is still to come (`surprise/may-act`).
    pub ambush: bool,
    /// Rounds in a row in which nobody spent anything (`waiting/round-ends`).
    pub idle: u8,
    /// Whether anybody has spent anything this Round, Agility and Stamina included (`waiting/round-ends`).
    pub spent: bool,
}

/// The conditions (`conditions/summary`) and what is kept like one.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Vulnerable to Combat Maneuvers (`exposed/meaning`).
    Exposed,
    /// Open to Swift Attacks; Exposed (`unguarded/meaning`).
    Unguarded,
    /// Unguarded, with Disadvantage on Defense rolls (`surprise/effects`).
    Surprised,
    /// Disadvantage on Defense rolls, attacks and Skill Checks; Exposed (`conditions/dazed`).
    Dazed,
    /// Disadvantage on attacks, Evasion and checks by sight; Unguarded (`conditions/blinded`).
    Blinded,
    /// On the ground: Disadvantage on Evasion; Exposed (`conditions/prone`).
    Prone,
    /// Half Speed and no Agility (`conditions/slowed`).
    Slowed,
    /// No Stamina, and things slip from the hands (`conditions/shaken`).
    Shaken,
    /// No Stamina, and 2 Energy fewer (`conditions/exhausted`).
    Exhausted,
    /// Held by the creature it is held toward, or by something (`conditions/restrained`); the amount is the DC where nobody holds.
    Restrained,
    /// Holding the creature it is held toward (`conditions/restraining`).
    Restraining,
    /// Unconscious (`conditions/unconscious`).
    Unconscious,
    /// Cannot defend itself or act (`gaps/helpless`).
    Helpless,
    /// Does not know of the creature it is held toward (`gaps/awareness`).
    Unaware,
    /// Dead, or a broken thing.
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
    /// Zones, oldest first.
    pub zones: Vec<Zone>,
    /// Changes of the map.
    pub altered: Changes,
    /// Who may not attack whom again before that one has answered: attacker and target, in order (`action-order/response-right`).
    pub owed: SmallVec<[(CreatureId, CreatureId); 4]>,
    /// Actions in progress, the outermost first.
    pub doings: Vec<Doing>,
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
        let side = self.sheet(who).size.side(self.grid().shape);
        Space::new(at, side, side)
    }

    /// The space that a creature occupies.
    #[inline]
    #[must_use]
    pub fn space(&self, who: CreatureId) -> Space {
        self.space_at(who, self.body(who).at)
    }

    /// A creature's body as a weapon, the last of its natural ones (`unarmed/attack`).
    #[must_use]
    pub fn unarmed(&self, who: CreatureId) -> Arm {
        Arm::Natural((self.sheet(who).natural.len() as u8).saturating_sub(1))
    }

    /// Items in a creature's hands.
    pub fn held(&self, who: CreatureId) -> impl Iterator<Item = (ItemId, &Item)> {
        self.all_items()
            .filter(move |(_, item)| item.place == Place::Held(who))
    }

    /// A spell or an ability.
    #[must_use]
    pub fn power(&self, power: PowerId) -> &Power {
        &self.cast.powers[usize::from(power.0)]
    }

    /// What a creature is doing: the innermost action in progress that is its own.
    #[must_use]
    pub fn doing(&self, who: CreatureId) -> Option<&Doing> {
        self.doings.iter().rev().find(|doing| doing.who == who)
    }
}
