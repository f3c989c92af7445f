//! What was done and is finished, and what is still being done.

use crate::id::CreatureId;
use crate::story::Note;
use crate::system::System;
use crate::tape::{Draw, Need};

/// Something that was done and is finished.
#[derive(Clone, Debug)]
pub struct Entry<S: System> {
    /// Which of all entries that were ever made in the fight it is, from 0: those that were undone and left count. An entry that is done
    /// again, and not only put in force again, is another one, though equal to it.
    pub made: usize,
    /// What it was.
    pub deed: Deed<S>,
    /// The dice and answers it took.
    pub draws: Vec<Draw<S>>,
    /// What came of it.
    pub facts: Vec<S::Fact>,
}

impl<S: System> PartialEq for Entry<S> {
    fn eq(&self, other: &Self) -> bool {
        self.deed == other.deed && self.draws == other.draws && self.facts == other.facts
    }
}

/// What an entry does.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed<S: System> {
    /// What a person had a creature do.
    Act(CreatureId, S::Act),
    /// What a bot had a creature do.
    Bot(CreatureId, S::Act),
    /// Something that happens by itself.
    Auto(S::Act),
    /// A correction by the game master; the facts are the whole of it.
    Correction(String),
}

/// An act that waits for dice or answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Open<S: System> {
    /// Whose act it is; `None` for something that happens by itself.
    pub who: Option<CreatureId>,
    /// Whether a bot began it.
    pub bot: bool,
    /// The act.
    pub act: S::Act,
    /// The draws so far.
    pub draws: Vec<Draw<S>>,
    /// The answers that have come to the present set of asks, in the order in which they came.
    pub partial: Vec<(CreatureId, S::Act)>,
    /// What it is waiting for.
    pub need: Need<S>,
    /// The provisional state at the stop.
    pub shown: S::State,
    /// The provisional log up to the stop.
    pub notes: Vec<Note<S>>,
}

/// What an act has come to so far: it is done, with the state and the log after it, or waits for something.
pub(super) enum Course<S: System> {
    Done(Entry<S>, S::State, Vec<Note<S>>),
    Open(Open<S>),
}

/// Who has begun an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doer {
    Person(CreatureId),
    Bot(CreatureId),
    Nobody,
}

impl Doer {
    pub(super) fn creature(self) -> Option<CreatureId> {
        match self {
            Self::Person(who) | Self::Bot(who) => Some(who),
            Self::Nobody => None,
        }
    }
}

/// An act in progress as it stood before something in it was taken back.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Retracted<S: System> {
    /// How many entries there were before it.
    pub(crate) at: usize,
    pub(crate) doer: Doer,
    pub(crate) act: S::Act,
    pub(crate) draws: Vec<Draw<S>>,
    pub(crate) partial: Vec<(CreatureId, S::Act)>,
}

impl<S: System> Retracted<S> {
    /// Whether what is in progress after that many entries is an earlier stage of it.
    pub(crate) fn continues(&self, entries: usize, open: Option<&Open<S>>) -> bool {
        self.at == entries && open.is_none_or(|open| self.is_later_than(&open.retracted(entries)))
    }

    /// Whether it is the same act with more dice or answers in it.
    pub(crate) fn is_later_than(&self, earlier: &Self) -> bool {
        let is_same = self.at == earlier.at && self.doer == earlier.doer && self.act == earlier.act;
        let is_longer = if self.draws.len() == earlier.draws.len() {
            self.partial.len() > earlier.partial.len() && self.partial.starts_with(&earlier.partial)
        } else {
            // Answers that have come to a set in part are draws of the act once the set is whole.
            let mut told = earlier.partial.iter();
            let after = self.draws.iter().skip(earlier.draws.len());
            self.draws.len() > earlier.draws.len()
                && told.all(|(who, act)| {
                    after
                        .clone()
                        .any(|draw| *draw == Draw::Act(*who, act.clone()))
                })
        };
        is_same && is_longer && self.draws.starts_with(&earlier.draws)
    }
}

impl<S: System> Open<S> {
    /// How it stands after that many entries.
    pub(crate) fn retracted(&self, entries: usize) -> Retracted<S> {
        Retracted {
            at: entries,
            doer: self.doer(),
            act: self.act.clone(),
            draws: self.draws.clone(),
            partial: self.partial.clone(),
        }
    }

    pub(crate) fn doer(&self) -> Doer {
        match self.who {
            None => Doer::Nobody,
            Some(who) if self.bot => Doer::Bot(who),
            Some(who) => Doer::Person(who),
        }
    }

    /// Whether a person's decision is in it already.
    pub(crate) fn decided(&self) -> bool {
        matches!(self.doer(), Doer::Person(_))
            || !self.partial.is_empty()
            || self.draws.iter().any(Draw::decided)
    }

    /// Whether somebody has begun it, or anything was answered or rolled in it, be it by nobody's decision.
    pub(crate) fn holds_anything(&self) -> bool {
        self.doer() != Doer::Nobody || !self.partial.is_empty() || !self.draws.is_empty()
    }

    /// Whether something would be lost if it began anew: somebody has begun it, or has decided or rolled something in it.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        let is_rolled = |draw: &Draw<S>| matches!(draw, Draw::Faces(_));
        self.doer() != Doer::Nobody || self.decided() || self.draws.iter().any(is_rolled)
    }
}

impl<S: System> Entry<S> {
    /// One that no fight has yet.
    pub(crate) const fn new(deed: Deed<S>, draws: Vec<Draw<S>>, facts: Vec<S::Fact>) -> Self {
        Self {
            made: 0,
            deed,
            draws,
            facts,
        }
    }

    /// Who did what; `None` for a correction.
    pub(super) fn done(&self) -> Option<(Doer, &S::Act)> {
        match &self.deed {
            Deed::Act(who, act) => Some((Doer::Person(*who), act)),
            Deed::Bot(who, act) => Some((Doer::Bot(*who), act)),
            Deed::Auto(act) => Some((Doer::Nobody, act)),
            Deed::Correction(_) => None,
        }
    }

    /// Whether a person's decision is in it: its act or one of its answers, or a correction.
    #[must_use]
    pub fn decided(&self) -> bool {
        match self.deed {
            Deed::Act(..) | Deed::Correction(_) => true,
            Deed::Bot(..) | Deed::Auto(_) => self.draws.iter().any(Draw::decided),
        }
    }
}
