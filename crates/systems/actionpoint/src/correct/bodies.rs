//! What is so of a creature by the game master's word, where other things follow from it.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use super::{at_least_0, sign};
use crate::fact::{Fact, Number, apply};
use crate::notation::{self, Reader};
use crate::rules::conditions::broken_hold;
use crate::rules::fighting_style::is_trained;
use crate::rules::health::{falling, rising};
use crate::rules::initiative;
use crate::rules::numbers::free_hands;
use crate::sheet::Effect;
use crate::state::{Condition, ItemId, Place, Running, State};

/// Health: at 0 the creature falls, above it is conscious again, and not dead (`conditions/unconscious`, `damage-pipeline/healing`,
/// `damage-pipeline/death`).
pub(super) fn health(state: &State, who: CreatureId, health: i16) -> Vec<Fact> {
    let out = state.has(who, Condition::Unconscious);
    let mut facts = vec![Fact::Set(who, Number::Health, health)];
    if health == 0 {
        facts.extend(falling(state, who));
        return facts;
    }
    let mut conditions = state.conditions.on(who);
    let dead = conditions.find(|held| held.kind == Condition::Dead);
    facts.extend(dead.copied().map(Fact::Loses));
    if out {
        facts.extend(rising(state, who));
    }
    facts
}

/// What is so now, and the holds that come to nothing by it (`conditions/grappled`).
pub(super) fn settled(state: &State, mut facts: Vec<Fact>) -> Vec<Fact> {
    let mut after = state.clone();
    for fact in &facts {
        apply(&mut after, fact);
    }
    while let Some(held) = broken_hold(&after) {
        let ends = Fact::Loses(held);
        apply(&mut after, &ends);
        facts.push(ends);
    }
    facts
}

/// An initiative result, or `none`; the order of the fight follows from it (`initiative-structure/order-descending`).
pub(super) fn initiative(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let result = if reader.take("none") {
        None
    } else {
        Some(reader.number("number")?)
    };
    let fact = super::fitting(state, who, Fact::Initiative(who, result))?;
    let mut after = state.clone();
    apply(&mut after, &fact);
    let order = initiative::order(&after);
    Ok(vec![fact, Fact::Order(order)])
}

/// Against whom it has feinted: `ogre`, `ogre, guard`, or `none` (`maneuvers/feint`).
pub(super) fn feints(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let all = others(who, reader)?;
    if all.is_empty() {
        return Ok(vec![Fact::Feints(who, None)]);
    }
    let before = state.body(who).feints.iter();
    let gone = before.filter(|on| !all.contains(on));
    let gone = gone.map(|on| Fact::NoFeint(who, *on));
    let now = all.iter().map(|on| Fact::Feints(who, Some(*on)));
    Ok(gone.chain(now).collect())
}

/// Other creatures with commas between them, or `none`.
fn others(who: CreatureId, reader: &mut Reader<'_, '_>) -> Result<Vec<CreatureId>, Unread> {
    let mut all = Vec::new();
    for words in reader.rest().split(',') {
        let mut one = reader.clone();
        one.jump_to(words);
        all.extend(one.other_or_none(who)?);
        one.end()?;
    }
    reader.jump_to("");
    Ok(all)
}

/// Whether a creature's turn of this round is past; a past one counts as the latest so far.
pub(super) fn turn_taken(state: &State, who: CreatureId, taken: bool) -> Fact {
    let latest = state.clock.turns.clamp(1, 3_000) as i16;
    Fact::Set(who, Number::Turn, if taken { latest } else { 0 })
}

/// `+stone skin`, `+stone skin left 2`, `-stone skin`: a spell lasts until the end of the next own turn unless it is said otherwise.
pub(super) fn running(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Fact, Unread> {
    let begins = sign(reader, "a spell that lasts")?;
    let spell = notation::spell(reader)?;
    if !begins {
        let runs = |running: &Running| running.on == who && running.spell == spell;
        if !state.running.iter().any(runs) {
            let name = &state.spell(spell).name;
            return Err(Unread::new(format!("{name} does not last there")));
        }
        return Ok(Fact::RunsOut(who, spell));
    }
    let effect = state.spell(spell).effect.as_ref();
    if !effect.is_some_and(Effect::lasts) {
        let name = &state.spell(spell).name;
        return Err(Unread::new(format!("{name} is no spell that lasts")));
    }
    let left = if reader.take("left") {
        at_least_0(reader)?
    } else {
        1
    };
    let on = who;
    Ok(Fact::Runs(Running { on, spell, left }))
}

/// `+dagger`, `+dagger in classical knight`: a type of gear added to a style, the first one unless it is said otherwise.
pub(super) fn learnt(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Fact, Unread> {
    if !sign(reader, "a type of gear")? {
        return Err(Unread::new("what has been learnt is not forgotten"));
    }
    let gear = notation::gear(reader)?;
    let style = if reader.take("in") {
        notation::style_of(reader, Some(who))?
    } else {
        0
    };
    let known = usize::from(style) < state.sheet(who).styles.len()
        && usize::from(gear.0) < state.cast.gear.len();
    if !known {
        return Err(Unread::new("there is no such style or type of gear"));
    }
    if is_trained(state, who, style, gear) {
        return Err(Unread::new("that type of gear is on the list already"));
    }
    Ok(Fact::Learns(who, style, gear))
}

/// The place of an item in as many free hands as it needs at least.
pub(super) fn in_hand(state: &State, who: CreatureId, item: ItemId) -> Result<Place, Unread> {
    if let place @ Place::Held(by, _) = state.item(item).place
        && by == who
    {
        return Ok(place);
    }
    let hands = state.kind(item).hands().max(1);
    if state.sheet(who).hands == 0 || free_hands(state, who) < i16::from(hands) {
        let name = &state.sheet(who).name;
        return Err(Unread::new(format!("{name} has not enough hands free")));
    }
    Ok(Place::Held(who, hands))
}
