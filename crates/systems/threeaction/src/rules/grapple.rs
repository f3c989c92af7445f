//! Grappling creatures: who holds whom, what is locked, moving and falling together, how a grapple ends (`grapple/*`, `grappled/*`,
//! `grappling/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use arrayvec::ArrayVec;
use smallvec::SmallVec;

use super::conditions::{gain, plain};
use super::durations::rounds;
use super::falling;
use super::hands::{self, Locked};
use super::numbers::unarmed;
use super::occupied::step_aside;
use super::squeezing::Place;
use super::terrain::height_within;
use super::ways::leads_into;
use super::{flying, readied, squeezing, steps, thin_ice};
use crate::ThreeAction;
use crate::act::{Act, Window};
use crate::actions::moving::{self, is_free_to_go};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::state::{Arm, Condition, Presence, State};

/// Those who are in a grapple with a creature, either way, in roster order.
pub(crate) fn partners(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let mut partners: Vec<CreatureId> = state
        .conditions
        .on(who)
        .filter(|held| is_grapple(held))
        .filter_map(|held| held.toward)
        .collect();
    partners.sort_unstable();
    partners.dedup();
    partners
}

fn is_grapple(held: &Held<Condition>) -> bool {
    matches!(held.kind, Condition::Grappled | Condition::Grappling)
}

/// Whether two creatures are in a grapple with one another.
pub(crate) fn are_partners(state: &State, one: CreatureId, other: CreatureId) -> bool {
    state.conditions.has_toward(one, Condition::Grappled, other)
        || state
            .conditions
            .has_toward(one, Condition::Grappling, other)
}

/// Whether a creature is in a grapple with somebody who rides that mount.
pub(crate) fn holds_rider(state: &State, who: CreatureId, mount: CreatureId) -> bool {
    const GRAPPLE: u32 = Condition::bits(&[Condition::Grappled, Condition::Grappling]);
    let rides = |rider: CreatureId| state.body(rider).mount == Some(mount);
    state.has_any(who, GRAPPLE)
        && state
            .conditions
            .on(who)
            .any(|held| is_grapple(held) && held.toward.is_some_and(rides))
}

/// Whether one creature is Grappled by another.
pub(crate) fn grapples(state: &State, grappler: CreatureId, grappled: CreatureId) -> bool {
    state
        .conditions
        .has_toward(grappler, Condition::Grappling, grappled)
}

/// Whether a grapple with somebody larger keeps a creature in its place (`grappled/smaller`, `grappling/smaller`).
pub(crate) fn entangles(state: &State, who: CreatureId) -> bool {
    let size = state.sheet(who).size;
    let larger = |held: &Held<Condition>| {
        is_grapple(held)
            && held
                .toward
                .is_some_and(|partner| state.sheet(partner).size > size)
    };
    state.conditions.on(who).any(larger)
}

/// Whether a creature has what it takes to grapple another: a free hand, or that natural weapon (`grapple/free-hand`). Nobody who cannot leave
/// its space grapples something larger outside it (`entangled/no-move`, `grappled/smaller`, `grappling/smaller`), nor anybody through a wall.
///
/// # Errors
/// What it lacks.
pub(crate) fn can_grapple(
    state: &State,
    who: CreatureId,
    on: CreatureId,
    with: Arm,
) -> Result<(), Refusal> {
    if grapples(state, who, on) {
        return Err(refuse!(
            "grapple/several",
            "{} grapples {} already",
            Figure::Creature(who),
            Figure::Creature(on)
        ));
    }
    let apart = !state
        .space(who)
        .overlaps(state.grid().shape, state.space(on));
    if apart && state.sheet(on).size > state.sheet(who).size {
        is_free_to_go(state, who)?;
    }
    match with {
        Arm::Item(item) => Err(refuse!(
            "grapple/free-hand",
            "a grapple takes a free hand or a natural weapon, no {}",
            Figure::Thing(item.0)
        )),
        bare if bare == unarmed(state.sheet(who)) && hands::free_hands(state, who) == 0 => {
            Err(refuse!(
                "grapple/free-hand",
                "{} has no hand free",
                Figure::Creature(who)
            ))
        }
        Arm::Natural(_) => can_share(state, who, on),
    }
}

