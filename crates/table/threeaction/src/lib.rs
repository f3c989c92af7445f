//! Sessions of Three Actions, compiled once for all who play it.

use affray_session::SystemEntry;
use affray_threeaction::ThreeAction;

/// The system, as the table knows it.
pub static ENTRY: SystemEntry = SystemEntry::of::<ThreeAction>();
