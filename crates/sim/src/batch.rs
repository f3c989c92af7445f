//! Many fights on several threads. What they come to depends on their numbers alone, not on who played them when.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::arena::{Arena, Limits};
use crate::interval::wilson;
use crate::pairs::{Pairs, Winners, winner};
use crate::record::{Cast, FightRecord};
use crate::tally::Tally;

/// How many fights one thread plays at a stretch.
const STRETCH: u64 = 10;

/// How many stretches are added up at most before others are joined to them: no thread waits for another any longer than these take.
const LEAF: usize = 32;

/// After how many fights it is looked whether intervals are narrow enough.
const LOOK: u64 = 1_000;

/// After how many fights rows are written and progress is certain.
const BLOCK: u64 = 20_000;

/// What is to be played.
pub struct Orders<'o> {
    /// What all dice follow from.
    pub seed: u64,
    /// The numbers of the fights.
    pub numbers: Range<u64>,
    /// After what a fight counts as unfinished.
    pub limits: Limits,
    /// Stop when the interval of every side's chance to win is no wider than this to either side.
    pub until: Option<f64>,
    /// Set from elsewhere: stop with what there is.
    pub stop: &'o AtomicBool,
    /// Told how many more fights were played.
    pub progress: &'o (dyn Fn(u64) + Sync),
    /// Adds the row of a fight, in the arena of that number, to a text.
    pub row: Option<&'o Row<'o>>,
    /// What others are compared with that are played alone.
    pub beside: Beside<'o>,
}

/// What a batch has to do with one that is played at another time.
#[derive(Clone, Copy, Default)]
pub enum Beside<'o> {
    /// Nothing.
    #[default]
    Nothing,
    /// It is the first: who has won each of its fights is kept, for those that come later.
    First,
    /// It is compared with the first, whose fights were won by these.
    Later(&'o Winners),
}

/// How a fight is written as a row.
pub type Row<'r> = dyn Fn(usize, &FightRecord, &mut String) + Sync + 'r;

/// What fights came to, played in the same number in each of one or two arenas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// What they came to in each arena.
    pub tallies: Vec<Tally>,
    /// Which side has won in the first arena and which in the second, where there are two; in the batch that was played first and in this
    /// one, where it is compared.
    pub pairs: Vec<Pairs>,
    /// Who has won each fight, where others are compared with it.
    pub winners: Winners,
    /// Which fights were played.
    pub done: Done,
}

/// Numbers of fights that were played, as ranges from the first to before the last, in order and apart from each other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Vec<Run>", into = "Vec<Run>")]
pub struct Done(Vec<(u64, u64)>);

/// Fights that follow each other, as they are written to a file.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Run {
    /// The number of the first.
    from: u64,
    /// The number of the first that comes after them.
    before: u64,
}

impl From<Vec<Run>> for Done {
    fn from(runs: Vec<Run>) -> Self {
        let runs = runs.into_iter();
        Self(runs.map(|run| (run.from, run.before)).collect())
    }
}

impl From<Done> for Vec<Run> {
    fn from(Done(ranges): Done) -> Self {
        let ranges = ranges.into_iter();
        ranges.map(|(from, before)| Run { from, before }).collect()
    }
}

impl Done {
    /// Adds a range; ranges that touch become one.
    pub fn add(&mut self, numbers: Range<u64>) {
        if numbers.is_empty() {
            return;
        }
        self.0.push((numbers.start, numbers.end));
        self.0.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(self.0.len());
        for &(start, end) in &self.0 {
            match joined.last_mut() {
                Some((_, last)) if start <= *last => *last = end.max(*last),
                _ => joined.push((start, end)),
            }
        }
        self.0 = joined;
    }

    /// Adds all that another one has.
    pub fn merge(&mut self, other: &Self) {
        for &(start, end) in &other.0 {
            self.add(start..end);
        }
    }

    /// The numbers from 0 to before `end` that it lacks.
    #[must_use]
    pub fn gaps(&self, end: u64) -> Self {
        let mut gaps = Self::default();
        let mut from = 0;
        for &(start, after) in &self.0 {
            gaps.add(from..start.min(end));
            from = after;
        }
        gaps.add(from..end);
        gaps
    }

    /// How many fights they are.
    #[must_use]
    pub fn count(&self) -> u64 {
        let lengths = self.0.iter().map(|(start, end)| end.saturating_sub(*start));
        lengths.fold(0, u64::saturating_add)
    }

