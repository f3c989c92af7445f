//! Damage of weapons: dice, Power, attribute, criticals, multiplied damage (`damage/*`, `attribute-bonuses/*`, `critical-hits/*`,
//! `multiplying-damage/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Frozen, Play, RuleId};

use super::numbers::{attribute_of, paralysis_step};
use crate::TimeCount;
use crate::ids::rule;
use crate::sheet::{Amount, Attribute, Category, CriticalAttribute, DamageType, Weapon};
use crate::state::{Arm, State};

/// A hit with a weapon whose damage is to be found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeaponHit<'a> {
    /// Who hit.
    pub(crate) by: CreatureId,
    /// With what.
    pub(crate) with: Arm,
    /// Whether it is a critical hit.
    pub(crate) critical: bool,
    /// The dice, where they are not the weapon's own (`wrestling/grapple`).
    pub(crate) dice: Option<Amount>,
    /// How often weapon damage and modifiers are rolled, besides what the weapon itself says.
    pub(crate) times: u8,
    /// What the action adds.
    pub(crate) own: &'a Tally,
}

/// What is added to the damage of a weapon: Power, the attribute, and what hampers (`damage/roll`, `damage/power-all-attacks`).
pub(crate) fn modifiers(state: &State, by: CreatureId, weapon: &Weapon) -> Tally {
    let mut tally = Tally::new();
    tally.add(
        "Power",
        state.sheet(by).power,
        rule!("damage/power-all-attacks"),
    );
    attribute(state, by, weapon, &mut tally);
    tally.add("weapon", weapon.damage_bonus, rule!("weapons/definition"));
    hampered(state, by, &mut tally);
    tally
}

/// Strength or Dexterity; a negative Strength weakens every bow, a positive one strengthens composite bows
/// (`attribute-bonuses/weapon-damage`, `attribute-bonuses/bow-strength-penalty`, `attribute-bonuses/composite-bow`).
fn attribute(state: &State, by: CreatureId, weapon: &Weapon, tally: &mut Tally) {
    let (attribute, _) = attribute_of(state, by, weapon);
    tally.add(
        attribute.name(),
        state.attribute(by, attribute),
        rule!("attribute-bonuses/weapon-damage"),
    );
    if weapon.category != Category::Bows {
        return;
    }
    let strength = state.attribute(by, Attribute::Strength);
    if strength < 0 {
        tally.add(
            "Strength",
            strength,
            rule!("attribute-bonuses/bow-strength-penalty"),
        );
    } else if let Some(composite) = weapon.composite {
        let most = composite.most.unwrap_or(i16::MAX);
        tally.add(
            "Strength",
            strength.min(most),
            rule!("attribute-bonuses/composite-bow"),
        );
    }
}

/// What impairments of Power and paralysis take off damage rolls (`impairments/table`, `paralysis/steps`).
pub(crate) fn hampered(state: &State, by: CreatureId, tally: &mut Tally) {
    tally.add(
        "impairments",
        -state.body(by).impairments[1],
        rule!("impairments/table"),
    );
    tally.add(
        "paralysis",
        -paralysis_step(state, by),
        rule!("paralysis/steps"),
    );
}

/// The damage of a hit before reduction, at least 1 (`damage/minimum-one`); `None` for a weapon that deals none.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn roll(scene: &mut Frozen<'_, '_, TimeCount>, hit: WeaponHit<'_>) -> Play<Option<i16>> {
    let state = scene.state();
    let Some(weapon) = state.weapon(hit.by, hit.with) else {
        return Ok(None);
    };
    let Some(dice) = hit.dice.or(weapon.damage) else {
        return Ok(None);
    };
    let mut tally = modifiers(state, hit.by, weapon);
    for part in hit.own.parts() {
        tally.push(*part);
    }
    let times = hit.times.max(1) * weapon.multiplier.max(1);
    let extra = weapon.extra;
    let (category, multiplied) = (weapon.category, weapon.multiplier > 1);
    if matches!(hit.with, Arm::Natural(_)) {
        scene.cite(rule!("damage/unarmed-and-natural"));
    }
    if category == Category::Unarmed {
        scene.cite(rule!("unarmed/damage"));
    }
    if multiplied {
        scene.cite(rule!("multiplying-damage/backstab"));
    }
    if times > 1 {
        scene.cite(rule!("multiplying-damage/roll-again"));
    }
    let Some(weapon) = scene.state().weapon(hit.by, hit.with) else {
        return Ok(None);
    };
    let state = scene.state();
    let second = critical_attribute(state, hit, weapon);
    let mut sum = 0;
    for _ in 0..times {
        let shown = if hit.critical {
            most(dice)
        } else {
            amount(scene, hit.by, dice)?
        };
        let mut parts = tally.clone();
        if hit.critical {
            parts.push(second);
        }
        if times == 1 && extra.is_none() {
            let short = 1 - shown - parts.total();
            parts.add(
                "at least 1",
                short.max(0) as i16,
                rule!("damage/minimum-one"),
            );
        }
        let is_told = !hit.critical && is_rolled(dice) && parts.parts().is_empty();
        sum += match is_told {
            true => shown,
            false => explained(scene, hit, shown, &parts),
        };
    }
    let first = sum;
    if let Some(extra) = extra {
        scene.cite(if times > 1 {
            rule!("multiplying-damage/extra-dice")
        } else {
            rule!("critical-hits/extra-dice")
        });
        sum += amount(scene, hit.by, Amount::Dice(extra.dice))?;
    }
    if times > 1 || extra.is_some() {
        together(scene, hit.by, (first, sum));
    }
    Ok(Some(sum.clamp(1, i32::from(i16::MAX)) as i16))
}

