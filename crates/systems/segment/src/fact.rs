//! What happens: facts, and how they change the state. No rules here.

use affray_kernel::condition::Held;
use affray_kernel::grid::{Cell, Terrain};
use affray_kernel::{CreatureId, Shared};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::{Guess, Strike};
use super::setup::joining::{self, Newcomers};
use super::sheet::{CheckSkill, DamageType, InitiativeSkill, ItemKind, Options, Sheet};
use super::state::{
    Altered, Body, Cast, Charging, Condition, Cover, Fitness, Guard, ItemId, Maintained, Pending,
    Phase, Place, PowerId, Presence, Segment, Stance, State,
};
use super::summary;

/// What an attack came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It missed.
    Miss,
    /// It hit, and was neither avoided nor averted.
    Hit,
    /// It hit somebody who could not defend (`defence/who-cannot`).
    Undefended(Undefended),
    /// It was avoided (`defence/avoid`).
    Avoided,
    /// It was averted (`defence/avert`).
    Averted,
    /// It came to nothing: whoever attacked cannot go on (`reaction/opportunity-timing`).
    Lost,
}

impl Verdict {
    /// Whether it hit in the end.
    #[inline]
    #[must_use]
    pub const fn hits(self) -> bool {
        matches!(self, Self::Hit | Self::Undefended(_))
    }
}

/// Why somebody could not defend against a hit (`defence/who-cannot`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undefended {
    /// It was surprised (`ambush/surprised`).
    Surprised,
    /// It was out of the fight, or felled already.
    Felled,
    /// It and the attacker were both Aggressive (`stances/aggressive-no-mutual-defence`).
    BothAggressive,
    /// It had no action left (`defence/costs-actions`).
    Spent,
    /// It was On-Guard, without what its skill averts with (`on-guard/item-lost`).
    ItemLost,
    /// It had no skill that answers such an attack, or nothing to use it with (`defence/skill-fits-attack`).
    NoSkill,
}

/// Why somebody has a stance without being asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Given {
    /// It cannot act, or has nothing to do in the segment (`stances/auto-hold`).
    Idle,
    /// It has gone On-Guard, in the first segment of the round (`on-guard/defensive-required`).
    OnGuard,
    /// It has declared no ambush, in the Ambush segment (`ambush/reactors-in-the-segment`).
    Reacts,
    /// It has declared it for the round (`stances/declared-per-segment`).
    Kept,
}

/// What moves somebody who does not move by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Force {
    /// A push (`initiative-skills/ram`, `initiative-skills/colliding-strike`).
    Push,
    /// Whoever drags it along (`initiative-skills/drag`).
    Drag,
    /// Its weight (`physical/falls`).
    Fall,
}

/// What somebody does with an item (`actions/utility`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handling {
    /// It takes what it carries in hand.
    Draws,
    /// It takes up what lies there.
    PicksUp,
    /// It gives it to whoever has it now.
    HandsOver,
    /// It lets it fall on purpose.
    Drops,
}

/// How an attack was made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// As an item in a segment.
    Item,
    /// Out of an ambush (`ambush/all-attacks-count`).
    Ambush,
    /// As an attack of opportunity (`reaction/opportunity-resolution`).
    Opportunity,
}

/// How a fight ended for somebody (`overview/outcomes`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Fate {
    Dead,
    Maimed,
    Captured,
    Fled,
    Wounded,
    Unharmed,
}

/// Why a creature is harmed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// A hit.
    Hit,
    /// A fall (`physical/falls`).
    Fall,
}

/// A number of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the fields of `Body`")]
pub enum Number {
    Hits,
    Actions,
    Order,
    Modifier,
    Environment,
    Moved,
    Taken,
}

