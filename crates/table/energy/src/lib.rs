//! Sessions of Energy & Aura, compiled once for all who play it.

use affray_energy::Energy;
use affray_session::SystemEntry;

/// The system, as the table knows it.
pub static ENTRY: SystemEntry = SystemEntry::of::<Energy>();
