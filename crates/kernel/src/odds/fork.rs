//! Dice that go through all their outcomes, one run after the other.

use std::cell::Cell;
use std::rc::Rc;

use indexmap::map::Entry;
use num_bigint::BigUint;

use super::measure::Measure;
use super::stages::{BEGINNING, Crossing, End, Point, Stages, Way};
use super::{NoOdds, Weights, ratio};
use crate::dice::weight::least_common;
use crate::dice::{Faces, Pool, Reading};
use crate::story::Roll;
use crate::tape::{Detail, Dice, Moment, Stop};

/// The most outcomes of one roll that are gone through face by face.
const FACES_LISTED_MAX: usize = 100_000;

/// So many courses go on from the beginnings of stages before it is looked again whether all is within the budget, and whether anybody still
/// waits for it.
const BESIDES_MAX: u64 = 128;

/// One way in which a roll may fall.
pub(super) struct Fall {
    faces: Faces,
    pub(super) weight: BigUint,
    pub(super) chance: f64,
    /// Weight and denominator, where both are small.
    pub(super) small: Option<(u128, u128)>,
}

/// All ways in which a roll may fall, as far as its rule can tell them apart.
pub(super) struct Falls {
    list: Vec<Fall>,
    /// What each of them comes to, where that may be asked for again and again.
    readings: Vec<Reading>,
    pub(super) tail: BigUint,
    pub(super) denominator: BigUint,
}

impl Falls {
    fn new(outcomes: Vec<(Faces, BigUint)>, tail: BigUint, denominator: BigUint) -> Self {
        let whole = u128::try_from(&denominator).ok();
        let fall = |(faces, weight): (Faces, BigUint)| Fall {
            faces,
            chance: ratio(&weight, &denominator),
            small: u128::try_from(&weight).ok().zip(whole),
            weight,
        };
        Self {
            list: outcomes.into_iter().map(fall).collect(),
            readings: Vec::new(),
            tail,
            denominator,
        }
    }

    fn by_total(pool: &Pool) -> Self {
        let all = pool.outcomes();
        let list = all.list.into_iter();
        let pairs = list.map(|outcome| (outcome.faces, outcome.weight));
        let mut falls = Self::new(pairs.collect(), all.tail, all.denominator);
        let read = |fall: &Fall| pool.read(fall.faces.as_slice());
        falls.readings = falls.list.iter().map(read).collect();
        falls
    }

    /// The class of each fall; which total a class has is all that can differ between two rolls of it.
    fn by_class(&self, class: &dyn Fn(&Reading) -> u32) -> Vec<u32> {
        self.readings.iter().map(class).collect()
    }

    /// The class of the faces of each fall.
    fn by_shown(&self, class: &dyn Fn(&[u16]) -> u32) -> Vec<u32> {
        let faces = self.list.iter().map(|fall| fall.faces.as_slice());
        faces.map(class).collect()
    }

    /// One fall for each of these classes, which stand in the order of the falls.
    fn grouped(&self, of: &[u32]) -> Self {
        let mut classes: Weights<u32, (Faces, Sum)> = Weights::default();
        for (fall, class) in self.list.iter().zip(of) {
            let known = classes.entry(*class);
            known.or_insert((fall.faces, Sum::default())).1.add(fall);
        }
        let outcomes = classes.into_values();
        Self::new(
            outcomes.map(|(faces, sum)| (faces, sum.weight())).collect(),
            self.tail.clone(),
            self.denominator.clone(),
        )
    }

    /// Every sequence of faces; `None` if there are too many. A chain of explosions is followed as far as its weight can be counted.
    fn by_face(pool: &Pool) -> Option<Self> {
        let mut done: Vec<(Faces, u64)> = Vec::new();
        let mut open = vec![(Faces::new(), 1_u64)];
        let mut beyond: Vec<u64> = Vec::new();
        while let Some((faces, denominator)) = open.pop() {
            let Some(sides) = pool.next_die(faces.as_slice()) else {
                done.push((faces, denominator));
                if done.len() > FACES_LISTED_MAX {
                    return None;
                }
                continue;
            };
            let Some(longer) = denominator.checked_mul(u64::from(sides)) else {
                beyond.push(denominator);
                continue;
            };
            for face in (1..=sides).rev() {
                let mut faces = faces;
                match faces.push(face) {
                    Ok(()) => open.push((faces, longer)),
                    Err(_) => beyond.push(longer),
                }
            }
        }
        let denominators = done.iter().map(|(_, denominator)| denominator);
        let common = denominators
            .chain(&beyond)
            .fold(BigUint::from(1_u8), |common, one| {
                least_common(common, &BigUint::from(*one))
            });
        let weight = |denominator: u64| &common / BigUint::from(denominator);
        let tail = beyond.into_iter().map(weight).sum();
        let pairs = done
            .into_iter()
            .map(|(faces, denominator)| (faces, weight(denominator)));
        Some(Self::new(pairs.collect(), tail, common.clone()))
    }
}

