//! What a state of Segments & Stances keeps summed up is what counting it out gives, in every state that random legal play reaches.

use affray_kernel::fight::Fight;
use affray_segment::Segments;
use affray_segment::state::State;
use affray_segment::summary::sum_up;
use affray_trial::repository::{AnyLegal, setups};

/// Fights of each scenario.
const FIGHTS: u64 = 4;
const ACTS: usize = 80;

fn assert_summed_up(state: &State) {
    let mut counted = state.clone();
    sum_up(&mut counted);
    assert_eq!(state.reaches, counted.reaches);
}

#[test]
fn summaries_are_true_in_every_state_of_random_play() {
    let mut reaches_changed = 0;
    for setup in setups::<Segments>() {
        for seed in 0..FIGHTS {
            let mut fight = Fight::<Segments>::new(setup.clone(), seed, 0).expect("a scenario");
            let mut players = AnyLegal::new(seed);
            let start = fight.settled().reaches.clone();
            for _ in 0..ACTS {
                assert_summed_up(fight.settled());
                if !fight.advance(&mut players).expect("a fight that goes on") {
                    break;
                }
            }
            let now = &fight.settled().reaches;
            reaches_changed += usize::from(*now != start);
        }
    }
    assert!(
        reaches_changed > 3,
        "play that changes nothing proves nothing"
    );
}
