//! Finding every mistake of a tree, though serde stops at the first.
//!
//! After each mistake the offending value is replaced by a stand-in that reads as an empty value of any type, or an
//! unknown key is taken out, or a missing one put in; then the tree is read again, until nothing new is found.
//! What fails only because of a stand-in is not reported.

use std::ops::Range;

use serde::de::DeserializeOwned;

use super::fault::{Fault, Found, Kind};
use super::path::{self, Step};
use super::reader::Reader;
use super::tree::{Entry, Node, Value};
use super::{Problem, Problems, Source, Tree};

/// More mistakes than this are not worth listing.
pub const MOST_PROBLEMS: usize = 100;
/// Readings of one file, a mistake needing at most a few: a bound on the work that a hostile file can cause.
const MOST_READINGS: usize = 500;

/// Reads a tree into a typed value or reports all its mistakes.
pub(super) fn read<T: DeserializeOwned>(tree: &Tree, source: &Source) -> Result<T, Problems> {
    let first = match T::deserialize(Reader::new(&tree.root)) {
        Ok(value) => return Ok(value),
        Err(fault) => fault,
    };
    let mut mending = Mending {
        root: tree.root.clone(),
        problems: Problems::none(source),
        moved: Vec::new(),
        lost: Vec::new(),
    };
    let mut fault = first;
    for _ in 0..MOST_READINGS {
        if !mending.mend(fault) || mending.problems.list.len() >= MOST_PROBLEMS {
            break;
        }
        match T::deserialize(Reader::new(&mending.root)) {
            Ok(_) => break,
            Err(next) => fault = next,
        }
    }
    mending
        .problems
        .list
        .sort_by_key(|problem| problem.span.start);
    Err(mending.problems)
}

struct Mending {
    root: Node,
    problems: Problems,
    /// Stand-ins put behind everything else of their table, so that the rest is read before they fail.
    moved: Vec<Vec<Step>>,
    /// What was taken out because nothing can stand in for it.
    lost: Vec<Vec<Step>>,
}

impl Mending {
    /// Records a mistake and changes the tree so that the next one is found. False when nothing can be done.
    fn mend(&mut self, fault: Fault) -> bool {
        let mut place = fault.inside_out.clone();
        place.reverse();
        let Some(node) = self.root.at(&place) else {
            return false;
        };
        if matches!(node.value, Value::Hole) {
            return self.give_up(&place);
        }
        match &fault.kind {
            Kind::UnknownKey { key, .. } if !fault.on_key => match key_below(node, key) {
                Some(below) => place.extend(below),
                None => return self.wrong_value(&place, &fault),
            },
            Kind::MissingKey(key) => return self.missing_key(&place, key, &fault),
            _ => {}
        }
        if fault.on_key || matches!(fault.kind, Kind::UnknownKey { .. }) {
            return self.wrong_key(&place, &fault);
        }
        self.wrong_value(&place, &fault)
    }

    fn record(&mut self, place: &[Step], span: Range<usize>, fault: &Fault) {
        let problem = Problem {
            message: fault.message(),
            hint: fault.hint(),
            span,
            path: path::print(place),
        };
        if !self.problems.list.contains(&problem) {
            self.problems.list.push(problem);
        }
    }

    fn wrong_key(&mut self, place: &[Step], fault: &Fault) -> bool {
        let Some((Step::Key(key), around)) = place.split_last() else {
            return false;
        };
        let Some(table) = self.root.at_mut(around) else {
            return false;
        };
        let Some(entry) = table.remove(key) else {
            return false;
        };
        // Without a key that nobody knows the table is as good as before; without another it is not.
        table.mended |= !matches!(fault.kind, Kind::UnknownKey { .. });
        self.record(place, entry.key_span, fault);
        true
    }

    fn missing_key(&mut self, place: &[Step], key: &str, fault: &Fault) -> bool {
        let mut inner = place.to_vec();
        inner.push(Step::Key(key.to_owned()));
        if self.lost.contains(&inner) {
            return self.give_up(place);
        }
        let Some(table) = self.root.at_mut(place) else {
            return false;
        };
        let mut span = table.span.clone();
        let Value::Table(entries) = &mut table.value else {
            return self.wrong_value(place, fault);
        };
        if entries.iter().any(|entry| entry.key == key) {
            // It is missing further in, in a table serde does not tell us.
            return self.wrong_value(place, fault);
        }
        let mut hole = Node::new(span.clone(), Value::Hole);
        hole.mended = true;
        entries.push(Entry {
            key: key.to_owned(),
            key_span: span.clone(),
            node: hole,
        });
        if place.is_empty() {
            // The whole file is meant; to mark all of it would say nothing.
            span.end = span.start;
        }
        self.record(&inner, span, fault);
        true
    }

