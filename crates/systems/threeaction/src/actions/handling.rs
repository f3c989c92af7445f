//! Handling items: drawing, stowing, picking up, loading, handing over, dropping, changing the grip
//! (`using-actions/interact`, `using-actions/draw-weapon`, `free-actions/drop-item`, `free-actions/adjust-grip`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::act::Act;
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::climbing::{hands_to_spare, no_hand};
use crate::rules::ground::on_ground;
use crate::rules::hands::{can_use, free_hands, hands_on, held_freely, stays_locked};
use crate::rules::numbers::{able, allies, bearer, distance_ft};
use crate::rules::readied::{self, Happening};
use crate::rules::target::is_located;
use crate::rules::ways::{can_pass, is_at_hand};
use crate::rules::{objects, thin_ice, turns};
use crate::sheet::ItemKind;
use crate::state::{Arm, Condition, ItemId, Place, State};

/// Whether an item can be handled in that way.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match *act {
        Act::Draw(item) => aim_draw(state, who, item),
        Act::Stow(item) => held_freely(state, who, item),
        Act::PickUp(item) => aim_pick_up(state, who, item),
        Act::Reload(item) => aim_reload(state, who, item),
        Act::Give(item, to) => aim_give(state, who, item, to),
        Act::Drop(item) => match hands_on(state, who, item) {
            Some(_) => Ok(()),
            None => Err(not_held(who, item)),
        },
        Act::Grip(item, hands) => aim_grip(state, who, item, hands),
        _ => Ok(()),
    }
}

/// Draws what is carried loosely, with a hand that is free.
fn aim_draw(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    match state.items.get(usize::from(item.0)).map(|item| item.place) {
        Some(Place::Carried(by)) if by == who => a_hand(state, who),
        Some(Place::Worn(by)) if by == who => Err(refuse!(
            "foundations/armour-table",
            "the {} cannot be put on or taken off during a fight",
            Figure::Thing(item.0)
        )),
        _ => Err(refuse!(
            "using-actions/interact",
            "{} carries no such thing that could be drawn",
            Figure::Creature(who)
        )),
    }
}

fn a_hand(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if hands_to_spare(state, who) > 0 {
        return Ok(());
    }
    Err(no_hand(state, who))
}

fn not_held(who: CreatureId, item: ItemId) -> Refusal {
    refuse!(
        "foundations/hands",
        "{} does not hold the {}",
        Figure::Creature(who),
        Figure::Thing(item.0)
    )
}

/// Picks up what lies in its own or a neighbouring square, or what a Dead creature there has.
fn aim_pick_up(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let Some(found) = state.items.get(usize::from(item.0)) else {
        return Err(refuse!("using-actions/interact", "there is no such thing"));
    };
    let near = match found.place {
        Place::Ground(cell) => within_arm(state, who, cell),
        Place::Held(owner, _) | Place::Carried(owner) => {
            state.has(owner, Condition::Dead)
                && distance_ft(state, who, owner) <= 5
                && is_at_hand(state, who, owner)
        }
        Place::Worn(_) | Place::Nowhere => false,
    };
    if !near {
        return Err(refuse!(
            "using-actions/interact",
            "the {} does not lie within 5 ft of {}",
            Figure::Thing(item.0),
            Figure::Creature(who)
        ));
    }
    if let ItemKind::Gear(gear) = state.kind(item)
        && (gear.fixed || gear.illusion)
    {
        return Err(refuse!(
            "using-actions/interact",
            "the {} cannot be picked up",
            Figure::Thing(item.0)
        ));
    }
    a_hand(state, who)
}

/// Whether a square is a creature's own or a neighbouring one with nothing in between.
pub(crate) fn within_arm(state: &State, who: CreatureId, cell: Cell) -> bool {
    within_arm_from(state, state.space(who), cell)
}

/// The same of a creature in that space.
pub(crate) fn within_arm_from(state: &State, space: Space, cell: Cell) -> bool {
    let shape = state.grid().shape;
    space.covers(shape, cell) && state.grid().distance(space, Space::cell(cell)) <= 1
        || space
            .cells(shape)
            .any(|own| can_pass(state, Space::cell(own), cell) && near(own, cell))
}

