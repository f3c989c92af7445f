//! Reading what commands work on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use affray_kernel::content::{Source, Tree};
use affray_kernel::notation::closest;
use affray_table::{
    Arena, CannotOpen, Library, Policy, Session, open_arena, open_scenario, systems,
};

use crate::files;
use crate::trouble::Trouble;

/// The content that scenarios refer to, and files.
pub(crate) struct Input {
    pub(crate) library: Library,
    /// The folder that is laid over the program's content, as it was named.
    pub(crate) content: Option<String>,
}

impl Input {
    /// The program's content with that of a folder laid over it.
    pub(crate) fn new(content: Option<&Path>) -> Result<Self, Trouble> {
        let mut library = Library::embedded();
        if let Some(folder) = content {
            let files = folder_files(folder)?;
            of_systems(folder, &files)?;
            library = library.with(files);
        }
        let content = content.map(|folder| folder.display().to_string());
        Ok(Self { library, content })
    }

    /// A scenario: a file, or the name of one that the program carries.
    pub(crate) fn scenario(&self, name: &str) -> Result<Source, Trouble> {
        let path = Path::new(name);
        match text(path) {
            Ok(text) => match no_scenario(path, &text) {
                Some(message) => Err(Trouble::Input(message)),
                None => Ok(Source::new(name, text)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.carried(name).ok_or_else(|| self.no_scenario(name))
            }
            Err(error) => Err(Trouble::file(path, error)),
        }
    }

    fn carried(&self, name: &str) -> Option<Source> {
        let source = self.library.scenario(name)?;
        Some(source.clone())
    }

    fn no_scenario(&self, name: &str) -> Trouble {
        let known: Vec<String> = self.names();
        let of_name = |known: &&String| {
            let short = known.split_once('/').map(|(_, short)| short);
            short == Some(name)
        };
        let alike: Vec<String> = known.iter().filter(of_name).cloned().collect();
        if alike.len() > 1 {
            return Trouble::Input(format!(
                "several systems have a scenario `{name}`: which is meant, {}?",
                or(&alike)
            ));
        }
        let short = known
            .iter()
            .filter_map(|name| Some(name.split_once('/')?.1));
        let near = closest(name, short.chain(known.iter().map(String::as_str)));
        let hint = match near {
            Some(near) => format!("; did you mean `{near}`?"),
            None if known.is_empty() => String::new(),
            None => carried(name, &known),
        };
        Trouble::Input(format!("there is no file or scenario `{name}`{hint}"))
    }

    /// The names of the scenarios that the program carries.
    fn names(&self) -> Vec<String> {
        let scenarios = self.library.scenarios().into_iter();
        scenarios.map(|(name, _)| name).collect()
    }

    /// The arena of a scenario that was read.
    pub(crate) fn arena(
        &self,
        scenario: &Source,
        policy: Option<Policy>,
    ) -> Result<Box<dyn Arena>, CannotOpen> {
        open_arena(scenario, &self.library, policy)
    }

    /// A new fight from a scenario that was read.
    pub(crate) fn open_source(
        &self,
        scenario: &Source,
        seed: u64,
    ) -> Result<Box<dyn Session>, Trouble> {
        Ok(open_scenario(scenario, &self.library, seed)?)
    }
}

/// `energy/duel, segment/duel or timecount/duel`.
fn or(names: &[String]) -> String {
    match names {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        names => names.concat(),
    }
}

/// What a file is that is no scenario, and what it is for.
fn no_scenario(path: &Path, text: &str) -> Option<String> {
    let name = path.display();
    if files::is_journal(text) {
        return Some(format!(
            "{name} is a journal and no scenario: `affray replay {name}` tells it, `affray play {name}` goes on with it, `affray odds` and `affray advise` ask where it ends with --after {name}"
        ));
    }
    let extension = path.extension()?.to_str()?;
    let is_other = matches!(extension, "jsonl" | "json" | "csv" | "md" | "html");
    is_other.then(|| format!("{name} is no scenario: those are .toml files"))
}

/// The scenarios that the program carries, a line for each system; those of one system alone where its name was given.
fn carried(name: &str, known: &[String]) -> String {
    let mut text = "; the program carries".to_owned();
    let of_system = name.split_once('/').map(|(system, _)| system);
    let split = || known.iter().filter_map(|name| name.split_once('/'));
    let is_known = of_system.is_some_and(|system| split().any(|(of, _)| of == system));
    let mut last = "";
    for (system, scenario) in split().filter(|(of, _)| !is_known || of_system == Some(of)) {
        if system == last {
            text.push_str(&format!(", {scenario}"));
        } else {
            text.push_str(&format!("\n  {system}: {scenario}"));
        }
        last = system;
    }
    text
}

/// A file as a text with its name.
pub(crate) fn source(path: &Path) -> Result<Source, Trouble> {
    let text = text(path).map_err(|error| Trouble::file(path, error))?;
    Ok(Source::new(path.display().to_string(), text))
}

/// What stands in a file, without the mark that some editors put before a text.
fn text(path: &Path) -> io::Result<String> {
    let text = fs::read_to_string(path)?;
    Ok(files::unmarked(text).0)
}

/// A journal as a text with its name.
pub(crate) fn journal(path: &Path) -> Result<Source, Trouble> {
    let bytes = fs::read(path).map_err(|error| Trouble::file(path, error))?;
    let (text, _) = files::journal_text(bytes, path)?;
    Ok(Source::new(path.display().to_string(), text))
}

/// The files of these paths; of folders, all files below them with one of the extensions, by name.
pub(crate) fn expand(paths: &[PathBuf], extensions: &[&str]) -> Result<Vec<PathBuf>, Trouble> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut found = Vec::new();
            walk(path, extensions, &mut found)?;
            found.sort();
            all.append(&mut found);
        } else {
            all.push(path.clone());
        }
    }
    Ok(all)
}

