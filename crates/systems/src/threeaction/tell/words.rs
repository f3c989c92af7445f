//! Small words: names with articles, lists, capitals, durations.

use affray_kernel::CreatureId;
use affray_kernel::condition::Until;

use crate::threeaction::state::{Condition, State};

/// A creature in a sentence: `the ogre` where it is named after its kind, `Garret` where the name is its own.
pub(super) fn the(state: &State, who: CreatureId) -> String {
    let Some(sheet) = state.cast.sheets.get(who.index()) else {
        return "somebody".to_owned();
    };
    let first = sheet.name.split_whitespace().next().unwrap_or_default();
    let after_kind = sheet.kind.split_whitespace().any(|word| word == first);
    if after_kind && first.starts_with(char::is_lowercase) {
        format!("the {}", sheet.name)
    } else {
        capital(sheet.name.clone())
    }
}

/// A thing with the indefinite article; plural names and names with a capital take none.
pub(super) fn with_article(name: &str) -> String {
    let plural = name.ends_with('s') && !name.ends_with("ss");
    if plural || !name.starts_with(char::is_lowercase) {
        return name.to_owned();
    }
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// The same text with a capital at its beginning.
pub(super) fn capital(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(letters).collect(),
        _ => text,
    }
}

/// A sentence: with a capital and a full stop.
pub(super) fn sentence(text: String) -> String {
    let mut text = capital(text);
    if !text.ends_with(['.', '!', '?', '"']) {
        text.push('.');
    }
    text
}

/// `1 Action`, `2 Actions`.
pub(super) fn count(number: i32, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{} {noun}s", signed(number))
    }
}

/// A number with a real minus sign.
pub(super) fn signed(number: i32) -> String {
    if number < 0 {
        format!("−{}", number.unsigned_abs())
    } else {
        number.to_string()
    }
}

/// `one`, `one and two`, `one, two and three`.
pub(super) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// How long something lasts, with a space before it; nothing if it lasts until something ends it.
pub(super) fn lasting(state: &State, until: Until) -> String {
    match until {
        Until::Cleared | Until::At(_) => String::new(),
        Until::TurnStart(anchor, 0 | 1) => {
            format!(" until the start of {}'s next Turn", the(state, anchor))
        }
        Until::TurnEnd(anchor, 0 | 1) => {
            format!(" until the end of {}'s Turn", the(state, anchor))
        }
        Until::TurnStart(_, rounds) | Until::TurnEnd(_, rounds) => {
            format!(" for {rounds} Rounds")
        }
        Until::Round(round) => format!(" until the end of Round {round}"),
    }
}

/// What a condition is called in sentences, as the book writes it.
pub(in crate::threeaction) fn condition_name(condition: Condition) -> &'static str {
    match condition {
        Condition::FlatFooted => "Flat Footed",
        Condition::Hidden => "Hidden",
        Condition::Undetected => "Undetected",
        Condition::Bleeding => "Bleeding",
        Condition::Blinded => "Blinded",
        Condition::Dead => "Dead",
        Condition::Entangled => "Entangled",
        Condition::Shaken => "Shaken",
        Condition::Grappled => "Grappled",
        Condition::Grappling => "Grappling",
        Condition::Choked => "Choked",
        Condition::Invisible => "Invisible",
        Condition::OnFire => "On fire",
        Condition::Poisoned => "Poisoned",
        Condition::Prone => "Prone",
        Condition::Slowed => "Slowed",
        Condition::Stunned => "Stunned",
        Condition::Unconscious => "Unconscious",
        Condition::Destabilized => "Destabilized",
        Condition::Buried => "Buried",
        Condition::SeesThrough => "undeceived",
        Condition::Advantage => "Advantage",
        Condition::Disadvantage => "Disadvantage",
    }
}
