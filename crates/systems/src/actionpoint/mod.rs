//! Action Points & Fighting Styles: three Action Points a round pay for actions on one's own turn and reactions on anybody's.

pub mod act;
pub mod fact;
pub(crate) mod ids;
pub mod sheet;
pub mod state;
pub mod surface;
