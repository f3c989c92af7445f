//! Stances that nobody was asked for.

use affray_kernel::condition::Held;
use affray_kernel::story::Depth;

use super::super::tell;
use super::after;
use crate::fact::{Fact, Given};
use crate::notation::sample::{GARRET, fight};
use crate::state::{Condition, Stance};

#[test]
fn stances_that_are_not_chosen_are_told_so() {
    let spent = after([Fact::Spends(GARRET, 4)]);
    let out = after([Fact::Gains(Held::plain(GARRET, Condition::Surprised))]);
    for (state, stance, why, text, depth) in [
        (
            &fight(),
            Stance::Defensive,
            Given::OnGuard,
            "Garret is Defensive, On-Guard.",
            Depth::Event,
        ),
        (
            &fight(),
            Stance::ReadyTrade,
            Given::Kept,
            "Garret is Ready, to trade attacks, as before.",
            Depth::Event,
        ),
        (
            &fight(),
            Stance::Hold,
            Given::Reacts,
            "Garret lies in no ambush and counts as holding.",
            Depth::Number,
        ),
        (
            &fight(),
            Stance::Hold,
            Given::Idle,
            "Garret has nothing to do and counts as holding.",
            Depth::Event,
        ),
        (
            &spent,
            Stance::Hold,
            Given::Idle,
            "Garret has no action left and counts as holding.",
            Depth::Number,
        ),
        (
            &out,
            Stance::Hold,
            Given::Idle,
            "Garret cannot act and counts as holding.",
            Depth::Number,
        ),
    ] {
        let told = tell(state, &Fact::Given(GARRET, stance, why)).expect("a sentence");
        assert_eq!((told.depth, told.text.as_str()), (depth, text));
    }
}
