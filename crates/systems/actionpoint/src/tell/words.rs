//! Creatures, spaces, weapons, spells and conditions in sentences.

use affray_kernel::grid::Cell;
use affray_kernel::prose::with_article;
use affray_kernel::{CreatureId, System};

use crate::ActionPoint;
use crate::act::Means;
use crate::state::{Arm, Condition, GearId, ItemId, SpellId, State};

/// A creature in a sentence: `the ogre` where it is named after its kind, `Garret` where the name is its own.
pub(super) fn the(state: &State, who: CreatureId) -> String {
    ActionPoint::spoken(state, who)
}

/// Whose something is: `the ogre's`.
pub(super) fn whose(state: &State, who: CreatureId) -> String {
    format!("{}'s", the(state, who))
}

/// A space as it is written: column and row of the drawn map, and the height if it is not 0.
pub(super) fn space(state: &State, cell: Cell) -> String {
    state.grid().drawn(cell).to_string()
}

/// The name of an item; `#12` if there is none of that number.
pub(super) fn item_name(state: &State, item: ItemId) -> String {
    let known = state.items.get(usize::from(item.0));
    let kind = known.and_then(|known| state.cast.kinds.get(usize::from(known.kind)));
    match kind {
        Some(kind) => kind.name().to_owned(),
        None => format!("#{}", item.0),
    }
}

/// An item as `the longsword`.
pub(super) fn the_item(state: &State, item: ItemId) -> String {
    format!("the {}", item_name(state, item))
}

/// The name of a spell or an ability.
pub(super) fn spell_name(state: &State, spell: SpellId) -> &str {
    let spell = state.cast.spells.get(usize::from(spell.0));
    spell.map_or("a spell", |spell| spell.name.as_str())
}

/// Whether it is no spell but an ability.
pub(super) fn is_ability(state: &State, spell: SpellId) -> bool {
    let spell = state.cast.spells.get(usize::from(spell.0));
    spell.is_some_and(|spell| spell.ability)
}

/// A weapon of somebody's by its name.
pub(super) fn arm_name(state: &State, who: CreatureId, arm: Arm) -> String {
    match arm {
        Arm::Item(item) => item_name(state, item),
        Arm::Natural(number) => {
            let sheet = state.cast.sheets.get(who.index());
            let weapon = sheet.and_then(|sheet| sheet.natural.get(usize::from(number)));
            weapon.map_or_else(|| "body".to_owned(), |weapon| weapon.name.clone())
        }
    }
}

/// What an attack is made with: `a longsword`, `fire bolt`, `a wand of fire`.
pub(super) fn means_name(state: &State, who: CreatureId, means: Means) -> String {
    match means {
        Means::Melee(arm) | Means::Ranged(arm) => with_article(&arm_name(state, who, arm)),
        Means::Spell(spell) => spell_name(state, spell).to_owned(),
        Means::Item(item, _) => with_article(&item_name(state, item)),
    }
}

/// The name of a fighting style, by its place on the sheet.
pub(super) fn style_name(state: &State, who: CreatureId, style: u8) -> &str {
    let sheet = state.cast.sheets.get(who.index());
    let style = sheet.and_then(|sheet| sheet.styles.get(usize::from(style)));
    style.map_or("another style", |style| style.name.as_str())
}

/// The word of a type of gear.
pub(super) fn gear_name(state: &State, gear: GearId) -> &str {
    let gear = state.cast.gear.get(usize::from(gear.0));
    gear.map_or("something", String::as_str)
}

/// A lever and the like as `the lever`.
pub(super) fn the_fixture(state: &State, number: u8) -> String {
    let kind = state.cast.fixtures.get(usize::from(number));
    kind.map_or_else(
        || "something".to_owned(),
        |kind| format!("the {}", kind.name),
    )
}

/// What a condition is called in sentences.
pub(crate) const fn condition_name(condition: Condition) -> &'static str {
    match condition {
        Condition::Dazed => "Dazed",
        Condition::Prone => "Prone",
        Condition::Grappled => "Grappled",
        Condition::Unconscious => "Unconscious",
        Condition::Surprised => "Surprised",
        Condition::Hidden => "Hidden",
        Condition::Dead => "dead",
    }
}
