//! Segments: which attack may be made when, and which segments apply (`segments/*`, `round/applicable-segment`).

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, Figure, Refusal, RuleId, Scene};

use super::ambush;
use super::numbers::{active, acts, engaged, engaged_at, is_melee, usage};
use crate::Segments;
use crate::act::{Strike, With};
use crate::actions::{self, moving::COMBAT_STEP};
use crate::ids::{refuse, rule};
use crate::sheet::{InitiativeSkill, PowerClass, SegmentCommitment};
use crate::state::{Phase, Segment, Stance, State};

/// The first segment, Ambush aside, in which an attack may be made from a place (`segments/legality`).
#[must_use]
pub(crate) fn earliest(state: &State, by: CreatureId, with: With, at: Cell) -> Segment {
    let usage = usage(state, by, with);
    if usage >= 3 {
        return Segment::Multiform;
    }
    let rapid = state.sheet(by).has_skill(InitiativeSkill::Rapidity);
    match with {
        With::Melee(_) => Segment::Melee,
        With::Ranged(_) if rapid || engaged_at(state, by, at) => Segment::Melee,
        With::Ranged(_) => Segment::Ranged,
        With::Power(power) => {
            let melee = state.power(power).class == PowerClass::MeleeMagic;
            if melee || engaged_at(state, by, at) {
                if usage == 1 {
                    Segment::Melee
                } else {
                    Segment::Movement
                }
            } else if rapid {
                Segment::Melee
            } else {
                Segment::Ranged
            }
        }
    }
}

/// Whether an attack may be made in the segment under way, from the place where its maker will stand (`segments/legality`,
/// `segments/selection-commits`).
///
/// # Errors
/// Why it may not.
pub(crate) fn check(
    state: &State,
    by: CreatureId,
    (strike, at): (&Strike, Cell),
    segment: Segment,
) -> Result<(), Refusal> {
    committed(state, by, strike.with, segment)?;
    if segment == Segment::Ambush {
        return ambush::check(state, by, strike);
    }
    let first = earliest(state, by, strike.with, at);
    if segment < first && !ambush::is_held(state, by, strike) {
        return Err(too_early(first, segment));
    }
    Ok(())
}

/// Whether a blow or a shot into a space may be made in the segment under way, from the place where its maker will stand
/// (`segments/legality`, `segments/selection-commits`).
///
/// # Errors
/// Why it may not.
pub(crate) fn check_guess(
    state: &State,
    by: CreatureId,
    (with, at): (With, Cell),
    segment: Segment,
) -> Result<(), Refusal> {
    committed(state, by, with, segment)?;
    let first = earliest(state, by, with, at);
    if segment < first {
        return Err(too_early(first, segment));
    }
    Ok(())
}

fn too_early(first: Segment, segment: Segment) -> Refusal {
    let figures = |refusal: Refusal| {
        refusal
            .with(Figure::Word(segment.name()))
            .with(Figure::Word(first.name()))
    };
    figures(match first {
        Segment::Ranged => Refusal::new(
            rule!("melee-segment/who"),
            "it cannot be made in the {} segment by somebody who is not engaged, but from {} on",
        ),
        Segment::Movement => Refusal::new(
            if segment == Segment::Ranged {
                rule!("ranged-segment/held-melee")
            } else {
                rule!("melee-segment/usage-cap")
            },
            "it takes too long for the {} segment while engaged: from {} on",
        ),
        Segment::Multiform => Refusal::new(
            rule!("multiform-segment/attacks"),
            "it takes too long for the {} segment: in {}",
        ),
        Segment::Ambush | Segment::Melee => Refusal::new(
            rule!("segments/legality"),
            "it cannot be made in the {} segment, but from {} on",
        ),
    })
}

/// Whether an attack with it may be carried over (`segments/carry-over-exception`).
#[must_use]
pub(crate) fn carries_over(state: &State, by: CreatureId, with: With) -> bool {
    match with {
        With::Melee(arm) | With::Ranged(arm) => state
            .weapon(by, arm)
            .is_some_and(|weapon| weapon.carry_over),
        With::Power(power) => state.power(power).carry_over,
    }
}

