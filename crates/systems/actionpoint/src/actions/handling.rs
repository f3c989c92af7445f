//! Manipulate: one object within touch (`reactions/manipulate`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space, Terrain};
use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::Found;
use crate::ActionPoint;
use crate::act::{Act, Action, Handling};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::cover::{is_pane, is_walled};
use crate::rules::hands::{self, to_spare};
use crate::rules::numbers::{able, present};
use crate::rules::occupied::astride;
use crate::rules::throwing::laid;
use crate::rules::{conditions, nets};
use crate::sheet::ItemKind;
use crate::state::{ItemId, Place, State};

/// Whether something can be done with an object, price aside: it is carried, held or within touch, and the hands are there.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(state: &State, who: CreatureId, handling: Handling) -> Result<(), Refusal> {
    if state.sheet(who).hands == 0 && !matches!(handling, Handling::Door(..)) {
        return Err(refuse!(
            "character-stats/hands",
            "{} has no hands",
            Figure::Creature(who)
        ));
    }
    match handling {
        Handling::Draw(item) => {
            if state.item(item).place != Place::Carried(who) {
                return Err(not_at_hand(who, item));
            }
            has_hands(state, who, item)
        }
        Handling::Stow(item) => match state.item(item).place {
            Place::Held(holder, _) if holder == who => Ok(()),
            _ => Err(not_at_hand(who, item)),
        },
        Handling::PickUp(item) => {
            let Some(there) = taken_from(state, item) else {
                return Err(not_at_hand(who, item));
            };
            within_touch(state, who, there)?;
            lies_loose(state, item)?;
            has_hands(state, who, item)
        }
        Handling::Load(item) => {
            let held = state.held(who).any(|(held, _)| held == item);
            if !held || state.item(item).unloaded == 0 {
                return Err(refuse!(
                    "equipment/weapon-data",
                    "{} has no {} to load in hand",
                    Figure::Creature(who),
                    Figure::Thing(item.0)
                ));
            }
            Ok(())
        }
        Handling::Door(a, b, open) => {
            let turned = state.terrain().edge(a, b);
            if turned.and_then(|edge| edge.turned(open)).is_none() {
                return Err(refuse!(
                    "reactions/manipulate",
                    "no door stands there that could be {}",
                    Figure::Word(if open { "opened" } else { "closed" })
                ));
            }
            let touches = |cell| within_touch(state, who, Space::cell(laid(state, cell)));
            touches(a).or_else(|_| touches(b))?;
            match astride(state, (a, b), Some(who)).filter(|_| !open) {
                None => Ok(()),
                Some(other) => Err(refuse!(
                    "space/occupied",
                    "{} stands in it",
                    Figure::Creature(other)
                )),
            }
        }
        Handling::Fixture(number) => {
            let known = state.fixtures.get(usize::from(number));
            let kind = state.cast.fixtures.get(usize::from(number));
            match (known.filter(|fixture| fixture.found), kind) {
                (Some(_), Some(kind)) => within_touch(state, who, Space::cell(kind.at)),
                _ => Err(refuse!(
                    "reactions/manipulate",
                    "there is nothing like that within touch"
                )),
            }
        }
    }
}

fn not_at_hand(who: CreatureId, item: ItemId) -> Refusal {
    refuse!(
        "reactions/manipulate",
        "{} does not have {} within touch for that",
        Figure::Creature(who),
        Figure::Thing(item.0)
    )
}

/// Where a thing is that somebody could take up: on the floor, or with somebody who can keep nothing; what is worn stays on
/// (`reactions/manipulate`).
fn taken_from(state: &State, item: ItemId) -> Option<Space> {
    match state.item(item).place {
        Place::Ground(at) => Some(Space::cell(at)),
        Place::Held(bearer, _) | Place::Carried(bearer) => {
            let helpless = present(state, bearer) && !able(state, bearer);
            helpless.then(|| state.space(bearer))
        }
        Place::Worn(_) | Place::Nowhere => None,
    }
}

