//! Lists of legal acts: candidates of every kind, of which only those that pass their check are offered.

use std::ops::ControlFlow;

use affray_kernel::lots::{Below, Lot, Lots};
use affray_kernel::{CreatureId, Refusal};

use super::act::{Act, Feat, Location, Strike, Window};
use super::actions::ways::Surroundings;
use super::actions::{check, feats, moving, strike, utilities};
use super::aspect::aspect;
use super::rules::numbers::{settled, unnoticed};
use super::rules::{ambush, defence, opportunity};
use super::sheet::{DefendSkill, InitiativeSkill};
use super::state::{Segment, Stance, State};

/// Takes what is offered, and says whether to go on.
type Found<'f> = dyn FnMut(Act) -> ControlFlow<()> + 'f;

/// Takes what is refused, with the first rule against it.
type Refused<'f> = dyn FnMut(Act, Refusal) + 'f;

/// Lists legal acts in a window, and the candidates that are none.
pub(crate) fn sift(
    state: &State,
    (who, window): (CreatureId, &Window),
    found: &mut Found<'_>,
    refused: &mut Refused<'_>,
) {
    let notices_all = notices_all(state, who);
    let found: &mut Found<'_> = &mut |act: Act| {
        if !notices_all && tells(state, who, &act) {
            return ControlFlow::Continue(());
        }
        found(act)
    };
    let listed = match window {
        Window::Item => items(state, who, found, refused),
        window => answers(state, (who, window), found, refused),
    };
    if listed.is_continue() {
        let _ = closing(window).into_iter().try_for_each(found);
    }
}

/// Whether a creature knows where everybody is.
fn notices_all(state: &State, who: CreatureId) -> bool {
    !state.creatures().any(|other| unnoticed(state, who, other))
}

/// Whether an act is against somebody who is not noticed: offering it would tell that they are there.
fn tells(state: &State, who: CreatureId, act: &Act) -> bool {
    let targets = aspect(state, who, act).targets;
    targets.iter().any(|target| unnoticed(state, who, *target))
}

/// What may be done in any case: to pass, but for a stance, and in one's own item to give up; elsewhere that may be said all the same
/// (`attack/surrender`).
fn closing(window: &Window) -> Vec<Act> {
    match window {
        Window::Stance(_) => Vec::new(),
        Window::Item => vec![Act::Pass, Act::Surrender],
        _ => vec![Act::Pass],
    }
}

/// Acts that are looked for when they are drawn.
#[derive(Clone, Copy)]
enum Row {
    /// An attack that is possible, and each called shot that could be made of it.
    Attack(Strike),
    /// Plain moves.
    Moves,
    /// Uses of skills.
    Feats(feats::Row),
    /// Acts that were found to be possible.
    Known,
}

/// One of the acts that are listed, each as likely as every other: of ways only those are looked for that are drawn.
pub(crate) fn any(
    state: &State,
    (who, window): (CreatureId, &Window),
    below: &mut Below<'_>,
) -> Option<Act> {
    let mut lots = Lots::default();
    let mut put = |act| {
        lots.act(act);
        ControlFlow::Continue(())
    };
    let _ = match window {
        Window::Item => others(state, who, &mut put),
        window => asked(state, (who, window), &mut put),
    };
    let segment = state.clock.segment.filter(|_| *window == Window::Item);
    let later = segment.filter(|segment| *segment > Segment::Ambush);
    let (mut moves, mut uses) = (None, None);
    if let Some(segment) = segment {
        let _ = strike::plain(state, who, segment, &mut |plain| {
            let shots = strike::shots(state, plain).count();
            lots.row(Row::Attack(plain), 1 + shots as u32);
            ControlFlow::Continue(())
        });
    }
    let mut known = closing(window);
    if let Some(segment) = later {
        let range = moving::range(state, who, segment);
        moves = range.and_then(|(most, gait)| Surroundings::of(state, who, most, gait));
        match &moves {
            Some(moves) => lots.row(Row::Moves, moves.count()),
            None => {
                let places = moving::places(state, who, segment).into_iter();
                known.extend(places.map(|(cell, _)| Act::Move(Box::new([cell]))));
            }
        }
        uses = Some(feats::Rows::of(state, who, segment));
    }
    for (row, places) in uses.iter().flat_map(feats::Rows::all) {
        lots.row(Row::Feats(row), places);
    }
    lots.row(Row::Known, known.len() as u32);
    let notices_all = notices_all(state, who);
    lots.draw(below, |lot| {
        let act = match lot {
            Lot::Act(act) => {
                check(state, who, window, &act).ok()?;
                act
            }
            Lot::Of(Row::Attack(plain), 0) => Act::Attack(plain),
            Lot::Of(Row::Attack(plain), number) => {
                let shot = strike::shots(state, plain).nth(number as usize - 1)?;
                let called = strike::may_be_called(state, who, &shot, segment?);
                called.then_some(Act::Attack(shot))?
            }
            Lot::Of(Row::Moves, number) => Act::Move(Box::new([moves.as_ref()?.place(number)?])),
            Lot::Of(Row::Feats(row), number) => {
                Act::Feat(Box::new(uses.as_ref()?.feat(row, number)?))
            }
            Lot::Of(Row::Known, number) => known.get(number as usize)?.clone(),
        };
        (notices_all || !tells(state, who, &act)).then_some(act)
    })
}

