//! The scene: what rule code sees while an act is carried out.

use std::any::Any;
use std::hash::Hash;
use std::hint::cold_path;
use std::mem::ManuallyDrop;
use std::rc::Rc;

use crate::dice::{Faces, Reading};
use crate::id::{CreatureId, RuleId};
use crate::log::{Log, Written};
use crate::modifier::Tally;
use crate::story::{Roll, Sum};
use crate::system::{Acts, Ask, System};
use crate::tape::{Detail, Mark, Moment, Reached, Recalled, Stop, Tape};

/// The result of rule code that may stop for a missing draw.
pub type Play<T = ()> = Result<T, Stop>;

/// How deep acts may be nested in one another.
pub const NESTING_MAX: u8 = 12;

/// A state that is changed by facts alone, a tape that dice and answers come from, and a log for those who listen.
pub struct Scene<'a, S: System> {
    state: &'a mut S::State,
    tape: &'a mut dyn TapeOf<S>,
    log: Option<&'a mut Log<S>>,
    /// Whether the log takes more than facts.
    listened: bool,
    depth: u8,
}

/// The tape as a scene sees it.
trait TapeOf<S: System> {
    fn throw(&mut self, roll: &Roll, detail: &Detail<'_>) -> Play<Faces>;
    fn face(&mut self, sides: u16) -> Option<u16>;
    fn total(&mut self, roll: &Roll, shown: Option<&mut Vec<u16>>) -> Option<i32>;
    fn again(&mut self, rolls: usize) -> Play;
    fn begin_stage(&mut self) -> Option<usize>;
    fn end_stage(&mut self, stage: usize, moment: &dyn Moment) -> Play;
    fn mark(&self) -> Mark;
    fn go_back(&mut self, stage: usize, to: Mark) -> bool;
    fn recall(&self) -> Recalled;
    fn keep(&mut self, found: Rc<dyn Any>);
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Play<S::Act>;
    fn answer_all(&mut self, state: &S::State, asks: &[Ask<S>]) -> Play<Acts<S>>;
}

impl<S: System> TapeOf<S> for Tape<'_, S> {
    fn throw(&mut self, roll: &Roll, detail: &Detail<'_>) -> Play<Faces> {
        Tape::throw(self, roll, detail)
    }

    fn face(&mut self, sides: u16) -> Option<u16> {
        Tape::face(self, sides)
    }

    fn total(&mut self, roll: &Roll, shown: Option<&mut Vec<u16>>) -> Option<i32> {
        Tape::total(self, roll, shown)
    }

    fn again(&mut self, rolls: usize) -> Play {
        Tape::again(self, rolls)
    }

    fn begin_stage(&mut self) -> Option<usize> {
        Tape::begin_stage(self)
    }

    fn end_stage(&mut self, stage: usize, moment: &dyn Moment) -> Play {
        Tape::end_stage(self, stage, moment)
    }

    fn mark(&self) -> Mark {
        Tape::mark(self)
    }

    fn go_back(&mut self, stage: usize, to: Mark) -> bool {
        Tape::go_back(self, stage, to)
    }

    fn recall(&self) -> Recalled {
        Tape::recall(self)
    }

    fn keep(&mut self, found: Rc<dyn Any>) {
        Tape::keep(self, found);
    }

    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Play<S::Act> {
        Tape::answer(self, state, ask)
    }

    fn answer_all(&mut self, state: &S::State, asks: &[Ask<S>]) -> Play<Acts<S>> {
        Tape::answer_all(self, state, asks)
    }
}

impl<'a, S: System> Scene<'a, S> {
    /// A scene on `state` with draws from `tape`; `log` is where it is written down, as much of it as that log takes, or `None` if nobody
    /// listens.
    pub fn new<'t: 'a>(
        state: &'a mut S::State,
        tape: &'a mut Tape<'t, S>,
        log: Option<&'a mut Log<S>>,
    ) -> Self {
        let listened = log.as_ref().is_some_and(|log| log.is_whole());
        Self {
            state,
            tape,
            log,
            listened,
            depth: 0,
        }
    }

