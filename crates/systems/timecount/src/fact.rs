//! What happens: facts, and how they change the state. No rules here.

use affray_kernel::condition::Held;
use affray_kernel::grid::{Cell, Terrain};
use affray_kernel::{CreatureId, RuleId, Shared};
use serde::{Deserialize, Serialize};

use super::act::{Act, Facing};
use super::setup::joining::{self, Newcomers};
use super::sheet::{Attribute, DamageType, ItemKind, Options, Sheet};
use super::state::{
    Active, Altered, Arm, Begun, Body, BonusPool, Cast, Condition, ItemId, Movement, Paralysis,
    Pending, Phase, Place, Posture, Prepared, Presence, Run, SpellId, Stapled, State, Underway,
};
pub(super) use within::MOST;
use within::{
    LAST_COUNT, begun_within, bounded, count_of, movement_within, prepared_within, run_within,
    underway_within,
};

mod within;

/// What an attack came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A natural 1 (`critical-fumbles/effect`).
    Fumble,
    /// It failed.
    Miss,
    /// It succeeded.
    Hit,
    /// A critical hit (`critical-hits/threshold`).
    Critical,
}

impl Verdict {
    /// Whether it succeeded.
    #[must_use]
    pub const fn hits(self) -> bool {
        matches!(self, Self::Hit | Self::Critical)
    }
}

/// What an attempt is called: an attack or a special action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the book's")]
pub enum Attempt {
    Attack,
    QuickStrike,
    Feint,
    Distract,
    Disarm,
    Staple,
    Trip,
    Tackle,
    BullRush,
    Approach,
    CoupDeGrace,
    FollowUp,
    Grab,
    BreakGrab,
    EscapeGrab,
    Drag,
    Grapple,
    Shunt,
    Fell,
    Throw,
    Spell(SpellId),
    Flame,
}

/// Why hit points or fatigue change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// An attack, a special action or a spell.
    Hit,
    /// The cost of what it does (`fatigue/sources`).
    Cost,
    /// Running (`running/check-failure`).
    Running,
    /// Poison.
    Poison,
    /// Fire.
    Fire,
    /// Dying (`dying/progress`).
    Dying,
    /// The end of bonus hit points (`bonus-hit-points/duration`).
    Fading,
}

/// A number of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Number {
    /// Hit points without Invigoration and bonus hit points.
    Hp,
    /// Fatigue.
    Fatigue,
    /// Invigoration.
    Invigoration,
    /// Fatigue by poison.
    PoisonFatigue,
    /// Hit points lost to poison.
    PoisonHp,
    /// Wear of the Threshold of Pain.
    Wear,
    /// Impairments: bludgeoning 0, piercing 1, slashing 2.
    Impairments(u8),
    /// Damage to an attribute.
    AttributeDamage(Attribute),
    /// What of it is of poison.
    AttributePoison(Attribute),
    /// Petrification.
    Petrification,
    /// The running penalty.
    RunPenalty,
}

/// A count of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Its next turn.
    Next,
    /// When a point of petrification goes away.
    Unpetrifies,
    /// When it regenerates.
    Regenerates,
    /// Since when it has done nothing but wait.
    WaitsSince,
}

/// A yes or no of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// It has decided what it does on this count.
    Decided,
    /// It is asked about what it has under way.
    Asked,
    /// It has been stabilized.
    Stabilized,
    /// It controls its frightened mount.
    Controls,
    /// Its spell resistance is lowered.
    ResistanceLowered,
    /// It was treated today.
    Treated,
}

