//! What facts mean for the account of a fight.

use affray_kernel::account::Toll;

use super::fact::{Fact, Harm, Number};
use super::state::{Place, State};

/// What a fact means for the account. Harm is counted in points of damage.
pub(super) fn toll(state: &State, fact: &Fact) -> Option<Toll> {
    Some(match fact {
        Fact::Came(by, _, on, _) => Toll::Acts {
            by: *by,
            on: Some(*on),
        },
        Fact::Harmed {
            who, amount, why, ..
        } => Toll::Harm {
            on: *who,
            points: i32::from(*amount),
            cause: match why {
                Harm::Attack(..) => "",
                Harm::Fall(_) => "falling",
            },
        },
        Fact::Spends(by, points) => Toll::spends(*by, "Action Points", i32::from(*points)),
        Fact::Set(by, Number::Mana, left) if *left < state.body(*by).mana => Toll::spends(
            *by,
            "Mana",
            i32::from(state.body(*by).mana) - i32::from(*left),
        ),
        Fact::Item(item, Place::Nowhere) => Toll::spends(
            state.item(*item).place.bearer()?,
            state.kind(*item).name().to_owned(),
            1,
        ),
        _ => return None,
    })
}
