//! Who plays which creature, and the bots.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use affray_kernel::dice::Seeded;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, CreatureId, System};
use rustc_hash::FxHasher;
use serde::Serialize;

/// Who plays a creature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// People.
    #[default]
    People,
    /// The bot of its system.
    Sensible,
    /// A bot that does anything that is allowed.
    Random,
}

/// The names of the policies, as scenarios and commands say them.
pub const POLICIES: &[&str] = &["person", "sensible", "random"];

impl Control {
    /// The control of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "person" => Some(Self::People),
            "sensible" => Some(Self::Sensible),
            "random" => Some(Self::Random),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::People => "person",
            Self::Sensible => "sensible",
            Self::Random => "random",
        }
    }
}

/// The stream of choices that random bots draw from.
const RANDOM_STREAM: u32 = 1;

/// Answers for creatures that bots play; the others' answers come from people.
pub(crate) struct Bots<'c> {
    pub(crate) controls: &'c [Control],
    /// Choices of random bots: a function of seed, fight and entry, and of the situation.
    pub(crate) chance: Seeded,
    /// For odds: creatures played by people decide sensibly as well.
    pub(crate) for_all: bool,
}

impl<S: System> Answers<S> for Bots<'_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        let control = self.controls.get(ask.who.index()).copied();
        match control.unwrap_or_default() {
            Control::People if self.for_all => {
                S::sensible(state, ask).or_else(|| S::silence(state, ask))
            }
            Control::People => None,
            Control::Sensible => S::sensible(state, ask),
            Control::Random => self.any::<S>(state, ask),
        }
    }
}

impl Bots<'_> {
    /// One of the acts offered, or silence.
    fn any<S: System>(&self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        let mut count = 0_u32;
        S::offers(state, ask, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        let mut left = self.chance.pick(RANDOM_STREAM, place(state, ask), count);
        let mut chosen = None;
        S::offers(state, ask, &mut |act| {
            if left == 0 {
                chosen = Some(act);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        chosen.or_else(|| S::silence(state, ask))
    }

    pub(crate) fn plays(&self, who: CreatureId) -> bool {
        self.for_all || !matches!(self.controls.get(who.index()), None | Some(Control::People))
    }
}

/// Where in the stream a situation draws from: the same when the act is run again.
fn place<S: System>(state: &S::State, ask: &Ask<S>) -> u32 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    ask.hash(&mut hasher);
    let hash = hasher.finish();
    (hash >> 32) as u32 ^ hash as u32
}
