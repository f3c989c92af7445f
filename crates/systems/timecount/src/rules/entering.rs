//! Entering spaces: who is first, and who is let in (`entering-spaces/*`, `occupied-spaces/*`).

use std::cmp::Reverse;

use affray_kernel::dice::pool;
use affray_kernel::grid::{Cell, Space};
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::movement::{self, Walker};
use super::numbers::enemies;
use super::occupied::{can_keep_out, occupants, room};
use crate::TimeCount;
use crate::act::{Act, Window};
use crate::fact::{Fact, lost_by};
use crate::ids::rule;
use crate::sheet::Attribute;
use crate::state::State;

/// What came of trying to enter a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// The creature is there.
    Entered,
    /// It stays where it was.
    Barred,
}

/// Puts those who move in the order in which they do: by rate, then by Dexterity, then by chance. Dice are rolled only where the order
/// decides about a space (`entering-spaces/first`, `entering-spaces/tie-break`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn put_in_order(scene: &mut Scene<'_, TimeCount>, walkers: &mut [Walker<'_>]) -> Play {
    if walkers.len() < 2 {
        return Ok(());
    }
    let state = scene.state();
    let rank = |walker: &Walker<'_>| {
        let dexterity = state.attribute(walker.who, Attribute::Dexterity);
        (Reverse(walker.rate_ft), Reverse(dexterity))
    };
    walkers.sort_by_key(rank);
    let mut groups: SmallVec<[(usize, usize); 4]> = SmallVec::new();
    for group in walkers.chunk_by(|one, other| rank(one) == rank(other)) {
        let start = groups.last().map_or(0, |(_, end)| *end);
        groups.push((start, start + group.len()));
    }
    cite_order(scene, walkers);
    for (start, end) in groups {
        let tied = &mut walkers[start..end];
        let contending = bring_contenders_forward(scene.state(), tied);
        draw_lots(scene, &mut tied[..contending])?;
    }
    Ok(())
}

/// Where some of those who move try to enter the same space, the rules that give their order.
fn cite_order(scene: &mut Scene<'_, TimeCount>, walkers: &[Walker<'_>]) {
    if !scene.listened() {
        return;
    }
    for (index, one) in walkers.iter().enumerate() {
        for other in &walkers[index + 1..] {
            if !contend(scene.state(), one, other) {
                continue;
            }
            scene.cite(rule!("entering-spaces/first"));
            if one.rate_ft == other.rate_ft {
                scene.cite(rule!("entering-spaces/tie-break"));
            }
        }
    }
}