/// Weights added up; small ones without taking memory.
#[derive(Default)]
struct Sum {
    small: u128,
    large: BigUint,
}

impl Sum {
    fn add(&mut self, fall: &Fall) {
        let small = fall.small.map(|(weight, _)| weight);
        match small.and_then(|weight| self.small.checked_add(weight)) {
            Some(sum) => self.small = sum,
            None => self.large += &fall.weight,
        }
    }

    fn weight(self) -> BigUint {
        self.large + self.small
    }
}

/// One point where the dice may fall this way or that.
struct Branch<M> {
    falls: Rc<Falls>,
    taken: usize,
    /// The last point of the course before it.
    from: Point,
    /// The weight of the course from there up to here.
    before: M,
    /// How many ways were known before the first that comes through here.
    first: usize,
    /// The weight of courses from here that are void, their rolls being thrown again.
    void: Option<M>,
    /// How much had been answered and found out before.
    known: usize,
}

/// How much of all ways in which these rolls may fall comes before the one that is being followed, and how much that is.
fn taken<M>(branches: &[Branch<M>]) -> (f64, f64) {
    branches.iter().fold((0.0, 1.0), |(done, part), branch| {
        let part = part / branch.falls.list.len().max(1) as f64;
        (done + branch.taken as f64 * part, part)
    })
}

/// How finely dice are gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grain {
    /// As far as rules can tell outcomes apart: totals, or classes of them.
    #[default]
    Merged,
    /// Every face of every die, whatever rules make of them: slower, and the same in the end.
    Faces,
}

/// Dice that go through all their outcomes, one run after the other.
pub(super) struct Fork<'c, M> {
    branches: Vec<Branch<M>>,
    at: usize,
    /// What courses come to, from one point to the next.
    pub(super) ways: Vec<Way<M>>,
    /// Where courses come to the same; `None`: each is followed to its end.
    stages: Option<Stages>,
    /// The last point of the course, and how many rolls lead to it.
    last: (Point, usize),
    too_many: bool,
    /// How many courses have gone on from the beginning of a stage since this was asked last.
    besides: u64,
    /// How many may, so that all are within the budget.
    besides_most: u64,
    grain: Grain,
    /// How much the course has come to that was answered and found out.
    known: &'c Cell<usize>,
    cache: &'c mut FallsCache,
}

/// The falls of every pool met so far.
#[derive(Default)]
pub(super) struct FallsCache {
    totals: Weights<Pool, Rc<Falls>>,
    faces: Weights<Pool, Option<Rc<Falls>>>,
    /// Taken together in classes: the same roll is made in many courses.
    classes: [Weights<Classes, Rc<Falls>>; 2],
}

/// The classes of all falls of a pool, in their order.
type Classes = (Pool, Vec<u32>);

impl FallsCache {
    fn totals(&mut self, pool: &Pool) -> Rc<Falls> {
        let known = self.totals.entry(*pool);
        Rc::clone(known.or_insert_with(|| Rc::new(Falls::by_total(pool))))
    }

    fn falls(&mut self, roll: &Roll, detail: &Detail<'_>, grain: Grain) -> Option<Rc<Falls>> {
        let pool = &roll.pool;
        let detail = match grain {
            Grain::Merged => detail,
            Grain::Faces => &Detail::Faces,
        };
        match detail {
            Detail::Total => Some(self.totals(pool)),
            Detail::Class(class) => {
                let all = self.totals(pool);
                let classes = all.by_class(class);
                Some(grouped(&mut self.classes[0], &all, (*pool, classes)))
            }
            Detail::Shown(class) => {
                let all = self.faces(pool)?;
                let classes = all.by_shown(class);
                Some(grouped(&mut self.classes[1], &all, (*pool, classes)))
            }
            Detail::Faces => self.faces(pool),
        }
    }

