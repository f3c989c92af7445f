//! Unattended objects and the ice of a square as targets of Damage (`foundations/objects`, `thin-ice/*`, `destroyed/at-zero`).

use affray_kernel::grid::{Cell, Space, Terrain};
use affray_kernel::modifier::Tally;
use affray_kernel::story::Sum;
use affray_kernel::view::MapDamage;
use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};

use super::ground::terrain;
use super::readied;
use super::thin_ice;
use super::zero_g::is_body;
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::sheet::{DamageType, ItemKind, Size};
use crate::state::{Altered, ItemId, Place, State};

/// The Physical Defense of anything nobody attends to (`foundations/objects`).
pub(crate) const DEFENSE: i32 = 10;

/// Hit points of ice for each inch (`thin-ice/hp`).
const ICE_HP: i16 = 8;

/// Durability of ice (`thin-ice/durability`).
const ICE_DURABILITY: i16 = 1;

/// The space of an object on the ground.
pub(crate) fn space(state: &State, item: ItemId) -> Space {
    let at = match state.item(item).place {
        Place::Ground(cell) => cell,
        _ => Cell::default(),
    };
    Space::cube(at, size(state, item).side())
}

/// The Size of an object; Tiny unless its record says otherwise.
pub(crate) fn size(state: &State, item: ItemId) -> Size {
    match state.kind(item) {
        ItemKind::Gear(gear) => gear.size.unwrap_or(Size::Tiny),
        _ => Size::Tiny,
    }
}

/// Whether a whole object at least of its Size is a hard surface to somebody who is pushed into its space (`push/hard-surface`).
pub(crate) fn stops(state: &State, who: CreatureId, from: Space, to: Space) -> bool {
    let shape = state.grid().shape;
    let is_in_the_way = |item| {
        let there = space(state, item);
        there.overlaps(shape, to) && !there.overlaps(shape, from)
    };
    state.all_items().any(|(item, _)| {
        is_body(state, item) && size(state, item) >= state.sheet(who).size && is_in_the_way(item)
    })
}

/// Whether an object can be attacked by itself: it is on the ground, whole and real.
///
/// # Errors
/// Why it cannot.
pub(crate) fn can_be_attacked(state: &State, item: ItemId) -> Result<(), Refusal> {
    let thing = Figure::Thing(item.0);
    let Some(found) = state.items.get(usize::from(item.0)) else {
        return Err(refuse!("foundations/objects", "there is no such thing"));
    };
    if !matches!(found.place, Place::Ground(_)) {
        return Err(refuse!(
            "foundations/objects",
            "only what nobody carries can be attacked by itself, and {} does not lie on the ground",
            thing
        ));
    }
    if found.hp <= 0 {
        return Err(refuse!(
            "destroyed/at-zero",
            "{} is Destroyed already",
            thing
        ));
    }
    Ok(())
}

/// Whether there is ice in a square.
///
/// # Errors
/// If there is none.
pub(crate) fn has_ice(state: &State, cell: Cell) -> Result<(), Refusal> {
    if ice_hp(state, cell) > 0 {
        return Ok(());
    }
    Err(refuse!("thin-ice/hp", "there is no ice in that square"))
}

/// Hit points of the ice in a square: 8 for each inch, less what it has lost; 0 without ice.
pub(crate) fn ice_hp(state: &State, cell: Cell) -> i16 {
    let changed = state.altered.iter().find_map(|change| match *change {
        Altered::Ice(at, left) if (at.x, at.y) == (cell.x, cell.y) => Some(left),
        _ => None,
    });
    changed.unwrap_or_else(|| i16::from(terrain(state).ground(cell).ice) * ICE_HP)
}

