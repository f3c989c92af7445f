//! The Threshold of Pain: how damage is split between fatigue and hit points, wear, impairments (`threshold-of-pain/*`, `nonlethal/*`,
//! `impairments/*`, `damage/reduction-*`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Sum};
use affray_kernel::{CreatureId, Scene};

use super::effects::{Blow, Effect, Volley};
use super::numbers::{armor, threshold, tireless};
use crate::TimeCount;
use crate::fact::{Fact, Flag, Harm, Number};
use crate::ids::rule;
use crate::sheet::{Attribute, DamageType, PoisonHarm};
use crate::state::{State, Underway};

/// What is left of damage after the target's reduction (`damage/reduction-definition`, `damage/reduction-can-zero`).
pub(crate) fn reduced(state: &State, on: CreatureId, amount: i16, kind: DamageType) -> i16 {
    let reduction = &state.sheet(on).reduction;
    let applies = reduction.from.is_empty() || reduction.from.contains(&kind);
    let off = if applies { reduction.points } else { 0 };
    (amount - off).max(0)
}

/// How damage is split: so much fatigue and so many hit points (`threshold-of-pain/above`, `threshold-of-pain/not-above`,
/// `nonlethal/fatigue-only`). `threshold` is that at the start of the count (`threshold-of-pain/per-attack`).
fn split(amount: i16, threshold: i16, nonlethal: bool) -> (i16, i16) {
    if nonlethal {
        (amount, 0)
    } else if amount > threshold {
        (threshold, amount - threshold)
    } else {
        (amount, 0)
    }
}

/// The hit points that a blow costs by itself: what reduction and the Threshold of Pain leave of it (`damage/where-it-goes`).
pub(crate) fn hit_points_lost(state: &State, blow: &Blow) -> i16 {
    let amount = reduced(state, blow.on, blow.amount, blow.kind);
    if tireless(state, blow.on) {
        amount
    } else {
        split(amount, blow.threshold, blow.nonlethal).1
    }
}

/// Deals the damage of one blow; whether any of it is left after reduction.
pub(crate) fn deal(scene: &mut Scene<'_, TimeCount>, blow: &Blow) -> bool {
    let on = blow.on;
    let amount = reduced(scene.state(), on, blow.amount, blow.kind);
    if amount == 0 {
        scene.cite(rule!("damage/reduction-can-zero"));
        if scene.listened() {
            explain(scene, blow, amount);
        }
        scene.emit(Fact::Unhurt(on));
    } else {
        take(scene, blow, amount);
        hinder(scene, on, amount);
    }
    if blow.wears {
        if blow.nonlethal {
            scene.cite(rule!("nonlethal/wear"));
        }
        wear(scene, on);
    }
    amount > 0
}

/// The damage reaches the body.
fn take(scene: &mut Scene<'_, TimeCount>, blow: &Blow, amount: i16) {
    let on = blow.on;
    if scene.listened() {
        cite_threshold(scene, blow, amount);
        explain(scene, blow, amount);
    }
    let (mut fatigue, mut hp) = split(amount, blow.threshold, blow.nonlethal);
    if tireless(scene.state(), on) {
        scene.cite(rule!("creatures/definition"));
        (fatigue, hp) = (0, amount);
    }
    scene.emit(Fact::Damaged {
        who: on,
        fatigue,
        hp,
        kind: Some(blow.kind),
        why: Harm::Hit,
    });
    super::upkeep::stop_regeneration(scene, on, blow.kind);
    impair(scene, blow, amount);
}

