//! What can be shown of a fight: pools, who may act in the Round, and what is going on.

use affray_kernel::CreatureId;
use affray_kernel::gauge::Gauge;
use affray_kernel::grid::{Cell, EdgeKind, Terrain};
use affray_kernel::notation::word_of;
use affray_kernel::view::{CreatureView, MapDamage, MapView, TimeRow, TimeView, Underway, View};

use super::rules::numbers::{able, longest_reach, max_agility, present, takes_part};
use super::rules::rounds::may_declare;
use super::sheet::Working;
use super::state::{Condition, Phase, Place, Presence, State, Zone};
use super::surface::remarks;
use super::tell::{condition_name, named, predicate, thing};

/// Everything that can be shown; who may see what is decided elsewhere.
#[must_use]
pub fn view(state: &State) -> View {
    let lying = state.all_items().filter_map(|(id, item)| match item.place {
        Place::Ground(cell, _) => Some((cell, thing(state, id.0))),
        _ => None,
    });
    let zones = state.zones.iter().map(|zone| zone_words(state, zone));
    View {
        creatures: state.creatures().map(|who| creature(state, who)).collect(),
        time: time(state),
        map: Some(MapView::of(&state.terrain(), remarks, |ground| ground)),
        things: lying.chain(zones).collect(),
    }
}

/// The doors, walls and the like that are gone in a state which stand in one that it follows from (`gaps/break-down`).
pub(crate) fn map_damage(before: &State, after: &State) -> Vec<MapDamage> {
    if before.altered == after.altered {
        return Vec::new();
    }
    let gone = after
        .altered
        .edges()
        .iter()
        .filter(|(_, kind)| kind.is_none());
    let broken = gone.filter_map(|(edge, _)| {
        let [a, b] = edge.cells();
        let kind = before.terrain().edge(a, b)?;
        let [from, to] = [a, b].map(|cell| after.grid().drawn(cell));
        Some(MapDamage {
            name: format!("{} between {from} and {to}", barrier(kind)),
            lost: None,
            broken: true,
        })
    });
    broken.collect()
}

/// What stands between two spaces, in a word.
const fn barrier(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Door | EdgeKind::OpenDoor => "door",
        EdgeKind::Window | EdgeKind::OpenWindow => "window",
        EdgeKind::Bars => "bars",
        EdgeKind::Curtain => "curtain",
        EdgeKind::Post => "post",
        EdgeKind::Wall | EdgeKind::Low | EdgeKind::High | EdgeKind::Slit => "wall",
    }
}

/// A zone by its middle.
fn zone_words(state: &State, zone: &Zone) -> (Cell, String) {
    let power = state.power(zone.power);
    let words = match power.works {
        Working::Zone { radius_m, .. } => format!("{} of {radius_m} m", power.name),
        _ => power.name.clone(),
    };
    (zone.at, words)
}

/// Whether nothing has changed of what [`creature`] looks at.
pub(super) fn looks_alike(one: &State, other: &State, who: CreatureId) -> bool {
    let (here, there) = (one.bodies.get(who.index()), other.bodies.get(who.index()));
    here == there && one.items == other.items && one.conditions == other.conditions
}

pub(super) fn creature(state: &State, who: CreatureId) -> CreatureView {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let holding = state.held(who).map(|(id, _)| thing(state, id.0)).collect();
    CreatureView {
        id: who,
        name: sheet.name.clone(),
        side: sheet.side,
        space: (body.presence == Presence::Here).then(|| state.space(who)),
        facing: Some(body.heading),
        size: word_of(&sheet.size).unwrap_or_default(),
        reach: Some(longest_reach(state, who)),
        gauges: gauges(state, who),
        conditions: conditions(state, who),
        holding,
        // A thing is no less than it was before it breaks.
        active: takes_part(state, who) || sheet.traits.object && present(state, who),
        hidden_from: hidden_from(state, who),
    }
}

