//! What happens: facts, and how they change the state. No rules here.

use affray_kernel::condition::Held;
use affray_kernel::grid::{Cell, Terrain};
use affray_kernel::{CreatureId, RuleId, Shared};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::{Action, Defence, Maneuver, Means, Strike};
use super::setup::joining::{self, Newcomers};
use super::sheet::{DamageType, ItemKind, Options, Sheet, Skill};
use super::state::{
    Body, Cast, Condition, Cover, GearId, ItemId, Location, Phase, Place, Presence, Running,
    SpellId, State,
};

/// What a Combat Roll came to (`results/matrix`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Both fail (`results/both-fail`).
    Nothing,
    /// The attacker alone passes (`results/attacker-critical`).
    CriticalHit,
    /// The defender alone passes (`results/defender-critical`).
    Negated,
    /// Both pass, and the attack is blocked (`results/both-pass-block`).
    Blocked,
    /// Both pass, and the attacker has more Successes.
    Hit,
    /// Both pass, and the attacker has not more Successes than a Dodge.
    Miss,
    /// The same against a Parry.
    Parried,
    /// The same against Withstand.
    Withstood,
}

impl Verdict {
    /// Whether the attack hits: a blocked one does not.
    #[inline]
    #[must_use]
    pub const fn hits(self) -> bool {
        matches!(self, Self::CriticalHit | Self::Hit)
    }

    /// Whether both pass, and the attack comes to nothing against a Dodge, a Parry or Withstand (`results/tie-favours-defender`).
    #[inline]
    #[must_use]
    pub const fn is_turned_aside(self) -> bool {
        matches!(self, Self::Miss | Self::Parried | Self::Withstood)
    }
}

/// What a contest outside of Combat Rolls is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contest {
    /// A Grapple.
    Grapple,
    /// Getting free.
    Escape,
    /// Going unnoticed.
    Sneak,
    /// Going unnoticed by somebody from whom one is hidden already, where neither wins (`conditions/hidden`).
    StillHidden,
    /// Finding somebody.
    Search,
    /// Sneaking up before the fight.
    Surprise,
}

/// Why Health is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// An attack of that creature, to that location where the attack has one (`damage-pipeline/hit-location`).
    Attack(CreatureId, Option<Location>),
    /// A fall of so many metres (`adventuring/falling`).
    Fall(i16),
}

/// What has made needless what somebody had begun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Needless {
    /// That one holds it no longer; `None`: no net does (`conditions/grappled`).
    Held(Option<CreatureId>),
    /// It is where it wanted to be (`magic/spell-data`).
    There,
}

/// How a creature came to another place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// By a step of its own.
    Step,
    /// Driven back (`maneuvers/push`).
    Pushed,
    /// By teleportation (`opportunity-attacks/avoid-by-teleport`).
    Teleported,
    /// It fell.
    Fell,
    /// It went back out of a space where it could not stay (`space/occupied`).
    Back,
    /// By the game master's word.
    Placed,
}

/// A number of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the fields of `Body`")]
pub enum Number {
    Health,
    Mana,
    Xp,
    Ap,
    Attacks,
    Moved,
    Dashes,
    TestModifier,
    Failures,
    Turn,
}

/// A yes or no of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the fields of `Body`")]
pub enum Flag {
    FreeUsed,
    Disengaged,
    Braced,
    MaySneak,
    Hurt,
    Stable,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    // Time.
    /// What is going on now.
    Phase(Phase),
    /// Whether the fight goes on by the game master's word though at most one side is left (`combat-overview/encounter-ends`).
    Prolonged(bool),
    /// A round begins: what is counted by the round starts anew (`initiative-structure/ap-gain`).
    Round(u16),
    /// A round is over: Action Points that are left are lost, and what lasted until its end has ended (`combat-overview/ap-lost`).
    RoundOver(u16),
    /// The side that still has to be noticed, or that no contest is to come any more.
    Sneaking(Option<u8>),
    /// An initiative result.
    Initiative(CreatureId, Option<i16>),
    /// The order of initiative.
    Order(SmallVec<[CreatureId; 8]>),
    /// A turn begins: the next one of the round (`initiative-structure/one-turn-each`).
    TurnBegins(CreatureId),
    /// A turn is skipped, and counts as had (`initiative-structure/unconscious-skipped`, `combat-overview/surprise-skips-turn`).
    TurnSkipped(CreatureId),
    /// A turn is over: what lasted until its end has ended.
    TurnOver(CreatureId),
    /// A turn is saved until after somebody's, or no longer (`saving-your-turn/option`).
    Saves(CreatureId, Option<CreatureId>),

