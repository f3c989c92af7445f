//! The commands that are open to a creature, each weighed by what it leads to at once.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use affray_kernel::dice::Seeded;
use affray_kernel::odds::{Course, Grain, Means, Plays};
use affray_kernel::tape::{Answers, Simple, UnderWay};
use affray_kernel::{Ask, CreatureId, Next, System};

use super::{is_set, worth};

/// The most commands that are looked at.
pub(super) const COMMANDS_MAX: usize = 600;

/// An entry of the streams of dice that no played-out fight comes to: for the command that is tried.
const FIRST_ENTRY: u32 = u32::MAX;

/// How often each command is tried at first.
const FIRST_SAMPLES: u32 = 24;

/// So many of the best are then looked at closely.
const CLOSER: usize = 12;

/// But none that is so many standard errors of its first look below the best that was looked at closely.
const BEYOND_DOUBT: f64 = 3.0;

/// That is by exact odds, up to so many courses of dice.
const COURSES_MAX: u64 = 500;

/// And by so many samples where that is too few.
const SAMPLES: u32 = 100;

/// How sure a worth is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surety {
    /// Exact: so many courses of dice were gone through.
    Exact(u64),
    /// The average of so many samples.
    Sampled(u32),
}

impl Surety {
    /// Whether it is more than a first look.
    #[must_use]
    pub fn is_close(self) -> bool {
        match self {
            Self::Exact(_) => true,
            Self::Sampled(samples) => samples > FIRST_SAMPLES,
        }
    }
}

/// A command and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed<A> {
    /// The command.
    pub act: A,
    /// What the state after it is worth to the creature's side on average; see `docs/policies.md`.
    pub worth: f64,
    /// The standard error of how much more or less that is than what the first of all commands is worth; 0 where there is no doubt.
    pub error: f64,
    /// How sure that is.
    pub surety: Surety,
}

/// Bots of every system that leave nothing open: where they have nothing to say they are silent.
pub(super) struct Decided;

impl<S: System> Answers<S> for Decided {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        Simple.answer(state, ask).or_else(|| S::silence(state, ask))
    }

    fn is_settled(&self) -> bool {
        true
    }
}

/// How what a creature chooses is carried out.
#[derive(Debug)]
pub enum Moment<'m, S: System> {
    /// It is an act of its own.
    Own,
    /// It is an answer in something that is under way: a defence, a set of stances.
    Answer {
        /// What is under way.
        under_way: UnderWay<'m, S>,
        /// Answers that others have given to what is asked now.
        partial: &'m [(CreatureId, S::Act)],
    },
}

/// What a creature chooses, as draws of something under way or as an act of its own: the last one is its own.
pub(super) type Given<S> = Vec<(CreatureId, <S as System>::Act)>;

impl<'m, S: System> Moment<'m, S> {
    /// The moment of an ask as far as the state alone says: `None` in the middle of an act, which cannot be gone on with from it.
    pub(super) fn of(state: &S::State, ask: &Ask<S>) -> Option<Self> {
        match S::next(state) {
            Next::Await { must, may } => (must == *ask || may.contains(ask)).then_some(Self::Own),
            Next::Auto(_) | Next::Over(_) => None,
        }
    }

    /// The moment of an answer in what is under way.
    pub(super) fn within(under_way: &UnderWay<'m, S>) -> Self {
        Self::Answer {
            under_way: *under_way,
            partial: &[],
        }
    }

    /// Whether what follows at once tells what had best be chosen: in the middle of somebody's act it does not, for whoever answers there
    /// has the price of its answer still before it.
    pub(super) fn shows_at_once(&self) -> bool {
        match self {
            Self::Own => true,
            Self::Answer { under_way, .. } => under_way.who.is_none(),
        }
    }

    /// What has to be surpassed at once by a command that is taken for that alone: what the state is worth before it. Where something happens
    /// whatever is answered, that says nothing.
    pub(super) fn worth_before(&self, state: &S::State, side: u8) -> f64 {
        match self {
            Self::Own => worth::of::<S>(state, side),
            Self::Answer { .. } => f64::NEG_INFINITY,
        }
    }

    /// What is given when a creature chooses that.
    pub(super) fn given(&self, who: CreatureId, act: S::Act) -> Given<S> {
        let mut given = match self {
            Self::Own => Vec::new(),
            Self::Answer { partial, .. } => partial.to_vec(),
        };
        given.push((who, act));
        given
    }

    /// The course of what is given, from a state in which it is an act of its own.
    pub(super) fn course<'c>(
        &'c self,
        state: &'c S::State,
        given: &'c [(CreatureId, S::Act)],
    ) -> Option<Course<'c, S>> {
        Some(match self {
            Self::Own => {
                let (who, act) = given.last()?;
                Course::of(state, Some(*who), act)
            }
            Self::Answer { under_way, .. } => Course {
                state: under_way.state,
                who: under_way.who,
                act: under_way.act,
                draws: under_way.draws,
                partial: given,
                grain: Grain::Merged,
            },
        })
    }
}

