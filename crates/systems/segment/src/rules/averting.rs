//! Averting: with what, and what the size of the weapons costs (`defence/avert-needs-item`, `defence/aversion-chart`).

use affray_kernel::{Arm, CreatureId, RuleId};

use super::numbers::{disabled_hands, free_hands, usable};
use super::structural;
use crate::act::{Defence, With};
use crate::ids::rule;
use crate::sheet::{DefendSkill, Family};
use crate::state::{Place, State};

/// Things with which a skill averts: held weapons and shields that can be used, for Thwart a free hand as well
/// (`defence/avert-needs-item`).
pub(crate) fn arms(
    state: &State,
    who: CreatureId,
    skill: DefendSkill,
) -> impl Iterator<Item = Arm> + '_ {
    let held = state.held(who).filter(move |(id, item)| {
        let kind = state.kind(*id);
        let usable = !item.broken
            && matches!(item.place, Place::Held(_, hands) if hands & disabled_hands(state, who) == 0);
        let weapon = kind.weapon().is_some_and(|weapon| weapon.melee.is_some());
        let any_weapon = kind.weapon().is_some();
        let shield = kind.shield().is_some();
        usable
            && match skill {
                DefendSkill::Block => shield,
                DefendSkill::Parry => weapon,
                DefendSkill::Deflect => weapon || shield,
                DefendSkill::Thwart => any_weapon || shield,
                _ => false,
            }
    });
    let bare = (skill == DefendSkill::Thwart)
        .then(|| bare(state, who))
        .flatten();
    held.map(|(id, _)| Arm::Item(id)).chain(bare)
}

/// What a creature thwarts with when it uses nothing that it holds: its fist, if a hand is free, or where it has no hands the natural
/// weapon that takes their place (`defend-skills/thwart`, `hit-location/substitution`).
fn bare(state: &State, who: CreatureId) -> Option<Arm> {
    let sheet = state.sheet(who);
    let (family, free) = if sheet.hands == 0 {
        (Family::Natural, true)
    } else {
        let free = free_hands(state, who);
        (Family::Unarmed, free != 0)
    };
    let mut weapons = sheet.natural.iter();
    let place = weapons.position(|weapon| weapon.family == family && !weapon.mounted)?;
    let arm = Arm::Natural(place as u8);
    (free && usable(state, who, arm).is_ok()).then_some(arm)
}

/// Whether a creature has something in hand that a skill averts with.
#[must_use]
pub(crate) fn has_item(state: &State, who: CreatureId, skill: DefendSkill) -> bool {
    arms(state, who, skill).next().is_some()
}

/// What averting a larger weapon with a smaller one costs (`defence/aversion-chart`).
#[must_use]
pub(crate) fn aversion(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    with: With,
    defence: &Defence,
) -> (i16, RuleId) {
    let none = (0, rule!("defence/aversion-chart"));
    let Some(arm) = defence.with else {
        return none;
    };
    if let Arm::Item(item) = arm
        && let Some(shield) = state.kind(item).shield()
    {
        return match defence.skill {
            DefendSkill::Block if shield.size.block() != 0 => {
                (shield.size.block(), rule!("defence/large-shield"))
            }
            _ => (0, rule!("defence/shields-no-modifier")),
        };
    }
    let attacking = structural::attacking_class(state, by, with);
    let own = state.weapon(who, arm).map(|weapon| weapon.class);
    match (attacking, own) {
        (Some(attacking), Some(own)) => (
            -4 * (attacking.rank() - own.rank()).max(0),
            rule!("defence/aversion-chart"),
        ),
        _ => none,
    }
}
