//! What can be changed about creatures' sheets and about kinds of things by the game master's word, value by value.

use affray_kernel::CreatureId;
use affray_kernel::amend::Names;

use super::follows;
use crate::fact::{Fact, Number};
use crate::sheet::ItemKind;
use crate::state::{ItemId, State};

/// What the values of a sheet are called.
pub(super) fn names(state: &State, _: CreatureId) -> Names {
    let names = Names {
        fixed: &[
            "name", "kind", "side", "owner", "policy", "uses", "category",
        ],
        ..Names::default()
    };
    names.mean(
        "/spells",
        state.cast.spells.iter().map(|spell| &*spell.name),
    )
}

/// What the values of a kind of things are called.
pub(super) fn kind_names() -> Names {
    Names {
        fixed: &["name", "spell", "uses", "category"],
        ..Names::default()
    }
}

/// Nobody has more Hit Points and Energy than its sheet allows (`foundations/max-hp`, `foundations/energy-pool`); with a lower maximum those
/// it lacks may be its death (`dead/negative-hp`).
pub(super) fn cut(state: &State, who: CreatureId) -> Vec<Fact> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let pools = [
        (Number::Hp, body.hp, sheet.max_hp),
        (Number::Energy, body.energy, sheet.max_energy),
    ];
    let over = pools.into_iter().filter(|(_, now, most)| now > most);
    let cut = over.map(|(number, _, most)| Fact::Set(who, number, most));
    follows::hit_points(state, who, cut.collect())
}

/// An object has no more hit points than its kind.
pub(super) fn worn_down(state: &State, item: ItemId, kind: &ItemKind) -> Vec<Fact> {
    let (most, _) = kind.toughness();
    let is_over = state.item(item).hp > most;
    is_over
        .then_some(Fact::ItemHp(item, most))
        .into_iter()
        .collect()
}
