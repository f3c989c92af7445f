//! The skills that affect initiative: movement with an attack or without, in an earlier segment (`initiative-skills/*`).

mod forced;
mod frames;
mod listed;

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use self::forced::{drag, push};
use self::frames::{Contains, Frame, Order, frame};
use super::ways::{self, Gait, Way};
use super::{moving, strike};
use crate::Segments;
use crate::act::{Feat, Strike, With};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::numbers::{active, bulk, fly_yd, mount_of, usage};
use crate::rules::{attack, outcomes, segments};
use crate::sheet::{Family, InitiativeSkill, Size};
use crate::state::{Segment, State};

pub(crate) use self::forced::dragged;
pub(crate) use self::frames::rule_of;
pub(crate) use self::listed::{
    Row, Rows, Wanted, any, any_attack, any_but_on_fallen, candidates, places_to_drag_to, wanted,
};

/// Actions that a skill takes, movement and attack together (`initiative-skills/common-frame`).
#[must_use]
pub(crate) fn cost(skill: InitiativeSkill) -> i16 {
    frame(skill).map_or(0, |frame| frame.cost)
}

fn against(skill: InitiativeSkill, words: &'static str) -> Refusal {
    Refusal::new(rule_of(skill), words).with(Figure::Word(skill.name()))
}

/// How a skill moves its owner along given places: flyers fly, but nobody rolls by its wings (`initiative-skills/rolling-strike`).
fn gait<'p>(
    state: &State,
    who: CreatureId,
    (skill, frame): (InitiativeSkill, &Frame),
    path: impl IntoIterator<Item = &'p Cell>,
) -> Gait {
    let own = skill != InitiativeSkill::RollingStrike && ways::flies_along(state, who, path);
    Gait {
        flies: frame.gait.flies || own,
        free: frame.gait.free || state.body(who).disengaged,
        ..frame.gait
    }
}

/// How a skill moves its owner as it is meant.
fn gait_of(state: &State, who: CreatureId, feat: &Feat, frame: &Frame) -> Gait {
    let path = feat.before.iter().chain(feat.after.iter());
    gait(state, who, (feat.skill, frame), path)
}

/// The most yards of a skill's movement.
fn most_yards(state: &State, who: CreatureId, frame: &Frame, gait: Gait) -> i16 {
    let rate = ways::rate_yd(state, who, gait);
    if rate == 0 {
        return 0;
    }
    (rate * frame.halves / 2).max(1)
}

/// Whether a skill may be used as it is meant.
///
/// # Errors
/// The first rule against it.
pub(crate) fn check(
    state: &State,
    who: CreatureId,
    feat: &Feat,
    segment: Segment,
) -> Result<(), Refusal> {
    let skill = feat.skill;
    let Some(frame) = frame(skill) else {
        return Err(against(skill, "{} is no action of its own"));
    };
    may_use(state, who, (skill, &frame), segment)?;
    if let Some(strike) = &feat.strike {
        strike::knows(state, who, strike.target)?;
    }
    let (before, after) = plan(state, who, feat, &frame)?;
    let both =
        |yards: fn(&Way) -> i16| before.as_ref().map_or(0, yards) + after.as_ref().map_or(0, yards);
    // Difficult ground makes a way dear, not long.
    let (length, cost) = (both(Way::spaces), both(|way| way.yards));
    let most = most_yards(state, who, &frame, gait_of(state, who, feat, &frame));
    if cost > most || length < frame.least {
        let covered = if cost > most { cost } else { length };
        return Err(
            Refusal::new(rule_of(skill), "{} covers {} to {}, and this is {}")
                .with(Figure::Word(skill.name()))
                .with(Figure::Yards(frame.least.into()))
                .with(Figure::Yards(most.into()))
                .with(Figure::Yards(covered.into())),
        );
    }
    let start = state.body(who).at;
    let from = before.as_ref().map_or(start, |way| way.end(start));
    contained(state, who, (feat, &frame), (from, segment))?;
    runs_over(state, who, feat, [before.as_ref(), after.as_ref()])?;
    dives(state, who, (skill, feat.strike.as_ref()), from)
}

