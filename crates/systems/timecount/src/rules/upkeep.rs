//! What happens by itself as a count begins, before any turn: poison, fire, dying, healing by itself, what fades
//! (`poison/ongoing`, `actions/extinguish`, `dying/progress`, `bonus-hit-points/duration`, `paralysis/recovery`,
//! `petrification/recovery`).

use affray_kernel::dice::{Pool, pool};
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Play, RuleId, Scene};
use smallvec::SmallVec;

use super::numbers::{PETRIFIED, dying, hit_points, petrified, present, tireless};
use super::riders::FIRE_COUNTS;
use super::{effects, fatigue, healing, health, threshold};
use crate::TimeCount;
use crate::fact::{Fact, Harm, Number, When};
use crate::ids::rule;
use crate::sheet::{DamageType, DyingLoss, PoisonHarm};
use crate::state::{Condition, NEVER, Pending, PendingHarm, State};

/// Counts for a point of petrification to go away: 8 hours (`petrification/recovery`).
pub(crate) const PETRIFICATION_COUNTS: u32 = 8 * 60 * 120;

/// Those who may have come to harm.
type Affected = SmallVec<[CreatureId; 4]>;

/// The next count at which something happens by itself to a creature.
pub(crate) fn next_event(state: &State, who: CreatureId) -> u32 {
    let body = state.body(who);
    let mut event = body.unpetrifies;
    if healing::room(state, who).invigoration > 0 {
        event = event.min(body.regenerates);
    }
    event = event.min(next_loss(state, who));
    for pool in &body.bonus {
        event = event.min(pool.until);
    }
    for source in &body.paralysis {
        event = event.min(source.next);
    }
    if let Some(until) = body.prepared.and_then(|prepared| prepared.until) {
        event = event.min(until);
    }
    event
}

/// The count at which a dying creature loses its next hit point (`dying/progress`).
pub(crate) fn next_loss(state: &State, who: CreatureId) -> u32 {
    let body = state.body(who);
    let (DyingLoss::Every(every), Some(since)) = (state.cast.options.dying_loss, body.dying_since)
    else {
        return NEVER;
    };
    if body.stabilized || every == 0 || !dying(state, who) || tireless(state, who) {
        return NEVER;
    }
    let passed = state.clock.count.saturating_sub(since) / every;
    since.saturating_add((passed + 1).saturating_mul(every))
}

/// Everything that happens by itself on this count, then deaths, then consciousness checks. `losing` lose a hit point by dying. A poison that
/// takes Constitution can complete a paralysis.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn pass(scene: &mut Scene<'_, TimeCount>, losing: &[CreatureId]) -> Play {
    let mut affected = Affected::new();
    let mut weakened = false;
    while let Some(pending) = due(scene.state()) {
        scene.emit(Fact::Done(pending));
        weakened |= pending.what.takes_attributes();
        if present(scene.state(), pending.on) {
            strike(scene, pending, &mut affected)?;
        }
    }
    for who in scene.state().creatures() {
        if present(scene.state(), who) && losing.contains(&who) {
            lose(scene, who, &mut affected);
        }
    }
    if weakened {
        effects::collapse(scene);
    }
    let harmed = affected.clone();
    for who in scene.state().creatures() {
        if present(scene.state(), who) {
            fade(scene, who, &mut affected);
            recover(scene, who);
            health::recovers(scene, who);
        }
    }
    if affected.is_empty() {
        return Ok(());
    }
    health::deaths(scene);
    fatigue::check_all(scene, &affected, &harmed)
}

/// Those who lose a hit point by dying on that count.
pub(crate) fn losing(state: &State, count: u32) -> Affected {
    state
        .creatures()
        .filter(|who| present(state, *who) && next_loss(state, *who) == count)
        .collect()
}

fn due(state: &State) -> Option<Pending> {
    let first = state.pending.first()?;
    (first.at <= state.clock.count).then_some(*first)
}

