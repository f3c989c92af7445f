//! What happens: facts, and how they change the state. No rules here.

use affray_kernel::condition::{Held, Kind as _};
use affray_kernel::grid::{Cell, Heading, Terrain};
use affray_kernel::{CreatureId, RuleId, Shared};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::{Action, Claim, Interrupt, Maneuver, Rest};
use super::mishap::{Failure, Halt, Lost};
use super::setup::joining::{self, Newcomers};
use super::sheet::{DamageType, ItemKind, Options, Sheet};
use super::state::{
    Altered, Body, Cast, Cause, Condition, Course, Doing, Gait, ItemId, Phase, Place, PowerId,
    Presence, State, Watch, Zone,
};

/// What an attack came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A natural 1: a Critical Failure (`melee/combat-roll-table`, `ranged/hit-roll-table`).
    CriticalFailure,
    /// It missed.
    Miss,
    /// It hit.
    Hit,
    /// A Critical Hit (`critical/effects`).
    Critical,
}

impl Verdict {
    /// Whether it hit.
    #[inline]
    #[must_use]
    pub const fn hits(self) -> bool {
        matches!(self, Self::Hit | Self::Critical)
    }
}

/// What an attack is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A melee, unarmed or ranged attack.
    Attack,
    /// A Combat Maneuver.
    Maneuver(Maneuver),
    /// A power.
    Power(PowerId),
}

/// Why Aura is lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// A hit, lethal.
    Lethal,
    /// A hit, Non-Lethal (`nonlethal/purpose`).
    NonLethal,
}

/// A number of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the fields of `Body`")]
pub enum Number {
    Aura,
    Stamina,
    Energy,
    Granted,
    Agility,
    AgilityBonus,
    Credits,
    Moved,
    Surges,
    Injuries,
    DeathNeeds,
    ShotModifier,
    Swaps,
}

/// A yes or no of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the fields of `Body`")]
pub enum Flag {
    AuraOff,
    Spent,
    Swift,
    Initiative,
    Passed,
    Defending,
    Kneeling,
    Bleeding,
    Awakens,
}

/// What is declared: who does what, and what is reserved for it (`action-order/windows`, `incomplete/spent-as-results-occur`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Declared {
    /// Who acts.
    pub who: CreatureId,
    /// What it does; a movement with its whole way.
    pub action: Action,
    /// Whom it attacks with a roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<CreatureId>,
    /// What is reserved for it.
    pub price: Price,
    /// Whether others may challenge it (`initiative/challenge`).
    pub open: bool,
    /// Where the first metre of a Jump or a Climb leads; a way says so itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead: Option<Cell>,
    /// Those who raced for this moment and may not challenge it (`initiative/race`).
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub rivals: SmallVec<[CreatureId; 4]>,
}

