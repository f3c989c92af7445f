//! Which spell to prepare, when to charge it, and when to cast it.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space};

use super::stances::walks_up;
use super::worth::{self, at_least, effort, hurt, risk};
use super::{helped, legal, moving, targets, wellness};
use crate::act::{Act, Aim, Charges};
use crate::actions::delay;
use crate::actions::magic::cast::difficulty;
use crate::actions::special::special;
use crate::fact;
use crate::rules::attack::{Attempt, Term};
use crate::rules::cover;
use crate::rules::flanking::presses;
use crate::rules::numbers::{able, enemies, feet_between, hit_points, immobile, present};
use crate::rules::rates::speed_ft;
use crate::sheet::{Attribute, ChargeUse, Effect, Skill, Spell, SpellRange};
use crate::state::{Condition, Prepared, SpellId, State, Underway};

/// Feet by which enemies may still be out of range when a spell is prepared for them: they come nearer meanwhile.
const SOON_FT: i16 = 40;
/// Feet by which friends may come nearer to those enemies meanwhile: what would strike them as well is not worth preparing.
const STRAY_FT: i16 = 10;
/// Feet by which enemies move while a spell is charged.
const A_STEP_FT: i16 = 5;
/// Feet within which enemies are near.
const NEAR_FT: i16 = 30;
/// How far a touch reaches.
const TOUCH_FT: i16 = 5;
/// Feet that a healer walks to somebody.
pub(super) const WALK_FT: i16 = 40;
/// Charges that a bot puts into a spell at most.
const CHARGES: u8 = 3;
/// Hit points above fatigue that a caster keeps.
const RESERVE: i16 = 3;
/// How many times as much as an enemy's harm a friend's counts.
const FRIEND: i32 = 4;

/// Those whom a spell may serve: how much farther away than its range they may still be, whether they have to be in sight already, and
/// in how many counts.
#[derive(Clone, Copy)]
struct Prospect {
    more_ft: i16,
    in_sight: bool,
    counts: i16,
}

impl Prospect {
    /// Those who can be reached now.
    const NOW: Self = Self::in_sight(0);
    /// Those who can be reached while a spell is charged.
    const AFTER_A_STEP: Self = Self::in_sight(A_STEP_FT);
    /// Those who come up meanwhile.
    const SOON: Self = Self::somewhere(SOON_FT);
    /// Those of them who are in sight.
    const SOON_IN_SIGHT: Self = Self::in_sight(SOON_FT);
    /// Those who can be walked to.
    const WALKED_TO: Self = Self::somewhere(WALK_FT);

    const fn in_sight(more_ft: i16) -> Self {
        Self {
            more_ft,
            in_sight: true,
            counts: 1,
        }
    }

    const fn somewhere(more_ft: i16) -> Self {
        Self {
            in_sight: false,
            ..Self::in_sight(more_ft)
        }
    }

    /// The same in so many counts.
    const fn after(self, counts: i16) -> Self {
        Self { counts, ..self }
    }
}

/// Casts the spell that stands prepared at whoever it serves best, charged first as long as that is sure, nobody presses and no friend may
/// come between; lets it be where it serves nobody, and until a friend has lowered the spell resistance that would keep it off.
pub(super) fn cast(state: &State, who: CreatureId) -> Option<Act> {
    let prepared = state.body(who).prepared?;
    let spell = state.spell(prepared.spell);
    let (worth, aim) = best_aim(state, who, prepared.spell, Prospect::NOW)?;
    if worth <= risk(state, who, cost(spell, prepared)) || is_kept_off(state, who, spell, &aim) {
        return None;
    }
    let keeps = || best_aim(state, who, prepared.spell, Prospect::AFTER_A_STEP).is_some();
    if charging_pays(state, who, prepared) && keeps() && legal(state, who, &Act::Charge) {
        return Some(Act::Charge);
    }
    let act = Act::Cast {
        aim,
        charges: Charges {
            attack: if spell.against.is_some() && spell.charge.is_none() {
                prepared.charges
            } else {
                0
            },
        },
        take_ten: is_sure(state, who, prepared),
    };
    legal(state, who, &act).then_some(act)
}

/// Whether a spell for a friend would come just before that one lowers its spell resistance.
fn is_kept_off(state: &State, who: CreatureId, spell: &Spell, aim: &Aim) -> bool {
    let lowers = |on: &CreatureId| *on != who && helped::may_lower_soon(state, *on);
    is_kind(&spell.effect) && matches!(aim, Aim::Creatures(on) if on.iter().any(lowers))
}

