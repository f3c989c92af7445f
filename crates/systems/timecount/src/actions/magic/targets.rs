//! Whom a spell reaches (`range/spell-range`, `spells/definition`).

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{Covered, CreatureId, Figure, Refusal};
use smallvec::SmallVec;

use crate::act::Aim;
use crate::ids::refuse;
use crate::rules::cover;
use crate::rules::numbers::{feet, feet_between, present};
use crate::sheet::{ChargeUse, Effect, Spell, SpellRange};
use crate::state::State;

/// Those whom a spell works on.
pub(crate) type Targets = SmallVec<[CreatureId; 4]>;

/// The range of a spell in feet, and how many targets it may have, charges counted (`preparing/step-6-charge`).
fn reach(state: &State, who: CreatureId, spell: &Spell, charges: u8) -> (i16, usize) {
    let charges_ft = i16::from(charges);
    let range = match spell.range {
        SpellRange::Personal => 0,
        SpellRange::Touch => state.sheet(who).reach_ft,
        SpellRange::Feet(feet) => feet,
    };
    match spell.charge {
        Some(ChargeUse::RangeFt(each)) => {
            (range.saturating_add(each.saturating_mul(charges_ft)), 1)
        }
        Some(ChargeUse::Targets(each)) => (range, 1 + usize::from(each) * usize::from(charges)),
        _ => (range, 1),
    }
}

/// Whether an area reaches a space: within the radius around its centre, and with no total cover in between
/// (`attack-modifiers/cover-determination`).
fn is_inside(state: &State, centre: Space, radius_ft: i16, space: Space) -> bool {
    feet(state, centre, space) <= radius_ft && cover::is_open(state, centre, space)
}

/// What a spell covers whose area lies around a space; nothing of one without an area.
pub(crate) fn covered(state: &State, spell: &Spell, around: Cell, inside: Targets) -> Covered {
    let centre = Space::new(around, 1, 1);
    let radius = spell.area_ft.unwrap_or(i16::MIN);
    let reaches = |cell| is_inside(state, centre, radius, Space::new(cell, 1, 1));
    Covered::of(&state.terrain(), around.z, reaches, inside)
}

/// Whom the spell works on, so many charges being put into its effect.
///
/// # Errors
/// The rule against that aim.
pub(crate) fn of(
    state: &State,
    who: CreatureId,
    spell: &Spell,
    aim: &Aim,
    charges: u8,
) -> Result<Targets, Refusal> {
    let (range, most) = reach(state, who, spell, charges);
    let personal =
        spell.range == SpellRange::Personal || matches!(spell.effect, Effect::HeldFlame { .. });
    match (aim, spell.area_ft) {
        (Aim::Oneself, _) if personal => Ok(SmallVec::from_slice(&[who])),
        (_, _) if personal => Err(refuse!(
            "range/spell-range",
            "the spell works on its caster alone"
        )),
        (Aim::Area(cell), Some(radius)) => {
            let at = Space::new(*cell, 1, 1);
            let distance = feet(state, state.space(who), at);
            if distance > range {
                return Err(too_far(distance, range));
            }
            if !cover::is_unwalled(state, state.space(who), at) {
                return Err(refuse!("range/spell-range", "something is in between"));
            }
            let inside = state
                .creatures()
                .filter(|on| present(state, *on) && is_inside(state, at, radius, state.space(*on)));
            Ok(inside.collect())
        }
        (Aim::Creatures(on), None) => {
            if on.is_empty() || on.len() > most || on.iter().any(|one| !present(state, *one)) {
                return Err(refuse!(
                    "spells/definition",
                    "the spell has up to {} targets",
                    Figure::Number(most as i32)
                ));
            }
            if (1..on.len()).any(|number| on[..number].contains(&on[number])) {
                return Err(refuse!(
                    "spell-attacks/multiple-targets",
                    "a spell reaches each of its targets once"
                ));
            }
            for one in on {
                let distance = feet_between(state, who, *one);
                if distance > range {
                    return Err(too_far(distance, range));
                }
                if !cover::in_line(state, who, *one) {
                    return Err(refuse!(
                        "attack-modifiers/cover-determination",
                        "{} has total cover",
                        Figure::Creature(*one)
                    ));
                }
            }
            Ok(on.iter().copied().collect())
        }
        _ => Err(refuse!(
            "spells/definition",
            "the spell is aimed in another way"
        )),
    }
}

fn too_far(distance: i16, range: i16) -> Refusal {
    refuse!(
        "range/spell-range",
        "that is {} away; the spell reaches {}",
        Figure::Feet(i32::from(distance)),
        Figure::Feet(i32::from(range))
    )
}
