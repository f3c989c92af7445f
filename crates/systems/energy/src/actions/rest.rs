//! Short and Long Rests (`rest/*`).

use std::ops::ControlFlow;

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::Found;
use crate::Energy;
use crate::act::{Act, Rest};
use crate::fact::{Fact, Flag, Number};
use crate::ids::{refuse, rule};
use crate::rules::conditions::end_all;
use crate::rules::numbers::{alive, present};
use crate::rules::zones::source_of;
use crate::rules::{aura, rounds, unconscious};
use crate::sheet::{ItemKind, Recharge};
use crate::state::{Cause, Condition, ItemId, PowerId, State};

/// Blocks of 5 minutes that a repair takes (`rest/short-repair`).
const REPAIR_BLOCKS: u8 = 3;

/// Blocks of 5 minutes in the longest Short Rest (`rest/short-length`).
const MOST_BLOCKS: u8 = 6;

/// Rounds in a block of 5 minutes (`rounds/length`).
const ROUNDS_PER_BLOCK: u16 = 60;

/// Blocks of 5 minutes in an hour.
const BLOCKS_PER_HOUR: u8 = 12;

/// Hours of a whole Long Rest (`rest/long-length`).
const LONG_HOURS: u8 = 8;

/// Whether a creature can do nothing but rest: it is unconscious or helpless, and no combat is going on (`unconscious/state`, `gaps/helpless`,
/// `rest/short-length`).
#[must_use]
pub(crate) fn only_rests(state: &State, who: CreatureId) -> bool {
    state.cast.scene.peaceful
        && present(state, who)
        && alive(state, who)
        && (state.has(who, Condition::Unconscious) || state.has(who, Condition::Helpless))
}

/// Whether a creature can rest so: only outside combat, and while nobody bleeds out (`rest/short-length`, `rounds/rest-outside`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(state: &State, who: CreatureId, rest: &Rest) -> Result<(), Refusal> {
    if !state.cast.scene.peaceful && !state.clock.phase.is_aftermath() {
        return Err(refuse!("rest/short-length", "nobody rests in a combat"));
    }
    if let Some(bleeding) = rounds::bleeding(state) {
        return Err(refuse!(
            "rounds/rest-outside",
            "{} bleeds out: its Death Saves come first, Round by Round",
            Figure::Creature(bleeding)
        ));
    }
    length(rest)?;
    within(state, who, Spent::of(rest))
}

/// Whether there are rests of that length (`rest/short-length`, `rest/long-length`).
fn length(rest: &Rest) -> Result<(), Refusal> {
    match rest {
        Rest::Long { hours, .. } if !(1..=LONG_HOURS).contains(hours) => Err(refuse!(
            "rest/long-length",
            "a Long Rest takes 8 hours, or 1 to 7 where it is interrupted"
        )),
        Rest::Short { blocks, .. } if !(1..=MOST_BLOCKS).contains(blocks) => Err(refuse!(
            "rest/short-length",
            "a Short Rest takes 1 to 6 blocks of 5 minutes"
        )),
        Rest::Long { .. } | Rest::Short { .. } => Ok(()),
    }
}

/// What the blocks of 5 minutes of a rest are spent on (`rest/short-every-five-minutes`, `rest/long-includes-short`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spent {
    blocks: u8,
    surges: u8,
    repair: Option<ItemId>,
}

impl Spent {
    const fn of(rest: &Rest) -> Self {
        match *rest {
            Rest::Short {
                blocks,
                surges,
                repair,
            } => Self {
                blocks,
                surges,
                repair,
            },
            Rest::Long {
                hours,
                surges,
                repair,
            } => Self {
                blocks: hours.saturating_mul(BLOCKS_PER_HOUR),
                surges,
                repair,
            },
        }
    }
}

