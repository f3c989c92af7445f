//! What can be shown of a fight: Health, who has which turn, and what is left of the round's Action Points and attacks.

use affray_kernel::CreatureId;
use affray_kernel::gauge::Gauge;
use affray_kernel::grid::{Cell, Ground};
use affray_kernel::notation::word_of;
use affray_kernel::view::{CreatureView, MapView, TimeRow, TimeView, View};

use super::rules::numbers::{able, present, reach_m};
use super::rules::price::{AP, ATTACKS};
use super::state::{Condition, Cover, Phase, Place, State};
use super::surface::{obstacle, remarks};
use super::tell::{condition_name, thing};

/// Everything that can be shown; who may see what is decided elsewhere.
#[must_use]
pub fn view(state: &State) -> View {
    View {
        creatures: state.creatures().map(|who| creature(state, who)).collect(),
        time: time(state),
        map: Some(MapView::of(&state.terrain(), remarks, drawn)),
        things: lying(state).chain(fixtures(state)).collect(),
    }
}

/// Obstacles as they are drawn: what cannot be entered as a wall, a low one as ground that is crossed slowly (`space/occupied`).
fn drawn(ground: Ground) -> Ground {
    let degree = obstacle(ground);
    Ground {
        solid: degree >= Cover::High,
        difficult: degree == Cover::Low,
        ..ground
    }
}

fn lying(state: &State) -> impl Iterator<Item = (Cell, String)> + '_ {
    state.all_items().filter_map(|(id, item)| match item.place {
        Place::Ground(cell) => Some((cell, thing(state, id.0))),
        _ => None,
    })
}

/// Levers and the like that have been found.
fn fixtures(state: &State) -> impl Iterator<Item = (Cell, String)> + '_ {
    let kinds = state.cast.fixtures.iter().zip(&state.fixtures);
    kinds
        .filter(|(_, fixture)| fixture.found)
        .map(|(kind, _)| (kind.at, kind.name.clone()))
}

/// Whether nothing has changed of what [`creature`] looks at.
pub(super) fn looks_alike(one: &State, other: &State, who: CreatureId) -> bool {
    let (here, there) = (one.bodies.get(who.index()), other.bodies.get(who.index()));
    here == there
        && one.items == other.items
        && one.running == other.running
        && one.conditions.on(who).eq(other.conditions.on(who))
}

pub(super) fn creature(state: &State, who: CreatureId) -> CreatureView {
    let sheet = state.sheet(who);
    CreatureView {
        id: who,
        name: sheet.name.clone(),
        side: sheet.side,
        space: present(state, who).then(|| state.space(who)),
        facing: None,
        size: word_of(&sheet.size).unwrap_or_default(),
        reach: reach_m(state, who),
        gauges: gauges(state, who),
        conditions: conditions(state, who),
        holding: state.held(who).map(|(id, _)| thing(state, id.0)).collect(),
        active: able(state, who),
        hidden_from: hidden_from(state, who),
    }
}

/// Those from whom a creature is Hidden.
pub(super) fn hidden_from(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let held = state.conditions.on(who);
    let hidden = held.filter(|held| held.kind == Condition::Hidden);
    let mut hidden_from: Vec<CreatureId> = hidden.filter_map(|held| held.toward).collect();
    hidden_from.sort_unstable();
    hidden_from.dedup();
    hidden_from
}

/// Health, and Mana where there is any.
pub(super) fn gauges(state: &State, who: CreatureId) -> Vec<(&'static str, Gauge)> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let gauge = |current, maximum| Gauge {
        current,
        ..Gauge::full(maximum)
    };
    let mut gauges = vec![("Health", gauge(body.health, sheet.health))];
    if sheet.mana > 0 {
        gauges.push(("Mana", gauge(body.mana, sheet.mana)));
    }
    gauges
}

