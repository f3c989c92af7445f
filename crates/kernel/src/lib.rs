//! The kernel of Affray: everything that five very different combat systems share, and no word of any one of them.
//!
//! A rule is a pure function of a state, an act, and draws. Acts are what people and bots do, in windows; draws are what dice showed
//! and what was answered. All draws lie on one [`tape`]; uses differ only in what stands beyond its end: a seeded generator, dice typed
//! in by people, a script, or a fork into every outcome. Rule code sees a [`scene`] and changes the state by emitting facts.
//!
//! No input or output, no clock, no threads and no hash-order iteration happens here.

pub mod account;
pub mod amend;
pub mod aspect;
pub mod catalogue;
pub mod condition;
pub mod content;
pub mod dice;
pub mod example;
pub mod fight;
pub mod gauge;
pub mod grid;
pub mod id;
pub mod journal;
pub mod log;
pub mod look;
pub mod lots;
pub mod meaning;
pub mod memo;
pub mod modifier;
pub mod notation;
pub mod occasion;
pub mod odds;
pub mod policy;
pub mod prose;
pub mod refusal;
pub mod scenario;
pub mod scene;
pub mod shared;
pub mod sheet;
pub mod silent;
pub mod story;
pub mod switch;
pub mod system;
pub mod tape;
pub mod view;

pub use aspect::{Aspect, Covered, Group};
pub use id::{Arm, CreatureId, ItemId, RuleId, SpellId};
pub use refusal::{Figure, Refusal};
pub use scene::{Frozen, Play, Scene};
pub use shared::Shared;
pub use system::{Ask, Next, Others, System, TimeUnit};
