//! Which of several things is best, found by trying each as often as it deserves.

/// How many standard errors a thing has to be better by than the first.
const SURE: f64 = 1.5;

/// So many standard errors worse than the first, a thing is given up.
const HOPELESS: f64 = 2.5;

/// Something that is tried, and what each try came to. Tries of the same number have the same luck.
struct Candidate<A> {
    of: A,
    worths: Vec<f64>,
}

/// What one came to.
pub(super) struct Runner<A> {
    /// Which.
    pub(super) of: A,
    /// What it is worth: that of the first and the difference to it in the tries that both have.
    pub(super) worth: f64,
    /// The standard error of that difference.
    pub(super) error: f64,
    /// How often it was tried.
    pub(super) rollouts: u32,
}

/// Several things that are tried. The first is taken unless another one is surely better.
pub(super) struct Race<A> {
    /// The first stays at its place; the others are ordered by how long they have stayed.
    field: Vec<Candidate<A>>,
    rollouts: u32,
}

impl<A: Clone> Race<A> {
    /// A race of these, the tries of all together so many.
    pub(super) fn new(list: Vec<A>, rollouts: u32) -> Self {
        let candidate = |of| Candidate {
            of,
            worths: Vec::new(),
        };
        Self {
            field: list.into_iter().map(candidate).collect(),
            rollouts,
        }
    }

    /// Runs it: half of those that are left are dropped after each stage, and those that stay share the tries of the next (sequential halving:
    /// Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
    pub(super) fn run(&mut self, mut attempt: impl FnMut(&A, u32) -> f64) {
        let stages = self.field.len().next_power_of_two().trailing_zeros().max(1);
        let mut left = self.field.len();
        let mut number = 0;
        for _ in 0..stages {
            if left < 2 {
                return;
            }
            let each = (self.rollouts / stages / left as u32).max(1);
            for candidate in &mut self.field[..left] {
                for number in number..number + each {
                    candidate.worths.push(attempt(&candidate.of, number));
                }
            }
            number += each;
            left = self.drop_the_worst(left);
        }
    }

    /// Puts the better half of those that are left before the others, and gives how many stay.
    fn drop_the_worst(&mut self, left: usize) -> usize {
        let variance = self.variance();
        let (first, others) = self.field[..left].split_at_mut(1);
        let first = &first[0];
        others.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        let stay = (left / 2).max(1);
        let good = others[..stay].iter().take_while(|other| {
            let better = other.better_than(first);
            better.mean + HOPELESS * better.error(variance) >= 0.0
        });
        1 + good.count()
    }

    /// The variance of differences to the first, of all together: a few tries of one thing say little about it.
    fn variance(&self) -> f64 {
        let Some((first, others)) = self.field.split_first() else {
            return 0.0;
        };
        let differences = others.iter().map(|other| other.better_than(first));
        let (squares, freedom) = differences.fold((0.0, 0.0), |(squares, freedom), one| {
            (squares + one.squares, freedom + (one.count - 1.0).max(0.0))
        });
        if freedom > 0.0 {
            squares / freedom
        } else {
            1.0
        }
    }

    /// All of them, the best first: by what they are surely worth compared to the first.
    pub(super) fn ranking(self) -> Vec<Runner<A>> {
        let Some(first) = self.field.first() else {
            return Vec::new();
        };
        let variance = self.variance();
        let runner = |(place, candidate): (usize, &Candidate<A>)| {
            let better = candidate.better_than(first);
            Runner {
                of: candidate.of.clone(),
                worth: first.mean() + better.mean,
                error: if place == 0 {
                    0.0
                } else {
                    better.error(variance)
                },
                rollouts: candidate.worths.len() as u32,
            }
        };
        let mut runners: Vec<Runner<A>> = self.field.iter().enumerate().map(runner).collect();
        let surely = |runner: &Runner<A>| runner.worth - SURE * runner.error;
        runners.sort_by(|one, other| surely(other).total_cmp(&surely(one)));
        runners
    }
}

/// How much better one thing is than another.
struct Difference {
    mean: f64,
    /// The squares of what single tries differ from that, added up.
    squares: f64,
    /// How many tries both have.
    count: f64,
}

impl Difference {
    /// The standard error, where single tries vary so much.
    fn error(&self, variance: f64) -> f64 {
        (variance / self.count.max(1.0)).sqrt()
    }
}

impl<A> Candidate<A> {
    fn mean(&self) -> f64 {
        mean(&self.worths)
    }

    /// How much better it is than another one in the tries that both have.
    fn better_than(&self, other: &Self) -> Difference {
        let pairs = self.worths.iter().zip(&other.worths);
        let differences: Vec<f64> = pairs.map(|(one, other)| one - other).collect();
        let mean = mean(&differences);
        let squares = differences.iter().map(|one| (one - mean) * (one - mean));
        Difference {
            mean,
            squares: squares.sum(),
            count: differences.len() as f64,
        }
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use affray_kernel::dice::Seeded;

    use super::*;

    /// Luck from −1 to 1.
    fn luck(of: u32, number: u32) -> f64 {
        f64::from(Seeded::new(9, of.into()).pick(0, number, 2001)) / 1000.0 - 1.0
    }

    fn ranking(rollouts: u32, worth: impl Fn(u32, u32) -> f64) -> (Vec<Runner<u32>>, u32) {
        let mut race = Race::new((0..8).collect(), rollouts);
        let mut tries = 0;
        race.run(|of, number| {
            tries += 1;
            worth(*of, number)
        });
        (race.ranking(), tries)
    }

    #[test]
    fn what_is_surely_better_is_taken_and_has_most_tries() {
        let (ranking, tries) = ranking(160, |of, number| {
            luck(of, number) / 2.0 + f64::from(u8::from(of == 5))
        });
        assert_eq!(ranking[0].of, 5);
        assert!(tries <= 160, "{tries} tries");
        let first = ranking.iter().find(|runner| runner.of == 0);
        let first = first.expect("the first is never dropped");
        assert!(ranking.iter().all(|one| one.rollouts <= first.rollouts));
        assert!(ranking[0].worth > first.worth + 0.5);
    }

    #[test]
    fn luck_alone_does_not_displace_the_first() {
        let (ranking, _) = ranking(160, |of, number| luck(of, number) - 0.2 * f64::from(of));
        assert_eq!(ranking[0].of, 0);
        assert!(ranking[0].error.abs() < f64::EPSILON && ranking[1].error > 0.0);
        let surely = |runner: &Runner<u32>| runner.worth - SURE * runner.error;
        let listed: Vec<f64> = ranking.iter().map(surely).collect();
        assert!(listed.is_sorted_by(|one, other| one >= other), "{listed:?}");
    }

    #[test]
    fn the_same_luck_for_all_leaves_the_difference() {
        let (ranking, _) = ranking(40, |of, number| luck(0, number) + 0.01 * f64::from(of));
        let best = &ranking[0];
        assert!(best.of > 0 && best.error < 1e-9, "{}", best.error);
    }
}
