//! What creatures do and answer, and the windows in which they are asked.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sheet::{Attribute, DamageType, Skill};
use super::state::{Arm, GearId, ItemId, Location, SpellId};

/// How an attack is made, where it is not as usual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Manual {
    /// The attribute, Strength or Agility; the one with the higher value unless it says so (`attack/melee-attribute`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub using: Option<Attribute>,
    /// The fighting style, by its place on the sheet; the one with the best chance unless it says so (`multiple-styles/allowed`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<u8>,
    /// The type of damage, of a weapon or a spell with several; its first unless it says so (`damage-types/every-source-has-one`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<DamageType>,
    /// In how many hands a versatile weapon is gripped from now on (`character-stats/hands`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grip: Option<u8>,
}

impl Manual {
    /// As usual in all of it.
    pub const USUAL: Self = Self {
        using: None,
        style: None,
        kind: None,
        grip: None,
    };

    /// Whether nothing is said of it.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::USUAL
    }
}

/// A Strike: at whom, with what, and how (`attack/weapon-attack`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Strike {
    /// At whom.
    pub target: CreatureId,
    /// With what.
    pub with: Arm,
    /// Whether the weapon is thrown (`attack/thrown-counts-as-ranged`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thrown: bool,
    /// How it is made.
    #[serde(default)]
    pub manual: Manual,
}

/// What a spell or the magic of an item is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Oneself.
    Oneself,
    /// A creature.
    Creature(CreatureId),
    /// A space.
    Place(Cell),
}

/// What is done with an object within touch (`reactions/manipulate`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handling {
    /// Take a carried item into the hands.
    Draw(ItemId),
    /// Put a held item away.
    Stow(ItemId),
    /// Pick an item up off the floor, or take it from somebody who lies unconscious or dead.
    PickUp(ItemId),
    /// One step of loading a weapon (`equipment/weapon-data`).
    Load(ItemId),
    /// Open or close the door between two spaces.
    Door(Cell, Cell, bool),
    /// Pull a lever, or whatever else the place has, by its number.
    Fixture(u8),
}

/// Primary actions and reactions: what costs Action Points (`actions-in-combat/universal-list`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Strike, on one's own turn or as an opportunity attack (`primary-actions/strike`, `reactions/opportunity-attack`).
    Strike(Strike),
    /// Cast a spell, or use an ability (`primary-actions/use-magic`, `reactions/use-magic`).
    Cast(
        SpellId,
        Aim,
        #[serde(default, skip_serializing_if = "Manual::is_usual")] Manual,
    ),
    /// Activate a magic item (`primary-actions/use-magic`, `reactions/use-magic`).
    Activate(
        ItemId,
        Aim,
        #[serde(default, skip_serializing_if = "Manual::is_usual")] Manual,
    ),
    /// Manipulate (`reactions/manipulate`).
    Manipulate(Handling),
    /// Dash (`primary-actions/dash`).
    Dash,
    /// Disengage (`primary-actions/disengage`).
    Disengage,
    /// Grapple (`primary-actions/grapple`).
    Grapple(CreatureId),
    /// Get free from whoever holds one, or from a net, with Athletics or Acrobatics (`conditions/grappled`).
    Escape(Option<CreatureId>, Option<Skill>),
    /// Search (`adventuring/search`).
    Search,
    /// Sneak (`adventuring/sneak`).
    Sneak,
}

/// Manners of defence (`defend/options`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Manner {
    Block,
    Dodge,
    Parry,
    Withstand,
}

impl Manner {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Block, Self::Dodge, Self::Parry, Self::Withstand];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Block => "Block",
            Self::Dodge => "Dodge",
            Self::Parry => "Parry",
            Self::Withstand => "Withstand",
        }
    }
}

/// A defence (`reactions/defend`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Defence {
    /// The manner.
    pub manner: Manner,
    /// The attribute of a Parry; the one with the higher value unless it says so (`defend/parry`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub using: Option<Attribute>,
    /// The fighting style of a Block or a Parry; the one with the best chance unless it says so (`multiple-styles/allowed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<u8>,
}

