//! What a stage of an act has come to, as far as anything follows from it.

use std::any::Any;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::story::Verdict;
use crate::system::System;

/// The end of a stage: see [`crate::Scene::stage`].
pub trait Moment {
    /// Its hash, the same on every machine.
    fn hashed(&self) -> u64;

    /// Whether it is one that was kept.
    fn is(&self, kept: &dyn Any) -> bool;

    /// To be compared with others.
    fn kept(&self) -> Box<dyn Any>;
}

/// The state at the end of a stage, what else the rule goes on with, and what the rolls of the stage have come to.
pub(crate) struct Reached<'m, S: System, K> {
    pub(crate) state: &'m S::State,
    pub(crate) told: K,
    pub(crate) verdicts: Vec<Verdict>,
}

/// The same, kept.
type Owned<S, K> = (<S as System>::State, K, Vec<Verdict>);

impl<S: System, K: Hash + Eq + Clone + 'static> Moment for Reached<'_, S, K> {
    fn hashed(&self) -> u64 {
        FxBuildHasher.hash_one((self.state, &self.told, &self.verdicts))
    }

    fn is(&self, kept: &dyn Any) -> bool {
        kept.downcast_ref::<Owned<S, K>>()
            .is_some_and(|(state, told, verdicts)| {
                *verdicts == self.verdicts && *told == self.told && state == self.state
            })
    }

    fn kept(&self) -> Box<dyn Any> {
        let kept: Owned<S, K> = (self.state.clone(), self.told.clone(), self.verdicts.clone());
        Box::new(kept)
    }
}
