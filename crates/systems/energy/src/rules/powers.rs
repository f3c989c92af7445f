//! Spells and abilities: what they are aimed at and what they do (`gaps/spells`).

use affray_kernel::grid::{Cell, Space};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Sum};
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal, Scene};

use super::aura;
use super::death;
use super::defenses::{self, Seen};
use super::effects::{Struck, Thrown};
use super::melee::{HitRoll, explain_armor, in_words};
use super::numbers::{divided, present};
use super::price::Cost;
use super::ranged::{self, power_shot, shoot};
use super::zones;
use crate::Energy;
use crate::act::Aim;
use crate::fact::{Fact, Flag, Number, Verdict, What};
use crate::ids::{refuse, rule};
use crate::sheet::{Ability, Aiming, Defense, Power, Recharge, Working};
use crate::state::{PowerId, State, Zone};

/// What a power costs.
#[must_use]
pub(crate) fn cost(power: &Power) -> Cost {
    Cost {
        energy: i16::from(power.energy),
        stamina: i16::from(power.stamina),
        agility: i16::from(power.agility),
    }
}

/// The Attack Value of powers: 15 and half the best mental modifier (`gaps/spells`).
#[must_use]
pub(crate) fn attack_value(state: &State, who: CreatureId, bonus: i16) -> Tally {
    let sheet = state.sheet(who);
    let mental = [Ability::Intelligence, Ability::Wisdom, Ability::Charisma];
    let best = mental
        .map(|ability| sheet.modifier(ability))
        .into_iter()
        .max();
    let half = divided(best.unwrap_or(0), 2, state.cast.options.negative_rounding);
    let rule = rule!("gaps/spells");
    let mut tally = Tally::new();
    tally.add("base", 15, rule);
    tally.add("mind", half, rule);
    tally.add("power", bonus, rule);
    tally
}

/// Whether a creature can use a power at all.
///
/// # Errors
/// What is against it.
pub(crate) fn usable(state: &State, who: CreatureId, power: PowerId) -> Result<&Power, Refusal> {
    let none = refuse!("gaps/spells", "it has no such power");
    if usize::from(power.0) >= state.cast.powers.len() {
        return Err(none);
    }
    if !state.sheet(who).powers.contains(&power.0) {
        return Err(none);
    }
    let used = state.body(who).used.contains(&power);
    let power = state.power(power);
    if used {
        return Err(refuse!("gaps/spells", "it is used up until the next rest"));
    }
    if matches!(power.works, Working::PowerStrike | Working::Doubling) {
        return Err(refuse!(
            "gaps/spells",
            "it goes with an attack: `attack ... boosted by` it"
        ));
    }
    Ok(power)
}

/// Whether a power can be aimed so, from that place.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn aimed(
    state: &State,
    (who, at): (CreatureId, Cell),
    power: &Power,
    aim: Aim,
) -> Result<(), Refusal> {
    if let Aim::Creature(on) = aim {
        means_something(state, power, on)?;
    }
    match (&power.works, aim) {
        (Working::Attack { range_m, .. }, Aim::Creature(on)) if on != who => {
            near(state, (who, at), on, *range_m)
        }
        (
            Working::Surge {
                range_m: Some(range),
            },
            Aim::Creature(on),
        ) => near(state, (who, at), on, *range),
        (Working::Zone { range_m, .. }, Aim::Place(place)) => {
            if !state.cast.map.contains(place) {
                return Err(refuse!("gaps/spells", "that is not on the map"));
            }
            let own = state.space_at(who, at);
            let metres = state.grid().distance(own, Space::cell(place));
            within(i16::try_from(metres).unwrap_or(i16::MAX), *range_m)
        }
        (
            Working::Surge { .. }
            | Working::Shake { .. }
            | Working::Quickening { .. }
            | Working::AuraOff,
            Aim::Oneself,
        ) => Ok(()),
        _ => Err(refuse!("gaps/spells", "it cannot be aimed so")),
    }
}

/// A thing has no Aura to regain, and neither a will nor a body that could give way; what rolls to hit it or goes against Evasion harms it
/// (`gaps/objects`, `aura/nature`).
fn means_something(state: &State, power: &Power, on: CreatureId) -> Result<(), Refusal> {
    if !state.sheet(on).traits.object {
        return Ok(());
    }
    match power.works {
        Working::Surge { .. } => Err(refuse!(
            "aura/nature",
            "{} is a thing and has no Aura",
            Figure::Creature(on)
        )),
        Working::Attack {
            aiming:
                Aiming::Value {
                    against: Defense::Fortitude | Defense::Will,
                    ..
                },
            ..
        } => Err(refuse!(
            "gaps/objects",
            "{} is a thing: it has neither Fortitude nor Will",
            Figure::Creature(on)
        )),
        _ => Ok(()),
    }
}

fn near(
    state: &State,
    (who, at): (CreatureId, Cell),
    on: CreatureId,
    range: i16,
) -> Result<(), Refusal> {
    if !present(state, on) {
        return Err(refuse!(
            "gaps/spells",
            "{} is not there",
            Figure::Creature(on)
        ));
    }
    if on == who {
        return Ok(());
    }
    let own = state.space_at(who, at);
    let metres = state.grid().distance(own, state.space(on));
    within(i16::try_from(metres).unwrap_or(i16::MAX), range.max(1))
}

