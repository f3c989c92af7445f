//! What those at a table have agreed on. It is kept in the journal beside the fight, so that a fight that is taken up again needs no
//! flags.

use affray_kernel::{CreatureId, System, journal};
use serde::{Deserialize, Serialize};

use crate::controls::{Control, Habit};
use crate::discretion::{Discretions, Lapsed};
use crate::secrecy::Viewer;

/// One thing agreed on; a later one about the same replaces it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Agreement {
    /// Who plays a creature.
    Plays(CreatureId, Control),
    /// What a creature answers of itself in windows of a kind.
    Habit(CreatureId, String, Habit),
    /// Who sits at the table's own screen.
    Seat(Viewer),
    /// What the game master keeps from the players.
    Kept(Discretions),
    /// What he kept from them of what was taken back.
    Lapsed(Lapsed),
    /// Whether nobody but the game master may act.
    Paused(bool),
}

impl Agreement {
    /// As a line of the journal.
    pub(crate) fn line<S: System>(&self) -> String {
        // Numbers and words always make JSON.
        let value = serde_json::to_value(self).unwrap_or_default();
        journal::aside::<S>(value)
    }

    /// From what an aside of a journal says, about creatures up to `count`.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn read(value: serde_json::Value, count: usize) -> Result<Self, String> {
        let read: Self = serde_json::from_value(value).map_err(|error| error.to_string())?;
        let about: Vec<CreatureId> = match &read {
            Self::Plays(who, _) | Self::Habit(who, ..) => vec![*who],
            Self::Seat(Viewer::Player(own)) => own.clone(),
            Self::Kept(kept) => kept.creatures().collect(),
            Self::Lapsed(lapsed) => lapsed.creatures().collect(),
            Self::Seat(_) | Self::Paused(_) => Vec::new(),
        };
        match about.iter().find(|who| who.index() >= count) {
            Some(nobody) => Err(format!("there is no creature number {}", nobody.0)),
            None => Ok(read),
        }
    }
}