    fn faces(&mut self, pool: &Pool) -> Option<Rc<Falls>> {
        let known = self.faces.entry(*pool);
        known
            .or_insert_with(|| Falls::by_face(pool).map(Rc::new))
            .clone()
    }
}

/// The falls of a pool taken together in these classes, if they were not before.
fn grouped(known: &mut Weights<Classes, Rc<Falls>>, all: &Falls, classes: Classes) -> Rc<Falls> {
    match known.entry(classes) {
        Entry::Occupied(known) => Rc::clone(known.get()),
        Entry::Vacant(new) => {
            let falls = Rc::new(all.grouped(&new.key().1));
            Rc::clone(new.insert(falls))
        }
    }
}

impl<'c, M: Measure> Fork<'c, M> {
    pub(super) fn new(cache: &'c mut FallsCache, grain: Grain, known: &'c Cell<usize>) -> Self {
        Self {
            branches: Vec::new(),
            at: 0,
            ways: Vec::new(),
            stages: None,
            last: (BEGINNING, 0),
            too_many: false,
            besides: 0,
            besides_most: BESIDES_MAX,
            grain,
            known,
            cache,
        }
    }

    /// The same dice, where courses that have come to the same in a stage go on as one.
    pub(super) fn merging(self) -> Self {
        Self {
            stages: Some(Stages::default()),
            ..self
        }
    }

    /// Turns to the next course; `false` when all are done.
    pub(super) fn advance(&mut self) -> bool {
        self.at = 0;
        self.last = (BEGINNING, 0);
        if let Some(stages) = &mut self.stages {
            stages.restart();
        }
        while let rolls @ 1.. = self.branches.len() {
            if let Some(stages) = &mut self.stages {
                stages.turn(rolls);
            }
            let last = &mut self.branches[rolls - 1];
            last.taken += 1;
            if last.taken < last.falls.list.len() {
                return true;
            }
            if let Some(Branch {
                from,
                before,
                first,
                void: Some(void),
                ..
            }) = self.branches.pop()
            {
                // The others from there weigh so much more.
                let of_it = self.ways[first..].iter_mut().filter(|way| way.from == from);
                of_it.for_each(|way| way.weight = way.weight.without(&before, &void));
            }
        }
        false
    }

    /// How many courses there were besides those that were followed from the beginning of the act, since this was asked last.
    pub(super) fn besides(&mut self) -> u64 {
        std::mem::take(&mut self.besides)
    }

    /// A course begins, besides which so many may be followed at most.
    pub(super) fn leave(&mut self, left: u64) {
        self.besides_most = left.min(BESIDES_MAX);
    }

    /// How many points courses have parted from.
    pub(super) fn points(&self) -> usize {
        self.stages.as_ref().map_or(1, Stages::points)
    }

    /// The course has come to its end.
    pub(super) fn ends(&mut self, to: End) {
        let weight = self.weight();
        self.way(to, weight);
    }

    fn way(&mut self, to: End, weight: M) {
        let (from, _) = self.last;
        self.ways.push(Way { from, to, weight });
    }

    /// How much of what was answered and found out in the last course comes again in the next one: what came before the roll in which they
    /// part.
    pub(super) fn known_kept(&self) -> usize {
        self.branches.last().map_or(0, |branch| branch.known)
    }

    /// How much of all courses is done, each way in which a roll may fall taken to lead to as many courses as the others; of those in a stage,
    /// to as many points as they have led to in stages so far.
    pub(super) fn progress(&self) -> f64 {
        let new = self.stages.as_ref().map_or(1.0, Stages::share_new);
        let led = self.stages.as_ref().map(Stages::led).unwrap_or_default();
        let (mut done, mut part, mut from) = (0.0, 1.0, 0);
        for rolls in led {
            let (before, one) = taken(&self.branches[from..rolls]);
            // The way that is being followed leads to a point of its own.
            let points = 1.0 + (1.0 / one - 1.0) * new;
            done += part * (before / one) * new / points;
            part /= points;
            from = rolls;
        }
        done + part * taken(&self.branches[from..]).0
    }

