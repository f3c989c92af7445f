//! The laws and the endings, in many more fights than a test run has time for.

use std::process::{Command, Stdio};

use crate::project::Project;
use crate::test_run::cargo_program;

/// How long it goes on where nothing else is said.
const MINUTES: u64 = 10;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// So many fights for the laws.
    #[arg(long, conflicts_with = "minutes")]
    fights: Option<u64>,
    /// As many fights as there are minutes for; ten unless something else is said.
    #[arg(long)]
    minutes: Option<u64>,
    /// The number of the first fight: the one that a failure names.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Play every scenario to its end instead, each with so many seeds.
    #[arg(long, value_name = "SEEDS", conflicts_with_all = ["fights", "minutes", "first"])]
    endings: Option<u64>,
}

/// Runs the tests of the laws, or of the endings, optimised, and shows what they print.
pub(crate) fn run(project: &Project, args: &Args) -> Result<(), String> {
    let test = if args.endings.is_some() {
        "endings"
    } else {
        "laws"
    };
    let mut command = Command::new(cargo_program());
    command
        .args([
            "test",
            "--release",
            "--quiet",
            "--package",
            "affray-systems",
        ])
        .args(["--test", test, "--", "--nocapture"])
        .current_dir(&project.root)
        .stdin(Stdio::null());
    match (args.endings, args.fights) {
        (Some(seeds), _) => command.env("SEEDS", seeds.to_string()),
        (None, Some(fights)) => command.env("FIGHTS", fights.to_string()),
        (None, None) => command.env("MINUTES", args.minutes.unwrap_or(MINUTES).to_string()),
    };
    command.env("FIRST", args.first.to_string());
    let status = command
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("{test}: {status}"))
}
