//! The table: fights of every combat system by one interface.
//!
//! [`systems`] lists the systems; [`open_scenario`] and [`open_journal`] begin and resume fights as a [`Session`], which is the same for all
//! of them. Nothing here reads or writes files.
//!
//! A fight is opened, somebody acts in words, and the log tells what came of it:
//!
//! ```
//! use affray_table::{Control, Library, Standing, Viewer, open_scenario};
//!
//! let library = Library::embedded();
//! let duel = library.scenario("threeaction/duel").expect("the program carries it");
//! let mut session = open_scenario(duel, &library, 7)?;
//! for name in ["first", "second"] {
//!     let creature = session.creature(name)?;
//!     session.set_control(creature, Control::People);
//! }
//! session.advance()?;
//!
//! let Standing::Asks { questions } = session.standing(&Viewer::GameMaster) else {
//!     panic!("somebody has the first Turn");
//! };
//! let own = &questions[0];
//! let other = if own.name == "first" { "second" } else { "first" };
//! session.act(own.who, &format!("strike {other} with longsword"), None)?;
//!
//! for line in session.log(0, &Viewer::GameMaster) {
//!     println!("{}", line.text);
//! }
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
