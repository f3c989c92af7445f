//! `affray check`: mistakes in files found without playing them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray_kernel::content::{AllProblems, Problems, Source, Tree};
use affray_kernel::example::Page;
use affray_kernel::prose;
use affray_table::{
    CannotOpen, Library, Session, Viewer, open_arena, open_journal, open_scenario, systems,
};

use crate::case;
use crate::input::{self, Input};
use crate::mistakes::Mistake;
use crate::output::{Checked, FileChecked};
use crate::screen::{Color, Screen, Stream, Style};
use crate::telling;
use crate::trouble::{FAILED, Trouble, rendered};

/// All files given are looked through, whatever is wrong with some of them. Content files among them are laid over those that the program
/// carries, so that they may refer to one another.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scenarios and content (`.toml`), journals (`.jsonl`), pages of worked examples (`.md`), or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write what was found as one value of JSON: every file, and every mistake with its line and column.
    #[arg(long)]
    json: bool,
}

/// A file to be checked.
struct File {
    path: PathBuf,
    text: Result<Source, Trouble>,
}

/// What a file was found to be.
enum Found {
    /// Right: what it is.
    Right(String),
    /// Wrong at these places.
    Problems(AllProblems),
    /// Wrong as a whole, or at a line: why.
    Wrong(Option<usize>, String),
}

pub(crate) fn run(
    args: &Args,
    input: &Input,
    color: Color,
    screen: &mut Screen,
) -> Result<ExitCode, Trouble> {
    let files = match files(args) {
        Ok(files) => files,
        Err(trouble) if args.json => {
            let mistakes = Mistake::of_trouble(&trouble, None);
            let told = Checked {
                files: Vec::new(),
                mistakes,
            };
            telling::json(screen, &told)?;
            return Ok(ExitCode::from(trouble.code()));
        }
        Err(trouble) => return Err(trouble),
    };
    let content: Vec<Content<'_>> = files.iter().filter_map(Content::of).collect();
    let laid_over = content.iter().map(|content| content.overlaid.clone());
    let library = input.library.clone().with(laid_over);
    let mut has_failed = false;
    let mut told = Vec::new();
    for file in &files {
        let found = check(file, &content, &library);
        has_failed |= !matches!(found, Found::Right(_));
        if args.json {
            told.push(as_json(&file.path, found));
        } else {
            show(screen, color, &file.path, &found)?;
        }
    }
    if args.json {
        let told = Checked {
            files: told,
            mistakes: Vec::new(),
        };
        telling::json(screen, &told)?;
    }
    let unread = files.iter().filter_map(|file| file.text.as_ref().err());
    let unread = unread.map(Trouble::code).max();
    let failed = has_failed.then_some(FAILED);
    Ok(ExitCode::from(unread.or(failed).unwrap_or_default()))
}

/// The files that are to be checked, read.
fn files(args: &Args) -> Result<Vec<File>, Trouble> {
    let files = input::expand(&args.files, &["toml", "jsonl", "md"])?;
    if files.is_empty() {
        let message = "there is nothing to check: no .toml, .jsonl or .md file";
        return Err(Trouble::Input(message.to_owned()));
    }
    Ok(files.into_iter().map(File::read).collect())
}

/// What was found in a file: whether it is right, what it is, and everything that is wrong.
fn as_json(path: &Path, found: Found) -> FileChecked {
    let file = path.display().to_string();
    let hide_others = matches!(&found, Found::Problems(problems) if problems.hide_others);
    let (what, mistakes) = match found {
        Found::Right(what) => (Some(what), Vec::new()),
        Found::Problems(problems) => (None, Mistake::all(&problems)),
        Found::Wrong(line, message) => {
            let mistake = Mistake::of_file(Some(file.clone()), message);
            (None, vec![Mistake { line, ..mistake }])
        }
    };
    FileChecked {
        file,
        right: mistakes.is_empty(),
        what,
        mistakes,
        hide_others,
    }
}

fn show(screen: &mut Screen, color: Color, path: &Path, found: &Found) -> Result<(), Trouble> {
    let path = path.display();
    if let Found::Right(what) = found {
        let mark = screen.styled(Style::Good, "right");
        return screen.line(&format!("{mark}: {path} ({what})"));
    }
    let mark = screen.styled(Style::Bad, "wrong");
    screen.line(&format!("{mark}: {path}"))?;
    match found {
        Found::Problems(mistakes) => screen.text(&rendered(mistakes, color, Stream::Output)),
        Found::Wrong(_, message) | Found::Right(message) => screen.line(&format!("  {message}")),
    }
}

fn check(file: &File, content: &[Content<'_>], library: &Library) -> Found {
    let source = match &file.text {
        Ok(source) => source,
        Err(trouble) => return Found::wrong(trouble.to_string()),
    };
    match extension(&file.path) {
        Some("jsonl") => journal(source),
        Some("md") => page(source.clone()),
        extension => match content.iter().find(|content| content.source == source) {
            Some(found) => found.check(content, library),
            None if extension != Some("toml") && !input::names_system(source) => {
                let message = "it is none of what `affray check` reads: .toml, .jsonl and .md";
                Found::wrong(message)
            }
            None => scenario(source, content, library),
        },
    }
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}

impl File {
    fn read(path: PathBuf) -> Self {
        let text = match extension(&path) {
            Some("jsonl") => input::journal(&path),
            _ => input::source(&path),
        };
        Self { path, text }
    }
}

impl Found {
    fn mistakes(mistakes: impl Into<AllProblems>) -> Self {
        Self::Problems(mistakes.into())
    }

    fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(None, message.into())
    }
}

