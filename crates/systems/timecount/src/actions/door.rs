//! Opening and closing doors (`actions/door`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space, Terrain};
use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use crate::TimeCount;
use crate::act::Act;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::cover;
use crate::state::{Altered, State};

/// Whether there is a door or window next to the creature that is not so already.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    (a, b): (Cell, Cell),
    open: bool,
) -> Result<(), Refusal> {
    let kind = state.terrain().edge(a, b);
    if kind.and_then(|kind| kind.turned(open)).is_none() {
        return Err(refuse!(
            "actions/door",
            "there is nothing to {} between those spaces",
            Figure::Word(if open { "open" } else { "close" })
        ));
    }
    let own = state.space(who);
    let level = |cell: Cell| Space::cell(cell.with_height(own.at.z));
    let next_to = |cell: Cell| state.grid().distance(own, level(cell)) <= 1;
    if !(next_to(a) && next_to(b)) {
        return Err(refuse!(
            "actions/door",
            "{} does not stand next to it",
            Figure::Creature(who)
        ));
    }
    if ![a, b]
        .iter()
        .any(|cell| cover::is_open(state, own, level(*cell)))
    {
        return Err(refuse!(
            "attack-modifiers/cover-determination",
            "something is between {} and it",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Opens or closes it at once.
pub(crate) fn turn(scene: &mut Scene<'_, TimeCount>, (a, b): (Cell, Cell), open: bool) {
    scene.cite(rule!("actions/door"));
    scene.cite(rule!("actions/immediate-effect"));
    scene.emit(Fact::Alters(Altered::Door(a, b, open)));
}

/// The doors about.
pub(crate) fn candidates(
    state: &State,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for edge in state.cast.map.doors() {
        let [a, b] = edge.cells();
        legal(Act::Door(a, b, true))?;
        legal(Act::Door(a, b, false))?;
    }
    ControlFlow::Continue(())
}
