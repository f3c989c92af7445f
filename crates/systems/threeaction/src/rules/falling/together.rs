//! Those who fall bound to one another: in a grapple, as rider and mount (`grappling/move-together`, `command/mounts`).

use affray_kernel::grid::{Cell, fits};
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::{SmallVec, smallvec};

use super::{
    Cause, comes_down, grabs, has_landed, have_fallen, hovers, is_supported, keeps_falling,
    loses_hold, plunges, stays_up, touches_down,
};
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::rule;
use crate::rules::ground::terrain;
use crate::rules::numbers::present;
use crate::rules::occupied::{is_free, may_share};
use crate::rules::squeezing::Place;
use crate::rules::{flying, grapple, steps, thin_ice};
use crate::state::State;

/// Those who fall bound to one another go on together, once a Round: at the start of the Turn of the one of them that comes first in the roster
/// (`falling/rate`).
pub(super) fn falls_with_another(state: &State, who: CreatureId) -> bool {
    let leads = |other: CreatureId| {
        other < who && present(state, other) && state.body(other).falling_ft.is_some()
    };
    company(state, who).iter().any(|(other, _)| leads(*other))
}

/// Falls, and those who are bound to it and whom nothing else holds come down with it; who is then apart from the other holds it no longer.
pub(super) fn falls(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause) -> Play {
    let mut company = company(scene.state(), who);
    if others_hover(scene, &company, cause) && stays_up(scene, who, cause) {
        return lose_hold(scene, &company[1..]);
    }
    largest_first(scene.state(), &mut company, cause);
    let leader = company[0];
    let why = if leader.0 == who {
        cause
    } else {
        Cause::Forced
    };
    scene.cite(rule!("falling/rate"));
    if grabs(scene, leader.0, why)? {
        return lose_hold(scene, &company[1..]);
    }
    let asked = others_grab(scene, &company, why)?;
    if holds_on(scene.state(), &asked) && stays_up(scene, leader.0, why) {
        return lose_hold(scene, &company[1..]);
    }
    // If the one that goes first dies of it and lets go of the others, they fall all the same, and only once.
    begin_to_fall(scene, &asked);
    if !comes_down(scene, leader.0, why)? {
        do_not_fall(scene, &asked);
        return lose_hold(scene, &company[1..]);
    }
    for &(other, from) in &company[1..] {
        if scene.state().body(other).at == from && !stays_up(scene, other, Cause::Forced) {
            let why = cause_for(scene.state(), other, (leader.0, why));
            let may_grab = !asked.contains(&other);
            scene.nested(|scene| comes_along(scene, other, leader, (why, may_grab)))?;
        }
    }
    do_not_fall(scene, &asked);
    part(scene, &company)
}

/// Those who have not caught hold are in the air from now on.
fn begin_to_fall(scene: &mut Scene<'_, ThreeAction>, asked: &[CreatureId]) {
    for who in asked {
        let state = scene.state();
        if state.body(*who).falling_ft.is_none() && !is_supported(state, *who) {
            scene.emit(Fact::Falling(*who, Some(0)));
        }
    }
}

/// Those who have gone down no way after all are in no fall.
fn do_not_fall(scene: &mut Scene<'_, ThreeAction>, asked: &[CreatureId]) {
    for who in asked {
        if scene.state().body(*who).falling_ft == Some(0) {
            scene.emit(Fact::Falling(*who, None));
        }
    }
}

/// Those who are about to fall with the first of a company may catch hold before anybody comes down (`falling/grab-reaction`). Gives who could.
fn others_grab(
    scene: &mut Scene<'_, ThreeAction>,
    company: &[(CreatureId, Cell)],
    cause: Cause,
) -> Play<SmallVec<[CreatureId; 2]>> {
    let mut asked = SmallVec::new();
    for &(other, _) in &company[1..] {
        let state = scene.state();
        if is_supported(state, other) || flying::can_hover(state, other) {
            continue;
        }
        let why = cause_for(state, other, (company[0].0, cause));
        scene.nested(|scene| grabs(scene, other, why))?;
        asked.push(other);
    }
    Ok(asked)
}

