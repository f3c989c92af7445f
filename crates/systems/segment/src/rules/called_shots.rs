//! Called shots: the three tables of hit locations, and which places can be aimed at (`armed/*`, `unarmed/*`, `ranged/*`,
//! `hit-location/*`).

use affray_kernel::{CreatureId, Figure, Refusal, RuleId};

use super::modifiers::damaged;
use super::numbers::{family, worn};
use crate::act::{Location, Strike, With};
use crate::content::humanoid;
use crate::ids::{refuse, rule};
use crate::sheet::{Category, DamageType, Family};
use crate::state::{Condition, Place, State};

/// A row of the tables: what the location adds to the target score.
#[must_use]
pub(crate) const fn difficulty(
    location: Location,
    category: Option<Category>,
    family: Family,
) -> i16 {
    let unarmed = matches!(family, Family::Unarmed);
    let armed = match (location, category) {
        (Location::Torso, _) => 0,
        (Location::Part(_), Some(Category::Limb)) => -4,
        (Location::Part(_), _) => -8,
        (Location::Vitals, _) => -12,
        (Location::Vulnerability | Location::Item(_), _) => -4,
    };
    // Every location that the tables share is 4 easier unarmed.
    if unarmed && armed < 0 {
        armed + 4
    } else {
        armed
    }
}

/// The table that an attack reads.
#[must_use]
pub(crate) const fn table(with: With, family: Family) -> RuleId {
    match (with, family) {
        (_, Family::Unarmed) => rule!("unarmed/hit-location-table"),
        (With::Melee(_) | With::Power(_), _) => rule!("armed/hit-location-table"),
        (With::Ranged(_), _) => rule!("ranged/hit-location-table"),
    }
}

/// The rule that such a shot is called by.
#[must_use]
pub(crate) const fn called_by(with: With, family: Family) -> RuleId {
    match (with, family) {
        (_, Family::Unarmed) => rule!("unarmed/called-shot"),
        (With::Melee(_) | With::Power(_), _) => rule!("armed/called-shot"),
        (With::Ranged(_), _) => rule!("ranged/called-shot"),
    }
}

/// The category of a part of a creature.
#[must_use]
pub(crate) fn category(state: &State, on: CreatureId, location: Location) -> Option<Category> {
    let Location::Part(part) = location else {
        return None;
    };
    let part = state.sheet(on).parts.get(usize::from(part))?;
    Some(part.category)
}

/// Whether an attack can be aimed where it is.
///
/// # Errors
/// Why it cannot.
pub(crate) fn check(state: &State, by: CreatureId, strike: &Strike) -> Result<(), Refusal> {
    if strike.kill_shot {
        general_kill_shot(state, by, strike)?;
    }
    if strike.location == Location::Torso {
        return Ok(());
    }
    let Some(family) = family(state, by, strike.with) else {
        return Err(match strike.with {
            With::Power(power) if state.power(power).range_yd.is_none() => {
                refuse!(
                    "other-melee/no-hit-locations",
                    "it cannot be aimed at a place of the body"
                )
            }
            _ => refuse!(
                "other-ranged/no-hit-locations",
                "it cannot be aimed at a place of the body"
            ),
        });
    };
    match strike.location {
        Location::Torso => Ok(()),
        Location::Part(part) => has_part(state, strike.target, part),
        Location::Vitals => vitals(state, by, strike.target, family),
        Location::Vulnerability => vulnerability(state, by, strike.target, family),
        Location::Item(item) => {
            let held =
                matches!(state.item(item).place, Place::Held(who, _) if who == strike.target);
            if !held || state.kind(item).strength().is_none() || state.item(item).broken {
                return Err(refuse!(
                    "hit-location/weapon-target-valid",
                    "{} holds no such weapon or shield",
                    Figure::Creature(strike.target)
                ));
            }
            Ok(())
        }
    }
}

fn has_part(state: &State, on: CreatureId, part: u8) -> Result<(), Refusal> {
    if usize::from(part) < state.sheet(on).parts.len() {
        return Ok(());
    }
    Err(refuse!(
        "hit-location/part-must-exist",
        "{} has no such part",
        Figure::Creature(on)
    ))
}

/// Whether a creature has vitals, and no armour covers them (`hit-location/vitals-definition`).
///
/// # Errors
/// If it has none that lie open.
pub(crate) fn has_vitals(state: &State, on: CreatureId) -> Result<(), Refusal> {
    if state.sheet(on).traits.no_vitals || worn(state, on).any(|armor| armor.full_coverage) {
        return Err(refuse!(
            "hit-location/vitals-definition",
            "{} has no vitals that lie open",
            Figure::Creature(on)
        ));
    }
    Ok(())
}

fn vitals(state: &State, by: CreatureId, on: CreatureId, family: Family) -> Result<(), Refusal> {
    if family == Family::Unarmed {
        return Err(refuse!(
            "unarmed/no-torso-no-vitals",
            "nobody strikes vitals unarmed"
        ));
    }
    has_vitals(state, on)?;
    if !knows_vitals(state, by, on) {
        return Err(refuse!(
            "hit-location/vitals-search",
            "the vitals of {} have to be found first",
            Figure::Creature(on)
        ));
    }
    Ok(())
}

/// Whether a creature knows where another's vitals are (`hit-location/search-action`).
#[must_use]
pub(crate) fn knows_vitals(state: &State, by: CreatureId, on: CreatureId) -> bool {
    state.has(on, Condition::KnownVitals)
        || state.conditions.has_toward(by, Condition::FoundVitals, on)
}