/// Conditions in words, each once, the creature one is held toward named: `grappled (ogre)`.
fn conditions(state: &State, who: CreatureId) -> Vec<(String, Option<CreatureId>)> {
    let body = state.body(who);
    let mut words: Vec<(String, Option<CreatureId>)> = Vec::new();
    for held in state.conditions.on(who) {
        let name = condition_name(held.kind).to_lowercase();
        let told = named(state, name, held.toward);
        if !words.contains(&told) {
            words.push(told);
        }
    }
    if body.braced {
        words.push(("braced".to_owned(), None));
    }
    for on in &body.feints {
        words.push(named(state, "feint".to_owned(), Some(*on)));
    }
    if body.disengaged {
        words.push(("disengaged".to_owned(), None));
    }
    if let Some(cover) = body.cover {
        let degree = if cover == Cover::None {
            "no"
        } else {
            cover.name()
        };
        words.push((format!("{degree} cover"), None));
    }
    let running = state.running.iter().filter(|running| running.on == who);
    words.extend(running.map(|running| (state.spell(running.spell).name.clone(), None)));
    words
}

/// A word with the creature that it is about.
fn named(state: &State, word: String, other: Option<CreatureId>) -> (String, Option<CreatureId>) {
    match other {
        Some(other) => (format!("{word} ({})", state.sheet(other).name), Some(other)),
        None => (word, None),
    }
}

/// Whether a condition, as it is worded here, is good for whoever has it.
pub(super) fn is_boon(state: &State, condition: &str) -> bool {
    let is_running = |name: &str| {
        let mut running = state.running.iter();
        running.any(|running| state.spell(running.spell).name == name)
    };
    let (word, _) = condition.split_once(" (").unwrap_or((condition, ""));
    matches!(word, "hidden" | "braced" | "feint" | "disengaged")
        || word.ends_with(" cover") && word != "no cover"
        || is_running(condition)
}

fn time(state: &State) -> TimeView {
    let in_order = state.clock.order.iter().copied();
    let without = |who: &CreatureId| !state.clock.order.contains(who);
    let others = state.creatures().filter(without);
    let rows = in_order
        .chain(others)
        .filter(|who| present(state, *who))
        .map(|who| row(state, who));
    TimeView {
        heading: heading(state),
        rows: rows.collect(),
        axis: None,
        stages: None,
        underway: Vec::new(),
    }
}

fn heading(state: &State) -> String {
    match (state.clock.round, state.clock.phase) {
        (0, _) => "Before the first round".to_owned(),
        (round, Phase::RoundBegins) => format!("After round {round}"),
        (round, _) => format!("Round {round}"),
    }
}

fn row(state: &State, who: CreatureId) -> TimeRow {
    let body = state.body(who);
    let pip = |number: i16| u8::try_from(number.max(0)).unwrap_or(u8::MAX);
    let mut pips = vec![
        ("Action Points", pip(body.ap), pip(AP)),
        ("attacks", pip(ATTACKS - body.attacks), pip(ATTACKS)),
    ];
    let perks = &state.sheet(who).perks;
    if perks.iter().any(|perk| perk.free_action.is_some()) {
        pips.push(("free action", u8::from(!body.free_used), 1));
    }
    TimeRow {
        who,
        label: body
            .initiative
            .map_or_else(String::new, |result| result.to_string()),
        pips,
        active: state.active() == Some(who),
        remark: remark(state, who).to_owned(),
        marks: Vec::new(),
        stages: Vec::new(),
    }
}

