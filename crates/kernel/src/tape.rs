//! The tape of draws: dice and answers in the order they came, and what stands beyond its end.

mod answers;
mod beyond;
mod draw;
mod kept;
mod moment;
mod set;
mod willing;

use std::any::Any;
use std::hint::cold_path;
use std::rc::Rc;

use smallvec::SmallVec;

pub use self::answers::{Answers, People, Simple, UnderWay};
pub use self::beyond::{Beyond, Detail, Dice};
pub use self::draw::{Draw, fits};
pub(crate) use self::kept::{Kept, Known, Recalled};
pub use self::moment::Moment;
pub(crate) use self::moment::Reached;
use self::set::{Partial, only_answer};
use self::willing::first_of_others;
pub use self::willing::first_willing;
use crate::dice::{Faces, Seeded};
use crate::id::CreatureId;
use crate::story::Roll;
use crate::system::{Acts, Ask, System};

/// What a run that stopped is waiting for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need<S: System> {
    /// Dice.
    Roll(Roll),
    /// Answers: these are the asks to which none has come.
    Acts(Vec<Ask<S>>),
}

/// Why a run went no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A draw is missing; the tape says which.
    Need,
    /// The draws given do not belong to this act: another die, another creature.
    Mismatch,
    /// Too many rolls, answers or nested acts in one act.
    Cap,
    /// Rolls are void and thrown again, and whoever goes through all of them has no need of that: see [`crate::Scene::again`].
    Again,
    /// All that follows is known from a course that has come to the same, and whoever goes through all of them need not follow it once more: see
    /// [`crate::Scene::stage`].
    Met,
}

/// What an act began with, for those who look back on it.
struct Begun<S: System> {
    state: S::State,
    who: Option<CreatureId>,
    act: S::Act,
}

impl<S: System> Begun<S> {
    fn with<'t>(&'t self, draws: &'t [Draw<S>]) -> UnderWay<'t, S> {
        UnderWay {
            state: &self.state,
            who: self.who,
            act: &self.act,
            draws,
        }
    }
}

/// How far a tape has come, to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    at: usize,
    place: u32,
    draws: usize,
    partial: usize,
    known: usize,
}

/// The most rolls and answers that one act may take.
pub const DRAWS_MAX: usize = 4096;

/// Draws already there, and where further ones come from.
pub struct Tape<'t, S: System> {
    draws: Vec<Draw<S>>,
    /// Whether draws are kept once they are taken: nobody asks for those of a fight that is only played out.
    keeps: bool,
    /// How many draws were taken.
    at: usize,
    place: u32,
    beyond: Beyond<'t>,
    answers: &'t mut dyn Answers<S>,
    need: Option<Need<S>>,
    partial: &'t [(CreatureId, S::Act)],
    /// What the act began with, where whoever answers looks back on it.
    begun: Option<Box<Begun<S>>>,
    /// What was answered and found out in the course before this one.
    kept: Option<Kept<'t, S>>,
}

impl<'t, S: System> Tape<'t, S> {
    /// A tape that begins with `draws`.
    #[must_use]
    pub fn new(draws: Vec<Draw<S>>, beyond: Beyond<'t>, answers: &'t mut dyn Answers<S>) -> Self {
        Self {
            draws,
            keeps: true,
            at: 0,
            place: 0,
            beyond,
            answers,
            need: None,
            partial: &[],
            begun: None,
            kept: None,
        }
    }

    /// Has those who answer in the middle of the act know what it began with, if they look back on it.
    pub(crate) fn begin(&mut self, state: &S::State, who: Option<CreatureId>, act: &S::Act) {
        if !self.answers.looks_back() {
            return;
        }
        self.keeps = true;
        self.begun = Some(Box::new(Begun {
            state: state.clone(),
            who,
            act: act.clone(),
        }));
    }

    /// An empty tape that forgets its draws: for fights that are played out and not recorded.
    #[must_use]
    pub fn forgetful(beyond: Beyond<'t>, answers: &'t mut dyn Answers<S>) -> Self {
        Self {
            keeps: false,
            ..Self::new(Vec::new(), beyond, answers)
        }
    }

