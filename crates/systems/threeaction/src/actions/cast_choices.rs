//! Casts and Controls worth offering: each known Spell at the least Energy that reaches, and at the most that can be paid.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space};

use crate::act::{Act, Aim, Target};
use crate::rules::numbers::{allies, distance_ft, feet, present};
use crate::rules::spells::components::{MOST, energy_for_range};
use crate::rules::spells::{Casting, summon};
use crate::sheet::{AreaShape, Components, ControlUse, Effect, ItemKind, Spell};
use crate::state::{Condition, ItemId, Place, SpellId, State};

/// Where found acts go; says when to stop.
type Legal<'f> = &'f mut dyn FnMut(Act) -> ControlFlow<()>;

/// A Spell at hand: known, or in an item in hand.
#[derive(Clone, Copy)]
struct Source<'s> {
    by: CreatureId,
    number: SpellId,
    spell: &'s Spell,
    item: Option<(ItemId, Components)>,
}

impl Source<'_> {
    fn act(self, energy: Components, aim: Aim) -> Act {
        Act::Cast {
            spell: self.number,
            item: self.item.map(|(item, _)| item),
            energy,
            aim,
        }
    }

    /// The Energy that the item or the breath fixes.
    fn fixed(self, state: &State) -> Option<Components> {
        match self.item {
            Some((_, fixed)) => Some(fixed),
            None => state.sheet(self.by).breath.map(|breath| breath.energy),
        }
    }

    /// The least Energy for each component, with that much in the Effect, that reaches so far.
    fn least(self, state: &State, effect: u8, way_ft: i16, area: u8) -> Option<Components> {
        if let Some(fixed) = self.fixed(state) {
            return ((fixed.area > 0) == (area > 0)).then_some(fixed);
        }
        Some(Components {
            effect,
            range: energy_for_range(state, self.by, way_ft)?,
            duration: self.spell.least_duration,
            area: area.max(self.spell.least_area),
        })
    }

    /// The same with as much in the Effect as the creature can pay and cast.
    fn most(self, state: &State, least: Components) -> Option<Components> {
        let rank = state.sheet(self.by).feats.spell_casting.min(MOST);
        let spare = state.body(self.by).energy - least.cost();
        let more = u8::try_from(spare.clamp(0, i16::from(MOST))).unwrap_or(0);
        let effect = rank.min(least.effect + more);
        (self.fixed(state).is_none() && effect > least.effect)
            .then_some(Components { effect, ..least })
    }
}

/// Spells that a creature can cast.
fn sources(state: &State, by: CreatureId) -> impl Iterator<Item = Source<'_>> {
    let spell = |number: u8| state.cast.spells.get(usize::from(number));
    let known = state.sheet(by).spells.iter().filter_map(move |number| {
        Some(Source {
            by,
            number: SpellId(*number),
            spell: spell(*number)?,
            item: None,
        })
    });
    let carried = state.all_items().filter_map(move |(id, item)| {
        if !matches!(item.place, Place::Held(holder, _) if holder == by) {
            return None;
        }
        let ItemKind::Gear(gear) = state.kind(id) else {
            return None;
        };
        let inside = gear.spell.as_ref()?;
        let number = state
            .cast
            .spells
            .iter()
            .position(|spell| spell.name == inside.name)?;
        let number = u8::try_from(number).ok()?;
        Some(Source {
            by,
            number: SpellId(number),
            spell: spell(number)?,
            item: Some((id, inside.energy)),
        })
    });
    known.chain(carried)
}

