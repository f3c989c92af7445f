//! Time Count: no rounds; every action says after how many half-second counts one acts again.

pub mod act;
pub mod fact;
pub(crate) mod ids;
pub mod sheet;
pub mod state;
