//! Our own rules about the source. Every one of them names the better way.

mod bans;
mod content;
mod layers;
mod rules;
mod shape;
mod source;
mod words;

use crate::project::Project;
use source::SourceFile;

/// One breach of a rule.
struct Finding {
    file: String,
    /// From 1; 0 for the whole file.
    line: usize,
    message: String,
}

/// Checks everything.
///
/// # Errors
/// A line for each breach: `file:line: what is wrong; what to do`.
pub(crate) fn run(project: &Project) -> Result<(), String> {
    let mut sources = Vec::new();
    for folder in ["crates", "xtask"] {
        for name in project.files(folder, ".rs") {
            sources.push(SourceFile::new(project.text(&name)?, name));
        }
    }
    let mut findings = Vec::new();
    findings.extend(bans::check(&sources));
    findings.extend(words::check(&sources));
    findings.extend(shape::check(&sources));
    findings.extend(layers::check(project)?);
    findings.extend(rules::check(project, &sources)?);
    findings.extend(content::check(project)?);
    if findings.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = findings.iter().map(Finding::print).collect();
    Err(lines.join("\n"))
}

impl Finding {
    fn print(&self) -> String {
        let Self {
            file,
            line,
            message,
        } = self;
        if *line == 0 {
            format!("{file}: {message}")
        } else {
            format!("{file}:{line}: {message}")
        }
    }
}