/// What is spent on something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Price {
    /// Energy.
    #[serde(default)]
    pub energy: i16,
    /// Stamina in place of Energy.
    #[serde(default)]
    pub swaps: i16,
    /// Stamina besides.
    #[serde(default)]
    pub stamina: i16,
    /// Agility.
    #[serde(default)]
    pub agility: i16,
    /// Whether it may take the last point of Stamina (`stamina/spending-the-last-point`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub collapse: bool,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    // Time.
    /// What is going on now.
    Phase(Phase),
    /// A Round begins: what is counted by the Round starts anew (`rounds/start-sequence`).
    Round(u16),
    /// A Round is over: what lasted until its end has ended (`rounds/end-sequence`).
    RoundOver(u16),
    /// The first action of those who surprise is over (`surprise/may-act`).
    AmbushOver,
    /// Rounds in a row in which nobody spent anything.
    Idle(u8),

    // Announcements: nothing changes but the log.
    /// An attack was tried and came to that.
    Came(CreatureId, What, CreatureId, Verdict),
    /// A hit did no damage.
    Unhurt(CreatureId),
    /// What was begun or claimed cannot be done any more.
    Lost(Box<Lost>),
    /// Somebody fails.
    Fails(CreatureId, Failure),
    /// A movement ends where its mover is, before its goal: by that, or because the mover breaks it off.
    Stops(CreatureId, Option<Halt>),
    /// Who wants to act before those others, and what it claims to do (`initiative/race`).
    Races(CreatureId, SmallVec<[CreatureId; 4]>, Box<Claim>),
    /// A creature rests.
    Rests(CreatureId, Rest),

    // Actions in progress.
    /// An action is declared.
    Declares(Declared),
    /// An Immediate Interrupt is made on the open floor; in a window the answer says so.
    Interrupts(CreatureId, Interrupt),
    /// The innermost action of a creature ends, or is withdrawn before anything came of it.
    Ends(CreatureId, bool),
    /// An Initiative roll was made for the action in progress of a creature.
    Rolled(CreatureId, i16),
    /// Somebody has answered for the rest of that creature's action.
    Quiet(CreatureId, CreatureId, Option<i16>),
    /// Metres of the action in progress, those given up by turning included, and where the next one leads.
    Metres(CreatureId, i16, Option<Cell>),
    /// The mover has taken something in passing.
    Took(CreatureId),
    /// An Agile Move is made on the Energy committed to the action in progress.
    Borrows(CreatureId),
    /// Something is spent; `true`: out of what is reserved for the action in progress.
    Spends(CreatureId, Price, bool),

    // Bodies.
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
        /// Of which type.
        kind: DamageType,
        /// How.
        why: Harm,
    },
    /// Aura is regained.
    Regains(CreatureId, i16),
    /// A reason to be unconscious begins or ends.
    Cause(CreatureId, Cause, bool),
    /// It faces another way.
    Turns(CreatureId, Heading),
    /// What it turns to where that is free.
    Watches(CreatureId, Watch),
    /// It is somewhere else.
    Moved(CreatureId, Cell),
    /// How its movement counts.
    Gait(CreatureId, Gait),
    /// The movement it has just made.
    Course(CreatureId, Option<Course>),
    /// It is knocked down while it lies, or is about to get up.
    Falls(CreatureId),
    /// A condition begins.
    Gains(Held<Condition>),
    /// A condition ends.
    Loses(Held<Condition>),
    /// A power is used up, or can be used again.
    Used(CreatureId, PowerId, bool),
    /// Whose next attack it will not resist.
    Submits(CreatureId, Option<CreatureId>),
    /// It ignores a condition of a zone until the end of the Round.
    Ignores(CreatureId, Condition, u16),
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
    /// The first may not attack the second again before that one has answered.
    Owes(CreatureId, CreatureId),
    /// It has answered those who attacked it.
    Answered(CreatureId),

    // Things.
    /// An item is somewhere else.
    Item(ItemId, Place),
    /// Whether it is loaded.
    Loaded(ItemId, bool),
    /// Missiles left.
    Left(ItemId, Option<u16>),
    /// The row of the draw weight table it is built for now.
    Draw(ItemId, u8),
    /// Whether it is Broken.
    Broken(ItemId, bool),
    /// The map changes.
    Alters(Altered),
    /// A zone begins.
    Zone(Zone),
    /// A zone ends.
    ZoneEnds(u16),
}

/// The most that any number of a body comes to, whatever a journal says: sums of such numbers stay small.
const MOST: i16 = 3_000;

fn bounded(value: i16) -> i16 {
    value.clamp(-MOST, MOST)
}

/// Whether a fact is known to own no memory, as those of every attack are, apart from what is declared.
#[inline(always)]
pub(super) fn is_plain(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Phase(_)
            | Fact::Round(_)
            | Fact::RoundOver(_)
            | Fact::Idle(_)
            | Fact::Came(..)
            | Fact::Unhurt(_)
            | Fact::Fails(..)
            | Fact::Stops(..)
            | Fact::Ends(..)
            | Fact::Metres(..)
            | Fact::Spends(..)
            | Fact::Set(..)
            | Fact::Flag(..)
            | Fact::Harmed { .. }
            | Fact::Turns(..)
            | Fact::Watches(..)
            | Fact::Gait(..)
            | Fact::Course(..)
            | Fact::Gains(_)
            | Fact::Loses(_)
            | Fact::Owes(..)
            | Fact::Answered(_)
    )
}

