//! The table: fights of every combat system by one interface.
//!
//! [`systems`] lists the systems; [`open_scenario`] and [`open_journal`] begin and resume fights as a [`Session`], which is the same for all
//! of them. Nothing here reads or writes files.

mod face_to_face;
mod registry;

pub use affray_session::*;
pub use face_to_face::{NoDuel, face_to_face};
pub use registry::{
    WithSystem, duel, open_arena, open_fight, open_journal, open_journal_within, open_scenario,
    system, system_of, systems, with_system,
};