    fn wrong_value(&mut self, place: &[Step], fault: &Fault) -> bool {
        let Some(node) = self.root.at(place) else {
            return false;
        };
        let mut place = place.to_vec();
        let mut stand_in = Value::Hole;
        match exact_place(node, fault) {
            Exact::Here => {}
            Exact::Below(below) => {
                place.extend(below);
                stand_in = stand_in_for(&fault.kind);
            }
            Exact::Unknown if is_mended(node) => return self.give_up(&place),
            Exact::Unknown => {}
        }
        let Some(node) = self.root.at_mut(&place) else {
            return false;
        };
        let span = node.span.clone();
        node.value = stand_in;
        node.mended = true;
        self.record(&place, span, fault);
        !place.is_empty()
    }

    /// Something failed only because of what was changed before: change more, until it is out of the way.
    fn give_up(&mut self, place: &[Step]) -> bool {
        let Some((step, around)) = place.split_last() else {
            return false;
        };
        let Some(node) = self.root.at_mut(place) else {
            return false;
        };
        node.mended = true;
        if !matches!(node.value, Value::Hole) {
            node.value = Value::Hole;
            return true;
        }
        let key = match step {
            Step::Index(_) => {
                let before = std::mem::replace(&mut node.skipped, true);
                return !before;
            }
            Step::Key(key) => key,
        };
        let Some(table) = self.root.at_mut(around) else {
            return false;
        };
        table.mended = true;
        let Some(entry) = table.remove(key) else {
            return false;
        };
        let place = place.to_vec();
        if self.moved.contains(&place) {
            self.lost.push(place);
        } else if let Value::Table(entries) = &mut table.value {
            entries.push(entry);
            self.moved.push(place);
        }
        true
    }
}

/// What serde knew about the place of a wrong value.
enum Exact {
    /// The value at the place is the wrong one.
    Here,
    /// Serde had forgotten the place; this is the only value below that it can have meant.
    Below(Vec<Step>),
    /// Something in or below the place.
    Unknown,
}

fn exact_place(node: &Node, fault: &Fault) -> Exact {
    let is_meant = |node: &Node| match (&fault.kind, &node.value) {
        (Kind::UnknownWord { word, .. }, Value::Text(text)) => word == text,
        (Kind::Unfit { found, .. }, value) => match (found, value) {
            (Found::Text(one), Value::Text(other)) => one == other,
            (Found::Whole(one), Value::Whole(other)) => one == other,
            (Found::Real(one), Value::Real(other)) => one == other,
            (Found::Truth(one), Value::Truth(other)) => one == other,
            (Found::List, Value::List(_)) | (Found::Table, Value::Table(_)) => true,
            (Found::Other(_), Value::Moment(_)) => true,
            _ => false,
        },
        _ => false,
    };
    if is_meant(node) {
        return Exact::Here;
    }
    let mut found = Vec::new();
    visit_below(node, &mut Vec::new(), &mut |steps, node, _| {
        if is_meant(node) {
            found.push(steps.to_vec());
        }
    });
    match <[Vec<Step>; 1]>::try_from(found) {
        Ok([below]) => Exact::Below(below),
        Err(_) => Exact::Unknown,
    }
}

/// The only place below a node where a key stands.
fn key_below(node: &Node, key: &str) -> Option<Vec<Step>> {
    if node.entry(key).is_some() {
        return Some(vec![Step::Key(key.to_owned())]);
    }
    let mut found = Vec::new();
    visit_below(node, &mut Vec::new(), &mut |steps, _, entry| {
        if entry.is_some_and(|entry| entry.key == key) {
            found.push(steps.to_vec());
        }
    });
    <[Vec<Step>; 1]>::try_from(found).ok().map(|[below]| below)
}

fn visit_below(
    node: &Node,
    steps: &mut Vec<Step>,
    seen: &mut impl FnMut(&[Step], &Node, Option<&Entry>),
) {
    match &node.value {
        Value::List(nodes) => {
            for (index, node) in nodes.iter().enumerate() {
                steps.push(Step::Index(index));
                seen(steps, node, None);
                visit_below(node, steps, seen);
                steps.pop();
            }
        }
        Value::Table(entries) => {
            for entry in entries {
                steps.push(Step::Key(entry.key.clone()));
                seen(steps, &entry.node, Some(entry));
                visit_below(&entry.node, steps, seen);
                steps.pop();
            }
        }
        _ => {}
    }
}

fn is_mended(node: &Node) -> bool {
    let mut mended = node.mended;
    visit_below(node, &mut Vec::new(), &mut |_, node, _| {
        mended |= node.mended;
    });
    mended
}

/// A value that will do where serde reads without telling the type, known only from its complaint.
fn stand_in_for(kind: &Kind) -> Value {
    match kind {
        Kind::UnknownWord { known, .. } => match known.first() {
            Some(word) => Value::Text((*word).to_owned()),
            None => Value::Hole,
        },
        Kind::Unfit { wanted, .. } => match wanted.as_str() {
            "a boolean" => Value::Truth(false),
            "a string" | "string" | "str" => Value::Text(String::new()),
            "a sequence" => Value::List(Vec::new()),
            "a map" => Value::Table(Vec::new()),
            "f32" | "f64" => Value::Real(1.0),
            other if other.starts_with(['u', 'i']) || other.starts_with("a nonzero ") => {
                Value::Whole(1)
            }
            _ => Value::Hole,
        },
        _ => Value::Hole,
    }
}
