//! What can be shown of a fight: hits and actions, stances in the five segments, and who may still act where.

use affray_kernel::gauge::Gauge;
use affray_kernel::notation::word_of;
use affray_kernel::view::{CreatureView, MapView, Stage, Stages, TimeRow, TimeView, View};
use affray_kernel::{CreatureId, Next};

use super::flow;
use super::rules::modifiers::damaged;
use super::rules::numbers::{active, acts, before, threat_yd, unnoticed, usage};
use super::sheet::Working;
use super::state::{Cover, Fitness, Phase, Place, Presence, Segment, Stance, State};
use super::surface::remarks;
use super::tell::{condition_name, cover_name, thing};

/// The failed checks after which On-Guard ends (`on-guard/three-failures`).
const FAILURES: u8 = 3;

/// Everything that can be shown; who may see what is decided elsewhere.
#[must_use]
pub fn view(state: &State) -> View {
    let lying = state.all_items().filter_map(|(id, item)| match item.place {
        Place::Ground(cell) => Some((cell, thing(state, id.0))),
        _ => None,
    });
    View {
        creatures: state.creatures().map(|who| creature(state, who)).collect(),
        time: time(state),
        map: Some(MapView::of(&state.terrain(), remarks, |ground| ground)),
        things: lying.collect(),
    }
}

pub(super) fn creature(state: &State, who: CreatureId) -> CreatureView {
    let (body, sheet) = (state.body(who), state.sheet(who));
    CreatureView {
        id: who,
        name: sheet.name.clone(),
        side: sheet.side,
        space: (body.presence == Presence::Here).then(|| state.space(who)),
        facing: None,
        size: word_of(&sheet.size).unwrap_or_default(),
        reach: Some(threat_yd(state, who)).filter(|yards| *yards > 0),
        gauges: gauges(state, who),
        conditions: conditions(state, who),
        holding: state.held(who).map(|(id, _)| thing(state, id.0)).collect(),
        active: active(state, who),
        hidden_from: hidden_from(state, who),
    }
}

/// Who does not notice a creature.
pub(super) fn hidden_from(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let hides = |other: &CreatureId| unnoticed(state, *other, who);
    state.creatures().filter(hides).collect()
}

/// Hits, and the actions of those who can spend them.
pub(super) fn gauges(state: &State, who: CreatureId) -> Vec<(&'static str, Gauge)> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let gauge = |current, maximum| Gauge {
        current,
        ..Gauge::full(maximum)
    };
    let mut gauges = vec![("Hits", gauge(body.hits, sheet.hits))];
    if active(state, who) {
        gauges.push(("Actions", gauge(body.actions, sheet.actions)));
    }
    gauges
}

/// Conditions in words, each once, the creature one is held toward named: `aware (thief)`.
fn conditions(state: &State, who: CreatureId) -> Vec<(String, Option<CreatureId>)> {
    let mut words: Vec<(String, Option<CreatureId>)> = plain_conditions(state, who)
        .into_iter()
        .map(|word| (word, None))
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
    for effect in state.effects.iter().filter(|effect| effect.on == who) {
        let power = &state.power(effect.power).name;
        let by = &state.sheet(effect.by).name;
        words.push((format!("{power} (by {by})"), Some(effect.by)));
    }
    words
}

/// What follows from numbers and yes or no of a body.
fn plain_conditions(state: &State, who: CreatureId) -> Vec<String> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let fitness = match body.fitness {
        _ if damaged(state, who) => Some("damaged"),
        Fitness::Rested => Some("rested"),
        Fitness::Active => None,
        Fitness::Fatigued => Some("fatigued"),
    };
    let mut words: Vec<String> = fitness.map(str::to_owned).into_iter().collect();
    let parts = sheet.parts.iter().enumerate();
    let disabled = parts.filter(|(index, _)| body.disabled & (1 << index) != 0);
    words.extend(disabled.map(|(_, part)| format!("{} disabled", part.name)));
    if body.cover != Cover::None {
        words.push(format!("{} cover", cover_name(body.cover)));
    }
    if let Some(mount) = sheet.mount.as_ref().filter(|_| body.mounted) {
        words.push(format!("rides {}", mount.name));
    }
    if body.disengaged {
        words.push("disengaged".to_owned());
    }
    if body.pending.is_some() {
        words.push("felled when the cycle ends".to_owned());
    }
    words
}