/// What a creature may look for although nobody lists it as a candidate: attacks that were found impossible, skills that wait for a later
/// segment, a first step.
pub(crate) fn sought(
    state: &State,
    (who, window): (CreatureId, &Window),
    look: &mut dyn FnMut(Act),
) {
    if *window != Window::Item {
        return;
    }
    for target in strike::targets(state, who) {
        for with in strike::means_of(state, who) {
            look(Act::Attack(Strike {
                target,
                with,
                location: Location::Torso,
                step: None,
                kill_shot: false,
            }));
        }
    }
    let sheet = state.sheet(who);
    let skills = InitiativeSkill::ALL.into_iter();
    for skill in skills.filter(|skill| sheet.has_skill(*skill) && feats::cost(*skill) > 0) {
        look(Act::Feat(Box::new(Feat {
            skill,
            before: Box::default(),
            strike: None,
            after: Box::default(),
        })));
    }
    for cell in state.grid().neighbours(state.body(who).at) {
        look(Act::Move(Box::new([settled(state, who, cell)])));
    }
}

fn answers(
    state: &State,
    (who, window): (CreatureId, &Window),
    found: &mut Found<'_>,
    refused: &mut Refused<'_>,
) -> ControlFlow<()> {
    let mut legal = |act: Act| match check(state, who, window, &act) {
        Ok(()) => found(act),
        Err(refusal) => {
            refused(act, refusal);
            ControlFlow::Continue(())
        }
    };
    asked(state, (who, window), &mut legal)
}

/// What somebody may do who is asked for an answer.
fn asked(
    state: &State,
    (who, window): (CreatureId, &Window),
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    match window {
        Window::Ambush => ambushes(state, who, legal),
        Window::OnGuard => DefendSkill::ALL
            .into_iter()
            .try_for_each(|skill| legal(Act::OnGuard(skill))),
        Window::Stance(_) => Stance::ALL
            .into_iter()
            .try_for_each(|stance| legal(Act::Stance(stance))),
        Window::Item => ControlFlow::Continue(()),
        Window::Opportunity { by, .. } => {
            opportunity::arms(state, who, *by).try_for_each(|arm| legal(Act::Opportunity(arm)))
        }
        Window::Defend { by, strike } => {
            defence::options(state, (who, *by), strike, &mut |defence| {
                legal(Act::Defend(defence))
            })
        }
    }
}

fn moves(
    state: &State,
    who: CreatureId,
    segment: Segment,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for (cell, _) in moving::places(state, who, segment) {
        found(Act::Move(Box::new([cell])))?;
    }
    ControlFlow::Continue(())
}

fn ambushes(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    if !ambush::names_targets(state) {
        return legal(Act::Ambush(Box::default()));
    }
    let targets: Vec<CreatureId> = ambush::targets(state, who).collect();
    let most = strike::most_from_ambush(state, who).min(targets.len());
    for target in &targets {
        legal(Act::Ambush(Box::new([*target])))?;
    }
    if most > 1 {
        legal(Act::Ambush(targets[..most].into()))?;
    }
    ControlFlow::Continue(())
}

/// Items, those attacks, skills and moves that are found to be possible without looking twice.
fn items(
    state: &State,
    who: CreatureId,
    found: &mut Found<'_>,
    refused: &mut Refused<'_>,
) -> ControlFlow<()> {
    let Some(segment) = state.clock.segment else {
        return ControlFlow::Continue(());
    };
    strike::plain(state, who, segment, &mut |plain| {
        found(Act::Attack(plain))?;
        strike::called(state, who, &plain, segment, &mut |called| {
            found(Act::Attack(called))
        })
    })?;
    if segment > Segment::Ambush {
        feats::candidates(state, who, segment, &mut |feat| {
            found(Act::Feat(Box::new(feat)))
        })?;
        moves(state, who, segment, found)?;
    }
    let mut legal = |act: Act| match check(state, who, &Window::Item, &act) {
        Ok(()) => found(act),
        Err(refusal) => {
            refused(act, refusal);
            ControlFlow::Continue(())
        }
    };
    others(state, who, &mut legal)
}

/// Items besides attacks, skills and moves.
fn others(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    let Some(segment) = state.clock.segment else {
        return ControlFlow::Continue(());
    };
    if segment > Segment::Ambush {
        legal(Act::Disengage)?;
        legal(Act::Flee)?;
    }
    utilities::candidates(state, who, &mut |utility| legal(Act::Use(utility)))?;
    for (item, _) in state.held(who) {
        legal(Act::Drop(item))?;
    }
    for effect in &state.effects {
        legal(Act::Release(effect.number))?;
    }
    ControlFlow::Continue(())
}
