//! Exact ends of a whole fight, from the rule code itself: what is forgotten between its acts changes nothing of how it ends.

use affray_kernel::odds::{Course, Forks, Weights};
use affray_kernel::silent::{End, play_out};
use affray_kernel::tape::Simple;
use affray_kernel::{Next, System};
use affray_segment::Segments;
use affray_segment::state::State;
use affray_trial::files;

/// Two with one action a round, who fall by any hit and cannot defend. Alda is first, and blinded until the end of round 4: 12 - 8 = 4
/// while that lasts, and 12 afterwards. Durn needs 2.
const DUEL: &str = "
[start]
round = 1
[[creature]]
name = 'alda'
side = 'heroes'
at = [2, 2]
agility = 8
actions = 1
hits_max = 4
constitution = 1
basic_hits = 1
attacks = { sword = 12 }
held = ['arming sword']
conditions = [{ kind = 'blinded', rounds = 3 }]
[[creature]]
name = 'durn'
side = 'monsters'
at = [3, 2]
actions = 1
hits_max = 4
constitution = 1
basic_hits = 1
attacks = { sword = 2 }
held = [{ kind = 'arming sword', name = 'sabre' }]
";

/// Of each round while she is blinded Alda wins 0.2 and Durn 0.8 x 0.1, so that 0.72 are left; then 0.6 and 0.4 x 0.1.
fn by_hand() -> f64 {
    let left = 0.72_f64.powi(4);
    0.2 / 0.28 * (1.0 - left) + 0.6 / 0.64 * left
}

/// How little may be undecided in the end.
const UNDECIDED: f64 = 1e-9;

/// The most runs of the rules for one act.
const RUNS: u64 = 10_000;

/// How likely a side wins, followed through all dice; states that are equal once what is over is forgotten go on as one.
fn followed(start: &State, side: u8) -> f64 {
    let mut forks = Forks::default();
    let mut won = 0.0;
    let mut layer: Weights<State, f64> = [(start.clone(), 1.0)].into_iter().collect();
    while layer.values().sum::<f64>() > UNDECIDED {
        let mut following = Weights::default();
        for (state, weight) in layer {
            let (who, act) = match Segments::next(&state) {
                Next::Over(winner) => {
                    won += if winner == Some(side) { weight } else { 0.0 };
                    continue;
                }
                Next::Auto(act) => (None, act),
                Next::Await { must, .. } => {
                    let act = Segments::simple(&state, &must);
                    (Some(must.who), act.expect("a bot that decides"))
                }
            };
            let course = Course::<Segments>::of(&state, who, &act);
            let forgetful = |mut after: State| {
                Segments::forget(&mut after);
                after
            };
            let outcomes = forks.each(&course, &mut Simple, RUNS, forgetful);
            for (after, chance) in outcomes.expect("an act with few dice").outcomes {
                *following.entry(after).or_insert(0.0) += weight * chance;
            }
        }
        layer = following;
    }
    won
}

#[test]
fn a_blindness_that_ends_ends_in_exact_duels_as_well() {
    let start = files::state::<Segments>(DUEL);
    let chance = followed(&start, 0);
    let hand = by_hand();
    assert!(
        (chance - hand).abs() < 1e-8,
        "followed {chance}, by hand {hand}"
    );
}

#[test]
fn played_out_the_duel_ends_as_often_so_within_the_error_of_the_sample() {
    let fights = 4_000u32;
    let start = files::state::<Segments>(DUEL);
    let hand = by_hand();
    let mut wins = 0u32;
    for number in 0..fights {
        let mut state = start.clone();
        let (end, _) = play_out::<Segments>(&mut state, 3, u64::from(number), &mut Simple, 10_000);
        wins += u32::from(end == End::Over(Some(0)));
    }
    let share = f64::from(wins) / f64::from(fights);
    let deviation = (hand * (1.0 - hand) / f64::from(fights)).sqrt();
    assert!(
        (share - hand).abs() < 5.0 * deviation,
        "{share} is more than five standard deviations from {hand}"
    );
}
