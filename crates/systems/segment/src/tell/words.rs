//! Creatures, spaces, weapons, parts of bodies and conditions in sentences.

use affray_kernel::condition::Until;
use affray_kernel::grid::Cell;
use affray_kernel::notation::item_name;
use affray_kernel::prose::with_article;
use affray_kernel::{CreatureId, System};

use crate::Segments;
use crate::act::{Location, With};
use crate::state::{Arm, Condition, Cover, ItemId, PowerId, State};

/// A creature in a sentence: `the ogre` where it is named after its kind, `Garret` where the name is its own.
pub(super) fn the(state: &State, who: CreatureId) -> String {
    Segments::spoken(state, who)
}

/// A space as it is written: column and row of the drawn map, and the height if it is not 0.
pub(super) fn space(state: &State, cell: Cell) -> String {
    state.grid().drawn(cell).to_string()
}

/// The name of a spell, a psionic or a priestly skill.
pub(super) fn power_name(state: &State, power: PowerId) -> &str {
    let power = state.cast.powers.get(usize::from(power.0));
    power.map_or("a power", |power| power.name.as_str())
}

/// An item as `the arming sword`.
pub(super) fn the_item(state: &State, item: ItemId) -> String {
    format!("the {}", item_name(state, item))
}

/// The name of a part of somebody's body.
pub(super) fn part_name(state: &State, whose: CreatureId, part: u8) -> String {
    let sheet = state.cast.sheets.get(whose.index());
    let part = sheet.and_then(|sheet| sheet.parts.get(usize::from(part)));
    part.map_or_else(|| "body".to_owned(), |part| part.name.clone())
}

/// What an attack is aimed at: `the ogre`, `the ogre's left arm`.
pub(super) fn aimed_at(state: &State, target: CreatureId, location: Location) -> String {
    let name = the(state, target);
    match location {
        Location::Torso => name,
        Location::Part(part) => format!("{name}'s {}", part_name(state, target, part)),
        Location::Vitals => format!("{name}'s vitals"),
        Location::Vulnerability => format!("{name}'s vulnerability"),
        Location::Item(item) => format!("{name}'s {}", item_name(state, item)),
    }
}

/// What an attack is made with: `an arming sword`, `a thrown dagger`, `arcane bolt`.
pub(super) fn weapon_name(state: &State, who: CreatureId, with: With) -> String {
    match with {
        With::Melee(arm) => with_article(&arm_name(state, who, arm)),
        With::Ranged(arm) => {
            let name = arm_name(state, who, arm);
            if is_thrown(state, who, arm) {
                with_article(&format!("thrown {name}"))
            } else {
                with_article(&name)
            }
        }
        With::Power(power) => power_name(state, power).to_owned(),
    }
}

/// An attack of somebody's by what it is made with: `Garret's arming sword`, `the mage's arcane bolt`.
pub(super) fn attack_of(state: &State, who: CreatureId, with: With) -> String {
    let name = match with {
        With::Power(power) => power_name(state, power).to_owned(),
        With::Ranged(arm) if is_thrown(state, who, arm) => {
            format!("thrown {}", arm_name(state, who, arm))
        }
        With::Melee(arm) | With::Ranged(arm) => arm_name(state, who, arm),
    };
    format!("{}'s {name}", the(state, who))
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

/// Whether a weapon used at range leaves the hand.
pub(super) fn is_thrown(state: &State, who: CreatureId, arm: Arm) -> bool {
    let known = state.cast.sheets.get(who.index()).is_some();
    let weapon = known.then(|| state.weapon(who, arm)).flatten();
    weapon
        .and_then(|weapon| weapon.ranged)
        .is_some_and(|ranged| ranged.thrown)
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

/// How much cover there is, in a word.
pub(crate) const fn cover_name(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "no",
        Cover::Partial => "partial",
        Cover::Good => "good",
        Cover::Total => "total",
    }
}

/// What a condition is called in sentences.
pub(crate) const fn condition_name(condition: Condition) -> &'static str {
    match condition {
        Condition::Surprised => "Surprised",
        Condition::Unconscious => "unconscious",
        Condition::KnockedOut => "knocked out",
        Condition::Dead => "dead",
        Condition::Surrendered => "surrendered",
        Condition::Blinded => "blinded",
        Condition::Concealed => "concealed",
        Condition::Noticed => "aware",
        Condition::Prone => "prone",
        Condition::FoundVitals => "knows the vitals",
        Condition::FoundVulnerability => "knows a vulnerability",
        Condition::KnownVitals => "vitals known to all",
        Condition::KnownVulnerability => "vulnerability known to all",
        Condition::ClearShot => "open to clear shots",
    }
}
