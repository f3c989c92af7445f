//! All problems in a text, and where they stand.

use std::fmt;
use std::ops::Range;

use super::path::{self, Step};
use super::{Source, Tree};

/// One mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in a sentence without its place.
    pub message: String,
    /// What to do about it, where that is known.
    pub hint: Option<String>,
    /// The bytes of the text that are meant.
    pub span: Range<usize>,
    /// The same place as a path of keys, like `creature[2].at`; empty for the whole file.
    pub path: String,
}

impl Problem {
    /// A mistake found in the value at `path`, pointing at the nearest value that is written in the tree.
    pub(crate) fn at_path(
        tree: &Tree,
        path: &str,
        message: impl Into<String>,
        hint: Option<String>,
    ) -> Self {
        Self {
            message: with_key(tree, path, message.into()),
            hint,
            span: tree.nearest_span(path),
            path: path.to_owned(),
        }
    }
}

/// A message with the name of the key that it is about, where it begins with a value that is not written there: one that is left out and
/// follows from others, or from what is usual.
fn with_key(tree: &Tree, path: &str, message: String) -> String {
    let begins_with_value = message.starts_with(|sign: char| sign == '-' || sign.is_ascii_digit());
    if !begins_with_value || tree.span_of(path).is_some() {
        return message;
    }
    match path::parse(path).last() {
        Some(Step::Key(key)) => format!("`{key}`: {message}"),
        _ => message,
    }
}

/// Every mistake found in one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    /// The text.
    pub source: Source,
    /// The mistakes; in the order of the text when they come from reading.
    pub list: Vec<Problem>,
}

impl Problems {
    /// No mistakes found so far.
    #[must_use]
    pub fn none(source: &Source) -> Self {
        Self {
            source: source.clone(),
            list: Vec::new(),
        }
    }

    /// One mistake found in the value at `path` of a file that has been read before.
    pub(crate) fn at_path(
        source: &Source,
        path: &str,
        message: impl Into<String>,
        hint: Option<String>,
    ) -> Self {
        let mut problems = Self::none(source);
        problems.add_at_path(path, message, hint);
        problems
    }

    /// Adds a mistake found in the value at `path`. Where the text is not valid TOML, the whole text is meant.
    pub fn add_at_path(&mut self, path: &str, message: impl Into<String>, hint: Option<String>) {
        let problem = match Tree::parse(&self.source) {
            Ok(tree) => Problem::at_path(&tree, path, message, hint),
            Err(_) => Problem {
                message: message.into(),
                hint,
                span: 0..self.source.text.len(),
                path: path.to_owned(),
            },
        };
        self.list.push(problem);
    }

    /// Adds a mistake at a place of the text.
    pub fn add(&mut self, span: Range<usize>, message: impl Into<String>, hint: Option<String>) {
        self.list.push(Problem {
            message: message.into(),
            hint,
            span,
            path: String::new(),
        });
    }

    /// The line and column where a mistake begins, from 1.
    #[must_use]
    pub fn line_column(&self, problem: &Problem) -> (usize, usize) {
        self.source.line_column(problem.span.start)
    }

    /// The value where nothing was wrong, or else the mistakes in the order of the text.
    ///
    /// # Errors
    /// `self`, when it holds any mistake.
    pub fn or<T>(mut self, value: T) -> Result<T, Self> {
        if self.list.is_empty() {
            return Ok(value);
        }
        self.list.sort_by_key(|problem| problem.span.start);
        Err(self)
    }
}

impl fmt::Display for Problems {
    /// A line for each mistake: `file:line:column: message (hint)`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.list.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            let (line, column) = self.line_column(problem);
            write!(
                out,
                "{}:{line}:{column}: {}",
                self.source.name, problem.message
            )?;
            if let Some(hint) = &problem.hint {
                write!(out, " ({hint})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// Every mistake found in several texts that belong together, such as a scenario and its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllProblems {
    /// The texts in which there are any, each with its own.
    pub files: Vec<Problems>,
    /// Whether some of them kept others from being looked for.
    pub hide_others: bool,
}

impl AllProblems {
    /// Adds what is wrong with a text, if anything is.
    pub fn add(&mut self, problems: Problems) {
        self.files.extend(problems.or(()).err());
    }

    /// The value of one text, or nothing where the text is wrong: then that is kept in mind.
    pub fn take<T>(&mut self, read: Result<T, Problems>) -> Option<T> {
        read.map_err(|problems| self.add(problems)).ok()
    }

    /// The value where nothing was wrong at all.
    ///
    /// # Errors
    /// `self`, when it holds any mistake.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.files.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl From<Problems> for AllProblems {
    fn from(problems: Problems) -> Self {
        let mut mistakes = Self::default();
        mistakes.add(problems);
        mistakes
    }
}

impl fmt::Display for AllProblems {
    /// A line for each mistake, file by file.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problems) in self.files.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            problems.fmt(out)?;
        }
        Ok(())
    }
}

impl std::error::Error for AllProblems {}
