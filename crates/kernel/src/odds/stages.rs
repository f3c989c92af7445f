//! Stages of an act: where courses that come to the same at the end of one go on as one.

use std::any::Any;

use rustc_hash::FxHashMap;

use super::measure::Measure;
use crate::tape::Moment;

/// A place from which courses are followed: the beginning of the act, or the end of a stage with what it has come to.
pub(super) type Point = usize;

/// Where every act begins.
pub(super) const BEGINNING: Point = 0;

/// What a course comes to, seen from the last point on it.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// An outcome, by its number.
    Outcome(usize),
    /// What lies beyond the explosions of dice that are followed.
    Beyond,
    /// The next point.
    Point(Point),
}

/// A part of a course: from one point to what comes next, and how much it weighs, what comes to its beginning taken as one.
pub(super) struct Way<M> {
    pub(super) from: Point,
    pub(super) to: End,
    pub(super) weight: M,
}

/// What a stage has come to, and the point that it is.
type Ended = (Box<dyn Any>, Point);

/// A stage under way or done, with the dice that have fallen before it.
struct Stage {
    /// How many rolls these are.
    rolls: usize,
    /// The last point before it, and how many rolls lead to it.
    last: (Point, usize),
    /// What it has come to so far, by hash.
    ended: FxHashMap<u64, Vec<Ended>>,
    /// The point that is being followed, and how many rolls lead to it.
    open: Option<(Point, usize)>,
}

/// Where a course is at the end of a stage.
pub(super) enum Crossing {
    /// No dice have fallen in it: there is nothing that courses could share.
    Plain,
    /// At a point to which its dice have led the course before.
    Known(Point),
    /// At one that no course has come to.
    New(Point),
    /// At one from which all has been followed already.
    Done(Point),
}

/// The stages of the course that is followed, those before the last die that has changed.
#[derive(Default)]
pub(super) struct Stages {
    list: Vec<Stage>,
    /// How many of them the course has begun.
    begun: usize,
    /// How many points there are besides the beginning.
    points: usize,
    /// How often a course has come to one of them that was known, and stopped there.
    met: usize,
}

impl Stages {
    /// How many points there are, the beginning among them.
    pub(super) fn points(&self) -> usize {
        self.points + 1
    }

    /// How many of the courses that have come to the end of a stage were the first to come to the same.
    pub(super) fn share_new(&self) -> f64 {
        self.points as f64 / (self.points + self.met).max(1) as f64
    }

    /// How many rolls lead to each of the points that are being followed, one after the other.
    pub(super) fn led(&self) -> Vec<usize> {
        let open = self.list.iter().filter_map(|stage| stage.open);
        let mut led: Vec<usize> = open.map(|(_, rolls)| rolls).collect();
        led.sort_unstable();
        led
    }

    /// A course begins.
    pub(super) fn restart(&mut self) {
        self.begun = 0;
    }

    /// A course goes on from where a stage has begun: after how many rolls that was, and the last point before it.
    pub(super) fn resume(&mut self, place: usize) -> Option<(usize, (Point, usize))> {
        let stage = self.list.get(place)?;
        self.begun = place + 1;
        Some((stage.rolls, stage.last))
    }

    /// After how many rolls a stage has begun.
    pub(super) fn beginning(&self, place: usize) -> Option<usize> {
        self.list.get(place).map(|stage| stage.rolls)
    }

    /// A stage begins after so many rolls; its place.
    pub(super) fn begin(&mut self, rolls: usize, last: (Point, usize)) -> usize {
        let place = self.begun;
        if place == self.list.len() {
            self.list.push(Stage {
                rolls,
                last,
                ended: FxHashMap::default(),
                open: None,
            });
        }
        self.begun += 1;
        place
    }

    /// A stage ends after so many rolls.
    pub(super) fn end(&mut self, place: usize, rolls: usize, moment: &dyn Moment) -> Crossing {
        let Some(stage) = self.list.get_mut(place).filter(|one| one.rolls < rolls) else {
            return Crossing::Plain;
        };
        if let Some((point, _)) = stage.open {
            return Crossing::Known(point);
        }
        let alike = stage.ended.entry(moment.hashed()).or_default();
        if let Some((_, point)) = alike.iter().find(|(known, _)| moment.is(known.as_ref())) {
            self.met += 1;
            return Crossing::Done(*point);
        }
        self.points += 1;
        alike.push((moment.kept(), self.points));
        stage.open = Some((self.points, rolls));
        Crossing::New(self.points)
    }

    /// The last of so many rolls falls otherwise in the next course: all that came after it is done with.
    pub(super) fn turn(&mut self, rolls: usize) {
        let before = |stage: &Stage| stage.rolls < rolls;
        let kept = self.list.iter().take_while(|one| before(one)).count();
        self.list.truncate(kept);
        for stage in &mut self.list {
            stage.open = stage.open.filter(|(_, led)| *led < rolls);
        }
    }
}

/// How much comes to each point in all, in parts of as many wholes as there are.
pub(super) fn come_to<M: Measure>(ways: &[Way<M>], points: usize) -> Vec<Vec<M>> {
    let mut come: Vec<Vec<M>> = vec![Vec::new(); points];
    come[BEGINNING].push(M::one());
    if points == 1 {
        return come;
    }
    let mut leading: Vec<Vec<(Point, &M)>> = vec![Vec::new(); points];
    let mut awaited = vec![0_usize; points];
    for way in ways {
        if let End::Point(to) = way.to {
            leading[way.from].push((to, &way.weight));
            awaited[to] += 1;
        }
    }
    // A point is gone on from as soon as all that comes to it has come.
    let mut ready = vec![BEGINNING];
    while let Some(from) = ready.pop() {
        let parts = std::mem::take(&mut come[from]);
        for (to, weight) in std::mem::take(&mut leading[from]) {
            for part in &parts {
                add(&mut come[to], part.times(weight));
            }
            awaited[to] -= 1;
            if awaited[to] == 0 {
                ready.push(to);
            }
        }
        come[from] = parts;
    }
    come
}

/// Adds a weight to what is a part of the same whole, if there is such a one.
fn add<M: Measure>(parts: &mut Vec<M>, more: M) {
    let added = parts.iter_mut().any(|part| part.add(&more));
    if !added {
        parts.push(more);
    }
}
