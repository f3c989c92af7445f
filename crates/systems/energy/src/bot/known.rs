//! What is found out once while somebody weighs what to do, as nothing changes meanwhile.

use std::cell::RefCell;

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use smallvec::SmallVec;

use super::worth;
use crate::actions::agile_move;
use crate::rules::occupied::on_floor;
use crate::state::State;

/// The places that an Agile Move leads to.
pub(super) type Steps = SmallVec<[Cell; 8]>;

/// Who is how dangerous to whom.
type Threats = SmallVec<[((CreatureId, CreatureId), i32); 8]>;

/// A fight while somebody weighs what to do, with what has been found out: where Agile Moves lead, and how dangerous creatures are.
pub(super) struct Known<'s> {
    /// The fight.
    pub(super) state: &'s State,
    steps: RefCell<SmallVec<[(CreatureId, Steps); 4]>>,
    threats: RefCell<Threats>,
}

impl<'s> Known<'s> {
    /// With nothing found out yet.
    pub(super) fn new(state: &'s State) -> Self {
        Self {
            state,
            steps: RefCell::default(),
            threats: RefCell::default(),
        }
    }

    /// Where an Agile Move leads a creature from where it is.
    pub(super) fn steps(&self, who: CreatureId) -> Steps {
        let mut known = self.steps.borrow_mut();
        if let Some((_, steps)) = known.iter().find(|(one, _)| *one == who) {
            debug_assert_eq!(*steps, steps_of(self.state, who));
            return steps.clone();
        }
        let steps = steps_of(self.state, who);
        known.push((who, steps.clone()));
        steps
    }

    /// As [`worth::threat`].
    pub(super) fn threat(&self, by: CreatureId, on: CreatureId) -> i32 {
        let mut known = self.threats.borrow_mut();
        if let Some((_, threat)) = known.iter().find(|(both, _)| *both == (by, on)) {
            debug_assert_eq!(*threat, worth::threat(self.state, by, on));
            return *threat;
        }
        let threat = worth::threat(self.state, by, on);
        known.push(((by, on), threat));
        threat
    }
}

fn steps_of(state: &State, who: CreatureId) -> Steps {
    let from = state.body(who).at;
    let beside = state.grid().neighbours(from);
    beside
        .map(|cell| on_floor(state, who, cell))
        .filter(|to| agile_move::step(state, who, from, *to).is_ok())
        .collect()
}
