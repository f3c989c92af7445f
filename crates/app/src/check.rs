//! `affray check`: mistakes in files found without playing them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray_kernel::content::{Problems, Source, Tree};
use affray_kernel::example::Page;
use affray_table::{CannotOpen, open_journal, open_scenario, systems};

use crate::case;
use crate::input::{self, Input};
use crate::screen::{Color, Screen, Style};
use crate::trouble::{FAILED, Trouble, rendered};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scenarios and content (`.toml`), journals (`.jsonl`), pages of worked examples (`.md`), or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What a file was found to be.
enum Found {
    /// Right: what it is.
    Right(String),
    /// Wrong: the mistakes, as text.
    Wrong(String),
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let files = input::expand(&args.files, &["toml", "jsonl", "md"])?;
    let mut wrong = 0;
    for file in &files {
        let source = input::source(file)?;
        let extension = file.extension().and_then(|extension| extension.to_str());
        let found = match extension {
            Some("jsonl") => journal(&source),
            Some("md") => page(source.clone()),
            _ => toml(file, &source, input),
        };
        match found {
            Found::Right(what) => {
                let mark = screen.styled(Style::Good, "right");
                screen.line(&format!("{mark}: {} ({what})", source.name))?;
            }
            Found::Wrong(mistakes) => {
                wrong += 1;
                let mark = screen.styled(Style::Bad, "wrong");
                screen.line(&format!("{mark}: {}", source.name))?;
                screen.text(&mistakes)?;
            }
        }
    }
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FAILED)
    })
}

fn mistakes(problems: &Problems) -> Found {
    Found::Wrong(rendered(problems, Color::Never))
}

fn journal(source: &Source) -> Found {
    let resumed = match open_journal(&source.text) {
        Ok(resumed) => resumed,
        Err(error) => return Found::Wrong(format!("  {error}\n")),
    };
    if let Some(line) = resumed.cut {
        return Found::Wrong(format!("  line {line} is cut off in the middle\n"));
    }
    let verification = resumed.session.verify();
    match verification.difference {
        None => Found::Right(format!("a journal of {} entries", verification.entries)),
        Some((entry, difference)) => Found::Wrong(format!(
            "  entry {entry} comes out otherwise: {difference}\n"
        )),
    }
}

fn page(source: Source) -> Found {
    let page = match Page::parse(source) {
        Ok(page) => page,
        Err(problems) => return mistakes(&problems),
    };
    for one in &page.cases {
        if let Err(trouble) = case::system_of(&page, one) {
            return Found::Wrong(format!("  {trouble}\n"));
        }
    }
    Found::Right(format!("{} worked examples", page.cases.len()))
}

/// A scenario names its system; content stands below a folder of that name.
fn toml(path: &Path, source: &Source, input: &Input) -> Found {
    let mut tree = match Tree::parse(source) {
        Ok(tree) => tree,
        Err(problems) => return mistakes(&problems),
    };
    if tree.remove("system").is_some() {
        return match open_scenario(source, &input.library, 0) {
            Ok(session) => {
                let creatures = session.names().len();
                Found::Right(format!("a scenario with {creatures} creatures"))
            }
            Err(CannotOpen::Problems(problems)) => mistakes(&problems),
            Err(error) => Found::Wrong(format!("  {error}\n")),
        };
    }
    let mut parts = path.iter().filter_map(|part| part.to_str());
    let system = parts.find_map(|part| systems().iter().find(|system| system.id == part));
    let Some(system) = system else {
        return Found::Wrong(
            "  it names no system, as a scenario does, and stands below no system's folder, as content does\n"
                .to_owned(),
        );
    };
    content(source, system.id, input)
}

/// Content is read together with the rest of its system by a scenario; mistakes that are not in this file are none of it.
fn content(source: &Source, system: &str, input: &Input) -> Found {
    let name = Path::new(&source.name).file_name().unwrap_or_default();
    let name = format!("{system}/{}", name.to_string_lossy());
    let overlaid = Source::new(name, source.text.clone());
    let library = input.library.clone().with([overlaid.clone()]);
    let scenario = Source::new("scenario", format!("system = \"{system}\"\n"));
    match open_scenario(&scenario, &library, 0) {
        Err(CannotOpen::Problems(mut problems)) if problems.source == overlaid => {
            problems.source = source.clone();
            mistakes(&problems)
        }
        _ => Found::Right(format!("content for {system}")),
    }
}