/// Whether a creature wears or has grown armour that can have a weak point (`hit-location/vulnerability-changes-type`).
#[must_use]
pub(crate) fn has_impact_armor(state: &State, on: CreatureId) -> bool {
    state.sheet(on).natural_armor.impact >= 1
        || worn(state, on).any(|armor| armor.ratings.against(DamageType::Impact) >= 1)
}

/// Whether a creature has armour that could have a weak point (`hit-location/vulnerability-changes-type`).
///
/// # Errors
/// If it has none.
pub(crate) fn can_be_weak(state: &State, on: CreatureId) -> Result<(), Refusal> {
    if !has_impact_armor(state, on) {
        return Err(refuse!(
            "hit-location/vulnerability-changes-type",
            "{} has no armour against Impact that could be weak",
            Figure::Creature(on)
        ));
    }
    Ok(())
}

/// Whether a creature knows a vulnerability of another.
#[must_use]
pub(crate) fn knows_vulnerability(state: &State, by: CreatureId, on: CreatureId) -> bool {
    state.has(on, Condition::KnownVulnerability)
        || state
            .conditions
            .has_toward(by, Condition::FoundVulnerability, on)
}

fn vulnerability(
    state: &State,
    by: CreatureId,
    on: CreatureId,
    family: Family,
) -> Result<(), Refusal> {
    if family == Family::Unarmed {
        return Ok(());
    }
    can_be_weak(state, on)?;
    if !knows_vulnerability(state, by, on) {
        return Err(refuse!(
            "hit-location/vulnerability-search",
            "a vulnerability of {} has to be found first",
            Figure::Creature(on)
        ));
    }
    Ok(())
}

fn general_kill_shot(state: &State, by: CreatureId, strike: &Strike) -> Result<(), Refusal> {
    if !state.cast.options.general_kill_shot {
        return Err(refuse!(
            "damage-effects/general-kill-shot",
            "in this fight only vitals make a Kill Shot"
        ));
    }
    if strike.location != Location::Torso {
        return Err(refuse!(
            "hit-location/disable-never-kills",
            "a called shot cannot be a Kill Shot besides"
        ));
    }
    let on = strike.target;
    let unarmed = family(state, by, strike.with).is_none_or(|family| family == Family::Unarmed);
    if unarmed {
        return Err(refuse!(
            "damage-effects/general-kill-shot",
            "only armed and ranged weapons make a Kill Shot"
        ));
    }
    if !damaged(state, on) {
        return Err(refuse!(
            "damage-effects/general-kill-shot",
            "{} is not Damaged",
            Figure::Creature(on)
        ));
    }
    if state.sheet(on).level > state.sheet(by).level {
        return Err(refuse!(
            "damage-effects/general-kill-shot",
            "{} is of a higher level",
            Figure::Creature(on)
        ));
    }
    has_vitals(state, on)
}

/// Whether what is aimed at is no part of the humanoid body, but matched to one (`hit-location/substitution`).
fn substitutes(state: &State, strike: &Strike) -> bool {
    let Location::Part(part) = strike.location else {
        return false;
    };
    let part = state.sheet(strike.target).parts.get(usize::from(part));
    part.is_some_and(|part| !humanoid().contains(part))
}

/// What is cited of a called shot that is made.
#[must_use]
pub(crate) fn cited(state: &State, by: CreatureId, strike: &Strike) -> [Option<RuleId>; 4] {
    let Some(family) = family(state, by, strike.with) else {
        return [None; 4];
    };
    let basis = if substitutes(state, strike) {
        rule!("hit-location/substitution")
    } else {
        rule!("hit-location/humanoid-basis")
    };
    match strike.location {
        Location::Torso => [Some(rule!("attack/default-torso")), None, None, None],
        Location::Part(_) => [
            Some(called_by(strike.with, family)),
            Some(rule!("attack/type-opens-options")),
            Some(basis),
            Some(rule!("hit-location/part-must-exist")),
        ],
        Location::Vitals => [
            Some(called_by(strike.with, family)),
            Some(rule!("attack/type-opens-options")),
            Some(rule!("hit-location/vitals-definition")),
            Some(rule!("hit-location/vitals-search")),
        ],
        Location::Vulnerability if family == Family::Unarmed => [
            Some(rule!("unarmed/called-shot")),
            Some(rule!("attack/type-opens-options")),
            Some(rule!("unarmed/vulnerability-needs-no-search")),
            None,
        ],
        Location::Vulnerability => [
            Some(called_by(strike.with, family)),
            Some(rule!("attack/type-opens-options")),
            Some(rule!("hit-location/vulnerability-search")),
            None,
        ],
        Location::Item(_) => [
            Some(called_by(strike.with, family)),
            Some(rule!("attack/type-opens-options")),
            Some(rule!("hit-location/weapon-target-valid")),
            None,
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::ItemId;

    #[test]
    fn unarmed_rows_are_four_easier() {
        let part = Location::Part(0);
        for (location, category, armed, unarmed) in [
            (Location::Torso, None, 0, 0),
            (part, Some(Category::Limb), -4, 0),
            (part, Some(Category::Appendage), -8, -4),
            (part, Some(Category::Joint), -8, -4),
            (part, Some(Category::Head), -8, -4),
            (Location::Vulnerability, None, -4, 0),
            (Location::Item(ItemId(0)), None, -4, 0),
        ] {
            assert_eq!(difficulty(location, category, Family::Armed), armed);
            assert_eq!(difficulty(location, category, Family::Natural), armed);
            assert_eq!(difficulty(location, category, Family::Unarmed), unarmed);
        }
        assert_eq!(difficulty(Location::Vitals, None, Family::Armed), -12);
    }
}
