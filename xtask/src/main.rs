//! The chores of the project: the whole test run, the long run of the laws, tidiness, generated files.
//!
//! Run as `cargo xtask test`, `cargo xtask soak`, `cargo xtask tidy`, `cargo xtask generate`.

mod catalogue;
mod generate;
mod project;
mod soak;
mod test_run;
mod tidy;

use std::process::ExitCode;

use clap::Parser;

use crate::project::Project;

/// The chores of the project.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Run everything that must be right before a change is taken: format, lints, tidiness, generated files, tests.
    Test,
    /// Play random fights for long, and look whether the laws hold in each.
    Soak(soak::Args),
    /// Check our own rules about the source, each of which names the better way.
    Tidy,
    /// Write the files that are generated from others.
    Generate,
}

fn main() -> ExitCode {
    let project = Project::here();
    let done = match Chore::parse() {
        Chore::Test => test_run::run(&project.built()),
        Chore::Soak(args) => soak::run(&project, &args),
        Chore::Tidy => tidy::run(&project),
        Chore::Generate => generate::write(&project),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
