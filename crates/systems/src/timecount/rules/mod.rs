//! The rules, a file for each matter of the book.

pub(crate) mod attack;
pub(crate) mod checks;
pub(crate) mod cover;
pub(crate) mod damage;
pub(crate) mod defenses;
pub(crate) mod effects;
pub(crate) mod fatigue;
pub(crate) mod flanking;
pub(crate) mod forced;
pub(crate) mod hands;
pub(crate) mod healing;
pub(crate) mod health;
pub(crate) mod initiative;
pub(crate) mod numbers;
pub(crate) mod occupied;
pub(crate) mod range;
pub(crate) mod recovery;
pub(crate) mod riders;
pub(crate) mod speed;
pub(crate) mod threshold;
pub(crate) mod upkeep;
