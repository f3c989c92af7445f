//! Spells that go on: how long, and what they do at the start of Turns (`control/uncontrolled`, `foundations/start-of-turn-order`).

use affray_kernel::{CreatureId, Play, Scene};

use super::components::{MOST, rounds};
use super::{Casting, Power, Spread, affect, summon};
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::rule;
use crate::rules::area;
use crate::rules::durations;
use crate::rules::ground::above;
use crate::rules::numbers::present;
use crate::rules::readied;
use crate::sheet::Effect;
use crate::state::{Running, State};
use affray_kernel::grid::{Area, Cell, Space};

impl Running {
    /// The Spell as it was cast.
    pub(crate) fn casting(&self) -> Casting {
        Casting {
            by: self.caster,
            spell: self.spell,
            energy: self.energy,
        }
    }

    /// Whether its Area takes in a square: one of those it covers, or one above or below them that is no farther from its point of origin
    /// than they may be.
    pub(crate) fn fills(&self, state: &State, square: Cell) -> bool {
        let mut covers = false;
        for at in self.area.iter().filter(|at| above(**at, square)) {
            if at.z == square.z {
                return true;
            }
            covers = true;
        }
        covers
            && self
                .spread
                .is_some_and(|(.., area)| area.contains(state.grid(), square))
    }

    /// Whether any part of a space lies in its Area.
    fn touches(&self, state: &State, space: Space) -> bool {
        let levels = 0..i16::from(space.height.max(1));
        !self.area.is_empty()
            && space.cells(state.grid().shape).any(|cell| {
                let mut up = levels.clone();
                up.any(|up| self.fills(state, cell.offset(0, 0, up)))
            })
    }
}

/// Whether a Spell with that Effect goes on by itself; others leave conditions behind that end by themselves.
fn goes_on(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Fog
            | Effect::Telekinesis { .. }
            | Effect::Summon { .. }
            | Effect::Damage { .. }
            | Effect::Heal { .. }
    )
}

/// Begins to run for its Duration, if it has one; it counts the Turns of the creature whose Turn is running.
pub(crate) fn begin(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    target: Option<CreatureId>,
    spread: Option<(Spread, Area)>,
) {
    let left = rounds(casting.energy.duration);
    let lasting = casting
        .record(scene.state())
        .is_some_and(|record| goes_on(&record.effect));
    if casting.energy.duration == MOST {
        scene.cite(rule!("rounds/length"));
    }
    if left == 0 || !lasting || (target.is_none() && spread.is_none()) {
        return;
    }
    let state = scene.state();
    let number = state.spells.last().map_or(0, |last| last.number);
    let cells = spread.map_or_else(Vec::new, |(_, area)| area::squares(state, area));
    let running = Running {
        number: number.saturating_add(1),
        spell: casting.spell,
        caster: casting.by,
        energy: casting.energy,
        target,
        spread: spread.map(|(spread, area)| (spread.shape, spread.at, area)),
        area: cells,
        left,
        anchor: durations::anchor(state),
        settled: false,
        controlled: false,
    };
    scene.emit(Fact::SpellRuns(Box::new(running)));
}

/// Step 1 of the start of a Turn: Spells that count this creature's Turns have one left less; those that have none left end, the oldest
/// first. They were cast into the Turn of a creature that may be gone by now.
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn count_down(scene: &mut Scene<'_, ThreeAction>, anchor: CreatureId) -> Play {
    if scene.state().spells.is_empty() {
        Ok(())
    } else {
        all_count_down(scene, anchor)
    }
}

fn all_count_down(scene: &mut Scene<'_, ThreeAction>, anchor: CreatureId) -> Play {
    for mut running in anchored(scene.state(), anchor) {
        running.left = running.left.saturating_sub(1);
        if running.left > 0 {
            scene.emit(Fact::SpellChanges(Box::new(running)));
        } else {
            scene.cite(rule!("control/uncontrolled"));
            scene.cite(rule!("rounds/multi-round-duration"));
            end(scene, &running)?;
        }
    }
    Ok(())
}

fn anchored(state: &State, anchor: CreatureId) -> Vec<Running> {
    state
        .spells
        .iter()
        .filter(|running| running.anchor == anchor)
        .cloned()
        .collect()
}

/// It ends; where it was Fog, somebody may have come into view (`readied-action/declaration`).
fn end(scene: &mut Scene<'_, ThreeAction>, running: &Running) -> Play {
    let record = running.casting().record(scene.state());
    if let Some(record) = record
        && matches!(record.effect, Effect::Summon { .. })
        && let Some(summoned) = running.target
    {
        summon::vanish(scene, summoned)?;
    }
    let unseen = readied::out_of_view(scene.state());
    scene.emit(Fact::SpellEnds(running.number));
    readied::come_into_view(scene, &unseen)
}

/// With a new Turn in the order all running Spells can be controlled (again); a companion whose Turn starts with a Command in the middle of
/// another's brings no new one (`control/previous-turn`, `control/once-per-turn`).
#[inline(always)]
pub(crate) fn new_turn(scene: &mut Scene<'_, ThreeAction>) {
    if !scene.state().spells.is_empty() {
        all_settle(scene);
    }
}

fn all_settle(scene: &mut Scene<'_, ThreeAction>) {
    for running in scene.state().spells.clone() {
        if !running.settled || running.controlled {
            scene.emit(Fact::SpellChanges(Box::new(Running {
                settled: true,
                controlled: false,
                ..running
            })));
        }
    }
}

/// Step 6 of the start of a Turn: running Spells act on the creature, the oldest first.
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().spells.is_empty() {
        Ok(())
    } else {
        all_act(scene, who)
    }
}

fn all_act(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for running in scene.state().spells.clone() {
        if present(scene.state(), who) && lies_on(scene.state(), &running, who) {
            act(scene, &running, who)?;
        }
    }
    Ok(())
}

/// Whether a Spell that does Damage or heals lies on the creature: on itself, or on an Area where it is.
fn lies_on(state: &State, running: &Running, who: CreatureId) -> bool {
    let acts = state
        .cast
        .spells
        .get(usize::from(running.spell.0))
        .is_some_and(|spell| matches!(spell.effect, Effect::Damage { .. } | Effect::Heal { .. }));
    acts && (running.target == Some(who) || running.touches(state, state.space(who)))
}

/// Its Damage or healing once more, without another Spell Attack.
fn act(scene: &mut Scene<'_, ThreeAction>, running: &Running, who: CreatureId) -> Play {
    scene.cite(rule!("foundations/start-of-turn-order"));
    let casting = running.casting();
    let power = Power::of_one(scene, casting, false)?;
    affect(scene, casting, who, false, power)
}