/// The damage with what reduction takes off, held against the Threshold of Pain that it meets.
fn explain(scene: &mut Scene<'_, TimeCount>, blow: &Blow, amount: i16) {
    let on = blow.on;
    let tireless = tireless(scene.state(), on);
    let all_hp = tireless || blow.threshold == 0;
    let (threshold, verdict) = if amount == 0 {
        (None, "nothing is left")
    } else if tireless && blow.nonlethal {
        (None, "nonlethal, yet all of it hit points")
    } else if blow.nonlethal {
        (None, "nonlethal, all of it fatigue")
    } else if all_hp {
        (Some(blow.threshold), "all of it hit points")
    } else if amount > blow.threshold {
        (Some(blow.threshold), "the rest comes off the hit points")
    } else {
        (Some(blow.threshold), "all of it fatigue")
    };
    let mut parts = Tally::new();
    let rule = rule!("damage/reduction-definition");
    parts.add("damage reduction", amount - blow.amount, rule);
    scene.explain(
        || Sum {
            by: Some(on),
            what: "damage taken",
            dice: i32::from(blow.amount),
            total: i32::from(amount),
            against: threshold.map(|value| Against::of(on, "Threshold of Pain", i32::from(value))),
            verdict,
            rule: rule!("damage/where-it-goes"),
        },
        &parts,
    );
}

fn cite_threshold(scene: &mut Scene<'_, TimeCount>, blow: &Blow, amount: i16) {
    let state = scene.state();
    let persona = state.attribute(blow.on, Attribute::Persona) != 0;
    let armor = armor(state, blow.on).is_some_and(|armor| armor.threshold != 0);
    if persona || armor || state.body(blow.on).wear > 0 {
        scene.cite(rule!("threshold-of-pain/effective"));
    } else {
        scene.cite(rule!("threshold-of-pain/base"));
    }
    let body = scene.state().body(blow.on);
    let (bonus, invigorated) = (!body.bonus.is_empty(), body.invigoration > 0);
    let tireless = tireless(scene.state(), blow.on);
    if tireless || amount > blow.threshold && !blow.nonlethal {
        if bonus {
            scene.cite(rule!("bonus-hit-points/lost-first"));
        }
        if invigorated {
            scene.cite(rule!("healing/separate-pool"));
        }
    }
    if tireless {
        return;
    }
    if blow.nonlethal {
        scene.cite(rule!("nonlethal/fatigue-only"));
    } else if blow.threshold == 0 {
        scene.cite(rule!("threshold-of-pain/wounded"));
    } else if amount > blow.threshold {
        scene.cite(rule!("threshold-of-pain/above"));
    } else {
        scene.cite(rule!("threshold-of-pain/not-above"));
    }
}

/// Every hit that carries damage wears the Threshold of Pain by 1 (`threshold-of-pain/wear`, `nonlethal/wear`).
fn wear(scene: &mut Scene<'_, TimeCount>, on: CreatureId) {
    let state = scene.state();
    let (worn, left) = (state.body(on).wear, threshold(state, on));
    scene.cite(rule!("threshold-of-pain/wear"));
    if left == 1 {
        scene.cite(rule!("threshold-of-pain/wounded"));
    }
    scene.emit(Fact::Set(on, Number::Wear, worn.saturating_add(1)));
}

/// A strong hit impairs (`impairments/rule`, `impairments/without-exceeding`, `impairments/immunity`, `simultaneous/threshold`).
fn impair(scene: &mut Scene<'_, TimeCount>, blow: &Blow, amount: i16) {
    let state = scene.state();
    if !state.cast.options.impairments || !blow.wears || blow.nonlethal {
        return;
    }
    let place = match blow.kind {
        DamageType::Bludgeoning => 0,
        DamageType::Piercing => 1,
        DamageType::Slashing => 2,
        _ => return,
    };
    let strong = if blow.others > 0 {
        amount >= blow.threshold - i16::from(blow.others)
    } else {
        amount > blow.threshold
    };
    if blow.others > 0 && blow.threshold > 0 && scene.listened() {
        explain_lowered(scene, blow, strong);
    }
    if !strong && !blow.always_impairs {
        return;
    }
    let state = scene.state();
    if state.sheet(blow.on).traits.immune_impairments {
        scene.cite(rule!("impairments/immunity"));
        return;
    }
    let points = state.body(blow.on).impairments[place];
    if blow.others > 0 {
        scene.cite(rule!("simultaneous/threshold"));
    }
    if place == 0 {
        scene.cite(rule!("accuracy/improvement"));
    }
    scene.cite(rule!("impairments/table"));
    scene.cite(if strong {
        rule!("impairments/rule")
    } else {
        rule!("impairments/without-exceeding")
    });
    scene.emit(Fact::Set(
        blow.on,
        Number::Impairments(place as u8),
        points.saturating_add(1),
    ));
}

