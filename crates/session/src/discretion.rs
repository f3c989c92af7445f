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
pub(crate) struct Discretion {
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

    /// Whether it speaks of creatures up to `count` alone, and of each once.
    pub(crate) fn is_about(&self, count: usize) -> bool {
        self.hidden.len() <= count && self.hidden.iter().all(|who| who.index() < count)
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
        let before = self.0.partition_point(|(from, _)| *from <= entry);
        let last = before.checked_sub(1).and_then(|last| self.0.get(last));
        last.map(|(_, kept)| kept.clone()).unwrap_or_default()
    }

    /// What holds now, and besides what held then by the other one.
    pub(crate) fn now_and(&self, made: &Self, entry: usize) -> Discretion {
        let mut kept = self.now();
        kept.add(&made.at(entry));
        kept
    }

    /// Each change, with the entry from which on it holds.
    pub(crate) fn changes(&self) -> impl Iterator<Item = &(usize, Discretion)> {
        self.0.iter()
    }

    /// The same about certain creatures alone.
    pub(crate) fn among(&self, them: impl Fn(&CreatureId) -> bool) -> Self {
        let mut all = self.clone();
        for (_, kept) in &mut all.0 {
            kept.hidden.retain(&them);
        }
        all
    }

    /// Whether nothing was ever kept otherwise than in a new fight.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is in order, and speaks of creatures up to `count` alone.
    pub(crate) fn is_about(&self, count: usize) -> bool {
        self.0.is_sorted_by(|(one, _), (next, _)| one < next)
            && self.0.iter().all(|(_, kept)| kept.is_about(count))
    }

    /// Whether it speaks of nothing before the entry of that number.
    pub(crate) fn is_since(&self, first: usize) -> bool {
        self.0.iter().all(|(from, _)| *from >= first)
    }

    /// From which entry on it differs from the other one, and its changes from there on; `None` where it does not.
    pub(crate) fn beyond(&self, other: &Self) -> Option<(usize, Self)> {
        let pairs = self.0.iter().zip(&other.0);
        let same = pairs.take_while(|(one, other)| one == other).count();
        let firsts = [self.0.get(same), other.0.get(same)];
        let first = firsts.into_iter().flatten().map(|(from, _)| *from).min()?;
        Some((first, Self(self.0[same..].to_vec())))
    }

    /// These changes in place of its own from the entry of that number on.
    pub(crate) fn change_since(&mut self, first: usize, later: &Self) {
        while self.0.pop_if(|(from, _)| *from >= first).is_some() {}
        self.0.extend_from_slice(&later.0);
    }

    /// From the entry of that number on this holds.
    pub(crate) fn set(&mut self, entry: usize, kept: Discretion) {
        while self.0.pop_if(|(from, _)| *from >= entry).is_some() {}
        self.0.push((entry, kept));
    }

    /// Only that many entries are left: what holds now goes on holding.
    pub(crate) fn take_back(&mut self, left: usize) {
        if self.0.last().is_some_and(|(from, _)| *from > left) {
            self.set(left, self.now());
        }
    }

