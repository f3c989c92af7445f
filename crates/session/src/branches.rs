//! Courses of a fight that were left, in sentences.

use std::collections::BTreeMap;

use affray_kernel::System;
use affray_kernel::fight::{Branch, Entry, Fight};
use affray_kernel::story::{Depth, Note};

use crate::discretion::{Discretion, Discretions};
use crate::log::{LogLine, Telling};
use crate::secrecy::Viewer;
use crate::session::BranchSeen;

/// What is remarked when another course is put in force.
pub(crate) const TAKEN_UP: &str = "Another course of the fight is taken up again.";

/// What was found out about courses that were left, for each who has asked: their rules are run once.
#[derive(Default)]
pub(crate) struct Known {
    /// What was kept from players by then.
    kept: Discretion,
    of: Vec<(Viewer, Told)>,
}

/// What there is to hear of courses, each by the number of entries that it shares and by which its first and its last entry are of all.
type Told = BTreeMap<(usize, usize, usize), Heard>;

/// What there is to hear of a course.
#[derive(Clone)]
struct Heard {
    events: usize,
    time: String,
    first: Option<String>,
    last: Option<String>,
}

impl Known {
    /// Takes out what is known for that viewer while this is kept from players.
    fn take(&mut self, viewer: &Viewer, kept: &Discretion) -> Told {
        if self.kept != *kept {
            self.of.clear();
            self.kept.clone_from(kept);
        }
        let at = self.of.iter().position(|(of, _)| of == viewer);
        at.map_or_else(Told::new, |at| self.of.swap_remove(at).1)
    }
}

/// The courses that were left, as the viewer may hear of them, each with its place among all. Of one in which there was nothing to hear, and
/// of what came after the last thing to be heard, only the game master does; numbers and times of others tell nothing of it. What is kept from
/// players now, and what was when an entry was made, is not told.
pub(crate) fn seen<S: System>(
    fight: &Fight<S>,
    (kept, made): (&Discretions, &Discretions),
    viewer: &Viewer,
    known: &mut Known,
) -> Vec<(usize, BranchSeen)> {
    let hears_all = *viewer == Viewer::GameMaster;
    let mut before = known.take(viewer, &kept.now());
    let mut told = Told::new();
    let mut all: Vec<(usize, BranchSeen)> = Vec::new();
    for (place, branch) in fight.branches().iter().enumerate() {
        let ends = [branch.entries().next(), branch.last()];
        let [first, last] = ends.map(|entry| entry.map_or(0, |entry| entry.made));
        let key = (branch.shared, first, last);
        let heard = before.remove(&key);
        let heard = heard.unwrap_or_else(|| heard_of(fight, branch, (kept, made), viewer));
        if heard.events > 0 || hears_all {
            let seen = BranchSeen {
                number: all.len() + 1,
                shared: hears_all.then_some(branch.shared),
                events: heard.events,
                time: heard.time.clone(),
                first: heard.first.clone(),
                last: heard.last.clone(),
            };
            all.push((place, seen));
        }
        told.insert(key, heard);
    }
    known.of.push((viewer.clone(), told));
    all
}

/// What there is to hear of a course, found out by running the rules of its entries again.
fn heard_of<S: System>(
    fight: &Fight<S>,
    branch: &Branch<'_, S>,
    (kept, made): (&Discretions, &Discretions),
    viewer: &Viewer,
) -> Heard {
    let mut state = fight.state_after(branch.shared);
    let mut heard = Heard {
        events: 0,
        time: S::view(&state).time.heading,
        first: None,
        last: None,
    };
    for entry in branch.entries() {
        let telling = again(entry, &mut state, &kept.now_and(made, entry.made));
        let lines = telling.lines(0, viewer);
        if *viewer == Viewer::GameMaster || !lines.is_empty() {
            heard.time = S::view(&state).time.heading;
        }
        let events = lines.into_iter().filter(|line| line.depth == Depth::Event);
        for LogLine { text, .. } in events {
            heard.events += 1;
            heard.first.get_or_insert_with(|| text.clone());
            heard.last = Some(text);
        }
    }
    heard
}

/// Tells an entry by running its rules again; `state` is the one before it, and afterwards the one after it.
pub(crate) fn again<S: System>(
    entry: &Entry<S>,
    state: &mut S::State,
    kept: &Discretion,
) -> Telling {
    let before = state.clone();
    let notes = Fight::verify(entry, state).unwrap_or_else(|_| {
        // Written by rules that were different: its facts are what is known.
        *state = before.clone();
        for fact in &entry.facts {
            S::apply(state, fact);
        }
        entry.facts.iter().cloned().map(Note::Fact).collect()
    });
    Telling::of::<S>(&before, &notes, kept).of_entry(entry)
}
