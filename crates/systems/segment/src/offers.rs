//! Lists of legal acts: candidates of every kind, of which only those that pass their check are offered.

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Refusal};

use super::act::{Act, Feat, Location, Strike, Window};
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
    let notices_all = !state.creatures().any(|other| unnoticed(state, who, other));
    let found: &mut Found<'_> = &mut |act: Act| {
        // Offering an act against somebody who is not noticed would tell that they are there.
        let tells = |target: &CreatureId| unnoticed(state, who, *target);
        if !notices_all && aspect(state, who, &act).targets.iter().any(tells) {
            return ControlFlow::Continue(());
        }
        found(act)
    };
    let listed = match window {
        Window::Item => items(state, who, found, refused),
        window => answers(state, (who, window), found, refused),
    };
    let passes = !matches!(window, Window::Stance(_));
    if listed.is_continue() && (!passes || found(Act::Pass).is_continue()) && gives_up(window) {
        let _ = found(Act::Surrender);
    }
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
    match window {
        Window::Ambush => ambushes(state, who, &mut legal),
        Window::OnGuard => DefendSkill::ALL
            .into_iter()
            .try_for_each(|skill| legal(Act::OnGuard(skill))),
        Window::Stance(_) => Stance::ALL
            .into_iter()
            .try_for_each(|stance| legal(Act::Stance(stance))),
        Window::Item => ControlFlow::Continue(()),
        Window::Opportunity { by } => {
            opportunity::arms(state, who, *by).try_for_each(|arm| legal(Act::Opportunity(arm)))
        }
        Window::Defend { by, strike } => {
            defence::options(state, (who, *by), strike, &mut |defence| {
                legal(Act::Defend(defence))
            })
        }
    }
}

/// Whether giving up is offered: in one's own item; elsewhere it may be said all the same (`attack/surrender`).
const fn gives_up(window: &Window) -> bool {
    matches!(window, Window::Item)
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