/// Where a creature stands with the turn of this round.
fn remark(state: &State, who: CreatureId) -> &'static str {
    let body = state.body(who);
    if state.active() == Some(who) {
        "has the turn"
    } else if body.after.is_some() {
        "has saved its turn"
    } else if body.turn > 0 {
        "has had its turn"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::condition::Held;
    use affray_kernel::grid::Ground;
    use smallvec::smallvec;

    use super::*;
    use crate::fact::{Fact, Flag, Number, apply};
    use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, fight};
    use crate::state::Presence;
    use crate::surface;

    fn played(facts: &[Fact]) -> View {
        let mut state = fight();
        for fact in facts {
            apply(&mut state, fact);
        }
        view(&state)
    }

    fn hidden(from: CreatureId) -> Held<Condition> {
        Held {
            toward: Some(from),
            ..Held::plain(GARRET, Condition::Hidden)
        }
    }

    #[test]
    fn health_conditions_and_who_does_not_know_of_it_are_shown() {
        let view = played(&[
            Fact::Set(GARRET, Number::Health, 7),
            Fact::Gains(hidden(CHIEF)),
            Fact::Gains(hidden(OGRE)),
            Fact::Gains(Held::plain(GARRET, Condition::Prone)),
            Fact::Flag(GARRET, Flag::Braced, true),
            Fact::Feints(GARRET, Some(OGRE)),
            Fact::Covers(GARRET, Some(Cover::Low)),
        ]);
        let garret = &view.creatures[GARRET.index()];
        assert_eq!(garret.gauges[0].0, "Health");
        assert_eq!(garret.gauges[0].1.current, 7);
        assert_eq!(garret.hidden_from, [OGRE, CHIEF]);
        let words = |word: &str| {
            let told = garret.conditions.iter().find(|(words, _)| words == word);
            told.map(|(_, named)| *named)
        };
        assert_eq!(words("prone"), Some(None));
        assert_eq!(words("hidden (ogre)"), Some(Some(OGRE)));
        assert_eq!(words("braced"), Some(None));
        assert_eq!(words("feint (ogre)"), Some(Some(OGRE)));
        assert_eq!(words("low cover"), Some(None));
        assert!(garret.active);
    }

    #[test]
    fn whoever_is_out_of_action_or_gone_is_shown_so() {
        let view = played(&[
            Fact::Gains(Held::plain(OGRE, Condition::Unconscious)),
            Fact::Presence(HORSE, Presence::Fled),
        ]);
        assert!(!view.creatures[OGRE.index()].active);
        assert_eq!(view.creatures[HORSE.index()].space, None);
        assert!(view.time.rows.iter().all(|row| row.who != HORSE));
    }

    #[test]
    fn rows_stand_in_the_order_of_initiative_with_what_is_left() {
        let view = played(&[
            Fact::Initiative(CHIEF, Some(14)),
            Fact::Order(smallvec![CHIEF, GARRET, OGRE]),
            Fact::Round(3),
            Fact::Set(GARRET, Number::Ap, 3),
            Fact::Set(GARRET, Number::Attacks, 0),
            Fact::TurnSkipped(CHIEF),
            Fact::TurnBegins(GARRET),
            Fact::Phase(Phase::Turn {
                who: GARRET,
                begun: false,
            }),
            Fact::Spends(GARRET, 2),
            Fact::Set(GARRET, Number::Attacks, 1),
            Fact::Saves(OGRE, Some(GARRET)),
        ]);
        let order: Vec<CreatureId> = view.time.rows.iter().map(|row| row.who).collect();
        assert_eq!(
            order,
            [CHIEF, GARRET, OGRE, HORSE],
            "who has not rolled last"
        );
        let [chief, garret, ogre, _] = &view.time.rows[..] else {
            panic!("four rows");
        };
        assert_eq!((chief.label.as_str(), chief.active), ("14", false));
        assert_eq!(chief.remark, "has had its turn");
        assert_eq!(
            garret.pips[..2],
            [("Action Points", 1, 3), ("attacks", 1, 2)]
        );
        assert_eq!(
            (garret.remark.as_str(), garret.active),
            ("has the turn", true)
        );
        assert_eq!(ogre.remark, "has saved its turn");
        assert_eq!(view.time.heading, "Round 3");
    }

    #[test]
    fn obstacles_are_drawn_by_their_degree() {
        let of = |cover| Ground {
            kind: surface::kind(cover),
            ..Ground::default()
        };
        let shown = [Cover::None, Cover::Low, Cover::High, Cover::Full]
            .map(|cover| drawn(of(cover)))
            .map(|ground| (ground.solid, ground.difficult));
        assert_eq!(
            shown,
            [(false, false), (false, true), (true, false), (true, false)]
        );
    }

    #[test]
    fn what_is_good_for_somebody_is_told_from_what_is_bad() {
        let state = crate::notation::sample::fight();
        for (condition, good) in [
            ("hidden (ogre)", true),
            ("braced", true),
            ("low cover", true),
            ("no cover", false),
            ("grappled (ogre)", false),
            ("prone", false),
        ] {
            assert_eq!(is_boon(&state, condition), good, "{condition}");
        }
    }
}
