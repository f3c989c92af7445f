//! TOML values with the places where they were written.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use super::path::{self, Step};
use super::{Problem, Problems, Source, mend};

/// A parsed TOML text, or part of one, whose values know where they stand in the text.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) root: Node,
}

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) value: Value,
    /// Left out of its list while further mistakes are looked for.
    pub(super) skipped: bool,
    /// Changed while further mistakes are looked for, so that what a type says against it is no news.
    pub(super) mended: bool,
}

/// What a node holds.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    Whole(i128),
    Real(f64),
    Truth(bool),
    Moment(toml::value::Datetime),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// Stands for a value that was found wrong, while further mistakes are looked for: reads as an empty or
    /// zero value of whatever type is wanted.
    Hole,
}

/// A key of a table and what stands under it, in the order of the text.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_span: Range<usize>,
    pub(super) node: Node,
}

impl Tree {
    /// Parses a whole text.
    ///
    /// # Errors
    /// Every syntax error, and every number too large to be kept.
    pub fn parse(source: &Source) -> Result<Self, Problems> {
        Self::parse_part(source, 0..source.text.len())
    }

    /// Parses some bytes of a text as TOML, such as a block of a page; places are those of the whole text.
    ///
    /// # Errors
    /// As for [`Tree::parse`], and if the bytes are not a part of the text.
    pub(crate) fn parse_part(source: &Source, part: Range<usize>) -> Result<Self, Problems> {
        let mut problems = Problems::none(source);
        let Some(text) = source.text.get(part.clone()) else {
            problems.add(part, "these bytes are no part of the text", None);
            return Err(problems);
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let span = error.span().unwrap_or(0..text.len());
            let message = error.message().trim_end().replace('\n', ", ");
            problems.add(shifted(span, part.start), message, None);
        }
        if !problems.list.is_empty() {
            // The recovered rest is a guess; what it seems to lack would only mislead.
            return problems.or(Self::empty());
        }
        let mut planting = Planting {
            offset: part.start,
            problems,
        };
        let span = shifted(table.span(), part.start);
        let value = planting.table(table.get_ref());
        let root = Node::new(span, value);
        planting.problems.or(Self { root })
    }

    /// A tree of values that stand in no text; all of them blame `span`, for instance the place that
    /// pulls them in from elsewhere.
    #[must_use]
    pub(crate) fn from_table(table: &toml::Table, span: Range<usize>) -> Self {
        Self {
            root: Node::from_value(&toml::Value::Table(table.clone()), &span),
        }
    }

    /// A tree with nothing in it.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            root: Node::new(0..0, Value::Table(Vec::new())),
        }
    }

    /// Reads the tree into a typed value.
    ///
    /// # Errors
    /// Every mistake that can be found in one reading; see [`read`](super::read).
    pub fn read<T: DeserializeOwned>(&self, source: &Source) -> Result<T, Problems> {
        mend::read(self, source)
    }

    /// Where the value at a path like `creature[2].at` stands; a key with other letters than words have is
    /// quoted. `None` when nothing stands there.
    #[must_use]
    pub fn span_of(&self, path: &str) -> Option<Range<usize>> {
        self.root
            .at(&path::parse(path))
            .map(|node| node.span.clone())
    }

    /// Where the value at a path stands, or else the nearest table or list around it.
    #[must_use]
    pub(crate) fn nearest_span(&self, path: &str) -> Range<usize> {
        let mut node = &self.root;
        for step in path::parse(path) {
            match node.child(&step) {
                Some(child) => node = child,
                None => break,
            }
        }
        node.span.clone()
    }

    /// The path of the innermost value that is written at a byte of the text; empty where there is only the whole.
    #[must_use]
    pub(crate) fn path_at(&self, byte: usize) -> String {
        let mut steps = Vec::new();
        self.root.steps_to(byte, &mut steps);
        path::print(&steps)
    }

    /// Takes a key and what stands under it out of the outermost table.
    pub fn remove(&mut self, key: &str) -> Option<Self> {
        let root = self.root.remove(key)?.node;
        Some(Self { root })
    }

    /// The keys of the outermost table, and where they stand.
    pub fn keys(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        let entries: &[Entry] = match &self.root.value {
            Value::Table(entries) => entries,
            _ => &[],
        };
        entries
            .iter()
            .map(|entry| (entry.key.as_str(), entry.key_span.clone()))
    }

    /// A table with nothing but a list under that key, the only member of which is this table.
    #[must_use]
    pub(crate) fn into_only_member_of(self, list: &str) -> Self {
        let span = self.root.span.clone();
        let entry = Entry {
            key: list.to_owned(),
            key_span: span.clone(),
            node: Node::new(span.clone(), Value::List(vec![self.root])),
        };
        Self {
            root: Node::new(span, Value::Table(vec![entry])),
        }
    }

    /// The same values without their places.
    #[must_use]
    pub fn to_table(&self) -> toml::Table {
        match self.root.to_value() {
            toml::Value::Table(table) => table,
            _ => toml::Table::new(),
        }
    }
}

impl Node {
    pub(super) fn new(span: Range<usize>, value: Value) -> Self {
        Self {
            span,
            value,
            skipped: false,
            mended: false,
        }
    }

