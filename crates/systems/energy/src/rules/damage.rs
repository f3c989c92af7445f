//! How much damage a hit does: dice, armour, multipliers (`melee/damage`, `ranged/damage`, `damage/*`).

use affray_kernel::dice::Pool;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Frozen, Play, RuleId};

use super::numbers::rating;
use crate::Energy;
use crate::ids::rule;
use crate::sheet::DamageType;
use crate::state::State;

/// A hit whose damage is to be rolled.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    /// Who hit.
    pub(crate) by: CreatureId,
    /// Whom.
    pub(crate) on: CreatureId,
    /// The damage dice; none for the body.
    pub(crate) dice: Option<Pool>,
    /// What is added to them.
    pub(crate) tally: Tally,
    /// The type of the damage.
    pub(crate) kind: DamageType,
    /// Whether armour is struck (`melee/armor`).
    pub(crate) armored: bool,
    /// Sources of double damage besides a Weakness.
    pub(crate) doublings: u8,
    /// Sources of half damage besides a Resistance.
    pub(crate) halvings: u8,
    /// The rule that makes the sum.
    pub(crate) rule: RuleId,
}

/// What Weaknesses and Resistances come to: doublings and halvings; and how many of each there are (`damage/cancel`,
/// `damage/no-stacking`).
fn by_type(state: &State, hit: &Hit) -> ((u8, u8), (usize, usize)) {
    let sheet = state.sheet(hit.on);
    let of = |list: &[DamageType]| list.iter().filter(|kind| **kind == hit.kind).count();
    let (weak, resistant) = (of(&sheet.weaknesses), of(&sheet.resistances));
    let comes_to = match (weak > 0, resistant > 0) {
        (true, false) => (1, 0),
        (false, true) => (0, 1),
        (true, true) | (false, false) => (0, 0),
    };
    (comes_to, (weak, resistant))
}

/// Says what becomes of Weaknesses and Resistances.
fn cite_type(scene: &mut Frozen<'_, '_, Energy>, hit: &Hit) {
    if !scene.listened() {
        return;
    }
    let (_, (weak, resistant)) = by_type(scene.state(), hit);
    if weak > 1 || resistant > 1 {
        scene.cite(rule!("damage/no-stacking"));
    }
    match (weak > 0, resistant > 0) {
        (true, true) => scene.cite(rule!("damage/cancel")),
        (true, false) => scene.because("Weakness: doubled", rule!("damage/weakness")),
        (false, true) => scene.because("Resistance: halved", rule!("damage/resistance")),
        (false, false) => {}
    }
}

/// What of a sum of damage matters, and what multipliers make of it: how much comes through, and what is said of it.
fn class(base: i32, total: i32) -> u32 {
    let amount = total.clamp(0, MOST).unsigned_abs();
    amount << 2 | u32::from(base <= 0) << 1 | u32::from(base.max(0) == total)
}

/// The most damage that a hit does.
const MOST: i32 = 2_000;

/// The damage that comes through (`damage/multipliers-last`, `damage/multipliers-add`).
#[must_use]
pub(crate) fn multiplied(base: i32, doublings: u8, halvings: u8) -> i32 {
    let factor = 1 + i32::from(doublings);
    (base.max(0) * factor) >> halvings.min(16)
}

/// Rolls the damage of a hit.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn roll(scene: &mut Frozen<'_, '_, Energy>, hit: &Hit) -> Play<i16> {
    let mut tally = hit.tally.clone();
    if hit.armored {
        let rating = rating(scene.state(), hit.on);
        tally.add("armour", -rating, rule!("gaps/armor-table"));
    }
    let more = tally.total();
    let ((weak, resistant), _) = by_type(scene.state(), hit);
    let (doublings, halvings) = (hit.doublings + weak, hit.halvings + resistant);
    let multiplied = |base| multiplied(base, doublings, halvings);
    let shown = match hit.dice {
        None => 0,
        Some(pool) => {
            let roll = Roll {
                pool,
                by: Some(hit.by),
                what: "damage",
                rule: hit.rule,
                audience: Audience::Everyone,
            };
            scene.sum_by(roll, |shown| class(shown + more, multiplied(shown + more)))?
        }
    };
    let base = shown + more;
    cite_type(scene, hit);
    let total = multiplied(base);
    if scene.listened() {
        explain(
            scene,
            hit,
            (shown, base, total),
            &tally,
            (doublings, halvings),
        );
    }
    Ok(total.clamp(0, MOST) as i16)
}

fn explain(
    scene: &mut Frozen<'_, '_, Energy>,
    hit: &Hit,
    (shown, base, total): (i32, i32, i32),
    tally: &Tally,
    (doublings, halvings): (u8, u8),
) {
    scene.cite(rule!("damage/types"));
    if doublings + halvings > 0 {
        scene.cite(rule!("damage/multipliers-last"));
        scene.cite(rule!("damage/multipliers-add"));
    }
    scene.explain(
        || Sum {
            by: Some(hit.by),
            what: "damage",
            dice: shown,
            total: base.max(0),
            against: None,
            verdict: if base <= 0 { "none" } else { "" },
            rule: hit.rule,
        },
        tally,
    );
    if doublings + halvings == 0 {
        return;
    }
    let how = match (doublings, halvings) {
        (1, 0) => "doubled",
        (2, 0) => "three times",
        (3.., 0) => "multiplied",
        (0, 1) => "halved",
        (0, _) => "halved more than once",
        _ => "doubled and halved",
    };
    let base = base.max(0);
    let change = i16::try_from(total - base).unwrap_or(i16::MAX);
    let mut multiplier = Tally::new();
    multiplier.add(how, change, rule!("damage/multipliers-add"));
    scene.explain(
        || Sum {
            by: Some(hit.on),
            what: "damage taken",
            dice: base,
            total,
            against: None,
            verdict: if change == 0 { how } else { "" },
            rule: rule!("damage/multipliers-add"),
        },
        &multiplier,
    );
}
