//! A fight as a web of situations, and the chances that flow through it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::odds::{Course, Followed, Forks, NoOdds, Weights};
use affray_kernel::tape::{Answers, first_willing};
use affray_kernel::{CreatureId, Next, System};

use super::{Bounds, Exact, NotExact, Outcome};

/// A way from one situation to another.
#[derive(Clone, Copy)]
struct Way {
    to: u32,
    /// How many units of game time begin on the way.
    passes: u32,
    chance: f64,
}

/// What is known of a situation.
#[derive(Clone)]
enum Place {
    /// Nothing yet.
    New,
    /// The fight is over.
    /// With the winner, and how much time has gone by since it was decided.
    Over(Option<u8>, u32),
    /// It goes on.
    Leads {
        ways: Range<usize>,
        /// The chance of what lies beyond the explosions of dice that are followed.
        lost: f64,
    },
}

/// What a situation takes besides its state: its place, its hash and its number.
const BESIDES: usize = size_of::<Place>() + 16;

/// All situations met so far.
struct Situations<S: System> {
    places: Weights<S::State, Place>,
    /// About how many bytes they take.
    memory: usize,
}

impl<S: System> Situations<S> {
    /// The number of a situation.
    fn number(&mut self, state: S::State) -> u32 {
        let bytes = S::bytes(&state) + BESIDES;
        let known = self.places.len();
        let entry = self.places.entry(state);
        let number = entry.index();
        entry.or_insert(Place::New);
        if self.places.len() > known {
            self.memory += bytes;
        }
        number as u32
    }

    /// Whether they and so many ways take no more than is allowed.
    fn within(&self, memory: usize, ways: usize) -> Result<(), NotExact> {
        if self.bytes(ways) <= memory {
            return Ok(());
        }
        Err(NotExact::Memory {
            situations: self.places.len(),
            memory,
        })
    }

    /// About how many bytes they and so many ways take.
    fn bytes(&self, ways: usize) -> usize {
        self.memory + ways * size_of::<Way>()
    }

    /// Forgets all but the first, which were so many and took so much.
    fn back_to(&mut self, (count, memory): (usize, usize)) {
        self.places.truncate(count);
        self.memory = memory;
    }
}

/// Why the courses of an act are followed no further.
enum Halt {
    /// It is no longer wanted.
    Stopped,
    NotExact(NotExact),
}

impl From<NoOdds> for Halt {
    fn from(error: NoOdds) -> Self {
        Self::NotExact(error.into())
    }
}

/// All situations met so far, and the ways between them. What follows from one is worked out once, whenever it is met.
struct Web<'p, S: System> {
    situations: Situations<S>,
    ways: Vec<Way>,
    forks: Forks,
    runs: u64,
    policy: &'p mut dyn Answers<S>,
    bounds: &'p Bounds,
    /// Whether it is to be followed no further.
    stop: &'p AtomicBool,
}