/// Whether a creature may use a skill at all in a segment.
fn may_use(
    state: &State,
    who: CreatureId,
    (skill, frame): (InitiativeSkill, &Frame),
    segment: Segment,
) -> Result<(), Refusal> {
    if !state.sheet(who).has_skill(skill) {
        return Err(refuse!(
            "check/missing-score",
            "{} is not on the sheet",
            Figure::Word(skill.name())
        ));
    }
    if segment < skill.earliest() {
        return Err(
            Refusal::new(rule_of(skill), "{} can be used from the {} segment on")
                .with(Figure::Word(skill.name()))
                .with(Figure::Word(skill.earliest().name())),
        );
    }
    if state.body(who).actions < frame.cost {
        return Err(refuse!(
            "initiative-skills/common-frame",
            "{} takes more actions ({}) than are left ({})",
            Figure::Word(skill.name()),
            Figure::Number(frame.cost.into()),
            Figure::Number(state.body(who).actions.into())
        ));
    }
    let mounted = mount_of(state, who).is_some();
    match skill {
        InitiativeSkill::Swoop | InitiativeSkill::Aerobatics if fly_yd(state, who).is_none() => {
            Err(against(skill, "{} is for those who can fly"))
        }
        InitiativeSkill::RideByStrike if !mounted => Err(against(skill, "{} is for riders")),
        InitiativeSkill::Trample if !mounted && state.sheet(who).size < Size::Large => Err(
            against(skill, "{} is for riders and those of size Large and above"),
        ),
        _ => Ok(()),
    }
}

/// The ways before and after the attack.
fn plan(
    state: &State,
    who: CreatureId,
    feat: &Feat,
    frame: &Frame,
) -> Result<(Option<Way>, Option<Way>), Refusal> {
    let skill = feat.skill;
    let (moves_before, moves_after) = (!feat.before.is_empty(), !feat.after.is_empty());
    let order = match frame.order {
        Order::Last if moves_after => Some("the attack of {} comes last"),
        Order::First if moves_before => Some("the attack of {} comes first"),
        Order::Either if moves_before && moves_after => {
            Some("{} moves before the attack or after it, not both")
        }
        _ => None,
    };
    if let Some(words) = order {
        return Err(against(skill, words));
    }
    let idle = !moves_before && !moves_after;
    if idle
        && (frame.contains == Contains::Nothing
            || frame.least > 0
            || frame.order == Order::Last && frame.gait.straight)
    {
        return Err(against(skill, "{} leads somewhere: say where to"));
    }
    let gait = gait_of(state, who, feat, frame);
    let most = most_yards(state, who, frame, gait);
    let start = state.body(who).at;
    if frame.gait.straight && !is_straight(state, who, (&feat.before, gait, most))? {
        return Err(against(skill, "{} leads straight to where it ends"));
    }
    let leg = |from: Cell, path: &[Cell]| {
        let way = ways::find(state, who, from, (path, gait, most));
        way.map_err(|refusal| of_skill(skill, refusal))
    };
    let before = match moves_before {
        true => Some(leg(start, &feat.before)?),
        false => None,
    };
    let from = before.as_ref().map_or(start, |way| way.end(start));
    let after = match moves_after {
        true => Some(leg(from, &feat.after)?),
        false => None,
    };
    Ok((before, after))
}

/// A refusal of too long a way as one by the skill, which says how far it leads.
fn of_skill(skill: InitiativeSkill, refusal: Refusal) -> Refusal {
    if refusal.rule == rule!("movement-segment/move-rate") {
        return Refusal {
            rule: rule_of(skill),
            ..refusal
        };
    }
    refusal
}

/// Whether all the named spaces of a way lie on the straight line to its end.
fn is_straight(
    state: &State,
    who: CreatureId,
    (path, gait, most): (&[Cell], Gait, i16),
) -> Result<bool, Refusal> {
    let [between @ .., goal] = path else {
        return Ok(true);
    };
    if between.is_empty() {
        return Ok(true);
    }
    let direct = ways::find(state, who, state.body(who).at, (&[*goal], gait, most))?;
    let on_it = |cell: &Cell| {
        let mut route = direct.route.iter();
        route.any(|there| there.with_height(0) == cell.with_height(0))
    };
    Ok(between.iter().all(on_it))
}

