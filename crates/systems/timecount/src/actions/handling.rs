//! Things: drawing, putting away, picking up, dropping, shields, potions, torches, magic items (`actions/draw-weapon` and others).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Refusal, RuleId, Scene};

use crate::TimeCount;
use crate::act::Act;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::cover;
use crate::rules::hands::free_hands;
use crate::sheet::{ItemKind, SpeedClass};
use crate::state::{ItemId, Kept, Place, State};

/// How long an item takes to get out of where it is kept, and the rule.
pub(crate) fn draw_speed(state: &State, item: ItemId) -> (SpeedClass, RuleId) {
    match place(state, item) {
        Place::Carried(_, Kept::Hidden) => (SpeedClass::Swift, rule!("actions/draw-weapon")),
        Place::Carried(_, Kept::Pouch) => (SpeedClass::Swift, rule!("actions/belt-pouch")),
        Place::Carried(_, Kept::Backpack) => (SpeedClass::Slow, rule!("actions/backpack")),
        _ => (SpeedClass::Rapid, rule!("actions/draw-weapon")),
    }
}

fn place(state: &State, item: ItemId) -> Place {
    state
        .items
        .get(usize::from(item.0))
        .map_or(Place::Nowhere, |item| item.place)
}

fn thing(item: ItemId) -> Figure {
    Figure::Thing(item.0)
}

/// Whether something can be done with an item.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match *act {
        Act::Draw(item) => aim_draw(state, who, item),
        Act::Sheathe(item) => {
            let (_, rule) = sheathe_speed(state, item);
            held(state, who, item, rule)?;
            not_readied(state, item)
        }
        Act::Drop(item) => {
            held(state, who, item, rule!("actions/drop-item"))?;
            not_readied(state, item)
        }
        Act::PickUp(item) => aim_pick_up(state, who, item),
        Act::ReadyShield(item) => aim_ready_shield(state, who, item),
        Act::LooseShield(item) => {
            held(state, who, item, rule!("actions/shield"))?;
            if state.item(item).readied {
                Ok(())
            } else {
                Err(refuse!("actions/shield", "{} is not readied", thing(item)))
            }
        }
        Act::Light(item) => {
            held(state, who, item, rule!("actions/light-torch"))?;
            match state.kind(item) {
                ItemKind::Weapon(weapon) if weapon.torch && !state.item(item).lit => Ok(()),
                _ => Err(refuse!(
                    "actions/light-torch",
                    "{} is nothing to light",
                    thing(item)
                )),
            }
        }
        _ => Err(refuse!("actions/one-per-turn", "that is nothing to do")),
    }
}

/// Whether a creature holds an item.
///
/// # Errors
/// It does not.
pub(crate) fn held(
    state: &State,
    who: CreatureId,
    item: ItemId,
    rule: RuleId,
) -> Result<(), Refusal> {
    if place(state, item) == Place::Held(who) {
        return Ok(());
    }
    Err(Refusal::new(rule, "{} is not in hand").with(thing(item)))
}

/// Whether an item is no readied shield, which takes time to get off the arm (`actions/shield`).
fn not_readied(state: &State, item: ItemId) -> Result<(), Refusal> {
    if state.item(item).readied {
        return Err(refuse!(
            "actions/shield",
            "{} is readied: it is loosed, a Fast action",
            thing(item)
        ));
    }
    Ok(())
}

/// Whether there are hands enough for an item.
fn room_in_hands(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let (needed, free) = (state.kind(item).hands(), free_hands(state, who));
    if needed <= free {
        return Ok(());
    }
    if needed == 1 {
        return Err(refuse!(
            "actions/draw-weapon",
            "{} has no free hand for {}",
            Figure::Creature(who),
            thing(item)
        ));
    }
    Err(refuse!(
        "actions/draw-weapon",
        "{} takes {} free hands; free: {}",
        thing(item),
        Figure::Number(i32::from(needed)),
        Figure::Number(i32::from(free))
    ))
}

fn aim_draw(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    match place(state, item) {
        Place::Carried(owner, _) if owner == who => room_in_hands(state, who, item),
        _ => Err(refuse!(
            "actions/draw-weapon",
            "{} is nothing it carries",
            thing(item)
        )),
    }
}

