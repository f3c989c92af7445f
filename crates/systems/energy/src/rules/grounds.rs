//! The rules that the numbers of an attack rest on, for the log: where creatures stand and face, what sheets and weapons say.

use affray_kernel::grid::Shape;
use affray_kernel::{Arm, CreatureId, Frozen};

use super::draw_weight;
use super::numbers::{defenseless, is_unarmed, metres_between, present};
use crate::Energy;
use crate::act::Strike;
use crate::ids::rule;
use crate::sheet::{Ability, Draw, Sheet, Skill};
use crate::state::{Condition, State};

/// An attack's distance and the target's facing (`grid/distance`, `facing/test`).
fn places(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, on: CreatureId) {
    let shape = scene.state().grid().shape;
    let sizes = [by, on].map(|who| scene.state().sheet(who).size);
    scene.cite(rule!("grid/space"));
    scene.cite(rule!("grid/distance"));
    if sizes.iter().any(|size| size.side(shape) > 1) {
        scene.cite(rule!("grid/footprints"));
    }
    scene.cite(rule!("facing/test"));
    scene.cite(match shape {
        Shape::Square => rule!("facing/square"),
        Shape::Hex => rule!("facing/hex"),
    });
}

/// What the attacker's sheet brings (`fundamentals/ability-modifier`, `mpl/combat-styles`).
fn sheets(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, on: CreatureId) {
    scene.cite(rule!("fundamentals/ability-modifier"));
    let state = scene.state();
    let fractions = [by, on].iter().any(|who| has_fractions(state.sheet(*who)));
    let sheet = state.sheet(by);
    let styled = !sheet.named.is_empty() && sheet.martial_proficiency >= 3;
    if fractions {
        scene.cite(rule!("fundamentals/rounding"));
    }
    if styled {
        scene.cite(rule!("mpl/combat-styles"));
    }
}

/// Whether any half or third of an attack's numbers had to be rounded.
fn has_fractions(sheet: &Sheet) -> bool {
    let (strength, dexterity) = (
        sheet.modifier(Ability::Strength),
        sheet.modifier(Ability::Dexterity),
    );
    (strength + dexterity) % 3 != 0 || dexterity % 2 != 0 || sheet.level % 3 != 0
}

/// What an attack in melee rests on.
pub(crate) fn melee(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, on: CreatureId, with: Arm) {
    if !scene.listened() {
        return;
    }
    places(scene, by, on);
    sheets(scene, by, on);
    scene.cite(rule!("gaps/reach-measure"));
    if scene.state().sheet(by).size.reach_bonus() != 0 {
        scene.cite(rule!("size/reach"));
    }
    if !is_unarmed(scene.state(), by, with) {
        scene.cite(rule!("gaps/weapon-table"));
    }
    proficiency(scene, by, with);
    extra_abilities(scene, by);
    no_defense(scene, by, on);
}

/// The weapon's requirement, if it has one (`mpl/requirement`).
fn proficiency(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, with: Arm) {
    let weapon = scene.state().weapon(by, with);
    if weapon.is_some_and(|weapon| weapon.requirement > 0) {
        scene.cite(rule!("mpl/definition"));
        scene.cite(rule!("mpl/requirement"));
    }
}

/// Abilities that Feats bring into MASAB and MASDB (`melee/extra-ability-in-bonus`, `melee/ability-only-once`).
fn extra_abilities(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId) {
    let sheet = scene.state().sheet(by);
    let lists = [&sheet.attack_abilities, &sheet.damage_abilities];
    let any = lists.iter().any(|list| !list.is_empty());
    let twice = lists
        .iter()
        .any(|list| super::numbers::names_one_twice(list));
    if any {
        scene.cite(rule!("melee/extra-ability-in-bonus"));
    }
    if twice {
        scene.cite(rule!("melee/ability-only-once"));
    }
}

/// Why no Evasion is rolled (`gaps/helpless`, `unconscious/state`, `gaps/awareness`).
fn no_defense(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, on: CreatureId) {
    let state = scene.state();
    let (helpless, unaware) = (
        defenseless(state, on, by),
        super::numbers::unaware(state, on, by),
    );
    let unconscious = state.has(on, Condition::Unconscious);
    if helpless || unaware {
        scene.cite(rule!("defenses/no-roll-means-hit"));
    }
    if helpless {
        scene.cite(rule!("gaps/helpless"));
    }
    if unconscious {
        scene.cite(rule!("unconscious/state"));
    }
    if unaware {
        scene.cite(rule!("surprise/automatic-hit"));
        scene.cite(rule!("gaps/awareness"));
    }
}

/// What a shot or a throw rests on.
pub(crate) fn ranged(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, strike: &Strike) {
    if !scene.listened() {
        return;
    }
    let on = strike.target;
    places(scene, by, on);
    sheets(scene, by, on);
    scene.cite(rule!("gaps/weapon-table"));
    scene.cite(rule!("size/chart"));
    proficiency(scene, by, strike.with);
    no_defense(scene, by, on);
    if somebody_between(scene.state(), by, on) {
        scene.cite(rule!("gaps/line-of-sight"));
        scene.cite(rule!("ranged/other-modifiers"));
    }
    if strike.thrown {
        thrown(scene, by, strike.with);
    } else {
        drawn(scene, by, strike.with);
    }
}

/// Whether somebody stands about on the way of a shot, which does not matter (`gaps/line-of-sight`).
fn somebody_between(state: &State, by: CreatureId, on: CreatureId) -> bool {
    let metres = metres_between(state, by, on);
    state.creatures().any(|other| {
        let way = |end| metres_between(state, other, end);
        other != by && other != on && present(state, other) && way(by) + way(on) <= metres
    })
}

/// How far and how well a weapon flies (`throw/thrown-property`, `throw/default-ranges`, `throw/extra-distance`).
fn thrown(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, with: Arm) {
    let state = scene.state();
    let made_for_it = state
        .weapon(by, with)
        .is_some_and(|weapon| weapon.thrown.is_some());
    let arm_strength = state.sheet(by).skill(Skill::ArmStrength);
    if made_for_it {
        scene.cite(rule!("throw/thrown-property"));
        scene.cite(rule!("throw/thrown-accuracy"));
    } else {
        scene.cite(rule!("throw/default-ranges"));
        scene.cite(rule!("throw/without-thrown"));
    }
    if arm_strength >= 5 {
        scene.cite(rule!("throw/extra-distance"));
    }
}

/// The draw weight that a bow or crossbow is built for (`draw/table`, `draw/changing`).
fn drawn(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, with: Arm) {
    let state = scene.state();
    let shooting = state.weapon(by, with).and_then(|weapon| weapon.shooting);
    let (Some(draw), Arm::Item(item)) = (shooting.and_then(|shooting| shooting.draw), with) else {
        return;
    };
    let row = usize::from(state.item(item).draw);
    let weaker = row < draw_weight::best(state.sheet(by), draw);
    scene.cite(rule!("draw/table"));
    scene.cite(rule!("draw/arm-strength"));
    if !matches!(draw, Draw::Bow | Draw::HandCrossbow) {
        scene.cite(rule!("draw/crossbow-bonus"));
    }
    if weaker {
        scene.cite(rule!("draw/changing"));
    }
}
