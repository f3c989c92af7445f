//! A running fight: the entries so far, the act in progress, undo and redo, branches, corrections.

mod branch;
mod correction;
mod entry;
mod run;
mod undo;
mod verify;
mod waypoints;

use branch::Abandoned;
pub use branch::Branch;
pub use correction::Unfit;
use entry::Course;
pub use entry::{Deed, Entry, Open};
pub(crate) use entry::{Doer, Retracted};
use waypoints::Waypoints;

use std::sync::Arc;

use thiserror::Error;

use crate::dice::Faces;
use crate::id::CreatureId;
use crate::refusal::Refusal;
use crate::story::{Note, Roll};
use crate::system::{Ask, Next, System};
use crate::tape::{Answers, Draw, Need, Stop, first_willing, fits};

/// Where virtual dice come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceMode {
    /// From the seeded generator.
    Virtual,
    /// People type what they rolled.
    Real,
}

/// Why something given to a fight was not taken, or why it does not go on. The fight is as it was, but for what was done before: the steps that
/// [`Fight::settle`] has taken, or a decision that is taken back though the act that it belongs to cannot be taken up again.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Rejected {
    /// A rule forbids it.
    #[error("a rule forbids it")]
    Refused(Refusal),
    /// It is not this creature's moment.
    #[error("it is not {0:?}'s moment to act")]
    NotAsked(CreatureId),
    /// The fight is over.
    #[error("the fight is over")]
    Over,
    /// An act in progress waits for something else first.
    #[error("an act in progress waits for {0} first")]
    Waiting(&'static str),
    /// First the act in progress has to come to its end.
    #[error("an act is in progress: finish it or withdraw it first")]
    InProgress,
    /// The act in progress does not go on as it is once the state is corrected.
    #[error("the act in progress does not go on from there")]
    Unfit(Unfit),
    /// These faces cannot come from that roll.
    #[error("these faces cannot come from {0}")]
    WrongFaces(String),
    /// Nothing to undo or redo.
    #[error("nothing to {0}")]
    Nothing(&'static str),
    /// The rules took more draws or nested acts than any act may.
    #[error("the act ran into a limit: {0:?}")]
    Fault(Stop),
}

/// A running fight.
pub struct Fight<S: System> {
    setup: S::Setup,
    start: S::State,
    state: S::State,
    seed: u64,
    number: u64,
    dice: DiceMode,
    /// Whose dice come from elsewhere than those of the fight.
    dice_by: Vec<(CreatureId, DiceMode)>,
    /// How many entries there were before `start`.
    earlier: usize,
    /// How many entries were ever made in it, be they in force, undone or abandoned.
    made: usize,
    /// The most creatures there ever were.
    creatures: usize,
    entries: Vec<Arc<Entry<S>>>,
    waypoints: Waypoints<S>,
    undone: Vec<Arc<Entry<S>>>,
    abandoned: Vec<Abandoned<S>>,
    open: Option<Open<S>>,
    /// Acts in progress as they stood before something was taken back in them, the last one last.
    retracted: Vec<Retracted<S>>,
    /// The act in progress as it stood at each correction that was made in the middle of it.
    corrected: Vec<Retracted<S>>,
    last_notes: Vec<Note<S>>,
    changes: Vec<Change<S>>,
    effort: u64,
}

/// What has changed in a fight since its journal was last brought up to date.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Change<S: System> {
    Entry(usize, Arc<Entry<S>>),
    Undo(usize),
    Redo(usize),
    Branch(usize),
    Open(Box<Open<S>>),
    Withdraw(usize),
    Dice(DiceMode),
    DiceOf(CreatureId, Option<DiceMode>),
}

/// What stands still: who has to decide, or the end.
#[derive(Clone, PartialEq, Debug)]
pub enum Standing<S: System> {
    /// The fight is over; the winning side if there is one.
    Over(Option<u8>),
    /// Dice are awaited.
    Roll(Roll),
    /// Somebody has to act or answer.
    Acts {
        /// Without one of these (or all of them, where a whole set is asked) nothing goes on.
        must: Vec<Ask<S>>,
        /// These may act too.
        may: Vec<Ask<S>>,
    },
    /// Something will happen by itself at the next call of [`Fight::advance`].
    Auto,
}

