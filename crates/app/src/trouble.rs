//! What ends a command early, and the exit codes.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use affray_kernel::content::{AllProblems, Problem, Problems};
use affray_table::{CannotOpen, Declined, NoDuel};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, NamedSource, SourceSpan};
use thiserror::Error;

use crate::screen::{Color, Stream};

/// A check, a worked example or a verification has failed, or nothing was found.
pub(crate) const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;
const NO_FILE: u8 = 3;
pub(crate) const FAULT: u8 = 4;
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command ends early.
#[derive(Debug, Error)]
pub(crate) enum Trouble {
    /// What was asked for makes no sense, or a file is not what it should be.
    #[error("{0}")]
    Input(String),
    /// What was looked for does not exist.
    #[error("{0}")]
    NotFound(String),
    /// Somebody has pressed Ctrl-C.
    #[error("{0}")]
    Stopped(&'static str),
    /// Mistakes in files, each with its place.
    #[error("{0}")]
    Problems(AllProblems),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file that another program has open for writing.
    #[error("{} is being played already: two programs cannot write one journal", .0.display())]
    InUse(PathBuf),
    /// The table in the browser cannot be served.
    #[cfg(feature = "web")]
    #[error(transparent)]
    Server(#[from] affray_server::ServerError),
    /// The rules ran into a limit.
    #[error("{0}")]
    Fault(String),
    /// Whoever reads the output has gone away.
    #[error("the output is closed")]
    Closed,
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
}

impl Trouble {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::InvalidData {
            let path = path.display();
            return Self::Input(format!("{path} is no text in UTF-8; save it as such"));
        }
        Self::File {
            path: path.to_owned(),
            error,
        }
    }

    /// A writing error of the standard output.
    pub(crate) fn output(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Output(error)
        }
    }

    /// The same, files of a folder that is laid over the program's content called by where they are.
    pub(crate) fn below(mut self, folder: &Path) -> Self {
        if let Self::Problems(mistakes) = &mut self {
            for problems in &mut mistakes.files {
                let path = folder.join(&problems.source.name);
                let text = fs::read_to_string(&path).ok();
                if text.is_some_and(|text| *text == *problems.source.text) {
                    problems.source.name = path.display().to_string();
                }
            }
        }
        self
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::NotFound(_) => FAILED,
            Self::Stopped(_) => INTERRUPTED,
            Self::Input(_) | Self::Problems(_) => BAD_INPUT,
            Self::File { .. } | Self::InUse(_) | Self::Output(_) => NO_FILE,
            #[cfg(feature = "web")]
            Self::Server(_) => NO_FILE,
            Self::Fault(_) => FAULT,
        }
    }

    /// Says what is wrong and gives the exit code.
    pub(crate) fn report(&self, color: Color) -> ExitCode {
        let text = match self {
            Self::Closed => String::new(),
            Self::Problems(problems) => rendered(problems, color, Stream::Error),
            other => format!("error: {other}\n"),
        };
        // Nobody is left to be told that the error output is closed.
        let _ = io::stderr().write_all(text.as_bytes());
        ExitCode::from(self.code())
    }
}

impl From<CannotOpen> for Trouble {
    fn from(error: CannotOpen) -> Self {
        match error {
            CannotOpen::Problems(mistakes) => Self::Problems(mistakes),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<NoDuel> for Trouble {
    fn from(error: NoDuel) -> Self {
        match error {
            NoDuel::Impossible(error) => error.into(),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<Problems> for Trouble {
    fn from(problems: Problems) -> Self {
        Self::Problems(problems.into())
    }
}

impl From<Declined> for Trouble {
    fn from(declined: Declined) -> Self {
        match declined {
            Declined::Fault { message } => Self::Fault(message),
            other => Self::Input(other.to_string()),
        }
    }
}

/// A mistake as it is drawn.
#[derive(Debug, Error, Diagnostic)]
#[error("{message}")]
struct Drawn {
    message: String,
    #[help]
    hint: Option<String>,
    #[source_code]
    source_code: NamedSource<Arc<str>>,
    #[label("here")]
    place: SourceSpan,
}

/// Mistakes with the lines in which they stand.
pub(crate) fn rendered(mistakes: &AllProblems, color: Color, stream: Stream) -> String {
    let theme = if color.applies(stream) {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_links(false);
    let mut all = String::new();
    for problems in &mistakes.files {
        let text: Arc<str> = Arc::from(&*problems.source.text);
        for problem in &problems.list {
            let drawn = drawn(problem, problems, &text);
            if handler.render_report(&mut all, &drawn).is_err() {
                return format!("{mistakes}\n");
            }
        }
    }
    if mistakes.hide_others {
        all.push_str("More may be found when these are mended.\n");
    }
    all
}

fn drawn(problem: &Problem, problems: &Problems, text: &Arc<str>) -> Drawn {
    let start = problem.span.start.min(text.len());
    let end = problem.span.end.clamp(start, text.len());
    // A whole table would fill the screen; its first line shows where it is.
    let length = text[text.floor_char_boundary(start)..text.floor_char_boundary(end)]
        .lines()
        .next()
        .map_or(0, str::len);
    Drawn {
        message: problem.message.clone(),
        hint: problem.hint.clone(),
        source_code: NamedSource::new(&problems.source.name, Arc::clone(text)),
        place: SourceSpan::new(start.into(), length),
    }
}
