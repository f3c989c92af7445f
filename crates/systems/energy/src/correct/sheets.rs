//! What can be changed about creatures' sheets and about kinds of things by the game master's word, value by value.

use affray_kernel::CreatureId;
use affray_kernel::amend::Names;

use crate::fact::{Fact, Number};
use crate::rules::numbers::max_agility;
use crate::sheet::{Ability, ItemKind, Skill};
use crate::state::{ItemId, State};

/// What the values of a sheet are called; most Stamina and Recovery Surges as they are told from those that are left.
pub(super) fn names(state: &State, _: CreatureId) -> Names {
    let names = Names {
        fixed: &["name", "kind", "side", "policy", "power"],
        ..Names::default()
    };
    names
        .listed("/modifiers", Ability::ALL.map(Ability::name))
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
