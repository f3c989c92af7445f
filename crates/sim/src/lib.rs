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
//!
//! A hundred fights of a bear with two wolves, and how often the bear wins:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use affray_kernel::System;
//! use affray_kernel::content::Source;
//! use affray_sim::batch::{self, Beside, Orders};
//! use affray_sim::interval::wilson;
//! use affray_sim::{Limits, arena};
//! use affray_threeaction::ThreeAction;
//!
//! let scenario = r#"
//! system = "threeaction"
//!
//! [[creature]]
//! name = "bear"
//! side = "beasts"
//! policy = "simple"
//! at = [4, 4]
//! level = 3
//! str = 5
//! dex = 1
//! ess = 0
//! mnd = 0
//! max_hp = 30
//! physical_defense = 15
//!
//! [[creature]]
//! name = "wolf"
//! side = "pack"
//! policy = "simple"
//! at = [[6, 4], [6, 5]]
//! count = 2
//! level = 2
//! str = 3
//! dex = 3
//! ess = 0
//! mnd = 0
//! max_hp = 16
//! physical_defense = 15
//! "#;
//! let setup = ThreeAction::compose(&Source::new("bear.toml", scenario), &[]).expect("a scenario");
//! let arena = arena::<ThreeAction>(&setup, None).expect("a possible fight");
//!
//! let orders = Orders {
//!     seed: 1,
//!     numbers: 0..100,
//!     limits: Limits::default(),
//!     until: None,
//!     stop: &AtomicBool::new(false),
//!     progress: &|_| {},
//!     row: None,
//!     beside: Beside::Nothing,
//! };
//! let batch = batch::play(&[arena.as_ref()], &orders, &mut |_| Ok::<(), ()>(())).expect("rows go nowhere");
//! let tally = &batch.tallies[0];
//! let chance = wilson(tally.wins[0], tally.fights);
//! println!("{:.0}% ({:.0}% to {:.0}%)", chance.value * 100.0, chance.low * 100.0, chance.high * 100.0);
//! assert!(chance.holds(0.5));
//! ```

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
mod standstill;
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
