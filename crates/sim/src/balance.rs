//! Looking for the value that makes a chance what somebody wants it to be.
//!
//! The chance is known by sampling alone, with the same dice at each value, so that two values differ by what they change and hardly by
//! luck. Some values evenly apart are sampled first. Wherever the target lies between two neighbours of them, the chance is taken to
//! rise, or to fall, all along from one to the other; half-way values are sampled only until it is clear on which side of them
//! the target lies. What is found is the nearest of all values that were sampled.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::interval::{Estimate, wilson};

/// How many fights are played at a value before it is looked on which side of it the target lies.
const FIRST_LOOK: u64 = 200;

/// At how many values, evenly apart, the chance is sampled for the curve.
const CURVE: usize = 9;

/// What was counted at one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// How many fights were won.
    pub wins: u64,
    /// Of how many.
    pub fights: u64,
}

impl Counts {
    /// The part won, with its interval.
    #[must_use]
    pub fn chance(&self) -> Estimate {
        wilson(self.wins, self.fights)
    }

    fn distance(&self, target: f64) -> f64 {
        (self.chance().value - target).abs()
    }
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// How many values there are; they go by their places.
    pub values: usize,
    /// The chance that is wanted.
    pub target: f64,
    /// How many fights are played at a value that matters.
    pub fights: u64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    /// The place of the value that comes nearest of those that were played, or `None` where none can: the target lies beyond all of them.
    pub best: Option<usize>,
    /// What was counted where.
    pub points: BTreeMap<usize, Counts>,
    /// Whether the chance rises, or falls, all along, as far as can be told.
    pub is_monotone: bool,
}

/// Plays the fights of these numbers at the value of that place and counts what was won.
pub type Sample<'s, E> = dyn FnMut(usize, Range<u64>) -> Result<Counts, E> + 's;

/// Looks for the value at which the chance comes nearest to the target.
///
/// # Errors
/// What `sample` gives.
pub fn balance<E>(goal: Goal, sample: &mut Sample<'_, E>) -> Result<Balance, E> {
    let mut search = Search {
        goal,
        sample,
        points: BTreeMap::new(),
    };
    search.curve()?;
    let best = search.best()?;
    let is_monotone = search.is_monotone();
    Ok(Balance {
        best,
        points: search.points,
        is_monotone,
    })
}

struct Search<'s, 'f, E> {
    goal: Goal,
    sample: &'s mut Sample<'f, E>,
    points: BTreeMap<usize, Counts>,
}

impl<E> Search<'_, '_, E> {
    /// Plays on at the value of that place until so many fights are counted.
    fn up_to(&mut self, place: usize, fights: u64) -> Result<Counts, E> {
        let known = self.points.get(&place).copied().unwrap_or_default();
        if known.fights >= fights {
            return Ok(known);
        }
        let more = (self.sample)(place, known.fights..fights)?;
        let counts = Counts {
            wins: known.wins + more.wins,
            fights: known.fights + more.fights,
        };
        self.points.insert(place, counts);
        Ok(counts)
    }

    fn all(&mut self, place: usize) -> Result<Counts, E> {
        self.up_to(place, self.goal.fights)
    }

    /// Plays at a value until it is clear whether its chance is above the target, or all fights are played.
    fn is_above(&mut self, place: usize) -> Result<bool, E> {
        let mut fights = FIRST_LOOK.min(self.goal.fights);
        loop {
            let chance = self.up_to(place, fights)?.chance();
            if fights >= self.goal.fights || !chance.holds(self.goal.target) {
                return Ok(chance.value > self.goal.target);
            }
            fights = (fights * 2).min(self.goal.fights);
        }
    }

    /// Plays all fights at values that are evenly apart, the first and the last among them.
    fn curve(&mut self) -> Result<(), E> {
        let steps = CURVE.min(self.goal.values).max(2) - 1;
        for step in 0..=steps {
            self.all(self.goal.values.saturating_sub(1) * step / steps)?;
        }
        Ok(())
    }

    fn best(&mut self) -> Result<Option<usize>, E> {
        let target = self.goal.target;
        let curve: Vec<(usize, f64)> = self
            .points
            .iter()
            .map(|(place, counts)| (*place, counts.chance().value))
            .collect();
        let mut crossings = Vec::new();
        for two in curve.windows(2) {
            let [(below, one), (above, other)] = [two[0], two[1]];
            if (one.min(other)..=one.max(other)).contains(&target) {
                crossings.extend(self.halve((below, above), one <= other)?);
            }
        }
        let near = self.nearest(&crossings)?;
        Ok(near
            .filter(|(_, counts)| !crossings.is_empty() || counts.chance().holds(target))
            .map(|(place, _)| place))
    }

