//! What happens: facts, and how they change the state. No rules here.

use affray_kernel::condition::Held;
use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, RuleId, Shared};
use serde::{Deserialize, Serialize};

use super::act::{Act, Aim, Hold, Maneuver, Target, Trigger};
use super::setup::joining::{self, Newcomers};
use super::sheet::{Components, DamageType, ItemKind, Options, Sheet};
use super::state::{
    Altered, Arm, Body, Cast, Condition, Dose, Drift, ItemId, Mode, Moving, Phase, Place, Presence,
    Readied, Running, SpellId, State,
};
use super::summary::Waiting;

/// What an Attack came to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It failed.
    Miss,
    /// It succeeded.
    Hit,
    /// It succeeded critically.
    Critical,
}

/// Why Hit Points are lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// An Attack.
    Attack,
    /// A Spell.
    Spell,
    /// Being pushed against something hard.
    Collision,
    /// Bleeding.
    Bleeding,
    /// Burning.
    Burning,
    /// Poison.
    Poison,
    /// A fall.
    Fall,
}

/// A number of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Number {
    /// Hit Points (not as Damage or healing).
    Hp,
    /// Energy.
    Energy,
    /// Initiative.
    Initiative,
    /// Actions used.
    ActionsUsed,
    /// Actions granted.
    ActionsGranted,
    /// Reactions used.
    ReactionsUsed,
    /// The Bleed Penalty.
    BleedPenalty,
    /// Airless Turns.
    Airless,
    /// Dodges left.
    Dodges,
    /// Attacks made this Turn.
    Attacks,
}

