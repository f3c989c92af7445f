//! What a state is worth to a side.

use affray_kernel::{Next, System};

/// What somebody who still takes part is worth for that alone; the rest is for what keeps it in the fight.
const UP: f64 = 0.4;

/// What vigour below nothing, or of somebody who is out of the fight, counts: dead is worse than down.
const DOWN: f64 = 0.1;

/// A won fight is worth so much more than the same state in the middle of it. With much more than that, chance decides in rollouts what a command
/// is worth: who happens to be through with the other side just before they end.
const VICTORY: f64 = 0.25;

/// What a state is worth to a side: how much it has left of what keeps it in the fight, less what the others have left of theirs, from −1
/// to 1 or so, and a little for a victory on top. It knows of no system, and looks at nothing but vigour and who takes part.
pub(super) fn of<S: System>(state: &S::State, side: u8) -> f64 {
    let (mut own, mut others) = (Side::default(), Side::default());
    for who in S::creatures(state) {
        let of = if S::side(state, who) == side {
            &mut own
        } else {
            &mut others
        };
        of.add(S::takes_part(state, who), S::vigour(state, who));
    }
    let worth = own.share() - others.share();
    // Whoever is down may be up again: only the system knows whether that was the end.
    if own.up > 0 && others.up > 0 {
        return worth;
    }
    match S::next(state) {
        Next::Over(Some(winner)) if winner == side => worth + VICTORY,
        Next::Over(Some(_)) => worth - VICTORY,
        _ => worth,
    }
}

/// What one side, or all others, have left.
#[derive(Default)]
struct Side {
    count: u32,
    up: u32,
    worth: f64,
}

impl Side {
    fn add(&mut self, takes_part: bool, vigour: i32) {
        let vigour = f64::from(vigour.clamp(-1000, 1000)) / 1000.0;
        self.count += 1;
        self.up += u32::from(takes_part);
        self.worth += if takes_part && vigour > 0.0 {
            UP + (1.0 - UP) * vigour
        } else {
            DOWN * (vigour + f64::from(u8::from(takes_part)))
        };
    }

    fn share(&self) -> f64 {
        self.worth / f64::from(self.count.max(1))
    }
}
