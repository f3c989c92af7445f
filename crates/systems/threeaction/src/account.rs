//! What facts mean for the account of a fight.

use affray_kernel::account::Toll;

use super::act::Target;
use super::fact::{Fact, Harm, Number};
use super::rules::numbers::bearer;
use super::state::State;

/// What a fact means for the account. Harm is counted in Hit Points.
pub(super) fn toll(state: &State, fact: &Fact) -> Option<Toll> {
    Some(match fact {
        Fact::Came(by, Target::Creature(on) | Target::Guess(on, _), _) => Toll::Acts {
            by: *by,
            on: Some(*on),
        },
        // Whom a guess meets is named where it hits.
        Fact::Came(by, Target::Square(_), _) | Fact::Casts(by, ..) => {
            Toll::Acts { by: *by, on: None }
        }
        Fact::Damaged(who, points, _, harm) => Toll::Harm {
            on: *who,
            points: i32::from(*points),
            cause: cause(*harm),
        },
        Fact::Set(who, Number::Energy, left) if *left < state.body(*who).energy => Toll::spends(
            *who,
            "Energy",
            i32::from(state.body(*who).energy) - i32::from(*left),
        ),
        Fact::Loaded(item, _, Some(left)) => {
            let before = state.item(*item).ammunition?;
            let amount = i32::from(before.checked_sub(*left)?);
            if amount == 0 {
                return None;
            }
            Toll::spends(bearer(state.item(*item).place)?, "shots", amount)
        }
        _ => return None,
    })
}

/// What harms where nobody does.
const fn cause(harm: Harm) -> &'static str {
    match harm {
        Harm::Attack | Harm::Spell | Harm::Collision => "",
        Harm::Bleeding => "bleeding",
        Harm::Burning => "burning",
        Harm::Poison => "poison",
        Harm::Fall => "a fall",
    }
}