/// Whether the spell that stands prepared would serve a friend now, but for the spell resistance that this one is about to lower.
fn waits_for_friend(state: &State, who: CreatureId, id: SpellId) -> bool {
    let aimed = best_aim(state, who, id, Prospect::NOW);
    aimed.is_some_and(|(_, aim)| is_kept_off(state, who, state.spell(id), &aim))
}

/// The fatigue that casting it costs.
fn cost(spell: &Spell, prepared: Prepared) -> i16 {
    spell.fatigue + i16::from(prepared.charges)
}

/// Whether taking 10 is enough for the casting check.
fn is_sure(state: &State, who: CreatureId, prepared: Prepared) -> bool {
    10 + skill(state, who) >= 10 + difficulty(state, who, prepared).total()
}

fn skill(state: &State, who: CreatureId) -> i32 {
    i32::from(state.sheet(who).rank(Skill::Arcana) + state.attribute(who, Attribute::Intelligence))
}

/// A count and a point of fatigue for more dice: it pays while casting stays sure, and the caster has breath to spare.
fn charging_pays(state: &State, who: CreatureId, prepared: Prepared) -> bool {
    let spell = state.spell(prepared.spell);
    let dice = matches!(spell.charge, Some(ChargeUse::Dice(_)));
    let charged = Prepared {
        charges: prepared.charges + 1,
        ..prepared
    };
    let spare = left(state, who) - 2 * cost(spell, charged) >= RESERVE;
    let pressed = targets(state, who).any(|enemy| presses(state, enemy, who));
    let waits = !state.has(who, Condition::Grabbed) && !pressed;
    dice && waits && spare && charged.charges <= CHARGES && is_sure(state, who, charged)
}

/// Hit points above fatigue.
fn left(state: &State, who: CreatureId) -> i16 {
    hit_points(state, who) - state.body(who).fatigue
}

/// Spells that a creature can afford.
fn affordable(state: &State, who: CreatureId) -> impl Iterator<Item = SpellId> {
    let left = left(state, who);
    state
        .sheet(who)
        .spells
        .iter()
        .map(|number| SpellId(*number))
        .filter(move |spell| state.spell(*spell).fatigue + RESERVE <= left)
}

/// The spell that is best prepared now, with what it promises for each count, in thousandths; none while an enemy presses, fatigue forbids
/// it, or another stands prepared that will serve. One that does not serve as it is, with enemies near, is given up for another that strikes
/// no friends and has somebody in sight; but what heals is carried to whom it heals, and kept until that one has lowered its spell resistance.
pub(super) fn prepare(state: &State, who: CreatureId) -> Option<(i32, Act)> {
    state.sheet(who).spells.first()?;
    let pressed = targets(state, who).any(|enemy| presses(state, enemy, who));
    let held = state.body(who).prepared.map(|prepared| prepared.spell);
    let fought = targets(state, who)
        .any(|enemy| able(state, enemy) && feet_between(state, who, enemy) <= NEAR_FT);
    let serves = held.filter(|spell| best_aim(state, who, *spell, Prospect::SOON).is_some());
    if pressed
        || (serves.is_some() && !fought)
        || held.is_some_and(|spell| waits_for_friend(state, who, spell))
        || approach(state, who).is_some()
    {
        return None;
    }
    let prospect = match serves {
        Some(_) => Prospect::SOON_IN_SIGHT,
        None => Prospect::SOON,
    };
    affordable(state, who)
        .filter(|spell| Some(*spell) != held)
        .filter(|spell| serves.is_none() || state.spell(*spell).area_ft.is_none())
        .filter_map(|id| {
            let spell = state.spell(id);
            let act = Act::Prepare(id);
            let counts = (delay(state, who, &act).fixed() + 1).max(1);
            let (worth, _) = best_aim(state, who, id, prospect.after(counts))?;
            let cost = effort(state, who, spell.fatigue);
            let promise = (worth * chance(state, who, id) / 216 - cost) * 1000 / i32::from(counts);
            (promise > 0 && legal(state, who, &act)).then_some((promise, act))
        })
        .max_by_key(|(promise, _)| *promise)
}