fn within(metres: i16, range: i16) -> Result<(), Refusal> {
    if metres > range {
        return Err(refuse!(
            "range/maximum",
            "it is {} m away; the range is {} m",
            Figure::Number(i32::from(metres)),
            Figure::Number(i32::from(range))
        ));
    }
    Ok(())
}

/// Whether a power attacks with a roll.
#[must_use]
pub(crate) const fn attacks(power: &Power) -> bool {
    matches!(power.works, Working::Attack { .. })
}

/// Rolls the attack of a power.
///
/// # Errors
/// Stops where dice are missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    id: PowerId,
    on: CreatureId,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(by, on);
    let Working::Attack {
        range_m,
        aiming,
        outcome,
    } = scene.state().power(id).works.clone()
    else {
        return Ok(thrown);
    };
    scene.cite(rule!("gaps/spells"));
    let armored = match aiming {
        Aiming::HitRoll { accuracy } => {
            let shot = power_shot(scene.state(), by, on, (accuracy, range_m));
            let (combat, verdict) = shoot(scene, &shot)?;
            thrown.shot = true;
            thrown.came(ranged::what(id), on, verdict);
            thrown.combat(combat, on, verdict);
            if verdict.hits() && outcome.damage.is_some() {
                explain_armor(scene, (by, on), combat, HitRoll::Ranged);
            }
            verdict.hits().then_some(combat.armored)
        }
        Aiming::Value { against, bonus } => {
            let hit = compare(scene, by, on, (against, bonus))?;
            let verdict = if hit { Verdict::Hit } else { Verdict::Miss };
            thrown.came(What::Power(id), on, verdict);
            hit.then_some(false)
        }
    };
    if let Some(armored) = armored {
        thrown.bring(scene, on, &outcome, Struck::by_power(armored))?;
    }
    Ok(thrown)
}

/// An Attack Value against a Defense roll, without a Combat roll.
fn compare(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    on: CreatureId,
    (against, bonus): (Defense, i16),
) -> Play<bool> {
    let value = attack_value(scene.state(), by, bonus);
    let total = value.total();
    let excused = super::melee::no_evasion(scene.state(), on, by, Seen::default());
    if let Some(rule) = excused.filter(|_| against == Defense::Evasion) {
        scene.because("no Evasion roll: hit", rule);
        return Ok(true);
    }
    let braced = scene.state().body(on).defending;
    let defending = defenses::against(scene.state(), on, by, against);
    let hits = |defense: i32| {
        if braced {
            total > defense
        } else {
            total >= defense
        }
    };
    let defense = defending.roll(scene, |defense| u32::from(hits(defense)))?;
    if braced && total == defense {
        scene.because("Defend: ties are won", rule!("actions/defend-ties"));
    }
    let verdict = if hits(defense) {
        Verdict::Hit
    } else {
        Verdict::Miss
    };
    scene.explain(
        || Sum {
            by: Some(by),
            what: "Attack Value",
            dice: 0,
            total,
            against: Some(Against::of(on, defending.what.name(), defense)),
            verdict: in_words(verdict),
            rule: rule!("gaps/spells"),
        },
        &value,
    );
    Ok(hits(defense))
}

/// Does what a power that does not attack does.
pub(crate) fn work(scene: &mut Scene<'_, Energy>, who: CreatureId, id: PowerId, aim: Aim) {
    scene.cite(rule!("gaps/spells"));
    let target = match aim {
        Aim::Creature(on) => on,
        Aim::Oneself | Aim::Place(_) => who,
    };
    match (scene.state().power(id).works.clone(), aim) {
        (Working::Surge { .. }, _) => {
            scene.cite(rule!("aura/recovery-in-combat"));
            let before = scene.state().body(target).aura;
            aura::surge(scene, target);
            if scene.state().body(target).aura > before {
                death::will_awaken(scene, target);
            }
        }
        (Working::Shake { condition }, _) => zones::shake_off(scene, who, condition),
        (Working::Quickening { agility }, _) => {
            scene.cite(rule!("agility/granted-agility-raises-maximum"));
            let body = scene.state().body(who);
            let (bonus, pool) = (body.agility_bonus + agility, body.agility + agility);
            scene.emit(Fact::Set(who, Number::AgilityBonus, bonus));
            scene.emit(Fact::Set(who, Number::Agility, pool));
        }
        (Working::AuraOff, _) => {
            let off = scene.state().body(who).aura_off;
            scene.emit(Fact::Flag(who, Flag::AuraOff, !off));
        }
        (Working::Zone { rounds, .. }, Aim::Place(at)) => {
            let state = scene.state();
            let number = state
                .zones
                .iter()
                .map(|zone| zone.number)
                .max()
                .unwrap_or(0)
                + 1;
            let until = state.clock.round.saturating_add(rounds.saturating_sub(1));
            scene.emit(Fact::Zone(Zone {
                number,
                power: id,
                by: who,
                at,
                until,
            }));
            zones::settle(scene);
        }
        _ => {}
    }
}

/// A power with a recharge is used up (`gaps/spells`).
pub(crate) fn use_up(scene: &mut Scene<'_, Energy>, who: CreatureId, id: PowerId) {
    if scene.state().power(id).recharge != Recharge::None {
        scene.emit(Fact::Used(who, id, true));
    }
}