/// Aura, Stamina, Energy and Agility; hit points of a thing.
pub(super) fn gauges(state: &State, who: CreatureId) -> Vec<(&'static str, Gauge)> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let gauge = |current, maximum| Gauge {
        current,
        ..Gauge::full(maximum)
    };
    let aura = gauge(body.aura, sheet.aura_strength);
    if sheet.traits.object {
        return vec![("Hit points", aura)];
    }
    vec![
        ("Aura", aura),
        ("Stamina", gauge(body.stamina, sheet.stamina)),
        ("Energy", gauge(body.energy, body.granted)),
        ("Agility", gauge(body.agility, max_agility(state, who))),
    ]
}

/// Who does not know of a creature (`gaps/awareness`).
pub(super) fn hidden_from(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let unaware = |other: &CreatureId| {
        *other != who && state.conditions.has_toward(*other, Condition::Unaware, who)
    };
    state.creatures().filter(unaware).collect()
}

/// Conditions in words, each once, the creature one is held toward named: `restrained (ogre)`.
fn conditions(state: &State, who: CreatureId) -> Vec<(String, Option<CreatureId>)> {
    let body = state.body(who);
    let mut words: Vec<(String, Option<CreatureId>)> = [
        ("kneeling", body.kneeling),
        ("defending", body.defending),
        ("bleeding out", body.bleeding),
        ("Aura switched off", body.aura_off),
    ]
    .into_iter()
    .filter(|(_, holds)| *holds)
    .map(|(word, _)| (word.to_owned(), None))
    .collect();
    for held in state.conditions.on(who) {
        let name = condition_name(held.kind).to_lowercase();
        let told = match held.toward {
            Some(toward) => (
                format!("{name} ({})", state.sheet(toward).name),
                held.toward,
            ),
            None => (name, None),
        };
        if !words.contains(&told) {
            words.push(told);
        }
    }
    words
}

/// Whether a condition, as it is worded here, is good for whoever has it.
pub(super) fn is_boon(_: &State, condition: &str) -> bool {
    condition == "defending" || condition.starts_with("restraining")
}

fn time(state: &State) -> TimeView {
    let round = state.clock.round;
    let here = |who: &CreatureId| {
        state.body(*who).presence == Presence::Here && !state.sheet(*who).traits.object
    };
    TimeView {
        heading: match state.clock.phase {
            Phase::Beginning if round == 0 => "Before the first Round".to_owned(),
            Phase::Beginning => format!("After Round {round}"),
            Phase::Aftermath(_) => format!("Round {round}, after the combat"),
            Phase::Open | Phase::Over(_) => format!("Round {round}"),
        },
        rows: state
            .creatures()
            .filter(here)
            .map(|who| row(state, who))
            .collect(),
        axis: None,
        stages: None,
        underway: state
            .doings
            .iter()
            .map(|doing| Underway {
                who: doing.who,
                words: predicate(state, doing.who, &doing.action),
                names: named(&doing.action),
                passed: doing.quiet.iter().map(|(who, _)| *who).collect(),
            })
            .collect(),
    }
}

fn row(state: &State, who: CreatureId) -> TimeRow {
    let body = state.body(who);
    let able = able(state, who);
    let left = |used: bool| u8::from(!used);
    TimeRow {
        who,
        label: if able && body.passed {
            "waits".to_owned()
        } else {
            String::new()
        },
        pips: vec![
            ("swift", left(body.swift), 1),
            ("initiative", left(body.initiative), 1),
        ],
        active: match state.doings.last() {
            Some(doing) => doing.who == who,
            None => state.clock.phase == Phase::Open && may_declare(state, who) && !body.passed,
        },
        remark: remark(state, who),
        marks: Vec::new(),
        stages: Vec::new(),
    }
}

