//! Fights by the thousand: who decides for a creature, batches on several threads, and what they came to.
//!
//! Everything here is the same for every [`affray_kernel::System`]. Threads live here and nowhere below. An [`Arena`] fights one
//! scenario as often as one likes, [`batch::play`] lets several threads do so, a [`Tally`] adds up what came of it, a [`Study`] is what
//! is written to a file, and joined again.

pub mod arena;
pub mod balance;
pub mod batch;
pub mod duel;
pub mod histogram;
pub mod interval;
mod kind;
pub mod knob;
mod mix;
pub mod pairs;
pub mod policy;
pub mod record;
pub mod study;
pub mod summary;
pub mod tally;
pub mod tournament;

pub use arena::{Arena, Limits, arena};
pub use histogram::Histogram;
pub use policy::Policy;
pub use study::Study;
pub use summary::Summary;
pub use tally::Tally;