/// A yes or no of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the fields of `Body`")]
pub enum Flag {
    Mounted,
    Stepped,
    Reacted,
    Stirred,
    Ambushed,
    Done,
    Guarded,
    Disengaged,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    // Time.
    /// What is going on now.
    Phase(Phase),
    /// A round begins: what is counted by the round starts anew (`round/start-sequence`, `actions/refresh`).
    Round(u16),
    /// A round is over: what lasted until its end has ended.
    RoundOver(u16),
    /// A segment is called: what is counted by the segment starts anew.
    Called(Segment),
    /// A segment is over.
    Closed(Segment),
    /// The game master orders that segment next, or takes the order back (`round/applicable-segment`).
    Ordered(Option<Segment>),
    /// Whether an attack was made out of an ambush this round.
    Ambushed(bool),
    /// What the surroundings add for everybody.
    Environment(i16),
    /// What the surroundings add for a side.
    SideEnvironment(u8, i16),

    /// An attack was made and came to that; nothing changes but the log, and whom its maker attacked last.
    Came(CreatureId, Strike, Verdict, Occasion),

    // Announcements: nothing changes but the log.
    /// A hit did no damage.
    Unhurt(CreatureId),
    /// A hit aimed at a part of the body had no effect but its damage.
    Withstood(CreatureId),
    /// Somebody keeps hold of a weapon or shield that was struck.
    KeepsHold(CreatureId, ItemId),
    /// How the fight ended for somebody.
    Fate(CreatureId, Fate),
    /// A check that somebody made for its own sake failed: it searched in vain, could not disengage, could not hide.
    Failed(CreatureId, CheckSkill),
    /// The way is no longer open on which somebody wanted to go on.
    Blocked(CreatureId),
    /// Somebody uses a skill that affects initiative (`initiative-skills/list`).
    Uses(CreatureId, InitiativeSkill),
    /// Somebody uses a power that is no attack on somebody.
    Invokes(CreatureId, PowerId, CreatureId),
    /// Somebody does something else that the game master grants, for so many actions.
    Other(CreatureId, u8),
    /// Somebody attacks into a space where somebody hidden may be (`ambush/concealment`).
    Guesses(CreatureId, Guess),
    /// An attack into a space has hit nobody, or is not made (`ambush/concealment`, `reaction/opportunity-timing`).
    InVain(CreatureId, Guess, Verdict),

    // Bodies.
    /// A number is set.
    Set(CreatureId, Number, i16),
    /// A yes or no is set.
    Flag(CreatureId, Flag, bool),
    /// How rested it is.
    Fitness(CreatureId, Fitness),
    /// Cover.
    Cover(CreatureId, Cover),
    /// Whether it reacts to an ambush, by the game master's word.
    Alert(CreatureId, Option<bool>),
    /// Actions are spent (`actions/costs`).
    Spends(CreatureId, i16),
    /// Damage was taken (`damage-effects/damage`).
    Harmed {
        /// Who.
        who: CreatureId,
        /// How much.
        amount: i16,
        /// Of which kind.
        kind: DamageType,
        /// How.
        why: Harm,
    },
    /// Hits are healed (`health/healing`).
    Heals(CreatureId, i16),
    /// A part is disabled, or healed (`damage-effects/disable`).
    Disabled(CreatureId, u8, bool),
    /// It is somewhere else; so many yards count as moved.
    Moved(CreatureId, Cell, i16),
    /// It is moved somewhere else, not by its own doing.
    Forced(CreatureId, Cell, Force),
    /// Its stance in this segment.
    Stance(CreatureId, Option<Stance>),
    /// Its stance in this segment, for which it was not asked.
    Given(CreatureId, Stance, Given),
    /// It has taken an item (`stances/exchange`).
    Took(CreatureId),
    /// It has selected a segment for its attacks, or none (`segments/selection-commits`).
    Commits(CreatureId, Option<Segment>),
    /// On-Guard begins, changes or ends.
    Guard(CreatureId, Option<Guard>),
    /// It declares an ambush on these, or none.
    Ambush(CreatureId, Option<SmallVec<[CreatureId; 2]>>),
    /// What will become of it after this cycle.
    Pending(CreatureId, Option<Pending>),
    /// What it prepares for longer than a round.
    Charging(CreatureId, Option<Box<Charging>>),
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
    /// Somebody does that with an item, which is there then.
    Handles(CreatureId, Handling, ItemId, Place),
    /// Somebody drinks an item up, or gives it to another to drink (`actions/utility`).
    Drinks(CreatureId, ItemId, CreatureId),
    /// Whether it is loaded.
    Loaded(ItemId, bool),
    /// Missiles left.
    Left(ItemId, Option<u16>),
    /// Whether it is broken.
    Broken(ItemId, bool),
    /// The map changes.
    Alters(Altered),
    /// An effect begins that somebody maintains.
    Maintains(Maintained),
    /// A maintained effect ends.
    Lapses(u16),
}

