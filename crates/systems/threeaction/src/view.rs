//! What can be shown of a fight.

use affray_kernel::CreatureId;
use affray_kernel::gauge::Gauge;
use affray_kernel::notation::word_of;
use affray_kernel::view::{CreatureView, MapView, TimeRow, TimeView, View};

use super::offers::arms;
use super::rules::hands::is_destroyed;
use super::rules::light::Lighted;
use super::rules::numbers::{incapacitated, reach_ft, takes_part};
use super::rules::readied::in_initiative_order;
use super::rules::turns::{actions_allowed, actions_left, reactions_allowed, reactions_left};
use super::state::{Condition, Place, Presence, State};
use super::surface::remarks;
use super::tell::{condition_name, thing};

/// Everything that can be shown; who may see what is decided elsewhere.
#[must_use]
pub fn view(state: &State) -> View {
    View {
        creatures: state.creatures().map(|who| creature(state, who)).collect(),
        time: time(state),
        map: Some(MapView::of(&Lighted(state), remarks, |ground| ground)),
        things: state
            .all_items()
            .filter_map(|(id, item)| match item.place {
                Place::Ground(cell) => Some((cell, thing(state, id.0))),
                _ => None,
            })
            .collect(),
    }
}

/// Whether nothing has changed of what [`creature`] looks at.
pub(super) fn looks_alike(one: &State, other: &State, who: CreatureId) -> bool {
    let (here, there) = (one.bodies.get(who.index()), other.bodies.get(who.index()));
    here == there && one.items == other.items && one.conditions.on(who).eq(other.conditions.on(who))
}

pub(super) fn creature(state: &State, who: CreatureId) -> CreatureView {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let holding = state
        .all_items()
        .filter(|(_, item)| matches!(item.place, Place::Held(holder, _) if holder == who))
        .map(|(id, _)| thing(state, id.0))
        .collect();
    CreatureView {
        id: who,
        name: sheet.name.clone(),
        side: sheet.side,
        space: (body.presence == Presence::Here).then(|| state.space(who)),
        facing: None,
        size: word_of(&sheet.size).unwrap_or_default(),
        reach: arms(state, who)
            .filter(|arm| !is_destroyed(state, *arm))
            .map(|arm| reach_ft(state, who, arm))
            .max(),
        gauges: gauges(state, who),
        conditions: conditions(state, who),
        holding,
        active: takes_part(state, who),
        hidden_from: hidden_from(state, who),
    }
}

/// Those from whom a creature is Hidden or Undetected.
pub(super) fn hidden_from(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let held = state.conditions.on(who);
    let hidden = held.filter(|held| matches!(held.kind, Condition::Hidden | Condition::Undetected));
    let mut hidden_from: Vec<CreatureId> = hidden.filter_map(|held| held.toward).collect();
    hidden_from.sort_unstable();
    hidden_from.dedup();
    hidden_from
}

/// Hit Points, and Energy of those who have any.
pub(super) fn gauges(state: &State, who: CreatureId) -> Vec<(&'static str, Gauge)> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let mut gauges = vec![("HP", gauge(body.hp, sheet.max_hp))];
    if sheet.max_energy > 0 {
        gauges.push(("Energy", gauge(body.energy, sheet.max_energy)));
    }
    gauges
}

fn gauge(current: i16, maximum: i16) -> Gauge {
    Gauge {
        current,
        maximum,
        temporary: 0,
        rises: false,
    }
}

/// Conditions in words, each once, the one it is held toward named: `Flat Footed (ogre)`.
fn conditions(state: &State, who: CreatureId) -> Vec<(String, Option<CreatureId>)> {
    let mut words: Vec<(String, Option<CreatureId>)> = state
        .conditions
        .on(who)
        .map(|held| {
            let name = condition_name(held.kind);
            let words = match held.toward {
                Some(toward) => format!("{name} ({})", state.sheet(toward).name),
                None => name.to_owned(),
            };
            (words, held.toward)
        })
        .collect();
    let body = state.body(who);
    for (word, holds) in [
        ("Incapacitated", incapacitated(state, who)),
        ("dodging", body.dodges > 0),
        ("readied", body.readied.is_some()),
        ("prepared to jump", body.jump_prepared),
        ("delaying", body.delaying),
    ] {
        if holds {
            words.push((word.to_owned(), None));
        }
    }
    words.dedup();
    words
}

