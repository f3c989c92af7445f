//! A fight before it starts: complete in itself, so that a journal needs no content files.

mod body;
pub(super) mod bounds;
mod check;
mod compose;
mod conditions;
pub(super) mod creature;
mod equip;
pub(super) mod fields;
pub(super) mod joining;
mod place;
mod situation;

use affray_kernel::CreatureId;
use affray_kernel::condition::{Conditions, Held};
use affray_kernel::grid::{Changes, Map, MapSetup, Terrain};
use serde::{Deserialize, Serialize};

pub use compose::compose;

use super::sheet::{ItemKind, Options, Power, Sheet};
use super::state::{
    Body, Cast, Clock, Condition, Item, Phase, PowerId, SceneKind, Shared, State, Zone,
};
use super::surface;

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
    /// What holds for the whole scene.
    pub scene: SceneKind,
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
    /// Powers that somebody or something has, or that have made zones.
    pub powers: Vec<Power>,
    /// Conditions in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Held<Condition>>,
    /// Zones, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// Who may not attack whom again before that one has answered: attacker and target, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<(CreatureId, CreatureId)>,
    /// Whether the first action of those who surprise the others is still to come.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ambush: bool,
    /// The open floor of a fight that is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
}

/// The open floor on which a fight is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The number of the Round.
    pub round: u16,
    /// Rounds in a row before this one in which nobody spent anything.
    #[serde(default)]
    pub idle: u8,
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
    /// The Round that is under way, or about to begin.
    fn round(&self) -> u16 {
        self.start.map_or(1, |start| start.round)
    }

    /// Whether a creature has a condition.
    fn has(&self, who: CreatureId, kind: Condition) -> bool {
        let mut held = self.conditions.iter();
        held.any(|held| held.on == who && held.kind == kind)
    }
}

/// Which of the powers is in a kind of item.
fn power_in(powers: &[Power], kind: &ItemKind) -> Option<PowerId> {
    let ItemKind::Gear(gear) = kind else {
        return None;
    };
    let name = gear.power.as_ref()?;
    let place = powers.iter().position(|power| power.name == *name)?;
    u8::try_from(place).ok().map(PowerId)
}

/// The state a fight starts from.
///
/// Without [`Setup::start`] the first Round is about to begin.
///
/// # Errors
/// Every reason at once why the setup is impossible.
pub fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
    let (map, mut reasons) = match setup.map.build() {
        Ok(map) => (Some(map), Vec::new()),
        Err(errors) => {
            let errors = errors.0.iter();
            (None, errors.map(|error| format!("map.{error}")).collect())
        }
    };
    let faults = check::faults(setup, map.as_ref());
    reasons.extend(
        faults
            .iter()
            .map(|fault| fault.in_words(|part| check::name(setup, part))),
    );
    match map {
        Some(map) if reasons.is_empty() => Ok(build(setup, map)),
        _ => Err(reasons),
    }
}

fn build(setup: &Setup, map: Map) -> State {
    let imposing_ground = map
        .cells()
        .any(|cell| surface::imposes(map.ground(cell)).is_some());
    let mut conditions = Conditions::default();
    for held in &setup.conditions {
        conditions.add(*held);
    }
    let (sheets, bodies) = setup
        .creatures
        .iter()
        .map(|creature| (creature.sheet.clone(), creature.body.clone()))
        .unzip();
    State {
        bodies,
        conditions,
        items: setup.items.clone(),
        zones: setup.zones.clone(),
        altered: Changes::default(),
        owed: setup.owed.iter().copied().collect(),
        doings: Vec::new(),
        clock: clock(setup),
        cast: Shared::new(Cast {
            sides: setup.sides.clone(),
            sheets,
            kinds: setup.kinds.clone(),
            powers: setup.powers.clone(),
            consumables: setup
                .kinds
                .iter()
                .map(|kind| power_in(&setup.powers, kind))
                .collect(),
            map,
            options: setup.options,
            scene: setup.scene,
            imposing_ground,
        }),
    }
}

fn clock(setup: &Setup) -> Clock {
    let (round, phase, idle) = match setup.start {
        None => (0, Phase::Beginning, 0),
        Some(start) => (start.round, Phase::Open, start.idle),
    };
    Clock {
        round,
        phase,
        afterwards: 0,
        ambush: setup.ambush,
        idle,
        spent: false,
    }
}

#[cfg(test)]
mod tests;