/// The dice of a course that nobody has played: of `seed` and `number`.
pub(super) fn dice(seed: u64, number: u64) -> Seeded {
    Seeded::at(seed, number, FIRST_ENTRY)
}

/// The commands that are offered, `own` among them; of more than so many every second, third and so on is left out.
pub(super) fn commands<S: System>(
    state: &S::State,
    ask: &Ask<S>,
    own: Option<&S::Act>,
    most: usize,
) -> Vec<S::Act> {
    let mut all = Vec::new();
    S::offers(state, ask, &mut |act| {
        all.push(act);
        ControlFlow::Continue(())
    });
    if all.len() > most {
        let every = all.len().div_ceil(most);
        all = all.into_iter().step_by(every).collect();
    }
    if let Some(own) = own
        && !all.contains(own)
    {
        all.push(own.clone());
    }
    all
}

/// Each command with what it leads to at a first look, so many samples of it, in the same order; those that run into a limit are left out,
/// and all others once `stop` is set. `seed` is for samples.
pub(super) fn glance<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<'_, S>,
    commands: Vec<S::Act>,
    (samples, seed): (u32, u64),
    stop: &AtomicBool,
) -> Vec<Weighed<S::Act>> {
    let side = S::side(state, ask.who);
    let measure = |state: &S::State| worth::of::<S>(state, side);
    let weighed = |act| {
        let mut given = moment.given(ask.who, act);
        let course = moment.course(state, &given)?;
        let (worth, error, surety) = sample(&course, &measure, samples, seed)?;
        let (_, act) = given.pop()?;
        Some(Weighed {
            act,
            worth,
            error,
            surety,
        })
    };
    let all = commands.into_iter().take_while(|_| !is_set(stop));
    all.filter_map(weighed).collect()
}

/// Each command with what it leads to, in the same order; those that run into a limit are left out. All are tried a few times, and those that
/// then seem best, `own` among them, are looked at closely, until `stop` is set. `seed` is for samples.
pub(super) fn weigh<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<'_, S>,
    commands: Vec<S::Act>,
    own: Option<&S::Act>,
    (seed, stop): (u64, &AtomicBool),
) -> Vec<Weighed<S::Act>> {
    let side = S::side(state, ask.who);
    let measure = |state: &S::State| worth::of::<S>(state, side);
    let mut found = glance((state, ask), moment, commands, (FIRST_SAMPLES, seed), stop);
    let mut means = Means::default();
    let mut best = f64::NEG_INFINITY;
    for place in worth_a_closer_look(&found, own) {
        let weighed = &mut found[place];
        let hopeless = weighed.worth + BEYOND_DOUBT * weighed.error < best;
        if is_set(stop) || hopeless && Some(&weighed.act) != own {
            continue;
        }
        let given = moment.given(ask.who, weighed.act.clone());
        let Some(course) = moment.course(state, &given) else {
            continue;
        };
        let exact = means.of(&course, &mut Decided, COURSES_MAX, measure);
        let closer = match exact {
            Ok(mean) => Some((mean.value, Surety::Exact(mean.runs))),
            Err(_) => {
                let sampled = sample(&course, &measure, SAMPLES, seed);
                sampled.map(|(worth, _, surety)| (worth, surety))
            }
        };
        if let Some((worth, surety)) = closer {
            (weighed.worth, weighed.surety) = (worth, surety);
            best = best.max(worth);
        }
    }
    // How far a sample may be off says nothing of how much better it is than another with the same dice.
    for weighed in &mut found {
        weighed.error = 0.0;
    }
    found
}

/// The places of what seems best, and of `own`, as far as it is not known exactly.
fn worth_a_closer_look<A: PartialEq>(found: &[Weighed<A>], own: Option<&A>) -> Vec<usize> {
    let is_open = |place: &usize| !matches!(found[*place].surety, Surety::Exact(_));
    let mut places: Vec<usize> = (0..found.len()).filter(is_open).collect();
    places.sort_by(|one, other| found[*other].worth.total_cmp(&found[*one].worth));
    let mut closer = 0;
    places.retain(|place| {
        closer += 1;
        closer <= CLOSER || Some(&found[*place].act) == own
    });
    places
}

/// What a course leads to on average in so many samples, the same dice for every command, with the standard error of that; one is enough where
/// nothing is rolled.
fn sample<S: System>(
    course: &Course<'_, S>,
    measure: &dyn Fn(&S::State) -> f64,
    samples: u32,
    seed: u64,
) -> Option<(f64, f64, Surety)> {
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut plays = Plays::of(course);
    for number in 0..u64::from(samples) {
        let play = plays.play(dice(seed, number), &mut Decided, None).ok()?;
        let worth = measure(&play.state);
        if !play.is_open {
            return Some((worth, 0.0, Surety::Exact(1)));
        }
        sum += worth;
        squares += worth * worth;
    }
    let count = f64::from(samples);
    let mean = sum / count;
    let variance = (squares / count - mean * mean).max(0.0);
    let error = (variance / (count - 1.0).max(1.0)).sqrt();
    Some((mean, error, Surety::Sampled(samples)))
}
