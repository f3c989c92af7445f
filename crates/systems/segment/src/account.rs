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
        Fact::Spends(by, actions) if *actions > 0 => Toll::Spends {
            by: *by,
            what: "actions".to_owned(),
            amount: i32::from(*actions),
        },
        Fact::Left(item, Some(left)) => Toll::Spends {
            by: state.item(*item).place.bearer()?,
            what: "shots".to_owned(),
            amount: i32::from(state.item(*item).left?.checked_sub(*left)?),
        },
        Fact::Drinks(by, item, _) => Toll::Spends {
            by: *by,
            what: state.kind(*item).name().to_owned(),
            amount: 1,
        },
        _ => return None,
    })
}
