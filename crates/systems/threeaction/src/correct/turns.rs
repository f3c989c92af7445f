//! Whose Turn it is, and in which order Turns come, by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use super::follows::said_and_done;
use crate::fact::{Fact, Flag};
use crate::flow;
use crate::notation::Reader;
use crate::state::{Phase, State};

/// It is a creature's Turn: the running one is over, and this one starts, with whatever takes no dice (`foundations/start-of-turn-order`,
/// `foundations/end-of-turn-order`). What would hurt or heal at the start, and make fall at the end, is left to the game master.
pub(super) fn given(state: &State, who: CreatureId) -> Vec<Fact> {
    let begins = Fact::Phase(Phase::Turn { who, begun: false });
    if state.clock.phase == Phase::Setup {
        return vec![begins];
    }
    said_and_done(state, Vec::new(), |scene| {
        if let Phase::Turn { who: before, .. } = scene.state().clock.phase {
            flow::ends_without_dice(scene, before);
        }
        if scene.state().body(who).delaying {
            scene.emit(Fact::Flag(who, Flag::Delaying, false));
        }
        flow::starts_without_dice(scene, who);
        scene.emit(begins);
        Ok(())
    })
}

/// All names of those in the order of Initiative, in the new order. Everybody has one Turn in this Round all the same
/// (`rounds/one-turn-each`): the first of those who have yet to come up is next, and those behind it whose place has come up are passed over.
pub(super) fn order(state: &State, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    let order = named(state, reader)?;
    let clock = &state.clock;
    let has_come_up = |who: &CreatureId| {
        let place = clock.order.iter().position(|other| other == who);
        place.is_some_and(|place| place < usize::from(clock.place))
    };
    let next = order.iter().position(|who| !has_come_up(who));
    let next = next.unwrap_or(order.len());
    let passed_over = order[next..].iter().filter(|who| {
        has_come_up(who)
            && state.body(**who).had_turn < clock.round
            && state.turn_of() != Some(**who)
    });
    let mut facts: Vec<Fact> = passed_over
        .map(|who| Fact::HadTurn(*who, clock.round))
        .collect();
    let place = u8::try_from(next).unwrap_or(u8::MAX);
    if place != clock.place {
        facts.push(Fact::Place(place));
    }
    facts.push(Fact::Order(order));
    Ok(facts)
}

fn named(state: &State, reader: &mut Reader<'_, '_>) -> Result<Vec<CreatureId>, Unread> {
    let mut order = Vec::new();
    while !reader.is_empty() {
        let who = reader.creature()?;
        if order.contains(&who) {
            let name = &state.sheet(who).name;
            return Err(Unread::new(format!("{name} is named twice")));
        }
        order.push(who);
    }
    if let Some(left_out) = state.clock.order.iter().find(|who| !order.contains(who)) {
        let name = &state.sheet(*left_out).name;
        return Err(Unread::new(format!("{name} is left out")));
    }
    Ok(order)
}
