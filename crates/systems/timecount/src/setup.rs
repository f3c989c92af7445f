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
mod spoken;

use affray_kernel::CreatureId;
use affray_kernel::Shared;
use affray_kernel::condition::{Conditions, Held};
use affray_kernel::grid::{Changes, Ground, Map, MapSetup, Terrain};
use affray_kernel::scenario::map_of;
use serde::{Deserialize, Serialize};

pub use compose::compose;

use self::fields::LAST_COUNT;
use super::TimeCount;
use super::act::Act;
use super::actions::magic::cast;
use super::actions::ready;
use super::known;
use super::sheet::{ItemKind, Options, Sheet, Spell};
use super::state::{
    Active, Body, Cast, Clock, Condition, Item, Pending, Phase, SceneKind, State, Underway,
};
use super::surface::Cover;

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
    /// Spells that somebody or something can cast, or that are active.
    pub spells: Vec<Spell>,
    /// Conditions in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Held<Condition>>,
    /// Active spells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub active: Vec<Active>,
    /// What will happen by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<Pending>,
    /// The count of a fight that is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
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
    /// The count when the fight begins. One that no fight has is refused, and all else looked at nevertheless.
    fn now(&self) -> u32 {
        self.start.unwrap_or_default().min(LAST_COUNT as u32)
    }
}

/// The state a fight starts from.
///
/// Without [`Setup::start`] the phase is [`Phase::Setup`]: surprise and initiative are still to be settled, but not for creatures that
/// were given their first turn.
///
/// # Errors
/// Every reason at once why the setup is impossible.
pub fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
    let faults = |map: Option<&Map>| check::faults(setup, map);
    let map = map_of(&setup.map, faults, |part| check::name(setup, part))?;
    let state = build(setup, map);
    let reasons = readied_faults(&state);
    if reasons.is_empty() {
        Ok(state)
    } else {
        Err(reasons)
    }
}

/// What is wrong with actions that are readied, and scrolls that are being read.
fn readied_faults(state: &State) -> Vec<String> {
    let fault = |who: CreatureId| {
        let name = &state.sheet(who).name;
        match &state.body(who).underway {
            Underway::Ready { act, trigger, .. } => {
                let readied = Act::Ready(act.clone(), (**trigger).clone());
                if !known::knows_act(state, &readied) {
                    return Some(format!("{name}.underway: it names what is not there"));
                }
                let refusal = ready::aim_ready(state, who, act, trigger).err()?;
                let words = refusal.render::<TimeCount>(state);
                Some(format!("{name}.underway: {words}"))
            }
            Underway::Scroll { item, aim, .. } => {
                let read = Act::ReadScroll(*item, aim.clone());
                let known = known::knows_act(state, &read);
                let fits = known && cast::aim_scroll(state, who, *item, aim).is_ok();
                (!fits).then(|| format!("{name}.underway: that scroll cannot be read like this"))
            }
            _ => None,
        }
    };
    state.creatures().filter_map(fault).collect()
}

fn build(setup: &Setup, map: Map) -> State {
    let open_ground = is_open_ground(setup, &map);
    let covers_wholly = |cell| Cover::of_ground(map.ground(cell)) == Some(Cover::Total);
    let total_cover = map.cells().any(covers_wholly);
    let mut conditions = Conditions::default();
    for held in &setup.conditions {
        conditions.add(*held);
    }
    let mut pending = setup.pending.clone();
    pending.sort_unstable();
    let (sheets, bodies) = setup
        .creatures
        .iter()
        .map(|creature| (creature.sheet.clone(), creature.body.clone()))
        .unzip();
    State {
        bodies,
        conditions,
        items: setup.items.clone(),
        spells: setup.active.clone(),
        pending,
        altered: Changes::default(),
        clock: Clock {
            count: setup.now(),
            phase: match setup.start {
                None => Phase::Setup,
                Some(_) => Phase::UnderWay,
            },
            broken_off: None,
        },
        cast: Shared::new(Cast {
            sides: setup.sides.clone(),
            sheets,
            kinds: setup.kinds.clone(),
            spells: setup.spells.clone(),
            map,
            options: setup.options,
            scene: setup.scene,
            open_ground,
            total_cover,
        }),
    }
}

/// Whether nothing can ever block, cover or slow anybody: the map is bare, and nobody can stand between two others.
fn is_open_ground(setup: &Setup, map: &Map) -> bool {
    let bare = map.without_edges()
        && map
            .cells()
            .all(|cell| map.ground(cell) == Ground::default());
    bare && setup.creatures.len() <= 2
}

#[cfg(test)]
mod tests;