impl<S: System> Web<'_, S> {
    /// What follows from a situation; still nothing where following it was stopped.
    fn place(&mut self, number: u32) -> Result<Place, NotExact> {
        let places = &self.situations.places;
        let Some((state, place)) = places.get_index(number as usize) else {
            return Ok(Place::New);
        };
        if !matches!(place, Place::New) {
            return Ok(place.clone());
        }
        let state = state.clone();
        let place = match next(&state, self.policy)? {
            Step::Over(winner) => Place::Over(winner, S::afterwards(&state)),
            Step::Act(who, act) => self.follow(&state, who, &act)?,
        };
        let places = &mut self.situations.places;
        if let Some((_, known)) = places.get_index_mut(number as usize) {
            known.clone_from(&place);
        }
        Ok(place)
    }

    fn follow(
        &mut self,
        state: &S::State,
        who: Option<CreatureId>,
        act: &S::Act,
    ) -> Result<Place, NotExact> {
        let before = (self.situations.places.len(), self.situations.memory);
        let followed = match self.courses(state, who, act) {
            Ok(followed) => followed,
            Err(Halt::Stopped) => {
                // Nothing leads to what some of the courses came to.
                self.situations.back_to(before);
                return Ok(Place::New);
            }
            Err(Halt::NotExact(NotExact::Odds(NoOdds::Budget(_)))) => {
                return Err(NotExact::Runs(self.bounds.runs));
            }
            Err(Halt::NotExact(error)) => return Err(error),
        };
        self.runs += followed.runs;
        let first = self.ways.len();
        let outcomes = followed.outcomes.into_iter();
        let way = |((to, passes), chance)| Way { to, passes, chance };
        self.ways.extend(outcomes.map(way));
        self.situations
            .within(self.bounds.memory, self.ways.len())?;
        Ok(Place::Leads {
            ways: first..self.ways.len(),
            lost: followed.beyond,
        })
    }

    /// To which situations an act may lead, and how many units of game time begin on the way. A single act may have millions of courses:
    /// whether it is stopped, and how much memory there is, is looked at after each.
    fn courses(
        &mut self,
        state: &S::State,
        who: Option<CreatureId>,
        act: &S::Act,
    ) -> Result<Followed<(u32, u32)>, Halt> {
        let course = Course {
            grain: self.bounds.grain,
            ..Course::<S>::of(state, who, act)
        };
        let before = S::time(state);
        let left = self.bounds.runs.saturating_sub(self.runs);
        let (situations, ways) = (&mut self.situations, self.ways.len());
        let (stop, memory) = (self.stop, self.bounds.memory);
        let reduced = |mut after: S::State| {
            if stop.load(Ordering::Relaxed) {
                return Err(Halt::Stopped);
            }
            let passes = S::time(&after).saturating_sub(before);
            S::forget(&mut after);
            let to = situations.number(after);
            situations.within(memory, ways).map_err(Halt::NotExact)?;
            Ok((to, passes))
        };
        self.forks.try_each(&course, self.policy, left, reduced)
    }
}

/// How a fight goes on where everybody follows a policy.
pub(crate) enum Step<S: System> {
    /// It is over; who has won.
    Over(Option<u8>),
    /// Somebody's act, or one of nobody.
    Act(Option<CreatureId>, S::Act),
}

/// As in fights that are played out: the one who must, else the first of those who may and are willing, else what silence means.
pub(crate) fn next<S: System>(
    state: &S::State,
    policy: &mut dyn Answers<S>,
) -> Result<Step<S>, NoOdds> {
    let (must, may) = match S::next(state) {
        Next::Over(winner) => return Ok(Step::Over(winner)),
        Next::Auto(act) => return Ok(Step::Act(None, act)),
        Next::Await { must, may } => (must, may),
    };
    if let Some((who, act)) = first_willing(state, &must, &may, policy) {
        return Ok(Step::Act(Some(who), act));
    }
    let silence = S::silence(state, &must).ok_or(NoOdds::Undecided)?;
    Ok(Step::Act(Some(must.who), silence))
}

/// How many acts may follow each other before a unit of game time has to begin.
const ACTS_MAX: u32 = 20_000;

/// The weights of situations by number.
type Layer = Weights<u32, f64>;

/// How the chances of a fight flow from situation to situation.
struct Flow<'f> {
    outcome: Outcome,
    /// By number of situation: how likely the fight ends there.
    ended: Layer,
    /// What will be there when a unit of game time begins.
    later: BTreeMap<u32, Layer>,
    /// What is left out because it is too unlikely to matter.
    dropped: f64,
    bounds: &'f Bounds,
    /// Whether it is to be followed no further.
    stop: &'f AtomicBool,
}

/// What part of the bound may be used up by leaving unlikely situations out.
const DROPPED: f64 = 0.5;

/// The part of what may still be left out that one situation may be.
const DROPPED_AT_ONCE: f64 = 1e-4;

