//! What the book says, a file for each section or closely related sections.

pub(crate) mod conditions;
pub(crate) mod core_rules;
pub(crate) mod cover;
pub(crate) mod damage;
pub(crate) mod defend;
pub(crate) mod dying;
pub(crate) mod effects;
pub(crate) mod falling;
pub(crate) mod fighting_style;
pub(crate) mod flanking;
pub(crate) mod hands;
pub(crate) mod health;
pub(crate) mod hidden;
pub(crate) mod initiative;
pub(crate) mod luck;
pub(crate) mod maneuvers;
pub(crate) mod nets;
pub(crate) mod numbers;
pub(crate) mod occupied;
pub(crate) mod opportunity;
pub(crate) mod price;
pub(crate) mod reactions;
pub(crate) mod results;
pub(crate) mod rounds;
pub(crate) mod surprise;

pub(crate) mod turns;