fn journal(source: &Source) -> Found {
    let resumed = match open_journal(&source.text) {
        Ok(resumed) => resumed,
        Err(error) => return Found::wrong(error.to_string()),
    };
    if let Some(line) = resumed.cut {
        let message = format!("line {line} is cut off in the middle");
        return Found::Wrong(Some(line), message);
    }
    let verification = resumed.session.verify();
    match verification.difference {
        None => Found::Right(format!("a journal of {} entries", verification.entries)),
        Some((entry, difference)) => {
            Found::wrong(format!("entry {entry} comes out otherwise: {difference}"))
        }
    }
}

fn page(source: Source) -> Found {
    let page = match Page::parse(source) {
        Ok(page) => page,
        Err(problems) => return Found::mistakes(problems),
    };
    for one in &page.cases {
        if let Err(trouble) = case::system_of(&page, one) {
            return Found::Wrong(Some(one.line), trouble.to_string());
        }
    }
    Found::Right(format!("{} worked examples", page.cases.len()))
}

/// A scenario, with whatever is wrong with content that it needs and that was not given to be checked itself.
fn scenario(source: &Source, content: &[Content<'_>], library: &Library) -> Found {
    let names_system = Tree::parse(source).map(|mut tree| tree.remove("system").is_some());
    match names_system {
        Ok(true) => {}
        Ok(false) => {
            let message = "it names no system, as a scenario does, and stands below no system's folder, as content does";
            return Found::wrong(message);
        }
        Err(problems) => return Found::mistakes(problems),
    }
    match open_scenario(source, library, 0) {
        Ok(session) => Found::Right(cast(source, library, session.as_ref())),
        Err(CannotOpen::Problems(mut mistakes)) => {
            let is_shown = |file: &Source| content.iter().any(|one| one.overlaid == *file);
            mistakes
                .files
                .retain(|problems| !is_shown(&problems.source));
            if mistakes.files.is_empty() {
                return Found::wrong("content that it may need is wrong");
            }
            Found::Problems(mistakes)
        }
        Err(error) => Found::wrong(error.to_string()),
    }
}

/// How many creatures there are of each side: a side that is misspelt is one of its own.
fn cast(source: &Source, library: &Library, session: &dyn Session) -> String {
    let creatures = session.names().len();
    let creatures = prose::count(i32::try_from(creatures).unwrap_or(i32::MAX), "creature");
    let Ok(arena) = open_arena(source, library, None) else {
        return format!("a scenario with {creatures}");
    };
    let cast = arena.cast();
    let count = |side: usize| {
        cast.creatures
            .iter()
            .filter(|role| usize::from(role.side) == side)
            .count()
    };
    let sides = cast.sides.iter().enumerate();
    let sides: Vec<String> = sides
        .map(|(side, name)| format!("{name} {}", count(side)))
        .collect();
    let alone = if cast.sides.len() == 1 {
        "; there is no other side to fight"
    } else if session.view(&Viewer::GameMaster).sides_are_parted() {
        "; walls or rock part all sides: nothing gets from one to another, unless somebody digs or vanishes"
    } else {
        ""
    };
    format!("a scenario with {creatures}: {}{alone}", sides.join(", "))
}

/// A content file: it names no system and stands below a folder of that name.
struct Content<'f> {
    source: &'f Source,
    system: &'static str,
    /// The same under the name by which the program's own content is known.
    overlaid: Source,
}

impl<'f> Content<'f> {
    fn of(file: &'f File) -> Option<Self> {
        let source = file.text.as_ref().ok()?;
        let mut folders = file.path.iter().rev().filter_map(|part| part.to_str());
        let system = folders.find_map(|part| systems().iter().find(|system| system.id == part))?;
        let is_scenario = input::names_system(source);
        let stands_apart = file.path.iter().any(|part| part == "scenarios");
        if extension(&file.path) != Some("toml") || is_scenario || stands_apart {
            return None;
        }
        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{}/{name}", system.id);
        Some(Self {
            source,
            system: system.id,
            overlaid: Source::new(name, source.text.clone()),
        })
    }

    /// Content is read together with the rest of its system by a scenario. Mistakes in files that are checked themselves are none of this one;
    /// those in others come of it, if it takes the place of one of the program's.
    fn check(&self, all: &[Content<'_>], library: &Library) -> Found {
        let scenario = Source::new("scenario", format!("system = \"{}\"\n", self.system));
        if let Err(CannotOpen::Problems(mistakes)) = open_scenario(&scenario, library, 0) {
            let hide_others = mistakes.hide_others;
            let (own, others): (Vec<_>, Vec<_>) = mistakes
                .files
                .into_iter()
                .partition(|problems| problems.source == self.overlaid);
            if let Some(mut problems) = own.into_iter().next() {
                problems.source = self.source.clone();
                let mut own = AllProblems::from(problems);
                own.hide_others = hide_others;
                return Found::Problems(own);
            }
            let is_checked = |file: &Source| all.iter().any(|one| one.overlaid == *file);
            let missed = others
                .iter()
                .filter(|file| !is_checked(&file.source) && file.source != scenario);
            let missed: Vec<String> = missed.flat_map(missing).collect();
            if !missed.is_empty() {
                return Found::wrong(format!(
                    "it takes the place of the program's {}, and other files need what stood there: {}",
                    self.overlaid.name,
                    missed.join("; ")
                ));
            }
        }
        Found::Right(format!("content for {}", self.system))
    }
}

/// What is wrong in a file, each with the file's name.
fn missing(file: &Problems) -> impl Iterator<Item = String> {
    let name = &file.source.name;
    let problems = file.list.iter();
    problems.map(move |problem| format!("{name}: {}", problem.message))
}
