//! Reading the content and scenarios of the repository.

#![allow(dead_code, reason = "every test uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

use affray_kernel::System;
use affray_kernel::content::Source;

/// The content folder of a system.
pub(crate) fn content<S: System>() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../content")
        .join(S::ID)
}

/// All files of that kind in a folder, in the order of their names.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    paths.iter().map(|path| file(path)).collect()
}

/// One file.
pub(crate) fn file(path: &Path) -> Source {
    Source {
        name: path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned(),
        text: fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display())),
    }
}

/// The setup of a scenario of the repository.
pub(crate) fn setup<S: System>(scenario: &str) -> S::Setup {
    let library = files(&content::<S>(), "toml");
    let source = file(&content::<S>().join("scenarios").join(scenario));
    S::compose(&source, &library).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The state that a scenario of the repository starts from.
pub(crate) fn start<S: System>(scenario: &str) -> S::State {
    S::set_up(&setup::<S>(scenario)).unwrap_or_else(|problems| panic!("{problems:?}"))
}