    /// The state as it stands at this moment.
    #[inline]
    #[must_use]
    pub fn state(&self) -> &S::State {
        self.state
    }

    /// What `find` finds out about the state, which depends on nothing but that and the act. Where all courses of the dice are gone
    /// through, it is found out once for those that have come here with the same dice.
    pub fn known<T: Clone + PartialEq + 'static>(
        &mut self,
        find: impl FnOnce(&S::State) -> T,
    ) -> T {
        match self.tape.recall() {
            Recalled::Never => find(self.state),
            Recalled::Missing => {
                cold_path();
                let found = find(self.state);
                self.tape.keep(Rc::new(found.clone()));
                found
            }
            Recalled::Found(found) => {
                cold_path();
                let Some(found) = found.downcast_ref::<T>() else {
                    debug_assert!(false, "the same dice lead to the same question");
                    return find(self.state);
                };
                debug_assert!(*found == find(self.state), "the same is found out again");
                found.clone()
            }
        }
    }

    /// Whether somebody listens to more than facts.
    #[inline]
    #[must_use]
    pub fn listened(&self) -> bool {
        if self.listened {
            cold_path();
        }
        self.listened
    }

    /// Whether facts are kept, be it alone or with everything else: those that change nothing and only say what was meant need not be made
    /// otherwise.
    #[inline]
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.log.is_some()
    }

    /// The log, if it takes more than facts.
    #[inline(always)]
    fn story(&mut self) -> Option<&mut Log<S>> {
        if self.listened {
            cold_path();
            self.log.as_deref_mut()
        } else {
            None
        }
    }

    /// Applies a fact and records it. In place, so that nothing of a fact is made that nobody hears of; nor is it made to be let go of,
    /// should applying it fail.
    #[inline(always)]
    pub fn emit(&mut self, fact: S::Fact) {
        let fact = ManuallyDrop::new(fact);
        S::apply(self.state, &fact);
        let is_plain = S::is_plain(&fact);
        match &mut self.log {
            Some(log) => {
                cold_path();
                if is_plain {
                    log.plain_fact(fact);
                } else {
                    log.fact(fact);
                }
            }
            None if is_plain => {}
            None => drop(ManuallyDrop::into_inner(fact)),
        }
    }

    /// Says that a rule acted.
    #[inline(always)]
    pub fn cite(&mut self, rule: RuleId) {
        if let Some(log) = self.story() {
            log.cite(rule);
        }
    }

    /// Says that these rules acted.
    #[inline(always)]
    pub fn cite_all(&mut self, rules: &'static [RuleId]) {
        if let Some(log) = self.story() {
            log.cite_all(rules);
        }
    }

    /// Gives a reason for the roll that follows.
    #[inline]
    pub fn because(&mut self, reason: &'static str, rule: RuleId) {
        if let Some(log) = self.story() {
            log.because(reason, rule);
        }
    }

    /// A sum to be made, which lists its parts if somebody listens.
    #[inline]
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally::read_by_somebody(self.listened())
    }

    /// Records a sum with its parts.
    #[inline(always)]
    pub fn explain(&mut self, sum: impl FnOnce() -> Sum, tally: &Tally) {
        if let Some(log) = self.story() {
            log.sum(sum(), tally);
        }
    }

    /// Throws dice and gives their faces; an enumeration goes through every face.
    ///
    /// # Errors
    /// Stops if the faces are not there.
    pub fn roll(&mut self, roll: Roll) -> Play<Faces> {
        self.throw(roll, &Detail::Faces)
    }

    /// Throws dice of which the rule looks at nothing but `class`; an enumeration goes through the classes.
    ///
    /// # Errors
    /// Stops if the faces are not there.
    pub fn roll_by(&mut self, roll: Roll, class: impl Fn(&Reading) -> u32) -> Play<Reading> {
        let faces = self.throw(roll, &Detail::Class(&class))?;
        Ok(roll.pool.read(faces.as_slice()))
    }

    /// Throws dice of whose faces, in their order, the rule looks at nothing but `class`; an enumeration goes through the classes.
    ///
    /// # Errors
    /// Stops if the faces are not there.
    pub fn roll_shown(&mut self, roll: Roll, class: impl Fn(&[u16]) -> u32) -> Play<Faces> {
        self.throw(roll, &Detail::Shown(&class))
    }

    /// Throws dice and gives their total; an enumeration goes through the totals.
    ///
    /// # Errors
    /// Stops if the faces are not there.
    #[inline(always)]
    pub fn sum(&mut self, roll: Roll) -> Play<i32> {
        if let Some(sides) = roll.pool.only_die()
            && let Some(face) = self.tape.face(sides)
        {
            if let Some(log) = self.story() {
                log.rolled_one(roll, face);
            }
            return Ok(roll.pool.total_of(i32::from(face)));
        }
        // A copy made here, so that the roll is not laid out where a die is enough.
        self.sum_of_several(&{ roll }, &Detail::Total)
    }

    /// As [`Scene::sum`], of dice of whose total the rule looks at nothing but `class`; an enumeration goes through the classes.
    ///
    /// # Errors
    /// Stops if the faces are not there.
    #[inline(always)]
    pub fn sum_by(&mut self, roll: Roll, class: impl Fn(i32) -> u32) -> Play<i32> {
        if let Some(sides) = roll.pool.only_die()
            && let Some(face) = self.tape.face(sides)
        {
            if let Some(log) = self.story() {
                log.rolled_one(roll, face);
            }
            return Ok(roll.pool.total_of(i32::from(face)));
        }
        let class = |reading: &Reading| class(reading.total);
        self.sum_of_several(&{ roll }, &Detail::Class(&class))
    }

    fn sum_of_several(&mut self, roll: &Roll, detail: &Detail<'_>) -> Play<i32> {
        match self.log.as_deref_mut().filter(|log| log.is_whole()) {
            None => {
                if let Some(total) = self.tape.total(roll, None) {
                    return Ok(total);
                }
            }
            Some(log) => {
                let before = log.faces().len();
                if let Some(total) = self.tape.total(roll, Some(log.faces())) {
                    let count = log.faces().len() - before;
                    log.rolled_faces(roll, count);
                    return Ok(total);
                }
            }
        }
        self.sum_of_faces(*roll, detail)
    }

    fn sum_of_faces(&mut self, roll: Roll, detail: &Detail<'_>) -> Play<i32> {
        let faces = self.throw(roll, detail)?;
        Ok(roll.pool.read(faces.as_slice()).total)
    }

    fn throw(&mut self, roll: Roll, detail: &Detail<'_>) -> Play<Faces> {
        let faces = self.tape.throw(&roll, detail)?;
        if let Some(log) = self.story() {
            match detail {
                Detail::Shown(_) => log.shown(&roll, &faces),
                _ => log.rolled(&roll, &faces),
            }
        }
        Ok(faces)
    }

    /// Asks a creature. Where only one answer is possible it is taken without asking.
    ///
    /// # Errors
    /// Stops if the answer is not there.
    pub fn ask(&mut self, who: CreatureId, window: S::Window) -> Play<S::Act> {
        let ask = Ask::open(who, window);
        let act = self.tape.answer(self.state, &ask)?;
        if let Some(log) = self.story() {
            log.answer(ask, &act);
        }
        Ok(act)
    }

    /// Asks several creatures at once; goes on only when all have answered.
    ///
    /// # Errors
    /// Stops until the last answer is there.
    pub fn ask_all(&mut self, asks: &[Ask<S>]) -> Play<Acts<S>> {
        let acts = self.tape.answer_all(self.state, asks)?;
        for (ask, act) in asks.iter().zip(&acts) {
            if let Some(log) = self.story() {
                log.answer(ask.clone(), act);
            }
        }
        Ok(acts)
    }

    /// Asks creatures one after the other, in `order`, as long as `window` still finds an occasion for each when its moment comes;
    /// `each` acts on the answer before the next one is asked.
    ///
    /// # Errors
    /// Stops where an answer is missing or where `each` stops.
    pub fn poll(
        &mut self,
        order: &[CreatureId],
        window: impl Fn(&S::State, CreatureId) -> Option<S::Window>,
        mut each: impl FnMut(&mut Self, CreatureId, S::Act) -> Play,
    ) -> Play {
        for &who in order {
            if let Some(window) = window(self.state, who) {
                let act = self.ask(who, window)?;
                each(self, who, act)?;
            }
        }
        Ok(())
    }

    /// Carries out something inside something else.
    ///
    /// # Errors
    /// [`Stop::Cap`] when acts are nested too deeply; otherwise what `inner` returns.
    pub fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Play<T>) -> Play<T> {
        if self.depth >= NESTING_MAX {
            return Err(Stop::Cap);
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Says that the last so many rolls are void and that the same ones follow once more, all else being as it was before them: a tie
    /// that is rolled again. No stage ([`Scene::stage`]) ends among them: they lie after the end of the last one before them. Dice that
    /// go through all outcomes leave this course out and weigh the others so much more, which comes to the same as following it without end.
    ///
    /// # Errors
    /// Stops there.
    pub fn again(&mut self, rolls: usize) -> Play {
        self.tape.again(rolls)
    }

    /// A stage of an act, of which nothing but the state and what `told` says goes on: neither dice nor anything else that was found out in it
    /// decides what follows. Where all courses of the dice are gone through, those that come to the same in it are one from there on, and are
    /// played no farther back than from its beginning. It takes nothing along from one time that it is played to the next, and rolls that are
    /// void ([`Scene::again`]) do not reach back beyond its end.
    ///
    /// # Errors
    /// What `play` returns; it stops at the end where all that follows is known.
    #[inline]
    pub fn stage<T, K: Hash + Eq + Clone + 'static>(
        &mut self,
        play: impl Fn(&mut Self) -> Play<T>,
        told: impl Fn(&T) -> K,
    ) -> Play<T> {
        match self.tape.begin_stage() {
            None => play(self),
            Some(stage) => {
                cold_path();
                let start = self.start();
                loop {
                    let done = play(self).and_then(|done| {
                        self.end_stage(stage, told(&done), start.sums())?;
                        Ok(done)
                    });
                    match done {
                        Err(Stop::Again | Stop::Met) if self.go_back(stage, &start) => {}
                        done => return done,
                    }
                }
            }
        }
    }

    /// All as it is at the beginning of a stage.
    #[cold]
    fn start(&self) -> Start<S> {
        Start {
            state: self.state.clone(),
            tape: self.tape.mark(),
            log: self.log.as_deref().map(Log::written),
        }
    }

    /// Goes back to the beginning of a stage, for the next course, if that parts from this one in it: what comes before is the same.
    #[cold]
    fn go_back(&mut self, stage: usize, start: &Start<S>) -> bool {
        if !self.tape.go_back(stage, start.tape) {
            return false;
        }
        self.state.clone_from(&start.state);
        if let Some((log, written)) = self.log.as_deref_mut().zip(start.log) {
            log.take_back(written);
        }
        true
    }

    /// The end of a stage before which so many sums had been made.
    #[cold]
    fn end_stage<K: Hash + Eq + Clone + 'static>(
        &mut self,
        stage: usize,
        told: K,
        before: usize,
    ) -> Play {
        let sums = self.log.as_deref().map_or(&[][..], |log| log.sums());
        let sums = sums.get(before..).unwrap_or_default();
        let reached = Reached::<S, K> {
            state: self.state,
            told,
            verdicts: sums.iter().filter_map(Sum::judged).collect(),
        };
        self.tape.end_stage(stage, &reached)
    }

    /// A view of the scene in which dice may be thrown and creatures asked, but nothing can happen yet:
    /// what is thrown at one moment is thrown before any of its effects.
    pub fn frozen(&mut self) -> Frozen<'_, 'a, S> {
        Frozen { scene: self }
    }
}

