//! What can be shown of a fight: time as an axis of counts.

use affray_kernel::CreatureId;
use affray_kernel::gauge::Gauge;
use affray_kernel::grid::Heading;
use affray_kernel::notation::word_of;
use affray_kernel::prose::count;
use affray_kernel::view::{Axis, CreatureView, MapView, Mark, TimeRow, TimeView, View};

use super::act::Facing;
use super::actions::attack::arms;
use super::look;
use super::meaning::plainly;
use super::rules::numbers::{
    PARALYSED, able, dying, helpless, immobile, paralysis_step, petrified, reach_ft, unsteady,
    wounded,
};
use super::state::{
    Body, Condition, NEVER, Pace, PendingHarm, Phase, Place, Presence, Stance, State, Underway,
};
use super::surface::remarks;
use super::tell::{condition_name, thing};

/// Counts of hindsight on the axis.
const PAST: u32 = 8;
/// Counts to come that the axis shows at least, and at most.
const FUTURE: (u32, u32) = (12, 32);

/// Everything that can be shown; who may see what is decided elsewhere.
#[must_use]
pub fn view(state: &State) -> View {
    View {
        creatures: state.creatures().map(|who| creature(state, who)).collect(),
        time: time(state),
        map: Some(MapView::of(&state.terrain(), remarks, |ground| ground)),
        things: state
            .all_items()
            .filter_map(|(id, item)| match item.place {
                Place::Ground(cell) => Some((cell, thing(state, id.0))),
                _ => None,
            })
            .collect(),
    }
}

pub(super) fn creature(state: &State, who: CreatureId) -> CreatureView {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let holding = state
        .all_items()
        .filter(|(_, item)| item.place == Place::Held(who))
        .map(|(id, _)| thing(state, id.0))
        .collect();
    CreatureView {
        id: who,
        name: sheet.name.clone(),
        side: sheet.side,
        space: (body.presence == Presence::Here).then(|| state.space(who)),
        facing: facing(state, who),
        size: word_of(&sheet.size).unwrap_or_default(),
        reach: arms(state, who).map(|arm| reach_ft(state, who, arm)).max(),
        gauges: gauges(state, who),
        conditions: conditions(state, who),
        holding,
        active: able(state, who),
        hidden_from: hidden_from(state, who),
    }
}

/// Where a creature with a set facing looks (`flanking/set-facing`).
fn facing(state: &State, who: CreatureId) -> Option<Heading> {
    match state.body(who).facing {
        Facing::Around => None,
        Facing::Heading(heading) => Some(heading),
        Facing::Creature(other) => {
            let shape = state.grid().shape;
            Heading::side_toward(shape, state.space(who), state.space(other))
        }
    }
}

/// Hit points, and the fatigue that they bear.
pub(super) fn gauges(state: &State, who: CreatureId) -> Vec<(&'static str, Gauge)> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let bonus: i16 = body.bonus.iter().map(|pool| pool.points).sum();
    let hp = Gauge {
        current: body.hp,
        maximum: sheet.max_hp,
        temporary: body.invigoration.saturating_add(bonus),
        rises: false,
    };
    let fatigue = Gauge {
        current: body.fatigue,
        maximum: hp.available().max(0),
        temporary: 0,
        rises: true,
    };
    vec![("HP", hp), ("Fatigue", fatigue)]
}

/// Who hides is hidden from every creature of another side.
pub(super) fn hidden_from(state: &State, who: CreatureId) -> Vec<CreatureId> {
    if !state.has(who, Condition::Hiding) {
        return Vec::new();
    }
    let side = state.sheet(who).side;
    state
        .creatures()
        .filter(|other| state.sheet(*other).side != side)
        .collect()
}

