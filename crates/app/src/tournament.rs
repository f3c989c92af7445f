//! `affray tournament`: policies against each other.

use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_sim::batch;
use affray_sim::tournament::{Score, meet};
use affray_table::{CannotOpen, Policy, WithSystem, system_of, with_system};

use crate::fight::bot;
use crate::figures::{interval, percent};
use crate::input::Input;
use crate::interrupt::{self, STOP};
use crate::numbers::{ANY, THREADS, whole};
use crate::screen::{Screen, Style};
use crate::trouble::{FAULT, INTERRUPTED, Trouble};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scenarios in which two sides fight that are worth the same: files, or names of those that the program carries.
    #[arg(required = true)]
    scenarios: Vec<String>,
    /// Who meets whom, such as `greedy/random`.
    #[arg(
        long = "match",
        value_name = "ONE/OTHER",
        default_values = ["greedy/random", "search/greedy"]
    )]
    matches: Vec<Match>,
    /// How many fights each match has; half of them with sides swapped, so that one more is played where the number is odd.
    #[arg(long, default_value_t = 60, value_parser = whole::<u32>(2..=1_000_000))]
    fights: u32,
    /// The number that all dice follow from.
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(ANY))]
    seed: u64,
    /// On how many threads; without it on all cores. Counts are the same on any number.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(THREADS))]
    threads: Option<usize>,
}

/// Two policies that meet.
#[derive(Clone, Copy, Debug)]
struct Match([Policy; 2]);

impl FromStr for Match {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (one, other) = text
            .split_once('/')
            .ok_or("two policies with `/` between them: `greedy/random`")?;
        Ok(Self([bot(one)?, bot(other)?]))
    }
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let pool = batch::threads(args.threads);
    let pool = pool.map_err(|error| Trouble::Input(format!("no threads to play on: {error}")))?;
    let grounds: Vec<Ground<'_>> = args
        .scenarios
        .iter()
        .map(|name| Ground::open(name, input))
        .collect::<Result<_, _>>()?;
    interrupt::can_stop(true);
    screen.line("| scenario | match | won, lost, drawn | of those decided | 95% interval | decisions a second |")?;
    screen.line("| --- | --- | --- | --- | --- | --- |")?;
    let mut failed = 0;
    let every = grounds.iter().flat_map(|ground| {
        let matches = args.matches.iter();
        matches.map(move |Match(policies)| (ground, *policies))
    });
    for (ground, policies) in every {
        let meeting = Meeting {
            scenario: &ground.scenario,
            content: &input.library.of(ground.system),
            policies,
            pairs: args.fights.div_ceil(2),
            seed: args.seed,
        };
        let score = pool.install(|| with_system(ground.system, meeting))??;
        if STOP.load(Ordering::Relaxed) {
            return stopped(screen, ground.name, policies, &score);
        }
        tell(screen, ground.name, policies, &score)?;
        screen.flush()?;
        failed += score.failed;
    }
    if !args.fights.is_multiple_of(2) {
        let (asked, played) = (args.fights, args.fights + 1);
        screen.line("")?;
        screen.line(&format!(
            "{asked} fights cannot be halved: each match has {played}."
        ))?;
    }
    if failed == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let fights = if failed == 1 { "fight" } else { "fights" };
    let note = format!(
        "{failed} {fights} ran into a limit of the rules, which is a fault, and count for nobody."
    );
    let note = screen.styled(Style::Bad, &note);
    screen.line("")?;
    screen.wrapped("", &note)?;
    Ok(ExitCode::from(FAULT))
}

/// Where policies meet.
struct Ground<'a> {
    name: &'a str,
    scenario: Source,
    system: &'static str,
}

impl<'a> Ground<'a> {
    fn open(name: &'a str, input: &Input) -> Result<Self, Trouble> {
        let scenario = input.scenario(name)?;
        let system = system_of(&scenario).map_err(|problems| Trouble::Problems(problems.into()))?;
        Ok(Self {
            name,
            scenario,
            system: system.id,
        })
    }
}

/// Writes what was played of a match that was stopped.
fn stopped(
    screen: &mut Screen,
    name: &str,
    policies: [Policy; 2],
    score: &Score,
) -> Result<ExitCode, Trouble> {
    let fights = score.fights();
    if fights > 0 {
        tell(screen, name, policies, score)?;
    }
    let [one, other] = policies.map(Policy::name);
    let fights = match fights {
        1 => "1 fight".to_owned(),
        many => format!("{many} fights"),
    };
    let note = format!("Stopped after {fights} of {one} against {other} in {name}.");
    let note = screen.styled(Style::Bad, &note);
    screen.line("")?;
    screen.wrapped("", &note)?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn tell(
    screen: &mut Screen,
    name: &str,
    policies: [Policy; 2],
    score: &Score,
) -> Result<(), Trouble> {
    let [one, other] = policies.map(Policy::name);
    let share = score.share();
    let speed = f64::from(score.decisions) / score.seconds.max(1e-9);
    screen.line(&format!(
        "| {name} | {one} against {other} | {}, {}, {} | {} | {} | {speed:.0} |",
        score.wins,
        score.losses,
        score.draws,
        percent(share.share),
        interval(&share),
    ))
}

/// A match in a scenario of some system.
struct Meeting<'m> {
    scenario: &'m Source,
    content: &'m [Source],
    policies: [Policy; 2],
    pairs: u32,
    seed: u64,
}

impl WithSystem for Meeting<'_> {
    type Output = Result<Score, Trouble>;

    fn with<S: System>(self) -> Self::Output {
        let setup = S::compose(self.scenario, self.content).map_err(Trouble::Problems)?;
        let start = S::set_up(&setup).map_err(CannotOpen::Impossible)?;
        meet::<S>(&start, self.policies, (self.pairs, self.seed), &STOP).map_err(Trouble::Input)
    }
}