/// The maneuvers (`maneuvers/list`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Maneuver {
    /// The loser becomes Dazed unless it passes an Athletics test (`maneuvers/bash`).
    Bash,
    /// A boon on one's own next defence (`maneuvers/brace`).
    Brace,
    /// The loser loses that item unless it passes an Athletics or Sleight of Hand test (`maneuvers/disarm`).
    Disarm(ItemId),
    /// A boon on one's own next Strike at the loser, after a passed Deception test (`maneuvers/feint`).
    Feint,
    /// That hit location, and the damage dice at their highest (`maneuvers/precision`).
    Precision(Location),
    /// The loser is driven back 1 m unless it passes an Athletics test (`maneuvers/push`).
    Push,
    /// The loser is Prone unless it passes an Acrobatics test (`maneuvers/trip`).
    Trip,
}

impl Maneuver {
    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bash => "Bash",
            Self::Brace => "Brace",
            Self::Disarm(_) => "Disarm",
            Self::Feint => "Feint",
            Self::Precision(_) => "Precision",
            Self::Push => "Push",
            Self::Trip => "Trip",
        }
    }

    /// Whether size matters and reach is needed (`size-matters/scope`, `maneuvers/reach`).
    #[must_use]
    pub const fn is_starred(self) -> bool {
        matches!(self, Self::Bash | Self::Disarm(_) | Self::Push | Self::Trip)
    }
}

/// What a creature does, or answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    // Nobody's.
    /// The stage is set (`combat-overview/set-the-stage`).
    SetStage,
    /// Surprise is determined (`combat-overview/surprise-contest`).
    Surprise,
    /// Initiative is rolled (`combat-overview/roll-initiative-step`).
    RollInitiative,
    /// A creature that has come late rolls its initiative (`initiative-structure/late-arrivals`).
    Arrive(CreatureId),
    /// A round begins (`initiative-structure/ap-gain`).
    BeginRound,
    /// The next turn begins, or somebody's is skipped (`initiative-structure/order-descending`).
    NextTurn,
    /// All turns are done: the round ends (`combat-overview/round-ends`).
    EndRound,

    // On one's own turn, and as reactions.
    /// A primary action or a reaction (`actions-in-combat/two-uses`).
    Do(Action),
    /// The same as a free action (`free-actions/no-ap`).
    Freely(Action),

    // On one's own turn.
    /// One leg of movement along a path, the last space being the goal; those not next to each other are joined by the cheapest way, if
    /// possible by one without a fall that hurts (`initiative-structure/turn-movement`, `adventuring/falling`).
    Move(Box<[Cell]>),
    /// Stand up (`conditions/prone`).
    Stand,
    /// Drop prone (`conditions/prone`).
    DropProne,
    /// Let go of a grappled creature (`quick-reference/release`).
    Release(CreatureId),
    /// Let a held item fall (`quick-reference/release`).
    Drop(ItemId),
    /// Save the turn until after that creature's (`saving-your-turn/option`).
    Save(CreatureId),
    /// End the turn (`initiative-structure/pass-the-turn`).
    EndTurn,
    /// Add a type of gear to a fighting style for XP; where no fight is going on (`fighting-style/expansion-cost`).
    Widen(u8, GearId),

    // Answers.
    /// Nothing; no.
    Pass,
    /// Defend (`reactions/defend`).
    Defend(Defence),
    /// A maneuver (`maneuvers/trigger`).
    Maneuver(Maneuver),
    /// The skill with which one resists (`primary-actions/grapple-contest`, `maneuvers/disarm`).
    Resist(Skill),
}

/// What an attack is made with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// A weapon in melee.
    Melee(Arm),
    /// A weapon that shoots or is thrown.
    Ranged(Arm),
    /// A spell or an ability.
    Spell(SpellId),
    /// A magic item with that spell.
    Item(ItemId, SpellId),
}