/// The stance and the conditions in words, each once, the creature one is held toward named: `grabbed (ogre)`. The dead are nothing else.
fn conditions(state: &State, who: CreatureId) -> Vec<(String, Option<CreatureId>)> {
    if state.has(who, Condition::Dead) {
        return vec![(condition_name(Condition::Dead).to_owned(), None)];
    }
    let posture = state.body(who).posture;
    let mut words = Vec::new();
    if posture.stance != Stance::Basic {
        words.push((format!("{:?}", posture.stance).to_lowercase(), None));
    }
    for held in state.conditions.on(who) {
        let name = condition_name(held.kind);
        let told = match held.toward {
            Some(toward) => format!("{name} ({})", state.sheet(toward).name),
            None => name.to_owned(),
        };
        words.push((told, held.toward));
    }
    let stabilized = state.body(who).stabilized;
    let body = state.body(who);
    let step = paralysis_step(state, who);
    let numb = (1..PARALYSED).contains(&step);
    let stiffens = body.petrification > 0 && !petrified(state, who);
    let pace = body.run.map(|run| run.pace);
    for (word, holds) in [
        ("wounded", wounded(state, who)),
        ("dying", dying(state, who) && !stabilized),
        ("stabilized", dying(state, who) && stabilized),
        ("petrified", petrified(state, who)),
        ("paralysed", step >= PARALYSED),
        ("numb", numb),
        ("turning to stone", stiffens),
        ("impaired", body.impairments != [0; 3]),
        ("pinned", body.stapled.is_some()),
        ("running", pace == Some(Pace::Run)),
        ("sprinting", pace == Some(Pace::Sprint)),
        ("poisoned", is_poisoned(state, who)),
        ("unsteady", unsteady(state, who)),
        ("immobile", immobile(state, who) && !helpless(state, who)),
    ] {
        if holds && !words.iter().any(|(other, _)| other == word) {
            words.push((word.to_owned(), None));
        }
    }
    words.dedup();
    words
}

/// Whether a poison is still at work (`poison/ongoing`).
fn is_poisoned(state: &State, who: CreatureId) -> bool {
    let is_poison = |what| !matches!(what, PendingHarm::Fire);
    let mut pending = state.pending.iter();
    pending.any(|pending| pending.on == who && is_poison(pending.what))
}

/// Whether a condition, as it is worded here, is good for whoever has it.
pub(super) fn is_boon(_: &State, condition: &str) -> bool {
    let (word, _) = condition.split_once(" (").unwrap_or((condition, ""));
    matches!(
        word,
        "hiding" | "stabilized" | "feinting" | "cautious" | "crouch" | "parrying" | "poised"
    )
}

fn time(state: &State) -> TimeView {
    let now = state.clock.count;
    let there = |who: &CreatureId| state.body(*who).presence == Presence::Here;
    let mut order: Vec<CreatureId> = state.creatures().filter(there).collect();
    order.sort_by_key(|who| state.body(*who).next);
    let (least, most) = FUTURE;
    let axis = Axis {
        from: now.saturating_sub(PAST),
        now,
        to: now.saturating_add(most),
        to_at_least: now.saturating_add(least),
    };
    let mut rows: Vec<TimeRow> = order.into_iter().map(|who| row(state, who, axis)).collect();
    let axis = axis.over(&mut rows);
    TimeView {
        heading: match state.clock.phase {
            Phase::Setup => "Before the first count".to_owned(),
            Phase::UnderWay | Phase::Count | Phase::Over(_) => format!("Count {now}"),
        },
        rows,
        axis: Some(axis),
        stages: None,
        underway: Vec::new(),
    }
}

fn row(state: &State, who: CreatureId, axis: Axis) -> TimeRow {
    let body = state.body(who);
    let has_turn = body.next != NEVER && able(state, who);
    TimeRow {
        who,
        label: if has_turn {
            format!("at {}", body.next)
        } else {
            String::new()
        },
        pips: Vec::new(),
        active: has_turn && body.next == axis.now && !body.decided,
        remark: remark(state, who),
        marks: marks(state, who, axis),
        stages: Vec::new(),
    }
}

