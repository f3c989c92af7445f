//! What the game master keeps from the players beyond what the rules hide, and since when.

use std::ops::Range;

use affray_kernel::CreatureId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What players are told of the numbers of creatures of other sides, the less the later.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, TS,
)]
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

impl Discretion {
    /// Keeps besides what the other one keeps.
    fn add(&mut self, other: &Self) {
        self.numbers = self.numbers.max(other.numbers);
        self.hide(other.hidden.iter().copied());
    }

    fn hide(&mut self, them: impl Iterator<Item = CreatureId>) {
        for who in them {
            if !self.hidden.contains(&who) {
                self.hidden.push(who);
            }
        }
    }
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

    /// Everybody who was ever hidden, be it in what was taken back; the numbers as they are kept now.
    pub(crate) fn strictest(&self, lapsed: &Lapsed) -> Discretion {
        let mut strictest = self.now();
        strictest.hide(self.creatures().chain(lapsed.creatures()));
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

    /// These entries, the last ones, were taken back: what was kept when they were made lapses, and what holds now goes on holding.
    pub(crate) fn take_back(&mut self, taken: Range<usize>, lapsed: &mut Lapsed) {
        if self.is_empty() {
            return;
        }
        for (entries, kept) in self.spans(&taken) {
            lapsed.add(entries, kept);
        }
        if self.0.last().is_some_and(|(from, _)| *from > taken.start) {
            self.set(taken.start, self.now());
        }
    }

    /// These entries, the last ones, were put in force again. They are told as strictly as what holds now and what held when they were made are
    /// together; after them what holds now goes on holding.
    pub(crate) fn take_up(&mut self, again: Range<usize>, lapsed: &Lapsed) {
        if self.is_empty() {
            return;
        }
        let now = self.now();
        for entry in again.clone() {
            let mut kept = now.clone();
            lapsed.at(entry).for_each(|made_under| kept.add(made_under));
            if kept != self.at(entry) {
                self.set(entry, kept);
            }
        }
        if now != self.now() {
            self.set(again.end, now);
        }
    }

    /// What was kept in the course of these entries.
    fn spans(&self, entries: &Range<usize>) -> Vec<(Range<usize>, Discretion)> {
        let mut spans = Vec::new();
        let mut from = entries.start;
        while from < entries.end {
            let mut changes = self.0.iter().map(|(at, _)| *at);
            let next = changes.find(|at| *at > from);
            let end = next.unwrap_or(entries.end).min(entries.end);
            spans.push((from..end, self.at(from)));
            from = end;
        }
        spans
    }
}

/// What was kept from players when entries of these numbers were made that were taken back since, and may come back.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Lapsed(Vec<(Range<usize>, Discretion)>);

impl Lapsed {
    /// The creatures it speaks of.
    pub(crate) fn creatures(&self) -> impl Iterator<Item = CreatureId> + '_ {
        let all = self.0.iter();
        all.flat_map(|(_, kept)| kept.hidden.iter().copied())
    }

    /// What held whenever an entry of that number was made.
    fn at(&self, entry: usize) -> impl Iterator<Item = &Discretion> {
        let there = self.0.iter();
        let there = there.filter(move |(entries, _)| entries.contains(&entry));
        there.map(|(_, kept)| kept)
    }

    fn add(&mut self, entries: Range<usize>, kept: Discretion) {
        let touches =
            |known: &Range<usize>| known.start <= entries.end && entries.start <= known.end;
        let mut all = self.0.iter_mut();
        match all.find(|(known, same)| *same == kept && touches(known)) {
            Some((known, _)) => {
                *known = known.start.min(entries.start)..known.end.max(entries.end);
            }
            None => self.0.push((entries, kept)),
        }
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
        assert_eq!(kept.strictest(&Lapsed::default()), hiding(1));
    }

    #[test]
    fn what_holds_now_goes_on_when_entries_are_taken_back() {
        let mut kept = Discretions::default();
        kept.set(3, hiding(1));
        kept.set(5, hiding(2));
        let (before, mut lapsed) = (kept.clone(), Lapsed::default());
        kept.take_back(5..6, &mut lapsed);
        assert_eq!(kept, before);
        kept.take_back(2..5, &mut lapsed);
        assert_eq!(kept.at(2), hiding(2));
        assert_eq!(kept.at(1), Discretion::default());
    }

    #[test]
    fn what_comes_back_is_told_as_when_it_was_made() {
        let (mut kept, mut lapsed) = (Discretions::default(), Lapsed::default());
        kept.set(4, hiding(1));
        kept.set(6, Discretion::default());
        kept.take_back(3..8, &mut lapsed);
        assert_eq!(kept.strictest(&lapsed), hiding(1));
        kept.take_up(3..5, &lapsed);
        kept.take_up(5..8, &lapsed);
        let at = [3, 4, 5, 6, 7, 8].map(|entry| kept.at(entry));
        let none = Discretion::default;
        assert_eq!(at, [none(), hiding(1), hiding(1), none(), none(), none()]);
        // What is hidden since is not told either.
        kept.set(8, hiding(2));
        kept.take_back(5..8, &mut lapsed);
        kept.take_up(5..8, &lapsed);
        let both = Discretion {
            hidden: vec![CreatureId(2), CreatureId(1)],
            ..none()
        };
        let at = [4, 5, 6, 8].map(|entry| kept.at(entry));
        assert_eq!(at, [hiding(1), both, hiding(2), hiding(2)]);
    }

    #[test]
    fn however_often_something_is_taken_back_it_is_kept_once() {
        let (mut kept, mut lapsed) = (Discretions::default(), Lapsed::default());
        kept.set(4, hiding(1));
        for taken in [8..9, 6..8, 5..7, 4..9] {
            kept.take_back(taken, &mut lapsed);
        }
        assert_eq!(lapsed, Lapsed(vec![(4..9, hiding(1))]));
    }

    #[test]
    fn words_are_read() {
        assert_eq!(Numbers::named("nothing"), Some(Numbers::Nothing));
        assert_eq!(Numbers::named("some"), None);
    }
}