    /// These entries, the last ones, were put in force again, and `made` says under what each of them was made. They are told as strictly as
    /// what holds now and that are together; after them what holds now goes on holding.
    pub(crate) fn take_up(&mut self, again: Range<usize>, made: impl Fn(usize) -> Discretion) {
        let now = self.now();
        for entry in again.clone() {
            let mut kept = now.clone();
            kept.add(&made(entry));
            if kept != self.at(entry) {
                self.set(entry, kept);
            }
        }
        if now != self.now() {
            self.set(again.end, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_makes_one_of_the_other() {
        let of = |changes: &[(usize, u16)]| {
            Discretions(
                changes
                    .iter()
                    .map(|(at, who)| (*at, hiding(*who)))
                    .collect(),
            )
        };
        let all = [
            of(&[]),
            of(&[(0, 1)]),
            of(&[(0, 1), (4, 2)]),
            of(&[(0, 1), (4, 3)]),
            of(&[(0, 1), (3, 2), (4, 2)]),
            of(&[(0, 1), (5, 2), (6, 1)]),
        ];
        for (one, other) in all
            .iter()
            .flat_map(|one| all.iter().map(move |two| (one, two)))
        {
            let Some((first, later)) = one.beyond(other) else {
                assert_eq!(one, other);
                continue;
            };
            assert!(later.is_since(first));
            let mut changed = other.clone();
            changed.change_since(first, &later);
            assert_eq!(changed, *one);
        }
        let (first, later) = all[2].beyond(&all[1]).expect("they differ");
        assert_eq!((first, later), (4, of(&[(4, 2)])));
    }

    fn hiding(who: u16) -> Discretion {
        Discretion {
            hidden: vec![CreatureId(who)],
            ..Discretion::default()
        }
    }

    /// Entries in force are those that were made, number by number.
    fn take_up(kept: &mut Discretions, again: Range<usize>, made: &Discretions) {
        kept.take_up(again, |entry| made.at(entry));
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
        assert!(kept.is_about(2) && !kept.is_about(1));
        let twice = Discretions(vec![(3, hiding(1)), (3, hiding(0))]);
        assert!(!twice.is_about(2), "one of them would never hold");
    }

    #[test]
    fn what_holds_now_goes_on_when_entries_are_taken_back() {
        let mut kept = Discretions::default();
        kept.set(3, hiding(1));
        kept.set(5, hiding(2));
        let before = kept.clone();
        kept.take_back(5);
        assert_eq!(kept, before);
        kept.take_back(2);
        assert_eq!(kept.at(2), hiding(2));
        assert_eq!(kept.at(1), Discretion::default());
    }

    #[test]
    fn what_comes_back_is_told_as_when_it_was_made() {
        let mut kept = Discretions::default();
        kept.set(4, hiding(1));
        kept.set(6, Discretion::default());
        let made = kept.clone();
        kept.take_back(3);
        take_up(&mut kept, 3..5, &made);
        take_up(&mut kept, 5..8, &made);
        let at = [3, 4, 5, 6, 7, 8].map(|entry| kept.at(entry));
        let none = Discretion::default;
        assert_eq!(at, [none(), hiding(1), hiding(1), none(), none(), none()]);
        // What is hidden since is not told either.
        kept.set(8, hiding(2));
        kept.take_back(5);
        take_up(&mut kept, 5..8, &made);
        let both = Discretion {
            hidden: vec![CreatureId(2), CreatureId(1)],
            ..none()
        };
        let at = [4, 5, 6, 8].map(|entry| kept.at(entry));
        assert_eq!(at, [hiding(1), both, hiding(2), hiding(2)]);
    }

    #[test]
    fn what_was_told_in_words_comes_back_in_words() {
        let (mut kept, made) = (Discretions::default(), Discretions::default());
        let numbers = Discretion {
            numbers: Numbers::Numbers,
            ..Discretion::default()
        };
        kept.take_back(4);
        kept.set(4, numbers);
        take_up(&mut kept, 4..5, &made);
        assert_eq!(kept.at(4).numbers, Numbers::Words);
        assert_eq!(kept.now().numbers, Numbers::Numbers);
    }

    /// The fifth entry of one course was made in hiding; that of the other, the eighth ever made, in the open.
    #[test]
    fn what_everybody_heard_they_hear_again() {
        let (mut kept, mut made) = (Discretions::default(), Discretions::default());
        for all in [&mut kept, &mut made] {
            all.set(4, hiding(1));
        }
        kept.take_back(4);
        kept.set(4, Discretion::default());
        made.set(7, Discretion::default());
        kept.take_back(4);
        kept.take_up(4..5, |_| made.at(7));
        assert_eq!(kept.at(4), Discretion::default());
    }

    #[test]
    fn words_are_read() {
        assert_eq!(Numbers::named("nothing"), Some(Numbers::Nothing));
        assert_eq!(Numbers::named("some"), None);
    }
}