/// The damage of magic to one target: what is shown, Power, what the spell adds, and what hampers; by the rule given half of it, at
/// least 1 (`damage/power-all-attacks`, `damage/minimum-one`). `is_told`: where nothing is added a roll has told it all.
pub(crate) fn of_magic(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    (shown, is_told): (i32, bool),
    (own, half): (&Tally, Option<RuleId>),
) -> i16 {
    let state = scene.state();
    let mut tally = Tally::new();
    tally.add(
        "Power",
        state.sheet(by).power,
        rule!("damage/power-all-attacks"),
    );
    hampered(state, by, &mut tally);
    for part in own.parts() {
        tally.push(*part);
    }
    let short = 1 - shown - tally.total();
    tally.add(
        "at least 1",
        short.max(0) as i16,
        rule!("damage/minimum-one"),
    );
    if let Some(rule) = half {
        let whole = shown + tally.total();
        tally.add("half on a miss", ((whole / 2).max(1) - whole) as i16, rule);
    }
    let total = shown + tally.total();
    if !is_told || !tally.parts().is_empty() {
        scene.explain(
            || Sum {
                by: Some(by),
                what: "damage",
                dice: shown,
                total,
                against: None,
                verdict: "",
                rule: rule!("damage/roll"),
            },
            &tally,
        );
    }
    total.min(i32::from(i16::MAX)) as i16
}

/// What several rolls of a hit come to, with the extra dice: at least 1 (`multiplying-damage/roll-again`, `critical-hits/extra-dice`,
/// `damage/minimum-one`).
fn together(scene: &mut Frozen<'_, '_, TimeCount>, by: CreatureId, (rolled, sum): (i32, i32)) {
    let mut parts = Tally::new();
    let extra = (sum - rolled) as i16;
    parts.add("extra dice", extra, rule!("critical-hits/extra-dice"));
    let short = (1 - sum).max(0) as i16;
    parts.add("at least 1", short, rule!("damage/minimum-one"));
    scene.explain(
        || Sum {
            by: Some(by),
            what: "damage together",
            dice: rolled,
            total: sum.max(1),
            against: None,
            verdict: "",
            rule: rule!("damage/roll"),
        },
        &parts,
    );
}

/// What a critical hit adds of the attribute (`critical-hits/damage`).
fn critical_attribute(
    state: &State,
    hit: WeaponHit<'_>,
    weapon: &Weapon,
) -> affray_kernel::modifier::Modifier {
    let (attribute, _) = attribute_of(state, hit.by, weapon);
    let value = state.attribute(hit.by, attribute);
    let value = match state.cast.options.critical_attribute {
        CriticalAttribute::Extra => value.max(1),
        CriticalAttribute::Raised => (1 - value).max(0),
    };
    affray_kernel::modifier::Modifier {
        value,
        stacking: affray_kernel::modifier::Stacking::Adds,
        rule: rule!("critical-hits/damage"),
        source: "critical hit",
    }
}

/// Whether dice are rolled for an amount.
pub(crate) const fn is_rolled(dice: Amount) -> bool {
    matches!(dice, Amount::Dice(_))
}

/// The most that dice can show.
pub(crate) fn most(dice: Amount) -> i32 {
    match dice {
        Amount::Fixed(number) => i32::from(number),
        Amount::Dice(pool) => pool.most().unwrap_or_else(|| pool.least()),
    }
}

/// Rolls an amount.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn amount(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    dice: Amount,
) -> Play<i32> {
    match dice {
        Amount::Fixed(number) => Ok(i32::from(number)),
        Amount::Dice(pool) => scene.sum(Roll {
            pool,
            by: Some(by),
            what: "damage",
            rule: rule!("damage/roll"),
            audience: Audience::Everyone,
        }),
    }
}

fn explained(
    scene: &mut Frozen<'_, '_, TimeCount>,
    hit: WeaponHit<'_>,
    shown: i32,
    parts: &Tally,
) -> i32 {
    let total = shown + parts.total();
    scene.explain(
        || Sum {
            by: Some(hit.by),
            what: if hit.critical {
                "damage, dice at their most"
            } else {
                "damage"
            },
            dice: shown,
            total,
            against: None,
            verdict: "",
            rule: rule!("damage/roll"),
        },
        parts,
    );
    total
}

/// The kind of damage an attack deals: the one declared, or the weapon's first (`damage/types`).
pub(crate) fn kind(weapon: &Weapon, declared: Option<DamageType>) -> DamageType {
    declared
        .or_else(|| weapon.types.first().copied())
        .unwrap_or(DamageType::Bludgeoning)
}
