//! The laws, the endings and the chances, in many more fights than a test run has time for.

use std::process::Command;
use std::thread;

use crate::catalogue;
use crate::project::Project;
use crate::test_run::{cargo_program, done};

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
    /// Compare chances with what is played instead: the first act of each system so many times, a tenth as often others, and a fifth as many fights of
    /// each duel.
    #[arg(long, value_name = "N", conflicts_with_all = ["fights", "minutes", "first", "endings"])]
    plays: Option<u64>,
}

/// Runs the tests of the laws, of the endings or of the chances, optimised, and shows what they print.
pub(crate) fn run(project: &Project, args: &Args) -> Result<(), String> {
    if let Some(plays) = args.plays {
        let fights = (plays / FIGHTS_SHARE).max(1);
        let mut chances = test(project, &["affray-table"], "table");
        chances.args(["--", "chances::", "--nocapture"]);
        chances.env("PLAYS", plays.to_string());
        return done(chances.env("FIGHTS", fights.to_string()));
    }
    let systems = catalogue::read_all(project)?;
    let systems = systems.iter();
    let crates: Vec<String> = systems
        .map(|each| format!("affray-{}", each.system))
        .collect();
    let names: Vec<&str> = crates.iter().map(String::as_str).collect();
    done(test(project, &names, "system").arg("--no-run"))?;
    side_by_side(names.iter().map(|name| {
        let mut one = test(project, &[name], "system");
        asked_for(&mut one, args);
        one
    }))
}

/// The command that runs a test program of some crates.
fn test(project: &Project, crates: &[&str], program: &str) -> Command {
    let mut command = Command::new(cargo_program());
    command.args(["test", "--release", "--quiet", "--test", program]);
    for name in crates {
        command.args(["--package", name]);
    }
    command.current_dir(&project.root);
    command
}

/// Tells the tests of a system which of them are wanted, and how much.
fn asked_for(command: &mut Command, args: &Args) {
    let wanted = if args.endings.is_some() {
        "endings"
    } else {
        "laws"
    };
    command.args(["--", "--exact", wanted, "--nocapture"]);
    match (args.endings, args.fights) {
        (Some(seeds), _) => command.env("SEEDS", seeds.to_string()),
        (None, Some(fights)) => command.env("FIGHTS", fights.to_string()),
        (None, None) => command.env("MINUTES", args.minutes.unwrap_or(MINUTES).to_string()),
    };
    command.env("FIRST", args.first.to_string());
}

/// Runs commands all at once, each to its end.
fn side_by_side(commands: impl Iterator<Item = Command>) -> Result<(), String> {
    let results: Vec<Result<(), String>> = thread::scope(|scope| {
        let run = |mut command| scope.spawn(move || done(&mut command));
        let running: Vec<_> = commands.map(run).collect();
        let ended = running.into_iter().map(|one| one.join());
        ended
            .map(|one| one.unwrap_or_else(|_| Err("a run was given up".to_owned())))
            .collect()
    });
    let failed: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(failed.join("\n"))
}
