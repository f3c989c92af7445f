//! What the game master keeps from the players beyond what the rules hide, and since when.

use affray_kernel::CreatureId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What players are told of the numbers of creatures of other sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// All of them.
    Numbers,
    /// About how full gauges are.
    #[default]
    Words,
    /// Nothing.
    Nothing,
}

impl Numbers {
    /// That of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        affray_kernel::notation::of_word(word)
    }
}

/// What is kept from players.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Discretion {
    /// What they are told of the numbers of others.
    pub(crate) numbers: Numbers,
    /// Creatures of which players of other sides do not know, whatever the rules say.
    pub(crate) hidden: Vec<CreatureId>,
}

/// What was kept from players in the course of a fight: each from an entry on, in order. What was told under one stays as it was told.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Discretions(Vec<(usize, Discretion)>);

impl Discretions {
    /// What holds now.
    pub(crate) fn now(&self) -> Discretion {
        self.0
            .last()
            .map(|(_, last)| last.clone())
            .unwrap_or_default()
    }

    /// What held when the entry of that number was made.
    pub(crate) fn at(&self, entry: usize) -> Discretion {
        let before = self.0.iter().take_while(|(from, _)| *from <= entry);
        before
            .last()
            .map(|(_, kept)| kept.clone())
            .unwrap_or_default()
    }

    /// Everybody who was ever hidden; the numbers as they are kept now.
    pub(crate) fn strictest(&self) -> Discretion {
        let mut strictest = self.now();
        for who in self.creatures() {
            if !strictest.hidden.contains(&who) {
                strictest.hidden.push(who);
            }
        }
        strictest
    }

    /// The same about certain creatures alone.
    pub(crate) fn among(&self, them: impl Fn(&CreatureId) -> bool) -> Self {
        let mut all = self.clone();
        for (_, kept) in &mut all.0 {
            kept.hidden.retain(&them);
        }
        all
    }

    /// The creatures it speaks of.
    pub(crate) fn creatures(&self) -> impl Iterator<Item = CreatureId> + '_ {
        self.0
            .iter()
            .flat_map(|(_, kept)| kept.hidden.iter().copied())
    }

    /// Whether nothing was ever kept otherwise than in a new fight.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// From the entry of that number on this holds.
    pub(crate) fn set(&mut self, entry: usize, kept: Discretion) {
        self.0.retain(|(from, _)| *from < entry);
        self.0.push((entry, kept));
    }

    /// Entries were taken back so that so many are left: what holds now goes on holding. Whether that changes anything here.
    pub(crate) fn take_back(&mut self, entries: usize) -> bool {
        if self.0.last().is_none_or(|(from, _)| *from <= entries) {
            return false;
        }
        let now = self.now();
        self.0.retain(|(from, _)| *from <= entries);
        self.set(entries, now);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hiding(who: u16) -> Discretion {
        Discretion {
            hidden: vec![CreatureId(who)],
            ..Discretion::default()
        }
    }

    #[test]
    fn what_was_kept_is_known_for_every_entry() {
        let mut kept = Discretions::default();
        assert!(kept.is_empty() && kept.at(7) == Discretion::default());
        kept.set(3, hiding(1));
        kept.set(5, Discretion::default());
        assert_eq!(kept.at(2), Discretion::default());
        assert_eq!((kept.at(3), kept.at(4)), (hiding(1), hiding(1)));
        assert_eq!(kept.now(), Discretion::default());
        assert_eq!(kept.strictest(), hiding(1));
    }

    #[test]
    fn what_holds_now_goes_on_when_entries_are_taken_back() {
        let mut kept = Discretions::default();
        kept.set(3, hiding(1));
        kept.set(5, hiding(2));
        assert!(!kept.take_back(5));
        assert!(kept.take_back(2));
        assert_eq!(kept.at(2), hiding(2));
        assert_eq!(kept.at(1), Discretion::default());
    }

    #[test]
    fn words_are_read() {
        assert_eq!(Numbers::named("nothing"), Some(Numbers::Nothing));
        assert_eq!(Numbers::named("some"), None);
    }
}
