//! Sessions: where people, bots and a fight meet. One interface for every combat system.
//!
//! A [`Session`] is one fight with the people and bots who play it. Acts come in as plain words, questions and the log go out as plain
//! words, and everything that goes out is for a [`Viewer`]: what each may see is decided in `secrecy` and nowhere else.
//! All of it is generic: [`SystemEntry::of`] is where it becomes a system's, once for each. Nothing here reads or writes files.
//!
//! # Where to begin
//!
//! 1. [`SystemEntry`] opens what there is of a system: a fight, an arena, a duel, a journal ([`Resumed`]). A [`Library`] holds the content.
//! 2. [`Session`]: who plays whom ([`Control`], [`Habit`]), acts and answers, undo and branches. What is not taken is [`Declined`], with why.
//! 3. What goes out: [`Standing`] and its [`Question`]s, the [`TableView`], [`OfferGroup`]s, the log's [`LogLine`]s, [`AccountSeen`].
//! 4. What an act may come to: [`Preview`], [`ChanceReport`] and [`Advice`]; what a whole fight may: [`DuelReport`].
//!
//! The odds of a command, as the game master may know them:
//!
//! ```
//! use affray_session::{Control, Library, SystemEntry, Viewer};
//! use affray_threeaction::ThreeAction;
//!
//! let system = SystemEntry::of::<ThreeAction>();
//! let library = Library::embedded();
//! let duel = library.scenario("threeaction/duel").expect("the program carries it");
//! let mut session = system.open(duel, &library, 7, 0)?;
//!
//! let first = session.creature("first")?;
//! session.set_control(first, Control::People);
//! session.advance()?;
//! let odds = session.odds(first, "strike second", &Viewer::GameMaster)?;
//! for verdict in &odds.verdicts {
//!     println!("{}: {} ({})", verdict.verdict, verdict.chance.value, verdict.chance.fraction);
//! }
//! let missed = odds.verdicts.iter().find(|verdict| verdict.verdict == "failure");
//! assert_eq!(missed.map(|missed| missed.chance.fraction.as_str()), Some("9/20"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod advice;
mod agreement;
mod assumed;
mod branches;
mod chances;
mod circumstances;
mod controls;
mod discretion;
mod duels;
mod entry;
mod farther;
mod fortune;
mod impossible;
mod library;
mod log;
mod names;
mod offers;
mod preview;
mod reading;
mod roster;
mod rulebook;
mod schemas;
mod secrecy;
mod session;
mod sheet;
mod sight;
mod table;
mod unseen;
mod verification;
mod wording;

pub use account::{AccountSeen, BlowSeen, FallSeen, LedgerSeen};
pub use advice::{Advice, Advised};
pub use affray_kernel::aspect::Group;
pub use affray_kernel::policy::{self, POLICIES};
pub use affray_sim::duel::{Bounds, MEGABYTE};
pub use affray_sim::interval::Estimate;
pub use affray_sim::{Arena, Policy};
pub use chances::{
    Basis, ChanceReport, Change, Courses, Decision, Effect, EffectKind, OddsBudget, Risk, Row,
    Share, ValueChance, VerdictChance,
};
pub use circumstances::CircumstanceSeen;
pub use controls::{Control, Habit};
pub use discretion::Numbers;
pub use duels::{
    DuelBasis, DuelOrders, DuelReport, FateSeen, Lasting, Left, Met, Part, SideChance,
};
pub use entry::{CannotOpen, Resumed, SystemEntry};
pub use farther::Farther;
pub use impossible::Impossible;
pub use library::Library;
pub use log::{Heard, Kind, LogLine};
pub use offers::{Explained, Offer, OfferGroup};
pub use preview::{AreaSeen, Preview};
pub use roster::{CannotJoin, ChoiceSeen, SwitchSeen};
pub use rulebook::RuleText;
pub use secrecy::Viewer;
pub use session::{BranchSeen, Declined, Question, STEPS_MAX, Session, Standing, SystemInfo};
pub use sheet::{FigureSeen, PartSeen, SectionSeen, SettableSeen};
pub use table::Table;
pub use verification::Verification;
pub use wording::{CreatureSeen, GaugeSeen, TableView};
