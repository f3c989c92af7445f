//! The table: fights of every combat system by one interface.
//!
//! [`systems`] lists the systems; [`open_scenario`] and [`open_journal`] begin and resume fights as a [`Session`], which is the same for all
//! of them. Nothing here reads or writes files.
//!
//! A fight with a bot on the other side:
//!
//! ```
//! use affray_table::{Control, Library, Policy, Viewer, open_scenario};
//!
//! let library = Library::embedded();
//! let scenario = library.scenario("energy/training-yard").expect("it is carried");
//! let mut fight = open_scenario(scenario, &library, 7)?;
//! let (alda, durana) = (fight.creature("alda")?, fight.creature("durana")?);
//! fight.set_control(alda, Control::People);
//! fight.set_control(durana, Control::Bot(Policy::Simple));
//!
//! fight.advance()?; // up to the first question
//! let offers = fight.offers(alda, &Viewer::GameMaster);
//! let act = &offers[0].offers[0].words;
//! fight.act(alda, act, None)?; // and on to the next
//! for line in fight.log(0, &Viewer::GameMaster) {
//!     println!("{} {:?}", line.text, line.rules);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same fight, a hundred times:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use affray_sim::Limits;
//! use affray_table::{Library, open_arena};
//!
//! let library = Library::embedded();
//! let scenario = library.scenario("energy/training-yard").expect("it is carried");
//! let arena = open_arena(scenario, &library, None)?;
//! let mut fights = 0;
//! let stop = AtomicBool::new(false);
//! arena.fights(7, 0..100, Limits::default(), &stop, &mut |_record| fights += 1);
//! assert_eq!(fights, 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod face_to_face;
mod registry;

pub use affray_session::*;
pub use face_to_face::{NoDuel, face_to_face};
pub use registry::{
    WithSystem, duel, open_arena, open_fight, open_journal, open_journal_within, open_scenario,
    system, system_of, systems, with_system,
};