/// All as it is at the beginning of a stage.
struct Start<S: System> {
    state: S::State,
    tape: Mark,
    log: Option<Written>,
}

impl<S: System> Start<S> {
    /// How many sums had been made.
    fn sums(&self) -> usize {
        self.log.map_or(0, |log| log.sums)
    }
}

/// A scene without effects: state, dice and answers, and no way to emit facts.
pub struct Frozen<'f, 'a, S: System> {
    scene: &'f mut Scene<'a, S>,
}

impl<'a, S: System> Frozen<'_, 'a, S> {
    /// The state as it stood when the moment began.
    #[must_use]
    pub fn state(&self) -> &S::State {
        self.scene.state()
    }

    /// As [`Scene::known`].
    pub fn known<T: Clone + PartialEq + 'static>(
        &mut self,
        find: impl FnOnce(&S::State) -> T,
    ) -> T {
        self.scene.known(find)
    }

    /// As [`Scene::roll`].
    ///
    /// # Errors
    /// Stops if the faces are not there.
    pub fn roll(&mut self, roll: Roll) -> Play<Faces> {
        self.scene.roll(roll)
    }

    /// As [`Scene::roll_by`].
    ///
    /// # Errors
    /// Stops if the faces are not there.
    pub fn roll_by(&mut self, roll: Roll, class: impl Fn(&Reading) -> u32) -> Play<Reading> {
        self.scene.roll_by(roll, class)
    }

    /// As [`Scene::sum`].
    ///
    /// # Errors
    /// Stops if the faces are not there.
    pub fn sum(&mut self, roll: Roll) -> Play<i32> {
        self.scene.sum(roll)
    }

    /// As [`Scene::sum_by`].
    ///
    /// # Errors
    /// Stops if the faces are not there.
    pub fn sum_by(&mut self, roll: Roll, class: impl Fn(i32) -> u32) -> Play<i32> {
        self.scene.sum_by(roll, class)
    }

    /// As [`Scene::stage`].
    ///
    /// # Errors
    /// What `play` returns; it stops at the end where all that follows is known.
    pub fn stage<T, K: Hash + Eq + Clone + 'static>(
        &mut self,
        play: impl Fn(&mut Frozen<'_, 'a, S>) -> Play<T>,
        told: impl Fn(&T) -> K,
    ) -> Play<T> {
        self.scene.stage(|scene| play(&mut scene.frozen()), told)
    }

    /// As [`Scene::ask`].
    ///
    /// # Errors
    /// Stops if the answer is not there.
    pub fn ask(&mut self, who: CreatureId, window: S::Window) -> Play<S::Act> {
        self.scene.ask(who, window)
    }

    /// As [`Scene::ask_all`].
    ///
    /// # Errors
    /// Stops until the last answer is there.
    pub fn ask_all(&mut self, asks: &[Ask<S>]) -> Play<Acts<S>> {
        self.scene.ask_all(asks)
    }

    /// As [`Scene::listened`].
    #[must_use]
    pub fn listened(&self) -> bool {
        self.scene.listened()
    }

    /// As [`Scene::cite`].
    pub fn cite(&mut self, rule: RuleId) {
        self.scene.cite(rule);
    }

    /// As [`Scene::because`].
    pub fn because(&mut self, reason: &'static str, rule: RuleId) {
        self.scene.because(reason, rule);
    }

    /// As [`Scene::explain`].
    pub fn explain(&mut self, sum: impl FnOnce() -> Sum, tally: &Tally) {
        self.scene.explain(sum, tally);
    }
}
