//! Where results go.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray_sim::study::Study;

use super::{Plan, rows};
use crate::files::{Replacing, holds_no_journal};
use crate::report::{self, Aim};
use crate::screen::Screen;
use crate::trouble::Trouble;

/// Where results go.
#[derive(clap::Args)]
pub(crate) struct Outputs {
    /// Write results to a file: counts that can be merged (.json), or a row for each fight (.csv, .jsonl, .parquet).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) sketch: Sketch,
}

/// Where results that are joined go.
#[derive(clap::Args)]
pub(crate) struct Joined {
    /// Write the counts of all to a file (.json), which can be merged with others.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) sketch: Sketch,
}

/// How results are shown.
#[derive(clap::Args)]
pub(crate) struct Sketch {
    /// Write a report to a file: a page with plots (.html), or the plot that says most (.svg, .png).
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Write the results as one value of JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Sketch {
    /// Begins the report, if one is asked for.
    pub(crate) fn create(&self) -> Result<Option<Report>, Trouble> {
        let Some(path) = &self.plot else {
            return Ok(None);
        };
        let form = match extension(path) {
            Some("html") => Form::Page,
            Some("svg") => Form::Svg,
            Some("png") => Form::Png,
            _ => {
                let message = format!(
                    "{}: reports are written as .html (a page), .svg or .png (a plot)",
                    path.display()
                );
                return Err(Trouble::Input(message));
            }
        };
        let file = Replacing::create(path)?;
        Ok(Some(Report { file, form }))
    }
}

/// A report that is begun.
pub(crate) struct Report {
    file: Replacing,
    form: Form,
}

/// What a report is written as.
#[derive(Clone, Copy)]
enum Form {
    Page,
    Svg,
    Png,
}

impl Report {
    /// Writes the report on a study, and on what was looked for in it.
    pub(crate) fn finish(mut self, study: &Study, aim: Option<&Aim>) -> Result<(), Trouble> {
        let summary = study.summary();
        let bytes = match self.form {
            Form::Page => report::html(study, &summary, aim)?.into_bytes(),
            Form::Svg => report::svg(study, &summary, aim)?.into_bytes(),
            Form::Png => report::png(study, &summary, aim)?,
        };
        self.file.write(bytes)?;
        self.file.finish()
    }
}

/// The files that are asked for, begun before anything is played, so that it is known that they can be written.
pub(crate) struct Files {
    pub(super) kind: Option<Kind>,
    pub(super) out: Option<Replacing>,
    report: Option<Report>,
}

/// What kind of file is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Counts,
    Rows(rows::Format),
}

impl Outputs {
    /// Begins the files that are asked for.
    pub(super) fn create(&self) -> Result<Files, Trouble> {
        Files::create(self.out.as_deref(), &self.sketch)
    }
}

impl Joined {
    /// Shows what the whole has found out.
    pub(crate) fn end(&self, whole: Study, screen: &mut Screen) -> Result<ExitCode, Trouble> {
        super::end(whole, &self.sketch, &Plan::Join, screen)
    }

    /// Begins the files that are asked for: there are no rows to write.
    pub(crate) fn create(&self) -> Result<Files, Trouble> {
        if let Some(Kind::Rows(format)) = self.out.as_deref().map(Kind::of).transpose()? {
            let rows = match format {
                rows::Format::Columns => "programs that read Parquet read several files as one",
                _ => "rows of parts can simply be put together",
            };
            let message = format!("only counts are merged, into a .json: {rows}");
            return Err(Trouble::Input(message));
        }
        Files::create(self.out.as_deref(), &self.sketch)
    }
}

impl Kind {
    /// The kind that a file is by its name.
    fn of(path: &Path) -> Result<Self, Trouble> {
        match extension(path) {
            Some("json") => Ok(Self::Counts),
            Some("csv") => Ok(Self::Rows(rows::Format::Csv)),
            Some("jsonl") => Ok(Self::Rows(rows::Format::Lines)),
            Some("parquet") => Ok(Self::Rows(rows::Format::Columns)),
            _ => {
                let message = format!(
                    "{}: results are written as .json (counts), .csv, .jsonl or .parquet (a row for each fight)",
                    path.display()
                );
                Err(Trouble::Input(message))
            }
        }
    }
}

impl Files {
    fn create(out: Option<&Path>, sketch: &Sketch) -> Result<Self, Trouble> {
        out.map_or(Ok(()), holds_no_journal)?;
        Ok(Self {
            kind: out.map(Kind::of).transpose()?,
            out: out.map(Replacing::create).transpose()?,
            report: sketch.create()?,
        })
    }

    /// Writes what is to be written of a study, and puts the files in their places. What was not played is counted as such, but says
    /// nothing.
    pub(crate) fn finish(self, study: &Study) -> Result<(), Trouble> {
        if let Some(mut out) = self.out {
            if self.kind == Some(Kind::Counts) {
                out.write(document(study)?)?;
            }
            out.finish()?;
        }
        if let Some(report) = self.report {
            report.finish(&study.clone().played(), None)?;
        }
        Ok(())
    }
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}

/// A study as it is written to a file: its counts, and what they mean.
fn document(study: &Study) -> Result<String, Trouble> {
    let written = serde_json::to_value(study).and_then(|mut value| {
        value["summary"] = serde_json::to_value(study.clone().played().summary())?;
        serde_json::to_string_pretty(&value)
    });
    match written {
        Ok(text) => Ok(text + "\n"),
        Err(error) => Err(Trouble::Fault(format!(
            "results cannot be written: {error}"
        ))),
    }
}