    /// How many fights both have.
    #[must_use]
    pub fn shared(&self, other: &Self) -> u64 {
        let both =
            |one: &(u64, u64), two: &(u64, u64)| one.1.min(two.1).saturating_sub(one.0.max(two.0));
        let all = self.0.iter();
        let all = all.flat_map(|one| other.0.iter().map(move |two| both(one, two)));
        all.fold(0, u64::saturating_add)
    }

    /// The first number that both have.
    #[must_use]
    pub(crate) fn overlap(&self, other: &Self) -> Option<u64> {
        let starts = |one: &(u64, u64), two: &(u64, u64)| one.0.max(two.0);
        let all = self
            .0
            .iter()
            .flat_map(|one| other.0.iter().map(move |two| (one, two)));
        let shared = all.filter(|(one, two)| starts(one, two) < one.1.min(two.1));
        shared.map(|(one, two)| starts(one, two)).min()
    }

    /// Whether the ranges are in order and apart from each other, as they are but in a file that somebody has changed.
    #[must_use]
    pub(crate) fn is_in_order(&self) -> bool {
        let apart = self.0.windows(2).all(|two| two[0].1 < two[1].0);
        apart && self.0.iter().all(|(start, end)| start < end)
    }

    /// The ranges.
    #[must_use]
    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.0
    }
}

/// Threads to play on.
pub type Pool = rayon::ThreadPool;

/// So many threads, or one for each core.
///
/// # Errors
/// If they cannot be started.
pub fn threads(number: Option<usize>) -> Result<Pool, rayon::ThreadPoolBuildError> {
    let builder = rayon::ThreadPoolBuilder::new();
    builder.num_threads(number.unwrap_or(0)).build()
}

/// Plays the fights in each of the arenas on the threads of the pool this runs in. `write` takes rows in the order of the fights.
///
/// # Errors
/// What `write` gives: nothing is played after it.
pub fn play<E>(
    arenas: &[&dyn Arena],
    orders: &Orders<'_>,
    write: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<Batch, E> {
    let mut batch = Batch::new(arenas, orders);
    let step = if orders.until.is_some() { LOOK } else { BLOCK };
    let mut start = orders.numbers.start;
    while start < orders.numbers.end && !orders.stop.load(Ordering::Relaxed) {
        let end = orders.numbers.end.min(start.saturating_add(step));
        let (played, rows) = block(arenas, orders, start..end);
        batch.merge(&played);
        write(&rows)?;
        start = end;
        if orders.until.is_some_and(|half| batch.is_narrow(half)) {
            break;
        }
    }
    Ok(batch)
}

/// Plays fights in stretches, and gives their rows in order.
fn block(arenas: &[&dyn Arena], orders: &Orders<'_>, numbers: Range<u64>) -> (Batch, String) {
    let stretches = (numbers.end - numbers.start).div_ceil(STRETCH);
    let empty = || (Batch::new(arenas, orders), String::new());
    // Only ranges of `usize` can be cut into leaves; a block has few stretches.
    (0..stretches as usize)
        .into_par_iter()
        .with_max_len(LEAF)
        .fold(empty, |(mut batch, mut rows), stretch| {
            let start = numbers.start + stretch as u64 * STRETCH;
            let end = numbers.end.min(start + STRETCH);
            batch.stretch(arenas, orders, start..end, &mut rows);
            (batch, rows)
        })
        .reduce(empty, |(mut one, mut rows), (other, more)| {
            one.merge(&other);
            rows.push_str(&more);
            (one, rows)
        })
}

impl Batch {
    fn new(arenas: &[&dyn Arena], orders: &Orders<'_>) -> Self {
        let casts: Vec<&Cast> = arenas.iter().map(|arena| arena.cast()).collect();
        let pairs = match (orders.beside, casts.as_slice()) {
            (Beside::Later(winners), [cast]) => Pairs::of_sides(winners.sides(), &cast.sides),
            (_, [first, second]) => Pairs::of_sides(&first.sides, &second.sides),
            _ => Vec::new(),
        };
        let winners = match (orders.beside, casts.as_slice()) {
            (Beside::First, [cast]) => Winners::new(cast, orders.numbers.start),
            _ => Winners::default(),
        };
        Self {
            tallies: casts.into_iter().map(Tally::new).collect(),
            pairs,
            winners,
            done: Done::default(),
        }
    }

    fn merge(&mut self, other: &Self) {
        for (one, more) in self.tallies.iter_mut().zip(&other.tallies) {
            one.merge(more);
        }
        for (one, more) in self.pairs.iter_mut().zip(&other.pairs) {
            one.merge(more);
        }
        self.winners.append(&other.winners);
        self.done.merge(&other.done);
    }

    fn stretch(
        &mut self,
        arenas: &[&dyn Arena],
        orders: &Orders<'_>,
        numbers: Range<u64>,
        rows: &mut String,
    ) {
        let played = arenas.iter().map(|arena| {
            let mut records = Vec::with_capacity(STRETCH as usize);
            arena.fights(
                orders.seed,
                numbers.clone(),
                orders.limits,
                orders.stop,
                &mut |record| records.push(record),
            );
            records
        });
        let played: Vec<Vec<FightRecord>> = played.collect();
        // Whoever was stopped in one arena has played less there: what has no counterpart is left out.
        let count = played.iter().map(Vec::len).min().unwrap_or(0);
        for place in 0..count {
            for (number, (records, arena)) in played.iter().zip(arenas).enumerate() {
                self.tallies[number].add(arena.cast(), &records[place]);
                if let Some(row) = orders.row {
                    row(number, &records[place], rows);
                }
            }
            self.pair(arenas, orders.beside, |arena| &played[arena][place]);
        }
        if let (Beside::First, [only]) = (orders.beside, played.as_slice()) {
            self.winners
                .add(numbers.end.saturating_sub(numbers.start) as usize, only);
        }
        self.done.add(numbers.start..numbers.start + count as u64);
        (orders.progress)(count as u64);
    }

    /// Counts a fight that was played in both of two arenas, or in one now and in another before; `record` gives it by the arena's place.
    fn pair<'r>(
        &mut self,
        arenas: &[&dyn Arena],
        beside: Beside<'_>,
        record: impl Fn(usize) -> &'r FightRecord,
    ) {
        let (first, second) = match (beside, arenas) {
            (Beside::Later(winners), [arena]) => {
                let Some(first) = winners.of(record(0).number) else {
                    return;
                };
                (first, winner(arena.cast(), record(0)))
            }
            (_, [one, other]) => (
                winner(one.cast(), record(0)),
                winner(other.cast(), record(1)),
            ),
            _ => return,
        };
        for pairs in &mut self.pairs {
            pairs.add(first, second);
        }
    }

    /// Whether the interval of every side's chance to win is no wider than `half` to either side.
    fn is_narrow(&self, half: f64) -> bool {
        self.tallies.iter().all(|tally| {
            let mut wins = tally.wins.iter();
            wins.all(|wins| wilson(*wins, tally.fights).half_width() <= half)
        })
    }
}

