//! What facts mean for the account of a fight.

use std::borrow::Cow;

use affray_kernel::CreatureId;
use affray_kernel::account::Toll;
use smallvec::SmallVec;

use super::fact::{Fact, Number, Price};
use super::state::{Cause, Condition, Place, State};

/// What a fact means for the account. Harm is counted in points of damage; to be injured, to faint of it and to die are harm without points.
pub(super) fn toll(state: &State, fact: &Fact) -> Option<Toll> {
    Some(match fact {
        Fact::Came(by, _, on, _) => Toll::Acts {
            by: *by,
            on: Some(*on),
        },
        Fact::Harmed { who, amount, .. } => Toll::Harm {
            on: *who,
            points: i32::from(*amount),
            cause: "",
        },
        // Who has no Aura left is injured besides, faints or dies: at a blow, or of the blows before.
        Fact::Set(who, Number::Injuries, injuries)
            if *injuries > i16::from(state.bodies[who.index()].injuries) =>
        {
            wound(*who)
        }
        Fact::Cause(who, Cause::Death | Cause::NonLethal, true) => wound(*who),
        Fact::Gains(held) if held.kind == Condition::Dead => wound(held.on),
        Fact::Spends(by, price, _) => Toll::Spends {
            by: *by,
            spent: spent(price),
        },
        Fact::Left(item, Some(left)) => Toll::spends(
            state.item(*item).place.bearer()?,
            "shots",
            i32::from(state.item(*item).left?.checked_sub(*left)?),
        ),
        Fact::Item(item, Place::Nowhere) => Toll::spends(
            state.item(*item).place.bearer()?,
            state.kind(*item).name().to_owned(),
            1,
        ),
        _ => return None,
    })
}

/// What a price takes of each pool, Stamina in place of Energy being Stamina.
fn spent(price: &Price) -> SmallVec<[(Cow<'static, str>, i32); 1]> {
    let stamina = i32::from(price.stamina) + i32::from(price.swaps);
    let pools = [
        ("Energy", i32::from(price.energy)),
        ("Stamina", stamina),
        ("Agility", i32::from(price.agility)),
    ];
    let taken = pools.into_iter().filter(|(_, amount)| *amount > 0);
    taken.map(|(pool, amount)| (pool.into(), amount)).collect()
}

/// Harm without points.
const fn wound(on: CreatureId) -> Toll {
    Toll::Harm {
        on,
        points: 0,
        cause: "",
    }
}