/// Whether attacks may still be made in a segment by somebody who has selected another (`segments/attacks-in-one-segment`).
///
/// # Errors
/// Why they may not.
pub(crate) fn committed(
    state: &State,
    by: CreatureId,
    with: With,
    segment: Segment,
) -> Result<(), Refusal> {
    match state.body(by).committed {
        Some(selected) if selected != segment && !carries_over(state, by, with) => Err(refuse!(
            "segments/attacks-in-one-segment",
            "the attacks of this round belong to the {} segment",
            Figure::Word(selected.name())
        )),
        _ => Ok(()),
    }
}

/// The next segment that applies, if any (`round/applicable-segment`).
#[must_use]
pub(crate) fn next(state: &State) -> Option<Segment> {
    if let Some(ordered) = state.clock.ordered {
        return Some(ordered);
    }
    let done = state.clock.segment;
    Segment::ALL
        .into_iter()
        .filter(|segment| done.is_none_or(|done| *segment > done))
        .find(|segment| applies(state, *segment))
}

/// Whether a segment applies (`round/applicable-segment`).
#[must_use]
pub(crate) fn applies(state: &State, segment: Segment) -> bool {
    let mut all = state.creatures();
    match segment {
        Segment::Ambush => all.any(|who| acts(state, who) && state.body(who).ambush.is_some()),
        Segment::Melee | Segment::Ranged => all.any(|who| {
            acts(state, who)
                && state.body(who).actions > 0
                && actions::has_attack_or_feat(state, who, segment)
        }),
        Segment::Movement | Segment::Multiform => {
            all.any(|who| acts(state, who) && state.body(who).actions > 0)
        }
    }
}

/// Whether a declared stance selects the segment for its taker's attacks (`segments/selection-commits`).
#[must_use]
pub(crate) fn selects(state: &State, who: CreatureId, stance: Stance, segment: Segment) -> bool {
    state.cast.options.segment_commitment == SegmentCommitment::Stance
        && stance < Stance::Defensive
        && state.body(who).committed.is_none()
        && actions::has_attack(state, who, segment)
}

/// What matters of an attack to the segment in which it is made.
#[derive(Clone, Copy)]
struct Made {
    /// By somebody who is engaged.
    engaged: bool,
    /// With a weapon hand to hand.
    hand_to_hand: bool,
    /// With magic or the mind.
    power: bool,
    mental: bool,
    /// By somebody who has moved in this segment before.
    closed_in: bool,
    usage: i16,
}

impl Made {
    fn of(state: &State, by: CreatureId, strike: &Strike) -> Self {
        let body = state.body(by);
        let class = match strike.with {
            With::Power(power) => Some(state.power(power).class),
            With::Melee(_) | With::Ranged(_) => None,
        };
        Self {
            engaged: engaged(state, by),
            hand_to_hand: matches!(strike.with, With::Melee(_)),
            power: class.is_some(),
            mental: class == Some(PowerClass::Mental),
            closed_in: body.moved > 0 && body.stirred,
            usage: usage(state, by, strike.with),
        }
    }
}

/// What is cited of an attack by the segment in which it is made.
pub(crate) fn cite_attack(scene: &mut Scene<'_, Segments>, by: CreatureId, strike: &Strike) {
    let state = scene.state();
    let Some(segment) = state
        .clock
        .segment
        .filter(|_| state.clock.phase == Phase::Acting)
    else {
        return;
    };
    let made = Made::of(state, by, strike);
    let first = earliest(state, by, strike.with, state.body(by).at);
    let over = state.body(by).committed.is_some_and(|own| own != segment);
    let turns = turns_to(state, by, strike.target);
    let held = segment > first && segment != Segment::Ambush && !has_walked(state, by);
    // Its combat step has been taken.
    let stands = Strike {
        step: None,
        ..*strike
    };
    let lurks = segment > Segment::Ambush && segment < first && ambush::is_held(state, by, &stands);
    let hastens = segment == Segment::Melee
        && !made.engaged
        && !is_melee(state, strike.with)
        && state.sheet(by).has_skill(InitiativeSkill::Rapidity);
    for rule in [
        rule!("overview/initiative-is-segment-then-stance"),
        rule!("segments/table"),
        rule!("segments/one-type-each"),
        rule!("segments/legality"),
        rule!("segments/earliest-segment"),
        rule!("segments/choose-any-allowed"),
        rule!("segments/act-then-or-later"),
    ] {
        scene.cite(rule);
    }
    if turns {
        scene.cite(rule!("stances/targets-gone"));
    }
    scene.cite(rule!("engagement/grid"));
    if made.engaged {
        scene.cite(rule!("engagement/engaged"));
    }
    if hastens {
        cite_speed(scene, rule!("initiative-skills/rapidity"));
    }
    if lurks || held {
        scene.cite(rule!("segments/any-action-can-be-held"));
        scene.cite(rule!("stances/hold-then-act"));
    }
    if over {
        scene.cite(rule!("segments/carry-over-exception"));
    }
    if lurks || segment == Segment::Ambush {
        cite_ambush(scene, by, strike);
    } else {
        cite_segment(scene, segment, made);
    }
}

