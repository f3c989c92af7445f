//! What a fight came to: who fell when and by whose doing, the heaviest blow, harm done and taken, what was spent. Reckoned from facts
//! when somebody asks for it, the same for every system.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::fight::Entry;
use crate::id::CreatureId;
use crate::system::System;

/// What a fact means for the account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Toll {
    /// What harms these from now on, until somebody else acts on them, is that creature's doing. `None`: whoever is harmed.
    Acts {
        /// Whose doing.
        by: CreatureId,
        /// On whom.
        on: Option<CreatureId>,
    },
    /// A creature is harmed.
    Harm {
        /// Who.
        on: CreatureId,
        /// How much, in the points that the system counts harm in.
        points: i32,
        /// What does it, where that is nobody's doing at this moment: "poison"; empty where somebody does.
        cause: &'static str,
    },
    /// A creature uses something up.
    Spends {
        /// Who.
        by: CreatureId,
        /// What ("fatigue", "shots", the name of a thing), and how much of it.
        spent: SmallVec<[(Cow<'static, str>, i32); 1]>,
    },
}

impl Toll {
    /// A creature uses one thing up.
    #[must_use]
    pub fn spends(by: CreatureId, what: impl Into<Cow<'static, str>>, amount: i32) -> Self {
        Self::Spends {
            by,
            spent: smallvec![(what.into(), amount)],
        }
    }
}

/// What a fight came to; `T` is a moment of it, in words unless somebody wants it otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account<T = String> {
    /// Who fell, in the order in which they did.
    pub falls: Vec<Fall<T>>,
    /// The blow of the winners that took most; of anybody, while nobody has won.
    pub heaviest: Option<Blow<T>>,
    /// What each creature did, by id.
    pub ledgers: Vec<Ledger>,
}

/// How a creature ceased to take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fall<T = String> {
    /// Who.
    pub who: CreatureId,
    /// By whose doing, if by anybody's.
    pub by: Option<CreatureId>,
    /// What did it in the end where that was nobody's doing at that moment; empty otherwise.
    pub cause: &'static str,
    /// When.
    pub time: T,
    /// When it was up again, if it was.
    pub rose: Option<T>,
}

/// Harm done at one stroke.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blow<T = String> {
    /// Whose.
    pub by: CreatureId,
    /// To whom.
    pub on: CreatureId,
    /// How much.
    pub points: i32,
    /// When.
    pub time: T,
}

/// What one creature did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// Harm done to others.
    pub dealt: i32,
    /// Harm taken.
    pub taken: i32,
    /// What was spent, in the order in which it first was.
    pub spent: Vec<(String, i32)>,
}

/// The account of the entries in force as somebody may know it who does not know of the `unknown`; `winner` is the side that has won, if
/// one has.
#[must_use]
pub fn account<S: System>(
    start: &S::State,
    entries: &[Arc<Entry<S>>],
    winner: Option<u8>,
    unknown: Vec<CreatureId>,
) -> Account {
    let mut clerk = Clerk::<S>::new(start, winner, |state| S::view(state).time.heading);
    clerk.unknown = unknown;
    for entry in entries {
        clerk.entry(&entry.facts);
    }
    clerk.account
}

/// Whoever was last known to harm a creature, and with what.
#[derive(Clone, Copy, Default)]
struct Blame {
    by: Option<CreatureId>,
    cause: &'static str,
    /// Harmed in the present entry.
    now: bool,
}

/// Keeps the account of a fight, entry by entry.
pub struct Clerk<S: System, T = String> {
    state: S::State,
    winner: Option<u8>,
    moment: fn(&S::State) -> T,
    /// Harm that they do or take is not counted as done by anybody.
    unknown: Vec<CreatureId>,
    up: Vec<bool>,
    blame: Vec<Blame>,
    /// Who acts on whom in the present entry, and the harm done at that stroke so far.
    strokes: SmallVec<[(CreatureId, Option<CreatureId>, i32); 2]>,
    account: Account<T>,
}

impl<S: System, T: Default> Clerk<S, T> {
    /// An account of nothing yet, from `start` on. `winner` is the side that has won, if that is known; `moment` reads the time.
    #[must_use]
    pub fn new(start: &S::State, winner: Option<u8>, moment: fn(&S::State) -> T) -> Self {
        let count = S::count(start);
        Self {
            state: start.clone(),
            winner,
            moment,
            unknown: Vec::new(),
            up: S::creatures(start)
                .map(|who| S::takes_part(start, who))
                .collect(),
            blame: vec![Blame::default(); count],
            strokes: SmallVec::new(),
            account: Account {
                falls: Vec::new(),
                heaviest: None,
                ledgers: vec![Ledger::default(); count],
            },
        }
    }