fn aim_pick_up(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let Place::Ground(at) = place(state, item) else {
        return Err(refuse!(
            "actions/pick-up",
            "{} does not lie on the floor",
            thing(item)
        ));
    };
    let space = state.space(who);
    let there = affray_kernel::grid::Space::new(at, 1, 1);
    if state.grid().distance(space, there) > 1 {
        return Err(refuse!(
            "actions/pick-up",
            "{} lies farther than the next space",
            thing(item)
        ));
    }
    if !cover::is_open(state, space, there) {
        return Err(refuse!(
            "attack-modifiers/cover-determination",
            "{} lies behind total cover",
            thing(item)
        ));
    }
    room_in_hands(state, who, item)
}

fn aim_ready_shield(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let is_shield = state
        .items
        .get(usize::from(item.0))
        .is_some_and(|_| matches!(state.kind(item), ItemKind::Shield(_)));
    if !is_shield {
        return Err(refuse!("actions/shield", "{} is no shield", thing(item)));
    }
    if state.item(item).durability <= 0 {
        return Err(refuse!(
            "critical-fumbles/durability-definition",
            "{} is broken",
            thing(item)
        ));
    }
    match place(state, item) {
        Place::Held(holder) if holder == who && !state.item(item).readied => Ok(()),
        Place::Carried(owner, _) if owner == who => room_in_hands(state, who, item),
        _ => Err(refuse!(
            "actions/shield",
            "{} cannot be readied",
            thing(item)
        )),
    }
}

/// Does it.
pub(crate) fn perform(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    match *act {
        Act::Draw(item) => {
            let (_, rule) = draw_speed(scene.state(), item);
            scene.cite(rule);
            scene.emit(Fact::Item(item, Place::Held(who)));
        }
        Act::Sheathe(item) => {
            let (_, rule) = sheathe_speed(scene.state(), item);
            scene.cite(rule);
            put_away(scene, who, item);
        }
        Act::Drop(item) => {
            scene.cite(rule!("actions/drop-item"));
            let at = scene.state().body(who).at;
            scene.emit(Fact::Item(item, Place::Ground(at)));
        }
        Act::PickUp(item) => {
            scene.cite(rule!("actions/pick-up"));
            scene.emit(Fact::Item(item, Place::Held(who)));
        }
        Act::ReadyShield(item) => {
            scene.cite(rule!("actions/shield"));
            scene.emit(Fact::Item(item, Place::Held(who)));
            scene.emit(Fact::Readied(item, true));
        }
        Act::LooseShield(item) => {
            scene.cite(rule!("actions/shield"));
            put_away(scene, who, item);
        }
        Act::Light(item) => {
            scene.cite(rule!("actions/light-torch"));
            scene.emit(Fact::Lit(item, true));
        }
        _ => {}
    }
}

fn loose(scene: &mut Scene<'_, TimeCount>, item: ItemId) {
    if scene.state().item(item).readied {
        scene.emit(Fact::Readied(item, false));
    }
}

fn put_away(scene: &mut Scene<'_, TimeCount>, who: CreatureId, item: ItemId) {
    loose(scene, item);
    let kept = put_into(scene.state(), item);
    scene.emit(Fact::Item(item, Place::Carried(who, kept)));
}

/// Where an item goes that is put away: what is no weapon or shield has no sheath (`actions/belt-pouch`).
fn put_into(state: &State, item: ItemId) -> Kept {
    match state.kind(item) {
        ItemKind::Gear(_) => Kept::Pouch,
        _ => Kept::Sheath,
    }
}

/// How long an item takes to put away, and the rule (`actions/sheathe-weapon`, `actions/belt-pouch`).
pub(crate) fn sheathe_speed(state: &State, item: ItemId) -> (SpeedClass, RuleId) {
    match put_into(state, item) {
        Kept::Pouch => (SpeedClass::Swift, rule!("actions/belt-pouch")),
        _ => (SpeedClass::Rapid, rule!("actions/sheathe-weapon")),
    }
}

/// Everything that can be done with things at hand.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (id, item) in state.all_items() {
        match item.place {
            Place::Held(holder) if holder == who => {
                for act in [
                    Act::Drop(id),
                    Act::Sheathe(id),
                    Act::ReadyShield(id),
                    Act::LooseShield(id),
                    Act::Light(id),
                ] {
                    legal(act)?;
                }
            }
            Place::Carried(owner, _) if owner == who => {
                legal(Act::Draw(id))?;
                legal(Act::ReadyShield(id))?;
            }
            Place::Ground(_) => legal(Act::PickUp(id))?,
            _ => {}
        }
    }
    ControlFlow::Continue(())
}
