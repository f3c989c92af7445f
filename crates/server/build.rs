//! Builds the page with Node.js, so that the program carries it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What the page is made of, below `web/`.
const SOURCES: &[&str] = &[
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

const NO_NODE: &str = "the page of the table is built with Node.js 20 or newer, and `npm` cannot be run here. Install Node.js, \
     or build the program for the terminal alone: cargo build --release --package affray --no-default-features";

fn main() {
    let web = folder("CARGO_MANIFEST_DIR").join("../../web");
    let out = folder("OUT_DIR");
    let page = out.join("page");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    install(&web);
    let page_folder = page.display().to_string();
    npm(
        &web,
        &[
            "run",
            "build",
            "--",
            "--outDir",
            &page_folder,
            "--emptyOutDir",
        ],
    );
    fs::write(out.join("page.rs"), list(&page)).expect("a writable OUT_DIR");
}

fn folder(variable: &str) -> PathBuf {
    PathBuf::from(env::var(variable).expect("cargo sets it"))
}

/// Installs what the page is built with, unless exactly that is there.
fn install(web: &Path) {
    let lock = fs::read(web.join("package-lock.json")).expect("a readable package-lock.json");
    let mark = web.join("node_modules/.affray-installed");
    if fs::read(&mark).is_ok_and(|installed| installed == lock) {
        return;
    }
    npm(web, &["ci", "--no-audit", "--no-fund"]);
    fs::write(mark, lock).expect("a writable node_modules");
}

fn npm(web: &Path, arguments: &[&str]) {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program)
        .args(arguments)
        .current_dir(web)
        .output();
    let Ok(output) = output else {
        panic!("{NO_NODE}");
    };
    assert!(
        output.status.success(),
        "npm {} failed in {}:\n{}\n{}",
        arguments.join(" "),
        web.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The files of the page as a list in Rust.
fn list(page: &Path) -> String {
    let mut files = Vec::new();
    collect(page, &mut files);
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(page).expect("a file below the folder");
        let name = name.to_str().expect("a file name in plain letters");
        let name = name.replace('\\', "/");
        writeln!(
            list,
            "    File {{ path: {name:?}, bytes: include_bytes!({file:?}) }},"
        )
        .expect("a string takes text");
    }
    list.push_str("]\n");
    list
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder that was built") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
