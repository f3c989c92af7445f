//! The rules of the chapter, each section in a file of its own.

pub(crate) mod ambush;
pub(crate) mod attack;
pub(crate) mod averting;
pub(crate) mod called_shots;
pub(crate) mod checks;
pub(crate) mod concentration;
pub(crate) mod cover;
pub(crate) mod damage;
pub(crate) mod damage_effects;
pub(crate) mod defence;
pub(crate) mod defending;
pub(crate) mod falls;
pub(crate) mod health;
pub(crate) mod modifiers;
pub(crate) mod numbers;
pub(crate) mod on_guard;
pub(crate) mod opportunity;
pub(crate) mod outcomes;
pub(crate) mod ranged;
pub(crate) mod ratings;
pub(crate) mod rounds;
pub(crate) mod segments;
pub(crate) mod stances;
pub(crate) mod structural;