    // Announcements: nothing changes but the log.
    /// A creature does something; `true`: as a free action.
    Does(CreatureId, Action, bool),
    /// A creature makes an opportunity attack, on whoever's turn (`opportunity-attacks/definition`).
    Opportunity(CreatureId, Strike),
    /// A creature sets about standing up (`opportunity-attacks/stand-up`).
    Rises(CreatureId),
    /// It defends.
    Defends(CreatureId, CreatureId, Defence),
    /// A Combat Roll of the first with those means on the second came to that.
    Came(CreatureId, Means, CreatureId, Verdict),
    /// A hit did no damage.
    Unhurt(CreatureId),
    /// The first tries a maneuver on the second.
    Maneuvers(CreatureId, Maneuver, CreatureId),
    /// The maneuver of the first on the second has come to something or not.
    Managed(CreatureId, Maneuver, CreatureId, bool),
    /// The first has managed to push the second, which has no room to be driven back to (`maneuvers/push`).
    NoRoom(CreatureId, CreatureId),
    /// The maneuver that the first has tried on the second is skipped: the damage has knocked that one out (`maneuvers/timing`).
    Unneeded(CreatureId, Maneuver, CreatureId),
    /// A contest of the first against the second was won by the first or not.
    Contested(CreatureId, Contest, CreatureId, bool),
    /// A plain test was passed or not.
    Tested(CreatureId, Skill, bool),
    /// A test passes or fails by itself, without dice.
    ByItself(CreatureId, Skill, bool),
    /// The attack of the first fails by itself: full cover hides the second (`cover/full`).
    Stopped(CreatureId, CreatureId),
    /// What was begun cannot be done any more, by that rule.
    Lost(CreatureId, u16),
    /// What was begun cannot be done any more by that rule, since it is needless.
    Needless(CreatureId, Needless, u16),
    /// A leg of movement comes to nothing: what stands in its way is not to be passed (`space/occupied`).
    Barred(CreatureId),
    /// The door between two spaces does not close: that creature stands in it (`space/occupied`).
    Wedged(CreatureId, Cell, Cell),

    // Bodies.
    /// A leg of movement begins or goes on, and where it is to end (`initiative-structure/turn-movement`).
    Leg(CreatureId, Cell),
    /// Action Points are spent.
    Spends(CreatureId, i16),
    /// A number is set.
    Set(CreatureId, Number, i16),
    /// A yes or no is set.
    Flag(CreatureId, Flag, bool),
    /// Damage was taken.
    Harmed {
        /// Who.
        who: CreatureId,
        /// How much.
        amount: i16,
        /// Of which type; `None`: of several (`damage-pipeline/several-types`).
        kind: Option<DamageType>,
        /// Why.
        why: Harm,
    },
    /// Health is regained.
    Regains(CreatureId, i16),
    /// It is somewhere else.
    Moved(CreatureId, Cell, Motion),
    /// Whom it has feinted against as well; `None`: its feints are spent.
    Feints(CreatureId, Option<CreatureId>),
    /// Against whom its feint counts no longer.
    NoFeint(CreatureId, CreatureId),
    /// The cover that it has by the game master's word.
    Covers(CreatureId, Option<Cover>),
    /// A condition begins.
    Gains(Held<Condition>),
    /// It drops prone of its own will (`conditions/prone`).
    DropsProne(CreatureId),
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
    /// A style of it is widened.
    Learns(CreatureId, u8, GearId),
    /// A spell that lasts begins, in place of the same one on the same creature.
    Runs(Running),
    /// A spell that lasts ends.
    RunsOut(CreatureId, SpellId),

