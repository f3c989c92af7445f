//! Whether a fight comes out the same by the rules once more.

use affray_kernel::System;
use affray_kernel::fight::Fight;
use schemars::JsonSchema;
use serde::Serialize;

/// What replaying a whole fight by the rules came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Verification {
    /// How many entries there are.
    pub entries: usize,
    /// The first entry that came out otherwise, from 0, and how.
    pub difference: Option<(usize, String)>,
}

impl Verification {
    pub(crate) fn of<S: System>(fight: &Fight<S>) -> Self {
        let mut state = fight.start().clone();
        let entries = fight.entries();
        let difference = entries.iter().enumerate().find_map(|(index, entry)| {
            let replayed = Fight::verify(entry, &mut state);
            replayed.err().map(|difference| (index, difference))
        });
        Self {
            entries: entries.len(),
            difference,
        }
    }
}