/// The most that any number of a body comes to, whatever a journal says: sums of such numbers stay small.
const MOST: i16 = 3_000;

fn bounded(value: i16) -> i16 {
    value.clamp(-MOST, MOST)
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
        Fact::Round(round) => begin_round(state, *round),
        Fact::RoundOver(round) => state.conditions.time_is(Some(*round), None, |_| {}),
        Fact::Called(segment) => call(state, *segment),
        Fact::Closed(_) => close(state),
        Fact::Ordered(segment) => state.clock.ordered = *segment,
        Fact::Ambushed(ambushed) => state.clock.ambushed = *ambushed,
        Fact::Environment(value) => state.clock.environment = bounded(*value),
        Fact::SideEnvironment(side, value) => {
            if let Some(place) = state.side_environment.get_mut(usize::from(*side)) {
                *place = bounded(*value);
            }
        }
        Fact::Came(_, _, _, Occasion::Opportunity)
        | Fact::Unhurt(_)
        | Fact::Withstood(_)
        | Fact::KeepsHold(..)
        | Fact::Invokes(..)
        | Fact::Fate(..)
        | Fact::Failed(..)
        | Fact::Blocked(_)
        | Fact::Uses(..)
        | Fact::Other(..)
        | Fact::Guesses(..)
        | Fact::InVain(..) => {}
        Fact::Came(by, strike, ..) => body(state, *by).attacked = Some(strike.target),
        Fact::Set(who, number, value) => set(body(state, *who), *number, bounded(*value)),
        Fact::Flag(who, flag, value) => set_flag(body(state, *who), *flag, *value),
        Fact::Fitness(who, fitness) => body(state, *who).fitness = *fitness,
        Fact::Cover(who, cover) => body(state, *who).cover = *cover,
        Fact::Alert(who, alert) => body(state, *who).alert = *alert,
        Fact::Spends(who, actions) => {
            let body = body(state, *who);
            body.actions = bounded(body.actions.saturating_sub(*actions)).max(0);
        }
        Fact::Harmed { who, amount, .. } => {
            let body = body(state, *who);
            body.hits = bounded(body.hits.saturating_sub(*amount));
        }
        Fact::Heals(who, hits) => {
            let body = body(state, *who);
            body.hits = bounded(body.hits.saturating_add(*hits));
        }
        Fact::Disabled(who, part, disabled) => {
            let bit = 1_u32.checked_shl(u32::from(*part)).unwrap_or(0);
            let body = body(state, *who);
            if *disabled {
                body.disabled |= bit;
            } else {
                body.disabled &= !bit;
            }
            summary::reach(state, *who);
        }
        Fact::Moved(who, at, yards) => {
            let body = body(state, *who);
            body.at = *at;
            body.moved = bounded(body.moved.saturating_add(*yards));
            body.moved_in_segment = bounded(body.moved_in_segment.saturating_add(*yards));
        }
        Fact::Forced(who, at, _) => body(state, *who).at = *at,
        Fact::Stance(who, stance) => body(state, *who).stance = *stance,
        Fact::Given(who, stance, _) => body(state, *who).stance = Some(*stance),
        Fact::Took(who) => {
            let body = body(state, *who);
            body.taken = body.taken.saturating_add(1);
        }
        Fact::Commits(who, segment) => body(state, *who).committed = *segment,
        Fact::Guard(who, guard) => body(state, *who).guard = *guard,
        Fact::Ambush(who, targets) => body(state, *who).ambush.clone_from(targets),
        Fact::Pending(who, pending) => body(state, *who).pending = *pending,
        Fact::Charging(who, charging) => body(state, *who).charging.clone_from(charging),
        Fact::Gains(held) => state.conditions.add(Held {
            amount: bounded(held.amount),
            ..*held
        }),
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
        Fact::Item(item, place) | Fact::Handles(_, _, item, place) => put(state, *item, *place),
        Fact::Drinks(_, item, _) => put(state, *item, Place::Nowhere),
        Fact::Loaded(item, loaded) => state.items[usize::from(item.0)].loaded = *loaded,
        Fact::Left(item, left) => state.items[usize::from(item.0)].left = *left,
        Fact::Broken(item, broken) => {
            state.items[usize::from(item.0)].broken = *broken;
            if let Some(who) = state.item(*item).place.bearer() {
                summary::reach(state, who);
            }
        }
        Fact::Alters(Altered::Door(a, b, open)) => {
            let kind = state.terrain().edge(*a, *b);
            let turned = kind.and_then(|kind| kind.turned(*open)).or(kind);
            state.altered.set_edge(&state.cast.map, *a, *b, turned);
        }
        Fact::Maintains(effect) => state.effects.push(*effect),
        Fact::Lapses(number) => state.effects.retain(|effect| effect.number != *number),
    }
}

