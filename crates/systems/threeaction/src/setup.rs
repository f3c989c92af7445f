//! A fight before it starts: complete in itself, so that a journal needs no content files.

pub(super) mod bounds;
mod check;
mod compose;
pub(super) mod conditions;
mod creature;
mod equip;
pub(super) mod fields;
pub(super) mod joining;
pub(crate) mod place;

use affray_kernel::condition::{Conditions, Held, Until};
use affray_kernel::grid::{Cell, Ground, Map, MapSetup, Space, Terrain};
use affray_kernel::scenario::map_of;
use affray_kernel::{CreatureId, Shared};
use serde::{Deserialize, Serialize};

pub use compose::compose;

use super::rules::initiative::NOT_ROLLED;
use super::rules::rooms::Rooms;
use super::sheet::{Effect, ItemKind, Options, Sheet, Spell};
use super::state::{
    Body, Cast, Clock, Condition, Dose, Drift, Item, Phase, Place, Presence, Running, SceneKind,
    State,
};
use super::summary::{Equipped, SidesLeft, Waiting};

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
    /// Creatures in roster order, those that can be summoned at the end.
    pub creatures: Vec<CreatureSetup>,
    /// Kinds of the items.
    pub kinds: Vec<ItemKind>,
    /// Items.
    pub items: Vec<ItemSetup>,
    /// Spells that somebody or something can cast, or that are running.
    pub spells: Vec<Spell>,
    /// Conditions in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Held<Condition>>,
    /// Poisons at work.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doses: Vec<Dose>,
    /// Running Spells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub running: Vec<Running>,
    /// Tasks: what they are called and how many Actions they take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<(String, u8)>,
    /// Where a fight that is under way stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartSetup>,
}

/// Where a fight that is under way stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartSetup {
    /// The Round.
    pub round: u16,
    /// Whose Turn has just begun.
    pub turn: CreatureId,
}

/// A creature and how it is when the fight begins. The fields are those of [`Body`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of `Body`")]
pub struct CreatureSetup {
    pub sheet: Sheet,
    pub at: Cell,
    pub presence: Presence,
    pub hp: i16,
    pub energy: i16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub initiative: Option<i16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub actions_used: i8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub reactions_used: i8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub reaction_ready: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub bleed_penalty: i16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub airless: i16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub began_airless: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub dodges: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacks: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub flown_ft: Option<i16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub flying: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub heading: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub hanging: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub falling_ft: Option<i16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub jump_prepared: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub task: Option<(u8, u8)>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub sneak: Option<i16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub mount: Option<CreatureId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub commanded: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub commander: Option<CreatureId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub drift: Option<Drift>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub delaying: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub unaware: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// An item and how it is when the fight begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemSetup {
    /// Its kind, in [`Setup::kinds`].
    pub kind: u16,
    /// Where it is.
    pub place: Place,
    /// Its hit points.
    pub hp: i16,
    /// Load Actions still to be done before the next shot.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unloaded: u8,
    /// Ammunition left, where it is counted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ammunition: Option<u16>,
    /// Whether it is lit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lit: bool,
}

/// The state a fight starts from.
///
/// Without [`Setup::start`] the phase is [`Phase::Setup`]: Initiative is still to be rolled, but not for creatures that were
/// given theirs.
///
/// # Errors
/// Every reason at once why the setup is impossible.
pub fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
    let faults = |map: Option<&Map>| check::faults(setup, map);
    let map = map_of(&setup.map, faults, |part| check::name(setup, part))?;
    Ok(build(setup, map))
}

fn build(setup: &Setup, map: Map) -> State {
    let order = order(setup);
    let open_ground = is_open_ground(setup, &map);
    let owned = |creature: &CreatureSetup| creature.sheet.owner.is_some();
    let nobody_owned = !setup.creatures.iter().any(owned);
    let mut conditions = Conditions::default();
    for held in &setup.conditions {
        conditions.add(*held);
    }
    for held in poisoned(setup) {
        conditions.add(held);
    }
    let mut doses = setup.doses.clone();
    doses.sort_unstable();
    let state = State {
        bodies: bodies(setup, &order),
        conditions,
        doses,
        items: setup.items.iter().map(item).collect(),
        spells: setup.running.clone(),
        altered: Vec::new(),
        clock: clock(setup, order),
        cast: Shared::new(Cast {
            sides: setup.sides.clone(),
            sheets: setup
                .creatures
                .iter()
                .map(|creature| creature.sheet.clone())
                .collect(),
            kinds: setup.kinds.clone(),
            spells: setup.spells.clone(),
            map,
            tasks: setup.tasks.clone(),
            options: setup.options,
            scene: setup.scene,
            open_ground,
            nobody_owned,
            plain: open_ground && nobody_owned && is_plain(setup),
            rooms: Rooms::default(),
        }),
        waiting: Waiting::default(),
        sides_left: SidesLeft::default(),
        calm: false,
        aimed: Default::default(),
    };
    state.summed_up()
}

/// Whoever has poison in it is Poisoned, at the level of the strongest.
fn poisoned(setup: &Setup) -> impl Iterator<Item = Held<Condition>> {
    (0..setup.creatures.len()).filter_map(|index| {
        let on = CreatureId(index as u16);
        let own = setup.doses.iter().filter(|dose| dose.on == on);
        let amount = own.map(|dose| dose.level).max()?;
        Some(Held {
            on,
            kind: Condition::Poisoned,
            toward: None,
            parent: None,
            cause: None,
            until: Until::Cleared,
            amount,
        })
    })
}

