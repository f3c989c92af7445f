//! `affray tournament`: policies against each other.

use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_sim::batch;
use affray_sim::interval::CONFIDENCE;
use affray_sim::summary::Counted;
use affray_sim::tournament::{Score, meet};
use affray_table::{CannotOpen, Policy, WithSystem, system_of, with_system};

use crate::fight::bot;
use crate::figures::{interval, percent};
use crate::input::Input;
use crate::interrupt::{self, STOP};
use crate::mistakes::Mistake;
use crate::numbers::{ANY, THREADS, whole};
use crate::output::{Contestant, MatchTold, Tournament};
use crate::screen::{Screen, Style};
use crate::telling;
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
    /// Write every match as one value of JSON.
    #[arg(long)]
    json: bool,
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
    if args.json {
        return run_for_programs(args, input, screen);
    }
    let grounds = grounds(args, input)?;
    screen.line("| scenario | match | won, lost, drawn | of those decided | 95% interval | decisions a second |")?;
    screen.line("| --- | --- | --- | --- | --- | --- |")?;
    let mut failed = 0;
    let stopped = play(args, input, &grounds, &mut |played| {
        failed += played.score.failed;
        tell(screen, played)?;
        screen.flush()
    })?;
    if let Some(stopped) = stopped {
        return tell_stopped(screen, &stopped);
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

/// As [`run`], with every match, and whatever stands in the way of one, as one value of JSON.
fn run_for_programs(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let mut matches = Vec::new();
    let mut failed = 0;
    let ended = grounds(args, input).and_then(|grounds| {
        let stopped = play(args, input, &grounds, &mut |played| {
            failed += played.score.failed;
            matches.push(as_json(played));
            Ok(())
        })?;
        Ok(stopped.is_some())
    });
    let (is_stopped, mistakes, code) = match &ended {
        Ok(true) => (true, Vec::new(), INTERRUPTED),
        Ok(false) => (false, Vec::new(), if failed > 0 { FAULT } else { 0 }),
        Err(trouble) => (false, Mistake::of_trouble(trouble, None), trouble.code()),
    };
    let told = Tournament {
        seed: args.seed,
        planned: args.fights.next_multiple_of(2),
        confidence: CONFIDENCE,
        stopped: is_stopped,
        matches,
        mistakes,
    };
    telling::json(screen, &told)?;
    Ok(ExitCode::from(code))
}

/// What came of a match.
fn as_json(played: &Played<'_>) -> MatchTold {
    let score = &played.score;
    let fights = u64::from(score.fights());
    let decided = u64::from(score.wins + score.losses);
    let counted = |count: u32| Counted::of(count.into(), fights);
    let policies = played.policies.into_iter().zip([score.wins, score.losses]);
    let policies = policies.map(|(policy, wins)| Contestant {
        name: policy.name(),
        wins: counted(wins),
        wins_of_decided: Counted::of(wins.into(), decided),
    });
    MatchTold {
        scenario: played.scenario.to_owned(),
        policies: policies.collect(),
        fights,
        decided,
        draws: counted(score.draws),
        failed: counted(score.failed),
        decisions: score.decisions,
        seconds: score.seconds,
    }
}

fn grounds<'a>(args: &'a Args, input: &Input) -> Result<Vec<Ground<'a>>, Trouble> {
    let names = args.scenarios.iter();
    names.map(|name| Ground::open(name, input)).collect()
}

/// A match, as far as it was played.
struct Played<'a> {
    scenario: &'a str,
    policies: [Policy; 2],
    score: Score,
}

/// Plays every match and tells of each. Gives the one in which it was stopped, which is told of if any fight of it was over.
fn play<'a>(
    args: &Args,
    input: &Input,
    grounds: &[Ground<'a>],
    told: &mut dyn FnMut(&Played<'a>) -> Result<(), Trouble>,
) -> Result<Option<Played<'a>>, Trouble> {
    let pool = batch::threads(args.threads);
    let pool = pool.map_err(|error| Trouble::Input(format!("no threads to play on: {error}")))?;
    interrupt::can_stop(true);
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
        let played = Played {
            scenario: ground.name,
            policies,
            score: pool.install(|| with_system(ground.system, meeting))??,
        };
        let is_stopped = STOP.load(Ordering::Relaxed);
        if !is_stopped || played.score.fights() > 0 {
            told(&played)?;
        }
        if is_stopped {
            return Ok(Some(played));
        }
    }
    Ok(None)
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

/// Writes in which match it was stopped.
fn tell_stopped(screen: &mut Screen, played: &Played<'_>) -> Result<ExitCode, Trouble> {
    let [one, other] = played.policies.map(Policy::name);
    let fights = match played.score.fights() {
        1 => "1 fight".to_owned(),
        many => format!("{many} fights"),
    };
    let note = format!(
        "Stopped after {fights} of {one} against {other} in {}.",
        played.scenario
    );
    let note = screen.styled(Style::Bad, &note);
    screen.line("")?;
    screen.wrapped("", &note)?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn tell(screen: &mut Screen, played: &Played<'_>) -> Result<(), Trouble> {
    let Played {
        scenario,
        policies,
        score,
    } = played;
    let [one, other] = policies.map(Policy::name);
    let chance = score.of_decided();
    let speed = f64::from(score.decisions) / score.seconds.max(1e-9);
    screen.line(&format!(
        "| {scenario} | {one} against {other} | {}, {}, {} | {} | {} | {speed:.0} |",
        score.wins,
        score.losses,
        score.draws,
        percent(chance.value),
        interval(&chance),
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
