//! Creatures, squares, stances and conditions in sentences.

use affray_kernel::CreatureId;
use affray_kernel::condition::Until;
use affray_kernel::grid::Cell;
use affray_kernel::prose;

use crate::timecount::sheet::DamageType;
use crate::timecount::state::{Condition, Stance, State};

/// A creature in a sentence: `the ogre` where it is named after its kind, `Garret` where the name is its own.
pub(super) fn the(state: &State, who: CreatureId) -> String {
    match state.cast.sheets.get(who.index()) {
        Some(sheet) => prose::the(&sheet.name, &sheet.kind),
        None => "somebody".to_owned(),
    }
}

/// A square as it is written: column and row of the drawn map, and the height if it is not 0.
pub(super) fn square(state: &State, cell: Cell) -> String {
    state.grid().drawn(cell).to_string()
}

/// How long something lasts, with a space before it; nothing if it lasts until something ends it.
pub(super) fn lasting(state: &State, until: Until) -> String {
    match until {
        Until::At(count) => format!(" until count {count}"),
        Until::TurnStart(whose, 0 | 1) => format!(" until {}'s next turn", the(state, whose)),
        Until::TurnStart(whose, turns) => format!(" for {turns} turns of {}", the(state, whose)),
        Until::Cleared | Until::TurnEnd(..) | Until::Round(_) => String::new(),
    }
}

/// A stance as the book writes it.
pub(super) const fn stance_name(stance: Stance) -> &'static str {
    match stance {
        Stance::Basic => "basic",
        Stance::Cautious => "Cautious",
        Stance::Crouch => "Crouch",
        Stance::Parrying => "Parrying",
        Stance::Poised => "Poised",
        Stance::Prone => "Prone",
    }
}

/// A kind of damage.
pub(super) const fn kind_name(kind: DamageType) -> &'static str {
    match kind {
        DamageType::Bludgeoning => "bludgeoning",
        DamageType::Piercing => "piercing",
        DamageType::Slashing => "slashing",
        DamageType::Acid => "acid",
        DamageType::Cold => "cold",
        DamageType::Electricity => "electricity",
        DamageType::Fire => "fire",
        DamageType::Force => "force",
        DamageType::Poison => "poison",
        DamageType::Sonic => "sonic",
    }
}

/// What a condition is called in sentences.
pub(in crate::timecount) const fn condition_name(condition: Condition) -> &'static str {
    match condition {
        Condition::Surprised => "surprised",
        Condition::Hiding => "hiding",
        Condition::Stunned => "stunned",
        Condition::Unsteady => "unsteady",
        Condition::Fatigued => "fatigued",
        Condition::Grabbed => "grabbed",
        Condition::Netted => "netted",
        Condition::Unconscious => "unconscious",
        Condition::Asleep => "asleep",
        Condition::Bound => "bound",
        Condition::Dead => "dead",
        Condition::Burning => "burning",
        Condition::DistractedAttack => "distracted in attack",
        Condition::DistractedDefense => "distracted in defense",
        Condition::Feinting => "feinting",
        Condition::Shaken => "shaken",
        Condition::Frightened => "frightened",
    }
}