/// The ice that has lost hit points between a state and one that follows from it (`thin-ice/hp`, `destroyed/at-zero`).
pub(crate) fn map_damage(before: &State, after: &State) -> Vec<MapDamage> {
    if before.altered == after.altered {
        return Vec::new();
    }
    let ice = after.altered.iter().filter_map(|change| match *change {
        Altered::Ice(cell, left) => Some((cell, left)),
        _ => None,
    });
    let harmed = ice.filter_map(|(cell, left)| {
        let lost = ice_hp(before, cell) - left;
        (lost > 0).then(|| MapDamage {
            name: format!("ice at {}", terrain(after).grid().drawn(cell)),
            lost: Some(("HP", lost)),
            broken: left <= 0,
        })
    });
    harmed.collect()
}

/// Puts an item somewhere. If it gives light, or stood in the way, somebody may come into view (`readied-action/declaration`).
///
/// # Errors
/// Stops where an answer or a die is missing.
pub(crate) fn put(scene: &mut Scene<'_, ThreeAction>, item: ItemId, place: Place) -> Play {
    let unseen = readied::out_of_view(scene.state());
    scene.emit(Fact::Item(item, place));
    readied::come_into_view(scene, &unseen)
}

/// Damages an object: doubled if it is Vulnerable to the type, less its Durability; at 0 it is Destroyed, and what was behind it may come into
/// view (`readied-action/declaration`). The amount is as rolled.
///
/// # Errors
/// Stops where an answer or a die is missing.
pub(crate) fn harm(
    scene: &mut Scene<'_, ThreeAction>,
    item: ItemId,
    amount: i32,
    kind: DamageType,
) -> Play {
    let state = scene.state();
    let vulnerable = match state.kind(item) {
        ItemKind::Gear(gear) => gear.vulnerable.contains(&kind),
        _ => false,
    };
    let (_, durability) = state.kind(item).toughness();
    let hp = state.item(item).hp;
    let doubling = vulnerable.then_some(rule!("foundations/vulnerable"));
    let less = (durability, rule!("foundations/durability"));
    let lost = reduced(scene, amount, doubling, less);
    let left = hp.saturating_sub(lost).max(0);
    if left == hp {
        return Ok(());
    }
    let unseen = readied::out_of_view(scene.state());
    scene.emit(Fact::ItemHp(item, left));
    if left == 0 {
        scene.cite(rule!("destroyed/at-zero"));
        readied::come_into_view(scene, &unseen)?;
    }
    Ok(())
}

/// Damages the ice of a square (`thin-ice/durability`, `thin-ice/vulnerable`), which breaks when it is Destroyed. The amount is as rolled.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn harm_ice(
    scene: &mut Scene<'_, ThreeAction>,
    cell: Cell,
    amount: i32,
    kind: DamageType,
) -> Play {
    let cell = cell.with_height(0);
    let hp = ice_hp(scene.state(), cell);
    scene.cite(rule!("thin-ice/hp"));
    let doubling = (kind == DamageType::Fire).then_some(rule!("thin-ice/vulnerable"));
    let less = (ICE_DURABILITY, rule!("thin-ice/durability"));
    let lost = reduced(scene, amount, doubling, less);
    let left = hp.saturating_sub(lost).max(0);
    if left == 0 {
        scene.cite(rule!("destroyed/at-zero"));
        return thin_ice::breaks(scene, &[cell]);
    }
    if left != hp {
        scene.emit(Fact::Alters(Altered::Ice(cell, left)));
    }
    Ok(())
}

/// What of an amount of Damage gets through: doubled, then less Durability, at least 0; put into the log with its parts.
fn reduced(
    scene: &mut Scene<'_, ThreeAction>,
    amount: i32,
    doubling: Option<RuleId>,
    (durability, rule): (i16, RuleId),
) -> i16 {
    let mut tally = Tally::new();
    if let Some(doubled) = doubling {
        let again = i16::try_from(amount).unwrap_or(i16::MAX);
        tally.add("Vulnerable", again, doubled);
    }
    tally.add("Durability", -durability, rule);
    let total = (amount + tally.total()).max(0);
    scene.explain(
        || Sum {
            by: None,
            what: "damage taken",
            dice: amount,
            total,
            against: None,
            verdict: "",
            rule: rule!("foundations/objects"),
        },
        &tally,
    );
    i16::try_from(total).unwrap_or(i16::MAX)
}
