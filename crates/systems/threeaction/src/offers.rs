//! The list of legal acts: candidates, filtered through the same check that acts go through.

use std::mem::discriminant;
use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::lots::{Below, Lot, Lots};
use affray_kernel::{CreatureId, Refusal};

use super::act::{Act, Aim, Maneuver, Target, Window};
use super::actions::{
    self, burrow, cast_choices, fly, handling, intimidate, jump, maneuver, medicine, push_off,
    ready, struggle, surroundings,
};
use super::rules::numbers::enemies;
use super::rules::squeezing::{self, Narrow, narrow_goals};
use super::rules::{guess, target};
use super::sheet::Effect;
use super::state::{Arm, ItemId, Mode, Place, SpellId, State};

/// Where found acts go; says when to stop.
type Found<'f> = &'f mut dyn FnMut(Act) -> ControlFlow<()>;

/// Lists the legal answers in a window, and the candidates that are none.
pub(crate) fn sift(
    state: &State,
    (who, window): (CreatureId, &Window),
    found: Found<'_>,
    refused: &mut dyn FnMut(Act, Refusal),
) {
    let mut legal = |act: Act| match actions::check(state, who, window, &act) {
        Ok(()) => found(act),
        Err(refusal) => {
            refused(act, refusal);
            ControlFlow::Continue(())
        }
    };
    let flow = match window {
        Window::Turn => turn(state, who, &mut legal),
        window => answers(state, who, window, &mut legal),
    };
    if flow.is_continue() && *window == Window::Turn {
        let moved = squeezes(state, who, &mut legal);
        if moved.is_continue() {
            let _ = actions::moving::candidates(state, who, found);
        }
    }
}

/// Acts of which it is known where they may lead, and not whether there are any.
#[derive(Clone, Copy)]
enum Row {
    /// Moves in a way of moving.
    Moves(Mode),
    /// Moves into narrow places, by the place of the way of moving among those that are looked at.
    Squeezes(usize),
    /// Jumps, within a Move or afresh.
    Jumps { afresh: bool },
}

/// One of the acts that are listed, each as likely as every other: of Moves and Jumps only those are looked at that are drawn.
pub(crate) fn any(
    state: &State,
    (who, window): (CreatureId, &Window),
    below: &mut Below<'_>,
) -> Option<Act> {
    let mut lots = Lots::default();
    let mut narrow: Vec<Narrow<'_>> = Vec::new();
    let mut put = |act| {
        lots.act(act);
        ControlFlow::Continue(())
    };
    if *window == Window::Turn {
        let _ = first(state, who, &mut put);
        let _ = last(&mut put);
        let _ = jump::preparation(state, who, &mut put);
        for mode in actions::moving::open_modes(state, who) {
            match actions::moving::squares(state, who, mode) {
                Some(squares) => lots.row(Row::Moves(mode), squares),
                None => {
                    let places = actions::moving::reachable(state, who, mode);
                    places
                        .iter()
                        .for_each(|reached| lots.act(moved(mode, reached.place)));
                }
            }
        }
        narrow.extend(actions::moving::narrow(state, who));
        for (place, narrow) in narrow.iter().enumerate() {
            lots.row(Row::Squeezes(place), narrow.squares());
        }
        for afresh in [false, true] {
            lots.row(Row::Jumps { afresh }, jump::squares(state, who, afresh));
        }
    } else {
        let _ = answers(state, who, window, &mut put);
    }
    lots.draw(below, |lot| match lot {
        Lot::Act(act) => actions::check(state, who, window, &act)
            .is_ok()
            .then_some(act),
        Lot::Of(Row::Moves(mode), number) => {
            let place = actions::moving::candidate(state, who, mode, number)?;
            Some(moved(mode, place))
        }
        Lot::Of(Row::Squeezes(place), number) => {
            let narrow = narrow.get_mut(place)?;
            let reached = |mode| actions::moving::reachable(state, who, mode);
            let goal = narrow.goal(number, reached)?;
            let act = moved(narrow.mode(), goal);
            actions::check(state, who, window, &act)
                .is_ok()
                .then_some(act)
        }
        Lot::Of(Row::Jumps { afresh }, number) => {
            let act = jump::candidate(state, who, afresh, number)?;
            actions::check(state, who, window, &act)
                .is_ok()
                .then_some(act)
        }
    })
}

fn moved(mode: Mode, to: Cell) -> Act {
    Act::Move {
        mode,
        path: Box::new([to]),
    }
}

/// Answers of somebody who is asked outside their own Turn.
fn answers(state: &State, who: CreatureId, window: &Window, legal: Found<'_>) -> ControlFlow<()> {
    match window {
        Window::Turn => ControlFlow::Continue(()),
        Window::Fall { .. } => several([Act::Grab, Act::Pass], legal),
        Window::Enter(_) => several([Act::Enter, Act::Pass], legal),
        Window::Readied(by) => readied(state, who, *by, legal),
        window => maneuver::answers(state, who, window, legal),
    }
}