/// In the own space or within 1 m, and not behind a wall (`reactions/manipulate`, `space/line-of-sight`).
fn within_touch(state: &State, who: CreatureId, there: Space) -> Result<(), Refusal> {
    let distance = state.grid().distance(state.space(who), there);
    if distance > 1 {
        return Err(refuse!(
            "reactions/manipulate",
            "that is {} away; {} can touch what is within {}",
            Figure::Metres(i32::try_from(distance).unwrap_or(i32::MAX)),
            Figure::Creature(who),
            Figure::Metres(1)
        ));
    }
    let own = state.space(who);
    if !is_walled(state, own, there) {
        return Ok(());
    }
    Err(if is_pane(state, own, there) {
        refuse!(
            "space/line-of-sight",
            "a closed window stands between {} and that",
            Figure::Creature(who)
        )
    } else {
        refuse!(
            "space/line-of-sight",
            "a wall stands between {} and that",
            Figure::Creature(who)
        )
    })
}

/// Whether a thing is where a creature could take it up (`reactions/manipulate`).
pub(crate) fn lies_within_touch(state: &State, who: CreatureId, item: ItemId) -> bool {
    let there = taken_from(state, item);
    there.is_some_and(|there| within_touch(state, who, there).is_ok())
}

/// Whether a thing is no net on the floor that holds somebody there (`equipment/special-weapons`).
fn lies_loose(state: &State, item: ItemId) -> Result<(), Refusal> {
    let Place::Ground(at) = state.item(item).place else {
        return Ok(());
    };
    if !nets::is_net(state, item) {
        return Ok(());
    }
    let shape = state.grid().shape;
    let netted = |who: &CreatureId| {
        nets::is_held_by(state, *who, item) && state.space(*who).covers(shape, at)
    };
    match state.creatures().find(netted) {
        Some(captive) => Err(refuse!(
            "equipment/special-weapons",
            "{} holds {}",
            Figure::Thing(item.0),
            Figure::Creature(captive)
        )),
        None => Ok(()),
    }
}

/// Whether so many hands are free as the item takes (`character-stats/hands`).
fn has_hands(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let (free, needed) = (to_spare(state, who), taken_by(state, item));
    if i16::from(needed) <= free {
        return Ok(());
    }
    if needed == 1 {
        return Err(refuse!(
            "character-stats/hands",
            "{} has no hand free for {}",
            Figure::Creature(who),
            Figure::Thing(item.0)
        ));
    }
    Err(refuse!(
        "character-stats/hands",
        "{} takes {} hands; {} has {} free",
        Figure::Thing(item.0),
        Figure::Number(i32::from(needed)),
        Figure::Creature(who),
        Figure::Number(i32::from(free.max(0)))
    ))
}

/// Whether an item is held while something else that could be drawn or picked up finds not enough hands, be it that more than this item has
/// to be put away for that (`reactions/manipulate`).
pub(crate) fn frees_a_hand(state: &State, who: CreatureId, item: ItemId) -> bool {
    let lacks = |other| {
        let needed = i16::from(taken_by(state, other));
        needed > to_spare(state, who) && needed <= i16::from(state.sheet(who).hands)
    };
    let is_held = matches!(state.item(item).place, Place::Held(holder, _) if holder == who);
    is_held && at_hand(state, who).any(lacks)
}

/// What could be drawn or picked up, as far as hands go.
fn at_hand(state: &State, who: CreatureId) -> impl Iterator<Item = ItemId> + '_ {
    let is_at_hand =
        move |place, item| place == Place::Carried(who) || lies_within_touch(state, who, item);
    let all = state.all_items();
    all.filter(move |(item, stands)| is_at_hand(stands.place, *item))
        .map(|(item, _)| item)
}

/// Whether the hands that an item takes are what is lacking for something else that is wanted and could be drawn or picked up.
pub(crate) fn frees_for_taking(
    state: &State,
    who: CreatureId,
    item: ItemId,
    wanted: impl Fn(ItemId) -> bool,
) -> bool {
    let Place::Held(_, freed) = state.item(item).place else {
        return false;
    };
    at_hand(state, who).any(|other| {
        wanted(other) && {
            let (free, needed) = (to_spare(state, who), i16::from(taken_by(state, other)));
            needed > free && needed <= free + i16::from(freed)
        }
    })
}