/// Applies a fact.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Phase(phase) => enter(state, *phase),
        Fact::Round(round) => begin_round(state, *round),
        Fact::RoundOver(round) => {
            state.conditions.time_is(Some(*round), None, |_| {});
            drop_daughters(state);
            state.owed.clear();
        }
        Fact::AmbushOver => state.clock.ambush = false,
        Fact::Idle(rounds) => state.clock.idle = *rounds,
        Fact::Came(..)
        | Fact::Unhurt(_)
        | Fact::Lost(_)
        | Fact::Fails(..)
        | Fact::Stops(..)
        | Fact::Races(..)
        | Fact::Rests(..)
        | Fact::Interrupts(..) => {}
        Fact::Declares(declared) => begin(state, declared),
        Fact::Ends(who, _) => {
            if let Some(place) = state.doings.iter().rposition(|doing| doing.who == *who) {
                let doing = state.doings.remove(place);
                let body = body(state, *who);
                body.credits = bounded(body.credits - doing.borrowed);
            }
        }
        Fact::Rolled(who, total) => {
            with_doing(state, *who, |doing| doing.initiative = Some(*total))
        }
        Fact::Quiet(actor, who, until) => with_doing(state, *actor, |doing| {
            doing.quiet.retain(|(other, _)| other != who);
            doing.quiet.push((*who, *until));
        }),
        Fact::Metres(who, metres, ahead) => with_doing(state, *who, |doing| {
            doing.metres = bounded(*metres);
            doing.ahead = *ahead;
            doing.begun = true;
        }),
        Fact::Took(who) => with_doing(state, *who, |doing| doing.took = true),
        Fact::Borrows(who) => with_doing(state, *who, |doing| {
            doing.borrowed = bounded(doing.borrowed + 1);
        }),
        Fact::Spends(who, price, reserved) => spend(state, *who, *price, *reserved),
        Fact::Set(who, number, value) => set(body(state, *who), *number, bounded(*value)),
        Fact::Flag(who, flag, value) => set_flag(state, *who, *flag, *value),
        Fact::Harmed { who, amount, .. } => {
            let body = body(state, *who);
            if !body.aura_off {
                body.aura = bounded(body.aura.saturating_sub(*amount)).max(0);
            }
        }
        Fact::Regains(who, points) => {
            let body = body(state, *who);
            body.aura = bounded(body.aura.saturating_add(*points));
        }
        Fact::Cause(who, cause, out) => {
            let body = body(state, *who);
            if *out {
                body.causes |= cause.bit();
            } else {
                body.causes &= !cause.bit();
            }
        }
        Fact::Turns(who, heading) => body(state, *who).heading = *heading,
        Fact::Watches(who, watch) => body(state, *who).watch = *watch,
        Fact::Moved(who, at) => body(state, *who).at = *at,
        Fact::Gait(who, gait) => body(state, *who).gait = *gait,
        Fact::Course(who, course) => body(state, *who).course = *course,
        Fact::Falls(who) => {
            let body = body(state, *who);
            body.falls = body.falls.saturating_add(1);
        }
        Fact::Gains(held) => gain(state, held),
        Fact::Loses(held) => {
            state.conditions.remove(held);
            state.conditions.drop_orphans(held.on);
        }
        Fact::Used(who, power, used) => {
            let list = &mut body(state, *who).used;
            list.retain(|other| other != power);
            if *used {
                list.push(*power);
                list.sort_unstable();
            }
        }
        Fact::Submits(who, to) => body(state, *who).submits = *to,
        Fact::Ignores(who, condition, zone) => body(state, *who).ignores.push((*condition, *zone)),
        Fact::Presence(who, presence) => body(state, *who).presence = *presence,
        Fact::Joins(newcomers) => joining::join(state, newcomers),
        Fact::Sheet(who, sheet) => joining::give_sheet(state, *who, sheet),
        Fact::Kind(item, kind) => joining::give_kind(state, *item, kind),
        Fact::Rules(options) => {
            let mut cast = Cast::clone(&state.cast);
            cast.options = **options;
            state.cast = Shared::new(cast);
        }
        Fact::Owes(attacker, target) => {
            let pair = (*attacker, *target);
            if let Err(place) = state.owed.binary_search(&pair) {
                state.owed.insert(place, pair);
            }
        }
        Fact::Answered(who) => state.owed.retain(|(_, target)| target != who),
        Fact::Item(item, place) => state.items[usize::from(item.0)].place = *place,
        Fact::Loaded(item, loaded) => state.items[usize::from(item.0)].loaded = *loaded,
        Fact::Draw(item, row) => state.items[usize::from(item.0)].draw = *row,
        Fact::Left(item, left) => state.items[usize::from(item.0)].left = *left,
        Fact::Broken(item, broken) => state.items[usize::from(item.0)].broken = *broken,
        Fact::Alters(altered) => alter(state, *altered),
        Fact::Zone(zone) => state.zones.push(*zone),
        Fact::ZoneEnds(number) => state.zones.retain(|zone| zone.number != *number),
    }
}