/// The threshold that several attackers at once lower (`simultaneous/threshold`).
fn explain_lowered(scene: &mut Scene<'_, TimeCount>, blow: &Blow, strong: bool) {
    let rule = rule!("simultaneous/threshold");
    let mut parts = Tally::new();
    parts.add("others hit as well", -i16::from(blow.others), rule);
    let lowered = i32::from(blow.threshold) + parts.total();
    let sum = || Sum {
        by: Some(blow.on),
        what: "Threshold of Pain for impairments",
        dice: i32::from(blow.threshold),
        total: lowered,
        against: None,
        verdict: if strong { "reached" } else { "not reached" },
        rule,
    };
    scene.explain(sum, &parts);
}

/// Damage and fatigue make a spell that is being prepared harder, and interrupt whoever need not be asked otherwise
/// (`preparing/step-3-damage`).
pub(crate) fn hinder(scene: &mut Scene<'_, TimeCount>, on: CreatureId, amount: i16) {
    encumber(scene, on, amount);
    disturb(scene, on);
}

/// How much damage and fatigue a creature takes by the actions of a count, as it adds to a casting DC (`preparing/step-3-damage`).
pub(crate) fn suffered(state: &State, volley: &Volley, who: CreatureId) -> i16 {
    let of_one = |effect: &Effect| match *effect {
        Effect::Damage(blow) if blow.on == who => reduced(state, who, blow.amount, blow.kind),
        Effect::Fatigue(on, amount, _) if on == who => amount,
        Effect::Poison(on, amount, PoisonHarm::Fatigue | PoisonHarm::HitPoints) if on == who => {
            amount
        }
        _ => 0,
    };
    let effects = volley.iter().flat_map(|thrown| &thrown.effects);
    effects.map(of_one).sum()
}

/// As [`hinder`], before the turns of a count have come.
pub(crate) fn hinder_early(scene: &mut Scene<'_, TimeCount>, on: CreatureId, amount: i16) {
    encumber(scene, on, amount);
    rouse(scene, on);
}

/// The casting DC of a spell that is being prepared rises by so much (`preparing/step-3-damage`).
pub(crate) fn encumber(scene: &mut Scene<'_, TimeCount>, on: CreatureId, amount: i16) {
    let body = scene.state().body(on);
    if let Underway::Prepare {
        spell,
        ready,
        failure,
        hindered,
    } = body.underway
    {
        scene.cite(rule!("preparing/step-3-damage"));
        let hindered = hindered.saturating_add(amount);
        scene.emit(Fact::Underway(
            on,
            Underway::Prepare {
                spell,
                ready,
                failure,
                hindered,
            },
        ));
    }
}

/// Whoever goes on undisturbed with what takes time is asked again once something happens to it (`spell-timing/cancel`): from the next count
/// on, as it has gone on with that on this one (`initiative/ties`).
pub(crate) fn disturb(scene: &mut Scene<'_, TimeCount>, on: CreatureId) {
    if rouse(scene, on) && !scene.state().body(on).decided {
        scene.emit(Fact::Flag(on, Flag::Decided, true));
    }
}

/// Whoever goes on undisturbed is asked again; whether it was undisturbed.
fn rouse(scene: &mut Scene<'_, TimeCount>, on: CreatureId) -> bool {
    let body = scene.state().body(on);
    let undisturbed = body.underway != Underway::Nothing && !body.asked;
    if undisturbed {
        scene.emit(Fact::Flag(on, Flag::Asked, true));
    }
    undisturbed
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn only_what_exceeds_the_threshold_touches_hit_points() {
        assert_eq!(split(3, 4, false), (3, 0));
        assert_eq!(split(4, 4, false), (4, 0));
        assert_eq!(split(5, 4, false), (4, 1));
        assert_eq!(split(5, 0, false), (0, 5));
        assert_eq!(split(9, 4, true), (9, 0));
    }
}