/// Whether a creature turns to another because the one it attacked last has dropped (`stances/targets-gone`).
fn turns_to(state: &State, by: CreatureId, target: CreatureId) -> bool {
    let last = state.body(by).attacked;
    last.is_some_and(|last| last != target && !active(state, last))
}

/// Whether a creature has moved in this segment farther than by its combat step: from where it is now it could not have attacked before.
fn has_walked(state: &State, by: CreatureId) -> bool {
    let body = state.body(by);
    body.moved_in_segment > if body.stepped { COMBAT_STEP } else { 0 }
}

/// What is cited of an attack that is none out of an ambush by its segment.
fn cite_segment(scene: &mut Scene<'_, Segments>, segment: Segment, made: Made) {
    match segment {
        Segment::Ambush => {}
        Segment::Melee => cite_melee(scene, made),
        Segment::Ranged => cite_ranged(scene, made),
        Segment::Movement => {
            scene.cite(rule!("movement-segment/held-attacks"));
            if made.hand_to_hand && made.closed_in {
                scene.cite(rule!("movement-segment/close-and-attack"));
                scene.cite(rule!("segments/approach-waits-for-movement"));
            }
        }
        Segment::Multiform if made.usage >= 3 => {
            scene.cite(rule!("multiform-segment/attacks"));
            scene.cite(rule!("multiform-segment/actions-must-be-left"));
            if made.power {
                scene.cite(rule!("other-melee/segment-rules-apply"));
                scene.cite(rule!("other-ranged/may-be-slow"));
            }
        }
        Segment::Multiform => scene.cite(rule!("multiform-segment/held-actions")),
    }
}

fn cite_melee(scene: &mut Scene<'_, Segments>, made: Made) {
    scene.cite(rule!("melee-segment/who"));
    scene.cite(rule!("melee-segment/attack-kinds"));
    scene.cite(rule!("engagement/melee-range"));
    if made.power {
        scene.cite(rule!("melee-segment/usage-cap"));
    }
    if made.mental {
        scene.cite(rule!("melee-segment/mental-included"));
    }
}

fn cite_ranged(scene: &mut Scene<'_, Segments>, made: Made) {
    scene.cite(rule!("ranged-segment/engagement-tested-live"));
    if made.hand_to_hand || made.engaged {
        scene.cite(rule!("ranged-segment/held-melee"));
    } else {
        scene.cite(rule!("ranged-segment/who"));
        scene.cite(rule!("ranged-segment/attack-kinds"));
    }
    if made.power {
        scene.cite(rule!("ranged-segment/usage-cap"));
    }
}

/// A skill that makes an attack possible earlier, or shorter (`initiative-skills/move-or-speed`).
pub(crate) fn cite_speed(scene: &mut Scene<'_, Segments>, skill: RuleId) {
    for rule in [
        skill,
        rule!("initiative-skills/purpose"),
        rule!("initiative-skills/move-or-speed"),
        rule!("initiative-skills/list"),
    ] {
        scene.cite(rule);
    }
}

fn cite_ambush(scene: &mut Scene<'_, Segments>, by: CreatureId, strike: &Strike) {
    let state = scene.state();
    let power = matches!(strike.with, With::Power(_));
    let backstab = matches!(strike.with, With::Melee(arm)
        if state.weapon(by, arm).is_some_and(|weapon| !weapon.surprise));
    for rule in [
        rule!("ambush/definition"),
        rule!("ambush/set-position"),
        rule!("ambush/surprise-capable"),
        rule!("ambush/requirements"),
        rule!("ambush/all-attacks-count"),
    ] {
        scene.cite(rule);
    }
    if power {
        scene.cite(rule!("ambush/usage-cap"));
    }
    if backstab {
        cite_speed(scene, rule!("initiative-skills/backstab"));
    }
}