/// Whether a way leads the one that is to be moved into the space of the other: nobody is drawn through a wall.
fn can_share(state: &State, who: CreatureId, on: CreatureId) -> Result<(), Refusal> {
    let (host, guest) = host_and_guest(state, who, on);
    if leads_into(state, state.space(guest), state.space(host)) {
        return Ok(());
    }
    let refusal = refuse!(
        "grapple/space-larger",
        "no way leads {} into the space of {}",
        Figure::Creature(guest),
        Figure::Creature(host)
    );
    Err(if state.sheet(host).size == state.sheet(guest).size {
        Refusal {
            rule: rule!("grapple/space-same-size"),
            ..refusal
        }
    } else {
        refusal
    })
}

/// A grapple begins (`grapple/success`): both have something locked, and both share a space. `guest`: who was moved into it by an earlier
/// grapple of the two that this one reverses.
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn begin(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    on: CreatureId,
    with: Arm,
    (critical, guest): (bool, Option<CreatureId>),
) -> Play {
    scene.cite(rule!("grapple/success"));
    scene.cite(rule!("grapple/free-hand"));
    let grips = match with {
        Arm::Natural(number) if with != unarmed(scene.state().sheet(by)) => Locked::Natural(number),
        _ => Locked::Hand,
    };
    let gives_up = chosen_lock(scene, on, by)?;
    let unseen = readied::out_of_view(scene.state());
    let (_, moved) = host_and_guest(scene.state(), by, on);
    let guest = guest.unwrap_or(moved);
    let company = share_space(scene, by, on)?;
    scene.cite(rule!("grappling/definition"));
    hold(scene, by, Condition::Grappling, (on, guest), grips);
    scene.cite(rule!("grappled/definition"));
    hold(scene, on, Condition::Grappled, (by, guest), gives_up);
    if scene
        .state()
        .conditions
        .on(on)
        .filter(|held| is_grapple(held))
        .count()
        > 1
        || scene
            .state()
            .conditions
            .on(by)
            .filter(|held| is_grapple(held))
            .count()
            > 1
    {
        scene.cite(rule!("grapple/several"));
    }
    if critical {
        scene.cite(rule!("grapple/critical"));
        let until = rounds(scene.state(), 1);
        gain(
            scene,
            Held {
                cause: Some(by),
                ..plain(on, Condition::Slowed, until)
            },
        );
    }
    takes_hold(scene, by, on)?;
    steps::have_come(scene, &company, unseen)
}

/// What follows from the new hold: wings that are held do not carry, and the ice bears both.
fn takes_hold(scene: &mut Scene<'_, ThreeAction>, by: CreatureId, on: CreatureId) -> Play {
    for who in [on, by] {
        moving::slow_down(scene, who);
        if let Some(mount) = scene.state().body(who).mount {
            moving::slow_down(scene, mount);
        }
        flying::keep_up(scene, who)?;
        falling::loses_hold(scene, who)?;
    }
    thin_ice::tread(scene, on)
}

/// One holds the other; the condition keeps, as what caused it, which of the two was moved into the space of the other.
fn hold(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    kind: Condition,
    (toward, guest): (CreatureId, CreatureId),
    locked: Locked,
) {
    gain(
        scene,
        Held {
            toward: Some(toward),
            cause: Some(guest),
            amount: locked.amount(),
            ..plain(who, kind, Until::Cleared)
        },
    );
}

/// What a creature lets the grapple lock: its choice (`grappled/arm`).
fn chosen_lock(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    other: CreatureId,
) -> Play<Locked> {
    scene.cite(rule!("grappled/arm"));
    scene.cite(rule!("grappling/arm"));
    if lockable(scene.state(), who).is_empty() {
        return Ok(Locked::Nothing);
    }
    Ok(match scene.ask(who, Window::Lock { other })? {
        Act::Lock(Arm::Item(item)) => Locked::Item(item),
        Act::Lock(Arm::Natural(number)) => Locked::Natural(number),
        _ => Locked::Hand,
    })
}

/// What a grapple can lock of a creature: an empty hand, a hand that holds something, a natural weapon.
pub(crate) fn lockable(state: &State, who: CreatureId) -> Vec<Act> {
    let mut options = Vec::new();
    if hands::free_hands(state, who) > 0 {
        options.push(Act::LockHand);
    }
    let natural = state.sheet(who).natural.len().saturating_sub(1) as u8;
    let weapons = (0..natural).map(Arm::Natural);
    let held = state
        .all_items()
        .filter(|(item, _)| hands::holds(state, who, *item))
        .map(|(item, _)| Arm::Item(item));
    options.extend(
        weapons
            .chain(held)
            .filter(|arm| !hands::is_locked(state, who, *arm))
            .map(Act::Lock),
    );
    options
}

