//! Sessions of Segments & Stances, compiled once for all who play it.

use affray_segment::Segments;
use affray_session::SystemEntry;

/// The system, as the table knows it.
pub static ENTRY: SystemEntry = SystemEntry::of::<Segments>();
