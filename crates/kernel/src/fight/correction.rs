//! Corrections: the game master's word, between acts and in the middle of one.
//!
//! A correction is an entry. In the middle of an act it comes before the act, which is begun anew on the corrected state with the dice and
//! answers that it has: so whatever is corrected, each entry still follows from the rules.

use super::run::Further;
use super::{Change, Course, Deed, Doer, Entry, Fight, Open, Rejected, Retracted, permitted};
use crate::id::CreatureId;
use crate::refusal::Refusal;
use crate::story::{Note, Roll};
use crate::system::{Next, System};
use crate::tape::{Draw, Need, People, Stop};

/// Why an act in progress does not go on as it is once the state is corrected.
#[derive(Clone, PartialEq, Debug)]
pub enum Unfit {
    /// A rule forbids the act then.
    Forbidden(Box<Refusal>),
    /// It is not the moment for the act then; `None`: for what happens by itself.
    NotItsMoment(Option<CreatureId>),
    /// The dice and answers that it has are not those that it asks for then.
    OtherDraws,
}

impl<S: System> Fight<S> {
    /// Corrects the state: the game master's word, recorded like any entry. The facts are those for [`Fight::settled`]. An act in progress
    /// is begun anew after it with the dice and answers that it has, and stands where it stood.
    ///
    /// # Errors
    /// [`Rejected::Unfit`] if the act does not go on so.
    pub fn correct(&mut self, words: &str, facts: Vec<S::Fact>) -> Result<(), Rejected> {
        let entry = Entry::new(Deed::Correction(words.to_owned()), Vec::new(), facts);
        let state = self.after(&entry.facts);
        let Some(open) = self.open.as_ref().filter(|open| open.is_under_way()) else {
            // What happens by itself, and in which nobody has decided or rolled anything yet, begins anew.
            self.drop_open();
            self.corrected.clear();
            self.take_correction(entry, state);
            return Ok(());
        };
        let before = open.retracted(self.entries.len());
        let course = self.again_on(&state, open)?;
        self.take_correction(entry, state);
        self.open = None;
        self.corrected.push(before);
        self.enter(course);
        Ok(())
    }

    /// Whether the act in progress, if there is one, goes on once the state is corrected by these facts.
    ///
    /// # Errors
    /// As [`Fight::correct`].
    pub fn can_correct(&self, facts: &[S::Fact]) -> Result<(), Rejected> {
        match self.open.as_ref().filter(|open| open.is_under_way()) {
            Some(open) => self.again_on(&self.after(facts), open).map(drop),
            None => Ok(()),
        }
    }

    /// Drops the act in progress, whoever has begun it, and corrects the state.
    ///
    /// # Errors
    /// As [`Fight::correct`] without an act in progress.
    pub fn correct_instead(&mut self, words: &str, facts: Vec<S::Fact>) -> Result<(), Rejected> {
        self.drop_open();
        self.correct(words, facts)
    }

    /// Whether an act is in progress that a correction has to fit.
    pub(super) fn is_in_an_act(&self) -> bool {
        self.open.as_ref().is_some_and(Open::is_under_way)
    }

    fn after(&self, facts: &[S::Fact]) -> S::State {
        let mut state = self.state.clone();
        for fact in facts {
            S::apply(&mut state, fact);
        }
        state
    }

    fn take_correction(&mut self, entry: Entry<S>, state: S::State) {
        let told = entry.facts.iter().cloned().map(Note::Fact);
        self.last_notes = std::iter::once(Note::Cite(S::corrected_by()))
            .chain(told)
            .collect();
        self.push(entry, state);
    }

    /// What the act in progress comes to on the corrected state, as the entry after the correction.
    fn again_on(&self, state: &S::State, open: &Open<S>) -> Result<Course<S>, Rejected> {
        is_possible(state, open).map_err(Rejected::Unfit)?;
        let begun = open.retracted(self.entries.len() + 1);
        match self.try_out(state, begun, Further::Thrown, &mut People) {
            Ok(course) if course.keeps(open) => Ok(course),
            Ok(_) | Err(Rejected::Fault(Stop::Mismatch)) => Err(Rejected::Unfit(Unfit::OtherDraws)),
            Err(other) => Err(other),
        }
    }

    /// How the act in progress stood before its last correction, if nobody has decided anything since.
    pub(super) fn last_correction_within(&self) -> Option<Retracted<S>> {
        let (open, before) = (self.open.as_ref()?, self.corrected.last()?);
        let is_last = before.at + 1 == self.entries.len();
        let now = open.retracted(before.at);
        let is_same = now.doer == before.doer && now.act == before.act;
        (is_last && is_same && now.decisions() == before.decisions()).then(|| before.clone())
    }