/// The numbers of a shard: the fights of `total` that fall to the one of that number, counted from 1, of so many.
#[must_use]
pub fn shard(total: u64, number: u64, of: u64) -> Range<u64> {
    let end = |number: u64| {
        let end = u128::from(total) * u128::from(number) / u128::from(of.max(1));
        u64::try_from(end).unwrap_or(u64::MAX)
    };
    end(number.saturating_sub(1))..end(number)
}

#[cfg(test)]
mod tests {
    use crate::record::{Ending, Unit};

    use super::*;

    /// Fights that are decided by their numbers.
    struct Toy(Cast, u64);

    impl Arena for Toy {
        fn cast(&self) -> &Cast {
            &self.0
        }

        fn fights(
            &self,
            seed: u64,
            numbers: Range<u64>,
            _: Limits,
            _: &AtomicBool,
            each: &mut dyn FnMut(FightRecord),
        ) {
            for number in numbers {
                each(FightRecord {
                    number,
                    ending: Ending::Won(((number + seed) % self.1 % 2) as u8),
                    entries: 1,
                    time: (number % 17) as u32,
                    standstill: None,
                    creatures: Vec::new(),
                });
            }
        }
    }

    /// Of so many fights that follow each other one or more are won by the second.
    fn toy(among: u64) -> Toy {
        let cast = Cast {
            system: "toy".to_owned(),
            sides: vec!["one".to_owned(), "other".to_owned()],
            creatures: Vec::new(),
            unit: Unit {
                name: "round".to_owned(),
                milliseconds: 0,
            },
            fingerprint: String::new(),
        };
        Toy(cast, among)
    }

    fn played(threads: usize, until: Option<f64>) -> (Batch, String) {
        let row = |_: usize, fight: &FightRecord, text: &mut String| {
            text.push_str(&format!("{}\n", fight.number));
        };
        let orders = Orders {
            seed: 1,
            numbers: 3..45_000,
            limits: Limits::default(),
            until,
            stop: &AtomicBool::new(false),
            progress: &|_| {},
            row: Some(&row),
            beside: Beside::Nothing,
        };
        let (toy, mut rows) = (toy(3), String::new());
        let mut write = |text: &str| {
            rows.push_str(text);
            Ok::<(), ()>(())
        };
        let pool = super::threads(Some(threads)).expect("threads");
        let batch = pool.install(|| play(&[&toy], &orders, &mut write));
        (batch.expect("everything is written"), rows)
    }