impl Flow<'_> {
    /// Lets everything happen that happens within one unit of game time.
    fn pass<S: System>(
        &mut self,
        web: &mut Web<'_, S>,
        time: u32,
        mut layer: Layer,
    ) -> Result<(), NotExact> {
        for _ in 0..ACTS_MAX {
            let mut following = Layer::default();
            for (number, weight) in layer {
                if self.is_stopped() {
                    self.outcome.unfinished += weight;
                    continue;
                }
                self.step(web, time, (number, weight), &mut following)?;
            }
            if following.is_empty() {
                return Ok(());
            }
            layer = following;
        }
        self.outcome.unfinished += layer.values().sum::<f64>();
        Ok(())
    }

    fn step<S: System>(
        &mut self,
        web: &mut Web<'_, S>,
        time: u32,
        (number, weight): (u32, f64),
        following: &mut Layer,
    ) -> Result<(), NotExact> {
        let may_drop = DROPPED * self.bounds.unfinished - self.dropped;
        if weight < may_drop * DROPPED_AT_ONCE {
            self.dropped += weight;
            self.outcome.unfinished += weight;
            return Ok(());
        }
        match web.place(number)? {
            Place::New => self.outcome.unfinished += weight,
            Place::Over(winner, afterwards) => {
                self.outcome
                    .add_end(winner, time.saturating_sub(afterwards), weight);
                *self.ended.entry(number).or_insert(0.0) += weight;
            }
            Place::Leads { ways, lost } => {
                self.outcome.unfinished += weight * lost;
                for way in &web.ways[ways] {
                    let into = match way.passes {
                        0 => &mut *following,
                        passes => self.later.entry(time.saturating_add(passes)).or_default(),
                    };
                    *into.entry(way.to).or_insert(0.0) += weight * way.chance;
                }
            }
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What is neither over nor given up.
    fn open(&self) -> f64 {
        self.later.values().flat_map(Layer::values).sum()
    }
}

/// What the fight comes to when everybody follows a policy that chooses by the situation alone.
///
/// # Errors
/// Why it is not followed.
pub fn exact<S: System>(
    start: &S::State,
    policy: &mut dyn Answers<S>,
    bounds: &Bounds,
) -> Result<Exact, NotExact> {
    exact_until::<S>(start, policy, bounds, &AtomicBool::new(false))
}

/// The same, until `stop` is set: whatever is open then is left unfinished, an act whose courses are being followed as a whole.
///
/// # Errors
/// Why it is not followed.
pub fn exact_until<S: System>(
    start: &S::State,
    policy: &mut dyn Answers<S>,
    bounds: &Bounds,
    stop: &AtomicBool,
) -> Result<Exact, NotExact> {
    let mut web = Web::<S> {
        situations: Situations {
            places: Weights::default(),
            memory: 0,
        },
        ways: Vec::new(),
        forks: Forks::default(),
        runs: 0,
        policy,
        bounds,
        stop,
    };
    let mut flow = Flow {
        outcome: Outcome::of::<S>(start),
        ended: Layer::default(),
        later: BTreeMap::new(),
        dropped: 0.0,
        bounds,
        stop,
    };
    let begin = S::time(start);
    let first = web.situations.number(start.clone());
    web.situations.within(bounds.memory, 0)?;
    flow.later.insert(begin, Layer::from_iter([(first, 1.0)]));
    let mut open = 1.0;
    while let Some((time, layer)) = flow.later.pop_first() {
        flow.pass(&mut web, time, layer)?;
        open = flow.open();
        let settled = flow.is_stopped() || flow.outcome.unfinished + open < bounds.unfinished;
        if settled || open < bounds.unfinished * DROPPED_AT_ONCE || time - begin >= bounds.time {
            break;
        }
    }
    flow.outcome.unfinished += open;
    for (number, weight) in &flow.ended {
        if let Some((end, _)) = web.situations.places.get_index(*number as usize) {
            flow.outcome.add_fates::<S>(end, *weight);
        }
    }
    Ok(Exact {
        outcome: flow.outcome,
        situations: web.situations.places.len(),
        memory: web.situations.bytes(web.ways.len()),
        runs: web.runs,
    })
}
