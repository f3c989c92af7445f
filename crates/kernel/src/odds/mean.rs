//! What a number comes to on average after an act, over every outcome of its dice.

use super::{Course, Effort, FallsCache, NoOdds, follow};
use crate::log::Log;
use crate::system::System;
use crate::tape::Answers;

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
    /// If the policy leaves a decision open, `budget` runs are too few or seem to be after the first of them, or the act runs into a limit.
    pub fn of<S: System>(
        &mut self,
        course: &Course<'_, S>,
        policy: &mut dyn Answers<S>,
        budget: u64,
        mut value: impl FnMut(&S::State) -> f64,
    ) -> Result<Mean, NoOdds> {
        let mut values = Vec::new();
        let mut key = |after: Option<S::State>, _: &mut Log<S>| {
            values.extend(after.as_ref().map(&mut value));
            Ok::<_, NoOdds>(after.map(|_| values.len() - 1))
        };
        let effort = Effort {
            patience: 2.0,
            ..Effort::within(budget.into())
        };
        let courses =
            follow::<S, usize, f64, _>(course, policy, &mut self.cache, effort, &mut key)?;
        let (mut sum, mut weights, mut tail) = (0.0, 0.0, 0.0);
        for (place, weight) in courses.weights() {
            match place.and_then(|place| values.get(place)) {
                Some(value) => {
                    sum += weight * value;
                    weights += weight;
                }
                None => tail += weight,
            }
        }
        Ok(Mean {
            value: if weights > 0.0 { sum / weights } else { 0.0 },
            tail,
            runs: courses.runs,
        })
    }
}