fn near(own: Cell, cell: Cell) -> bool {
    (own.z - cell.z).abs() <= 1
}

/// One step of loading (`ranged-attack/reload`).
fn aim_reload(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    can_use(state, who, Arm::Item(item))?;
    let found = state.item(item);
    if found.unloaded == 0 {
        return Err(refuse!(
            "ranged-attack/reload",
            "the {} needs no loading",
            Figure::Thing(item.0)
        ));
    }
    if found.ammunition == Some(0) {
        return Err(refuse!(
            "ranged-attack/reload",
            "there is no ammunition left for the {}",
            Figure::Thing(item.0)
        ));
    }
    Ok(())
}

/// Hands over what it holds to a neighbour that takes it: an Ally who is able and has a hand free.
fn aim_give(state: &State, who: CreatureId, item: ItemId, to: CreatureId) -> Result<(), Refusal> {
    held_freely(state, who, item)?;
    is_located(state, who, to)?;
    let distance = distance_ft(state, who, to);
    if distance > 5 {
        return Err(refuse!(
            "using-actions/interact",
            "{} is {} away; things are handed over within 5 ft",
            Figure::Creature(to),
            Figure::Feet(i32::from(distance))
        ));
    }
    if !is_at_hand(state, who, to) {
        return Err(refuse!(
            "using-actions/interact",
            "something solid is between {} and {}",
            Figure::Creature(who),
            Figure::Creature(to)
        ));
    }
    if to == who || !able(state, to) || !allies(state, who, to) {
        return Err(refuse!(
            "using-actions/interact",
            "{} does not take it",
            Figure::Creature(to)
        ));
    }
    a_hand(state, to)
}

/// Changes how many hands are on what it holds: no more than the thing takes.
fn aim_grip(state: &State, who: CreatureId, item: ItemId, hands: u8) -> Result<(), Refusal> {
    let Some(now) = hands_on(state, who, item) else {
        return Err(not_held(who, item));
    };
    let takes = state.kind(item).hands().max(1);
    if hands > takes {
        return Err(refuse!(
            "foundations/hands",
            "the {} takes no more hands than {}",
            Figure::Thing(item.0),
            Figure::Number(i32::from(takes))
        ));
    }
    let most = now.saturating_add(hands_to_spare(state, who));
    if hands == 0 || hands == now {
        return Err(refuse!(
            "free-actions/adjust-grip",
            "{} holds the {} in {} already",
            Figure::Creature(who),
            Figure::Thing(item.0),
            Figure::Number(i32::from(now))
        ));
    }
    if hands > most && hands <= now.saturating_add(free_hands(state, who)) {
        return Err(no_hand(state, who));
    }
    if hands > most {
        return Err(refuse!(
            "foundations/hands",
            "{} has {} for the {}, not {}",
            Figure::Creature(who),
            Figure::Number(i32::from(most)),
            Figure::Thing(item.0),
            Figure::Number(i32::from(hands))
        ));
    }
    Ok(())
}