/// Whether a rest is long enough for what is done in it, and that can be done at all.
fn within(state: &State, who: CreatureId, spent: Spent) -> Result<(), Refusal> {
    let Spent {
        blocks,
        surges,
        repair,
    } = spent;
    let busy = if repair.is_some() { REPAIR_BLOCKS } else { 0 };
    if busy > blocks {
        return Err(refuse!("rest/short-repair", "a repair takes 3 blocks"));
    }
    if surges > blocks - busy {
        return Err(refuse!(
            "rest/short-every-five-minutes",
            "one Recovery Surge a block, and none while something is repaired"
        ));
    }
    if i16::from(surges) > state.body(who).surges {
        return Err(refuse!(
            "aura/recovery-surges",
            "there are not so many left"
        ));
    }
    if surges > 0 && aura::useful_surges(state, who) == 0 {
        return Err(refuse!(
            "aura/recovery-surges",
            "there is no Aura to regain"
        ));
    }
    if let Some(item) = repair {
        mendable(state, who, item)?;
    }
    Ok(())
}

/// Broken armour or a Broken shield of its own (`rest/short-repair`).
fn mendable(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let none = refuse!(
        "rest/short-repair",
        "it has no such broken armour or shield"
    );
    let thing = state.items.get(usize::from(item.0)).ok_or(none)?;
    let fits = matches!(state.kind(item), ItemKind::Armor(_) | ItemKind::Shield(_));
    if thing.place.bearer() != Some(who) || !thing.broken || !fits {
        return Err(none);
    }
    Ok(())
}

/// Rests; the Rounds that it takes go by for everybody (`rounds/length`).
///
/// # Errors
/// Stops where a die is missing.
pub(crate) fn rest(scene: &mut Scene<'_, Energy>, who: CreatureId, rest: &Rest) -> Play {
    scene.emit(Fact::Rests(who, rest.clone()));
    let spent = Spent::of(rest);
    match rest {
        Rest::Short { blocks, .. } => {
            scene.cite(rule!("rest/short-length"));
            if *blocks < 6 {
                scene.cite(rule!("rest/short-interrupted"));
            }
            spend(scene, who, spent);
        }
        Rest::Long { hours, .. } => {
            scene.cite(rule!("rest/long-length"));
            scene.cite(rule!("rest/long-includes-short"));
            spend(scene, who, spent);
            surges_by_hours(scene, who, *hours);
            if *hours == LONG_HOURS {
                whole_night(scene, who);
            } else {
                scene.cite(rule!("rest/long-interrupted"));
            }
        }
    }
    rounds::go_by(scene, u16::from(spent.blocks) * ROUNDS_PER_BLOCK)
}

/// What is done in the blocks of a rest: Recovery Surges are spent, and something is mended (`rest/short-repair`).
fn spend(scene: &mut Scene<'_, Energy>, who: CreatureId, spent: Spent) {
    block(scene, who, spent.surges > 0);
    for _ in 1..spent.surges {
        // With the Aura whole the rest of them is kept.
        if aura::useful_surges(scene.state(), who) == 0 {
            break;
        }
        aura::surge(scene, who);
    }
    if let Some(item) = spent.repair {
        scene.cite(rule!("rest/short-repair"));
        scene.cite(rule!("gaps/broken"));
        scene.emit(Fact::Broken(item, false));
    }
}

/// What 5 minutes bring: all Stamina, powers of Short Rests, a Recovery Surge if one is spent, and in the end what lasts until a Short Rest
/// is over (`rest/short-every-five-minutes`, `stamina/restored-by-short-rest`).
fn block(scene: &mut Scene<'_, Energy>, who: CreatureId, surges: bool) {
    scene.cite(rule!("rest/short-every-five-minutes"));
    scene.cite(rule!("stamina/restored-by-short-rest"));
    scene.cite(rule!("stamina/maximum"));
    let most = scene.state().sheet(who).stamina;
    if scene.state().body(who).stamina < most {
        scene.emit(Fact::Set(who, Number::Stamina, most));
    }
    recharge(scene, who, Recharge::ShortRest);
    if surges {
        aura::surge(scene, who);
    }
    block_ends(scene, who);
}

