//! What those at a table have agreed on. It is kept in the journal beside the fight, so that a fight that is taken up again needs no
//! flags.

use affray_kernel::occasion::Occasion;
use affray_kernel::{CreatureId, System, journal};
use serde::{Deserialize, Serialize};

use crate::controls::{Control, Habit};
use crate::discretion::{Discretion, Discretions};
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
    /// What the game master keeps from the players of the entries in force.
    Kept(Discretions),
    /// The same from the entry of that number on: what was kept before stays as it was. A change is as long as itself, however many there were.
    KeptSince(usize, Discretions),
    /// What he keeps from them of all entries that are made from that one on, be they taken back later; by [`Entry::made`].
    ///
    /// [`Entry::made`]: affray_kernel::fight::Entry::made
    Made(usize, Discretion),
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

    /// From what an aside of a journal says, about creatures up to `count` and windows of these kinds.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn read(
        value: serde_json::Value,
        count: usize,
        occasions: &[Occasion],
    ) -> Result<Self, String> {
        let read: Self = serde_json::from_value(value).map_err(|error| error.to_string())?;
        if let Self::Habit(_, window, _) = &read
            && occasions.iter().all(|one| one.kind != window)
        {
            return Err(format!("nobody is ever asked in a window `{window}`"));
        }
        let is_possible = match &read {
            Self::Kept(kept) => kept.is_about(count),
            Self::KeptSince(first, later) => later.is_about(count) && later.is_since(*first),
            Self::Made(_, kept) => kept.is_about(count),
            _ => true,
        };
        if !is_possible {
            let why = "what is kept from players names somebody who is not there or twice, or is not in order";
            return Err(why.to_owned());
        }
        match read.nobody(count) {
            Some(nobody) => Err(format!("there is no creature number {}", nobody.0)),
            None => Ok(read),
        }
    }

    /// Whom it is about though there are only so many creatures.
    pub(crate) fn nobody(&self, count: usize) -> Option<CreatureId> {
        let about: &[CreatureId] = match self {
            Self::Plays(who, _) | Self::Habit(who, ..) => std::slice::from_ref(who),
            Self::Seat(Viewer::Player(own)) => own,
            Self::Seat(_)
            | Self::Kept(_)
            | Self::KeptSince(..)
            | Self::Made(..)
            | Self::Paused(_) => &[],
        };
        about.iter().copied().find(|who| who.index() >= count)
    }
}
