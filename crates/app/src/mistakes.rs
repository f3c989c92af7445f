//! Mistakes as a program reads them.

use std::path::Path;

use affray_kernel::content::AllProblems;
use schemars::JsonSchema;
use serde::Serialize;

use crate::trouble::Trouble;

/// Something that is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct Mistake {
    /// The file, as it was named; `None` if it is about none.
    pub(crate) file: Option<String>,
    /// The line, from 1; `None` if the whole file is meant.
    pub(crate) line: Option<usize>,
    /// The column, from 1; `None` if the whole line is meant.
    pub(crate) column: Option<usize>,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do about it, where that is known.
    pub(crate) help: Option<String>,
}

impl Mistake {
    /// Wrong as a whole.
    pub(crate) fn of_file(file: Option<String>, message: impl Into<String>) -> Self {
        Self {
            file,
            line: None,
            column: None,
            message: message.into(),
            help: None,
        }
    }

    /// Every mistake of files that were read, at its place.
    pub(crate) fn all(problems: &AllProblems) -> Vec<Self> {
        let files = problems.files.iter();
        let all = files.flat_map(|file| file.list.iter().map(move |problem| (file, problem)));
        let told = all.map(|(file, problem)| {
            let (line, column) = file.line_column(problem);
            Self {
                file: Some(file.source.name.clone()),
                line: Some(line),
                column: Some(column),
                message: problem.message.clone(),
                help: problem.hint.clone(),
            }
        });
        told.collect()
    }

    /// What ended something early: mistakes at their places, or one sentence about `file`.
    pub(crate) fn of_trouble(trouble: &Trouble, file: Option<&Path>) -> Vec<Self> {
        match trouble {
            Trouble::Problems(problems) => Self::all(problems),
            other => {
                let file = file.map(|file| file.display().to_string());
                vec![Self::of_file(file, other.to_string())]
            }
        }
    }
}