    /// A tape that begins with `draws`, for acts of which only the outcome matters: where there are none, it forgets all that follow.
    #[must_use]
    pub(crate) fn passing(
        draws: &[Draw<S>],
        beyond: Beyond<'t>,
        answers: &'t mut dyn Answers<S>,
    ) -> Self {
        Self {
            keeps: !draws.is_empty(),
            ..Self::new(draws.to_vec(), beyond, answers)
        }
    }

    /// The answers that have already come to the first set of asks beyond the end, in the order in which they came.
    #[must_use]
    pub fn with_partial(mut self, partial: &'t [(CreatureId, S::Act)]) -> Self {
        self.partial = partial;
        self
    }

    /// What was answered and found out in the course before, as far as it has the same dice: where they are seeded, before the first of them.
    #[must_use]
    pub(crate) fn with_kept(mut self, kept: Kept<'t, S>) -> Self {
        self.kept = Some(kept);
        self
    }

    /// What the run is waiting for, after [`Stop::Need`].
    #[must_use]
    pub fn need(&mut self) -> Option<Need<S>> {
        self.need.take()
    }

    /// All draws: those given and those fetched.
    #[must_use]
    pub fn into_draws(self) -> Vec<Draw<S>> {
        self.draws
    }

    /// The draws so far.
    #[must_use]
    pub fn draws(&self) -> &[Draw<S>] {
        &self.draws
    }