    // Things.
    /// An item is somewhere else.
    Item(ItemId, Place),
    /// Manipulate reactions that are needed before the next shot.
    Unloaded(ItemId, u8),
    /// Uses of its magic that are left.
    Uses(ItemId, Option<u16>),
    /// A lever or a hidden thing: whether it is found, and whether it is pulled.
    Fixture(u8, bool, bool),
    /// The door between two spaces is open or closed.
    Door(Cell, Cell, bool),
}

/// The most that any number of a body comes to, whatever a journal says: sums of such numbers stay small.
const MOST: i16 = 3_000;

fn bounded(value: i16) -> i16 {
    value.clamp(-MOST, MOST)
}

/// Applies a fact.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Phase(phase) => set_phase(state, *phase),
        Fact::Prolonged(prolonged) => state.clock.prolonged = *prolonged,
        Fact::Round(round) => begin_round(state, *round),
        Fact::RoundOver(round) => {
            for body in &mut state.bodies {
                body.ap = 0;
            }
            state.conditions.time_is(Some(*round), None, |_| {});
        }
        Fact::Sneaking(side) => state.clock.sneaking = *side,
        Fact::Initiative(who, result) => body(state, *who).initiative = *result,
        Fact::Order(order) => state.clock.order.clone_from(order),
        Fact::TurnBegins(who) => {
            turn_had(state, *who);
            let body = body(state, *who);
            body.moved = 0;
            body.dashes = 0;
            body.disengaged = false;
        }
        Fact::TurnSkipped(who) => turn_had(state, *who),
        Fact::TurnOver(who) => turn_over(state, *who),
        Fact::Saves(who, after) => {
            if after.is_some() {
                turn_postponed(state, *who);
            }
            let body = body(state, *who);
            body.after = *after;
            if after.is_some() {
                body.turn = 0;
            }
        }
        Fact::Does(..)
        | Fact::Opportunity(..)
        | Fact::Rises(_)
        | Fact::NoRoom(..)
        | Fact::Defends(..)
        | Fact::Came(..)
        | Fact::Unhurt(_)
        | Fact::Maneuvers(..)
        | Fact::Managed(..)
        | Fact::Unneeded(..)
        | Fact::Contested(..)
        | Fact::Tested(..)
        | Fact::ByItself(..)
        | Fact::Stopped(..)
        | Fact::Lost(..)
        | Fact::Needless(..)
        | Fact::Barred(_)
        | Fact::Wedged(..) => {}
        Fact::Spends(who, points) => {
            let body = body(state, *who);
            body.ap = bounded(body.ap.saturating_sub(*points)).max(0);
        }
        Fact::Set(who, number, value) => set(body(state, *who), *number, bounded(*value)),
        Fact::Flag(who, flag, value) => set_flag(body(state, *who), *flag, *value),
        Fact::Harmed { who, amount, .. } => {
            let body = body(state, *who);
            body.health = bounded(body.health.saturating_sub(*amount)).max(0);
        }
        Fact::Regains(who, points) => {
            let body = body(state, *who);
            body.health = bounded(body.health.saturating_add(*points));
        }
        Fact::Leg(who, _) => body(state, *who).teleported = false,
        Fact::Moved(who, at, how) => {
            let body = body(state, *who);
            body.at = *at;
            body.teleported |= *how == Motion::Teleported;
        }
        Fact::Feints(who, against) => feint(&mut body(state, *who).feints, *against),
        Fact::NoFeint(who, against) => body(state, *who).feints.retain(|on| on != against),
        Fact::Covers(who, cover) => body(state, *who).cover = *cover,
        Fact::Gains(held) => state.conditions.add(Held {
            amount: bounded(held.amount),
            ..*held
        }),
        Fact::DropsProne(who) => state.conditions.add(Held::plain(*who, Condition::Prone)),
        Fact::Loses(held) => {
            state.conditions.remove(held);
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
        Fact::Learns(who, style, gear) => body(state, *who).learnt.push((*style, *gear)),
        Fact::Runs(running) => {
            runs_out(state, running.on, running.spell);
            let place = state.running.partition_point(|other| other <= running);
            state.running.insert(place, *running);
        }
        Fact::RunsOut(who, spell) => runs_out(state, *who, *spell),
        Fact::Item(item, place) => state.items[usize::from(item.0)].place = *place,
        Fact::Unloaded(item, left) => state.items[usize::from(item.0)].unloaded = *left,
        Fact::Uses(item, left) => state.items[usize::from(item.0)].uses = *left,
        Fact::Fixture(number, found, pulled) => {
            let fixture = &mut state.fixtures[usize::from(*number)];
            fixture.found = *found;
            fixture.pulled = *pulled;
        }
        Fact::Door(a, b, open) => {
            let kind = state.terrain().edge(*a, *b);
            let kind = kind.and_then(|kind| kind.turned(*open)).or(kind);
            state.altered.set_edge(&state.cast.map, *a, *b, kind);
        }
    }
}

