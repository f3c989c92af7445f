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
mod place;
mod situation;
mod styles;

use affray_kernel::condition::{Conditions, Held};
use affray_kernel::grid::{Changes, Grid, Map, MapSetup, Terrain, Unit};
use affray_kernel::scenario::{map_of, number_in};
use affray_kernel::{CreatureId, Shared};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub use compose::compose;

use super::rules::initiative::order;
use super::sheet::{ItemKind, Options, Sheet, Spell};
use super::state::{
    Body, Cast, Clock, Condition, Fixture, FixtureKind, GearId, Item, Phase, Running, SceneKind,
    State,
};

/// Squares of 1 m, on which all fights are (`space/grid`).
const GRID: Grid = Grid::squares(1, Unit::Metres);

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
    #[serde(default)]
    pub scene: SceneKind,
    /// The map.
    pub map: MapSetup,
    /// Names of the sides, by number.
    pub sides: Vec<String>,
    /// The side that tries to sneak up on the others, by number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sneaking: Option<u8>,
    /// Creatures in roster order.
    pub creatures: Vec<CreatureSetup>,
    /// Kinds of the items.
    pub kinds: Vec<ItemKind>,
    /// Items.
    pub items: Vec<Item>,
    /// Types of gear that styles train in, after [`GearId::GENERAL`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<String>,
    /// Spells and abilities that somebody or something has, or that last.
    pub spells: Vec<Spell>,
    /// Levers and the like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixtures: Vec<FixtureKind>,
    /// Conditions in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Held<Condition>>,
    /// Spells that last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub running: Vec<Running>,
    /// Where a fight that is under way stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
}

/// Where a fight that is under way stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The number of the round that is under way, or about to begin.
    pub round: u16,
    /// Whose turn it is; `None`: the round is about to begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<CreatureId>,
    /// Whether something of that turn is done already.
    #[serde(default)]
    pub begun: bool,
}

/// A creature and how it is when the fight begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureSetup {
    /// What does not change.
    pub sheet: Sheet,
    /// What does. Which turn of the round was its own is not said here.
    pub body: Body,
    /// Whether it has had its turn of this round; `None`: if it is before the active creature in the order and waits for nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_taken: Option<bool>,
}

impl Setup {
    /// Whose turn it is.
    fn active(&self) -> Option<CreatureId> {
        self.start.and_then(|start| start.turn)
    }

    /// The round that is under way, or about to begin.
    fn round(&self) -> u16 {
        self.start.map_or(1, |start| start.round)
    }

    /// Whether a creature has a condition.
    fn has(&self, who: CreatureId, kind: Condition) -> bool {
        let mut held = self.conditions.iter();
        held.any(|held| held.on == who && held.kind == kind)
    }

    /// Words of the types of gear: the general ones, then the setup's own.
    fn gear_words(&self) -> Vec<String> {
        let general = GearId::GENERAL.map(str::to_owned);
        general
            .into_iter()
            .chain(self.gear.iter().cloned())
            .collect()
    }
}

/// The state a fight starts from.
///
/// Without [`Setup::start`] the stage is about to be set.
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
    let mut running = setup.running.clone();
    running.sort_unstable();
    let (gear, kind_gear) = gear(setup);
    let fixtures = setup.fixtures.iter();
    let mut state = State {
        bodies,
        conditions,
        items: setup.items.clone(),
        fixtures: fixtures.map(fixture).collect(),
        running,
        altered: Changes::default(),
        clock: clock(setup),
        cast: Shared::new(Cast {
            sides: setup.sides.clone(),
            sheets,
            kinds: setup.kinds.clone(),
            kind_gear,
            gear,
            spells: setup.spells.clone(),
            fixtures: setup.fixtures.clone(),
            open_ground: is_open(&map),
            map,
            options: setup.options,
            scene: setup.scene,
        }),
    };
    if setup.start.is_some() {
        state.clock.order = order(&state);
    }
    if let Some(active) = setup.active() {
        count_turns(&mut state, setup, active);
    }
    state
}

/// What is to be known of a lever before anybody has pulled it.
const fn fixture(kind: &FixtureKind) -> Fixture {
    Fixture {
        found: !kind.hidden,
        pulled: false,
    }
}

/// The types of gear with those of the weapons of the fight, and the type of each kind of item (`fighting-style/entries-are-types`).
fn gear(setup: &Setup) -> (Vec<String>, Vec<Option<GearId>>) {
    let mut words = setup.gear_words();
    let of_kinds = setup.kinds.iter();
    let of_kinds = of_kinds
        .map(|kind| type_of_gear(kind, &mut words))
        .collect();
    (words, of_kinds)
}

/// The type of a kind of item, which the types of gear get to know.
fn type_of_gear(kind: &ItemKind, words: &mut Vec<String>) -> Option<GearId> {
    match kind {
        ItemKind::Weapon(weapon) => {
            let number = number_in(words, &weapon.gear().to_owned());
            u16::try_from(number).ok().map(GearId)
        }
        ItemKind::Shield(_) => Some(GearId::SHIELD),
        ItemKind::Armor(_) | ItemKind::Gear(_) => None,
    }
}

/// Whether there is no obstacle of any kind, nothing raised or sunken, and nothing between squares.
fn is_open(map: &Map) -> bool {
    let mut cells = map.cells();
    map.without_edges()
        && cells.all(|cell| {
            let ground = map.ground(cell);
            !ground.solid && !ground.opaque && ground.elevation == 0 && ground.kind == 0
        })
}

fn clock(setup: &Setup) -> Clock {
    let (round, phase) = match setup.start {
        None => (0, Phase::Stage),
        Some(start) => match start.turn {
            None => (start.round.saturating_sub(1), Phase::RoundBegins),
            Some(who) => {
                let begun = start.begun;
                (start.round, Phase::Turn { who, begun })
            }
        },
    };
    Clock {
        round,
        phase,
        broken_off: None,
        prolonged: false,
        sneaking: setup.sneaking,
        order: SmallVec::new(),
        turns: 0,
    }
}

/// Turns of the round that somebody has had, in the order, the last of them being the one that is going on
/// (`initiative-structure/one-turn-each`).
fn count_turns(state: &mut State, setup: &Setup, active: CreatureId) {
    let mut before = true;
    for who in state.clock.order.clone() {
        if who == active {
            before = false;
            continue;
        }
        let waits = state.body(who).after.is_some();
        let taken = setup.creatures[who.index()].turn_taken;
        if taken.unwrap_or(before && !waits) {
            state.clock.turns += 1;
            state.bodies[who.index()].turn = state.clock.turns;
        }
    }
    state.clock.turns += 1;
    state.bodies[active.index()].turn = state.clock.turns;
}

#[cfg(test)]
mod tests;