/// How somebody exposes itself (`opportunity-attacks/triggers`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exposure {
    /// It moves within reach or leaves it (`opportunity-attacks/move`).
    Moves,
    /// It has come into reach; only with the switch `entering-provokes` (`opportunity-attacks/move`).
    Enters,
    /// It casts that spell (`opportunity-attacks/cast-spell`).
    Casts(SpellId),
    /// It stands up (`opportunity-attacks/stand-up`).
    StandsUp,
}

/// What somebody declares (`actions-in-combat/reaction-trigger`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Declared {
    /// An action.
    Action(Action),
    /// A leg of movement to that space.
    Leg(Cell),
    /// It stands up.
    StandUp,
}

/// What a contest is about whose other side chooses its skill.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resisted {
    /// A Grapple: Athletics or Acrobatics (`primary-actions/grapple-contest`).
    Grapple,
    /// Losing that item: Athletics or Sleight of Hand (`maneuvers/disarm`).
    Disarm(ItemId),
}

impl Resisted {
    /// The skills that it can be resisted with, the usual one first.
    #[must_use]
    pub const fn skills(self) -> [Skill; 2] {
        match self {
            Self::Grapple => [Skill::Athletics, Skill::Acrobatics],
            Self::Disarm(_) => [Skill::Athletics, Skill::SleightOfHand],
        }
    }
}

/// How somebody has won critically (`results/winner-may-maneuver`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Won {
    /// By an attack.
    Attacking(Means),
    /// By a defence.
    Defending,
}

/// The occasions on which somebody is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// Its own turn.
    Turn,
    /// It is attacked: a defence, another reaction, or nothing (`defend/declared-before-roll`).
    Attacked {
        /// By whom.
        by: CreatureId,
        /// With what.
        with: Means,
        /// Whether it is the Strike that was feinted for (`maneuvers/feint`).
        feint: bool,
    },
    /// A foe exposes itself: an opportunity attack or nothing, and another reaction where that is just declared
    /// (`opportunity-attacks/definition`).
    Exposed {
        /// Who.
        foe: CreatureId,
        /// How.
        how: Exposure,
        /// Whom it attacks, if it does.
        on: Option<CreatureId>,
        /// Whether it is just declared, so that other reactions are possible, too.
        declared: bool,
    },
    /// Somebody declares something: Manipulate, or magic that is no attack (`actions-in-combat/reaction-trigger`).
    Declared {
        /// Who.
        by: CreatureId,
        /// What.
        what: Declared,
    },
    /// Somebody's turn ends: the same (`actions-in-combat/reaction-trigger`).
    TurnEnds {
        /// Whose.
        of: CreatureId,
        /// Whether it was the last turn of the round, so that Action Points that are left are about to be lost (`combat-overview/ap-lost`).
        last: bool,
    },
    /// It has won critically: a maneuver or none (`maneuvers/cost-and-number`).
    Won {
        /// Against whom.
        over: CreatureId,
        /// How.
        how: Won,
    },
    /// The skill with which it resists.
    Resist {
        /// Whom.
        against: CreatureId,
        /// What.
        what: Resisted,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_magic_is_used_is_written_where_it_is_not_as_usual() {
        let written = |manual, text: &str| {
            let action = Action::Cast(SpellId(3), Aim::Oneself, manual);
            assert_eq!(
                serde_json::to_string(&action).ok().as_deref(),
                Some(text),
                "{action:?}"
            );
            assert_eq!(serde_json::from_str::<Action>(text).ok(), Some(action));
        };
        written(Manual::USUAL, r#"{"cast":[3,"oneself"]}"#);
        let frost = Manual {
            kind: Some(DamageType::Frost),
            ..Manual::USUAL
        };
        written(frost, r#"{"cast":[3,"oneself",{"kind":"frost"}]}"#);
    }
}
