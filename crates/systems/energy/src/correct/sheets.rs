//! What can be changed about creatures' sheets and about kinds of things by the game master's word, value by value.

use affray_kernel::CreatureId;
use affray_kernel::amend::Names;

use super::follows;
use crate::content::{
    USUAL_SCORE, usual_aura_strength, usual_recovery_value, usual_stamina, usual_surges,
};
use crate::fact::{Fact, Number};
use crate::rules::numbers::{alive, max_agility};
use crate::sheet::{Ability, ItemKind, NegativeRounding, Sheet, Skill};
use crate::state::{ItemId, State};

/// What the values of a sheet are called; most Stamina and Recovery Surges as they are told from those that are left.
pub(super) fn names(state: &State, _: CreatureId) -> Names {
    let names = Names {
        fixed: &["name", "kind", "side", "policy", "power"],
        ..Names::default()
    };
    modifiers(names)
        .listed("/skills", Skill::ALL.map(Skill::name))
        .call("/stamina", "max_stamina")
        .call("/surges", "max_surges")
        .call("/natural_armor", "natural_armor")
        .call("/resistances", "resistances")
        .call("/weaknesses", "weaknesses")
        .call("/attack_abilities", "attack_abilities")
        .call("/damage_abilities", "damage_abilities")
        .call("/named", "named")
        .call("/advantages", "advantages")
        .mean(
            "/powers",
            state.cast.powers.iter().map(|power| &*power.name),
        )
}

/// Modifiers are not called as the abilities are, for that is what their Scores are called (`fundamentals/ability-modifier`).
fn modifiers(names: Names) -> Names {
    let abilities = Ability::ALL.into_iter().enumerate();
    abilities.fold(names, |names, (index, ability)| {
        let name = format!("modifiers.{}", ability.name());
        names.call(format!("/modifiers/{index}"), &name)
    })
}

/// A creature's ability has that Score, and what follows from its abilities follows its Modifier where that changes; a Modifier that is set
/// by itself is set alone (`fundamentals/ability-modifier`, `aura/recalculated`).
pub(super) fn scores(state: &State, who: CreatureId, ability: Ability, score: i16) -> Vec<Fact> {
    let before = state.sheet(who);
    let mut sheet = before.clone();
    sheet.modifiers[ability as usize] = score - USUAL_SCORE;
    let rounding = state.cast.options.negative_rounding;
    with_sheet(state, who, reckoned_anew(before, sheet, rounding))
}

/// A creature has that sheet: Aura rises with its maximum, and nobody has more in its pools than the sheet allows (`aura/recalculated`).
pub(super) fn with_sheet(state: &State, who: CreatureId, sheet: Sheet) -> Vec<Fact> {
    let before = state.sheet(who);
    let more = sheet.aura_strength.saturating_sub(before.aura_strength);
    let aura = state.body(who).aura;
    let mut facts = if more > 0 && alive(state, who) {
        let value = aura.saturating_add(more);
        let set = Fact::Set(who, Number::Aura, value);
        follows::regained(state, who, (Number::Aura, value), set)
    } else {
        Vec::new()
    };
    let fact = Fact::Sheet(who, Box::new(sheet));
    let mut after = state.clone();
    crate::fact::apply(&mut after, &fact);
    facts.extend(cut(&after, who));
    facts.push(fact);
    facts
}

/// Figures that were the usual ones for the abilities before are so for those that there are now, and skills change as their abilities do
/// (`aura/recalculated`, `stamina/maximum`, `fundamentals/skill-check`).
fn reckoned_anew(before: &Sheet, mut sheet: Sheet, rounding: NegativeRounding) -> Sheet {
    let (old, new) = (before.modifiers, sheet.modifiers);
    if old == new || before.traits.object {
        return sheet;
    }
    let figures = [
        (
            &mut sheet.aura_strength,
            usual_aura_strength(old, rounding).total(),
            usual_aura_strength(new, rounding).total(),
        ),
        (
            &mut sheet.recovery_value,
            usual_recovery_value(old).total(),
            usual_recovery_value(new).total(),
        ),
        (
            &mut sheet.surges,
            usual_surges(old, rounding).total(),
            usual_surges(new, rounding).total(),
        ),
        (&mut sheet.stamina, usual_stamina(old), usual_stamina(new)),
    ];
    for (figure, usual, anew) in figures {
        if i32::from(*figure) == usual {
            *figure = i16::try_from(anew).unwrap_or(*figure);
        }
    }
    for skill in Skill::ALL {
        let ability = skill.ability() as usize;
        let value = &mut sheet.skills[skill as usize];
        *value = value.saturating_add(new[ability].saturating_sub(old[ability]));
    }
    sheet
}

/// What the values of a kind of things are called.
pub(super) fn kind_names() -> Names {
    Names {
        fixed: &["name", "power"],
        ..Names::default()
    }
}

/// Nobody has more Aura, Stamina, Recovery Surges and Agility than its sheet allows (`aura/strength`, `stamina/maximum`,
/// `aura/recovery-surges`).
pub(super) fn cut(state: &State, who: CreatureId) -> Vec<Fact> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let pools = [
        (Number::Aura, body.aura, sheet.aura_strength),
        (Number::Stamina, body.stamina, sheet.stamina),
        (Number::Surges, body.surges, sheet.surges),
        (Number::Agility, body.agility, max_agility(state, who)),
    ];
    let over = pools.into_iter().filter(|(_, now, most)| now > most);
    over.map(|(number, _, most)| Fact::Set(who, number, most))
        .collect()
}

/// Things do not wear down by degrees.
pub(super) fn worn_down(_: &State, _: ItemId, _: &ItemKind) -> Vec<Fact> {
    Vec::new()
}