fn strike(scene: &mut Scene<'_, TimeCount>, pending: Pending, affected: &mut Affected) -> Play {
    let on = pending.on;
    let hurts = match pending.what {
        PendingHarm::Poison(amount, harms) => {
            scene.cite(rule!("poison/ongoing"));
            poisoned(scene, on, amount, harms)
        }
        PendingHarm::PoisonDice(dice, sides, bonus, harms) => {
            let pool = Pool::new(dice, sides).unwrap_or(pool!("1d1")).plus(bonus);
            let amount = roll(scene, on, pool, ("poison", rule!("poison/ongoing")))?;
            poisoned(scene, on, amount, harms)
        }
        PendingHarm::Fire if !scene.state().has(on, Condition::Burning) => false,
        PendingHarm::Fire => {
            let what = ("fire", rule!("actions/extinguish"));
            let amount = roll(scene, on, pool!("1d6"), what)?;
            scene.emit(Fact::Damaged {
                who: on,
                fatigue: 0,
                hp: amount,
                kind: Some(DamageType::Fire),
                why: Harm::Fire,
            });
            stop_regeneration(scene, on, DamageType::Fire);
            threshold::hinder_early(scene, on, amount);
            let at = scene.state().clock.count.saturating_add(FIRE_COUNTS);
            scene.emit(Fact::Will(Pending { at, ..pending }));
            true
        }
    };
    if hurts {
        affected.push(on);
    }
    Ok(())
}

