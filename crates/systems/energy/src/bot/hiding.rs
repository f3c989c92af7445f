//! Hiding: for a blow that nobody sees come, and with the Energy that is left of a Round (`gaps/awareness`, `facing/hiding`).

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;

use super::known::Known;
use super::moving::shoots;
use super::worth::{SURE, struck_unaware, threat};
use super::{foes, plainly};
use crate::act::{Act, Action};
use crate::actions::escape::hides_from;
use crate::fact::{Fact, apply};
use crate::rules::numbers::{limit_of_reach, longest_reach, metres_between};
use crate::sheet::Skill;
use crate::state::{Condition, State};

/// Energy that hiding costs.
const HIDING: i32 = 2;

/// What the benefit of Defend comes to: the ties that are won, one of ten rolls (`actions/defend-ties`).
const TIES: i32 = 10;

/// The chance in thousandths that somebody does not notice who hides: its total on a d20 has to be lower (`gaps/awareness`).
fn unnoticed(state: &State, who: CreatureId, by: CreatureId) -> i32 {
    let stealth = state.sheet(who).skill(Skill::Stealth);
    let edge = i32::from(stealth - state.sheet(by).skill(Skill::Awareness));
    let lower = |shown: i32| (shown + edge - 1).clamp(0, 20);
    (1..=20).map(lower).sum::<i32>() * SURE / 400
}

/// What hiding promises for each Energy of it and of the blow that follows, against the best of those in Reach: they avoid nothing then, and lie
/// open to a Swift Attack (`surprise/automatic-hit`, `swift/targets`). To hide for a single shot costs more than the shots left out for it.
pub(super) fn promise(known: &Known<'_>, who: CreatureId) -> Option<(i32, Action)> {
    let state = known.state;
    let limit = limit_of_reach(state, longest_reach(state, who));
    let near = |other: &CreatureId| metres_between(state, who, *other) <= limit;
    let fooled: Vec<CreatureId> = hides_from(state, who).filter(near).collect();
    if fooled.is_empty() || state.body(who).energy <= HIDING as i16 {
        return None;
    }
    let mut hidden = state.clone();
    for other in &fooled {
        let unaware = Held {
            toward: Some(who),
            ..Held::plain(*other, Condition::Unaware)
        };
        apply(&mut hidden, &Fact::Gains(unaware));
    }
    let left = state.body(who).energy - HIDING as i16;
    let foes = foes(state, who).into_iter();
    let each = foes.filter(|foe| fooled.contains(foe)).map(|foe| {
        let (harm, price) = struck_unaware(known, &hidden, (who, foe), left);
        let gain = i64::from(harm) * i64::from(unnoticed(state, who, foe)) / i64::from(SURE);
        i32::try_from(gain).unwrap_or(i32::MAX) / (HIDING + i32::from(price))
    });
    each.max().map(|promise| (promise, Action::Hide))
}

/// Hides with Energy for which there is no other use, if that keeps more harm off than to Defend would: who does not know of it does not
/// strike at it. Those from whom no harm comes soon do not count: they would never be met.
pub(super) fn with_the_rest(state: &State, who: CreatureId) -> Option<Act> {
    let hide = plainly(state, who, Action::Hide)?;
    let foes = foes(state, who);
    let kept_off = |foe: CreatureId| unnoticed(state, who, foe) * threat(state, foe, who) / SURE;
    let near = |foe: CreatureId| metres_between(state, who, foe) <= super::surviving::STRIKES_M;
    let hidden: i32 = hides_from(state, who)
        .filter(|other| foes.contains(other))
        .filter(|other| near(*other) || shoots(state, *other, who))
        .map(kept_off)
        .sum();
    let braced: i32 = foes
        .iter()
        .filter(|foe| near(**foe))
        .map(|foe| threat(state, *foe, who) / TIES)
        .sum();
    (hidden > braced).then_some(hide)
}