/// Why what should befall a creature does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Barrier {
    /// A wall, or too little room.
    Room,
    /// It has been moved out of reach on the same count.
    Distance,
    /// Nothing holds it any more where it is.
    Grip,
    /// It lies on the ground already.
    Lying,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    // Time.
    /// What is going on now.
    Phase(Phase),
    /// The count comes to that number; nobody has decided anything for it yet.
    Count(u32),
    /// A creature's turn comes: what holds until then ends.
    TurnComes(CreatureId),
    /// What was declared for this count is carried out.
    CarriedOut,

    // Announcements: nothing changes but the log.
    /// Something is tried on somebody, with that weapon, and whether it is thrown although it could strike.
    Tries(CreatureId, Attempt, CreatureId, Option<Arm>, bool),
    /// What it came to.
    Came(CreatureId, Attempt, CreatureId, Verdict),
    /// An action of another kind: the act as it was declared, for the log.
    Does(CreatureId, Act),
    /// A spell is cast, or is not.
    Casts(CreatureId, SpellId, bool),
    /// An act is lost, by that rule.
    Lost(CreatureId, u16),
    /// A hit came to nothing.
    Unhurt(CreatureId),
    /// A spell found nothing to cure.
    Uncured(CreatureId),
    /// A creature is not moved (any farther), grabbed, pinned or felled after all.
    Stays(CreatureId, Barrier),

    // Decisions.
    /// A creature has declared what it does.
    Declares(CreatureId, Act),
    /// What it has under way.
    Underway(CreatureId, Underway),

    // Bodies.
    /// A number is set.
    Set(CreatureId, Number, i16),
    /// A count is set.
    At(CreatureId, When, u32),
    /// A yes or no is set.
    Flag(CreatureId, Flag, bool),
    /// Damage was taken: so much fatigue and so many hit points, of that kind.
    Damaged {
        /// Who.
        who: CreatureId,
        /// Fatigue gained.
        fatigue: i16,
        /// Hit points lost, bonus hit points and Invigoration first.
        hp: i16,
        /// Of what kind.
        kind: Option<DamageType>,
        /// Why.
        why: Harm,
    },
    /// Healed: so much Invigoration gained and so much fatigue less.
    Healed(CreatureId, i16, i16),
    /// Hit points regained.
    Regains(CreatureId, i16),
    /// Bonus hit points.
    Bonus(CreatureId, BonusPool),
    /// Bonus hit points whose time is over go.
    BonusEnds(CreatureId),
    /// All bonus hit points are gone.
    NoBonus(CreatureId),
    /// Paralysis damage is added to what goes away at the same rate; the next point of it goes away when it would have.
    Paralysed(CreatureId, Paralysis),
    /// One point of the paralysis of each rate whose count has come goes away.
    ParalysisFades(CreatureId),
    /// All paralysis damage is gone.
    NoParalysis(CreatureId),
    /// The stance.
    Posture(CreatureId, Posture),
    /// The facing.
    Faces(CreatureId, Facing),
    /// What it was as the count began and attacks of the count still meet.
    Begun(CreatureId, Begun),
    /// Enemies who press it.
    Pressed(CreatureId, Vec<CreatureId>),
    /// It is somewhere else.
    Moved(CreatureId, Cell),
    /// What its moving has come to.
    Moving(CreatureId, Movement),
    /// Its run.
    Runs(CreatureId, Option<Run>),
    /// What it attacked with last.
    LastArm(CreatureId, Option<Arm>),
    /// It has cast a spell so often today.
    Castings(CreatureId, SpellId, u8),
    /// A spell stands prepared, or no longer.
    Prepares(CreatureId, Option<Prepared>),
    /// The count of its next waking check.
    Wakes(CreatureId, Option<u32>),
    /// From when on it loses hit points by dying.
    Dying(CreatureId, Option<u32>),
    /// Pinned by a weapon, or no longer.
    Stapled(CreatureId, Option<Stapled>),
    /// Who carries it.
    Mounted(CreatureId, Option<CreatureId>),
    /// A condition begins.
    Gains(Held<Condition>),
    /// A condition ends.
    Loses(Held<Condition>),
    /// It is here, or no longer.
    Presence(CreatureId, Presence),
    /// Creatures join the fight.
    Joins(Box<Newcomers>),
    /// The switches stand so from now on.
    Rules(Box<Options>),
    /// That is a creature\'s sheet from now on.
    Sheet(CreatureId, Box<Sheet>),
    /// A thing is of that kind from now on.
    Kind(ItemId, Box<ItemKind>),

    // Things.
    /// An item is somewhere else.
    Item(ItemId, Place),
    /// Durability Points left.
    Durability(ItemId, i16),
    /// A shield is readied or loosed.
    Readied(ItemId, bool),
    /// Ammunition or uses left.
    Left(ItemId, Option<u16>),
    /// A torch is lit or out.
    Lit(ItemId, bool),
    /// Whether it can be wielded already.
    InGrip(ItemId, bool),
    /// The map changes.
    Alters(Altered),

    // Magic and what is to come.
    /// A spell is active.
    Active(Active),
    /// An active spell ends.
    Ends(u16),
    /// Something will happen.
    Will(Pending),
    /// What was pending has happened, or will not.
    Done(Pending),
}

/// Whether a fact is known to own no memory, as those of every attack are.
#[inline(always)]
pub(super) fn is_plain(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Phase(_)
            | Fact::Count(_)
            | Fact::TurnComes(_)
            | Fact::CarriedOut
            | Fact::Tries(..)
            | Fact::Came(..)
            | Fact::Unhurt(_)
            | Fact::Uncured(_)
            | Fact::Stays(..)
            | Fact::Underway(_, Underway::Nothing)
            | Fact::Set(..)
            | Fact::At(..)
            | Fact::Flag(..)
            | Fact::Damaged { .. }
            | Fact::LastArm(..)
    )
}