fn roll(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    pool: Pool,
    (what, rule): (&'static str, RuleId),
) -> Play<i16> {
    Ok(scene.sum(Roll {
        pool,
        by: Some(by),
        what,
        rule,
        audience: Audience::Everyone,
    })? as i16)
}

/// What a poison takes as the count begins; whether it raises fatigue or lowers hit points.
fn poisoned(
    scene: &mut Scene<'_, TimeCount>,
    on: CreatureId,
    amount: i16,
    harms: PoisonHarm,
) -> bool {
    let hurts = poison(scene, on, amount, harms);
    if hurts {
        threshold::hinder_early(scene, on, amount);
    }
    hurts
}

/// What a poison takes, past the Threshold of Pain, and marked as poison's (`poison/effect`, `poison/healing`,
/// `attribute-damage/rule`); whether it raises fatigue or lowers hit points.
pub(crate) fn poison(
    scene: &mut Scene<'_, TimeCount>,
    on: CreatureId,
    amount: i16,
    harms: PoisonHarm,
) -> bool {
    scene.cite(rule!("poison/effect"));
    let body = scene.state().body(on);
    // What bonus hit points and Invigoration take is no loss that could be healed.
    let besides = hit_points(scene.state(), on) - body.hp;
    let poison_hp = body.poison_hp.saturating_add((amount - besides).max(0));
    match harms {
        PoisonHarm::Fatigue => {
            let marked = match tireless(scene.state(), on) {
                true => (Number::PoisonHp, poison_hp),
                false => (
                    Number::PoisonFatigue,
                    body.poison_fatigue.saturating_add(amount),
                ),
            };
            fatigue::tire(scene, on, amount, Harm::Poison);
            scene.emit(Fact::Set(on, marked.0, marked.1));
        }
        PoisonHarm::HitPoints => {
            scene.emit(Fact::Damaged {
                who: on,
                fatigue: 0,
                hp: amount,
                kind: Some(DamageType::Poison),
                why: Harm::Poison,
            });
            scene.emit(Fact::Set(on, Number::PoisonHp, poison_hp));
        }
        PoisonHarm::Attribute(attribute) => {
            let place = attribute as usize;
            let damage = body.attribute_damage[place].saturating_add(amount);
            let marked = body.attribute_poison[place].saturating_add(amount);
            scene.cite(rule!("attribute-damage/rule"));
            scene.emit(Fact::Set(on, Number::AttributeDamage(attribute), damage));
            scene.emit(Fact::Set(on, Number::AttributePoison(attribute), marked));
            return false;
        }
    }
    amount > 0
}

/// A dying creature loses a hit point, past the Threshold of Pain (`dying/progress`).
fn lose(scene: &mut Scene<'_, TimeCount>, who: CreatureId, affected: &mut Affected) {
    scene.cite(rule!("dying/progress"));
    scene.emit(Fact::Damaged {
        who,
        fatigue: 0,
        hp: 1,
        kind: None,
        why: Harm::Dying,
    });
    threshold::hinder_early(scene, who, 1);
    affected.push(who);
}

/// Bonus hit points whose time is over go, which is a fall in hit points (`bonus-hit-points/duration`).
fn fade(scene: &mut Scene<'_, TimeCount>, who: CreatureId, affected: &mut Affected) {
    let now = scene.state().clock.count;
    let body = scene.state().body(who);
    if body.bonus.iter().any(|pool| pool.until <= now) {
        scene.cite(rule!("bonus-hit-points/duration"));
        scene.emit(Fact::BonusEnds(who));
        affected.push(who);
    }
    let body = scene.state().body(who);
    if body.paralysis.iter().any(|source| source.next <= now) {
        scene.cite(rule!("paralysis/recovery"));
        scene.emit(Fact::ParalysisFades(who));
    }
    let body = scene.state().body(who);
    if body.unpetrifies <= now {
        soften(scene, who);
    }
}

/// A point of petrification goes away, unless the creature is wholly stone (`petrification/recovery`).
fn soften(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let points = scene.state().body(who).petrification;
    let mut next = NEVER;
    if points > 0 && !petrified(scene.state(), who) {
        scene.cite(rule!("petrification/recovery"));
        scene.emit(Fact::Set(who, Number::Petrification, points - 1));
        if points > 1 {
            next = scene
                .state()
                .clock
                .count
                .saturating_add(PETRIFICATION_COUNTS);
        }
    }
    scene.emit(Fact::At(who, When::Unpetrifies, next));
}

/// Petrification damage (`petrification/points`, `petrification/complete`).
pub(crate) fn petrify(scene: &mut Scene<'_, TimeCount>, who: CreatureId, points: i16) {
    let state = scene.state();
    let (old, now) = (state.body(who).petrification, state.clock.count);
    let all = old.saturating_add(points);
    scene.cite(rule!("petrification/points"));
    if all >= PETRIFIED {
        scene.cite(rule!("petrification/complete"));
    } else if all >= 2 {
        scene.cite(rule!("petrification/speed"));
    }
    scene.emit(Fact::Set(who, Number::Petrification, all));
    if old == 0 {
        let next = now.saturating_add(PETRIFICATION_COUNTS);
        scene.emit(Fact::At(who, When::Unpetrifies, next));
    }
}

/// A creature that heals by itself (`creatures/definition`).
fn recover(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let state = scene.state();
    let (now, body) = (state.clock.count, state.body(who));
    let Some(regeneration) = &state.sheet(who).regeneration else {
        return;
    };
    if body.regenerates > now {
        return;
    }
    let room = healing::room(state, who).invigoration;
    let (points, counts) = (regeneration.points.min(room), regeneration.counts.max(1));
    // An unhurt creature lets counts pass on which there is nothing to heal; those to come follow at the same interval.
    let late = (now - body.regenerates) % counts;
    if points > 0 && late == 0 {
        scene.cite(rule!("creatures/definition"));
        scene.emit(Fact::Regains(who, points));
    }
    let next = now.saturating_add(counts - late);
    scene.emit(Fact::At(who, When::Regenerates, next));
}

/// Damage of some kinds stops a creature's healing by itself.
pub(crate) fn stop_regeneration(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    kind: DamageType,
) {
    let state = scene.state();
    let stopped = state
        .sheet(who)
        .regeneration
        .as_ref()
        .is_some_and(|regeneration| regeneration.stopped_by.contains(&kind));
    if stopped && state.body(who).regenerates != NEVER {
        scene.emit(Fact::At(who, When::Regenerates, NEVER));
    }
}

/// The flames on a creature go out (`actions/extinguish`).
pub(crate) fn put_out(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    scene.cite(rule!("actions/extinguish"));
    effects::clear(scene, who, Condition::Burning);
    let fires: SmallVec<[Pending; 2]> = fires(scene.state(), who).collect();
    for fire in fires {
        scene.emit(Fact::Done(fire));
    }
}

/// The bites to come of the fire on a creature.
pub(crate) fn fires(state: &State, who: CreatureId) -> impl Iterator<Item = Pending> {
    state
        .pending
        .iter()
        .filter(move |pending| pending.on == who && pending.what == PendingHarm::Fire)
        .copied()
}
