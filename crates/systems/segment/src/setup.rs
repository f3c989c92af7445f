//! A fight before it starts: complete in itself, so that a journal needs no content files.

mod body;
pub(super) mod bounds;
mod check;
mod compose;
mod conditions;
mod creature;
mod equip;
pub(super) mod fields;
pub(super) mod joining;
pub(crate) mod place;
mod situation;

use affray_kernel::condition::{Conditions, Held};
use affray_kernel::grid::{Changes, Map, MapSetup};
use affray_kernel::scenario::map_of;
use affray_kernel::{CreatureId, Shared};
use serde::{Deserialize, Serialize};

pub use compose::compose;

use super::sheet::{ItemKind, Options, Power, Sheet};
use super::state::{Body, Cast, Clock, Condition, Item, Maintained, Phase, Segment, State};
use super::summary;

/// A fight before it starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// What it is called.
    pub name: String,
    /// A few words about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The switches of the rulings.
    pub options: Options,
    /// Which kinds of damage the setting uses, in the order of `DamageType::ALL`.
    pub damage_types: [bool; 5],
    /// Added to all attack and defend checks by the surroundings.
    #[serde(default)]
    pub environment: i16,
    /// Added to those of each side.
    pub side_environment: Vec<i16>,
    /// The map.
    pub map: MapSetup,
    /// Names of the sides, by number.
    pub sides: Vec<String>,
    /// Creatures in roster order.
    pub creatures: Vec<CreatureSetup>,
    /// Kinds of the items.
    pub kinds: Vec<ItemKind>,
    /// Items.
    pub items: Vec<Item>,
    /// Names of the attack skills, by number.
    pub skills: Vec<String>,
    /// Powers that somebody has, or that are maintained.
    pub powers: Vec<Power>,
    /// Conditions in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Held<Condition>>,
    /// Maintained effects, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Maintained>,
    /// Where a fight that is under way stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
}

/// Where a fight that is under way stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The number of the round.
    pub round: u16,
    /// What is going on.
    pub phase: Phase,
    /// The segment under way, or the last one that was called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment: Option<Segment>,
    /// Whether an attack was made out of an ambush this round.
    #[serde(default)]
    pub ambushed: bool,
}

/// A creature and how it is when the fight begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureSetup {
    /// What does not change.
    pub sheet: Sheet,
    /// What does.
    pub body: Body,
}

impl Setup {
    /// The round that is under way, or about to begin.
    fn round(&self) -> u16 {
        self.start.map_or(1, |start| start.round)
    }

    /// Whether a creature has a condition.
    fn has(&self, who: CreatureId, kind: Condition) -> bool {
        let mut held = self.conditions.iter();
        held.any(|held| held.on == who && held.kind == kind)
    }

    /// Whether a creature is unconscious or dead, so that it holds and maintains nothing (`health/unconscious`).
    fn is_out(&self, who: CreatureId) -> bool {
        OUT.into_iter().any(|kind| self.has(who, kind))
    }
}

/// Conditions of those who hold nothing (`health/unconscious`, `damage-effects/knockout`).
const OUT: [Condition; 3] = [
    Condition::Unconscious,
    Condition::KnockedOut,
    Condition::Dead,
];

/// The state a fight starts from.
///
/// Without [`Setup::start`] the first round is about to begin.
///
/// # Errors
/// Every reason at once why the setup is impossible.
pub fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
    let faults = |map: Option<&Map>| check::faults(setup, map);
    let map = map_of(&setup.map, faults, |part| check::name(setup, part))?;
    Ok(build(setup, map))
}

fn build(setup: &Setup, map: Map) -> State {
    let mut conditions = Conditions::default();
    for held in &setup.conditions {
        conditions.add(*held);
    }
    let (sheets, bodies) = setup
        .creatures
        .iter()
        .map(|creature| (creature.sheet.clone(), creature.body.clone()))
        .unzip();
    let mut state = State {
        bodies,
        conditions,
        items: setup.items.clone(),
        effects: setup.effects.clone(),
        side_environment: setup.side_environment.iter().copied().collect(),
        altered: Changes::default(),
        clock: clock(setup),
        reaches: Vec::new(),
        cast: Shared::new(Cast {
            sides: setup.sides.clone(),
            sheets,
            kinds: setup.kinds.clone(),
            skills: setup.skills.clone(),
            powers: setup.powers.clone(),
            map,
            options: setup.options,
            damage_types: setup.damage_types,
        }),
    };
    summary::sum_up(&mut state);
    state
}

fn clock(setup: &Setup) -> Clock {
    let beginning = Start {
        round: 0,
        phase: Phase::Beginning,
        segment: None,
        ambushed: false,
    };
    let start = setup.start.unwrap_or(beginning);
    Clock {
        round: start.round,
        phase: start.phase,
        broken_off: None,
        segment: start.segment,
        ordered: None,
        ambushed: start.ambushed,
        environment: setup.environment,
    }
}

#[cfg(test)]
mod tests;
