//! The kernel of Affray: everything that five very different combat systems share, and no word of any one of them.
//!
//! A rule is a pure function of a state, an act, and draws. Acts are what people and bots do, in windows; draws are what dice showed
//! and what was answered. All draws lie on one [`tape`]; uses differ only in what stands beyond its end: a seeded generator, dice typed
//! in by people, a script, or a fork into every outcome. Rule code sees a [`Scene`] and changes the state by emitting facts.
//!
//! No input or output, no clock, no threads and no hash-order iteration happens here.
//!
//! # Where to begin
//!
//! 1. [`System`]: what a combat system gives to the kernel. Its associated types are the vocabulary (state, act, window, fact), its functions
//!    the rules; [`Ask`] is somebody in a window, [`Next`] how a fight goes on, a [`Refusal`] why an act is impossible, by which rule.
//! 2. [`Scene`]: what those rules are written against. It rolls, asks and emits, and stops where a draw is missing.
//! 3. [`fight::Fight`]: a fight under way, with undo and branches; [`journal`] is the same as lines of text.
//! 4. [`odds`] and [`silent`]: the same rules for every course of dice, and for fights nobody listens to. [`example`]: pages that run them.
//! 5. What rules are made of: [`dice`], [`grid`], [`condition`], [`gauge`], [`modifier`].
//! 6. How a system is filled: [`content`] and [`scenario`] for files, [`notation`], [`occasion`] and [`prose`] for words, [`catalogue`] and
//!    [`switch`] for rules and what can be chosen about them.
//! 7. What is shown: [`story`] for the log, [`view`] for the board, [`sheet`] for figures, [`look`] for single values, [`account`] for the end.
//!
//! Dice and geometry need no system:
//!
//! ```
//! use affray_kernel::dice::{Faces, FacesFull, Seeded, pool};
//! use affray_kernel::grid::{Cell, Grid, Space, Unit};
//!
//! let attack = pool!("d20+7 adv");
//! assert_eq!(attack.distribution().at_least(18).as_f64(), 0.75);
//!
//! let (mut dice, mut faces) = (Seeded::new(7, 0), Faces::new());
//! while let Some(sides) = attack.next_die(&faces) {
//!     faces.push(dice.face(faces.len() as u32, sides))?;
//! }
//! let reading = attack.read(&faces);
//! assert_eq!((faces.as_slice(), reading.total), (&[20, 16][..], 20 + 7));
//!
//! let (archer, ogre) = (Space::cell(Cell::new(0, 0)), Space::cube(Cell::new(6, 1), 2));
//! assert_eq!(Grid::squares(5, Unit::Feet).measure(archer, ogre), 30);
//! # Ok::<(), FacesFull>(())
//! ```

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