impl<S: System> Fight<S> {
    /// A fight from its setup; `seed` and `number` fix all virtual dice.
    ///
    /// # Errors
    /// Every reason why the setup is impossible.
    pub fn new(setup: S::Setup, seed: u64, number: u64) -> Result<Self, Vec<String>> {
        let start = S::set_up(&setup)?;
        Ok(Self::from_start(setup, start, seed, number))
    }

    fn from_start(setup: S::Setup, start: S::State, seed: u64, number: u64) -> Self {
        Self {
            setup,
            state: start.clone(),
            seed,
            number,
            dice: DiceMode::Virtual,
            dice_by: Vec::new(),
            earlier: 0,
            made: 0,
            creatures: S::count(&start),
            start,
            entries: Vec::new(),
            waypoints: Waypoints::default(),
            undone: Vec::new(),
            abandoned: Vec::new(),
            open: None,
            retracted: Vec::new(),
            corrected: Vec::new(),
            last_notes: Vec::new(),
            changes: Vec::new(),
            effort: 0,
        }
    }

    /// A copy that knows nothing of the course up to now, and would go on as this one would: for those who think about the present moment
    /// while the fight goes on.
    #[must_use]
    pub fn from_here(&self) -> Self {
        let (setup, start) = (self.setup.clone(), self.state.clone());
        Self {
            dice: self.dice,
            dice_by: self.dice_by.clone(),
            earlier: self.next_number(),
            open: self.open.clone(),
            ..Self::from_start(setup, start, self.seed, self.number)
        }
    }

    /// The number of the entry that comes next, from 0: its dice follow from it.
    #[must_use]
    pub fn next_number(&self) -> usize {
        self.earlier + self.entries.len()
    }

    /// The state as people may see it: provisional while an act is in progress.
    #[must_use]
    pub fn state(&self) -> &S::State {
        self.open.as_ref().map_or(&self.state, |open| &open.shown)
    }

    /// The state before the act in progress, if there is one.
    #[must_use]
    pub fn settled(&self) -> &S::State {
        &self.state
    }

    /// The state that the fight started from.
    #[must_use]
    pub fn start(&self) -> &S::State {
        &self.start
    }

    /// The setup.
    #[must_use]
    pub fn setup(&self) -> &S::Setup {
        &self.setup
    }

    /// The seed of the virtual dice.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The finished entries.
    #[must_use]
    pub fn entries(&self) -> &[Arc<Entry<S>>] {
        &self.entries
    }

    /// How many entries were ever made, be they in force, undone or in courses that were left: the [`Entry::made`] of the next one.
    #[must_use]
    pub fn made(&self) -> usize {
        self.made
    }

    /// The most creatures that the fight has had in any of its courses.
    #[must_use]
    pub fn most_creatures(&self) -> usize {
        self.creatures.max(S::count(self.state()))
    }

    /// The entries that were undone and can be redone, the next one last.
    #[must_use]
    pub fn undone(&self) -> &[Arc<Entry<S>>] {
        &self.undone
    }

    /// The state after that many entries of the present course; those that were undone follow those in force.
    #[must_use]
    pub fn state_after(&self, entries: usize) -> S::State {
        let in_force = entries.min(self.entries.len());
        let (passed, mut state) = self.waypoints.before(in_force, &self.start);
        let course = self.entries.iter().chain(self.undone.iter().rev());
        let since = course.take(entries).skip(passed);
        for fact in since.flat_map(|entry| &entry.facts) {
            S::apply(&mut state, fact);
        }
        state
    }

    /// The act in progress.
    #[must_use]
    pub fn open(&self) -> Option<&Open<S>> {
        self.open.as_ref()
    }

    /// The log of the last finished entry.
    #[must_use]
    pub fn last_notes(&self) -> &[Note<S>] {
        &self.last_notes
    }

    /// Where dice come from.
    #[must_use]
    pub fn dice(&self) -> DiceMode {
        self.dice
    }

    /// Changes where dice come from, from the next missing die on.
    pub fn set_dice(&mut self, dice: DiceMode) {
        if self.dice != dice {
            self.dice = dice;
            self.changes.push(Change::Dice(dice));
        }
    }

    /// Where the dice come from that are rolled for a creature, or for nobody.
    #[must_use]
    pub fn dice_of(&self, who: Option<CreatureId>) -> DiceMode {
        who.and_then(|who| self.own_dice(who)).unwrap_or(self.dice)
    }

