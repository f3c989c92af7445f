//! What is found out once while somebody weighs what to do, as nothing changes meanwhile.

use std::cell::RefCell;

use smallvec::SmallVec;

use crate::rules::attack::{self, Attempt};
use crate::rules::luck::Keeps;
use crate::state::State;

/// A fight while somebody weighs what to do, with the Advantage and Disadvantage of Attacks that have been looked at: most are looked at for
/// several acts.
pub(super) struct Weighing<'s> {
    /// The fight.
    pub(super) state: &'s State,
    keeps: RefCell<SmallVec<[(Attempt, Keeps); 4]>>,
}

impl<'s> Weighing<'s> {
    /// With nothing found out yet.
    pub(super) fn new(state: &'s State) -> Self {
        Self {
            state,
            keeps: RefCell::default(),
        }
    }

    /// Which die of an Attack counts.
    pub(super) fn keeps(&self, attempt: Attempt) -> Keeps {
        let mut known = self.keeps.borrow_mut();
        if let Some((_, keeps)) = known.iter().rev().find(|(known, _)| *known == attempt) {
            debug_assert_eq!(*keeps, attack::luck(self.state, attempt).keeps());
            return *keeps;
        }
        let keeps = attack::luck(self.state, attempt).keeps();
        known.push((attempt, keeps));
        keeps
    }
}