/// The chance of the casting check, of 216.
fn chance(state: &State, who: CreatureId, spell: SpellId) -> i32 {
    let fresh = Prepared {
        spell,
        charges: 0,
        failure: None,
        hindered: 0,
        until: None,
    };
    if is_sure(state, who, fresh) {
        return 216;
    }
    let needed = 10 + difficulty(state, who, fresh).total();
    at_least(state, needed - skill(state, who))
}

/// With a spell prepared: to where it serves. Harmful spells are cast from afar; who would be healed is walked to.
pub(super) fn approach(state: &State, who: CreatureId) -> Option<Act> {
    let prepared = state.body(who).prepared?;
    let spell = state.spell(prepared.spell);
    if !is_kind(&spell.effect) {
        return None;
    }
    let (_, Aim::Creatures(on)) = best_aim(state, who, prepared.spell, Prospect::WALKED_TO)? else {
        return None;
    };
    moving::join(state, who, *on.first()?, range_ft(spell).max(5))
}

/// How near a caster wants to be to its enemies; none: it has no harmful spell that it can afford.
pub(super) fn reach_ft(state: &State, who: CreatureId) -> Option<i16> {
    let body = state.body(who);
    let ready = body.prepared.map(|prepared| prepared.spell);
    affordable(state, who)
        .chain(ready)
        .map(|id| state.spell(id))
        .filter(|spell| !is_kind(&spell.effect) && spell.against.is_some())
        .map(range_ft)
        .filter(|feet| *feet > 10)
        .max()
}

fn range_ft(spell: &Spell) -> i16 {
    match spell.range {
        SpellRange::Personal => 0,
        SpellRange::Touch => TOUCH_FT,
        SpellRange::Feet(feet) => feet,
    }
}

/// Whether a spell helps a friend so many feet away, whom its caster would walk up to.
pub(super) fn helps_at(state: &State, id: SpellId, feet: i16) -> bool {
    let spell = state.spell(id);
    is_kind(&spell.effect)
        && spell.range != SpellRange::Personal
        && feet <= range_ft(spell) + WALK_FT
}

/// Whether an effect is meant for friends.
pub(super) fn is_kind(effect: &Effect) -> bool {
    matches!(effect, Effect::Heal { .. } | Effect::BonusHitPoints { .. })
}

/// Whether nothing covers a creature wholly from somebody who aims at it, or at the space where it stands.
fn in_sight(state: &State, who: CreatureId, on: CreatureId, spell: &Spell) -> bool {
    let there = match spell.area_ft {
        Some(_) => Space::new(state.body(on).at, 1, 1),
        None => state.space(on),
    };
    on == who || cover::is_open(state, state.space(who), there)
}

/// Whom a spell serves best now.
pub(super) fn aim_now(state: &State, who: CreatureId, id: SpellId) -> Option<Aim> {
    best_aim(state, who, id, Prospect::NOW).map(|(_, aim)| aim)
}

/// Whom a spell serves best, and how much.
fn best_aim(state: &State, who: CreatureId, id: SpellId, prospect: Prospect) -> Option<(i32, Aim)> {
    let spell = state.spell(id);
    let more_ft = prospect.more_ft;
    let reaches = |on: CreatureId| match range_ft(spell) {
        0 => on == who,
        // Nobody walks up to an enemy to touch it.
        TOUCH_FT if !is_kind(&spell.effect) => {
            feet_between(state, who, on) <= TOUCH_FT
                || more_ft > 0 && walks_up(state, on, who, TOUCH_FT)
        }
        range => feet_between(state, who, on) <= range + more_ft,
    };
    let near =
        |on: &CreatureId| reaches(*on) && (!prospect.in_sight || in_sight(state, who, *on, spell));
    match &spell.effect {
        Effect::Heal { .. } | Effect::BonusHitPoints { .. } => state
            .creatures()
            .filter(|on| !enemies(state, who, *on) && present(state, *on) && near(on))
            .map(|on| (60 - wellness(state, on), on))
            .max()
            .filter(|(worth, _)| *worth > 0)
            .map(|(worth, on)| (worth, Aim::Creatures(Box::new([on])))),
        Effect::DrawPoison | Effect::Unpetrify | Effect::HeldFlame { .. } => None,
        effect => {
            let counts = (more_ft > 0).then_some(prospect.counts);
            harm(state, who, (id, effect), near, counts)
        }
    }
}