/// Casts worth offering.
pub(crate) fn casts(state: &State, by: CreatureId, legal: Legal<'_>) -> ControlFlow<()> {
    for source in sources(state, by) {
        match &source.spell.effect {
            Effect::Summon { .. } => summons(state, source, legal)?,
            Effect::Telekinesis { .. } => shoves(state, source, legal)?,
            _ => {
                targets(state, source, legal)?;
                areas(state, source, legal)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Creatures that the Spell is meant for, as far as the caster knows where they are.
fn meant(state: &State, source: Source<'_>) -> impl Iterator<Item = CreatureId> {
    let (by, heals) = (
        source.by,
        matches!(source.spell.effect, Effect::Heal { .. }),
    );
    state.creatures().filter(move |on| {
        present(state, *on) && in_sight(state, by, *on) && {
            let friend = by == *on || allies(state, by, *on);
            friend == heals && !(heals && whole(state, *on))
        }
    })
}

fn in_sight(state: &State, by: CreatureId, on: CreatureId) -> bool {
    by == on
        || !(state.conditions.has_toward(on, Condition::Hidden, by)
            || state.conditions.has_toward(on, Condition::Undetected, by))
}

fn whole(state: &State, on: CreatureId) -> bool {
    state.body(on).hp >= state.sheet(on).max_hp && !state.has(on, Condition::Bleeding)
}

fn targets(state: &State, source: Source<'_>, legal: Legal<'_>) -> ControlFlow<()> {
    if source.spell.least_area > 0 {
        return ControlFlow::Continue(());
    }
    for on in meant(state, source) {
        let way = distance_ft(state, source.by, on);
        let Some(least) = source.least(state, 1, way, 0) else {
            continue;
        };
        let most = source.most(state, least);
        for energy in [Some(least), most].into_iter().flatten() {
            legal(source.act(energy, Aim::Target(Target::Creature(on))))?;
        }
    }
    ControlFlow::Continue(())
}

/// A blast around each creature that is meant, and a cone and a line toward it; Fog also around the caster.
fn areas(state: &State, source: Source<'_>, legal: Legal<'_>) -> ControlFlow<()> {
    let own = state.body(source.by).at;
    let fog = matches!(source.spell.effect, Effect::Fog);
    if fog && let Some(energy) = source.least(state, 1, 0, 1) {
        legal(source.act(energy, Aim::Area(AreaShape::Blast, own, own)))?;
    }
    for on in meant(state, source) {
        let at = state.body(on).at;
        let way = way_ft(state, source.by, at);
        if let Some(energy) = source.least(state, 1, way, 1) {
            legal(source.act(energy, Aim::Area(AreaShape::Blast, at, at)))?;
        }
        if fog || at == own {
            continue;
        }
        for (shape, long_ft) in [(AreaShape::Cone, 15), (AreaShape::Line, 30)] {
            if let Some(energy) = source.least(state, 1, 0, 1)
                && way <= long_ft * i16::from(energy.area)
            {
                legal(source.act(energy, Aim::Area(shape, own, at)))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn way_ft(state: &State, by: CreatureId, to: Cell) -> i16 {
    feet(state.grid().distance(state.space(by), Space::cell(to)))
}

/// Each creature that can be called, in a square beside the caster.
fn summons(state: &State, source: Source<'_>, legal: Legal<'_>) -> ControlFlow<()> {
    let casting = |effect| Casting {
        by: source.by,
        spell: source.number,
        energy: Components {
            effect,
            ..Components::default()
        },
    };
    let own = state.space(source.by);
    for who in summon::choices(state, casting(MOST)) {
        let level = u8::try_from(state.sheet(who).level.max(1)).unwrap_or(MOST);
        let Some(energy) = source.least(state, level, 0, 0) else {
            continue;
        };
        for cell in beside(state, own) {
            legal(source.act(energy, Aim::Place(Some(who), cell)))?;
        }
    }
    ControlFlow::Continue(())
}

/// The squares around a space.
fn beside(state: &State, space: Space) -> Vec<Cell> {
    let grid = state.grid();
    let mut cells: Vec<Cell> = space
        .cells(grid.shape)
        .flat_map(|cell| grid.neighbours(cell))
        .filter(|cell| !space.contains(grid.shape, *cell))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Each other creature, straight away from the caster.
fn shoves(state: &State, source: Source<'_>, legal: Legal<'_>) -> ControlFlow<()> {
    for on in state.creatures() {
        if on == source.by || !present(state, on) || !in_sight(state, source.by, on) {
            continue;
        }
        let way = distance_ft(state, source.by, on);
        let size = u8::try_from(state.sheet(on).size.rank() - 2).unwrap_or(1);
        if let Some(energy) = source.least(state, size.max(1), way, 0) {
            legal(source.act(
                energy,
                Aim::Place(Some(on), beyond(state, source.by, on, 2)),
            ))?;
        }
    }
    ControlFlow::Continue(())
}

/// The square so many steps from a creature, straight away from another.
fn beyond(state: &State, from: CreatureId, on: CreatureId, steps: i16) -> Cell {
    let (from, at) = (state.body(from).at, state.body(on).at);
    at.offset(
        (at.x - from.x).signum() * steps,
        (at.y - from.y).signum() * steps,
        0,
    )
}

/// Controls worth offering: an Area moved to an Enemy, a creature moved on.
pub(crate) fn controls(state: &State, by: CreatureId, legal: Legal<'_>) -> ControlFlow<()> {
    for running in state.spells.iter().filter(|running| running.caster == by) {
        let control = state
            .cast
            .spells
            .get(usize::from(running.spell.0))
            .and_then(|spell| spell.control);
        let aims: Vec<Aim> = match (control, running.spread, running.target) {
            (Some(ControlUse::MoveArea), Some((shape, ..)), _) => state
                .creatures()
                .filter(|on| present(state, *on) && in_sight(state, by, *on))
                .map(|on| state.body(on).at)
                .map(|at| Aim::Area(shape, at, at))
                .collect(),
            (Some(ControlUse::Repeat), _, Some(on)) => vec![
                Aim::Place(Some(on), beyond(state, by, on, 2)),
                Aim::Place(Some(on), beyond(state, by, on, -2)),
                Aim::Target(Target::Creature(on)),
            ],
            _ => continue,
        };
        for aim in aims {
            legal(Act::Control(running.number, aim))?;
        }
    }
    ControlFlow::Continue(())
}
