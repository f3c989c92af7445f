//! The tape of draws: dice and answers in the order they came, and what stands beyond its end.

mod kept;
mod set;
mod willing;

use std::any::Any;
use std::hint::cold_path;
use std::ops::ControlFlow;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub(crate) use self::kept::{Kept, Known, Recalled};
use self::set::Partial;
use self::willing::first_of_others;
pub use self::willing::first_willing;
use crate::dice::{Faces, Seeded};
use crate::id::CreatureId;
use crate::story::Roll;
use crate::system::{Acts, Ask, System};

/// What a die showed, or what somebody answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "")]
pub enum Draw<S: System> {
    /// The faces of one roll.
    Faces(Faces),
    /// What a person answered in a window.
    Act(CreatureId, S::Act),
    /// An answer that no person gave, being the only one possible or a bot's: recorded, but never a step that undo goes back to.
    Given(CreatureId, S::Act),
}

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
}

/// How much of a roll its rule looks at: what an enumeration has to tell apart.
pub enum Detail<'a> {
    /// Every face.
    Faces,
    /// The total alone.
    Total,
    /// A class of the reading.
    Class(&'a dyn Fn(&crate::dice::Reading) -> u32),
    /// A class of the faces, in the order in which they fell.
    Shown(&'a dyn Fn(&[u16]) -> u32),
}

/// Something that throws dice: typed by people, written in a script, or forked into all outcomes.
pub trait Dice {
    /// The faces of the roll, or `None` if they are not there yet.
    fn throw(&mut self, roll: &Roll, detail: &Detail<'_>) -> Option<Faces>;

    /// Whether the course of the last so many rolls need not be followed, as they are void and thrown again.
    fn again(&mut self, _rolls: usize) -> bool {
        false
    }
}

/// Somebody who answers in windows: a bot, a script.
pub trait Answers<S: System> {
    /// The answer, or `None` to wait for a person.
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act>;

    /// Whether it answers the same whenever the same is asked in the same state, and leaves nothing to chance.
    fn is_settled(&self) -> bool {
        false
    }

    /// Whether it wants to know which act is under way when it is asked in the middle of one: then the state before each act is kept, and
    /// its draws.
    fn looks_back(&self) -> bool {
        false
    }

    /// As [`Answers::answer`], in the middle of an act, where somebody looks back on it.
    fn answer_within(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        _under_way: &UnderWay<'_, S>,
    ) -> Option<S::Act> {
        self.answer(state, ask)
    }
}

/// An act under way, up to a question: from the same state the same act with the same draws comes to the same question. There is nothing in
/// it of dice that are yet to be thrown, nor of what others answer who are asked at the same time.
#[derive(Debug)]
pub struct UnderWay<'t, S: System> {
    /// The state before it.
    pub state: &'t S::State,
    /// Whose act it is.
    pub who: Option<CreatureId>,
    /// The act.
    pub act: &'t S::Act,
    /// The draws it has had.
    pub draws: &'t [Draw<S>],
}

impl<S: System> Clone for UnderWay<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: System> Copy for UnderWay<'_, S> {}

/// What an act began with, for those who look back on it.
struct Begun<S: System> {
    state: S::State,
    who: Option<CreatureId>,
    act: S::Act,
}

/// The bot that every system has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl<S: System> Answers<S> for Simple {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        S::simple(state, ask)
    }

    fn is_settled(&self) -> bool {
        true
    }
}

/// Nobody answers by itself: everything waits for people.
#[derive(Clone, Copy, Debug, Default)]
pub struct People;

impl<S: System> Answers<S> for People {
    fn answer(&mut self, _: &S::State, _: &Ask<S>) -> Option<S::Act> {
        None
    }
}

/// The dice beyond the end of the tape.
pub enum Beyond<'t> {
    /// The seeded generator.
    Seeded(Seeded),
    /// The seeded generator, but for the rolls of those who throw real dice: these are missing.
    Mixed(Seeded, &'t dyn Fn(Option<CreatureId>) -> bool),
    /// Other dice.
    Dice(&'t mut dyn Dice),
    /// None: what is not on the tape is missing.
    Nothing,
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
    pub fn dice_taken(&self) -> u32 {
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
            Some(begun) => {
                let under_way = UnderWay {
                    state: &begun.state,
                    who: begun.who,
                    act: &begun.act,
                    draws: &self.draws,
                };
                self.answers.answer_within(state, ask, &under_way)
            }
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

impl<S: System> Draw<S> {
    /// The act, if it is an answer.
    #[must_use]
    pub fn act(&self) -> Option<&S::Act> {
        match self {
            Self::Act(_, act) | Self::Given(_, act) => Some(act),
            Self::Faces(_) => None,
        }
    }

    /// How many dice it is.
    #[must_use]
    pub fn dice(&self) -> u32 {
        match self {
            Self::Faces(faces) => faces.as_slice().len() as u32,
            Self::Act(..) | Self::Given(..) => 0,
        }
    }

    /// Whether a person decided it.
    #[must_use]
    pub fn decided(&self) -> bool {
        matches!(self, Self::Act(..))
    }
}

/// Whether these faces are a complete throw of the roll.
#[must_use]
pub fn fits(roll: &Roll, faces: &Faces) -> bool {
    let shown = faces.as_slice();
    roll.pool.next_die(shown).is_none()
        && (0..shown.len()).all(|taken| {
            roll.pool
                .next_die(&shown[..taken])
                .is_some_and(|sides| (1..=sides).contains(&shown[taken]))
        })
}

/// The single legal answer, if there is no choice; also when there is none at all but silence means something.
fn only_answer<S: System>(state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
    let mut first = None;
    let mut several = false;
    S::offers(state, ask, &mut |act| {
        if first.is_none() {
            first = Some(act);
            ControlFlow::Continue(())
        } else {
            several = true;
            ControlFlow::Break(())
        }
    });
    if several {
        None
    } else {
        first.or_else(|| S::silence(state, ask))
    }
}
