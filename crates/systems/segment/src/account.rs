//! What facts mean for the account of a fight.

use affray_kernel::account::Toll;

use super::fact::{Fact, Harm};
use super::state::State;

/// What a fact means for the account. Harm is counted in hits.
pub(super) fn toll(state: &State, fact: &Fact) -> Option<Toll> {
    Some(match fact {
        Fact::Came(by, strike, ..) => Toll::Acts {
            by: *by,
            on: Some(strike.target),
        },
        Fact::Harmed {
            who, amount, why, ..
        } => Toll::Harm {
            on: *who,
            points: i32::from(*amount),
            cause: match why {
                Harm::Hit => "",
                Harm::Fall => "a fall",
            },
        },
        Fact::Spends(by, actions) if *actions > 0 => {
            Toll::spends(*by, "actions", i32::from(*actions))
        }
        Fact::Left(item, Some(left)) => Toll::spends(
            state.item(*item).place.bearer()?,
            "shots",
            i32::from(state.item(*item).left?.checked_sub(*left)?),
        ),
        Fact::Drinks(by, item, _) => Toll::spends(*by, state.kind(*item).name().to_owned(), 1),
        _ => return None,
    })
}