/// What the creature has declared, or has under way.
fn remark(state: &State, who: CreatureId) -> String {
    let body = state.body(who);
    if let Some(act) = &body.declared {
        return format!("means to {}", plainly(state, who, act));
    }
    match &body.underway {
        Underway::Nothing => shifting(state, body),
        Underway::Walk(..) => "on the way".to_owned(),
        Underway::Wait(until) => format!("waits until {until}"),
        Underway::Prepare { spell, ready, .. } => {
            format!("prepares {} until {ready}", state.spell(*spell).name)
        }
        Underway::Scroll { ready, .. } => format!("reads until {ready}"),
        Underway::CoupDeGrace { target, ready, .. } => {
            format!("coup de grace on {} at {ready}", state.sheet(*target).name)
        }
        // What it is stays secret.
        Underway::Ready { from, .. } => format!("readied from {from}"),
        Underway::Set { from, .. } => format!("set against a charge from {from}"),
        Underway::Rest(_, until) => format!("rests until {until}"),
        Underway::Treat(patient, _, until) => {
            format!("treats {} until {until}", state.sheet(*patient).name)
        }
    }
}

/// A stance that one shifts into, or a spell that stands prepared.
fn shifting(state: &State, body: &Body) -> String {
    let posture = body.posture;
    if posture.stance != Stance::Basic && posture.from > state.clock.count {
        let stance = format!("{:?}", posture.stance).to_lowercase();
        return format!("shifts into {stance} until {}", posture.from);
    }
    match body.prepared {
        Some(held) if held.charges > 0 => {
            let charges = count(i32::from(held.charges), "charge");
            format!("{} prepared, {charges}", state.spell(held.spell).name)
        }
        Some(held) => format!("{} prepared", state.spell(held.spell).name),
        None => String::new(),
    }
}

/// Past turns, the next one, and what takes time until when.
fn marks(state: &State, who: CreatureId, axis: Axis) -> Vec<(u32, Mark)> {
    let body = state.body(who);
    let mut marks: Vec<(u32, Mark)> = body
        .acted
        .iter()
        .filter(|count| **count <= axis.now)
        .map(|count| (*count, Mark::Acted))
        .collect();
    let ready =
        look::ready(&body.underway).or((body.posture.from > axis.now).then_some(body.posture.from));
    if able(state, who) && body.next != NEVER && body.next >= axis.now {
        marks.push((body.next, Mark::Acts));
    }
    if let Some(ready) = ready.filter(|ready| *ready >= axis.now) {
        marks.push((ready, Mark::Ready));
        // What is ready only long afterwards, or never, takes up what may be shown and no more.
        let until = ready.min(axis.to.saturating_add(1));
        marks.extend((axis.now..until).map(|count| (count, Mark::Busy)));
    }
    marks.retain(|(count, _)| (axis.from..=axis.to).contains(count));
    // The next turn and what is ready stand over what went before them.
    let rank = |mark: Mark| match mark {
        Mark::Acts => 0,
        Mark::Ready => 1,
        Mark::Acted => 2,
        Mark::Busy => 3,
    };
    marks.sort_by_key(|(count, mark)| (*count, rank(*mark)));
    marks.dedup_by_key(|(count, _)| *count);
    marks
}

#[cfg(test)]
mod tests {
    use affray_kernel::condition::Held;
    use affray_kernel::grid::Cell;

    use super::*;
    use crate::fact::{Fact, Flag, Number, When, apply};
    use crate::notation::sample::{CHIEF, GARRET, NOW, OGRE, fight};
    use crate::state::{Posture, SpellId};

    fn played(facts: &[Fact]) -> View {
        let mut state = fight();
        for fact in facts {
            apply(&mut state, fact);
        }
        view(&state)
    }

    #[test]
    fn what_is_never_ready_takes_up_the_axis_and_no_more() {
        let posture = Posture {
            stance: Stance::Crouch,
            from: NEVER,
        };
        let view = played(&[Fact::Posture(GARRET, posture)]);
        let axis = view.time.axis.expect("an axis");
        let row = view.time.rows.iter().find(|row| row.who == GARRET);
        let row = row.expect("a row");
        assert_eq!(row.mark(axis.to), Some(Mark::Busy));
        assert!(row.marks.len() <= (axis.to - axis.from) as usize + 1);
    }