/// Where it looks; what it does is shown with the actions in progress.
fn remark(state: &State, who: CreatureId) -> String {
    if able(state, who) {
        format!("faces {}", state.body(who).heading)
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::condition::Held;
    use affray_kernel::grid::Heading;

    use super::*;
    use crate::act::{Action, Struggle};
    use crate::fact::{Fact, Flag, Number, apply};
    use crate::notation::sample::{CHIEF, GARRET, OGRE, declared, fight};
    use crate::state::PowerId;

    fn played(facts: &[Fact]) -> View {
        let mut state = fight();
        for fact in facts {
            apply(&mut state, fact);
        }
        view(&state)
    }

    #[test]
    fn pools_conditions_and_things_are_shown() {
        let restrained = Held {
            toward: Some(OGRE),
            ..Held::plain(GARRET, Condition::Restrained)
        };
        let exposed = Held {
            parent: Some(Condition::Restrained),
            ..Held::plain(GARRET, Condition::Exposed)
        };
        let unaware = Held {
            toward: Some(GARRET),
            ..Held::plain(CHIEF, Condition::Unaware)
        };
        let zone = Zone {
            number: 1,
            power: PowerId(2),
            by: OGRE,
            at: Cell::new(9, 3),
            until: 4,
        };
        let view = played(&[
            Fact::Set(GARRET, Number::Aura, 12),
            Fact::Set(GARRET, Number::Energy, 2),
            Fact::Flag(GARRET, Flag::Bleeding, true),
            Fact::Gains(restrained),
            Fact::Gains(exposed),
            Fact::Gains(unaware),
            Fact::Zone(zone),
        ]);
        let garret = &view.creatures[0];
        let gauges: Vec<_> = garret
            .gauges
            .iter()
            .map(|(name, gauge)| (*name, gauge.current, gauge.maximum))
            .collect();
        assert_eq!(
            gauges,
            [
                ("Aura", 12, 34),
                ("Stamina", 14, 14),
                ("Energy", 2, 5),
                ("Agility", 3, 3)
            ]
        );
        let words: Vec<&str> = garret
            .conditions
            .iter()
            .map(|(word, _)| word.as_str())
            .collect();
        assert_eq!(words, ["bleeding out", "exposed", "restrained (ogre)"]);
        assert_eq!(garret.hidden_from, [CHIEF]);
        assert_eq!(garret.holding, ["longsword", "spear"]);
        for (at, thing) in [((7, 7), "scroll"), ((9, 3), "mire of 3 m")] {
            let at = Cell::new(at.0, at.1);
            assert!(view.things.contains(&(at, thing.to_owned())), "{thing}");
        }
    }

    #[test]
    fn on_the_open_floor_all_may_act_who_have_not_waited() {
        let view = played(&[
            Fact::Flag(OGRE, Flag::Passed, true),
            Fact::Flag(CHIEF, Flag::Swift, true),
            Fact::Turns(CHIEF, Heading::East),
            Fact::Gains(Held::plain(GARRET, Condition::Unconscious)),
        ]);
        assert_eq!(view.time.heading, "Round 2");
        let rows: Vec<_> = view
            .time
            .rows
            .iter()
            .map(|row| (row.active, row.label.as_str(), row.remark.as_str()))
            .collect();
        assert_eq!(
            rows,
            [
                (false, "", ""),
                (false, "waits", "faces north"),
                (true, "", "faces east"),
                (true, "", "faces north")
            ]
        );
        assert_eq!(
            view.time.rows[2].pips,
            [("swift", 0, 1), ("initiative", 1, 1)]
        );
    }

    #[test]
    fn an_action_in_progress_is_shown_with_those_who_let_it_pass() {
        let view = played(&[
            Fact::Declares(declared(
                OGRE,
                Action::Escape(Some(GARRET), Struggle::Fortitude),
            )),
            Fact::Quiet(OGRE, CHIEF, None),
        ]);
        let [action] = view.time.underway.as_slice() else {
            panic!("one action");
        };
        assert_eq!(action.words, "tries to get free from Garret");
        assert_eq!(
            (action.who, action.names.as_slice()),
            (OGRE, [GARRET].as_slice())
        );
        assert_eq!(action.passed, [CHIEF]);
        let active: Vec<CreatureId> = view
            .time
            .rows
            .iter()
            .filter(|row| row.active)
            .map(|row| row.who)
            .collect();
        assert_eq!(active, [OGRE]);
    }

    #[test]
    fn what_is_good_for_somebody_is_told_from_what_is_bad() {
        let state = crate::notation::sample::fight();
        for (condition, good) in [
            ("defending", true),
            ("restraining (ogre)", true),
            ("restrained (ogre)", false),
            ("prone", false),
        ] {
            assert_eq!(is_boon(&state, condition), good, "{condition}");
        }
    }
}