    /// Takes back a correction in the middle of an act, which stands where it stood: whatever dice are thrown now, none are thrown for that.
    pub(super) fn take_correction_back(&mut self, before: Retracted<S>) -> Result<(), Rejected> {
        self.cut_short();
        self.changes.push(Change::Undo(before.at));
        self.undo_to(before.at)?;
        let course = self.try_out(&self.state, before, Further::Missing, &mut People)?;
        self.enter(course);
        Ok(())
    }

    /// Puts a correction in force again that was taken back in the middle of an act, and what was rolled after it.
    pub(super) fn correct_again(&mut self) -> Result<(), Rejected> {
        let (Some(entry), Some(open)) = (self.undone.last(), &self.open) else {
            return Err(Rejected::Nothing("redo"));
        };
        let before = open.retracted(self.entries.len());
        let course = self.again_on(&self.after(&entry.facts), open)?;
        self.open = None;
        let until = self.entries.len() + 1;
        self.changes.push(Change::Redo(until));
        self.redo_to(until)?;
        self.corrected.push(before);
        self.enter(course);
        match self.later() {
            Some(later) => self.go_on(later),
            None => Ok(()),
        }
    }

    /// A correction was made in the middle of an act that stood so.
    pub(crate) fn corrected_within(&mut self, before: Retracted<S>) {
        self.corrected.push(before);
    }

    /// Whether the next entry to be put in force again is a correction.
    pub(crate) fn redoes_correction(&self) -> bool {
        let next = self.undone.last();
        next.is_some_and(|entry| matches!(entry.deed, Deed::Correction(_)))
    }
}

/// Whether the act may be begun in that state.
fn is_possible<S: System>(state: &S::State, open: &Open<S>) -> Result<(), Unfit> {
    let moment = Unfit::NotItsMoment(open.who);
    match (open.doer(), S::next(state)) {
        (Doer::Nobody, Next::Auto(act)) if act == open.act => Ok(()),
        (Doer::Person(who) | Doer::Bot(who), Next::Await { must, may }) => {
            let mut asks = may.into_vec();
            asks.insert(0, must);
            match permitted::<S>(state, &asks, who, &open.act) {
                Ok(()) => Ok(()),
                Err(Rejected::Refused(refusal)) => Err(Unfit::Forbidden(Box::new(refusal))),
                Err(_) => Err(moment),
            }
        }
        _ => Err(moment),
    }
}

impl<S: System> Course<S> {
    /// Whether all that the act in progress has is in it: the same rolls, and every answer.
    fn keeps(&self, open: &Open<S>) -> bool {
        let (draws, notes) = match self {
            Self::Done(entry, _, notes) => (&entry.draws, notes),
            Self::Open(again) => (&again.draws, &again.notes),
        };
        let mut rolls = rolls(notes);
        let is_rolled = self::rolls(&open.notes).all(|roll| {
            rolls.next().is_some_and(|again| {
                (again.by, again.what, again.rule) == (roll.by, roll.what, roll.rule)
            })
        });
        let further = draws.get(open.draws.len()..);
        let is_kept = |(who, act): &(CreatureId, S::Act)| {
            let answer = Draw::Act(*who, act.clone());
            further.is_some_and(|further| further.contains(&answer))
                || self.waits_beside(*who, open)
        };
        is_rolled && further.is_some() && open.partial.iter().all(is_kept)
    }

    /// Whether the answer of that creature stands, and the others of its set are waited for as they were.
    fn waits_beside(&self, who: CreatureId, open: &Open<S>) -> bool {
        let Self::Open(again) = self else {
            return false;
        };
        let (Need::Acts(now), Need::Acts(before)) = (&again.need, &open.need) else {
            return false;
        };
        let times =
            |asks: &[crate::system::Ask<S>]| asks.iter().filter(|ask| ask.who == who).count();
        again.partial == open.partial && times(now) <= times(before)
    }
}

fn rolls<S: System>(notes: &[Note<S>]) -> impl Iterator<Item = &Roll> {
    notes.iter().filter_map(|note| match note {
        Note::Rolled(rolled) => Some(&rolled.roll),
        _ => None,
    })
}

impl<S: System> Retracted<S> {
    /// How many decisions of people are in it besides the act itself.
    fn decisions(&self) -> usize {
        self.partial.len() + self.draws.iter().filter(|draw| draw.decided()).count()
    }
}
