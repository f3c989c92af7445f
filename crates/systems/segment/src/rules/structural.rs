//! Structural strength: what breaks, and when it has to prove itself (`structural/save`, `hit-location/weapon-*`,
//! `defence/avert-structural-save`).

use affray_kernel::{Arm, CreatureId, ItemId, Play, Scene};

use super::checks::{self, Check, MISSING};
use super::health;
use super::modifiers;
use crate::Segments;
use crate::act::With;
use crate::fact::Fact;
use crate::ids::rule;
use crate::sheet::{DefendSkill, ItemKind, Material, WeaponClass};
use crate::state::State;

/// What the attacking weapon is made of (`hit-location/weapon-structural-save`).
#[must_use]
pub(crate) fn attacking_material(state: &State, by: CreatureId, with: With) -> Material {
    match with {
        With::Melee(arm) => state
            .weapon(by, arm)
            .map_or(Material::Flesh, |weapon| weapon.material),
        With::Ranged(arm) => state
            .weapon(by, arm)
            .and_then(|weapon| weapon.ranged)
            .map_or(Material::Flesh, |ranged| ranged.material),
        With::Power(_) => Material::Exotic,
    }
}

/// The class of the attacking weapon or missile; powers have none (`defence/aversion-chart`).
#[must_use]
pub(crate) fn attacking_class(state: &State, by: CreatureId, with: With) -> Option<WeaponClass> {
    match with {
        With::Melee(arm) => state.weapon(by, arm).map(|weapon| weapon.class),
        With::Ranged(arm) => Some(state.weapon(by, arm)?.ranged?.class),
        With::Power(_) => None,
    }
}

/// Makes the structural strength save of an item (`structural/save`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn save(
    scene: &mut Scene<'_, Segments>,
    (who, item): (CreatureId, ItemId),
    rule: affray_kernel::RuleId,
) -> Play {
    let Some((strength, _)) = scene.state().kind(item).strength() else {
        return Ok(());
    };
    scene.cite(rule);
    let mut score = scene.tally();
    score.add("structural strength", strength, rule!("structural/save"));
    let check = Check {
        who,
        what: "structural strength",
        score,
        strictly: false,
        verdicts: ["it holds", "it breaks"],
        rule: rule!("structural/save"),
    };
    if !checks::save(scene, &check)? {
        scene.emit(Fact::Broken(item, true));
    }
    Ok(())
}

/// A hit on a weapon or shield: its holder may lose it, and it may break (`damage-effects/structural`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn struck(
    scene: &mut Scene<'_, Segments>,
    (by, with): (CreatureId, With),
    (holder, item): (CreatureId, ItemId),
) -> Play {
    scene.cite(rule!("damage-effects/structural"));
    scene.cite(rule!("hit-location/weapon-no-damage"));
    hold(scene, holder, item)?;
    let attacking = attacking_material(scene.state(), by, with);
    let own = scene.state().kind(item).strength();
    if own.is_some_and(|(_, material)| attacking.rank() >= material.rank()) {
        // It is tried even when it has just fallen.
        let rule = rule!("hit-location/weapon-structural-save");
        save(scene, (holder, item), rule)?;
    }
    Ok(())
}

/// Whether a creature keeps hold of a struck item; otherwise it falls (`hit-location/weapon-hold-check`).
fn hold(scene: &mut Scene<'_, Segments>, holder: CreatureId, item: ItemId) -> Play {
    let rule = rule!("hit-location/weapon-hold-check");
    let mut score = scene.tally();
    let state = scene.state();
    let own = match state.kind(item) {
        ItemKind::Weapon(weapon) => state.score(holder, weapon.skill).map(|score| {
            let hit = weapon.melee.map_or_else(
                || weapon.ranged.map_or(0, |ranged| ranged.hit),
                |melee| melee.hit,
            );
            (score, hit)
        }),
        ItemKind::Shield(_) => {
            state.sheet(holder).defends[DefendSkill::Block as usize].map(|score| (score, 0))
        }
        ItemKind::Armor(_) | ItemKind::Gear(_) => None,
    };
    match own {
        Some((own, hit)) => {
            score.add("own skill with it", own, rule);
            score.add("weapon", hit, rule!("armed/weapon-statistics"));
        }
        None => score.add("no such skill", MISSING, rule!("check/missing-score")),
    }
    modifiers::condition(state, holder, &mut score);
    let check = Check {
        who: holder,
        what: "holding on",
        score,
        strictly: false,
        verdicts: ["holds on", "loses hold"],
        rule,
    };
    if checks::make(scene, check)? {
        scene.emit(Fact::KeepsHold(holder, item));
    } else {
        health::drop_item(scene, holder, item);
    }
    Ok(())
}

/// Whether averting an attack strains the averting item (`defence/avert-structural-save`).
#[must_use]
pub(crate) fn strains(
    state: &State,
    (by, with): (CreatureId, With),
    (on, averting): (CreatureId, Arm),
) -> bool {
    let Some(attacking) = attacking_class(state, by, with) else {
        return false;
    };
    let siege = match with {
        With::Melee(arm) | With::Ranged(arm) => {
            state.weapon(by, arm).is_some_and(|weapon| weapon.siege)
        }
        With::Power(_) => false,
    };
    let Arm::Item(item) = averting else {
        return false;
    };
    let own = match state.kind(item) {
        ItemKind::Shield(shield) => Some(shield.size.counts_as()),
        _ => state.weapon(on, averting).map(|weapon| weapon.class),
    };
    siege || own.is_some_and(|own| attacking.rank() >= own.rank() + 2)
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;

    use super::*;
    use affray_trial::files;

    const TWO: &str = "
[[creature]]
name = 'garret'
side = 'a'
at = [4, 4]
held = ['dagger']
[[creature]]
name = 'ogre'
side = 'b'
at = [5, 4]
held = ['medium shield']
";

    /// Whether a dagger strains the shield that averts it.
    fn dagger_strains(siege: bool) -> bool {
        let mut setup = files::composed::<Segments>(TWO);
        for kind in &mut setup.kinds {
            if let ItemKind::Weapon(weapon) = kind {
                weapon.siege = siege;
            }
        }
        let state = Segments::set_up(&setup).expect("a fight");
        let dagger = With::Melee(Arm::Item(ItemId(0)));
        let shield = Arm::Item(ItemId(1));
        strains(&state, (CreatureId(0), dagger), (CreatureId(1), shield))
    }

    #[test]
    fn siege_weapons_always_strain_what_averts_them() {
        assert!(!dagger_strains(false));
        assert!(dagger_strains(true));
    }
}