/// In a fight under way: creatures with their Initiative, highest first. Whoever was given none comes after those who were, in
/// roster order; those with an owner take no Turns of their own.
fn order(setup: &Setup) -> Vec<(CreatureId, i16)> {
    if setup.start.is_none() {
        return Vec::new();
    }
    let (mut given, mut others) = (Vec::new(), Vec::new());
    for (index, creature) in setup.creatures.iter().enumerate() {
        let who = CreatureId(index as u16);
        match creature.initiative {
            _ if creature.presence != Presence::Here || creature.sheet.owner.is_some() => {}
            Some(initiative) => given.push((who, initiative)),
            None => others.push(who),
        }
    }
    given.sort_by_key(|(_, initiative)| std::cmp::Reverse(*initiative));
    let next = match given.last() {
        Some((_, lowest)) => lowest - 1,
        None => others.len() as i16,
    };
    let initiatives = (0..).map(|place| next - place);
    given.extend(others.into_iter().zip(initiatives));
    given
}

fn clock(setup: &Setup, order: Vec<(CreatureId, i16)>) -> Clock {
    let order: Vec<CreatureId> = order.into_iter().map(|(who, _)| who).collect();
    match setup.start {
        None => Clock {
            round: 0,
            order,
            place: 0,
            phase: Phase::Setup,
            broken_off: None,
        },
        Some(StartSetup { round, turn }) => {
            let place = order
                .iter()
                .position(|who| *who == turn)
                .unwrap_or_default();
            Clock {
                round,
                order,
                place: place as u8 + 1,
                phase: Phase::Turn {
                    who: turn,
                    begun: false,
                },
                broken_off: None,
            }
        }
    }
}

fn bodies(setup: &Setup, order: &[(CreatureId, i16)]) -> Vec<Body> {
    let started = setup.start.is_some();
    let mut bodies: Vec<Body> = setup
        .creatures
        .iter()
        .map(|creature| body(creature, started))
        .collect();
    for (who, initiative) in order {
        bodies[who.index()].initiative = *initiative;
    }
    if let Some(StartSetup { round, turn }) = setup.start {
        for body in &mut bodies {
            body.had_turn = round - 1;
        }
        let now = order.iter().take_while(|(who, _)| *who != turn);
        for (who, _) in now {
            bodies[who.index()].had_turn = round;
        }
        bodies[turn.index()].had_turn = round;
    }
    bodies
}

fn body(creature: &CreatureSetup, started: bool) -> Body {
    Body {
        at: creature.at,
        presence: creature.presence,
        hp: creature.hp,
        energy: creature.energy,
        initiative: creature.initiative.unwrap_or(NOT_ROLLED),
        actions_used: creature.actions_used,
        actions_granted: 0,
        reactions_used: creature.reactions_used,
        reaction_ready: creature.reaction_ready || started,
        bleed_penalty: creature.bleed_penalty,
        airless: creature.airless,
        began_airless: creature.began_airless,
        dodges: creature.dodges,
        attacks: creature.attacks,
        flown_ft: creature.flown_ft,
        short_flight: false,
        flying: creature.flying,
        heading: creature.heading,
        hanging: creature.hanging,
        squeezing: false,
        falling_ft: creature.falling_ft,
        moving: None,
        passing: Vec::new(),
        jump_prepared: creature.jump_prepared,
        task: creature.task,
        sneak: creature.sneak,
        mount: creature.mount,
        commanded: creature.commanded,
        commander: creature.commander,
        drift: creature.drift,
        readied: None,
        delaying: creature.delaying,
        had_turn: 0,
        equipped: Equipped::default(),
        room: Space::cell(creature.at),
        unaware: creature.unaware,
    }
}

fn item(item: &ItemSetup) -> Item {
    Item {
        kind: item.kind,
        place: item.place,
        hp: item.hp,
        unloaded: item.unloaded,
        ammunition: item.ammunition,
        lit: item.lit,
        drift: None,
    }
}

/// Whether nothing can ever block, conceal or slow anybody: the map is bare, nobody can make Fog or tunnels or stand between two
/// others, and no object is large enough to hide behind.
fn is_open_ground(setup: &Setup, map: &Map) -> bool {
    let bare = map.without_edges()
        && map
            .cells()
            .all(|cell| map.ground(cell) == Ground::default());
    let fog = setup.spells.iter().any(|spell| spell.effect == Effect::Fog);
    let areas = setup.running.iter().any(|running| !running.area.is_empty());
    let objects = setup
        .kinds
        .iter()
        .any(|kind| matches!(kind, ItemKind::Gear(gear) if gear.size.is_some()));
    let burrowers = setup
        .creatures
        .iter()
        .any(|creature| creature.sheet.feats.burrow);
    bare && setup.creatures.len() <= 2
        && !(setup.scene.dark || fog || areas || objects || burrowers)
}

/// Whether there is weight and air, and everybody has eyes.
fn is_plain(setup: &Setup) -> bool {
    let sightless = |creature: &CreatureSetup| creature.sheet.senses.sightless;
    !setup.scene.zero_g && !setup.scene.airless && !setup.creatures.iter().any(sightless)
}

#[cfg(test)]
mod tests;
