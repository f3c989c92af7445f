//! Fights by the thousand: who decides for a creature, batches on several threads, and what they came to.
//!
//! Everything here is the same for every [`affray_kernel::System`]. Threads live here and nowhere below.
//!
//! 1. A [`Policy`] decides for a creature.
//! 2. An [`Arena`] fights one scenario as often as one likes and gives a [`record::FightRecord`] of each fight; [`batch::play`] has several
//!    threads do so. What comes of it depends on the seed and the numbers of the fights alone.
//! 3. A [`Tally`] adds up what came of them, a [`Summary`] is what can be said of that, and a [`Study`] is what is written to a file and
//!    joined again.
//! 4. A [`knob`] changes one value of a scenario; [`balance`] looks for the value with which a chance is as wanted; a [`tournament`] sets
//!    policies against each other; a [`duel`] is followed exactly, from situation to situation.

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