    /// Comes as near as it gets between two values, the chance rising or falling from one to the other, and gives the neighbours between
    /// which the target lies.
    fn halve(
        &mut self,
        (mut below, mut above): (usize, usize),
        rises: bool,
    ) -> Result<[usize; 2], E> {
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            if self.is_above(middle)? == rises {
                above = middle;
            } else {
                below = middle;
            }
        }
        self.all(below)?;
        self.all(above)?;
        Ok([below, above])
    }

    /// The value that comes nearest, all of its fights played; of several the one next to which the chance crosses the target. One that a
    /// few fights make seem nearest may lie elsewhere with all of them.
    fn nearest(&mut self, crossings: &[usize]) -> Result<Option<(usize, Counts)>, E> {
        let target = self.goal.target;
        let is_apart = |place: &usize| !crossings.contains(place);
        loop {
            let points = self.points.iter();
            let near = points.min_by(|(place, one), (next, other)| {
                let order = one.distance(target).total_cmp(&other.distance(target));
                order.then(is_apart(place).cmp(&is_apart(next)))
            });
            let Some((place, counts)) = near.map(|(place, counts)| (*place, *counts)) else {
                return Ok(None);
            };
            if counts.fights >= self.goal.fights {
                return Ok(Some((place, counts)));
            }
            self.all(place)?;
        }
    }

    /// Whether no value clearly goes against the way from the first to the last, compared with any before it.
    fn is_monotone(&self) -> bool {
        let mut chances: Vec<Estimate> = self.points.values().map(Counts::chance).collect();
        let (Some(first), Some(last)) = (chances.first(), chances.last()) else {
            return true;
        };
        if first.value > last.value {
            chances.reverse();
        }
        let mut least = 0.0_f64;
        chances.iter().all(|chance| {
            least = least.max(chance.low);
            chance.high >= least
        })
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::dice::Seeded;

    use super::*;

    /// Fights of which `chance` parts of a thousand are won.
    fn fights(chance: u64, numbers: Range<u64>) -> Counts {
        let wins = numbers.clone().filter(|number| {
            let draw = Seeded::at(7, *number, 0).pick(3, 0, 1000);
            u64::from(draw) < chance
        });
        Counts {
            wins: wins.count() as u64,
            fights: numbers.end - numbers.start,
        }
    }

    fn found(goal: Goal, chance: impl Fn(usize) -> u64) -> Balance {
        let mut sample =
            |place: usize, numbers: Range<u64>| Ok::<Counts, ()>(fights(chance(place), numbers));
        balance(goal, &mut sample).expect("nothing fails")
    }

    const GOAL: Goal = Goal {
        values: 81,
        target: 0.65,
        fights: 4_000,
    };

    #[test]
    fn the_value_is_found_where_the_chance_falls_or_rises() {
        let falls = found(GOAL, |place| 950 - 10 * place as u64);
        assert!((28..=32).contains(&falls.best.expect("found")), "{falls:?}");
        let rises = found(GOAL, |place| 100 + 10 * place as u64);
        assert!((53..=57).contains(&rises.best.expect("found")), "{rises:?}");
        assert!(falls.is_monotone && rises.is_monotone);
        assert!(falls.points.len() >= CURVE);
    }

    #[test]
    fn a_target_beyond_both_ends_is_not_found() {
        let low = found(GOAL, |place| 300 + place as u64);
        assert_eq!(low.best, None);
        assert_eq!(low.points.len(), CURVE);
    }

    #[test]
    fn a_target_that_only_the_middle_reaches_is_found_there() {
        let chance = |place: usize| 300 + 10 * place.min(80 - place) as u64;
        let peak = found(GOAL, chance);
        let best = peak.best.expect("found");
        assert!(
            (33..=37).contains(&best) || (43..=47).contains(&best),
            "{best}"
        );
        assert!(!peak.is_monotone);
    }

    #[test]
    fn of_values_in_any_order_the_nearest_is_found() {
        let chances = [20, 995, 570, 30, 998];
        let goal = Goal {
            values: chances.len(),
            target: 0.6,
            fights: 400,
        };
        assert_eq!(found(goal, |place| chances[place]).best, Some(2));
    }

    #[test]
    fn a_slow_way_back_is_noticed() {
        // No two neighbours differ clearly: it is over many that the chance goes down.
        let goal = Goal {
            values: 9,
            target: 0.65,
            fights: 400,
        };
        let chances = [300, 600, 580, 560, 540, 520, 500, 475, 450];
        let back = found(goal, |place| chances[place]);
        let chances: Vec<Estimate> = back.points.values().map(Counts::chance).collect();
        assert!(chances.windows(2).all(|two| two[1].high >= two[0].low));
        assert!(!back.is_monotone);
    }

    #[test]
    fn half_way_values_are_played_no_longer_than_it_takes() {
        let steep = found(GOAL, |place| if place < 40 { 950 } else { 50 });
        let played: u64 = steep.points.values().map(|counts| counts.fights).sum();
        assert!(played < 60_000, "{played}");
        assert!(matches!(steep.best, Some(39 | 40)));
    }

    #[test]
    fn a_chance_that_goes_up_and_down_is_noticed() {
        let bump = found(GOAL, |place| {
            if (30..50).contains(&place) {
                900
            } else {
                100 + place as u64
            }
        });
        assert!(!bump.is_monotone);
        let single = Goal { values: 1, ..GOAL };
        assert_eq!(found(single, |_| 650).best, Some(0));
        assert_eq!(found(single, |_| 100).best, None);
    }
}
