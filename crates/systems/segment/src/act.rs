//! What creatures do and are asked.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use serde::{Deserialize, Serialize};

use super::fact::Verdict;
use super::sheet::{DefendSkill, InitiativeSkill};
use super::state::{Arm, ItemId, PowerId, Segment, Stance};

/// What an attack is made with, and how (`attack/melee-or-ranged`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum With {
    /// A weapon, hand to hand.
    Melee(Arm),
    /// A weapon, shot or thrown.
    Ranged(Arm),
    /// A spell, psionic or priestly skill.
    Power(PowerId),
}

/// Where an attack is aimed (`armed/hit-location-table`, `unarmed/hit-location-table`, `ranged/hit-location-table`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Location {
    /// Nowhere in particular: the torso area (`attack/default-torso`).
    #[default]
    Torso,
    /// A part of the target's body, by its place in the sheet (`hit-location/part-must-exist`).
    Part(u8),
    /// An organ (`hit-location/vitals-definition`).
    Vitals,
    /// A weak point of its armour (`hit-location/vulnerability-changes-type`).
    Vulnerability,
    /// A weapon or shield that it holds (`hit-location/weapon-target-valid`).
    Item(ItemId),
}

impl Location {
    fn is_torso(&self) -> bool {
        *self == Self::Torso
    }
}

/// An attack (`attack/procedure`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// On whom.
    pub target: CreatureId,
    /// With what.
    pub with: With,
    /// Where it is aimed.
    #[serde(default, skip_serializing_if = "Location::is_torso")]
    pub location: Location,
    /// The combat step before it (`engagement/combat-step`); with Backstab half a move (`initiative-skills/backstab`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Cell>,
    /// Whether it is meant to kill the Damaged (`damage-effects/general-kill-shot`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kill_shot: bool,
}

/// An attack into a space where somebody hidden may be (`ambush/concealment`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guess {
    /// The space.
    pub at: Cell,
    /// With what.
    pub with: With,
    /// The combat step before it (`engagement/combat-step`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Cell>,
}

/// An item by an initiative-affecting skill: movement with an attack or without (`initiative-skills/common-frame`). Spaces of a way that
/// are not next to each other are joined by the shortest way there is, by the straight line where the skill demands one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feat {
    /// Which.
    pub skill: InitiativeSkill,
    /// The way before the attack.
    #[serde(default, skip_serializing_if = "<[Cell]>::is_empty")]
    pub before: Box<[Cell]>,
    /// The attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strike: Option<Strike>,
    /// The way after the attack; for Drag the way on which the target is dragged.
    #[serde(default, skip_serializing_if = "<[Cell]>::is_empty")]
    pub after: Box<[Cell]>,
}

/// What a search is for (`hit-location/search-action`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Quarry {
    Vitals,
    Vulnerability,
}

/// A utility: neither attack, move nor defence (`actions/utility`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Utility {
    /// Take a carried item in hand.
    Draw(ItemId),
    /// Put a held item away.
    Stow(ItemId),
    /// Pick an item up off the ground.
    PickUp(ItemId),
    /// Hand a held item to somebody next to one.
    HandOver(ItemId, CreatureId),
    /// Drink what is held, or give it to somebody next to one.
    Drink(ItemId, Option<CreatureId>),
    /// Stand up.
    StandUp,
    /// Reload a weapon (`ranged/ammunition`).
    Reload(ItemId),
    /// Search somebody for vitals or a vulnerability.
    Search(CreatureId, Quarry),
    /// Hide (`ambush/concealment`).
    Hide,
    /// Open or close the door between two spaces.
    Door(Cell, Cell, bool),
    /// Mount or dismount.
    Ride(bool),
    /// Use a power that is no attack on somebody (`other-melee/skill-list`).
    Power(PowerId, CreatureId),
    /// Anything else that the game master grants, for so many actions.
    Other(u8),
}

/// An active defence (`defence/check`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// By which skill.
    pub skill: DefendSkill,
    /// Whether it is the On-Guard check, which costs nothing (`on-guard/checks-cost-nothing`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_guard: bool,
    /// The weapon or shield that averts, a fist being a natural weapon; none for avoiding (`defence/avert-needs-item`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Arm>,
    /// Where a Sidestep leads (`defend-skills/sidestep`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Cell>,
}

impl Defence {
    /// What an attack comes to that it keeps off.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        if self.skill.averts() {
            Verdict::Averted
        } else {
            Verdict::Avoided
        }
    }
}

/// What a creature does, or answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    // Nobody's.
    /// A round begins (`round/start-sequence`).
    BeginRound,
    /// Ambushes are declared and reacted to (`ambush/reaction-check`).
    Ambushes,
    /// On-Guard is announced (`on-guard/announce`).
    OnGuards,
    /// A segment is called, and stances are declared (`stances/simultaneous-declaration`).
    Call(Segment),
    /// Somebody has nothing to do in this segment any more (`stances/exchange`).
    Idle(CreatureId),
    /// What was kept back until the end of a cycle happens (`stances/tie-break`).
    Settle,
    /// The segment is over (`round/segment-finishes-before-next`).
    Close,
    /// The round is over (`round/next-round`).
    EndRound,
    /// The fight is over (`round/end-of-fight`).
    EndCombat,

    // Items (`stances/exchange`).
    /// An attack (`attack/procedure`).
    Attack(Strike),
    /// An attack into a space where somebody hidden may be (`ambush/concealment`).
    Guess(Guess),
    /// A plain move along these spaces (`movement-segment/moves`).
    Move(Box<[Cell]>),
    /// An initiative-affecting skill.
    Feat(Box<Feat>),
    /// Disengage (`defence/disengage`).
    Disengage,
    /// Flee (`attack/flee`).
    Flee,
    /// A utility.
    Use(Utility),
    /// No more items in this segment; no (`stances/pass`).
    Pass,

    // Free.
    /// Let an item fall (`actions/utility`).
    Drop(ItemId),
    /// Maintain an effect no longer (`other-melee/concentration`).
    Release(u16),
    /// Give up (`attack/surrender`).
    Surrender,

    // Answers.
    /// Declare an ambush, on these where targets have to be named (`ambush/only-reactors-act`).
    Ambush(Box<[CreatureId]>),
    /// Go On-Guard with that skill (`on-guard/announce`).
    OnGuard(DefendSkill),
    /// Take a stance (`stances/declared-per-segment`).
    Stance(Stance),
    /// Defend (`defence/timing`).
    Defend(Defence),
    /// Make an attack of opportunity with that weapon (`reaction/opportunity-resolution`).
    Opportunity(Arm),
}

/// The occasions on which somebody is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// Whether it declares an ambush (`round/start-sequence`).
    Ambush,
    /// Whether it goes On-Guard.
    OnGuard,
    /// Which stance it takes in the segment.
    Stance(Segment),
    /// Its item in the segment.
    Item,
    /// Somebody in its threat zone shoots or casts: whether it makes an attack of opportunity (`reaction/attack-of-opportunity`).
    Opportunity {
        /// Who.
        by: CreatureId,
        /// How; none where it attacks into a space.
        strike: Option<Strike>,
    },
    /// An attack hits it: whether and how it defends (`defence/timing`).
    Defend {
        /// Who attacks.
        by: CreatureId,
        /// How.
        strike: Strike,
    },
}
