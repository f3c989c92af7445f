//! The worked examples of every system's book.

use std::fs;
use std::path::{Path, PathBuf};

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_kernel::example::run_pages;
use affray_systems::threeaction::ThreeAction;

fn files(folder: &Path, extension: &str) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| Source {
            name: path
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned(),
            text: fs::read_to_string(&path).expect("a readable file"),
        })
        .collect()
}

fn book<S: System>() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = files(&here.join("tests/book").join(S::ID), "md");
    if let Ok(wanted) = std::env::var("PAGE") {
        pages.retain(|page| page.name.contains(&wanted));
    }
    let library = files(&here.join("../../content").join(S::ID), "toml");
    let book = run_pages::<S>(&pages, &library);
    assert!(book.failures.is_empty(), "{}", book.complaint());
}

#[test]
fn three_actions() {
    book::<ThreeAction>();
}