/// What was going on is kept while the fight is over by the game master's word.
fn set_phase(state: &mut State, phase: Phase) {
    let clock = &mut state.clock;
    clock.broken_off = match (phase, clock.phase) {
        (Phase::Over(_), Phase::Over(_)) => clock.broken_off,
        (Phase::Over(_), before) => Some(before),
        _ => None,
    };
    clock.phase = phase;
}

/// Applies a fact.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Phase(phase) => set_phase(state, *phase),
        Fact::Count(count) => {
            state.clock.count = (*count).min(LAST_COUNT);
            state.conditions.time_is(None, Some(*count), |_| {});
            for body in &mut state.bodies {
                body.decided = false;
                body.as_begun = None;
            }
        }
        Fact::TurnComes(who) => {
            state.conditions.turn_starts(*who, |_| {});
            let count = state.clock.count;
            let body = body(state, *who);
            body.controls &= body.underway.holds_the_turn();
            if body.acted[0] != count {
                body.acted.rotate_right(1);
                body.acted[0] = count;
            }
        }
        Fact::CarriedOut => {
            for body in &mut state.bodies {
                body.declared = None;
            }
        }
        Fact::Tries(..)
        | Fact::Came(..)
        | Fact::Does(..)
        | Fact::Casts(..)
        | Fact::Lost(..)
        | Fact::Unhurt(..)
        | Fact::Uncured(..)
        | Fact::Stays(..) => {}
        Fact::Declares(who, act) => {
            let body = body(state, *who);
            body.declared = Some(act.clone());
            body.decided = true;
        }
        Fact::Underway(who, underway) => {
            let under_way = &mut body(state, *who).underway;
            under_way.clone_from(underway);
            underway_within(under_way);
        }
        Fact::Set(who, number, value) => set(body(state, *who), *number, *value),
        Fact::At(who, when, count) => {
            let body = body(state, *who);
            match when {
                When::Next => body.next = count_of(*count),
                When::Unpetrifies => body.unpetrifies = count_of(*count),
                When::Regenerates => body.regenerates = count_of(*count),
                When::WaitsSince => body.waits_since = count_of(*count),
            }
        }
        Fact::Flag(who, flag, value) => set_flag(body(state, *who), *flag, *value),
        Fact::Damaged {
            who, fatigue, hp, ..
        } => damage(body(state, *who), *fatigue, *hp),
        Fact::Healed(who, invigoration, fatigue) => {
            let body = body(state, *who);
            body.invigoration = bounded(body.invigoration.saturating_add(*invigoration));
            body.fatigue = bounded(body.fatigue.saturating_sub(*fatigue));
        }
        Fact::Regains(who, points) => {
            let body = body(state, *who);
            body.hp = bounded(body.hp.saturating_add(*points));
        }
        Fact::Bonus(who, pool) => {
            let body = body(state, *who);
            let others: i16 = body.bonus.iter().map(|pool| pool.points).sum();
            let points = bounded(pool.points).min(MOST - others);
            if points > 0 {
                body.bonus.push(BonusPool { points, ..*pool });
                body.bonus.sort_unstable();
            }
        }
        Fact::BonusEnds(who) => {
            let now = state.clock.count;
            body(state, *who).bonus.retain(|pool| pool.until > now);
        }
        Fact::Paralysed(who, source) => {
            let body = body(state, *who);
            let others: i16 = body.paralysis.iter().map(|source| source.points).sum();
            let points = bounded(source.points).min(MOST - others);
            let same = |share: &&mut Paralysis| share.every == source.every;
            if let Some(share) = body.paralysis.iter_mut().find(same) {
                share.points += points;
            } else if points > 0 {
                body.paralysis.push(Paralysis { points, ..*source });
            }
            body.paralysis.sort_unstable();
        }
        Fact::ParalysisFades(who) => {
            let now = state.clock.count;
            let body = body(state, *who);
            for source in body
                .paralysis
                .iter_mut()
                .filter(|source| source.next <= now)
            {
                source.points -= 1;
                source.next = now.saturating_add(source.every);
            }
            body.paralysis.retain(|source| source.points > 0);
            body.paralysis.sort_unstable();
        }
        Fact::NoBonus(who) => body(state, *who).bonus.clear(),
        Fact::NoParalysis(who) => body(state, *who).paralysis.clear(),
        Fact::Posture(who, posture) => body(state, *who).posture = *posture,
        Fact::Faces(who, facing) => body(state, *who).facing = *facing,
        Fact::Begun(who, begun) => body(state, *who).as_begun = Some(begun_within(begun)),
        Fact::Pressed(who, by) => body(state, *who).pressed_by.clone_from(by),
        Fact::Moved(who, at) => body(state, *who).at = *at,
        Fact::Moving(who, movement) => body(state, *who).movement = movement_within(*movement),
        Fact::Runs(who, run) => body(state, *who).run = run.map(run_within),
        Fact::LastArm(who, arm) => body(state, *who).last_arm = *arm,
        Fact::Castings(who, spell, times) => {
            let castings = &mut body(state, *who).castings;
            castings.retain(|(other, _)| other != spell);
            if *times > 0 {
                castings.push((*spell, *times));
                castings.sort_unstable();
            }
        }
        Fact::Prepares(who, prepared) => body(state, *who).prepared = prepared.map(prepared_within),
        Fact::Wakes(who, count) => body(state, *who).waking = *count,
        Fact::Dying(who, since) => body(state, *who).dying_since = *since,
        Fact::Stapled(who, stapled) => body(state, *who).stapled = *stapled,
        Fact::Mounted(who, mount) => body(state, *who).mount = *mount,
        Fact::Gains(held) => state.conditions.add(Held {
            amount: bounded(held.amount),
            ..*held
        }),
        Fact::Loses(held) => {
            state.conditions.remove(held);
            state.conditions.drop_orphans(held.on);
        }
        Fact::Presence(who, presence) => body(state, *who).presence = *presence,
        Fact::Joins(newcomers) => joining::join(state, newcomers),
        Fact::Sheet(who, sheet) => joining::give_sheet(state, *who, sheet),
        Fact::Kind(item, kind) => joining::give_kind(state, *item, kind),
        Fact::Rules(options) => {
            let mut cast = Cast::clone(&state.cast);
            cast.options = **options;
            state.cast = Shared::new(cast);
        }
        Fact::Item(item, place) => state.items[usize::from(item.0)].place = *place,
        Fact::Durability(item, points) => state.items[usize::from(item.0)].durability = *points,
        Fact::Readied(item, readied) => state.items[usize::from(item.0)].readied = *readied,
        Fact::Left(item, left) => state.items[usize::from(item.0)].left = *left,
        Fact::Lit(item, lit) => state.items[usize::from(item.0)].lit = *lit,
        Fact::InGrip(item, in_grip) => state.items[usize::from(item.0)].in_grip = *in_grip,
        Fact::Alters(Altered::Door(a, b, open)) => {
            let kind = state.terrain().edge(*a, *b);
            let turned = kind.and_then(|kind| kind.turned(*open)).or(kind);
            state.altered.set_edge(&state.cast.map, *a, *b, turned);
        }
        Fact::Active(active) => state.spells.push(active.clone()),
        Fact::Ends(number) => state.spells.retain(|active| active.number != *number),
        Fact::Will(pending) => {
            let place = state.pending.partition_point(|other| other <= pending);
            state.pending.insert(place, *pending);
        }
        Fact::Done(pending) => {
            if let Ok(place) = state.pending.binary_search(pending) {
                state.pending.remove(place);
            }
        }
    }
}

