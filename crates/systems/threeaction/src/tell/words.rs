//! Creatures, durations and conditions in sentences.

use affray_kernel::condition::Until;
use affray_kernel::{CreatureId, System};

use affray_kernel::grid::Cell;

use crate::ThreeAction;
use crate::state::{Condition, State};

/// A creature in a sentence: `the ogre` where it is named after its kind, `Garret` where the name is its own.
pub(super) fn the(state: &State, who: CreatureId) -> String {
    ThreeAction::spoken(state, who)
}

/// A square as it is written: column and row of the drawn map, and the height if it is not 0.
pub(super) fn square(state: &State, cell: Cell) -> String {
    state.grid().drawn(cell).to_string()
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

/// Who is named where it is said how long something lasts.
pub(super) fn anchor_of(until: Until) -> Option<CreatureId> {
    match until {
        Until::TurnStart(anchor, 0 | 1) | Until::TurnEnd(anchor, 0 | 1) => Some(anchor),
        _ => None,
    }
}

/// What a condition is called in sentences, as the book writes it.
pub(crate) fn condition_name(condition: Condition) -> &'static str {
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
