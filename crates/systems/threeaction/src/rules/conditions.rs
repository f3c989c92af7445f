//! How conditions begin and end (`foundations/stacking-conditions`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Scene};
use smallvec::SmallVec;

use super::command;
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::rule;
use crate::state::{Condition, State};

/// A condition on `who` without any particulars.
pub(crate) fn plain(who: CreatureId, kind: Condition, until: Until) -> Held<Condition> {
    Held {
        on: who,
        kind,
        toward: None,
        parent: None,
        cause: None,
        until,
        amount: 0,
    }
}

/// The DC to get free of what entangles where its source says nothing else (`entangled/no-move`).
pub(crate) const USUAL_DC: i16 = 15;

/// The DC to get free of what entangles (`entangled/no-move`).
pub(crate) fn escape_dc(held: &Held<Condition>) -> i16 {
    if held.amount > 0 {
        held.amount
    } else {
        USUAL_DC
    }
}

/// Puts a condition in force. One that is there already is not added twice: the one that lasts longer stays
/// (`foundations/stacking-conditions`); Shaken adds up (`shaken/stacking`). Unconscious from the Bleed Table and from a Spell end in
/// different ways, so they run side by side, and so do bonds of which one lasts longer and the other is harder to get free of.
pub(crate) fn gain(scene: &mut Scene<'_, ThreeAction>, held: Held<Condition>) {
    if held.kind == Condition::Entangled {
        return entangle(scene, held);
    }
    let same = scene
        .state()
        .conditions
        .on(held.on)
        .find(|other| {
            other.kind == held.kind
                && other.toward == held.toward
                && (held.kind != Condition::Unconscious
                    || (other.until == Until::Cleared) == (held.until == Until::Cleared))
        })
        .copied();
    let Some(old) = same else {
        scene.emit(Fact::Gains(held));
        return;
    };
    if held.kind == Condition::Shaken {
        scene.cite(rule!("shaken/stacking"));
        let longer = Held {
            until: longer_by(old.until, held.until),
            ..old
        };
        scene.emit(Fact::Renews(Box::new([old, longer])));
        return;
    }
    scene.cite(rule!("foundations/stacking-conditions"));
    if outlasts(scene.state(), held.until, old.until) || held.amount > old.amount {
        let until = if outlasts(scene.state(), held.until, old.until) {
            held.until
        } else {
            old.until
        };
        let longer = Held {
            until,
            amount: held.amount.max(old.amount),
            ..held
        };
        scene.emit(Fact::Renews(Box::new([old, longer])));
    }
}

/// Entangled once more: of two bonds the one that neither lasts longer nor is harder to get free of makes no difference
/// (`foundations/stacking-conditions`).
fn entangle(scene: &mut Scene<'_, ThreeAction>, held: Held<Condition>) {
    let state = scene.state();
    let covers = |one: &Held<Condition>, other: &Held<Condition>| {
        !outlasts(state, other.until, one.until) && escape_dc(one) >= escape_dc(other)
    };
    let bonds = state.conditions.on(held.on);
    let bonds: SmallVec<[Held<Condition>; 4]> = bonds
        .filter(|other| other.kind == held.kind)
        .copied()
        .collect();
    let is_covered = bonds.iter().any(|other| covers(other, &held));
    let covered: SmallVec<[Held<Condition>; 4]> = bonds
        .iter()
        .filter(|other| covers(&held, other))
        .copied()
        .collect();
    if !bonds.is_empty() {
        scene.cite(rule!("foundations/stacking-conditions"));
    }
    if is_covered {
        return;
    }
    match covered.split_first() {
        Some((old, others)) => {
            scene.emit(Fact::Renews(Box::new([*old, held])));
            for other in others {
                scene.emit(Fact::Loses(*other));
            }
        }
        None => scene.emit(Fact::Gains(held)),
    }
}

/// Shakes a creature for so many Rounds (`shaken/disadvantage`).
pub(crate) fn shake(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    on: CreatureId,
    rounds: u16,
) {
    let until = super::durations::rounds(scene.state(), rounds);
    gain(
        scene,
        Held {
            cause: Some(by),
            ..plain(on, Condition::Shaken, until)
        },
    );
}

/// Ends every instance of a condition on `who`.
pub(crate) fn lose(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, kind: Condition) {
    while let Some(held) = scene.state().conditions.get(who, kind).copied() {
        scene.emit(Fact::Loses(held));
    }
}

/// The longer one with the rest of the shorter one's time added; the anchor of the first stays.
fn longer_by(old: Until, new: Until) -> Until {
    let more = match new {
        Until::TurnStart(_, left) | Until::TurnEnd(_, left) => left,
        _ => return new,
    };
    match old {
        Until::TurnStart(anchor, left) => Until::TurnStart(anchor, left.saturating_add(more)),
        Until::TurnEnd(anchor, left) => Until::TurnEnd(anchor, left.saturating_add(more)),
        other => other,
    }
}

/// Whether the first duration ends after the second: by how many starts or ends of Turn are left and, between equals, by whose comes later.
fn outlasts(state: &State, first: Until, second: Until) -> bool {
    time_left(state, first) > time_left(state, second)
}

/// The place in the order at which a creature's Turn starts: its own, or that of the one whose Turn it takes part in (`command/turn-start`).
fn place_of(state: &State, who: CreatureId) -> Option<usize> {
    let order = &state.clock.order;
    std::iter::successors(Some(who), |who| command::anchor(state, *who))
        .take(order.len() + 1)
        .find_map(|who| order.iter().position(|other| *other == who))
}

/// How long until then, in tenths of a Turn's place: Rounds, then the anchor's distance in the order.
pub(crate) fn time_left(state: &State, until: Until) -> u32 {
    let places = state.clock.order.len().max(1) as u32;
    let ahead = |anchor: CreatureId| {
        let place = place_of(state, anchor).unwrap_or(0) as u32;
        (place + places - u32::from(state.clock.place) % places) % places
    };
    match until {
        Until::Cleared => u32::MAX,
        Until::TurnStart(anchor, left) => {
            u32::from(left.saturating_sub(1)) * places * 2 + ahead(anchor) * 2
        }
        Until::TurnEnd(anchor, left) => {
            u32::from(left.saturating_sub(1)) * places * 2 + ahead(anchor) * 2 + 1
        }
        Until::Round(round) => u32::from(round.saturating_sub(state.clock.round)) * places * 2,
        Until::At(at) => at,
    }
}