/// An item is somewhere else.
fn put(state: &mut State, item: ItemId, place: Place) {
    let before = std::mem::replace(&mut state.items[usize::from(item.0)].place, place);
    for who in [before.bearer(), place.bearer()].into_iter().flatten() {
        summary::reach(state, who);
    }
}

fn body(state: &mut State, who: CreatureId) -> &mut Body {
    &mut state.bodies[who.index()]
}

fn begin_round(state: &mut State, round: u16) {
    state.clock.round = round;
    state.clock.segment = None;
    state.clock.ordered = None;
    state.clock.ambushed = false;
    for index in 0..state.bodies.len() {
        let full = state.cast.sheets[index].actions;
        let body = &mut state.bodies[index];
        body.actions = full;
        body.stepped = false;
        body.reacted = false;
        body.moved = 0;
        body.moved_in_segment = 0;
        body.committed = None;
        body.guard = None;
        body.guarded = false;
        body.ambush = None;
        body.stance = None;
        body.done = false;
        body.taken = 0;
        body.stirred = false;
        body.ambushed = false;
        body.disengaged = false;
    }
}

/// A segment is called. A stance is kept until it is declared anew.
fn call(state: &mut State, segment: Segment) {
    state.clock.phase = Phase::Declaring;
    state.clock.segment = Some(segment);
    state.clock.ordered = None;
    for body in &mut state.bodies {
        body.done = false;
        body.taken = 0;
        body.attacked = None;
        if let Some(guard) = &mut body.guard {
            guard.in_segment = 0;
        }
    }
}

fn close(state: &mut State) {
    for body in &mut state.bodies {
        body.moved_in_segment = 0;
        body.stirred = false;
        body.disengaged = false;
        body.done = false;
        body.taken = 0;
        body.attacked = None;
    }
}

fn set(body: &mut Body, number: Number, value: i16) {
    match number {
        Number::Hits => body.hits = value,
        Number::Actions => body.actions = value,
        Number::Order => body.order = value,
        Number::Modifier => body.modifier = value,
        Number::Environment => body.environment = value,
        Number::Moved => body.moved = value,
        Number::Taken => body.taken = value.clamp(0, 255) as u8,
    }
}

fn set_flag(body: &mut Body, flag: Flag, value: bool) {
    match flag {
        Flag::Mounted => body.mounted = value,
        Flag::Stepped => body.stepped = value,
        Flag::Reacted => body.reacted = value,
        Flag::Stirred => body.stirred = value,
        Flag::Ambushed => body.ambushed = value,
        Flag::Done => body.done = value,
        Flag::Guarded => body.guarded = value,
        Flag::Disengaged => body.disengaged = value,
    }
}
