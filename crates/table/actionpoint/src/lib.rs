//! Sessions of Action Points & Fighting Styles, compiled once for all who play it.

use affray_actionpoint::ActionPoint;
use affray_session::SystemEntry;

/// The system, as the table knows it.
pub static ENTRY: SystemEntry = SystemEntry::of::<ActionPoint>();
