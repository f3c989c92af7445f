//! Who decides for a creature that no person plays.

mod random;

use affray_kernel::dice::Seeded;
use affray_kernel::{Ask, System};

/// Who decides for a creature that no person plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Policy {
    /// The bot of its system.
    #[default]
    Sensible,
    /// Anything that is allowed, each as likely as the other.
    Random,
}

impl Policy {
    /// All of them, the plainest first.
    pub const ALL: [Self; 2] = [Self::Sensible, Self::Random];

    /// The policy of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// Its name, as scenarios and commands say it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sensible => "sensible",
            Self::Random => "random",
        }
    }

    /// What it does when asked; `None` leaves the moment to others who are asked as well, or to silence. Whatever is left to chance
    /// comes from the choice streams of `chance`, which stands at the present entry: dice are not touched.
    pub fn decide<S: System>(
        self,
        state: &S::State,
        ask: &Ask<S>,
        chance: &Seeded,
    ) -> Option<S::Act> {
        match self {
            Self::Sensible => S::sensible(state, ask),
            Self::Random => random::any(state, ask, chance),
        }
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::tape::POLICIES;

    use super::Policy;

    #[test]
    fn names_are_those_of_scenarios() {
        for policy in Policy::ALL {
            assert_eq!(Policy::named(policy.name()), Some(policy));
            assert!(POLICIES.contains(&policy.name()));
        }
        assert_eq!(Policy::named("person"), None);
        assert_eq!(Policy::ALL.len() + 1, POLICIES.len());
    }
}