/// Whether any of those has caught hold.
fn holds_on(state: &State, asked: &[CreatureId]) -> bool {
    asked.iter().any(|who| state.body(*who).hanging)
}

/// Those of whom one has stayed up fall if it does not hold them.
fn lose_hold(scene: &mut Scene<'_, ThreeAction>, others: &[(CreatureId, Cell)]) -> Play {
    for (other, _) in others {
        loses_hold(scene, *other)?;
    }
    Ok(())
}

/// Whoever is in a grapple among those that are about to fall and can hover does so before anybody goes down, and may hold the others up
/// (`flying/improved`). Says whether anybody does.
fn others_hover(
    scene: &mut Scene<'_, ThreeAction>,
    company: &[(CreatureId, Cell)],
    cause: Cause,
) -> bool {
    if matches!(cause, Cause::Tripped | Cause::Jump(_)) {
        return false;
    }
    let mut any = false;
    for &(other, _) in &company[1..] {
        let state = scene.state();
        if flying::can_hover(state, other)
            && !grapple::partners(state, other).is_empty()
            && !is_supported(state, other)
        {
            hovers(scene, other);
            any = true;
        }
    }
    any
}

/// Of those who fall together the largest goes first, and a mount before its rider: the others are in its space. Who leaps or is tripped goes
/// before those whom it takes along.
fn largest_first(state: &State, company: &mut [(CreatureId, Cell)], cause: Cause) {
    if matches!(cause, Cause::Tripped | Cause::Jump(_)) {
        return;
    }
    let size = |who: CreatureId| state.sheet(who).size;
    let mut first = 0;
    for index in 1..company.len() {
        let (one, other) = (company[index].0, company[first].0);
        let bears = state.body(other).mount == Some(one);
        if (bears || size(one) > size(other)) && !is_supported(state, one) {
            first = index;
        }
    }
    company.swap(0, first);
}

/// Falls after another to whom it is bound, unless it catches hold, where it has not tried yet: to the same place if it can, otherwise by
/// itself.
fn comes_along(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    leader: (CreatureId, Cell),
    (cause, may_grab): (Cause, bool),
) -> Play {
    scene.cite(rule!("falling/rate"));
    if may_grab && grabs(scene, who, cause)? {
        return Ok(());
    }
    if scene.state().body(who).moving.is_some() {
        scene.emit(Fact::Moving(who, None));
    }
    match place_with(scene.state(), who, leader) {
        Some(place) => follows(scene, who, (leader, place), cause),
        None => comes_down(scene, who, cause).map(|_| ()),
    }
}

/// The place of somebody bound to one who has come down from `from`: into its space, as two in a grapple and rider and mount stay together
/// (`grappling/move-together`, `command/mounts`). Nothing if the bond has ended, or there is no room for it.
fn place_with(state: &State, who: CreatureId, (leader, from): (CreatureId, Cell)) -> Option<Place> {
    let is_larger = state.sheet(who).size > state.sheet(leader).size;
    if is_larger || !present(state, leader) || !may_share(state, who, leader) {
        return None;
    }
    let place = steps::taken_along(state, who, (leader, from));
    let space = place.space(state, who);
    (fits(&terrain(state), space) && is_free(state, who, space, false)).then_some(place)
}

/// Comes down in the place to which another has fallen, as far as that one: it lands with it, or goes on falling with it.
fn follows(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    ((leader, from), place): ((CreatureId, Cell), Place),
    cause: Cause,
) -> Play {
    let state = scene.state();
    let feet = 5 * (i32::from(from.z) - i32::from(state.body(leader).at.z));
    if state.body(leader).falling_ft.is_some() {
        keeps_falling(scene, who, cause, feet);
        steps::put_into(scene, who, place, false);
        return Ok(());
    }
    let distance = touches_down(scene, who, feet);
    steps::put_into(scene, who, place, false);
    if present(scene.state(), who) {
        has_landed(scene, who, cause, distance)?;
    }
    thin_ice::tread(scene, who)
}

