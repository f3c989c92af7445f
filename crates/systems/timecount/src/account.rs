//! What facts mean for the account of a fight.

use affray_kernel::account::Toll;

use super::fact::{Fact, Harm};
use super::look::bearer;
use super::rules::numbers::hit_points;
use super::state::{Place, State};

/// What a fact means for the account. Harm is counted in points of damage, as fatigue or as hit points.
pub(super) fn toll(state: &State, fact: &Fact) -> Option<Toll> {
    Some(match fact {
        Fact::Came(by, _, on, _) => Toll::Acts {
            by: *by,
            on: Some(*on),
        },
        Fact::Damaged {
            who,
            fatigue,
            hp,
            why: Harm::Cost | Harm::Running,
            ..
        } => Toll::spends(*who, "fatigue", i32::from(*fatigue) + i32::from(*hp)),
        Fact::Damaged {
            who,
            fatigue,
            hp,
            why,
            ..
        } => Toll::Harm {
            on: *who,
            points: i32::from(*fatigue) + i32::from(*hp),
            // Nobody without hit points dies of fatigue that comes after the blow.
            cause: match hit_points(state, *who) <= 0 && *hp == 0 {
                true => "",
                false => cause(*why),
            },
        },
        Fact::Casts(by, spell, true) => Toll::spends(*by, state.spell(*spell).name.clone(), 1),
        Fact::Left(item, Some(left)) => Toll::spends(
            bearer(state.item(*item).place)?,
            match state.kind(*item).weapon() {
                Some(_) => "shots".to_owned(),
                None => state.kind(*item).name().to_owned(),
            },
            i32::from(state.item(*item).left?.checked_sub(*left)?),
        ),
        Fact::Item(item, Place::Nowhere) => Toll::spends(
            bearer(state.item(*item).place)?,
            state.kind(*item).name().to_owned(),
            1,
        ),
        _ => return None,
    })
}

/// What harms where nobody does.
const fn cause(why: Harm) -> &'static str {
    match why {
        Harm::Hit | Harm::Cost | Harm::Running => "",
        Harm::Poison => "poison",
        Harm::Fire => "fire",
        Harm::Dying => "its wounds",
        Harm::Fading => "the end of a spell",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sample::{GARRET, fight};

    #[test]
    fn poison_that_only_tires_kills_nobody_whom_the_bite_has_killed() {
        let poison = Fact::Damaged {
            who: GARRET,
            fatigue: 3,
            hp: 0,
            kind: None,
            why: Harm::Poison,
        };
        let harm = |cause| {
            let (on, points) = (GARRET, 3);
            Some(Toll::Harm { on, points, cause })
        };
        let mut state = fight();
        assert_eq!(toll(&state, &poison), harm("poison"));
        state.bodies[GARRET.index()].hp = 0;
        assert_eq!(toll(&state, &poison), harm(""));
    }
}
