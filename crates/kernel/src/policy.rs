//! The words for those who decide for a creature, as scenarios and commands say them.

use crate::notation::closest;

/// Those who may decide for a creature: people, and bots. `random` does anything that is allowed, `simple` is the bot of the creature's
/// system, `greedy` weighs each command by its odds, `search` plays the fight on after the best of them. How often `search` may do so for
/// one decision can stand behind it: `search:400`.
pub const POLICIES: [&str; 5] = ["person", "random", "simple", "greedy", "search"];

/// The policy that takes a number of rollouts.
const WITH_ROLLOUTS: &str = "search";

/// The most rollouts for one decision.
pub const ROLLOUTS_MAX: u32 = 100_000;

/// The policy that a word means, and how many rollouts it is given where the word says so; `None` where it means none.
#[must_use]
pub fn named(word: &str) -> Option<(&'static str, Option<u32>)> {
    let (name, rollouts) = match word.split_once(':') {
        Some((name, rollouts)) => (name, Some(rollouts)),
        None => (word, None),
    };
    let name = POLICIES.into_iter().find(|known| *known == name)?;
    let Some(rollouts) = rollouts else {
        return Some((name, None));
    };
    let rollouts = rollouts.parse().ok();
    let rollouts = rollouts.filter(|rollouts| (1..=ROLLOUTS_MAX).contains(rollouts))?;
    (name == WITH_ROLLOUTS).then_some((name, Some(rollouts)))
}

/// What to say where a word means no policy: what was probably meant, or all that there is.
#[must_use]
pub fn suggestion(word: &str) -> String {
    let name = word.split(':').next().unwrap_or_default();
    if name == WITH_ROLLOUTS {
        return format!("1 to {ROLLOUTS_MAX} rollouts may stand behind it: `search:400`");
    }
    if POLICIES.contains(&name) {
        return format!("nothing stands behind `{name}`");
    }
    match closest(name, POLICIES) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", POLICIES.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_rollouts_stands_behind_search_alone() {
        assert_eq!(named("search"), Some(("search", None)));
        assert_eq!(named("search:400"), Some(("search", Some(400))));
        for wrong in [
            "search:0",
            "search:",
            "search:-3",
            "search:100001",
            "search:4:4",
            "greedy:5",
            "",
            ":400",
        ] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn near_names_are_suggested() {
        assert_eq!(suggestion("gredy"), "did you mean `greedy`?");
        assert_eq!(suggestion("serch:30"), "did you mean `search`?");
        assert_eq!(suggestion("random:30"), "nothing stands behind `random`");
        assert!(suggestion("search:many").contains("`search:400`"));
        assert!(suggestion("chess").starts_with("one of person, "));
    }
}