/// Hands for taking something up: one at least.
pub(crate) fn taken_by(state: &State, item: ItemId) -> u8 {
    match state.kind(item) {
        ItemKind::Armor(_) => 2,
        kind => kind.hands().max(1),
    }
}

/// Does it: one object and one interaction (`reactions/manipulate`, `reactions/manipulate-is-no-provocation`).
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, handling: Handling) {
    scene.cite_all(
        const {
            &[
                rule!("reactions/manipulate"),
                rule!("reactions/manipulate-is-no-provocation"),
                rule!("opportunity-attacks/what-does-not-provoke"),
            ]
        },
    );
    match handling {
        Handling::Draw(item) | Handling::PickUp(item) => {
            let needed = taken_by(scene.state(), item);
            scene.cite(rule!("character-stats/hands"));
            hands::free(scene, who, i16::from(needed));
            scene.emit(Fact::Item(item, Place::Held(who, needed)));
        }
        Handling::Stow(item) => scene.emit(Fact::Item(item, Place::Carried(who))),
        Handling::Load(item) => {
            let left = scene.state().item(item).unloaded.saturating_sub(1);
            scene.cite(rule!("equipment/weapon-data"));
            scene.emit(Fact::Unloaded(item, left));
        }
        Handling::Door(a, b, open) => turn(scene, (a, b), open),
        Handling::Fixture(number) => pull(scene, number),
    }
}

/// A door opens, or closes where nobody stands in it, and what it comes between ends (`space/occupied`, `conditions/grappled`).
fn turn(scene: &mut Scene<'_, ActionPoint>, (a, b): (Cell, Cell), open: bool) {
    let wedge = astride(scene.state(), (a, b), None).filter(|_| !open);
    if let Some(who) = wedge {
        scene.cite(rule!("space/occupied"));
        scene.emit(Fact::Wedged(who, a, b));
        return;
    }
    scene.emit(Fact::Door(a, b, open));
    conditions::settle_holds(scene);
}

fn pull(scene: &mut Scene<'_, ActionPoint>, number: u8) {
    let place = usize::from(number);
    let Some(fixture) = scene.state().fixtures.get(place).copied() else {
        return;
    };
    scene.emit(Fact::Fixture(number, true, !fixture.pulled));
    let kind = scene.state().cast.fixtures.get(place);
    if let Some((a, b)) = kind.and_then(|kind| kind.door) {
        let edge = scene.state().terrain().edge(a, b);
        let open = edge.is_some_and(|edge| edge.opened().is_some());
        turn(scene, (a, b), open);
    }
}

/// What could be done with objects within touch.
pub(crate) fn candidates(state: &State, who: CreatureId, found: &mut Found<'_>) -> ControlFlow<()> {
    if state.sheet(who).hands > 0 {
        for (item, stands) in state.all_items() {
            let handling = match stands.place {
                Place::Held(holder, _) if holder == who => Handling::Stow(item),
                Place::Carried(bearer) if bearer == who => Handling::Draw(item),
                _ if taken_from(state, item).is_some() => Handling::PickUp(item),
                _ => continue,
            };
            found(Act::Do(Action::Manipulate(handling)))?;
            if stands.unloaded > 0 && matches!(handling, Handling::Stow(_)) {
                found(Act::Do(Action::Manipulate(Handling::Load(item))))?;
            }
        }
        for number in 0..state.fixtures.len() {
            found(Act::Do(Action::Manipulate(Handling::Fixture(number as u8))))?;
        }
    }
    doors(state, found)
}

fn doors(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    let terrain = state.terrain();
    for edge in state.cast.map.doors() {
        let [a, b] = edge.cells();
        let Some(kind) = terrain.edge(a, b) else {
            continue;
        };
        for open in [true, false] {
            if kind.turned(open).is_some() {
                found(Act::Do(Action::Manipulate(Handling::Door(a, b, open))))?;
            }
        }
    }
    ControlFlow::Continue(())
}