fn body(state: &mut State, who: CreatureId) -> &mut Body {
    &mut state.bodies[who.index()]
}

/// Bonus hit points go first, then Invigoration, then hit points (`healing/separate-pool`).
fn damage(body: &mut Body, fatigue: i16, hp: i16) {
    body.fatigue = bounded(body.fatigue.saturating_add(fatigue));
    let mut left = bounded(hp);
    for pool in &mut body.bonus {
        let lost = left.min(pool.points);
        pool.points -= lost;
        left -= lost;
    }
    body.bonus.retain(|pool| pool.points > 0);
    let lost = left.min(body.invigoration);
    body.invigoration -= lost;
    body.hp = body.hp.saturating_sub(left - lost).max(0);
}

fn set(body: &mut Body, number: Number, value: i16) {
    let value = bounded(value);
    match number {
        Number::Hp => body.hp = value,
        Number::Fatigue => body.fatigue = value,
        Number::Invigoration => body.invigoration = value,
        Number::PoisonFatigue => body.poison_fatigue = value,
        Number::PoisonHp => body.poison_hp = value,
        Number::Wear => body.wear = value,
        Number::Impairments(kind) => body.impairments[usize::from(kind.min(2))] = value,
        Number::AttributeDamage(attribute) => body.attribute_damage[attribute as usize] = value,
        Number::AttributePoison(attribute) => body.attribute_poison[attribute as usize] = value,
        Number::Petrification => body.petrification = value,
        Number::RunPenalty => body.run_penalty = value,
    }
}

fn set_flag(body: &mut Body, flag: Flag, value: bool) {
    match flag {
        Flag::Decided => body.decided = value,
        Flag::Asked => body.asked = value,
        Flag::Stabilized => body.stabilized = value,
        Flag::Controls => body.controls = value,
        Flag::ResistanceLowered => body.resistance_lowered = value,
        Flag::Treated => body.treated = value,
    }
}

/// The rule's number as facts keep it.
#[must_use]
pub fn lost_by(rule: RuleId) -> u16 {
    rule.0
}

#[cfg(test)]
mod tests;