fn body(state: &mut State, who: CreatureId) -> &mut Body {
    &mut state.bodies[who.index()]
}

fn with_doing(state: &mut State, who: CreatureId, change: impl FnOnce(&mut Doing)) {
    if let Some(doing) = state.doings.iter_mut().rev().find(|doing| doing.who == who) {
        change(doing);
    }
}

fn enter(state: &mut State, phase: Phase) {
    state.clock.phase = phase;
    if !matches!(phase, Phase::Aftermath(_) | Phase::Over(_)) {
        state.clock.afterwards = 0;
    }
}

fn begin_round(state: &mut State, round: u16) {
    state.clock.round = round;
    if state.clock.phase.is_aftermath() {
        state.clock.afterwards = state.clock.afterwards.saturating_add(1);
    }
    state.clock.spent = false;
    for body in &mut state.bodies {
        body.swaps = 0;
        body.swift = false;
        body.initiative = false;
        body.passed = false;
        body.spent = false;
        body.credits = 0;
        body.moved = 0;
        body.falls = 0;
        body.gait = Gait::Still;
        body.course = None;
        body.agility_bonus = 0;
        body.ignores.clear();
    }
}

fn drop_daughters(state: &mut State) {
    for who in state.creatures() {
        state.conditions.drop_orphans(who);
    }
}

/// A condition comes into force; actions in progress remember it of their actor and their target.
fn gain(state: &mut State, held: &Held<Condition>) {
    state.conditions.add(Held {
        amount: bounded(held.amount),
        ..*held
    });
    let bit = held.kind.bit();
    for doing in &mut state.doings {
        if doing.target == Some(held.on) && concerns(held, doing.who) {
            doing.seen_on_target |= bit;
        }
    }
}

/// An action comes under way.
fn begin(state: &mut State, declared: &Declared) {
    let Declared {
        who,
        action,
        target,
        price,
        open,
        rivals,
        ahead,
    } = declared;
    let ahead = match action {
        Action::Move { path, .. } => path.first().copied(),
        _ => *ahead,
    };
    let doing = Doing {
        who: *who,
        action: action.plain().clone(),
        energy: price.energy,
        swaps: price.swaps,
        stamina: price.stamina,
        agility: price.agility,
        collapse: price.collapse,
        paid: 0,
        borrowed: 0,
        open: *open,
        rivals: rivals.clone(),
        initiative: None,
        seen_on_target: target.map_or(0, |target| conditions_seen(state, target, *who)),
        metres: 0,
        ahead,
        target: *target,
        begun: false,
        took: false,
        quiet: SmallVec::new(),
    };
    state.doings.push(doing);
}