/// Whether a condition, as it is worded here, is good for whoever has it.
pub(super) fn is_boon(_: &State, condition: &str) -> bool {
    let (word, _) = condition.split_once(" (").unwrap_or((condition, ""));
    matches!(
        word,
        "Hidden"
            | "Undetected"
            | "Invisible"
            | "Grappling"
            | "undeceived"
            | "Advantage"
            | "dodging"
            | "readied"
            | "prepared to jump"
    )
}

fn time(state: &State) -> TimeView {
    let heading = match state.clock.round {
        0 => "Before the first Round".to_owned(),
        round => format!("Round {round}"),
    };
    let rows = in_initiative_order(state)
        .into_iter()
        .filter(|who| state.body(*who).presence == Presence::Here)
        .map(|who| row(state, who))
        .collect();
    TimeView {
        heading,
        rows,
        axis: None,
        stages: None,
        underway: Vec::new(),
    }
}

fn row(state: &State, who: CreatureId) -> TimeRow {
    let body = state.body(who);
    let in_order = state.clock.order.contains(&who);
    let pip = |number: i16| u8::try_from(number.max(0)).unwrap_or(u8::MAX);
    let remark = if body.delaying {
        "delaying"
    } else if body.readied.is_some() {
        "readied"
    } else if body.unaware {
        "caught unaware"
    } else {
        ""
    };
    TimeRow {
        who,
        label: if in_order {
            body.initiative.to_string()
        } else {
            String::new()
        },
        pips: vec![
            (
                "actions",
                pip(actions_left(state, who)),
                pip(actions_allowed(state, who)),
            ),
            (
                "reactions",
                pip(reactions_left(state, who)),
                pip(reactions_allowed(state, who)),
            ),
        ],
        active: state.turn_of() == Some(who),
        remark: remark.to_owned(),
        marks: Vec::new(),
        stages: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::condition::{Held, Until};
    use affray_kernel::grid::Cell;

    use super::*;
    use crate::act::{Act, Event, Trigger};
    use crate::fact::{Fact, Number, apply};
    use crate::notation::sample::{GARRET, OGRE, fight};
    use crate::state::Readied;

    #[test]
    fn a_fight_is_shown() {
        let mut state = fight();
        let hidden = Held {
            on: GARRET,
            kind: Condition::Hidden,
            toward: Some(OGRE),
            parent: None,
            cause: None,
            until: Until::Cleared,
            amount: 0,
        };
        for fact in [
            Fact::Gains(hidden),
            Fact::Set(GARRET, Number::ActionsUsed, 1),
            Fact::Set(OGRE, Number::Hp, -2),
            Fact::Readies(
                GARRET,
                Some(Box::new(Readied {
                    act: Act::Dodge,
                    trigger: Trigger {
                        who: None,
                        event: Event::Moves,
                    },
                })),
            ),
        ] {
            apply(&mut state, &fact);
        }
        let view = view(&state);
        let garret = &view.creatures[0];
        assert_eq!(
            garret.conditions,
            [
                ("Hidden (ogre)".to_owned(), Some(OGRE)),
                ("readied".to_owned(), None)
            ]
        );
        assert_eq!(garret.hidden_from, [OGRE]);
        assert_eq!(garret.holding, ["longsword", "javelin"]);
        assert_eq!(
            view.creatures[1].conditions,
            [("Incapacitated".to_owned(), None)]
        );
        assert_eq!(view.creatures[1].gauges[0].1.current, -2);
        assert_eq!(view.time.heading, "Round 1");
        let first = &view.time.rows[0];
        assert_eq!((first.who, first.active), (GARRET, true));
        assert_eq!(first.pips, [("actions", 2, 3), ("reactions", 1, 1)]);
        assert_eq!(first.remark, "readied");
        assert_eq!(view.time.rows[1].pips[0], ("actions", 1, 1));
        let map = view.map.expect("a map");
        assert_eq!(map.ground.len(), 300);
        assert!(view.things.contains(&(Cell::new(7, 7), "crate".to_owned())));
    }

    #[test]
    fn what_is_good_for_somebody_is_told_from_what_is_bad() {
        let state = crate::notation::sample::fight();
        for (condition, good) in [
            ("Hidden (ogre)", true),
            ("Invisible", true),
            ("dodging", true),
            ("delaying", false),
            ("Grappled (ogre)", false),
            ("Prone", false),
        ] {
            assert_eq!(is_boon(&state, condition), good, "{condition}");
        }
    }
}