    /// How many draws were taken, those that are forgotten included.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.at
    }

    /// How many dice were taken.
    #[must_use]
    pub(crate) fn dice_taken(&self) -> u32 {
        self.place
    }

    /// Whether draws were given that the run did not take.
    #[must_use]
    pub fn left_over(&self) -> bool {
        self.at < self.draws.len()
    }

    /// Begins the next act of the same fight. A tape that forgets its draws has none to be emptied of.
    pub(crate) fn rewind(&mut self, entry: u32) {
        debug_assert!(self.need.is_none());
        if self.keeps {
            cold_path();
            self.draws.clear();
        }
        self.at = 0;
        self.place = 0;
        if let Beyond::Seeded(seeded) = &mut self.beyond {
            seeded.start_entry(entry);
        }
    }

    /// Begins the next act of the same fight with other dice.
    pub(crate) fn begin_with(&mut self, dice: Seeded) {
        self.rewind(0);
        self.beyond = Beyond::Seeded(dice);
    }

    /// Has the first dice of the act at hand before anybody asks for them: while they fall, rules look whether the act is possible.
    #[inline]
    pub(crate) fn take_up_dice(&mut self) {
        if let Beyond::Seeded(seeded) = &mut self.beyond {
            seeded.take_up();
        }
    }

    /// What the one who decides for the creature does where nobody waits for anybody else.
    #[inline(always)]
    pub(crate) fn act(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        self.answers.answer(state, ask)
    }

    /// What happens where `must` leaves it open: the first act that one of `may` is willing to do, else what silence means.
    #[cold]
    pub(crate) fn act_otherwise(
        &mut self,
        state: &S::State,
        must: &Ask<S>,
        may: &[Ask<S>],
    ) -> (CreatureId, Option<S::Act>) {
        match first_of_others(state, may, self.answers) {
            Some((who, act)) => (who, Some(act)),
            None => (must.who, S::silence(state, must)),
        }
    }

    pub(crate) fn throw(&mut self, roll: &Roll, detail: &Detail<'_>) -> Result<Faces, Stop> {
        if let Some(draw) = self.draws.get(self.at) {
            let Draw::Faces(faces) = draw else {
                return Err(Stop::Mismatch);
            };
            if !fits(roll, faces) {
                return Err(Stop::Mismatch);
            }
            self.at += 1;
            self.place += faces.as_slice().len() as u32;
            return Ok(*faces);
        }
        if self.at >= DRAWS_MAX {
            return Err(Stop::Cap);
        }
        let faces = match &mut self.beyond {
            Beyond::Mixed(_, throws) if throws(roll.by) => None,
            Beyond::Seeded(seeded) | Beyond::Mixed(seeded, _) => {
                self.kept = None;
                let mut place = self.place;
                let faces = roll.pool.throw(|sides| {
                    place += 1;
                    Ok::<u16, Stop>(seeded.face(place - 1, sides))
                })?;
                Some(faces)
            }
            Beyond::Dice(dice) => dice.throw(roll, detail),
            Beyond::Nothing => None,
        };
        let Some(faces) = faces else {
            self.need = Some(Need::Roll(*roll));
            return Err(Stop::Need);
        };
        self.place += faces.as_slice().len() as u32;
        if self.keeps {
            self.draws.push(Draw::Faces(faces));
        }
        self.at += 1;
        Ok(faces)
    }

    /// The next face of a die of which nobody will ask the tape again; `None` where the tape has to go through the whole roll.
    #[inline]
    pub(crate) fn face(&mut self, sides: u16) -> Option<u16> {
        let Beyond::Seeded(seeded) = &mut self.beyond else {
            return None;
        };
        if self.keeps || self.at >= DRAWS_MAX {
            return None;
        }
        self.kept = None;
        let place = self.place;
        self.place += 1;
        self.at += 1;
        Some(seeded.face(place, sides))
    }

    /// The total of a roll whose faces nobody will ask the tape for, and its faces at the end of `shown`; `None` where the tape has to go
    /// through them.
    #[inline]
    pub(crate) fn total(&mut self, roll: &Roll, shown: Option<&mut Vec<u16>>) -> Option<i32> {
        let Beyond::Seeded(seeded) = &mut self.beyond else {
            return None;
        };
        if self.keeps || self.at >= DRAWS_MAX {
            return None;
        }
        self.kept = None;
        let mut place = self.place;
        let mut die = |sides| {
            place += 1;
            seeded.face(place - 1, sides)
        };
        let total = match shown {
            None => roll.pool.throw_total(die),
            Some(shown) => roll.pool.throw_total(|sides| {
                let face = die(sides);
                shown.push(face);
                face
            }),
        }?;
        self.place = place;
        self.at += 1;
        Some(total)
    }

    /// See [`crate::Scene::again`].
    pub(crate) fn again(&mut self, rolls: usize) -> Result<(), Stop> {
        let is_void = match &mut self.beyond {
            Beyond::Dice(dice) => dice.again(rolls),
            Beyond::Seeded(_) | Beyond::Mixed(..) | Beyond::Nothing => false,
        };
        if is_void { Err(Stop::Again) } else { Ok(()) }
    }

    /// A stage begins; its number, where its end is of interest. See [`crate::Scene::stage`].
    #[inline]
    pub(crate) fn begin_stage(&mut self) -> Option<usize> {
        match &mut self.beyond {
            Beyond::Dice(dice) => dice.begin_stage(),
            Beyond::Seeded(_) | Beyond::Mixed(..) | Beyond::Nothing => None,
        }
    }

    /// A stage ends.
    pub(crate) fn end_stage(&mut self, stage: usize, moment: &dyn Moment) -> Result<(), Stop> {
        let is_known = match &mut self.beyond {
            Beyond::Dice(dice) => dice.end_stage(stage, moment),
            Beyond::Seeded(_) | Beyond::Mixed(..) | Beyond::Nothing => false,
        };
        if is_known { Err(Stop::Met) } else { Ok(()) }
    }

    /// How far the tape has come.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            place: self.place,
            draws: self.draws.len(),
            partial: self.partial.len(),
            known: self.kept.as_ref().map_or(0, |kept| kept.at.get()),
        }
    }

    /// Goes back to the beginning of a stage, for the next course, if that parts from this one in it.
    pub(crate) fn go_back(&mut self, stage: usize, to: Mark) -> bool {
        let Beyond::Dice(dice) = &mut self.beyond else {
            return false;
        };
        // Answers that had come already are taken up once.
        if self.partial.len() != to.partial {
            return false;
        }
        let Some(known) = dice.next_in_stage(stage) else {
            return false;
        };
        if let Some(kept) = &mut self.kept {
            kept.known.truncate(known);
            kept.at.set(to.known);
        }
        self.at = to.at;
        self.place = to.place;
        self.draws.truncate(to.draws);
        true
    }

    /// What was found out next in the course before.
    #[inline]
    pub(crate) fn recall(&self) -> Recalled {
        match &self.kept {
            None => Recalled::Never,
            Some(kept) => kept.found().map_or(Recalled::Missing, Recalled::Found),
        }
    }

    /// Keeps what was found out for the next course.
    pub(crate) fn keep(&mut self, found: Rc<dyn Any>) {
        if let Some(kept) = &mut self.kept {
            kept.keep(Known::Found(found));
        }
    }

    pub(crate) fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Result<S::Act, Stop> {
        if self.at < self.draws.len() {
            return self.recorded(state, ask);
        }
        if self.at >= DRAWS_MAX {
            return Err(Stop::Cap);
        }
        let mut partial = Partial::new(std::mem::take(&mut self.partial));
        let Some(draw) = self.fetch(state, ask, &mut partial) else {
            self.need = Some(Need::Acts(vec![ask.clone()]));
            return Err(Stop::Need);
        };
        let act = draw.act().cloned();
        if self.keeps {
            self.draws.push(draw);
        }
        self.at += 1;
        act.ok_or(Stop::Mismatch)
    }

    pub(crate) fn answer_all(
        &mut self,
        state: &S::State,
        asks: &[Ask<S>],
    ) -> Result<Acts<S>, Stop> {
        if self.at < self.draws.len() {
            return self.recorded_set(state, asks);
        }
        if self.at + asks.len() > DRAWS_MAX {
            return Err(Stop::Cap);
        }
        let mut partial = Partial::new(std::mem::take(&mut self.partial));
        let mut draws: SmallVec<[Draw<S>; 2]> = SmallVec::with_capacity(asks.len());
        let mut missing = Vec::new();
        for ask in asks {
            match self.fetch(state, ask, &mut partial) {
                Some(draw) => draws.push(draw),
                None => missing.push(ask.clone()),
            }
        }
        if !missing.is_empty() {
            self.need = Some(Need::Acts(missing));
            return Err(Stop::Need);
        }
        self.at += draws.len();
        let acts = draws
            .iter()
            .filter_map(|draw| draw.act().cloned())
            .collect();
        if self.keeps {
            partial.put_in_order(&mut draws);
            self.draws.extend(draws);
        }
        Ok(acts)
    }

    /// A legal answer: what was answered in the course before, else what is found.
    fn fetch(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        partial: &mut Partial<'_, S>,
    ) -> Option<Draw<S>> {
        if let Some(kept) = self.kept.as_ref().and_then(|kept| kept.next(ask)) {
            return Some(kept);
        }
        let draw = self.find(state, ask, partial)?;
        if let Some(kept) = &mut self.kept {
            kept.keep(Known::Answer(draw.clone()));
        }
        Some(draw)
    }

    /// A legal answer: the only one there is, else a person's if it is there, else a bot's.
    fn find(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        partial: &mut Partial<'_, S>,
    ) -> Option<Draw<S>> {
        if let Some(only) = only_answer(state, ask) {
            return Some(Draw::Given(ask.who, only));
        }
        let legal = |act: &S::Act| S::check(state, ask, act).is_ok();
        if let Some(act) = partial.next_of(ask.who).filter(|act| legal(act)) {
            return Some(Draw::Act(ask.who, act.clone()));
        }
        let given = match &self.begun {
            None => self.answers.answer(state, ask),
            Some(begun) => self
                .answers
                .answer_within(state, ask, &begun.with(&self.draws)),
        };
        given.filter(legal).map(|act| Draw::Given(ask.who, act))
    }

    fn recorded(&mut self, state: &S::State, ask: &Ask<S>) -> Result<S::Act, Stop> {
        match self.draws.get(self.at) {
            Some(Draw::Act(who, act) | Draw::Given(who, act))
                if *who == ask.who && S::check(state, ask, act).is_ok() =>
            {
                self.at += 1;
                Ok(act.clone())
            }
            _ => Err(Stop::Mismatch),
        }
    }
}