/// Whether a condition, as it is worded here, is good for whoever has it.
pub(super) fn is_boon(state: &State, condition: &str) -> bool {
    let helps = |name: &str| {
        let mut powers = state.cast.powers.iter();
        powers.any(|power| {
            let harms = matches!(power.works, Working::Damage(..) | Working::Blinds);
            power.name == name && !harms
        })
    };
    let (word, _) = condition.split_once(" (").unwrap_or((condition, ""));
    matches!(word, "rested" | "concealed" | "aware" | "disengaged")
        || word.starts_with("knows ")
        || word.starts_with("rides ")
        || word.ends_with(" cover")
        || helps(word)
}

fn time(state: &State) -> TimeView {
    let asked = match flow::next(state) {
        Next::Await { must, .. } => Some(must.who),
        _ => None,
    };
    let here = |who: &CreatureId| state.body(*who).presence == Presence::Here;
    let mut order: Vec<CreatureId> = state.creatures().filter(here).collect();
    order.sort_by(|one, other| {
        let place = |who: CreatureId| stance(state, who).unwrap_or(Stance::Hold);
        let stances = place(*one).cmp(&place(*other));
        stances.then_with(|| before(state, *one, *other))
    });
    TimeView {
        heading: heading(state),
        rows: order
            .into_iter()
            .map(|who| row(state, who, asked == Some(who)))
            .collect(),
        axis: None,
        stages: Some(Stages {
            names: Segment::ALL.map(Segment::name).to_vec(),
            now: under_way(state).map(|segment| segment as usize),
        }),
        underway: Vec::new(),
    }
}

fn heading(state: &State) -> String {
    let round = state.clock.round;
    match state.clock.phase {
        Phase::Beginning if round == 0 => "Before the first Round".to_owned(),
        Phase::Beginning => format!("After Round {round}"),
        Phase::Ambushes => format!("Round {round}, ambushes"),
        Phase::OnGuards => format!("Round {round}, On-Guard"),
        Phase::Calling | Phase::Over(_) => format!("Round {round}"),
        Phase::Declaring | Phase::Acting => match under_way(state) {
            Some(segment) => format!("Round {round}, {} segment", segment.name()),
            None => format!("Round {round}"),
        },
    }
}

/// The segment under way, from its call on.
fn under_way(state: &State) -> Option<Segment> {
    let called = matches!(state.clock.phase, Phase::Declaring | Phase::Acting);
    state.clock.segment.filter(|_| called)
}

/// The stance that a creature has in the segment under way; none as long as stances are declared, for what it has then is the one before.
fn stance(state: &State, who: CreatureId) -> Option<Stance> {
    let stance = state.body(who).stance;
    stance.filter(|_| state.clock.phase == Phase::Acting)
}

fn row(state: &State, who: CreatureId, asked: bool) -> TimeRow {
    let body = state.body(who);
    let left = |used: bool| u8::from(!used);
    let mut pips = vec![
        ("step", left(body.stepped), 1),
        ("reaction", left(body.reacted), 1),
    ];
    if let Some(guard) = body.guard {
        pips.push(("guard", FAILURES.saturating_sub(guard.failures), FAILURES));
    }
    TimeRow {
        who,
        label: String::new(),
        pips,
        active: asked,
        remark: remark(state, who),
        marks: Vec::new(),
        stages: Segment::ALL
            .iter()
            .map(|segment| stage(state, who, *segment))
            .collect(),
    }
}

/// On-Guard and its skill, what is being prepared, and whether it lies in ambush.
fn remark(state: &State, who: CreatureId) -> String {
    let body = state.body(who);
    let mut remarks = Vec::new();
    if let Some(guard) = body.guard {
        remarks.push(format!("On-Guard with {}", guard.skill.name()));
    }
    if body.ambush.is_some() {
        remarks.push("lies in ambush".to_owned());
    }
    if let Some(charging) = &body.charging {
        let all = usage(state, who, charging.strike.with);
        remarks.push(format!("prepares ({} of {all} actions)", charging.paid));
    }
    remarks.join(", ")
}

/// What a creature has in a segment: its stance in the one under way, its attacks in the one that it has selected, and whether it may
/// still act there with the actions it has left.
fn stage(state: &State, who: CreatureId, segment: Segment) -> Stage {
    let body = state.body(who);
    let open = is_to_come(state, segment) && may_act(state, who, segment);
    let words = match stance(state, who) {
        Some(stance) if under_way(state) == Some(segment) => stance.name(),
        _ if body.committed == Some(segment) => "attacks",
        _ if body.committed.is_some() && open => "no attacks",
        _ => "",
    };
    Stage {
        words: words.to_owned(),
        open,
    }
}

