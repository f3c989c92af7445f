//! What can be changed about creatures' sheets and about kinds of things by the game master's word, value by value.

use affray_kernel::CreatureId;
use affray_kernel::amend::Names;
use affray_kernel::notation::word_of;

use super::{follows, limits};
use crate::fact::{Fact, Number};
use crate::sheet::{Attribute, ItemKind, Skill};
use crate::state::{ItemId, State};

/// What the values of a sheet are called.
pub(super) fn names(state: &State, who: CreatureId) -> Names {
    let names = Names {
        fixed: &[
            "name", "kind", "side", "group", "policy", "category", "scroll",
        ],
        ..Names::default()
    };
    let names = names.mean(
        "/spells",
        state.cast.spells.iter().map(|spell| &*spell.name),
    );
    let names = names.call("/race", "race");
    let names = names.call("/regeneration", "regeneration");
    let names = names.listed("/attributes", Attribute::ALL.map(Attribute::name));
    let mut names = names.listed("/skills", Skill::ALL.map(Skill::name));
    for (index, (category, _)) in state.sheet(who).proficiencies.iter().enumerate() {
        let pointer = format!("/proficiencies/{index}/1");
        let category = word_of(category).unwrap_or_default();
        names = names.call(pointer, &format!("proficiencies.{category}"));
    }
    names
}

/// What the values of a kind of things are called.
pub(super) fn kind_names() -> Names {
    Names {
        fixed: &["name", "category", "scroll"],
        ..Names::default()
    }
}

/// Nobody has more hit points than its sheet allows, with Invigoration, and poison took no more of them than are missing
/// (`hit-points/starting`, `healing/caps`, `poison/healing`).
pub(super) fn cut(state: &State, who: CreatureId) -> Vec<Fact> {
    let (max_hp, body) = (state.sheet(who).max_hp, state.body(who));
    let hp = body.hp.min(max_hp);
    let missing = limits::invigoration(max_hp, hp);
    let invigoration = body.invigoration.min(missing);
    let poison = body.poison_hp.min(missing);
    let cut = [
        (Number::Hp, body.hp, hp),
        (Number::Invigoration, body.invigoration, invigoration),
        (Number::PoisonHp, body.poison_hp, poison),
    ];
    let cut = cut.into_iter().filter(|(_, now, most)| now > most);
    let said: Vec<Fact> = cut
        .map(|(number, _, most)| Fact::Set(who, number, most))
        .collect();
    if said.is_empty() {
        return said;
    }
    follows::numbers(state, who, said)
}

/// Durability Points that are left do not follow the kind.
pub(super) fn worn_down(_: &State, _: ItemId, _: &ItemKind) -> Vec<Fact> {
    Vec::new()
}
