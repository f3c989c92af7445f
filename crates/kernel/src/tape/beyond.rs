//! Dice beyond the end of a tape.

use super::Moment;
use crate::dice::{Faces, Reading, Seeded};
use crate::id::CreatureId;
use crate::story::Roll;

/// The dice beyond the end of the tape.
pub enum Beyond<'t> {
    /// The seeded generator.
    Seeded(Seeded),
    /// The seeded generator, but for the rolls of those who throw real dice: these are missing.
    Mixed(Seeded, &'t dyn Fn(Option<CreatureId>) -> bool),
    /// Other dice.
    Dice(&'t mut dyn Dice),
    /// None: what is not on the tape is missing.
    Nothing,
}

/// How much of a roll its rule looks at: what an enumeration has to tell apart.
pub enum Detail<'a> {
    /// Every face.
    Faces,
    /// The total alone.
    Total,
    /// A class of the reading.
    Class(&'a dyn Fn(&Reading) -> u32),
    /// A class of the faces, in the order in which they fell.
    Shown(&'a dyn Fn(&[u16]) -> u32),
}

/// Something that throws dice: typed by people, written in a script, or forked into all outcomes.
pub trait Dice {
    /// The faces of the roll, or `None` if they are not there yet.
    fn throw(&mut self, roll: &Roll, detail: &Detail<'_>) -> Option<Faces>;

    /// Whether the course of the last so many rolls need not be followed, as they are void and thrown again.
    fn again(&mut self, _rolls: usize) -> bool {
        false
    }

    /// A stage begins: its number, where courses that come to the same in it go on as one.
    fn begin_stage(&mut self) -> Option<usize> {
        None
    }

    /// A stage ends: whether what follows from there has been followed already.
    fn end_stage(&mut self, _stage: usize, _moment: &dyn Moment) -> bool {
        false
    }

    /// A course that need not be followed any farther parts from the next one in a stage, from whose beginning that can go on: how much of
    /// what was answered and found out comes again in it.
    fn next_in_stage(&mut self, _stage: usize) -> Option<usize> {
        None
    }
}