/// Moves those whose order matters to the front, both parts staying in their order; how many there are.
fn bring_contenders_forward(state: &State, tied: &mut [Walker<'_>]) -> usize {
    let contends: SmallVec<[bool; 8]> = tied
        .iter()
        .map(|one| {
            tied.iter()
                .any(|other| one.who != other.who && contend(state, one, other))
        })
        .collect();
    let mut front = 0;
    for (index, contends) in contends.iter().enumerate() {
        if *contends {
            tied[front..=index].rotate_right(1);
            front += 1;
        }
    }
    front
}

/// Whether it matters which of two creatures moves first: both would enter a space, or one that an enemy of its own is about to leave.
fn contend(state: &State, one: &Walker<'_>, other: &Walker<'_>) -> bool {
    let shape = state.grid().shape;
    let meet = |from: &[Space], to: &[Space]| {
        from.iter()
            .any(|one| to.iter().any(|other| one.overlaps(shape, *other)))
    };
    let (ways, others) = (entered(state, one), entered(state, other));
    meet(&ways, &others)
        || enemies(state, one.who, other.who)
            && (meet(&ways, &[state.space(other.who)]) || meet(&others, &[state.space(one.who)]))
}

/// The spaces that a creature would enter on this count.
fn entered(state: &State, walker: &Walker<'_>) -> SmallVec<[Space; 4]> {
    let space = state.space(walker.who);
    let reach = walker.reach(state);
    walker.path[..reach]
        .iter()
        .map(|to| space.moved_to(*to))
        .collect()
}

/// Each of those tied rolls a d20, the highest being first; ties among them are rolled again (`entering-spaces/tie-break`).
fn draw_lots(scene: &mut Scene<'_, TimeCount>, tied: &mut [Walker<'_>]) -> Play {
    if tied.len() < 2 {
        return Ok(());
    }
    let mut lots: SmallVec<[(i32, Walker<'_>); 4]> = SmallVec::new();
    for walker in tied.iter() {
        let lot = scene.sum(Roll {
            pool: pool!("1d20"),
            by: Some(walker.who),
            what: "who is first",
            rule: rule!("entering-spaces/tie-break"),
            audience: Audience::Everyone,
        })?;
        lots.push((lot, walker.clone()));
    }
    lots.sort_by_key(|(lot, _)| Reverse(*lot));
    for (place, (_, walker)) in tied.iter_mut().zip(&lots) {
        *place = walker.clone();
    }
    let mut start = 0;
    while start < lots.len() {
        let same = lots[start..]
            .iter()
            .take_while(|(lot, _)| *lot == lots[start].0);
        let end = start + same.count();
        draw_lots(scene, &mut tied[start..end])?;
        start = end;
    }
    Ok(())
}

/// Enters the space next to it, if there is room and everybody in it who could keep it out lets it in (`occupied-spaces/entry`).
/// `before` is where everybody stood as the acts of the count began: where somebody has come into the space since, of its own will or not,
/// the creature may still hold back (`entering-spaces/withdraw`).
///
/// # Errors
/// Stops if answers are missing.
pub(crate) fn enter(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    to: Cell,
    before: &[Cell],
) -> Play<Entry> {
    let state = scene.state();
    let space = Space::cube(to, state.sheet(who).size.side());
    let inside = newly_met(state, who, space);
    if inside.is_empty() {
        movement::moved(scene, who, to);
        return Ok(Entry::Entered);
    }
    let has_come = |other: &CreatureId| !stood_in(state, *other, before, space);
    let filled_up = inside.iter().any(has_come);
    scene.cite(rule!("occupied-spaces/entry"));
    scene.cite(rule!("occupied-spaces/size-equivalents"));
    if filled_up {
        scene.cite(rule!("entering-spaces/others"));
    }
    if let Err(refusal) = room(scene.state(), who, space) {
        scene.cite(refusal.rule);
        scene.emit(Fact::Lost(who, lost_by(refusal.rule)));
        return Ok(Entry::Barred);
    }
    if filled_up {
        scene.cite(rule!("entering-spaces/withdraw"));
        if scene.ask(who, Window::Enter(to))? == Act::Pass {
            return Ok(Entry::Barred);
        }
    }
    for other in inside {
        if !lets_in(scene, other, who)? {
            let rule = rule!("occupied-spaces/entry");
            scene.emit(Fact::Lost(who, lost_by(rule)));
            return Ok(Entry::Barred);
        }
    }
    movement::moved(scene, who, to);
    Ok(Entry::Entered)
}

/// Whether a creature stood in a space before.
fn stood_in(state: &State, who: CreatureId, before: &[Cell], space: Space) -> bool {
    let shape = state.grid().shape;
    let stood = before.get(who.index());
    stood.is_none_or(|at| state.space(who).moved_to(*at).shares_column(shape, space))
}

/// Those in a space whom a creature does not share one with already.
fn newly_met(state: &State, who: CreatureId, space: Space) -> SmallVec<[CreatureId; 4]> {
    let met: SmallVec<[CreatureId; 4]> = occupants(state, who, state.space(who)).collect();
    occupants(state, who, space)
        .filter(|other| !met.contains(other))
        .collect()
}

/// Whether an occupant lets a creature into its space; it is asked only if it could keep it out (`occupied-spaces/size-difference`).
fn lets_in(scene: &mut Scene<'_, TimeCount>, occupant: CreatureId, who: CreatureId) -> Play<bool> {
    if !can_keep_out(scene.state(), occupant, who) {
        scene.cite(rule!("occupied-spaces/size-difference"));
        return Ok(true);
    }
    Ok(scene.ask(occupant, Window::Admit(who))? == Act::Yes)
}
