//! Courses of a fight that were left, in sentences.

use affray_kernel::System;
use affray_kernel::fight::{Branch, Entry, Fight};
use affray_kernel::story::{Depth, Note};

use crate::discretion::Discretion;
use crate::log::{LogLine, Telling};
use crate::secrecy::Viewer;
use crate::session::BranchSeen;

/// What is remarked when another course is put in force.
pub(crate) const TAKEN_UP: &str = "Another course of the fight is taken up again.";

/// The courses that were left, as the viewer may hear of them, each with its place among all. Of one in which there was nothing to hear, and
/// of what came after the last thing to be heard, only the game master does; numbers and times of others tell nothing of it.
pub(crate) fn seen<S: System>(
    fight: &Fight<S>,
    kept: &Discretion,
    viewer: &Viewer,
) -> Vec<(usize, BranchSeen)> {
    let hears_all = *viewer == Viewer::GameMaster;
    let seen = |branch: &Branch<'_, S>| {
        let mut state = fight.state_after(branch.shared);
        let mut time = S::view(&state).time.heading;
        let mut events: Vec<String> = Vec::new();
        for entry in branch.entries() {
            let telling = again(entry, &mut state, kept);
            let lines = telling.lines(0, viewer);
            if hears_all || !lines.is_empty() {
                time = S::view(&state).time.heading;
            }
            let told = lines.into_iter();
            events.extend(told.filter(|line| line.depth == Depth::Event).map(text));
        }
        BranchSeen {
            number: 0,
            shared: hears_all.then_some(branch.shared),
            events: events.len(),
            time,
            first: events.first().cloned(),
            last: events.pop(),
        }
    };
    let branches = fight.branches();
    let mut all: Vec<(usize, BranchSeen)> = branches.iter().map(seen).enumerate().collect();
    all.retain(|(_, branch)| branch.events > 0 || hears_all);
    for ((_, branch), number) in all.iter_mut().zip(1..) {
        branch.number = number;
    }
    all
}

fn text(line: LogLine) -> String {
    line.text
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