    /// Where a creature's dice come from, if not from where those of the fight do.
    #[must_use]
    pub fn own_dice(&self, who: CreatureId) -> Option<DiceMode> {
        let own = self.dice_by.iter().find(|(by, _)| *by == who);
        own.map(|(_, dice)| *dice)
    }

    /// Whether anybody types in what they rolled.
    pub(super) fn throws_real_dice(&self) -> bool {
        let own = self.dice_by.iter().map(|(_, dice)| *dice);
        own.chain([self.dice]).any(|dice| dice == DiceMode::Real)
    }

    /// All creatures whose dice come from elsewhere than those of the fight.
    pub(crate) fn all_own_dice(&self) -> &[(CreatureId, DiceMode)] {
        &self.dice_by
    }

    /// Has a creature's dice come from elsewhere than those of the fight, or no longer, from the next missing die on.
    pub fn set_dice_of(&mut self, who: CreatureId, dice: Option<DiceMode>) {
        if self.own_dice(who) != dice {
            self.dice_by.retain(|(by, _)| *by != who);
            self.dice_by.extend(dice.map(|dice| (who, dice)));
            self.changes.push(Change::DiceOf(who, dice));
        }
    }

    /// The number of the fight among those of one seed.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// What has changed up to now stands in the journal already.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.clear();
    }

    pub(crate) fn take_changes(&mut self) -> Vec<Change<S>> {
        std::mem::take(&mut self.changes)
    }

    /// An entry is finished, and the state is now that one.
    fn push(&mut self, entry: Entry<S>, state: S::State) {
        let entry = self.made_now(entry);
        self.part(&entry);
        self.changes
            .push(Change::Entry(self.entries.len(), Arc::clone(&entry)));
        self.state = state;
        self.pass(entry);
    }

    /// The next of all entries that were ever made.
    fn made_now(&mut self, entry: Entry<S>) -> Arc<Entry<S>> {
        let made = self.made;
        self.made += 1;
        Arc::new(Entry { made, ..entry })
    }

    /// The entry is in force, and the state is the one after it.
    fn pass(&mut self, entry: Arc<Entry<S>>) {
        self.share(self.entries.len(), &entry);
        self.entries.push(entry);
        self.creatures = self.creatures.max(S::count(&self.state));
        self.waypoints.pass(self.entries.len(), &self.state);
    }

    /// Where the fight stands.
    #[must_use]
    pub fn standing(&self) -> Standing<S> {
        match &self.open {
            Some(open) => match &open.need {
                Need::Roll(roll) => Standing::Roll(*roll),
                Need::Acts(asks) => Standing::Acts {
                    must: asks.clone(),
                    may: Vec::new(),
                },
            },
            None => match S::next(&self.state) {
                Next::Over(side) => Standing::Over(side),
                Next::Auto(_) => Standing::Auto,
                Next::Await { must, may } => Standing::Acts {
                    must: vec![must],
                    may: may.into_vec(),
                },
            },
        }
    }

    /// Everybody who may act or answer now.
    #[must_use]
    pub fn asks(&self) -> Vec<Ask<S>> {
        match self.standing() {
            Standing::Acts { mut must, mut may } => {
                must.append(&mut may);
                must
            }
            _ => Vec::new(),
        }
    }

    /// Takes one step that needs nobody's decision: an automatic act, or an act or answer that `answers` gives.
    /// `false` if the fight waits for people or is over.
    ///
    /// # Errors
    /// [`Rejected::Fault`] if an act ran into a limit; the fight stays as it was.
    pub fn advance(&mut self, answers: &mut dyn Answers<S>) -> Result<bool, Rejected> {
        if let Some(open) = &self.open {
            let (doer, act, draws, partial) = (
                open.doer(),
                open.act.clone(),
                open.draws.clone(),
                open.partial.clone(),
            );
            let before = (open.draws.len(), open.partial.clone(), open.need.clone());
            self.run(doer, act, draws, partial, answers)?;
            return Ok(self.open.as_ref().is_none_or(|open| {
                (open.draws.len(), open.partial.clone(), open.need.clone()) != before
            }));
        }
        match S::next(&self.state) {
            Next::Over(_) => Ok(false),
            Next::Auto(act) => {
                self.run(Doer::Nobody, act, Vec::new(), Vec::new(), answers)?;
                Ok(true)
            }
            Next::Await { must, may } => {
                let Some((who, act)) = first_willing(&self.state, &must, &may, answers) else {
                    return Ok(false);
                };
                self.run(Doer::Bot(who), act, Vec::new(), Vec::new(), answers)?;
                Ok(true)
            }
        }
    }

    /// Takes steps until people have to decide or the fight is over.
    ///
    /// # Errors
    /// As [`Fight::advance`].
    pub fn settle(&mut self, answers: &mut dyn Answers<S>) -> Result<(), Rejected> {
        while self.advance(answers)? {}
        Ok(())
    }

    /// Takes an act or an answer from a creature. Other creatures' answers that it leads to come from `answers` where it gives them.
    ///
    /// # Errors
    /// Why it was not taken; nothing has changed then.
    pub fn submit(
        &mut self,
        who: CreatureId,
        act: S::Act,
        answers: &mut dyn Answers<S>,
    ) -> Result<(), Rejected> {
        if let Some(open) = &self.open {
            let Need::Acts(asks) = &open.need else {
                return Err(Rejected::Waiting("dice"));
            };
            permitted::<S>(&open.shown, asks, who, &act)?;
            let mut partial = open.partial.clone();
            partial.push((who, act));
            let (opener, opened, draws) = (open.doer(), open.act.clone(), open.draws.clone());
            return self.run(opener, opened, draws, partial, answers);
        }
        let asks = match S::next(&self.state) {
            Next::Over(_) => return Err(Rejected::Over),
            Next::Auto(_) => return Err(Rejected::Waiting("something that happens by itself")),
            Next::Await { must, may } => {
                let mut asks = may.into_vec();
                asks.insert(0, must);
                asks
            }
        };
        permitted::<S>(&self.state, &asks, who, &act)?;
        self.run(Doer::Person(who), act, Vec::new(), Vec::new(), answers)
    }

    /// Takes the faces that people rolled for the awaited roll.
    ///
    /// # Errors
    /// If no dice are awaited or these faces cannot come from them.
    pub fn rolled(&mut self, faces: Faces, answers: &mut dyn Answers<S>) -> Result<(), Rejected> {
        let Some(open) = &self.open else {
            return Err(Rejected::Waiting("an act"));
        };
        let Need::Roll(roll) = &open.need else {
            return Err(Rejected::Waiting("an answer"));
        };
        if !fits(roll, &faces) {
            return Err(Rejected::WrongFaces(roll.pool.to_string()));
        }
        let mut draws = open.draws.clone();
        draws.push(Draw::Faces(faces));
        let (doer, act) = (open.doer(), open.act.clone());
        self.run(doer, act, draws, Vec::new(), answers)
    }

    /// Drops the act in progress as if it had never been begun.
    ///
    /// # Errors
    /// If there is none, or if it happens by itself.
    pub fn withdraw(&mut self) -> Result<(), Rejected> {
        match &self.open {
            Some(open) if open.doer() != Doer::Nobody => {
                self.drop_open();
                Ok(())
            }
            _ => Err(Rejected::Nothing("withdraw")),
        }
    }

    /// Drops what is in progress, be it something that happens by itself: that begins anew, and those whom it asks are asked again.
    ///
    /// # Errors
    /// If nothing is in progress.
    pub fn abandon(&mut self) -> Result<(), Rejected> {
        if self.open.is_none() {
            return Err(Rejected::Nothing("undo"));
        }
        self.drop_open();
        Ok(())
    }

    /// Takes a finished entry as it is: its facts, without running the rules.
    fn take(&mut self, entry: Arc<Entry<S>>) {
        for fact in &entry.facts {
            S::apply(&mut self.state, fact);
        }
        self.pass(entry);
    }

    /// Takes an entry from a journal; what was undone before it is left where it goes on differently.
    pub(crate) fn append(&mut self, entry: Entry<S>) {
        let entry = self.made_now(entry);
        self.part(&entry);
        self.take(entry);
    }
}

/// Whether the creature is asked and one of its asks allows the act.
///
/// A creature may be asked in several windows at once; the refusal of the first is the one to hear of.
fn permitted<S: System>(
    state: &S::State,
    asks: &[Ask<S>],
    who: CreatureId,
    act: &S::Act,
) -> Result<(), Rejected> {
    let mut refused = None;
    for ask in asks.iter().filter(|ask| ask.who == who) {
        match S::check(state, ask, act) {
            Ok(()) => return Ok(()),
            Err(refusal) => {
                refused.get_or_insert(refusal);
            }
        }
    }
    Err(refused.map_or(Rejected::NotAsked(who), Rejected::Refused))
}