/// A yes or no of a body that facts can set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// Its Reaction has come.
    ReactionReady,
    /// It began its Turn without air.
    BeganAirless,
    /// It is in the air under its own power.
    Flying,
    /// Its last Fly Action was too short when something ended it.
    ShortFlight,
    /// It hangs on a surface.
    Hanging,
    /// It squeezes through a passage.
    Squeezing,
    /// An Action of preparation for a Jump came directly before.
    JumpPrepared,
    /// It was commanded.
    Commanded,
    /// It is delaying.
    Delaying,
    /// It is unaware of the fight.
    Unaware,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    // Time.
    /// The order of Initiative is set.
    Order(Vec<CreatureId>),
    /// A Round begins.
    Round(u16),
    /// What is going on now.
    Phase(Phase),
    /// The next place in the order to come up.
    Place(u8),
    /// A creature's Turn begins: used Actions, Attacks and the like are cleared.
    TurnBegins(CreatureId),
    /// A creature has had its Turn of that Round.
    HadTurn(CreatureId, u16),
    /// What is anchored to the start of the creature's Turn is counted down, and what has run out ends.
    AnchorStarts(CreatureId),
    /// What is anchored to the end of the creature's Turn is counted down, and what has run out ends.
    AnchorEnds(CreatureId),

    // Announcements: nothing changes but the log.
    /// A Melee Attack is made.
    Attacks(CreatureId, Target, Arm),
    /// A Ranged Attack is made: something is shot or thrown.
    Shoots(CreatureId, Target, Arm),
    /// A Maneuver is tried.
    Tries(CreatureId, Maneuver, Target, Arm),
    /// What an Attack or Maneuver came to.
    Came(CreatureId, Target, Verdict),
    /// A Spell is cast at somebody or something.
    Casts(CreatureId, SpellId, Components, Aim),
    /// An Action of another kind, in fixed words.
    Does(CreatureId, Doing),
    /// An act is lost, by that rule.
    Lost(CreatureId, u16),

    // Bodies.
    /// A number is set.
    Set(CreatureId, Number, i16),
    /// A yes or no is set.
    Flag(CreatureId, Flag, bool),
    /// Damage was taken: Hit Points lost.
    Damaged(CreatureId, i16, DamageType, Harm),
    /// Damage came to nothing.
    Unhurt(CreatureId, Harm),
    /// Healed by so much.
    Healed(CreatureId, i16),
    /// A condition begins.
    Gains(Held<Condition>),
    /// A condition ends.
    Loses(Held<Condition>),
    /// A condition goes on as another instance of it: for longer, or with another amount.
    Renews(Box<[Held<Condition>; 2]>),
    /// A poison begins to act.
    Dose(Dose),
    /// All poisons in a creature have acted once.
    DosesActed(CreatureId),
    /// A creature is somewhere else.
    Moved(CreatureId, Cell),
    /// A creature is somewhere else in the middle of a Move Action, and not by its own step.
    Shifted(CreatureId, Cell),
    /// A Move Action goes on, or is over.
    Moving(CreatureId, Option<Moving>),
    /// A way through an Enemy's squares is won or lost.
    Passing(CreatureId, Option<(CreatureId, bool)>),
    /// Flying movement spent this Turn.
    Flown(CreatureId, Option<i16>),
    /// The heading in the air.
    Heading(CreatureId, Option<u8>),
    /// How far it has fallen in a fall that goes on.
    Falling(CreatureId, Option<i16>),
    /// Work done on a task.
    Task(CreatureId, Option<(u8, u8)>),
    /// A Sneak total.
    Sneak(CreatureId, Option<i16>),
    /// Who carries it.
    Mounted(CreatureId, Option<CreatureId>),
    /// Who commanded it last.
    Commander(CreatureId, Option<CreatureId>),
    /// It drifts.
    Drifts(CreatureId, Option<Drift>),
    /// It has readied an Action, or no longer has.
    Readies(CreatureId, Option<Box<Readied>>),
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
    /// An item's hit points.
    ItemHp(ItemId, i16),
    /// Load Actions to be done, and ammunition left.
    Loaded(ItemId, u8, Option<u16>),
    /// A light is lit or out.
    Lit(ItemId, bool),
    /// An object drifts.
    ItemDrifts(ItemId, Option<(CreatureId, Drift)>),
    /// The map changes: replaces an earlier change of the same kind and place.
    Alters(Altered),
    /// A change of the map is undone.
    Restores(Altered),

    // Magic.
    /// A Spell runs.
    SpellRuns(Box<Running>),
    /// A running Spell is changed.
    SpellChanges(Box<Running>),
    /// A Spell is over.
    SpellEnds(u16),
}

/// Actions that need no more than a word in the log.
///
/// They are fewer and smaller than acts, and no acts: of a Move only its mode is settled when it begins, where it comes to is told step by
/// step and it may end early; some begin inside another act; and what a fact holds is made without copying an act and its way.
/// An act that is kept whole, to be done later, stands in [`Doing::Ready`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doing {
    /// A Move Action begins.
    Move(Mode),
    /// Stands up.
    Stand,
    /// Prepares a Jump.
    PrepareJump,
    /// Jumps.
    Jump(Cell),
    /// Pushes off from something.
    PushOff(Hold),
    /// Mounts.
    Mount(CreatureId),
    /// Dismounts.
    Dismount,
    /// Controls the Spell of that number: at whom or where it is to act now.
    Control(u16, Aim),
    /// Commands.
    Command(CreatureId),
    /// Focuses.
    Focus,
    /// Shoots a Volley at the Area around a square.
    Volley(Cell),
    /// Dodges.
    Dodge,
    /// Readies an Action.
    Ready(Box<Act>, Trigger),
    /// Carries out what it readied.
    Triggered,
    /// Sneaks.
    Sneak,
    /// Searches.
    Investigate,
    /// Treats somebody.
    Medicine(CreatureId),
    /// Intimidates somebody.
    Intimidate(CreatureId),
    /// Struggles to free somebody.
    Escape(CreatureId),
    /// Steadies itself.
    Stabilize,
    /// Rolls on the ground.
    RollOnGround,
    /// Chokes somebody.
    Choke(CreatureId),
    /// Draws an item.
    Draw(ItemId),
    /// Stows an item.
    Stow(ItemId),
    /// Picks up an item.
    PickUp(ItemId),
    /// Loads.
    Reload(ItemId),
    /// Hands an item over.
    Give(ItemId, CreatureId),
    /// Opens or closes a door.
    Door(bool),
    /// Lights or puts out a light.
    Light(ItemId, bool),
    /// Works on a task.
    Work(u8),
    /// Does something else.
    Interact(String),
    /// Drops an item.
    Drop(ItemId),
    /// Changes its grip.
    Grip(ItemId, u8),
    /// Drops Prone.
    DropProne,
    /// Lets go.
    Release(CreatureId),
    /// Delays.
    Delay,
    /// Enters the order.
    Enter,
    /// Ends its Turn.
    EndTurn,
    /// Flees.
    Flee,
    /// Gives up.
    Surrender,
    /// Tries to catch hold.
    Grab,
    /// Can do nothing in its Turn.
    Nothing,
    /// Falls into the water where ice has broken.
    FallsIn,
    /// Goes down for want of air.
    Collapses,
    /// Dies for want of air.
    Suffocates,
    /// Has not come to what it had readied.
    Lapses,
    /// Can no longer do what it had readied.
    LosesReadied,
    /// The protection of its Dodge ends.
    DodgeEnds,
}