/// Whether a segment is under way or yet to come in this round.
fn is_to_come(state: &State, segment: Segment) -> bool {
    let last = state.clock.segment;
    match state.clock.phase {
        Phase::Beginning | Phase::Over(_) => false,
        Phase::Ambushes | Phase::OnGuards => true,
        Phase::Calling => last.is_none_or(|last| segment > last),
        Phase::Declaring | Phase::Acting => last.is_none_or(|last| segment >= last),
    }
}

/// Whether a creature may still act in a segment that is not over: with an action left, in Ambush only out of one, and in the one under
/// way unless it holds or has passed.
fn may_act(state: &State, who: CreatureId, segment: Segment) -> bool {
    let body = state.body(who);
    let now = under_way(state) == Some(segment);
    acts(state, who)
        && body.actions > 0
        && (segment != Segment::Ambush || body.ambush.is_some())
        && !(now && (body.done || stance(state, who) == Some(Stance::Hold)))
}

#[cfg(test)]
mod tests {
    use affray_kernel::condition::Held;
    use affray_kernel::grid::Cell;
    use smallvec::smallvec;

    use super::*;
    use crate::fact::{Fact, Flag, Number, apply};
    use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, fight};
    use crate::sheet::DefendSkill;
    use crate::state::{Condition, Guard};

    fn played(facts: &[Fact]) -> View {
        let mut state = fight();
        for fact in facts {
            apply(&mut state, fact);
        }
        view(&state)
    }

    /// The stages of a creature, each as `+` or `-` for open or not, with its words.
    fn stages(view: &View, who: CreatureId) -> Vec<String> {
        let row = view.time.rows.iter().find(|row| row.who == who);
        let row = row.expect("a row");
        let stages = row.stages.iter();
        let sign = |open| if open { "+" } else { "-" };
        stages
            .map(|stage| format!("{}{}", sign(stage.open), stage.words))
            .collect()
    }

    #[test]
    fn pools_conditions_and_things_are_shown() {
        let noticed = Held {
            toward: Some(CHIEF),
            ..Held::plain(GARRET, Condition::Noticed)
        };
        let view = played(&[
            Fact::Set(GARRET, Number::Hits, 12),
            Fact::Spends(GARRET, 3),
            Fact::Disabled(GARRET, 2, true),
            Fact::Gains(Held::plain(CHIEF, Condition::Concealed)),
            Fact::Gains(noticed),
            Fact::Gains(Held::plain(GARRET, Condition::Prone)),
        ]);
        let garret = &view.creatures[0];
        let gauges: Vec<_> = garret
            .gauges
            .iter()
            .map(|(name, gauge)| (*name, gauge.current, gauge.maximum))
            .collect();
        assert_eq!(gauges, [("Hits", 12, 24), ("Actions", 1, 4)]);
        let words: Vec<&str> = garret
            .conditions
            .iter()
            .map(|(word, _)| word.as_str())
            .collect();
        assert_eq!(
            words,
            [
                "damaged",
                "left arm disabled",
                "aware (ogre chief)",
                "prone"
            ]
        );
        assert_eq!(garret.holding, ["arming sword", "spear"]);
        assert_eq!(
            view.creatures[2].hidden_from,
            [HORSE],
            "its enemies but one"
        );
        assert!(
            view.things
                .contains(&(Cell::new(7, 7), "scroll".to_owned()))
        );
    }

    #[test]
    fn whoever_is_out_of_the_fight_shows_hits_alone() {
        let names = |view: &View| -> Vec<&str> {
            let gauges = view.creatures[0].gauges.iter();
            gauges.map(|(name, _)| *name).collect()
        };
        assert_eq!(names(&played(&[])), ["Hits", "Actions"]);
        let surprised = Fact::Gains(Held::plain(GARRET, Condition::Surprised));
        assert_eq!(names(&played(&[surprised])), ["Hits", "Actions"]);
        let out = [
            Condition::Dead,
            Condition::Unconscious,
            Condition::KnockedOut,
            Condition::Surrendered,
        ];
        for condition in out {
            let view = played(&[Fact::Gains(Held::plain(GARRET, condition))]);
            assert_eq!(names(&view), ["Hits"], "{condition:?}");
        }
        let fled = Fact::Presence(GARRET, Presence::Fled);
        assert_eq!(names(&played(&[fled])), ["Hits"]);
    }

    #[test]
    fn hits_above_half_are_not_damaged() {
        for (hits, damaged) in [(13, false), (12, true)] {
            let view = played(&[Fact::Set(GARRET, Number::Hits, hits)]);
            let is = view.creatures[0].conditions.iter();
            assert_eq!(
                is.map(|(word, _)| word).any(|word| word == "damaged"),
                damaged
            );
        }
    }

    #[test]
    fn stances_stand_in_the_segment_under_way() {
        let view = played(&[
            Fact::Stance(GARRET, Some(Stance::Defensive)),
            Fact::Stance(OGRE, Some(Stance::Aggressive)),
            Fact::Commits(OGRE, Some(Segment::Melee)),
            Fact::Stance(CHIEF, Some(Stance::Hold)),
            Fact::Stance(HORSE, Some(Stance::ReadyTrade)),
            Fact::Spends(HORSE, 4),
        ]);
        let stages_of = |who| stages(&view, who);
        assert_eq!(stages_of(GARRET), ["-", "+Defensive", "+", "+", "+"]);
        assert_eq!(
            stages_of(OGRE),
            [
                "-",
                "+Aggressive",
                "+no attacks",
                "+no attacks",
                "+no attacks"
            ]
        );
        assert_eq!(stages_of(CHIEF), ["-", "-Hold", "+", "+", "+"]);
        assert_eq!(stages_of(HORSE), ["-", "-Ready (trade)", "-", "-", "-"]);
        let order: Vec<CreatureId> = view.time.rows.iter().map(|row| row.who).collect();
        assert_eq!(order, [OGRE, HORSE, GARRET, CHIEF], "by stance");
        assert_eq!(view.time.heading, "Round 2, Melee segment");
        let shown = view.time.stages.expect("stages");
        assert_eq!((shown.names.len(), shown.now), (5, Some(1)));
    }

    #[test]
    fn what_is_over_is_over_and_the_rest_to_come() {
        let guard = Guard {
            skill: DefendSkill::Block,
            failures: 1,
            in_segment: 1,
        };
        let view = played(&[
            Fact::Commits(OGRE, Some(Segment::Melee)),
            Fact::Flag(OGRE, Flag::Stepped, true),
            Fact::Guard(GARRET, Some(guard)),
            Fact::Ambush(CHIEF, Some(smallvec![])),
            Fact::Gains(Held::plain(HORSE, Condition::Surprised)),
            Fact::Phase(Phase::Calling),
        ]);
        assert_eq!(stages(&view, GARRET), ["-", "-", "+", "+", "+"]);
        assert_eq!(
            stages(&view, OGRE),
            ["-", "-attacks", "+no attacks", "+no attacks", "+no attacks"]
        );
        assert_eq!(stages(&view, HORSE), ["-", "-", "-", "-", "-"], "surprised");
        let row = |who| view.time.rows.iter().find(move |row| row.who == who);
        let ogre = row(OGRE).expect("a row");
        assert_eq!(ogre.pips, [("step", 0, 1), ("reaction", 1, 1)]);
        let garret = row(GARRET).expect("a row");
        assert_eq!(garret.pips.last(), Some(&("guard", 2, 3)));
        assert_eq!(garret.remark, "On-Guard with Block");
        assert_eq!(row(CHIEF).expect("a row").remark, "lies in ambush");
        assert_eq!(view.time.heading, "Round 2");
    }

    #[test]
    fn a_segment_is_under_way_from_its_call_on_and_stances_before_it_are_over() {
        let called = Segment::ALL[2];
        let view = played(&[
            Fact::Stance(OGRE, Some(Stance::Hold)),
            Fact::Phase(Phase::Calling),
            Fact::Called(called),
        ]);
        let heading = format!("Round 2, {} segment", called.name());
        assert_eq!(view.time.heading, heading);
        assert_eq!(view.time.stages.as_ref().expect("stages").now, Some(2));
        assert_eq!(stages(&view, OGRE), ["-", "-", "+", "+", "+"]);
    }

    #[test]
    fn before_the_segments_an_ambush_is_open_to_those_who_declared_one() {
        let view = played(&[
            Fact::Round(3),
            Fact::Ambush(CHIEF, Some(smallvec![])),
            Fact::Phase(Phase::OnGuards),
        ]);
        assert_eq!(stages(&view, CHIEF), ["+", "+", "+", "+", "+"]);
        assert_eq!(stages(&view, OGRE), ["-", "+", "+", "+", "+"]);
        assert_eq!(view.time.heading, "Round 3, On-Guard");
    }

    #[test]
    fn what_is_good_for_somebody_is_told_from_what_is_bad() {
        let state = crate::notation::sample::fight();
        for (condition, good) in [
            ("concealed", true),
            ("good cover", true),
            ("aware (ogre)", true),
            ("prone", false),
            ("left arm disabled", false),
        ] {
            assert_eq!(is_boon(&state, condition), good, "{condition}");
        }
    }
}