/// Handles an item. What takes an Action can be interrupted.
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, act: &Act) -> Play {
    let Some((doing, free)) = doing(act) else {
        return Ok(());
    };
    scene.emit(Fact::Does(who, doing));
    if !free {
        readied::interrupt(scene, who, Happening::Item)?;
        let still = turns::can_act(scene.state(), who).and_then(|()| aim(scene.state(), who, act));
        if still.is_err() {
            scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
            return Ok(());
        }
    }
    match *act {
        Act::Draw(item) => {
            scene.cite(drawing(scene.state(), item));
            if scene.state().sheet(who).feats.quick_draw {
                scene.cite(rule!("free-actions/feats"));
            }
            take(scene, who, item)?;
        }
        Act::PickUp(item) => {
            scene.cite(rule!("using-actions/interact"));
            if bearer(scene.state().item(item).place).is_some() {
                scene.cite(rule!("dead/definition"));
            }
            take(scene, who, item)?;
            return thin_ice::tread(scene, who);
        }
        Act::Stow(item) => {
            scene.cite(rule!("using-actions/interact"));
            return stow(scene, who, item);
        }
        Act::Reload(item) => {
            scene.cite(rule!("using-actions/interact"));
            scene.cite(rule!("ranged-attack/reload"));
            let (unloaded, ammunition) = {
                let item = scene.state().item(item);
                (item.unloaded.saturating_sub(1), item.ammunition)
            };
            scene.emit(Fact::Loaded(item, unloaded, ammunition));
        }
        Act::Give(item, to) => {
            scene.cite(rule!("using-actions/interact"));
            take(scene, to, item)?;
            return thin_ice::tread(scene, to);
        }
        Act::Drop(item) => {
            scene.cite(rule!("free-actions/drop-item"));
            let at = on_ground(scene.state(), scene.state().body(who).at);
            objects::put(scene, item, Place::Ground(at))?;
        }
        Act::Grip(item, hands) => {
            scene.cite(rule!("free-actions/adjust-grip"));
            scene.emit(Fact::Item(item, Place::Held(who, hands)));
        }
        _ => {}
    }
    Ok(())
}

/// Puts a thing away; a light goes out (`light/sources`), and whoever it showed may be seen no longer.
fn stow(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, item: ItemId) -> Play {
    let unseen = readied::out_of_view(scene.state());
    if scene.state().item(item).lit {
        scene.cite(rule!("light/sources"));
        scene.emit(Fact::Lit(item, false));
    }
    scene.emit(Fact::Item(item, Place::Carried(who)));
    readied::come_into_view(scene, &unseen)
}

/// What an act is in a word, and whether it is a Free Action.
fn doing(act: &Act) -> Option<(Doing, bool)> {
    Some(match *act {
        Act::Draw(item) => (Doing::Draw(item), false),
        Act::Stow(item) => (Doing::Stow(item), false),
        Act::PickUp(item) => (Doing::PickUp(item), false),
        Act::Reload(item) => (Doing::Reload(item), false),
        Act::Give(item, to) => (Doing::Give(item, to), false),
        Act::Drop(item) => (Doing::Drop(item), true),
        Act::Grip(item, hands) => (Doing::Grip(item, hands), true),
        _ => return None,
    })
}

/// Weapons and shields are drawn by a rule of their own.
fn drawing(state: &State, item: ItemId) -> affray_kernel::RuleId {
    match state.kind(item) {
        ItemKind::Weapon(_) | ItemKind::Shield(_) => rule!("using-actions/draw-weapon"),
        ItemKind::Armour(_) | ItemKind::Gear(_) => rule!("using-actions/interact"),
    }
}

/// Into as many hands as it needs, or as many as are free.
fn take(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, item: ItemId) -> Play {
    stays_locked(scene, who, item);
    let needed = scene.state().kind(item).hands().max(1);
    let hands = needed.min(hands_to_spare(scene.state(), who)).max(1);
    objects::put(scene, item, Place::Held(who, hands))
}

/// Everything that could be done with the items a creature has or could reach.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (item, found) in state.all_items() {
        match found.place {
            Place::Held(holder, _) if holder == who => {
                in_hand(state, who, item, legal)?;
            }
            Place::Carried(by) if by == who => legal(Act::Draw(item))?,
            Place::Held(owner, _) | Place::Carried(owner) if state.has(owner, Condition::Dead) => {
                legal(Act::PickUp(item))?;
            }
            Place::Ground(_) => legal(Act::PickUp(item))?,
            Place::Held(..) | Place::Carried(_) | Place::Worn(_) | Place::Nowhere => {}
        }
    }
    ControlFlow::Continue(())
}

fn in_hand(
    state: &State,
    who: CreatureId,
    item: ItemId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    legal(Act::Reload(item))?;
    legal(Act::Stow(item))?;
    legal(Act::Drop(item))?;
    for hands in 1..=state.kind(item).hands() {
        legal(Act::Grip(item, hands))?;
    }
    for to in state.creatures().filter(|to| *to != who) {
        legal(Act::Give(item, to))?;
    }
    ControlFlow::Continue(())
}
