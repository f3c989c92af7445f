//! The whole test run.

use std::env;
use std::ffi::OsString;
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
        run: tests,
    },
];

/// Runs every step, also after one has failed, so that one run tells everything.
pub(crate) fn run(project: &Project) -> Result<(), String> {
    let mut failed = Vec::new();
    for (index, step) in STEPS.iter().enumerate() {
        println!("[{}/{}] {}", index + 1, STEPS.len(), step.name);
        let started = Instant::now();
        let Err(message) = (step.run)(project) else {
            continue;
        };
        println!("{message}");
        println!("{} failed after {:.0?}", step.name, started.elapsed());
        failed.push(step.name);
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("failed: {}", failed.join(", ")))
}

fn tests(project: &Project) -> Result<(), String> {
    if has_nextest(project) {
        return cargo(
            project,
            &["nextest", "run", "--workspace", "--no-fail-fast"],
        );
    }
    let ordinary = [
        "test",
        "--workspace",
        "--lib",
        "--bins",
        "--tests",
        "--no-fail-fast",
    ];
    cargo(project, &ordinary)
}

/// Runs npm for the page. What it needs was installed when the program was built for the generated files.
fn npm(project: &Project, arguments: &[&str]) -> Result<(), String> {
    let command = format!("npm {}", arguments.join(" "));
    let status = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
        .args(arguments)
        .current_dir(project.root.join("web"))
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("{command}: {error}; the page needs Node.js"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("{command}: {status}"))
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
    let command = format!("cargo {}", arguments.join(" "));
    let status = Command::new(cargo_program())
        .args(arguments)
        .current_dir(&project.root)
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("{command}: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("{command}: {status}"))
}