/// Whether the attack in it is one that the skill contains, and possible from where it is made.
fn contained(
    state: &State,
    who: CreatureId,
    (feat, frame): (&Feat, &Frame),
    (from, segment): (Cell, Segment),
) -> Result<(), Refusal> {
    let skill = feat.skill;
    let Some(strike) = &feat.strike else {
        return if frame.contains == Contains::Nothing {
            Ok(())
        } else {
            Err(against(skill, "{} contains an attack: say on whom"))
        };
    };
    if strike.step.is_some() {
        return Err(refuse!(
            "initiative-skills/common-frame",
            "the movement of a skill replaces the combat step"
        ));
    }
    if !fits(state, who, strike.with, frame.contains) {
        return Err(against(skill, "{} does not contain such an attack"));
    }
    if usage(state, who, strike.with) > frame.usage {
        return Err(against(skill, "{} has no time for so long an attack"));
    }
    if frame.contains == Contains::Natural {
        tramples(state, who, strike)?;
    }
    segments::committed(state, who, strike.with, segment)?;
    strike::aim(state, who, strike, from)
}

/// Trample strikes one of those smaller than oneself, each together with what it rides (`initiative-skills/trample`).
fn tramples(state: &State, who: CreatureId, strike: &Strike) -> Result<(), Refusal> {
    if bulk(state, strike.target) < bulk(state, who) {
        return Ok(());
    }
    Err(refuse!(
        "initiative-skills/trample",
        "{} is not smaller",
        Figure::Creature(strike.target)
    ))
}

/// Trample strikes one of those whom its way passes through (`initiative-skills/trample`).
fn runs_over(
    state: &State,
    who: CreatureId,
    feat: &Feat,
    ways: [Option<&Way>; 2],
) -> Result<(), Refusal> {
    let Some(strike) = feat
        .strike
        .as_ref()
        .filter(|_| feat.skill == InitiativeSkill::Trample)
    else {
        return Ok(());
    };
    let (shape, target) = (state.grid().shape, state.space(strike.target));
    let mut route = ways.into_iter().flatten().flat_map(|way| way.route.iter());
    if route.any(|at| state.space_at(who, *at).overlaps(shape, target)) {
        return Ok(());
    }
    Err(refuse!(
        "initiative-skills/trample",
        "{} is not run over",
        Figure::Creature(strike.target)
    ))
}

/// Whether a skill contains such an attack, for which there is a use of the weapon and time.
#[must_use]
pub(crate) fn contains(state: &State, who: CreatureId, skill: InitiativeSkill, with: With) -> bool {
    let used = match with {
        With::Melee(arm) => state
            .weapon(who, arm)
            .is_some_and(|weapon| weapon.melee.is_some()),
        With::Ranged(arm) => state
            .weapon(who, arm)
            .is_some_and(|weapon| weapon.ranged.is_some()),
        With::Power(power) => state.power(power).is_attack(),
    };
    used && frame(skill).is_some_and(|frame| {
        fits(state, who, with, frame.contains) && usage(state, who, with) <= frame.usage
    })
}

fn fits(state: &State, who: CreatureId, with: With, contains: Contains) -> bool {
    let family = match with {
        With::Melee(arm) | With::Ranged(arm) => state.weapon(who, arm).map(|weapon| weapon.family),
        With::Power(_) => None,
    };
    let mounts = matches!(with, With::Melee(arm) if state.weapon(who, arm).is_some_and(|weapon| weapon.mounted));
    let melee = matches!(with, With::Melee(_)) && !mounts;
    match contains {
        Contains::Nothing => false,
        Contains::Armed => melee && family == Some(Family::Armed),
        Contains::Bodily => melee && matches!(family, Some(Family::Unarmed | Family::Natural)),
        Contains::Melee => melee,
        Contains::Natural => {
            (melee || mounts && mount_of(state, who).is_some()) && family == Some(Family::Natural)
        }
        Contains::ArmedOrNatural => {
            melee && matches!(family, Some(Family::Armed | Family::Natural))
        }
        Contains::Shot => matches!(with, With::Ranged(_)),
        Contains::Spell => matches!(with, With::Power(_)),
    }
}