    #[test]
    fn a_fight_is_shown() {
        let view = played(&[
            Fact::Gains(Held::plain(GARRET, Condition::Hiding)),
            Fact::Gains(Held {
                toward: Some(OGRE),
                ..Held::plain(CHIEF, Condition::Grabbed)
            }),
            Fact::Set(GARRET, Number::Invigoration, 3),
            Fact::Set(GARRET, Number::Wear, 9),
        ]);
        let garret = &view.creatures[0];
        let told = |word: &str, toward| (word.to_owned(), toward);
        assert_eq!(
            garret.conditions,
            [told("hiding", None), told("wounded", None)]
        );
        assert_eq!(garret.hidden_from, [OGRE, CHIEF]);
        assert_eq!(garret.holding, ["long sword", "javelin"]);
        assert_eq!(garret.gauges[0].1.temporary, 3);
        assert_eq!(garret.gauges[1].1.maximum, 27);
        assert_eq!(
            view.creatures[2].conditions,
            [told("grabbed (ogre)", Some(OGRE)), told("immobile", None)]
        );
        let map = view.map.expect("a map");
        assert_eq!(map.ground.len(), 300);
        assert!(
            view.things
                .contains(&(Cell::new(7, 7), "scroll".to_owned()))
        );
    }

    #[test]
    fn the_stabilized_are_not_called_dying() {
        let words = |stabilized| {
            let view = played(&[
                Fact::Set(OGRE, Number::Fatigue, 90),
                Fact::Flag(OGRE, Flag::Stabilized, stabilized),
            ]);
            view.creatures[OGRE.index()].conditions.clone()
        };
        assert_eq!(words(false), [("dying".to_owned(), None)]);
        assert_eq!(words(true), [("stabilized".to_owned(), None)]);
    }

    #[test]
    fn time_is_an_axis_of_counts() {
        let prepares = Underway::Prepare {
            spell: SpellId(0),
            ready: 20,
            failure: None,
            hindered: 0,
        };
        let view = played(&[
            Fact::Count(7),
            Fact::TurnComes(GARRET),
            Fact::Count(NOW),
            Fact::TurnComes(GARRET),
            Fact::Underway(OGRE, prepares),
            Fact::At(OGRE, When::Next, 20),
            Fact::Posture(
                CHIEF,
                Posture {
                    stance: Stance::Cautious,
                    from: 13,
                },
            ),
        ]);
        let axis = view.time.axis.expect("an axis");
        assert_eq!((axis.from, axis.now, axis.to), (4, NOW, 24));
        assert_eq!(view.time.heading, "Count 12");
        let row = |who| {
            let found = view.time.rows.iter().find(|row| row.who == who);
            found.expect("a row")
        };
        let garret = row(GARRET);
        assert_eq!((garret.label.as_str(), garret.active), ("at 12", true));
        assert_eq!(garret.mark(7), Some(Mark::Acted));
        assert_eq!(garret.mark(NOW), Some(Mark::Acts));
        let ogre = row(OGRE);
        assert_eq!(ogre.remark, "prepares fire bolt until 20");
        assert_eq!(ogre.mark(15), Some(Mark::Busy));
        assert_eq!(ogre.mark(20), Some(Mark::Acts));
        assert_eq!(row(CHIEF).remark, "shifts into cautious until 13");
        let order: Vec<CreatureId> = view.time.rows.iter().map(|row| row.who).collect();
        assert_eq!(order.first(), Some(&GARRET));
        assert_eq!(order.last(), Some(&OGRE));
    }

    #[test]
    fn the_axis_reaches_to_what_can_be_foreseen_and_no_farther() {
        let seen = |next| {
            let view = played(&[Fact::At(GARRET, When::Next, next)]);
            let mut rows = view.time.rows.into_iter();
            let garret = rows.find(|row| row.who == GARRET).expect("a row");
            (view.time.axis.expect("an axis").to, garret.marks.len())
        };
        assert_eq!(seen(NOW + 20), (NOW + 20, 1));
        assert_eq!(seen(NOW + 32), (NOW + 32, 1));
        // Others have nothing ahead that is farther away than what is always shown.
        assert_eq!(seen(NOW + 33), (NOW + 12, 0));
    }

    #[test]
    fn what_is_good_for_somebody_is_told_from_what_is_bad() {
        let state = crate::notation::sample::fight();
        for (condition, good) in [
            ("hiding", true),
            ("cautious", true),
            ("prone", false),
            ("grabbed (ogre)", false),
        ] {
            assert_eq!(is_boon(&state, condition), good, "{condition}");
        }
    }
}
