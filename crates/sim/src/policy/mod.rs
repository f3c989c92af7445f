//! Who decides for a creature that no person plays.

mod deciders;
mod greedy;
mod race;
mod random;
mod rollout;
mod search;
mod weighing;
mod worth;

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::dice::Seeded;
use affray_kernel::tape::UnderWay;
use affray_kernel::{Ask, System, policy};

pub(crate) use deciders::Deciders;
pub use weighing::{Moment, Surety, Weighed};

use crate::mix::Mix;

/// Is never set: for whoever is waited for until the end.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// Who decides for a creature that no person plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Policy {
    /// Anything that is allowed, each as likely as the other.
    Random,
    /// The bot of its system.
    #[default]
    Simple,
    /// What does most at once, by exact odds.
    Greedy,
    /// What goes best when the fight is played on so many times.
    Search(u32),
}

impl Policy {
    /// How many rollouts `search` takes where nobody says otherwise.
    pub const ROLLOUTS: u32 = 400;

    /// The policy that a word means: `random`, `greedy`, `search:100`.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        match policy::named(word)? {
            ("random", _) => Some(Self::Random),
            ("simple", _) => Some(Self::Simple),
            ("greedy", _) => Some(Self::Greedy),
            ("search", rollouts) => Some(Self::Search(rollouts.unwrap_or(Self::ROLLOUTS))),
            _ => None,
        }
    }

    /// The word for it, as scenarios and commands say it.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Random => "random".to_owned(),
            Self::Simple => "simple".to_owned(),
            Self::Greedy => "greedy".to_owned(),
            Self::Search(Self::ROLLOUTS) => "search".to_owned(),
            Self::Search(rollouts) => format!("search:{rollouts}"),
        }
    }

    /// Whether it chooses by the situation alone and leaves nothing to chance.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Simple)
    }

    /// Whether it weighs what it is asked in the middle of an act, and has to know of that act what has happened so far.
    #[must_use]
    pub const fn looks_back(self) -> bool {
        matches!(self, Self::Greedy | Self::Search(_))
    }

    /// The policy that decides in its place within odds: nobody knows there how the act got where it is, so whoever weighs does as
    /// [`Policy::Simple`].
    #[must_use]
    pub const fn within_odds(self) -> Self {
        match self {
            Self::Random => Self::Random,
            Self::Simple | Self::Greedy | Self::Search(_) => Self::Simple,
        }
    }

    /// What it does when asked; `None` leaves the moment to others who are asked as well, or to silence. Whatever is left to chance
    /// comes from the choice streams of `chance`, which stands at the present entry: dice are not touched.
    ///
    /// In the middle of an act of which nothing else is known, whoever weighs answers as [`Policy::Simple`] does.
    pub fn decide<S: System>(
        self,
        state: &S::State,
        ask: &Ask<S>,
        chance: &Seeded,
    ) -> Option<S::Act> {
        let moment = if self.looks_back() {
            Moment::of(state, ask)
        } else {
            None
        };
        self.decide_at((state, ask), moment.as_ref(), chance)
    }

    /// As [`Policy::decide`], in the middle of an act.
    pub fn decide_within<S: System>(
        self,
        (state, ask): (&S::State, &Ask<S>),
        under_way: &UnderWay<'_, S>,
        chance: &Seeded,
    ) -> Option<S::Act> {
        self.decide_at((state, ask), Some(&Moment::within(under_way)), chance)
    }

    fn decide_at<S: System>(
        self,
        (state, ask): (&S::State, &Ask<S>),
        moment: Option<&Moment<'_, S>>,
        chance: &Seeded,
    ) -> Option<S::Act> {
        match (self, moment) {
            (Self::Random, _) => random::any(state, ask, chance),
            (Self::Greedy, Some(moment)) => greedy::best((state, ask), moment, chance),
            (Self::Search(rollouts), Some(moment)) => {
                search::best((state, ask), moment, chance, rollouts)
            }
            (Self::Simple | Self::Greedy | Self::Search(_), _) => S::simple(state, ask),
        }
    }
}

/// The commands that are open to a creature, what `search` would do with so many rollouts first, the others by what they are surely worth.
/// Once `stop` is set what is found says nothing, and comes soon.
#[must_use]
pub fn searched<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<'_, S>,
    chance: &Seeded,
    rollouts: u32,
    stop: &AtomicBool,
) -> Vec<Weighed<S::Act>> {
    let own = S::simple(state, ask);
    search::played_on((state, ask), moment, own.as_ref(), chance, (rollouts, stop))
}

/// As [`searched`], all of them weighed one step deep: what `greedy` would do first, then the others, each the more worth the earlier.
#[must_use]
pub fn weighed<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<'_, S>,
    chance: &Seeded,
    stop: &AtomicBool,
) -> Vec<Weighed<S::Act>> {
    let own = S::simple(state, ask);
    let mut found = greedy::weighed((state, ask), moment, own.as_ref(), chance, stop);
    let first = if moment.shows_at_once() {
        let least = moment.worth_before(state, S::side(state, ask.who));
        greedy::chosen(&found, own.as_ref(), least).or(own)
    } else {
        own
    };
    found.sort_by(|one, other| {
        let is_first = |weighed: &Weighed<S::Act>| first.as_ref() == Some(&weighed.act);
        let by_first = is_first(other).cmp(&is_first(one));
        by_first.then(other.worth.total_cmp(&one.worth))
    });
    found
}

fn is_set(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// Where in a stream a situation draws from: the same when the act is run again.
fn place<S: System>(state: &S::State, ask: &Ask<S>) -> u32 {
    let mut hasher = Mix::default();
    state.hash(&mut hasher);
    ask.hash(&mut hasher);
    let hash = hasher.finish();
    (hash >> 32) as u32 ^ hash as u32
}

#[cfg(test)]
mod tests {
    use affray_kernel::policy::POLICIES;

    use super::Policy;

    #[test]
    fn names_are_those_of_scenarios() {
        let bots = POLICIES.into_iter().filter(|name| *name != "person");
        for name in bots.chain(["search:1", "search:200"]) {
            assert_eq!(Policy::named(name).map(Policy::name).as_deref(), Some(name));
        }
        for wrong in ["person", "genius", "search:0", "greedy:2"] {
            assert_eq!(Policy::named(wrong), None);
        }
    }
}