/// Applies a fact. Those of every Attack come first and in place, so that where a fact is made no choice is left to be made.
#[inline(always)]
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Attacks(..)
        | Fact::Shoots(..)
        | Fact::Tries(..)
        | Fact::Came(..)
        | Fact::Casts(..)
        | Fact::Does(..)
        | Fact::Lost(..)
        | Fact::Unhurt(..) => {}
        Fact::Set(who, number, value) => {
            set(body(state, *who), *number, *value);
            match number {
                Number::Hp => state.count_sides(),
                Number::Dodges | Number::Airless => state.see_calm(),
                _ => {}
            }
        }
        Fact::Phase(phase) => enter(state, *phase),
        Fact::Place(place) => state.clock.place = *place,
        Fact::Round(round) => {
            state.clock.round = *round;
            state.clock.place = 0;
        }
        Fact::TurnBegins(who) => {
            begin_turn(body(state, *who));
            if !state.calm {
                state.see_calm();
            }
        }
        Fact::HadTurn(who, round) => body(state, *who).had_turn = *round,
        Fact::Flag(who, flag, value) => set_flag(state, *who, *flag, *value),
        Fact::AnchorStarts(who) => {
            let mut ended = false;
            state.conditions.turn_starts(*who, |_| ended = true);
            if ended {
                state.count_sides();
                state.see_calm();
            }
        }
        Fact::AnchorEnds(who) => {
            let mut ended = false;
            state.conditions.turn_ends(*who, |_| ended = true);
            if ended {
                state.count_sides();
                state.see_calm();
            }
        }
        Fact::Damaged(who, amount, ..) => {
            let body = body(state, *who);
            body.hp = body.hp.saturating_sub(*amount);
            if body.hp <= 0 {
                state.count_sides();
            }
        }
        other => apply_other(state, other),
    }
}

/// Whether a fact is known to own no memory, as those of every Attack are.
#[inline(always)]
pub(super) fn is_plain(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Attacks(..)
            | Fact::Shoots(..)
            | Fact::Came(..)
            | Fact::Unhurt(..)
            | Fact::Set(..)
            | Fact::Phase(..)
            | Fact::Place(..)
            | Fact::Round(..)
            | Fact::TurnBegins(..)
            | Fact::HadTurn(..)
            | Fact::Flag(..)
            | Fact::AnchorStarts(..)
            | Fact::AnchorEnds(..)
            | Fact::Damaged(..)
    )
}

