//! Attacks into a space, and what is not said of those who are gone.

use affray_kernel::grid::Cell;

use super::{GARRET, SPEAR, STORM_CALL, SWORD, after, read_so, silent};
use crate::act::{Guess, With};
use crate::fact::{Fact, Verdict};
use crate::notation::sample::fight;
use crate::state::Presence;

fn guess(with: With) -> Guess {
    Guess {
        at: Cell::new(6, 5),
        with,
        step: None,
    }
}

#[test]
fn an_attack_into_a_space_says_how_it_is_made() {
    let sword = guess(With::Melee(SWORD));
    let guesses = |with| Fact::Guesses(GARRET, guess(with));
    read_so(
        &fight(),
        [
            (
                Fact::Guesses(GARRET, sword),
                "Garret strikes into 6,5 with an arming sword.",
            ),
            (
                guesses(With::Ranged(SPEAR)),
                "Garret throws a spear into 6,5.",
            ),
            (
                guesses(With::Power(STORM_CALL)),
                "Garret attacks into 6,5 with storm call.",
            ),
            (
                Fact::InVain(GARRET, sword, Verdict::Miss),
                "Garret hits nobody in 6,5.",
            ),
            (
                Fact::InVain(GARRET, sword, Verdict::Lost),
                "Garret's attack into 6,5 comes to nothing.",
            ),
        ],
    );
}

#[test]
fn nobody_hears_of_the_actions_of_those_who_are_gone() {
    let gone = after([Fact::Presence(GARRET, Presence::Removed)]);
    silent(&gone, [Fact::Spends(GARRET, 2)]);
}
