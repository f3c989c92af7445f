//! How conditions begin and end (`foundations/stacking-conditions`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Scene};

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

/// Puts a condition in force. One that is there already is not added twice: the one that lasts longer stays
/// (`foundations/stacking-conditions`); Shaken adds up (`shaken/stacking`). Unconscious from the Bleed Table and from a Spell end in
/// different ways, so they run side by side.
pub(crate) fn gain(scene: &mut Scene<'_, ThreeAction>, held: Held<Condition>) {
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
        scene.emit(Fact::Loses(old));
        scene.emit(Fact::Gains(Held {
            until: longer_by(old.until, held.until),
            ..old
        }));
        return;
    }
    scene.cite(rule!("foundations/stacking-conditions"));
    if outlasts(scene.state(), held.until, old.until) || held.amount > old.amount {
        scene.emit(Fact::Loses(old));
        let until = if outlasts(scene.state(), held.until, old.until) {
            held.until
        } else {
            old.until
        };
        scene.emit(Fact::Gains(Held {
            until,
            amount: held.amount.max(old.amount),
            ..held
        }));
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

/// How long until then, in tenths of a Turn's place: Rounds, then the anchor's distance in the order.
fn time_left(state: &State, until: Until) -> u32 {
    let places = state.clock.order.len().max(1) as u32;
    let ahead = |anchor: CreatureId| {
        let place = state
            .clock
            .order
            .iter()
            .position(|who| *who == anchor)
            .unwrap_or(0) as u32;
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
