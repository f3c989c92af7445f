//! The whole test run.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::project::Project;
use crate::{generate, tidy};

/// One part of the run.
struct Step {
    name: &'static str,
    run: fn(&Project) -> Result<(), String>,
}

/// What is run, in this order; the tests are last, so that their summary ends the output.
const STEPS: &[Step] = &[
    Step {
        name: "format",
        run: |project| cargo(project, &["fmt", "--all", "--check"]),
    },
    Step {
        name: "tidiness",
        run: tidy::run,
    },
    Step {
        // All at once, with the features that the tests need: built piece by piece, some crates would be built for each piece.
        name: "building",
        run: |project| tests(project, &["--no-run"]),
    },
    Step {
        name: "generated files",
        run: generate::check,
    },
    Step {
        name: "page",
        run: |project| {
            npm(project, &["run", "--silent", "check"])?;
            npm(project, &["test", "--silent"])
        },
    },
    Step {
        name: "page in a browser",
        run: |project| npm(project, &["run", "--silent", "browser"]),
    },
    Step {
        name: "lints",
        run: |project| {
            let lint = ["clippy", "--quiet", "--workspace", "--all-targets"];
            cargo(project, &[&lint[..], &["--", "-D", "warnings"]].concat())
        },
    },
    Step {
        name: "examples in the documentation of the code",
        run: |project| cargo(project, &["test", "--quiet", "--workspace", "--doc"]),
    },
    Step {
        name: "tests",
        run: |project| tests(project, &["--no-fail-fast"]),
    },
];

/// Runs every step, also after one has failed, so that one run tells everything.
pub(crate) fn run(project: &Project) -> Result<(), String> {
    let mut failed = Vec::new();
    for (index, step) in STEPS.iter().enumerate() {
        println!("[{}/{}] {}", index + 1, STEPS.len(), step.name);
        let started = Instant::now();
        let done = (step.run)(project);
        let took = started.elapsed();
        if let Err(message) = done {
            println!("{message}");
            println!("{} failed after {took:.0?}", step.name);
            failed.push(step.name);
        } else if index + 1 < STEPS.len() {
            println!("{}: {took:.0?}", step.name);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("failed: {}", failed.join(", ")))
}

fn tests(project: &Project, options: &[&str]) -> Result<(), String> {
    let ordinary = ["test", "--workspace", "--lib", "--bins", "--tests"];
    let nextest = ["nextest", "run", "--workspace"];
    let runner = if has_nextest(project) {
        &nextest[..]
    } else {
        &ordinary
    };
    cargo(project, &[runner, options].concat())
}

/// Runs npm for the page. What it needs was installed when the program was built.
fn npm(project: &Project, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(project.root.join("web"));
    done(command.args(arguments))
}

fn has_nextest(project: &Project) -> bool {
    Command::new(cargo_program())
        .args(["nextest", "--version"])
        .current_dir(&project.root)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The cargo that runs us, so that one run uses one toolchain.
pub(crate) fn cargo_program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs cargo in the project.
pub(crate) fn cargo(project: &Project, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(cargo_program());
    done(command.args(arguments).current_dir(&project.root))
}

/// Runs a command that asks nothing, to its end.
pub(crate) fn done(command: &mut Command) -> Result<(), String> {
    let status = command.stdin(Stdio::null()).status();
    let name = || {
        let program = Path::new(command.get_program());
        let words = std::iter::once(program.file_name().unwrap_or_default());
        let words = words.chain(command.get_args());
        words
            .map(|word| word.to_string_lossy())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", name())),
        Err(error) => Err(format!("{}: {error}", name())),
    }
}
