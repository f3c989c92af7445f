//! Sessions of Time Count, compiled once for all who play it.

use affray_session::SystemEntry;
use affray_timecount::TimeCount;

/// The system, as the table knows it.
pub static ENTRY: SystemEntry = SystemEntry::of::<TimeCount>();