/// Both share the space of the larger (`grapple/space-larger`); of the Grappled one if they are of the same Size
/// (`grapple/space-same-size`). Gives those who have changed place.
fn share_space(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    on: CreatureId,
) -> Play<steps::Company> {
    let state = scene.state();
    let same = state.sheet(by).size == state.sheet(on).size;
    let (guest, place) = shared_place(state, by, on);
    scene.cite(if same {
        rule!("grapple/space-same-size")
    } else {
        rule!("grapple/space-larger")
    });
    scene.cite(rule!("foundations/specific-over-general"));
    let mut company = steps::Company::new();
    if place.at != scene.state().body(guest).at {
        if scene.state().body(guest).mount.is_some() {
            scene.emit(Fact::Mounted(guest, None));
        }
        if guest == on && scene.state().has(on, Condition::Entangled) {
            scene.cite(rule!("entangled/forced"));
        }
        // The grappler takes along whom it has in its arms already; from others the Grappled one is torn away.
        company = steps::put_with_riders(scene, guest, place, guest == by);
        come_apart(scene, guest)?;
    }
    Ok(company)
}

/// Who is moved into the space of the other when a grapple begins, and where to.
pub(crate) fn shared_place(state: &State, by: CreatureId, on: CreatureId) -> (CreatureId, Place) {
    let (host, guest) = host_and_guest(state, by, on);
    let into = inside(state, guest, host);
    (guest, squeezing::together(state, guest, into, host))
}

/// In whose space a grapple takes place, and who was moved there. A grappler that cannot leave its space draws one of its own Size into it
/// (`grapple/space-same-size`).
fn host_and_guest(
    state: &State,
    grappler: CreatureId,
    grappled: CreatureId,
) -> (CreatureId, CreatureId) {
    let (own, other) = (state.sheet(grappler).size, state.sheet(grappled).size);
    if own > other || own == other && is_free_to_go(state, grappler).is_err() {
        (grappler, grappled)
    } else {
        (grappled, grappler)
    }
}

/// The place inside another's own space, be that one in a saddle, that is nearest to where a creature is; in water it floats there.
fn inside(state: &State, who: CreatureId, host: CreatureId) -> Cell {
    let grid = state.grid();
    let (own, space) = (state.own_space(who), state.own_space(host));
    let fits_at = |cell: &Cell| {
        own.moved_to(*cell)
            .cells(grid.shape)
            .all(|cell| space.covers(grid.shape, cell))
    };
    space
        .cells(grid.shape)
        .filter(fits_at)
        .min_by_key(|cell| grid.distance(own, own.moved_to(*cell)))
        .map_or(space.at, |cell| afloat(state, who, cell, state.space(host)))
}

/// A place inside a space, as high up in it as a creature floats there in water.
fn afloat(state: &State, who: CreatureId, cell: Cell, space: Space) -> Cell {
    let own = state.own_space(who).moved_to(cell);
    let height = height_within(state, who, own, space).unwrap_or(cell.z);
    cell.with_height(height.max(cell.z))
}

/// If one falls Prone, those in a grapple with it fall too (`grappled/fall-together`, `grappling/fall-together`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn falls_together(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in partners(scene.state(), who) {
        scene.cite(if grapples(scene.state(), partner, who) {
            rule!("grappled/fall-together")
        } else {
            rule!("grappling/fall-together")
        });
        super::prone::knock_down(scene, partner)?;
    }
    Ok(())
}

/// A creature has been moved away by force: grapples in which the two no longer share a space end (`grappled/move-together`,
/// `grappling/other-ends`).
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn come_apart(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in partners(scene.state(), who) {
        let state = scene.state();
        if state
            .space(who)
            .overlaps(state.grid().shape, state.space(partner))
        {
            continue;
        }
        scene.cite(rule!("grappling/other-ends"));
        loosen(scene, who, partner);
        falling::loses_hold(scene, who)?;
        falling::loses_hold(scene, partner)?;
        step_aside(scene, partner)?;
    }
    Ok(())
}

/// Ends every grapple of a creature (`grappling/other-ends`).
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn ends_for(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in partners(scene.state(), who) {
        scene.cite(rule!("grappling/other-ends"));
        end(scene, who, partner)?;
    }
    Ok(())
}

