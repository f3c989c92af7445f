//! The laws, the endings and the chances, in many more fights than a test run has time for.

use std::process::{Command, Stdio};

use crate::project::Project;
use crate::test_run::cargo_program;

/// How long it goes on where nothing else is said.
const MINUTES: u64 = 10;

/// Chances are compared with one fight of a duel for so many plays of an act.
const FIGHTS_SHARE: u64 = 5;

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
    /// Compare chances with what is played instead: acts so many times, a fifth as many fights of each duel.
    #[arg(long, value_name = "N", conflicts_with_all = ["fights", "minutes", "first", "endings"])]
    plays: Option<u64>,
}

/// Runs the tests of the laws, of the endings or of the chances, optimised, and shows what they print.
pub(crate) fn run(project: &Project, args: &Args) -> Result<(), String> {
    let (package, test) = match (args.endings, args.plays) {
        (Some(_), _) => ("affray-systems", "endings"),
        (None, Some(_)) => ("affray-table", "chances"),
        (None, None) => ("affray-systems", "laws"),
    };
    let mut command = Command::new(cargo_program());
    command
        .args(["test", "--release", "--quiet", "--package", package])
        .args(["--test", test, "--", "--nocapture"])
        .current_dir(&project.root)
        .stdin(Stdio::null());
    if let Some(plays) = args.plays {
        command.env("PLAYS", plays.to_string());
        command.env("FIGHTS", (plays / FIGHTS_SHARE).max(1).to_string());
    }
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