/// What a creature may look for although nobody lists it as a candidate: Maneuvers on foes out of reach, a first step.
pub(crate) fn sought(
    state: &State,
    (who, window): (CreatureId, &Window),
    look: &mut dyn FnMut(Act),
) {
    if *window != Window::Turn {
        return;
    }
    for with in arms(state, who) {
        let foe = |on: &CreatureId| state.sheet(*on).side != state.sheet(who).side;
        for on in state.creatures().filter(foe) {
            let target = Target::Creature(on);
            for which in [
                Maneuver::Feint,
                Maneuver::Grapple,
                Maneuver::Push,
                Maneuver::Trip,
            ] {
                look(Act::Maneuver {
                    which,
                    target,
                    with,
                });
            }
        }
    }
    for cell in beside(state, who) {
        look(Act::Move {
            mode: Mode::Run,
            path: Box::new([cell]),
        });
    }
}

/// Moves into narrow places, for which a creature squeezes.
fn squeezes(state: &State, who: CreatureId, legal: Found<'_>) -> ControlFlow<()> {
    if !squeezing::may_squeeze(state, who) {
        return ControlFlow::Continue(());
    }
    for mode in actions::moving::THROUGH_GAPS {
        let reached = actions::moving::reachable(state, who, mode);
        for goal in narrow_goals(state, who, mode, &reached) {
            legal(Act::Move {
                mode,
                path: Box::new([goal]),
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn several(acts: impl IntoIterator<Item = Act>, legal: Found<'_>) -> ControlFlow<()> {
    for act in acts {
        legal(act)?;
    }
    ControlFlow::Continue(())
}

/// Weapons in hand, then natural weapons.
pub(crate) fn arms(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> {
    let held = state
        .items
        .iter()
        .enumerate()
        .filter(move |(_, item)| matches!(item.place, Place::Held(holder, _) if holder == who))
        .map(|(index, _)| Arm::Item(ItemId(index as u16)))
        .filter(move |arm| state.weapon(who, *arm).is_some());
    held.chain((0..state.sheet(who).natural.len() as u8).map(Arm::Natural))
}

fn turn(state: &State, who: CreatureId, legal: Found<'_>) -> ControlFlow<()> {
    first(state, who, legal)?;
    jump::candidates(state, who, legal)?;
    last(legal)
}

/// What is listed of a Turn before Jumps.
fn first(state: &State, who: CreatureId, legal: Found<'_>) -> ControlFlow<()> {
    for with in arms(state, who) {
        actions::strike::candidates(state, who, with, legal)?;
        actions::shoot::candidates(state, who, with, legal)?;
        actions::volley::candidates(state, who, with, legal)?;
    }
    guess::candidates(state, who, legal)?;
    maneuver::candidates(state, who, legal)?;
    handling::candidates(state, who, legal)?;
    surroundings::candidates(state, legal)?;
    struggle::candidates(state, who, legal)?;
    several([Act::Dodge, Act::Sneak, Act::Investigate], legal)?;
    ready::candidates(state, who, legal)?;
    for creature in state
        .creatures()
        .filter(|creature| state.sheet(*creature).owner.is_some())
    {
        legal(Act::Command(creature))?;
    }
    for creature in state.creatures() {
        legal(Act::Mount(creature))?;
    }
    if let Some(mount) = state.body(who).mount {
        for cell in beside(state, mount) {
            legal(Act::Dismount(cell))?;
        }
    }
    cast_choices::casts(state, who, legal)?;
    cast_choices::controls(state, who, legal)?;
    medicine::candidates(state, legal)?;
    intimidate::candidates(state, who, legal)?;
    legal(Act::RollOnGround)?;
    if state.body(who).energy < state.sheet(who).max_energy {
        legal(Act::Focus)?;
    }
    legal(Act::Stand)?;
    fly::candidates(state, who, legal)?;
    burrow::candidates(state, who, legal)?;
    push_off::candidates(state, who, legal)?;
    actions::pass_through::candidates(state, who, legal)
}

/// What is listed of a Turn after Jumps.
fn last(legal: Found<'_>) -> ControlFlow<()> {
    several([Act::Delay, Act::Flee, Act::Surrender, Act::EndTurn], legal)
}

/// The cells around a creature's space.
pub(crate) fn beside(state: &State, who: CreatureId) -> Vec<Cell> {
    let (grid, space) = (state.grid(), state.space(who));
    let mut cells: Vec<Cell> = space
        .cells(grid.shape)
        .flat_map(|cell| grid.neighbours(cell))
        .filter(|cell| !space.contains(grid.shape, *cell))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// What was readied, the same aimed at the one who set it off where its target is open, and then at whomever and to wherever else it may go
/// (`readied-action/declaration`).
fn readied(state: &State, who: CreatureId, by: CreatureId, legal: Found<'_>) -> ControlFlow<()> {
    if let Some(readied) = &state.body(who).readied {
        let (act, trigger) = (&readied.act, Target::Creature(by));
        let at_trigger = aimed_at(act, trigger)
            .filter(|other| other != act && is_meant(state, who, (act, by), other));
        legal(Act::Trigger(Box::new(act.clone())))?;
        if let Some(other) = &at_trigger {
            legal(Act::Trigger(Box::new(other.clone())))?;
        }
        elsewhere(state, who, (act, by), &mut |other| {
            if other == *act || Some(&other) == at_trigger.as_ref() {
                return ControlFlow::Continue(());
            }
            legal(Act::Trigger(Box::new(other)))
        })?;
    }
    legal(Act::Pass)
}

/// The readied Action with other targets and other goals.
fn elsewhere(
    state: &State,
    who: CreatureId,
    (readied, by): (&Act, CreatureId),
    found: Found<'_>,
) -> ControlFlow<()> {
    let mut same = |act: Act| {
        if ready::same_action(readied, &act) && is_meant(state, who, (readied, by), &act) {
            found(act)
        } else {
            ControlFlow::Continue(())
        }
    };
    match readied {
        Act::Dodge | Act::Stand | Act::Focus => ControlFlow::Continue(()),
        Act::Move {
            mode: Mode::Fly, ..
        } => fly::straight_ahead(state, who, &mut same),
        Act::Move {
            mode: Mode::Burrow, ..
        } => burrow::candidates(state, who, &mut same),
        Act::Move { mode, .. } => goals(state, who, *mode)
            .into_iter()
            .try_for_each(|cell| same(moved(*mode, cell))),
        Act::Jump { .. } => jump::candidates(state, who, &mut same),
        Act::Cast {
            aim: Aim::Target(_),
            ..
        } => target::creatures(state, who, NEAR_FT, &mut |target| {
            aimed_at(readied, target).map_or(ControlFlow::Continue(()), &mut same)
        }),
        _ => first(state, who, &mut same),
    }
}

/// A few of the squares where a Move can end: those one step away, or whichever there are if there are none of those.
fn goals(state: &State, who: CreatureId, mode: Mode) -> Vec<Cell> {
    let at = state.body(who).at;
    let reached = actions::moving::reachable(state, who, mode);
    let mut goals: Vec<Cell> = reached.iter().map(|reached| reached.place).collect();
    let is_next = |goal: &Cell| (goal.x - at.x).abs().max((goal.y - at.y).abs()) <= 1;
    if goals.iter().any(is_next) {
        goals.retain(is_next);
    }
    goals
}

/// How far away squares are listed for a guess at whom a readied Spell goes to.
const NEAR_FT: i16 = 30;

/// Whether an act is a sensible one in the place of what was readied: nobody turns it on an Ally, or healing on anybody else, nor on a thing
/// if it was not readied for one, and a Maneuver in the place of a Strike is made on the one who set it off.
fn is_meant(state: &State, who: CreatureId, (readied, by): (&Act, CreatureId), act: &Act) -> bool {
    let is_foe = |target: &Target| match target {
        Target::Creature(on) | Target::Guess(on, _) => enemies(state, who, *on),
        Target::Square(_) => true,
        Target::Object(_) | Target::Ice(_) => false,
    };
    let is_thing = |target: &Target| matches!(target, Target::Object(_) | Target::Ice(_));
    match (readied, act) {
        (Act::Strike { .. }, Act::Maneuver { which, target, .. }) => {
            let is_by = |on| on == by && enemies(state, who, on);
            !matches!(which, Maneuver::Break(_) | Maneuver::Disarm(_))
                && matches!(*target, Target::Creature(on) | Target::Guess(on, _) if is_by(on))
        }
        (
            Act::Strike { target: old, .. } | Act::Shoot { target: old, .. },
            Act::Strike { target, .. } | Act::Shoot { target, .. },
        ) => is_foe(target) || is_thing(old) && discriminant(old) == discriminant(target),
        (_, Act::Maneuver { target, .. }) => is_foe(target),
        (
            Act::Cast {
                spell,
                aim: Aim::Target(old),
                ..
            },
            Act::Cast {
                aim: Aim::Target(target),
                ..
            },
        ) => {
            if heals(state, *spell) {
                !is_foe(target) && !is_thing(target)
            } else {
                is_foe(target) || is_thing(old) && discriminant(old) == discriminant(target)
            }
        }
        _ => true,
    }
}

/// Whether a Spell does good to those it is cast on.
fn heals(state: &State, spell: SpellId) -> bool {
    let spell = state.cast.spells.get(usize::from(spell.0));
    spell.is_some_and(|spell| matches!(spell.effect, Effect::Heal { .. }))
}

/// The same Attack, Maneuver or Spell on that target.
fn aimed_at(act: &Act, target: Target) -> Option<Act> {
    Some(match act {
        Act::Strike { with, using, .. } => Act::Strike {
            target,
            with: *with,
            using: *using,
        },
        Act::Maneuver { which, with, .. } => Act::Maneuver {
            which: *which,
            target,
            with: *with,
        },
        Act::Shoot { with, .. } => Act::Shoot {
            target,
            with: *with,
        },
        Act::Cast {
            spell,
            item,
            energy,
            aim: Aim::Target(_),
        } => Act::Cast {
            spell: *spell,
            item: *item,
            energy: *energy,
            aim: Aim::Target(target),
        },
        _ => return None,
    })
}