/// Whether a fact owns no memory: but for the order and what the game master says, none does.
#[inline(always)]
pub(super) fn is_plain(fact: &Fact) -> bool {
    !matches!(
        fact,
        Fact::Order(_) | Fact::Joins(_) | Fact::Rules(_) | Fact::Sheet(..) | Fact::Kind(..)
    )
}

fn body(state: &mut State, who: CreatureId) -> &mut Body {
    &mut state.bodies[who.index()]
}

/// A feint more, or none any more; whoever is feinted against stands once, in listing order.
fn feint(feints: &mut SmallVec<[CreatureId; 4]>, against: Option<CreatureId>) {
    match against {
        None => feints.clear(),
        Some(on) => {
            if let Err(place) = feints.binary_search(&on) {
                feints.insert(place, on);
            }
        }
    }
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

fn begin_round(state: &mut State, round: u16) {
    state.clock.round = round;
    state.clock.turns = 0;
    for body in &mut state.bodies {
        body.attacks = 0;
        body.free_used = false;
        body.turn = 0;
        body.after = None;
    }
}

fn turn_had(state: &mut State, who: CreatureId) {
    let turns = state.clock.turns.saturating_add(1);
    state.clock.turns = turns;
    let body = body(state, who);
    body.turn = turns;
    body.after = None;
}

fn turn_over(state: &mut State, who: CreatureId) {
    let body = body(state, who);
    body.moved = 0;
    body.dashes = 0;
    body.disengaged = false;
    body.teleported = false;
    if state.running.is_empty() {
        return;
    }
    state.running.retain_mut(|running| {
        if running.on == who {
            running.left = running.left.saturating_sub(1);
        }
        running.left > 0
    });
    state.running.sort_unstable();
}

/// The turn that goes on is still to come: its end counts for what lasts, which it did not before (`saving-your-turn/option`).
fn turn_postponed(state: &mut State, who: CreatureId) {
    if state.active() != Some(who) || state.running.is_empty() {
        return;
    }
    for running in &mut state.running {
        if running.on == who && running.left > 1 {
            running.left -= 1;
        }
    }
    state.running.sort_unstable();
}

fn runs_out(state: &mut State, who: CreatureId, spell: SpellId) {
    state
        .running
        .retain(|running| !(running.on == who && running.spell == spell));
}

fn set(body: &mut Body, number: Number, value: i16) {
    match number {
        Number::Health => body.health = value,
        Number::Mana => body.mana = value,
        Number::Xp => body.xp = value,
        Number::Ap => body.ap = value,
        Number::Attacks => body.attacks = value,
        Number::Moved => body.moved = value,
        Number::Dashes => body.dashes = value,
        Number::TestModifier => body.test_modifier = value,
        Number::Failures => body.failures = value,
        Number::Turn => body.turn = value.max(0) as u16,
    }
}

fn set_flag(body: &mut Body, flag: Flag, value: bool) {
    match flag {
        Flag::FreeUsed => body.free_used = value,
        Flag::Disengaged => body.disengaged = value,
        Flag::Braced => body.braced = value,
        Flag::MaySneak => body.may_sneak = value,
        Flag::Hurt => body.hurt = value,
        Flag::Stable => body.stable = value,
    }
}

/// The number of a rule as facts carry it.
#[must_use]
pub const fn rule_number(rule: RuleId) -> u16 {
    rule.0
}