fn apply_other(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Attacks(..)
        | Fact::Shoots(..)
        | Fact::Tries(..)
        | Fact::Came(..)
        | Fact::Casts(..)
        | Fact::Does(..)
        | Fact::Lost(..)
        | Fact::Unhurt(..)
        | Fact::Set(..)
        | Fact::Phase(..)
        | Fact::Place(..)
        | Fact::Round(..)
        | Fact::TurnBegins(..)
        | Fact::HadTurn(..)
        | Fact::Flag(..)
        | Fact::AnchorStarts(..)
        | Fact::AnchorEnds(..)
        | Fact::Damaged(..) => {}
        Fact::Order(order) => state.clock.order.clone_from(order),
        Fact::Healed(who, amount) => {
            let body = body(state, *who);
            body.hp = body.hp.saturating_add(*amount);
            state.count_sides();
        }
        Fact::Gains(held) => {
            state.conditions.add(*held);
            state.count_sides();
        }
        Fact::Loses(held) => {
            state.conditions.remove(held);
            state.conditions.drop_orphans(held.on);
            state.count_sides();
        }
        Fact::Renews(held) => {
            state.conditions.add(held[1]);
            state.conditions.remove(&held[0]);
        }
        Fact::Dose(dose) => {
            state.doses.push(*dose);
            state.doses.sort_unstable();
        }
        Fact::DosesActed(who) => {
            for dose in state.doses.iter_mut().filter(|dose| dose.on == *who) {
                dose.rounds -= 1;
            }
            state.doses.retain(|dose| dose.rounds > 0);
            state.doses.sort_unstable();
        }
        Fact::Moved(who, at) | Fact::Shifted(who, at) => {
            body(state, *who).at = *at;
            state.take_room(*who);
        }
        Fact::Moving(who, moving) => body(state, *who).moving = *moving,
        Fact::Passing(who, None) => body(state, *who).passing.clear(),
        Fact::Passing(who, Some(passing)) => body(state, *who).passing.push(*passing),
        Fact::Flown(who, feet) => body(state, *who).flown_ft = *feet,
        Fact::Heading(who, heading) => body(state, *who).heading = *heading,
        Fact::Falling(who, feet) => body(state, *who).falling_ft = *feet,
        Fact::Task(who, task) => body(state, *who).task = *task,
        Fact::Sneak(who, total) => body(state, *who).sneak = *total,
        Fact::Mounted(who, mount) => body(state, *who).mount = *mount,
        Fact::Commander(who, commander) => body(state, *who).commander = *commander,
        Fact::Drifts(who, drift) => body(state, *who).drift = *drift,
        Fact::Readies(who, readied) => {
            let old = &mut state.bodies[who.index()].readied;
            Waiting::count(&mut state.waiting.readied, old.is_some(), readied.is_some());
            old.clone_from(readied);
        }
        Fact::Presence(who, presence) => {
            body(state, *who).presence = *presence;
            state.count_sides();
        }
        Fact::Joins(newcomers) => joining::join(state, newcomers),
        Fact::Sheet(who, sheet) => joining::give_sheet(state, *who, sheet),
        Fact::Kind(item, kind) => joining::give_kind(state, *item, kind),
        Fact::Rules(options) => {
            let mut cast = Cast::clone(&state.cast);
            cast.options = **options;
            state.cast = Shared::new(cast);
            state.count_sides();
        }
        Fact::Item(item, place) => state.put_item(*item, *place),
        Fact::ItemHp(item, hp) => state.set_item_hp(*item, *hp),
        Fact::Loaded(item, unloaded, ammunition) => {
            let item = &mut state.items[usize::from(item.0)];
            item.unloaded = *unloaded;
            item.ammunition = *ammunition;
        }
        Fact::Lit(item, lit) => state.items[usize::from(item.0)].lit = *lit,
        Fact::ItemDrifts(item, drift) => state.items[usize::from(item.0)].drift = *drift,
        Fact::Alters(change) => {
            state.altered.retain(|other| !other.same_place(change));
            state.altered.push(*change);
        }
        Fact::Restores(change) => state.altered.retain(|other| !other.same_place(change)),
        Fact::SpellRuns(running) => state.spells.push(Running::clone(running)),
        Fact::SpellChanges(running) => {
            if let Some(old) = state
                .spells
                .iter_mut()
                .find(|old| old.number == running.number)
            {
                old.clone_from(running);
            }
        }
        Fact::SpellEnds(number) => state.spells.retain(|running| running.number != *number),
    }
    state.see_calm();
}

