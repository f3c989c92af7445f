//! Three Actions: three actions and a reaction a turn, degrees of success, maneuvers, cover and concealment, bleeding out.

pub mod act;
pub mod fact;
pub(crate) mod ids;
pub mod sheet;
pub mod state;
