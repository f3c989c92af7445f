//! The rules, a file for each section of the chapter.

pub(crate) mod aura;
pub(crate) mod checks;
pub(crate) mod conditions;
pub(crate) mod damage;
pub(crate) mod death;
pub(crate) mod defenses;
pub(crate) mod draw_weight;
pub(crate) mod effects;
pub(crate) mod facing;
pub(crate) mod grounds;
pub(crate) mod helping;
pub(crate) mod initiative;
pub(crate) mod luck;
pub(crate) mod maneuvers;
pub(crate) mod melee;
pub(crate) mod numbers;
pub(crate) mod occupied;
pub(crate) mod powers;
pub(crate) mod price;
pub(crate) mod ranged;
pub(crate) mod rounds;
pub(crate) mod swift;
pub(crate) mod throwing;
pub(crate) mod turning;
pub(crate) mod unconscious;
pub(crate) mod zones;
