//! What a number comes to on average after an act, over every outcome of its dice.

use super::{Course, FallsCache, Fork, NoOdds};
use crate::scene::Scene;
use crate::system::System;
use crate::tape::{Answers, Beyond, Tape};

/// A number after an act, on average.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The average over all courses that were gone through.
    pub value: f64,
    /// The chance of what was not: endless explosions beyond the depth that is followed.
    pub tail: f64,
    /// How many times the rules were run.
    pub runs: u64,
}

/// Works out averages after one act and another, and keeps what is known of their dice in between.
#[derive(Default)]
pub struct Means {
    cache: FallsCache,
}

impl Means {
    /// The average of `value` after a course, decisions made by `policy`. Chances are floating-point numbers here, added in a fixed order:
    /// enough for weighing one act against another, and the same at every run.
    ///
    /// # Errors
    /// If the policy leaves a decision open, `budget` runs are too few, or the act runs into a limit.
    pub fn of<S: System>(
        &mut self,
        course: &Course<'_, S>,
        policy: &mut dyn Answers<S>,
        budget: u64,
        mut value: impl FnMut(&S::State) -> f64,
    ) -> Result<Mean, NoOdds> {
        let mut fork: Fork<'_, f64> = Fork::new(&mut self.cache);
        let (mut sum, mut weights, mut runs) = (0.0, 0.0, 0);
        loop {
            runs += 1;
            if runs > budget {
                return Err(NoOdds::Budget(budget));
            }
            let mut after = course.state.clone();
            let beyond = Beyond::Dice(&mut fork);
            let mut tape =
                Tape::new(course.draws.to_vec(), beyond, policy).with_partial(course.partial);
            let mut scene = Scene::new(&mut after, &mut tape, None);
            let done = S::resolve(&mut scene, course.who, course.act);
            done.map_err(|stop| fork.why(stop, budget))?;
            let weight = fork.weight();
            sum += weight * value(&after);
            weights += weight;
            if !fork.advance() {
                break;
            }
        }
        Ok(Mean {
            value: if weights > 0.0 { sum / weights } else { 0.0 },
            tail: fork.beyond.iter().sum(),
            runs,
        })
    }
}