    /// The account so far.
    #[must_use]
    pub fn account(&self) -> &Account<T> {
        &self.account
    }

    /// The account, and the state at its end.
    #[must_use]
    pub fn into_parts(self) -> (Account<T>, S::State) {
        (self.account, self.state)
    }

    /// Adds what happened in one entry.
    pub fn entry<'f>(&mut self, facts: impl IntoIterator<Item = &'f S::Fact>) {
        self.strokes.clear();
        for blame in &mut self.blame {
            blame.now = false;
        }
        let before = self.heaviest();
        for fact in facts {
            if let Some(toll) = S::toll(&self.state, fact) {
                self.take(toll);
            }
            S::apply(&mut self.state, fact);
            self.admit();
        }
        if self.heaviest() != before {
            let time = self.time();
            if let Some(heaviest) = &mut self.account.heaviest {
                heaviest.time = time;
            }
        }
        self.see_who_stands();
    }

    /// Keeps the account of those who have joined, too.
    fn admit(&mut self) {
        for index in self.up.len()..S::count(&self.state) {
            let who = CreatureId::at(index);
            self.up.push(S::takes_part(&self.state, who));
            self.blame.push(Blame::default());
            self.account.ledgers.push(Ledger::default());
        }
    }

    fn time(&self) -> T {
        (self.moment)(&self.state)
    }

    fn heaviest(&self) -> i32 {
        self.account.heaviest.as_ref().map_or(0, |blow| blow.points)
    }

    fn take(&mut self, toll: Toll) {
        match toll {
            Toll::Acts { by, on } => {
                self.strokes.retain(|(_, other, _)| *other != on);
                self.strokes.push((by, on, 0));
            }
            Toll::Harm { on, points, cause } => self.harm(on, points, cause),
            Toll::Spends { by, spent } => {
                for (what, amount) in spent {
                    self.spend(by, what, amount);
                }
            }
        }
    }

    fn spend(&mut self, by: CreatureId, what: Cow<'static, str>, amount: i32) {
        let spent = &mut self.account.ledgers[by.index()].spent;
        match spent.iter_mut().find(|(known, _)| *known == what) {
            Some((_, sum)) => *sum += amount,
            None => spent.push((what.into_owned(), amount)),
        }
    }

    /// Adds harm to the stroke that does it: whose that is, and what it did to the creature so far. What a stroke that is meant for nobody
    /// in particular does to each counts by itself.
    fn stroke(&mut self, on: CreatureId, points: i32) -> Option<(CreatureId, i32)> {
        let meant = |whom: &Option<CreatureId>| whom.is_none_or(|whom| whom == on);
        let mut place = self.strokes.iter().rposition(|(_, whom, _)| meant(whom))?;
        if let (by, None, _) = self.strokes[place] {
            place = self.strokes.len();
            self.strokes.push((by, Some(on), 0));
        }
        let (by, _, sum) = &mut self.strokes[place];
        *sum += points;
        Some((*by, *sum))
    }

    fn harm(&mut self, on: CreatureId, points: i32, cause: &'static str) {
        self.account.ledgers[on.index()].taken += points;
        let is_blow = cause.is_empty();
        let stroke = is_blow.then(|| self.stroke(on, points)).flatten();
        let blame = &mut self.blame[on.index()];
        blame.now = true;
        blame.cause = cause;
        let Some((by, sum)) = stroke else {
            return;
        };
        blame.by = Some(by);
        if by == on || self.unknown.contains(&by) || self.unknown.contains(&on) {
            return;
        }
        self.account.ledgers[by.index()].dealt += points;
        let side = S::side(&self.state, by);
        let counts =
            side != S::side(&self.state, on) && self.winner.is_none_or(|winner| winner == side);
        if counts && sum > self.heaviest() {
            self.account.heaviest = Some(Blow {
                by,
                on,
                points: sum,
                time: T::default(),
            });
        }
    }

    /// Who has fallen since the last look, and who is up again.
    fn see_who_stands(&mut self) {
        for index in 0..self.up.len() {
            let who = CreatureId::at(index);
            let stands = S::takes_part(&self.state, who);
            if stands == self.up[index] {
                continue;
            }
            self.up[index] = stands;
            let time = self.time();
            if stands {
                let fall = self.account.falls.iter_mut().rev();
                let mut fall = fall.filter(|fall| fall.who == who);
                if let Some(fall) = fall.next() {
                    fall.rose = Some(time);
                }
            } else {
                let blame = self.blame[index];
                let blame = if blame.now { blame } else { Blame::default() };
                self.account.falls.push(Fall {
                    who,
                    by: blame.by,
                    cause: blame.cause,
                    time,
                    rose: None,
                });
            }
        }
    }
}
