//! What is said of a creature together with what would be impossible beside it.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::Unread;
use smallvec::{SmallVec, smallvec};

use crate::fact::{Fact, Number, When};
use crate::notation::Reader;
use crate::rules::forced::on_foot;
use crate::rules::ground;
use crate::rules::numbers::dying;
use crate::state::{Condition, NEVER, State, Underway};

/// What no longer fits beside a number that is set: Invigoration that would lift hit points above their maximum (`healing/caps`), and what
/// is of poison of more than there is (`poison/effect`).
pub(super) fn within(
    state: &State,
    who: CreatureId,
    (number, value): (Number, i16),
) -> SmallVec<[Fact; 2]> {
    let body = state.body(who);
    let beside: SmallVec<[(Number, i16, i16); 2]> = match number {
        Number::Hp => {
            let missing = invigoration(state.sheet(who).max_hp, value);
            SmallVec::from_buf([
                (Number::Invigoration, body.invigoration, missing),
                (Number::PoisonHp, body.poison_hp, missing),
            ])
        }
        Number::Fatigue => smallvec![(Number::PoisonFatigue, body.poison_fatigue, value)],
        Number::AttributeDamage(attribute) => {
            let now = body.attribute_poison[attribute as usize];
            smallvec![(Number::AttributePoison(attribute), now, value)]
        }
        _ => SmallVec::new(),
    };
    let too_much = beside.into_iter().filter(|(_, now, most)| now > most);
    too_much
        .map(|(other, _, most)| Fact::Set(who, other, most.max(0)))
        .collect()
}

/// How much Invigoration there can be with so many hit points (`healing/caps`).
pub(super) fn invigoration(max_hp: i16, hp: i16) -> i16 {
    max_hp.saturating_sub(hp).max(0)
}

/// What is under way ends when the next turn comes, be that another one now (`spell-timing/cancel`);
/// a wait is over where it has come (`movement-in-combat/wait`).
pub(super) fn ending(state: &State, who: CreatureId, (when, count): (When, u32)) -> Option<Fact> {
    let underway = &state.body(who).underway;
    let moved = when == When::Next && count != NEVER && underway.binds_to_its_end();
    moved.then(|| {
        let is_over = matches!(underway, Underway::Wait(_)) && count <= state.clock.count;
        let left = if is_over {
            Underway::Nothing
        } else {
            ends_at(underway.clone(), count)
        };
        Fact::Underway(who, left)
    })
}

/// The same with another end.
fn ends_at(underway: Underway, count: u32) -> Underway {
    let mut moved = underway;
    match &mut moved {
        Underway::Wait(end) | Underway::Rest(_, end) | Underway::Treat(.., end) => *end = count,
        Underway::Prepare { ready, .. }
        | Underway::Scroll { ready, .. }
        | Underway::CoupDeGrace { ready, .. } => *ready = count,
        Underway::Nothing | Underway::Walk(..) | Underway::Ready { .. } | Underway::Set { .. } => {}
    }
    moved
}

/// Takes the place that is meant for a creature: as high as it stands there, on the highest of the ground below it, unless a height is
/// told that is above that.
pub(super) fn meant(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Cell, Unread> {
    let has_height = |word: &str| word.matches(',').count() > 1;
    let is_told = reader.peek().is_some_and(has_height);
    let to = reader.cell_on(&state.cast.map)?;
    let stands = ground::standing(state, on_foot(state, who, to));
    Ok(stands
        .filter(|stands| !is_told || stands.z > to.z)
        .unwrap_or(to))
}

/// Whether a creature can have been stabilized: it is dying, or unconscious still (`regaining-consciousness/stabilized`).
pub(super) fn is_stabilizable(state: &State, who: CreatureId) -> Result<(), Unread> {
    if state.has(who, Condition::Unconscious) {
        return Ok(());
    }
    is_dying(state, who)
}

/// Whether a creature has so much fatigue that it is dying (`dying/progress`).
pub(super) fn is_dying(state: &State, who: CreatureId) -> Result<(), Unread> {
    if dying(state, who) {
        return Ok(());
    }
    let message = format!("{} is not dying", state.sheet(who).name);
    Err(Unread::new(message))
}
