//! Averting: with what, and what the size of the weapons costs (`defence/avert-needs-item`, `defence/aversion-chart`).

use affray_kernel::{Arm, CreatureId, RuleId};

use super::numbers::{disabled_hands, free_hands, usable};
use super::structural;
use crate::act::{Defence, With};
use crate::ids::rule;
use crate::sheet::{DefendSkill, Family, ItemKind, Sheet, Weapon, WeaponClass};
use crate::state::{Place, State};

/// Things with which a skill averts: held weapons and shields that can be used, for Thwart a free hand as well
/// (`defence/avert-needs-item`).
pub(crate) fn arms(
    state: &State,
    who: CreatureId,
    skill: DefendSkill,
) -> impl Iterator<Item = Arm> + '_ {
    let held = state.held(who).filter(move |(id, item)| {
        let usable = !item.broken
            && matches!(item.place, Place::Held(_, hands) if hands & disabled_hands(state, who) == 0);
        usable && serves(state.kind(*id), skill)
    });
    let bare = (skill == DefendSkill::Thwart)
        .then(|| bare(state, who))
        .flatten();
    held.map(|(id, _)| Arm::Item(id)).chain(bare)
}

/// Whether a skill averts with such a thing (`defence/avert-needs-item`).
#[must_use]
pub(crate) fn serves(kind: &ItemKind, skill: DefendSkill) -> bool {
    let weapon = kind.weapon().is_some_and(|weapon| weapon.melee.is_some());
    let shield = kind.shield().is_some();
    match skill {
        DefendSkill::Block => shield,
        DefendSkill::Parry => weapon,
        DefendSkill::Deflect => weapon || shield,
        DefendSkill::Thwart => kind.weapon().is_some() || shield,
        _ => false,
    }
}

/// What a creature thwarts with when it uses nothing that it holds: a free hand, or where it has no hands the natural weapon that takes
/// their place (`defend-skills/thwart`, `hit-location/substitution`).
fn bare(state: &State, who: CreatureId) -> Option<Arm> {
    let sheet = state.sheet(who);
    let arm = bare_arm(sheet)?;
    let works = if sheet.hands > 0 {
        free_hands(state, who) != 0
    } else {
        usable(state, who, arm).is_ok()
    };
    works.then_some(arm)
}

/// The number of a free hand where no natural weapon lends it its own.
const HAND: u8 = u8::MAX;

/// What stands for a free hand: the blow of the fist, or where none is on the sheet the first natural weapon, or where there is none either
/// a number of its own. Where there are no hands only a natural weapon does.
#[must_use]
pub(crate) fn bare_arm(sheet: &Sheet) -> Option<Arm> {
    let family = bare_family(sheet);
    let mut weapons = sheet.natural.iter();
    let place = weapons.position(|weapon| weapon.family == family && !weapon.mounted);
    let number = place.and_then(|place| u8::try_from(place).ok());
    number
        .or((sheet.hands > 0).then_some(HAND))
        .map(Arm::Natural)
}

/// The family of what stands for a free hand: fists, or where no blow of the fist is on the sheet the natural weapons.
fn bare_family(sheet: &Sheet) -> Family {
    let is_fist = |weapon: &Weapon| weapon.family == Family::Unarmed && !weapon.mounted;
    if sheet.hands > 0 && sheet.natural.iter().any(is_fist) {
        Family::Unarmed
    } else {
        Family::Natural
    }
}

/// Whether that is a free hand without a blow of the fist on the sheet, by whatever number it goes (`defend-skills/thwart`).
#[must_use]
pub(crate) fn is_free_hand(sheet: &Sheet, arm: Arm) -> bool {
    sheet.hands > 0 && bare_family(sheet) == Family::Natural && bare_arm(sheet) == Some(arm)
}

/// The class of what a creature averts with: a free hand is Small, whatever claws or teeth there are besides
/// (`defend-skills/thwart`).
fn class(state: &State, who: CreatureId, arm: Arm) -> Option<WeaponClass> {
    if is_free_hand(state.sheet(who), arm) {
        return Some(WeaponClass::Small);
    }
    state.weapon(who, arm).map(|weapon| weapon.class)
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
    let own = class(state, who, arm);
    match (attacking, own) {
        (Some(attacking), Some(own)) => (
            -4 * (attacking.rank() - own.rank()).max(0),
            rule!("defence/aversion-chart"),
        ),
        _ => none,
    }
}