/// Diving Strike leads downward: by flyers, or by those who stand at least 2 yards above the target (`initiative-skills/diving-strike`).
fn dives(
    state: &State,
    who: CreatureId,
    (skill, strike): (InitiativeSkill, Option<&Strike>),
    end: Cell,
) -> Result<(), Refusal> {
    if skill != InitiativeSkill::DivingStrike {
        return Ok(());
    }
    let start = state.body(who).at;
    let target = strike.map_or(start.z, |strike| state.body(strike.target).at.z);
    let high = fly_yd(state, who).is_some() || start.z - target >= 2;
    if high && end.z < start.z {
        return Ok(());
    }
    Err(against(
        skill,
        "{} leads downward, by flyers or from at least 2 yards above the target",
    ))
}

/// Uses a skill: movement, attack, movement, and what the attack does besides.
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn carry_out(scene: &mut Scene<'_, Segments>, who: CreatureId, feat: &Feat) -> Play {
    let Some(frame) = frame(feat.skill) else {
        return Ok(());
    };
    cite(scene, feat.skill);
    let (committed, segment) = (
        scene.state().body(who).committed,
        scene.state().clock.segment,
    );
    if feat.strike.is_none() && committed.is_some() && committed != segment {
        scene.cite(rule!("segments/non-attack-actions-later"));
    }
    scene.emit(Fact::Uses(who, feat.skill));
    attack::pay(scene, who, frame.cost);
    if feat.strike.is_some() {
        attack::commit(scene, who);
        attack::breaks_off(scene, who);
    }
    let mut gone = Leg::default();
    if !feat.before.is_empty() {
        gone = moves(scene, who, (feat, &frame), (&feat.before, 0))?;
    }
    let Some(strike) = &feat.strike else {
        return Ok(());
    };
    if gone.stopped && attack::comes_to_nothing(scene, who, strike) {
        return Ok(());
    }
    let pending = scene.state().body(who).pending;
    let verdict = attack::go_on(scene, who, strike, frame.extra)?;
    // Nobody is moved or harmed any more when the fight is over (`round/end-of-fight`).
    if outcomes::decided(scene.state()).is_some() {
        return Ok(());
    }
    if frame.push > 0 && verdict.hits() {
        push(scene, (who, strike.target), frame.push)?;
    }
    let drags = feat.skill == InitiativeSkill::Drag;
    let stands = active(scene.state(), who) && scene.state().body(who).pending == pending;
    if !feat.after.is_empty() && stands {
        if drags {
            drag(scene, who, (strike, verdict), &feat.after)?;
        } else {
            moves(scene, who, (feat, &frame), (&feat.after, gone.yards))?;
        }
    }
    Ok(())
}

fn cite(scene: &mut Scene<'_, Segments>, skill: InitiativeSkill) {
    for rule in [
        rule!("initiative-skills/common-frame"),
        rule!("initiative-skills/purpose"),
        rule!("initiative-skills/move-or-speed"),
        rule!("initiative-skills/list"),
        rule!("movement-segment/move-attacks-and-maneuvers"),
        rule_of(skill),
    ] {
        scene.cite(rule);
    }
}

/// A part of a skill's movement.
#[derive(Clone, Copy, Default)]
struct Leg {
    yards: i16,
    /// Whether it ended before it was meant to.
    stopped: bool,
}

/// A part of a skill's movement if it is still possible, after so many yards of it.
fn moves(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    (feat, frame): (&Feat, &Frame),
    (path, gone): (&[Cell], i16),
) -> Play<Leg> {
    let state = scene.state();
    let gait = gait_of(state, who, feat, frame);
    let most = most_yards(state, who, frame, gait) - gone;
    let way = match ways::find(state, who, state.body(who).at, (path, gait, most)) {
        Ok(way) => way,
        Err(refusal) => {
            scene.cite(refusal.rule);
            scene.emit(Fact::Blocked(who));
            return Ok(Leg::default());
        }
    };
    let stopped = ways::stopped(state, who, (&way, gait));
    let gone = stopped.as_ref().map_or(&way, |(gone, _)| gone);
    moving::go(scene, who, gone)?;
    let leg = Leg {
        yards: gone.yards,
        stopped: stopped.is_some(),
    };
    if let Some((_, met)) = stopped {
        moving::runs_into(scene, who, met);
    }
    Ok(leg)
}
