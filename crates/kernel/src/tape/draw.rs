//! Draws: what lies on a tape.

use serde::{Deserialize, Serialize};

use crate::dice::Faces;
use crate::id::CreatureId;
use crate::story::Roll;
use crate::system::System;

/// What a die showed, or what somebody answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "")]
pub enum Draw<S: System> {
    /// The faces of one roll.
    Faces(Faces),
    /// What a person answered in a window.
    Act(CreatureId, S::Act),
    /// An answer that no person gave, being the only one possible or a bot's: recorded, but never a step that undo goes back to.
    Given(CreatureId, S::Act),
}

impl<S: System> Draw<S> {
    /// The act, if it is an answer.
    #[must_use]
    pub fn act(&self) -> Option<&S::Act> {
        match self {
            Self::Act(_, act) | Self::Given(_, act) => Some(act),
            Self::Faces(_) => None,
        }
    }

    /// How many dice it is.
    #[must_use]
    pub fn dice(&self) -> u32 {
        match self {
            Self::Faces(faces) => faces.as_slice().len() as u32,
            Self::Act(..) | Self::Given(..) => 0,
        }
    }

    /// Whether a person decided it.
    #[must_use]
    pub fn decided(&self) -> bool {
        matches!(self, Self::Act(..))
    }
}

/// Whether these faces are a complete throw of the roll.
#[must_use]
pub fn fits(roll: &Roll, faces: &Faces) -> bool {
    let shown = faces.as_slice();
    roll.pool.next_die(shown).is_none()
        && (0..shown.len()).all(|taken| {
            roll.pool
                .next_die(&shown[..taken])
                .is_some_and(|sides| (1..=sides).contains(&shown[taken]))
        })
}