/// A creature that can no longer hold on lets go of everybody it grapples (`grappling/other-ends`).
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn lets_go(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in partners(scene.state(), who) {
        if grapples(scene.state(), who, partner) {
            scene.cite(rule!("grappling/other-ends"));
            end(scene, who, partner)?;
        }
    }
    Ok(())
}

/// Which of two in a grapple was moved into the space of the other.
pub(crate) fn guest(state: &State, one: CreatureId, other: CreatureId) -> CreatureId {
    let held = state
        .conditions
        .on(one)
        .find(|held| is_grapple(held) && held.toward == Some(other));
    held.and_then(|held| held.cause).unwrap_or_else(|| {
        let (grappler, grappled) = if grapples(state, one, other) {
            (one, other)
        } else {
            (other, one)
        };
        host_and_guest(state, grappler, grappled).1
    })
}

/// Ends the grapple between two creatures; the one that was moved into the other's space steps out of it, to the nearest free square of its
/// choice (`grappling/other-ends`). Whoever was held up by the other falls. Who is there no longer does neither.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn end(scene: &mut Scene<'_, ThreeAction>, one: CreatureId, other: CreatureId) -> Play {
    let guest = guest(scene.state(), one, other);
    loosen(scene, one, other);
    for who in [one, other] {
        if scene.state().body(who).presence == Presence::Here {
            falling::loses_hold(scene, who)?;
        }
    }
    step_aside(scene, guest)
}

/// Somebody whose partner in a grapple is moved away by force, and whether it was the one that had been moved into the other's space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Freed {
    pub(crate) who: CreatureId,
    is_guest: bool,
}

/// Those who are freed together.
pub(crate) type AllFreed = SmallVec<[Freed; 2]>;

/// Ends every grapple of a creature that is about to be moved away by force, and leaves everybody where they are (`grappling/other-ends`).
/// Gives its partners.
pub(crate) fn loosen_all(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> AllFreed {
    let state = scene.state();
    let freed: AllFreed = partners(state, who)
        .into_iter()
        .map(|partner| Freed {
            who: partner,
            is_guest: guest(state, who, partner) == partner,
        })
        .collect();
    for one in &freed {
        loosen(scene, who, one.who);
    }
    freed
}

/// After their partner has gone, those whom it held up fall (`grappling/other-ends`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn lose_hold(scene: &mut Scene<'_, ThreeAction>, freed: &[Freed]) -> Play {
    for one in freed {
        falling::loses_hold(scene, one.who)?;
    }
    Ok(())
}

/// Those who had been moved into the space of the one that has gone step out of where others are, as when a grapple ends in another way
/// (`grappling/other-ends`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn make_room(scene: &mut Scene<'_, ThreeAction>, freed: &[Freed]) -> Play {
    for one in freed.iter().filter(|one| one.is_guest) {
        step_aside(scene, one.who)?;
    }
    Ok(())
}

/// Whether a creature was moved into the space of another in a grapple and is there still.
pub(crate) fn is_guest_of(state: &State, who: CreatureId, host: CreatureId) -> bool {
    (grapples(state, who, host) || grapples(state, host, who))
        && guest(state, host, who) == who
        && state
            .space(who)
            .overlaps(state.grid().shape, state.space(host))
}

/// Ends the grapple between two creatures and leaves them where they are. A choke ends with it (`grappling/choke`).
pub(crate) fn loosen(scene: &mut Scene<'_, ThreeAction>, one: CreatureId, other: CreatureId) {
    for (on, toward) in [(one, other), (other, one)] {
        let found: ArrayVec<Held<Condition>, 3> = scene
            .state()
            .conditions
            .on(on)
            .filter(|held| is_grapple(held) || held.kind == Condition::Choked)
            .filter(|held| held.toward == Some(toward))
            .copied()
            .take(3)
            .collect();
        for held in found {
            scene.emit(Fact::Loses(held));
        }
    }
}

/// The rules by which a grapple halves a Speed (`grappled/speed`, `grappling/speed`, `foundations/rounding`).
pub(crate) fn cite_speed(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if !scene.listened() {
        return;
    }
    for (kind, rule) in [
        (Condition::Grappled, rule!("grappled/speed")),
        (Condition::Grappling, rule!("grappling/speed")),
    ] {
        let state = scene.state();
        let carries = |one| one == who || state.body(one).mount == Some(who);
        let mut held = state.creatures().filter(|one| state.has(*one, kind));
        if held.any(carries) {
            scene.cite(rule);
            scene.cite(rule!("foundations/rounding"));
        }
    }
}
