//! What is under way and is written as it would be said at the table: a readied action, a scroll that is being read.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use super::compose::Composer;
use super::set_up;
use crate::act::Act;
use crate::notation::parse_for;
use crate::scenario::UnderwayFile;
use crate::state::{State, Underway};

/// An act in words, its creature, and where it is written.
pub(super) struct Spoken {
    who: CreatureId,
    path: String,
    words: String,
    count: u32,
}

impl Spoken {
    /// What of a file is in words; `path` is that of the `underway` key.
    pub(super) fn of(who: CreatureId, file: &UnderwayFile, path: &str) -> Option<Self> {
        let (key, words, count) = match file {
            UnderwayFile::Ready { act, when, from } => {
                ("ready", format!("ready {act} when {when}"), *from)
            }
            UnderwayFile::Scroll { act, ready } => ("scroll", act.clone(), *ready),
            _ => return None,
        };
        Some(Self {
            who,
            path: format!("{path}.{key}.act"),
            words,
            count,
        })
    }

    fn read(&self, state: &State) -> Result<Underway, String> {
        let act = parse_for(state, Some(self.who), &self.words).map_err(in_words)?;
        match act {
            Act::Ready(act, trigger) => Ok(Underway::Ready {
                act,
                trigger: Box::new(trigger),
                from: self.count,
            }),
            Act::ReadScroll(item, aim) => Ok(Underway::Scroll {
                item,
                aim,
                ready: self.count,
            }),
            _ => Err("this is no scroll being read: `read scroll of web at ogre`".to_owned()),
        }
    }
}

fn in_words(why: Unread) -> String {
    match why.suggestion {
        Some(meant) => format!("{}; is `{meant}` meant?", why.message),
        None => why.message,
    }
}

impl Composer<'_> {
    /// What is in words names those who are there; whoever joins them has nothing readied yet.
    pub(super) fn nothing_spoken(&mut self) {
        for spoken in std::mem::take(&mut self.spoken) {
            let message = "who joins a fight has nothing readied or half read yet";
            self.draft.mistakes.add(spoken.path, message);
        }
    }

    /// Reads what is in words, now that everybody and everything has a name. Where the rest has mistakes there is nobody to name.
    pub(super) fn spoken(&mut self) {
        if self.spoken.is_empty() {
            return;
        }
        let Ok(state) = set_up(&self.setup) else {
            return;
        };
        for spoken in std::mem::take(&mut self.spoken) {
            match spoken.read(&state) {
                Ok(underway) => {
                    let now = self.setup.start.unwrap_or_default();
                    let body = &mut self.setup.creatures[spoken.who.index()].body;
                    body.underway = underway;
                    if body.next == now {
                        body.next = spoken.count.max(now);
                    }
                }
                Err(why) => self.draft.mistakes.add(spoken.path, why),
            }
        }
    }
}