impl Altered {
    /// Whether two changes are of the same kind at the same place.
    #[must_use]
    pub fn same_place(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Door(a, b, _), Self::Door(c, d, _)) => (a, b) == (c, d) || (a, b) == (d, c),
            (Self::Ice(a, _), Self::Ice(b, _))
            | (Self::Tunnel(a, ..), Self::Tunnel(b, ..))
            | (Self::Breach(a), Self::Breach(b)) => a == b,
            _ => false,
        }
    }
}

#[inline]
fn body(state: &mut State, who: CreatureId) -> &mut Body {
    &mut state.bodies[who.index()]
}

/// Attacks are counted for the Turn in which they are made.
#[inline]
/// What was going on is kept while the fight is over by the game master's word.
fn enter(state: &mut State, phase: Phase) {
    let clock = &mut state.clock;
    clock.broken_off = match (phase, clock.phase) {
        (Phase::Over(_), Phase::Over(_)) => clock.broken_off,
        (Phase::Over(_), before) => Some(before),
        _ => None,
    };
    clock.phase = phase;
    if matches!(phase, Phase::After(_) | Phase::Turn { begun: false, .. }) {
        for body in &mut state.bodies {
            body.attacks = 0;
        }
    }
}

fn begin_turn(body: &mut Body) {
    body.actions_used = 0;
    body.actions_granted = 0;
    body.attacks = 0;
    body.flown_ft = None;
    body.short_flight = false;
    body.moving = None;
    body.passing.clear();
    body.jump_prepared = false;
}

#[inline]
fn set(body: &mut Body, number: Number, value: i16) {
    let small = value.clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8;
    let count = value.clamp(0, i16::from(u8::MAX)) as u8;
    match number {
        Number::Hp => body.hp = value,
        Number::Energy => body.energy = value,
        Number::Initiative => body.initiative = value,
        Number::ActionsUsed => body.actions_used = small,
        Number::ActionsGranted => body.actions_granted = small,
        Number::ReactionsUsed => body.reactions_used = small,
        Number::BleedPenalty => body.bleed_penalty = value,
        Number::Airless => body.airless = value,
        Number::Dodges => body.dodges = count,
        Number::Attacks => body.attacks = count,
    }
}

#[inline]
fn set_flag(state: &mut State, who: CreatureId, flag: Flag, value: bool) {
    let (body, waiting) = (&mut state.bodies[who.index()], &mut state.waiting);
    match flag {
        Flag::ReactionReady => {
            body.reaction_ready = value;
            return;
        }
        Flag::Delaying if body.delaying == value => return,
        Flag::BeganAirless => body.began_airless = value,
        Flag::Flying => body.flying = value,
        Flag::ShortFlight => body.short_flight = value,
        Flag::Hanging => body.hanging = value,
        Flag::Squeezing => {
            body.squeezing = value;
            state.take_room(who);
        }
        Flag::JumpPrepared => body.jump_prepared = value,
        Flag::Commanded => {
            Waiting::count(&mut waiting.commanded, body.commanded, value);
            body.commanded = value;
        }
        Flag::Delaying => {
            Waiting::count(&mut waiting.delaying, body.delaying, value);
            body.delaying = value;
        }
        Flag::Unaware => body.unaware = value,
    }
    state.see_calm();
}

/// The rule's number as facts keep it.
#[must_use]
pub fn lost_by(rule: RuleId) -> u16 {
    rule.0
}
