//! Remarks on what was taken back: each seat is told of it in the words in which it has heard it.

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::story::{Audience, Besides, Depth};

use super::{Kept, Witness};
use crate::secrecy::{Knowledge, Viewer};

/// An event that was told.
pub(crate) struct Event(Kept);

/// The first of these events for everybody: one that all may read, and those before it that only some may.
pub(super) fn first_event<'k>(lines: impl Iterator<Item = &'k Kept>) -> Vec<Event> {
    let mut found = Vec::new();
    for line in lines.filter(|line| line.to.depth == Depth::Event) {
        let event = Kept {
            after: None,
            ..line.clone()
        };
        found.push(Event(event));
        if line.is_for(&Viewer::Watcher) {
            break;
        }
    }
    found
}

/// What a remark says to those who have heard an event.
#[derive(Clone)]
pub(super) struct Quoted {
    /// What is said before it.
    lead: &'static str,
    /// Everybody is told of the first one that is for them.
    events: Box<[Kept]>,
}

impl Quoted {
    /// What is said to the viewer, if anything was for them.
    pub(super) fn words(&self, viewer: &Viewer) -> Option<String> {
        let event = self.events.iter().find(|event| event.is_for(viewer))?;
        Some(format!("{}: {}", self.lead, event.text_for(viewer)))
    }

    /// About how many bytes it takes; what was known at the moment of an event is kept in the log.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.events.iter().map(Kept::bytes).sum::<usize>()
    }
}

/// A remark on lines of the log.
pub(crate) struct Remark {
    words: String,
    quoted: Option<Quoted>,
    besides: Option<(Besides, Knowledge)>,
}

impl From<&str> for Remark {
    fn from(words: &str) -> Self {
        Self {
            words: words.to_owned(),
            quoted: None,
            besides: None,
        }
    }
}

impl Remark {
    /// The same, and to those who have heard the event what it was, after these words.
    pub(crate) fn quoting(self, lead: &'static str, event: Vec<Event>) -> Self {
        let events = event.into_iter().map(|Event(event)| event).collect();
        Self {
            quoted: Some(Quoted { lead, events }),
            ..self
        }
    }

    /// A remark that names somebody, and how it reads to those who may not know of them, as far as this is known.
    pub(crate) fn naming(who: CreatureId, words: String, without: &str, known: Knowledge) -> Self {
        let besides = Besides {
            names: vec![who],
            without: without.to_owned(),
        };
        Self {
            words,
            quoted: None,
            besides: Some((besides, known)),
        }
    }

    /// The line of the log.
    pub(super) fn kept(self, moment: u64) -> Kept {
        let remark = Kept::remark(self.words, moment, Audience::Everyone);
        let quoted = self.quoted.map(Box::new);
        let Some((besides, known)) = self.besides else {
            return Kept { quoted, ..remark };
        };
        Kept {
            quoted,
            besides: Some(Box::new(besides)),
            to: Witness {
                known: Arc::new([known.clone(), known]),
                ..Witness::event(Audience::Everyone)
            },
            ..remark
        }
    }
}
