//! The whole test run.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
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
            println!("{} failed after {took:.0?}", step.name);
            failed.push((step.name, message));
        } else if index + 1 < STEPS.len() {
            println!("{}: {took:.0?}", step.name);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    // Once more at the end: by now hundreds of lines of other steps stand after what went wrong.
    for (name, message) in &failed {
        println!("{name}: {message}");
    }
    let names: Vec<&str> = failed.iter().map(|(name, _)| *name).collect();
    Err(format!("failed: {}", names.join(", ")))
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

/// How many of the last lines of a failed script are told with its failure: what a browser test expected, and where it stands.
const CLOSING_LINES: usize = 60;

/// Runs npm for the page. What it needs was installed when the program was built. A failure tells the last lines that the script printed.
fn npm(project: &Project, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command
        .current_dir(project.root.join("web"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let name = name_of(&command);
    match printed(&mut command) {
        Ok((_, status)) if status.success() => Ok(()),
        Ok((closing, status)) => Err(format!("{name}: {status}\n{closing}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// Runs a command to its end and prints what it prints; the last lines of it, and how it ended.
fn printed(command: &mut Command) -> std::io::Result<(String, ExitStatus)> {
    let mut child = command.spawn()?;
    let mut last = VecDeque::new();
    if let Some(out) = child.stdout.take() {
        for line in BufReader::new(out).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            println!("{line}");
            if last.len() == CLOSING_LINES {
                last.pop_front();
            }
            last.push_back(line);
        }
    }
    Ok((Vec::from(last).join("\n"), child.wait()?))
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
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", name_of(command))),
        Err(error) => Err(format!("{}: {error}", name_of(command))),
    }
}

/// A command as it is typed.
fn name_of(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let words = std::iter::once(program.file_name().unwrap_or_default());
    let words = words.chain(command.get_args());
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_of_a_failure_are_told() {
        let mut command = Command::new("sh");
        command.args(["-c", "seq 100; exit 3"]);
        command.stdout(Stdio::piped());
        let (closing, status) = printed(&mut command).expect("a shell");
        assert_eq!(status.code(), Some(3));
        let lines: Vec<&str> = closing.lines().collect();
        assert_eq!(lines.len(), CLOSING_LINES);
        assert_eq!((lines[0], lines[CLOSING_LINES - 1]), ("41", "100"));
    }
}