/// A harmful spell that strikes somebody, from the centre of its area if it has one.
struct Struck<'s> {
    by: CreatureId,
    id: SpellId,
    effect: &'s Effect,
    centre: Option<Cell>,
}

impl Struck<'_> {
    /// What it is worth against one creature, who is covered as it is now.
    fn worth(&self, state: &State, on: CreatureId) -> i32 {
        let spell = state.spell(self.id);
        let Some(against) = spell.against else {
            return 0;
        };
        let amount = match self.effect {
            Effect::Damage { dice, .. } => {
                let mean = (dice.least() + dice.most().unwrap_or_else(|| dice.least())) / 2;
                hurt(state, on, mean, false)
            }
            // Whoever is caught in it already gains nothing worse.
            Effect::Bring(_) if state.has(on, Condition::Netted) => 0,
            Effect::Bring(_) => 45,
            Effect::AttackPenalty { .. } if state.has(on, Condition::Shaken) => 0,
            _ => 20,
        };
        let what = fact::Attempt::Spell(self.id);
        let attempt = Attempt {
            ranged: matches!(spell.range, SpellRange::Feet(_)),
            centre: self.centre,
            ..special(self.by, on, what, Term::Spell, against)
        };
        worth::chance(state, &attempt) * amount / 20
    }
}

/// Feet by which a creature may come nearer to its enemies in so many counts: those who strike hand to hand walk up to them, unless they are
/// at it already.
fn comes_nearer_ft(state: &State, one: CreatureId, counts: i16) -> i16 {
    let engaged = |enemy: CreatureId| presses(state, one, enemy) || presses(state, enemy, one);
    let stays = !able(state, one)
        || immobile(state, one)
        || moving::fights_from_afar(state, one)
        || state.creatures().any(engaged);
    if stays {
        return 0;
    }
    let body = state.body(one);
    let idle = match body.underway {
        Underway::Walk(..) => 0,
        _ => body.next.saturating_sub(state.clock.count),
    };
    let counts = i32::from(counts) - i32::try_from(idle).unwrap_or(i32::MAX);
    let feet = counts.max(0) * i32::from(speed_ft(state, one)) / 4;
    i16::try_from(feet).unwrap_or(i16::MAX)
}

/// The enemy or the place that a harmful spell is best aimed at, if it is cast in so many counts: friends who may be inside its area by then
/// count as inside.
fn harm(
    state: &State,
    who: CreatureId,
    (id, effect): (SpellId, &Effect),
    near: impl Fn(&CreatureId) -> bool,
    in_counts: Option<i16>,
) -> Option<(i32, Aim)> {
    let spell = state.spell(id);
    spell.against?;
    let from = |centre| Struck {
        by: who,
        id,
        effect,
        centre,
    };
    let struck = |on: &CreatureId| enemies(state, who, *on) && able(state, *on) && near(on);
    let targets = state.creatures().filter(struck);
    let Some(radius) = spell.area_ft else {
        return targets
            .map(|on| (from(None).worth(state, on), on))
            .max()
            .filter(|(worth, _)| *worth > 0)
            .map(|(worth, on)| (worth, Aim::Creatures(Box::new([on]))));
    };
    targets
        .map(|target| {
            let at = state.body(target).at;
            let centre = Space::new(at, 1, 1);
            let is_friend = |on: CreatureId| !enemies(state, who, on);
            let nearer = |one, counts| comes_nearer_ft(state, one, counts);
            let own_way = in_counts.map_or(0, |counts| nearer(target, counts));
            let inside = |on: &CreatureId| {
                let stray = in_counts.filter(|_| is_friend(*on)).map_or(0, |counts| {
                    nearer(*on, counts).saturating_add(own_way).max(STRAY_FT)
                });
                let there = state.space(*on);
                present(state, *on)
                    && feet_between(state, target, *on) <= stray.saturating_add(radius)
                    && (stray > 0 || cover::is_open(state, centre, there))
            };
            let worth = |on: CreatureId| match from(Some(at)).worth(state, on) {
                worth if is_friend(on) => -FRIEND * worth,
                worth if able(state, on) => worth,
                _ => 0,
            };
            let worth: i32 = state.creatures().filter(inside).map(worth).sum();
            (worth, at)
        })
        .max()
        .filter(|(worth, _)| *worth > 0)
        .map(|(worth, at)| (worth, Aim::Area(at)))
}