    fn from_value(value: &toml::Value, span: &Range<usize>) -> Self {
        let value = match value {
            toml::Value::String(text) => Value::Text(text.clone()),
            toml::Value::Integer(number) => Value::Whole(i128::from(*number)),
            toml::Value::Float(number) => Value::Real(*number),
            toml::Value::Boolean(truth) => Value::Truth(*truth),
            toml::Value::Datetime(moment) => Value::Moment(*moment),
            toml::Value::Array(values) => {
                Value::List(values.iter().map(|v| Self::from_value(v, span)).collect())
            }
            toml::Value::Table(table) => Value::Table(
                table
                    .iter()
                    .map(|(key, value)| Entry {
                        key: key.clone(),
                        key_span: span.clone(),
                        node: Self::from_value(value, span),
                    })
                    .collect(),
            ),
        };
        Self::new(span.clone(), value)
    }

    /// The value without its place. A number beyond what TOML keeps goes to the nearest it can keep.
    fn to_value(&self) -> toml::Value {
        match &self.value {
            Value::Text(text) => toml::Value::String(text.clone()),
            Value::Whole(number) => {
                let kept = (*number).clamp(i128::from(i64::MIN), i128::from(i64::MAX));
                toml::Value::Integer(i64::try_from(kept).unwrap_or_default())
            }
            Value::Real(number) => toml::Value::Float(*number),
            Value::Truth(truth) => toml::Value::Boolean(*truth),
            Value::Moment(moment) => toml::Value::Datetime(*moment),
            Value::List(nodes) => toml::Value::Array(nodes.iter().map(Self::to_value).collect()),
            Value::Table(entries) => toml::Value::Table(
                entries
                    .iter()
                    .map(|entry| (entry.key.clone(), entry.node.to_value()))
                    .collect(),
            ),
            Value::Hole => toml::Value::Table(toml::Table::new()),
        }
    }

    pub(super) fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == key),
            _ => None,
        }
    }

    pub(super) fn remove(&mut self, key: &str) -> Option<Entry> {
        let Value::Table(entries) = &mut self.value else {
            return None;
        };
        let place = entries.iter().position(|entry| entry.key == key)?;
        Some(entries.remove(place))
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (step, &self.value) {
            (Step::Key(key), _) => self.entry(key).map(|entry| &entry.node),
            (Step::Index(index), Value::List(nodes)) => nodes.get(*index),
            (Step::Index(_), _) => None,
        }
    }

    /// Adds the steps to the innermost value at `byte`; `false` where neither this nor anything below it is there.
    fn steps_to(&self, byte: usize, steps: &mut Vec<Step>) -> bool {
        match &self.value {
            Value::Table(entries) => {
                for entry in entries {
                    steps.push(Step::Key(entry.key.clone()));
                    if entry.node.steps_to(byte, steps) || entry.key_span.contains(&byte) {
                        return true;
                    }
                    steps.pop();
                }
            }
            Value::List(nodes) => {
                for (index, node) in nodes.iter().enumerate() {
                    steps.push(Step::Index(index));
                    if node.steps_to(byte, steps) {
                        return true;
                    }
                    steps.pop();
                }
            }
            _ => {}
        }
        self.span.contains(&byte)
    }

    pub(super) fn at(&self, steps: &[Step]) -> Option<&Self> {
        steps.iter().try_fold(self, |node, step| node.child(step))
    }

    pub(super) fn at_mut(&mut self, steps: &[Step]) -> Option<&mut Self> {
        let mut node = self;
        for step in steps {
            node = match (step, &mut node.value) {
                (Step::Key(key), Value::Table(entries)) => {
                    &mut entries.iter_mut().find(|entry| entry.key == *key)?.node
                }
                (Step::Index(index), Value::List(nodes)) => nodes.get_mut(*index)?,
                _ => return None,
            };
        }
        Some(node)
    }
}

/// Turns the tree of the TOML parser into ours.
struct Planting {
    offset: usize,
    problems: Problems,
}

impl Planting {
    fn table(&mut self, table: &DeTable<'_>) -> Value {
        let mut entries: Vec<Entry> = table
            .iter()
            .map(|(key, value)| Entry {
                key: key.get_ref().to_string(),
                key_span: shifted(key.span(), self.offset),
                node: self.node(value),
            })
            .collect();
        // The parser sorts by key; mistakes and expectations are wanted in the order of the text.
        entries.sort_by_key(|entry| entry.key_span.start);
        Value::Table(entries)
    }

    fn node(&mut self, value: &toml::Spanned<DeValue<'_>>) -> Node {
        let span = shifted(value.span(), self.offset);
        let value = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => {
                match i128::from_str_radix(number.as_str(), number.radix()) {
                    Ok(whole) => Value::Whole(whole),
                    Err(_) => self.refuse(&span, "this number is too large"),
                }
            }
            DeValue::Float(number) => match number.as_str().parse::<f64>() {
                Ok(real) if real.is_finite() => Value::Real(real),
                _ => self.refuse(&span, "this is no finite number"),
            },
            DeValue::Boolean(truth) => Value::Truth(*truth),
            DeValue::Datetime(moment) => Value::Moment(*moment),
            DeValue::Array(values) => {
                Value::List(values.iter().map(|value| self.node(value)).collect())
            }
            DeValue::Table(table) => self.table(table),
        };
        Node::new(span, value)
    }

    fn refuse(&mut self, span: &Range<usize>, message: &str) -> Value {
        self.problems.list.push(Problem {
            message: message.to_owned(),
            hint: None,
            span: span.clone(),
            path: String::new(),
        });
        Value::Hole
    }
}

fn shifted(span: Range<usize>, offset: usize) -> Range<usize> {
    span.start + offset..span.end + offset
}
