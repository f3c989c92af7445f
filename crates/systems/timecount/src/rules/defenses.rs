//! Which defense an attack meets, and what circumstances make of it (`attack-roll/default-defense`, `defenses/*`, `stances/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, RuleId};

use super::attack::{Attempt, Term};
use super::numbers::{
    LEAST_CELERITY, arms_in_hand, defense, defense_tally, helpless, immobile, running, unsteady,
};
use super::occupied;
use crate::fact;
use crate::ids::rule;
use crate::sheet::Defense;
use crate::state::{Begun, Condition, Stance, State, Underway};

/// The rule of a defense.
pub(crate) fn rule(defense: Defense) -> RuleId {
    match defense {
        Defense::Primary => rule!("defenses/primary"),
        Defense::Passive => rule!("defenses/passive"),
        Defense::Vigor => rule!("defenses/vigor"),
        Defense::Celerity => rule!("defenses/celerity"),
        Defense::Spirit => rule!("defenses/spirit"),
    }
}

/// The defense that an attack meets, and why if it is Passive in place of Primary (`defenses/passive-when`).
#[inline]
pub(crate) fn met(state: &State, attempt: &Attempt) -> (Defense, Option<RuleId>) {
    match attempt.against {
        None | Some(Defense::Primary) => match passive(state, attempt.on, attempt.ranged) {
            Some(reason) => (Defense::Passive, Some(reason)),
            None => (Defense::Primary, None),
        },
        Some(named) => (named, None),
    }
}

/// Why a creature cannot actively avoid being hit; none: it can.
#[inline]
fn passive(state: &State, on: CreatureId, ranged: bool) -> Option<RuleId> {
    let begun = state.body(on).as_begun.as_ref();
    let as_begun = |met: fn(&Begun) -> bool| begun.is_some_and(met);
    if helpless(state, on) {
        return Some(rule!("conditions/helpless"));
    }
    if state.body(on).posture_met().stance == Stance::Poised {
        return Some(rule!("stances/poised-drawback"));
    }
    if immobile(state, on) || as_begun(|begun| !begun.let_go.is_empty() || begun.finishing) {
        return Some(rule!("conditions/immobile"));
    }
    if running(state, on) || as_begun(|begun| begun.ran) {
        return Some(rule!("running/unsteady"));
    }
    if unsteady(state, on) {
        return Some(rule!("conditions/unsteady"));
    }
    let prepares = matches!(state.body(on).underway, Underway::Prepare { .. });
    if prepares || as_begun(|begun| begun.preparing) {
        return Some(rule!("stances/spellcasting-drawback"));
    }
    if occupied::overcrowded(state, on) {
        return Some(rule!("occupied-fighting/overcrowded"));
    }
    if ranged || as_begun(|begun| begun.armed) {
        return None;
    }
    unarmed(state, on)
}

/// Why Passive takes the place of Primary, in words.
const WHY_PASSIVE: [(RuleId, &str); 9] = [
    (rule!("conditions/helpless"), "helpless"),
    (rule!("stances/poised-drawback"), "poised"),
    (rule!("conditions/immobile"), "immobile"),
    (rule!("running/unsteady"), "running"),
    (rule!("conditions/unsteady"), "off balance"),
    (rule!("stances/spellcasting-drawback"), "preparing a spell"),
    (
        rule!("occupied-fighting/overcrowded"),
        "in too great a crowd",
    ),
    (
        rule!("ranged-in-melee/passive-defense"),
        "only a ranged weapon",
    ),
    (rule!("unarmed/passive-defense"), "unarmed"),
];

/// Why Passive takes the place of Primary by that rule, in words.
pub(crate) fn why_passive(reason: RuleId) -> &'static str {
    let why = WHY_PASSIVE.iter().find(|(rule, _)| *rule == reason);
    why.map_or("", |(_, words)| words)
}

/// Why a creature counts as wielding no melee weapon: with a ranged one alone it defends itself as if it fought unarmed, which special
/// training helps with (`unarmed/passive-defense`, `ranged-in-melee/passive-defense`).
#[inline]
pub(crate) fn unarmed(state: &State, on: CreatureId) -> Option<RuleId> {
    let traits = state.sheet(on).traits;
    if traits.natural_weapons || traits.unarmed_training {
        return None;
    }
    let mut ranged = false;
    for arm in arms_in_hand(state, on) {
        match state.weapon(on, arm) {
            Some(weapon) if weapon.melee => return None,
            Some(_) => ranged = true,
            None => {}
        }
    }
    if ranged {
        let posture = state.body(on).posture_met();
        let parries = posture.stance == Stance::Parrying && posture.from <= state.clock.count;
        (!parries).then_some(rule!("ranged-in-melee/passive-defense"))
    } else {
        Some(rule!("unarmed/passive-defense"))
    }
}

/// What makes up the defense against this attack.
pub(crate) fn against(state: &State, attempt: &Attempt, met: Defense) -> Tally {
    let on = attempt.on;
    let mut tally = defense_tally(state, on, met);
    if matches!(met, Defense::Primary | Defense::Passive | Defense::Celerity) {
        low(state, on, attempt.ranged, &mut tally);
    }
    let distracted = state
        .conditions
        .on(on)
        .any(|held| held.kind == Condition::DistractedDefense && held.toward == Some(attempt.by));
    if distracted {
        tally.add("distracted", -2, rule!("special-actions/distract"));
    }
    if met == Defense::Celerity && 10 + tally.total() < i32::from(LEAST_CELERITY) {
        keep_celerity(state, on, &mut tally);
    }
    if attempt.term == Term::Spell
        && matches!(attempt.what, fact::Attempt::Spell(_) | fact::Attempt::Flame)
        && !state.body(on).resistance_lowered_met()
    {
        tally.add(
            "spell resistance",
            state.sheet(on).spell_resistance,
            rule!("actions/lower-spell-resistance"),
        );
    }
    for part in attempt.defense_own.parts() {
        tally.push(*part);
    }
    tally
}

/// Being distracted or low is a penalty: like any other it leaves at least 5 of Celerity (`paralysis/celerity-floor`).
fn keep_celerity(state: &State, on: CreatureId, tally: &mut Tally) {
    let least = LEAST_CELERITY.min(defense(state, on, Defense::Celerity));
    let short = i32::from(least) - 10 - tally.total();
    tally.add(
        "no lower by penalties",
        short.max(0) as i16,
        rule!("paralysis/celerity-floor"),
    );
}

/// Crouching and lying: harder to shoot, easier to strike, for whatever attack one could avoid. Drawbacks hold at once, benefits from the
/// end of the shift (`stances/transition`).
fn low(state: &State, on: CreatureId, ranged: bool, tally: &mut Tally) {
    let posture = state.body(on).posture;
    let settled = posture.from <= state.clock.count;
    match (posture.stance, ranged) {
        (Stance::Crouch, true) if settled => {
            tally.add("crouching", 2, rule!("stances/crouch-benefit"));
        }
        (Stance::Crouch, false) => tally.add("crouching", -2, rule!("stances/crouch-drawback")),
        (Stance::Prone, true) if settled => {
            tally.add("prone", 4, rule!("stances/prone-benefit"));
        }
        (Stance::Prone, false) => tally.add("prone", -4, rule!("stances/prone-drawback")),
        _ => {}
    }
}
