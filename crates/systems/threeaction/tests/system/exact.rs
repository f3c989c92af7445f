//! Exact ends of whole fights, from the rule code itself.

use affray_kernel::silent::{End, play_out};
use affray_kernel::tape::Simple;
use affray_sim::duel::{Bounds, exact};
use affray_threeaction::ThreeAction;
use affray_trial::repository;

/// Two fighters with 30 hit points, three attacks a turn, d20+5 against 15, doubled damage from 25, 1d8+3 less 2:
/// the one who moves first wins with a chance of 0.620685, worked out independently of this program.
const FIRST_MOVER: f64 = 0.620_685;

#[test]
fn the_first_mover_of_the_plain_duel_wins_as_often_as_worked_out_by_hand() {
    let mut start = repository::start::<ThreeAction>("duel.toml");
    start.bodies[0].initiative = 20;
    start.bodies[1].initiative = 10;
    let bounds = Bounds {
        unfinished: 1e-10,
        ..Bounds::default()
    };
    let duel = exact::<ThreeAction>(&start, &mut Simple, &bounds)
        .expect("a duel small enough for exact ends");
    let total = duel.outcome.whole();
    assert!(
        (total - 1.0).abs() < 1e-9,
        "all chances together are 1, not {total}"
    );
    assert!(duel.outcome.unfinished < 1e-10);
    let first = duel.outcome.wins[0];
    assert!(
        (first - FIRST_MOVER).abs() < 5e-7,
        "the first mover wins {first}"
    );
}

#[test]
fn played_out_the_first_mover_wins_as_often_within_the_error_of_the_sample() {
    let fights = 20_000u32;
    let mut wins = 0u32;
    let mut start = repository::start::<ThreeAction>("duel.toml");
    start.bodies[0].initiative = 20;
    start.bodies[1].initiative = 10;
    for number in 0..fights {
        let mut state = start.clone();
        let (end, _) =
            play_out::<ThreeAction>(&mut state, 3, u64::from(number), &mut Simple, 10_000);
        wins += u32::from(end == End::Over(Some(0)));
    }
    let share = f64::from(wins) / f64::from(fights);
    let deviation = (FIRST_MOVER * (1.0 - FIRST_MOVER) / f64::from(fights)).sqrt();
    assert!(
        (share - FIRST_MOVER).abs() < 5.0 * deviation,
        "{share} is more than five standard deviations away"
    );
}