/// At the end of a block whoever can wakes, and what lasts until a Short Rest is over ends (`rest/until-short-rest`, `unconscious/wake-death`).
fn block_ends(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    unconscious::stamina_returns(scene, who);
    unconscious::end_cause(scene, who, Cause::NonLethal);
    let body = scene.state().body(who);
    let awakens = body.awakens;
    if !body.bleeding && (awakens || body.is_out_by(Cause::Death)) {
        scene.cite(rule!("unconscious/wake-death"));
        if awakens {
            scene.emit(Fact::Flag(who, Flag::Awakens, false));
        }
        unconscious::end_cause(scene, who, Cause::Death);
    }
    let ends = |held: &Held<Condition>| {
        let lasting = matches!(held.kind, Condition::Shaken | Condition::Exhausted)
            || (held.cause.is_some() && may_last(held.kind));
        lasting && held.until == Until::Cleared && source_of(held).is_none()
    };
    if scene.state().conditions.on(who).any(ends) {
        scene.cite(rule!("rest/until-short-rest"));
        end_all(scene, who, ends);
    }
}

/// Conditions that a power or a weapon may impose until the next Short Rest; others end in their own way.
const fn may_last(kind: Condition) -> bool {
    matches!(
        kind,
        Condition::Exposed
            | Condition::Unguarded
            | Condition::Surprised
            | Condition::Dazed
            | Condition::Blinded
            | Condition::Slowed
    )
}

/// Powers can be used again.
fn recharge(scene: &mut Scene<'_, Energy>, who: CreatureId, by: Recharge) {
    let next = |state: &State| {
        let comes_back = |id: &&PowerId| state.power(**id).recharge == by;
        state.body(who).used.iter().find(comes_back).copied()
    };
    while let Some(id) = next(scene.state()) {
        scene.emit(Fact::Used(who, id, false));
    }
}

/// Recovery Surges by completed hours (`rest/long-interrupted`).
fn surges_by_hours(scene: &mut Scene<'_, Energy>, who: CreatureId, hours: u8) {
    let most = scene.state().sheet(who).surges;
    let more = most * i16::from(hours) / i16::from(LONG_HOURS);
    let now = scene.state().body(who).surges;
    let then = (now + more).min(most).max(now);
    if then != now {
        scene.emit(Fact::Set(who, Number::Surges, then));
    }
}

/// What only a whole Long Rest brings (`rest/long-benefits`, `gaps/major-injury`).
fn whole_night(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    scene.cite(rule!("rest/long-benefits"));
    let missing = scene.state().sheet(who).aura_strength - scene.state().body(who).aura;
    aura::regain(scene, who, missing);
    block_ends(scene, who);
    recharge(scene, who, Recharge::LongRest);
    if scene.state().body(who).injuries > 0 {
        scene.cite(rule!("gaps/major-injury"));
        scene.emit(Fact::Set(who, Number::Injuries, 0));
    }
}

/// Rests that may be taken.
pub(crate) fn candidates(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    if !state.cast.scene.peaceful {
        return ControlFlow::Continue(());
    }
    let short = |blocks, surges, repair| {
        Act::Rest(Rest::Short {
            blocks,
            surges,
            repair,
        })
    };
    let long = |repair| {
        Act::Rest(Rest::Long {
            hours: LONG_HOURS,
            surges: 0,
            repair,
        })
    };
    legal(short(1, 0, None))?;
    legal(short(1, 1, None))?;
    let useful = aura::useful_surges(state, who).min(MOST_BLOCKS.into());
    if useful > 1 {
        let blocks = u8::try_from(useful).unwrap_or(MOST_BLOCKS);
        legal(short(blocks, blocks, None))?;
    }
    legal(long(None))?;
    for (id, item) in state.all_items() {
        if item.broken && item.place.bearer() == Some(who) {
            legal(short(REPAIR_BLOCKS, 0, Some(id)))?;
            legal(long(Some(id)))?;
        }
    }
    ControlFlow::Continue(())
}