/// Conditions of a creature as bits, to be remembered for an attack (`melee/effects-during-attack`).
fn conditions_seen(state: &State, who: CreatureId, by: CreatureId) -> u32 {
    let seen = state.conditions.on(who).filter(|held| concerns(held, by));
    seen.fold(0, |bits, held| bits | held.kind.bit())
}

/// Whether a condition of a target concerns that attacker: whom it does not know of is one alone.
fn concerns(held: &Held<Condition>, by: CreatureId) -> bool {
    held.kind != Condition::Unaware || held.toward == Some(by)
}

fn spend(state: &mut State, who: CreatureId, price: Price, reserved: bool) {
    state.clock.spent = true;
    let body = body(state, who);
    body.energy = bounded(body.energy.saturating_sub(price.energy)).max(0);
    let stamina = price.swaps.saturating_add(price.stamina);
    body.stamina = bounded(body.stamina.saturating_sub(stamina)).max(0);
    body.agility = bounded(body.agility.saturating_sub(price.agility)).max(0);
    body.swaps = body.swaps.saturating_add(price.swaps.clamp(0, 100) as u8);
    body.spent |= price.energy > 0 || price.swaps > 0;
    let mut movement = false;
    // What else was begun takes the last point as well.
    for doing in &mut state.doings {
        doing.collapse |= price.collapse && doing.who == who;
    }
    if reserved {
        with_doing(state, who, |doing| {
            doing.energy = bounded(doing.energy.saturating_sub(price.energy)).max(0);
            doing.swaps = bounded(doing.swaps.saturating_sub(price.swaps)).max(0);
            doing.stamina = bounded(doing.stamina.saturating_sub(price.stamina)).max(0);
            doing.agility = bounded(doing.agility.saturating_sub(price.agility)).max(0);
            doing.paid = bounded(
                doing
                    .paid
                    .saturating_add(price.energy)
                    .saturating_add(price.swaps),
            );
            doing.begun = true;
            movement = doing.action.is_movement();
        });
    }
    if !movement {
        let body = self::body(state, who);
        let credit = price.energy.saturating_add(price.swaps);
        body.credits = bounded(body.credits.saturating_add(credit));
    }
}

fn set(body: &mut Body, number: Number, value: i16) {
    match number {
        Number::Aura => body.aura = value,
        Number::Stamina => body.stamina = value,
        Number::Energy => body.energy = value,
        Number::Granted => body.granted = value,
        Number::Agility => body.agility = value,
        Number::AgilityBonus => body.agility_bonus = value,
        Number::Credits => body.credits = value,
        Number::Moved => body.moved = value,
        Number::Surges => body.surges = value,
        Number::Injuries => body.injuries = value.clamp(0, 255) as u8,
        Number::DeathNeeds => body.death_needs = value,
        Number::ShotModifier => body.shot_modifier = value,
        Number::Swaps => body.swaps = value.clamp(0, 255) as u8,
    }
}

fn set_flag(state: &mut State, who: CreatureId, flag: Flag, value: bool) {
    let body = body(state, who);
    match flag {
        Flag::AuraOff => body.aura_off = value,
        Flag::Spent => body.spent = value,
        Flag::Swift => body.swift = value,
        Flag::Initiative => body.initiative = value,
        Flag::Passed => body.passed = value,
        Flag::Defending => body.defending = value,
        Flag::Kneeling => body.kneeling = value,
        Flag::Bleeding => body.bleeding = value,
        Flag::Awakens => body.awakens = value,
    }
}

fn alter(state: &mut State, altered: Altered) {
    let (a, b, kind) = match altered {
        Altered::Door(a, b, open) => {
            let kind = state.terrain().edge(a, b);
            (a, b, kind.and_then(|kind| kind.turned(open)).or(kind))
        }
        Altered::Broken(a, b) => (a, b, None),
    };
    state.altered.set_edge(&state.cast.map, a, b, kind);
}

/// The number of a rule as facts carry it.
#[must_use]
pub const fn rule_number(rule: RuleId) -> u16 {
    rule.0
}
