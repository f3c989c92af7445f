//! Where an answer goes.

use std::sync::Weak;

use tokio::sync::oneshot;

use crate::feed;
use crate::protocol::{Problem, Reply, ServerMessage};
use crate::wire::Wire;

/// Where an answer goes. It is given once.
pub(crate) enum Answer {
    /// To a connection, with the id of the request.
    Socket { id: u32, out: Weak<Wire> },
    /// To whoever waits for it.
    Waiting(oneshot::Sender<Result<Reply, Problem>>),
    /// Nobody has asked.
    Nobody,
}

impl Answer {
    /// Whether somebody waits for it still.
    pub(super) fn is_awaited(&self) -> bool {
        match self {
            Self::Socket { out, .. } => out.upgrade().is_some_and(|out| !out.is_over()),
            Self::Waiting(waiting) => !waiting.is_closed(),
            Self::Nobody => false,
        }
    }

    pub(crate) fn give(self, outcome: Result<Reply, Problem>) {
        match self {
            Self::Socket { id, out } => {
                let message = match outcome {
                    Ok(reply) => ServerMessage::Reply { id, reply },
                    Err(problem) => ServerMessage::Problem {
                        id: Some(id),
                        problem,
                    },
                };
                // A connection that has ended, or whose messages pile up, hears no more; the latter is closed by whoever tells it of the fight.
                if let Some(out) = out.upgrade().filter(|out| !out.is_over()) {
                    let _ = out.say(&feed::text(&message));
                }
            }
            Self::Waiting(waiting) => {
                let _ = waiting.send(outcome);
            }
            Self::Nobody => {}
        }
    }
}
