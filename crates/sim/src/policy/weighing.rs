//! The commands that are open to a creature, each weighed by what it leads to at once.

use std::ops::ControlFlow;

use affray_kernel::dice::Seeded;
use affray_kernel::odds::{Course, Grain, Means};
use affray_kernel::tape::{Answers, Beyond, Simple, Stop, Tape};
use affray_kernel::{Ask, CreatureId, Next, Scene, System};

use super::worth;

/// The most commands that are looked at; of more, every second, third and so on is left out.
const COMMANDS_MAX: usize = 600;

/// An entry of the streams of dice that no played-out fight comes to: for the command that is tried.
const FIRST_ENTRY: u32 = u32::MAX;

/// How much may be spent on weighing one command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// So many courses of dice for exact odds.
    pub(super) courses: u64,
    /// So many samples where that is too few.
    pub(super) samples: u32,
}

/// How sure a worth is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surety {
    /// Exact: so many courses of dice were gone through.
    Exact(u64),
    /// The average of so many samples.
    Sampled(u32),
}

/// A command and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed<A> {
    /// The command.
    pub act: A,
    /// What the state after it is worth to the creature's side on average; see `docs/policies.md`.
    pub worth: f64,
    /// How sure that is.
    pub surety: Surety,
}

/// Bots of every system that leave nothing open: where they have nothing to say they are silent.
pub(super) struct Decided;

impl<S: System> Answers<S> for Decided {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        Simple.answer(state, ask).or_else(|| S::silence(state, ask))
    }
}

/// How an answer to an ask can be carried out from a state.
pub(super) enum Moment<S: System> {
    /// It is an act of its own.
    Own,
    /// It is an answer in the first question of something that happens by itself: a set of stances, say.
    Answer(S::Act),
}

impl<S: System> Moment<S> {
    /// The moment of an ask; `None` in the middle of somebody's act, which cannot be gone on with from the state alone.
    pub(super) fn of(state: &S::State, ask: &Ask<S>) -> Option<Self> {
        match S::next(state) {
            Next::Await { must, may } => (must == *ask || may.contains(ask)).then_some(Self::Own),
            Next::Auto(act) => Some(Self::Answer(act)),
            Next::Over(_) => None,
        }
    }

    /// The course that a command begins; `given` is room for it as an answer.
    pub(super) fn course<'c>(
        &'c self,
        state: &'c S::State,
        who: CreatureId,
        given: &'c [(CreatureId, S::Act); 1],
    ) -> Course<'c, S> {
        match self {
            Self::Own => Course {
                state,
                who: Some(who),
                act: &given[0].1,
                draws: &[],
                partial: &[],
                grain: Grain::Merged,
            },
            Self::Answer(act) => Course {
                state,
                who: None,
                act,
                draws: &[],
                partial: given,
                grain: Grain::Merged,
            },
        }
    }
}

/// The state after a course with the dice of `seed` and `number`.
pub(super) fn after<S: System>(
    course: &Course<'_, S>,
    seed: u64,
    number: u64,
) -> Result<S::State, Stop> {
    let mut state = course.state.clone();
    let dice = Beyond::Seeded(Seeded::at(seed, number, FIRST_ENTRY));
    let mut decided = Decided;
    let mut tape = Tape::forgetful(dice, &mut decided).with_partial(course.partial);
    let mut scene = Scene::new(&mut state, &mut tape, None);
    S::resolve(&mut scene, course.who, course.act)?;
    Ok(state)
}

/// The commands that are offered, `own` among them.
pub(super) fn commands<S: System>(
    state: &S::State,
    ask: &Ask<S>,
    own: Option<&S::Act>,
) -> Vec<S::Act> {
    let mut all = Vec::new();
    S::offers(state, ask, &mut |act| {
        all.push(act);
        ControlFlow::Continue(())
    });
    if all.len() > COMMANDS_MAX {
        let every = all.len().div_ceil(COMMANDS_MAX);
        all = all.into_iter().step_by(every).collect();
    }
    if let Some(own) = own
        && !all.contains(own)
    {
        all.push(own.clone());
    }
    all
}

/// Each command with what it leads to, in the same order; those that run into a limit are left out. `seed` is for samples.
pub(super) fn weigh<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<S>,
    commands: Vec<S::Act>,
    budget: Budget,
    seed: u64,
) -> Vec<Weighed<S::Act>> {
    let side = S::side(state, ask.who);
    let measure = |state: &S::State| worth::of::<S>(state, side);
    let mut means = Means::default();
    let mut weighed = Vec::with_capacity(commands.len());
    for act in commands {
        let given = [(ask.who, act)];
        let course = moment.course(state, ask.who, &given);
        let exact = means.of(&course, &mut Decided, budget.courses, measure);
        let found = match exact {
            Ok(mean) => Some((mean.value, Surety::Exact(mean.runs))),
            Err(_) => sample(&course, &measure, budget.samples, seed)
                .map(|worth| (worth, Surety::Sampled(budget.samples))),
        };
        let [(_, act)] = given;
        weighed.extend(found.map(|(worth, surety)| Weighed { act, worth, surety }));
    }
    weighed
}

/// What a course leads to on average in so many samples, the same dice for every command.
fn sample<S: System>(
    course: &Course<'_, S>,
    measure: &dyn Fn(&S::State) -> f64,
    samples: u32,
    seed: u64,
) -> Option<f64> {
    let mut sum = 0.0;
    for number in 0..u64::from(samples) {
        sum += measure(&after(course, seed, number).ok()?);
    }
    (samples > 0).then(|| sum / f64::from(samples))
}
