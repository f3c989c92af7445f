//! Creatures, squares, weapons and conditions in sentences.

use affray_kernel::condition::Until;
use affray_kernel::grid::Cell;
use affray_kernel::notation::item_name;
use affray_kernel::prose::with_article;
use affray_kernel::{CreatureId, System};

use crate::Energy;
use crate::state::{Arm, Condition, ItemId, PowerId, State};

/// A creature in a sentence: `the ogre` where it is named after its kind, `Garret` where the name is its own.
pub(super) fn the(state: &State, who: CreatureId) -> String {
    Energy::spoken(state, who)
}

/// A square as it is written: column and row of the drawn map, and the height if it is not 0.
pub(super) fn square(state: &State, cell: Cell) -> String {
    state.grid().drawn(cell).to_string()
}

/// A spell's or an ability's name.
pub(super) fn power_name(state: &State, power: PowerId) -> &str {
    let power = state.cast.powers.get(usize::from(power.0));
    power.map_or("a power", |power| power.name.as_str())
}

/// An item as `the longsword`.
pub(super) fn the_item(state: &State, item: ItemId) -> String {
    format!("the {}", item_name(state, item))
}

/// ` with a longsword`, ` unarmed`, with a space before it.
pub(super) fn armed(state: &State, who: CreatureId, arm: Arm) -> String {
    let body = match arm {
        Arm::Natural(number) => {
            let sheet = state.cast.sheets.get(who.index());
            sheet.is_none_or(|sheet| usize::from(number) + 1 >= sheet.natural.len())
        }
        Arm::Item(_) => false,
    };
    if body {
        " unarmed".to_owned()
    } else {
        format!(" with {}", weapon_name(state, who, arm))
    }
}

/// A weapon as `a longsword`.
pub(super) fn weapon_name(state: &State, who: CreatureId, arm: Arm) -> String {
    match arm {
        Arm::Item(item) => with_article(&item_name(state, item)),
        Arm::Natural(number) => {
            let sheet = state.cast.sheets.get(who.index());
            let weapon = sheet.and_then(|sheet| sheet.natural.get(usize::from(number)));
            weapon.map_or_else(
                || "the body".to_owned(),
                |weapon| with_article(&weapon.name),
            )
        }
    }
}

/// How long something lasts, with a space before it; nothing if it lasts until something ends it.
pub(super) fn lasting(state: &State, until: Until) -> String {
    let now = state.clock.round;
    match until {
        Until::Round(round) if round == now => " until the end of the Round".to_owned(),
        Until::Round(round) if round == now.saturating_add(1) => {
            " until the end of the next Round".to_owned()
        }
        Until::Round(round) => format!(" until the end of Round {round}"),
        Until::Cleared | Until::TurnStart(..) | Until::TurnEnd(..) | Until::At(_) => String::new(),
    }
}

/// What a condition is called in sentences.
pub(crate) const fn condition_name(condition: Condition) -> &'static str {
    match condition {
        Condition::Exposed => "Exposed",
        Condition::Unguarded => "Unguarded",
        Condition::Surprised => "Surprised",
        Condition::Dazed => "Dazed",
        Condition::Blinded => "Blinded",
        Condition::Prone => "Prone",
        Condition::Slowed => "Slowed",
        Condition::Shaken => "Shaken",
        Condition::Exhausted => "Exhausted",
        Condition::Restrained => "Restrained",
        Condition::Restraining => "Restraining",
        Condition::Unconscious => "unconscious",
        Condition::Helpless => "helpless",
        Condition::Unaware => "unaware",
        Condition::Dead => "dead",
    }
}