/// The pages of worked examples of these paths.
pub(crate) fn pages(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
    let pages = expand(paths, &["md"])?;
    if pages.is_empty() {
        return Err(Trouble::Input("there are no pages (`.md`) here".to_owned()));
    }
    Ok(pages)
}

/// How deep folders are looked into: deeper ones are links that lead in circles.
const DEPTH_MAX: usize = 16;

fn walk(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) -> Result<(), Trouble> {
    let mut open = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| Trouble::file(&folder, error))?;
        for entry in entries {
            let path = entry.map_err(|error| Trouble::file(&folder, error))?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() && depth < DEPTH_MAX {
                open.push((path, depth + 1));
            } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
                found.push(path);
            }
        }
    }
    Ok(())
}

/// The content files of a folder, named as those that the program carries.
fn folder_files(folder: &Path) -> Result<Vec<Source>, Trouble> {
    let mut paths = Vec::new();
    walk(folder, &["toml"], &mut paths)?;
    let named = |path: &PathBuf| {
        let below = path.strip_prefix(folder).unwrap_or(path);
        let parts: Vec<String> = below
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        let text = text(path).map_err(|error| Trouble::file(path, error))?;
        Ok(Source::new(parts.join("/"), text))
    };
    paths.iter().map(named).collect()
}

/// Refuses files that no system would look for.
fn of_systems(folder: &Path, files: &[Source]) -> Result<(), Trouble> {
    let ids: Vec<&str> = systems().iter().map(|system| system.id).collect();
    let below = |file: &&Source| {
        let system = file.name.split_once('/').map(|(system, _)| system);
        system.is_some_and(|system| ids.contains(&system))
    };
    let mut astray = files
        .iter()
        .filter(|file| !below(file) && !names_system(file));
    let Some(astray) = astray.next() else {
        return Ok(());
    };
    Err(Trouble::Input(format!(
        "{}: `{}` stands below no system's folder; content stands in {}",
        folder.display(),
        astray.name,
        ids.join("/, ") + "/"
    )))
}

/// Whether a file is a scenario, which may stand anywhere.
pub(crate) fn names_system(file: &Source) -> bool {
    Tree::parse(file).is_ok_and(|mut tree| tree.remove("system").is_some())
}

/// A number for the dice where none was given.
pub(crate) fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    let mut hasher = std::collections::hash_map::RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    // Short enough to be typed again.
    hasher.finish() % 1_000_000_000
}