    /// The weight of the course from its last point up to the last roll made.
    fn weight(&self) -> M {
        let (_, rolls) = self.last;
        let last = self.at.checked_sub(1).filter(|at| *at >= rolls);
        let last = last.and_then(|at| self.branches.get(at));
        match last {
            Some(branch) => match branch.falls.list.get(branch.taken) {
                Some(fall) => branch.before.then(fall, &branch.falls),
                None => branch.before.clone(),
            },
            None => M::one(),
        }
    }

    /// Why a run with these dice stopped.
    pub(super) fn why(&self, stop: Stop, budget: u64) -> NoOdds {
        match stop {
            Stop::Need if self.too_many => NoOdds::Budget(budget),
            Stop::Need => NoOdds::Undecided,
            other => NoOdds::Fault(other),
        }
    }
}

impl<M: Measure> Dice for Fork<'_, M> {
    fn throw(&mut self, roll: &Roll, detail: &Detail<'_>) -> Option<Faces> {
        if self.at == self.branches.len() {
            let Some(falls) = self.cache.falls(roll, detail, self.grain) else {
                self.too_many = true;
                return None;
            };
            let before = self.weight();
            let first = self.ways.len();
            if falls.tail != BigUint::ZERO {
                self.way(End::Beyond, before.beyond(&falls));
            }
            self.branches.push(Branch {
                falls,
                taken: 0,
                from: self.last.0,
                before,
                first,
                void: None,
                known: self.known.get(),
            });
        }
        let branch = &self.branches[self.at];
        self.at += 1;
        branch.falls.list.get(branch.taken).map(|fall| fall.faces)
    }

    fn again(&mut self, rolls: usize) -> bool {
        let weight = self.weight();
        let from = self.at.checked_sub(rolls);
        let (_, since) = self.last;
        // Where some of them fell before, on the tape, there is nothing to weigh anew: this course is followed on.
        debug_assert!(
            from.is_none_or(|from| from >= since),
            "rolls that are void lie after the last stage before them"
        );
        let from = from.filter(|from| *from >= since);
        let Some(branch) = from.and_then(|from| self.branches.get_mut(from)) else {
            return false;
        };
        branch.void = Some(match branch.void.take() {
            Some(void) => void.plus(&weight),
            None => weight,
        });
        true
    }

    fn begin_stage(&mut self) -> Option<usize> {
        let (rolls, last) = (self.at, self.last);
        self.stages.as_mut().map(|stages| stages.begin(rolls, last))
    }

    fn next_in_stage(&mut self, stage: usize) -> Option<usize> {
        let rolls = self.stages.as_ref()?.beginning(stage)?;
        let mut inside = self.branches.get(rolls..)?.iter();
        let is_left = inside.any(|branch| branch.taken + 1 < branch.falls.list.len());
        if !is_left || self.besides >= self.besides_most {
            return None;
        }
        self.besides += 1;
        let goes_on = self.advance();
        debug_assert!(goes_on, "a way is left in which one of the rolls may fall");
        (self.at, self.last) = self.stages.as_mut()?.resume(stage)?;
        Some(self.known_kept())
    }

    fn end_stage(&mut self, stage: usize, moment: &dyn Moment) -> bool {
        let rolls = self.at;
        let Some(stages) = &mut self.stages else {
            return false;
        };
        match stages.end(stage, rolls, moment) {
            Crossing::Plain => {}
            Crossing::Known(point) => self.last = (point, rolls),
            Crossing::New(point) => {
                self.ends(End::Point(point));
                self.last = (point, rolls);
            }
            Crossing::Done(point) => {
                self.ends(End::Point(point));
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::pool;

    #[test]
    fn classes_of_faces_tell_more_than_totals_and_keep_the_weights() {
        let falls = Falls::by_face(&pool!("2d20")).expect("few enough to list");
        let classes = falls.grouped(&falls.by_shown(&|faces| u32::from(faces[0] > faces[1])));
        let weights: Vec<&BigUint> = classes.list.iter().map(|fall| &fall.weight).collect();
        assert_eq!(weights, [&BigUint::from(210_u8), &BigUint::from(190_u8)]);
        assert_eq!(classes.denominator, BigUint::from(400_u16));
    }
}