/// Why somebody falls after another: a mount that leaps down does it for its rider as well (`falling/jump`, `command/mounts`).
fn cause_for(state: &State, who: CreatureId, (other, cause): (CreatureId, Cause)) -> Cause {
    match cause {
        Cause::Jump(_) if state.body(who).mount == Some(other) => cause,
        _ => Cause::Forced,
    }
}

/// Those who have come apart in a fall hold and carry one another no longer.
fn part(scene: &mut Scene<'_, ThreeAction>, company: &[(CreatureId, Cell)]) -> Play {
    for (member, _) in company {
        grapple::come_apart(scene, *member)?;
        let state = scene.state();
        let left = |mount: CreatureId| state.space(*member) != state.own_space(mount);
        if state.body(*member).mount.is_some_and(left) {
            scene.cite(rule!("command/mounts"));
            scene.emit(Fact::Mounted(*member, None));
        }
    }
    Ok(())
}

/// A falling creature that flies straight down falls faster: what it flies adds to the distance (`falling/faster`). Whoever falls with it goes
/// down as far, and each of them has come to where it is then (`readied-action/declaration`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn dives(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: Cell) -> Play {
    scene.cite(rule!("falling/faster"));
    let state = scene.state();
    let feet = 5 * (i32::from(state.body(who).at.z) - i32::from(to.z));
    let company = company(state, who);
    plunges(scene, who, feet)?;
    let mut divers = smallvec![company[0]];
    for &(other, from) in &company[1..] {
        if is_taken_down(scene.state(), other, from) {
            cite_bond(scene, who, other);
            match place_with(scene.state(), other, company[0]) {
                Some(place) => {
                    follows(scene, other, (company[0], place), Cause::Unsupported)?;
                }
                None => plunges(scene, other, feet)?,
            }
            divers.push((other, from));
        }
    }
    part(scene, &company)?;
    have_fallen(scene, divers)
}

/// Whether a diver takes somebody along whom it is bound to: unless something holds that one, or it has fallen already as the bond has ended.
fn is_taken_down(state: &State, who: CreatureId, from: Cell) -> bool {
    present(state, who) && state.body(who).at == from && !is_supported(state, who)
}

/// Names the rule by which one goes where the other goes.
fn cite_bond(scene: &mut Scene<'_, ThreeAction>, diver: CreatureId, other: CreatureId) {
    let bonds = [(diver, other), (other, diver)];
    let rule = bonds
        .into_iter()
        .find_map(|(carrier, other)| steps::bond(scene.state(), carrier, other));
    if let Some(rule) = rule {
        scene.cite(rule);
    }
}

/// A creature and those who share its space in a grapple, as rider or mount, and theirs in turn, each with where it is.
pub(super) fn company(state: &State, who: CreatureId) -> SmallVec<[(CreatureId, Cell); 2]> {
    let place = |who: CreatureId| (who, state.body(who).at);
    let mut company = smallvec![place(who)];
    let mut next = 0;
    while let Some((one, _)) = company.get(next).copied() {
        for other in state.creatures() {
            if are_bound(state, one, other) && company.iter().all(|(member, _)| *member != other) {
                company.push(place(other));
            }
        }
        next += 1;
    }
    company
}

/// Whether two creatures share a space in a grapple, as rider and mount, or each so with a third one.
fn are_bound(state: &State, one: CreatureId, other: CreatureId) -> bool {
    one != other
        && may_share(state, one, other)
        && state
            .space(one)
            .overlaps(state.grid().shape, state.space(other))
}
