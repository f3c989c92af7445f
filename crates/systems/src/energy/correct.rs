//! Corrections by the game master: words that say how things are now, as the facts that make them so.

mod conditions;
mod scene;
#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::notation::{Corrections, Unread};

use super::fact::{Fact, Flag, Number, Price};
use super::notation::{self, Reader};
use super::state::{Access, Cause, Gait, ItemId, Presence, State};

pub use affray_kernel::notation::correction;

const NUMBERS: &[(&str, Number)] = &[
    ("aura", Number::Aura),
    ("stamina", Number::Stamina),
    ("energy", Number::Energy),
    ("granted", Number::Granted),
    ("agility", Number::Agility),
    ("agility_bonus", Number::AgilityBonus),
    ("credits", Number::Credits),
    ("moved", Number::Moved),
    ("surges", Number::Surges),
    ("injuries", Number::Injuries),
    ("death_needs", Number::DeathNeeds),
    ("shot_modifier", Number::ShotModifier),
];

const FLAGS: &[(&str, Flag)] = &[
    ("aura_off", Flag::AuraOff),
    ("spent", Flag::Spent),
    ("swift_used", Flag::Swift),
    ("initiative_used", Flag::Initiative),
    ("passed", Flag::Passed),
    ("defending", Flag::Defending),
    ("kneeling", Flag::Kneeling),
    ("bleeding", Flag::Bleeding),
    ("awakens", Flag::Awakens),
];

/// What else can be set of a creature.
const OTHERS: &[&str] = &[
    "at",
    "presence",
    "facing",
    "watch",
    "posture",
    "gait",
    "swaps",
    "unconscious",
    "used",
    "submits",
    "conditions",
    "owed",
    "course",
    "held",
    "worn",
    "carried",
];

const PRESENCES: &[(&str, Presence)] = &[
    ("here", Presence::Here),
    ("elsewhere", Presence::Elsewhere),
];

const GAITS: &[(&str, Gait)] = &[
    ("still", Gait::Still),
    ("ordinary", Gait::Ordinary),
    ("evasive", Gait::Evasive),
];

const CAUSES: &[(&str, Cause)] = &[
    ("stamina", Cause::Stamina),
    ("non-lethal", Cause::NonLethal),
    ("death", Cause::Death),
    ("sleep", Cause::Sleep),
];

const ACCESSES: &[(&str, Access)] = &[
    ("easy", Access::Easy),
    ("normal", Access::Normal),
    ("buried", Access::Buried),
];