    #[test]
    fn rows_come_in_the_order_of_the_fights_on_any_number_of_threads() {
        let (batch, rows) = played(1, None);
        let expected: String = (3..45_000).map(|number| format!("{number}\n")).collect();
        assert!(rows == expected);
        assert_eq!(batch.done.ranges(), [(3, 45_000)]);
        assert_eq!(batch.tallies[0].wins.iter().sum::<u64>(), 44_997);
        for threads in [2, 5] {
            assert!(played(threads, None) == (batch.clone(), expected.clone()));
        }
    }

    #[test]
    fn what_is_compared_with_an_earlier_batch_comes_to_the_same_pairs() {
        let (first, second) = (toy(3), toy(7));
        let batch = |arenas: &[&dyn Arena], beside: Beside<'_>, numbers: Range<u64>| {
            let orders = Orders {
                seed: 1,
                numbers,
                limits: Limits::default(),
                until: None,
                stop: &AtomicBool::new(false),
                progress: &|_| {},
                row: None,
                beside,
            };
            let pool = super::threads(Some(2)).expect("threads");
            let played = pool.install(|| play(arenas, &orders, &mut |_| Ok::<(), ()>(())));
            played.expect("nothing is written")
        };
        let together = batch(&[&first, &second], Beside::Nothing, 5..30_000);
        let before = batch(&[&first], Beside::First, 5..30_000);
        assert!(before.pairs.is_empty());
        let beside = Beside::Later(&before.winners);
        let after = batch(&[&second], beside, 5..30_000);
        assert_eq!(after.pairs, together.pairs);
        assert!(after.pairs.iter().all(|pairs| pairs.total() == 29_995));
        // Fights that were played in one alone are no pairs.
        let further = batch(&[&second], beside, 29_000..40_000);
        assert_eq!(further.pairs[0].total(), 1_000);
    }

    #[test]
    fn a_batch_ends_at_the_same_look_on_any_number_of_threads() {
        let (batch, rows) = played(1, Some(0.01));
        assert!(batch.is_narrow(0.01) && batch.done.count().is_multiple_of(LOOK));
        assert!(batch.done.count() < 44_997);
        assert!(played(3, Some(0.01)) == (batch, rows));
    }

    #[test]
    fn nothing_is_played_once_rows_cannot_be_written() {
        let row = |_: usize, _: &FightRecord, _: &mut String| {};
        let played = std::sync::atomic::AtomicU64::new(0);
        let orders = Orders {
            seed: 1,
            numbers: 0..90_000,
            limits: Limits::default(),
            until: None,
            stop: &AtomicBool::new(false),
            progress: &|count| {
                played.fetch_add(count, Ordering::Relaxed);
            },
            row: Some(&row),
            beside: Beside::Nothing,
        };
        let full = play(&[&toy(3)], &orders, &mut |_| Err("full"));
        assert_eq!(full, Err("full"));
        assert_eq!(played.load(Ordering::Relaxed), BLOCK);
    }

    #[test]
    fn ranges_join_where_they_touch() {
        let mut done = Done::default();
        done.add(20..30);
        done.add(0..10);
        done.add(40..40);
        assert_eq!(done.ranges(), [(0, 10), (20, 30)]);
        done.add(10..20);
        assert_eq!(done.ranges(), [(0, 30)]);
        assert_eq!(done.count(), 30);
    }

    #[test]
    fn gaps_are_what_was_not_played() {
        let mut done = Done::default();
        assert_eq!(done.gaps(5).ranges(), [(0, 5)]);
        done.add(3..10);
        done.add(20..30);
        assert_eq!(done.gaps(40).ranges(), [(0, 3), (10, 20), (30, 40)]);
        assert_eq!(done.gaps(15).ranges(), [(0, 3), (10, 15)]);
        done.add(0..40);
        assert!(done.gaps(40).ranges().is_empty());
    }

    #[test]
    fn what_was_played_twice_is_found() {
        let (mut one, mut other) = (Done::default(), Done::default());
        one.add(0..10);
        one.add(20..30);
        other.add(10..20);
        assert_eq!(one.overlap(&other), None);
        other.add(25..26);
        assert_eq!(one.overlap(&other), Some(25));
    }

    #[test]
    fn shards_are_all_there_is() {
        for total in [0, 1, 7, 100, 1_000_003] {
            let mut next = 0;
            for number in 1..=8 {
                let numbers = shard(total, number, 8);
                assert_eq!(numbers.start, next);
                next = numbers.end;
            }
            assert_eq!(next, total);
        }
    }
}
