//! The files of the project.

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};

/// The project's folder.
pub(crate) struct Project {
    pub(crate) root: PathBuf,
    /// The program, where all has been built already; otherwise cargo builds it when it is needed.
    pub(crate) program: Option<PathBuf>,
}

impl Project {
    /// The project this program is run for: cargo says at the run where that is, which holds as well where several
    /// checkouts share what is built.
    pub(crate) fn here() -> Self {
        let own = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        Self {
            root: own.parent().unwrap_or(&own).to_owned(),
            program: None,
        }
    }

    /// The same with the program that is built beside this one.
    pub(crate) fn built(self) -> Self {
        let own = std::env::current_exe().ok();
        let program = own.map(|own| own.with_file_name("affray").with_extension(EXE_EXTENSION));
        Self { program, ..self }
    }

    /// All files below a folder whose names end so, in order, as paths from the root with `/`.
    pub(crate) fn files(&self, folder: &str, ending: &str) -> Vec<String> {
        let mut found = Vec::new();
        collect(&self.root.join(folder), &mut found);
        let mut names: Vec<String> = found
            .iter()
            .filter_map(|path| path.strip_prefix(&self.root).ok()?.to_str())
            .map(|name| name.replace('\\', "/"))
            .filter(|name| name.ends_with(ending))
            .collect();
        names.sort();
        names
    }

    /// The text of a file.
    pub(crate) fn text(&self, name: &str) -> Result<String, String> {
        fs::read_to_string(self.root.join(name)).map_err(|error| format!("{name}: {error}"))
    }
}

/// Collects the files of a folder that may not exist, leaving out what is built or hidden.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') || ["target", "node_modules"].contains(&name.as_ref()) {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.push(path);
        }
    }
}
