//! `affray sim`: bots fight a scenario many times.

mod columns;
mod outputs;
mod plan;
mod progress;
mod rows;
mod show;

use std::convert::Infallible;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use affray_sim::batch::{self, Beside, Done, Orders};
use affray_sim::pairs::Winners;
use affray_sim::study::{Arm, FORMAT, KnobSet, Study};
use affray_sim::summary::{ArmSummary, Summary};
use affray_sim::{Arena, Limits};
use affray_table::Policy;

use self::columns::Columns;
use self::outputs::Kind;
pub(crate) use self::outputs::{Joined, Outputs, Sketch};
use self::plan::Shard;
pub(crate) use self::plan::{Fraction, Planned, variation, varied};
pub(crate) use self::progress::Progress;
use self::rows::{Format, Rows};
pub(crate) use self::show::{since, surprises, sweep, troubles, unfinished_words};
use crate::again::Again;
use crate::fight::bot;
use crate::input::{Input, any_seed};
use crate::interrupt::STOP;
use crate::numbers::{ANY, SHORT, THREADS, whole};
use crate::output::{Batch, Until};
use crate::screen::Screen;
use crate::settings::{option, quoted};
use crate::telling;
use crate::trouble::{FAULT, INTERRUPTED, Trouble};

/// How many fights are played where nobody says how many.
const FIGHTS: u64 = 1_000;

/// How many fights are played at most where it is an interval that is asked for.
const FIGHTS_UNTIL: u64 = 10_000_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario: a file, or the name of one that the program carries.
    scenario: String,
    /// How many fights; with --until at most so many [default: 1000, with --until 10000000].
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000_000_000))]
    fights: Option<u64>,
    /// Stop as soon as every side's chance to win is known to so much more or less, such as 0.5%.
    #[arg(long, value_name = "PERCENT")]
    until: Option<Fraction>,
    /// Vary a value, each combination a batch of its own: CREATURE.KEY=FROM..TO/STEP, or =ONE,OTHER.
    #[arg(long, value_name = "KNOB")]
    vary: Vec<String>,
    /// What other commands take.
    #[arg(long = "set", value_name = "KNOB", hide = true, value_parser = no_set)]
    _set: Option<Infallible>,
    /// Another scenario to compare with, fight by fight with the same dice.
    #[arg(long, value_name = "SCENARIO", conflicts_with = "vary")]
    against: Option<String>,
    /// Play only a part of the fights, such as 3/8; `affray merge` joins the results.
    #[arg(
        long,
        value_name = "PART/OF",
        requires = "seed",
        conflicts_with = "until"
    )]
    shard: Option<Shard>,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    outputs: Outputs,
}

/// Values are varied here, and one alone as well.
fn no_set(text: &str) -> Result<Infallible, String> {
    let knob = if text.contains('=') {
        text
    } else {
        "ogre.max_hp=40"
    };
    let vary = quoted(knob);
    Err(format!(
        "values are varied here, one alone as well: --vary {vary}"
    ))
}

/// How fights are played.
#[derive(clap::Args)]
pub(crate) struct How {
    /// The number that all dice follow from; without it another one every time.
    #[arg(long, value_parser = whole::<u64>(ANY))]
    seed: Option<u64>,
    /// On how many threads; without it on all cores. Results are the same on any number.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(THREADS))]
    threads: Option<usize>,
    /// Who decides for everybody, whatever the scenario says.
    #[arg(long, value_name = "NAME", value_parser = bot)]
    policy: Option<Policy>,
    /// A fight that is not over after so many entries counts as unfinished.
    #[arg(long, value_name = "ENTRIES", default_value_t = Limits::default().entries, value_parser = whole::<u32>(SHORT))]
    limit: u32,
    /// A fight that is not over after so many seconds of game time counts as unfinished.
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().seconds, value_parser = whole::<u32>(SHORT))]
    longest: u32,
}

impl How {
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(any_seed)
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits {
            entries: self.limit,
            seconds: self.longest,
        }
    }

    pub(crate) fn pool(&self) -> Result<batch::Pool, Trouble> {
        let pool = batch::threads(self.threads);
        pool.map_err(|error| Trouble::Input(format!("no threads to play on: {error}")))
    }

    /// Who decides for everybody, by name.
    pub(crate) fn policy_name(&self) -> Option<String> {
        self.policy.map(Policy::name)
    }

    pub(crate) fn policy(&self) -> Option<Policy> {
        self.policy
    }
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let planned = match &args.against {
        Some(other) => plan::two(input, &args.scenario, other, args.how.policy())?,
        None => plan::variations(input, &args.scenario, &args.vary, args.how.policy())?,
    };
    let mut files = args.outputs.create()?;
    let seed = args.how.seed();
    let most = if args.until.is_some() {
        FIGHTS_UNTIL
    } else {
        FIGHTS
    };
    let fights = args.fights.unwrap_or(most);
    let numbers = args.shard.map_or(0..fights, |shard| {
        batch::shard(fights, shard.part, shard.of)
    });
    let rows = match files.kind {
        Some(Kind::Rows(format)) => Some(Rows::new(format, &planned)),
        _ => None,
    };
    let mut columns = match &rows {
        Some(rows) if rows.format() == Format::Columns => Some(Columns::new(&rows.columns())?),
        _ => None,
    };
    if let (Some(rows), Some(out)) = (&rows, &mut files.out) {
        out.write(rows.heading())?;
    }
    // Two scenarios that are compared are played together, variations one after the other.
    let together = if args.against.is_some() { 2 } else { 1 };
    let progress = Progress::new(
        (numbers.end - numbers.start) * (planned.len() / together) as u64,
        args.outputs.sketch.json,
    );
    let pool = args.how.pool()?;
    let mut study = Study {
        format: FORMAT,
        seed,
        limits: args.how.limits(),
        policy: args.how.policy_name(),
        content: input.content.clone(),
        fights,
        until: args.until.map(|fraction| fraction.to_string()),
        arms: Vec::new(),
    };
    // Variations are compared with the first, fight by fight, unless there are too many fights to keep all that it has won.
    let is_compared = args.against.is_none() && planned.len() > 1 && fights <= Winners::MOST;
    let mut winners = Winners::default();
    for (number, group) in planned.chunks(together).enumerate() {
        let arenas: Vec<&dyn Arena> = group.iter().map(|arm| &*arm.arena).collect();
        let row = |place: usize, record: &_, text: &mut String| {
            if let Some(rows) = &rows {
                rows.add(number * together + place, record, text);
            }
        };
        let orders = Orders {
            seed,
            numbers: numbers.clone(),
            limits: study.limits,
            until: args.until.map(|fraction| fraction.0),
            stop: &STOP,
            progress: &|count| progress.add(count),
            row: rows.is_some().then_some(&row),
            beside: match number {
                _ if !is_compared => Beside::Nothing,
                0 => Beside::First,
                _ => Beside::Later(&winners),
            },
        };
        let mut write = |text: &str| match &mut files.out {
            Some(out) if !text.is_empty() => match &mut columns {
                Some(columns) => out.write(columns.take(text)?),
                None => out.write(text),
            },
            _ => Ok(()),
        };
        let played = pool.install(|| batch::play(&arenas, &orders, &mut write))?;
        for (arm, tally) in group.iter().zip(played.tallies) {
            study.arms.push(arm.played(tally, played.done.clone()));
        }
        // Pairs are those of the last arm with the first.
        if let Some(last) = study.arms.last_mut() {
            last.pairs = played.pairs;
        }
        if number == 0 {
            winners = played.winners;
        }
    }
    progress.finish();
    if let (Some(columns), Some(out)) = (columns, &mut files.out) {
        out.write(columns.end()?)?;
    }
    files.finish(&study)?;
    let planned = numbers.end - numbers.start;
    end(
        study,
        &args.outputs.sketch,
        &Plan::Play(planned, args.until),
        screen,
    )
}

/// What a study was meant to hold.
pub(crate) enum Plan {
    /// So many fights of each arm, or as many as make intervals so narrow.
    Play(u64, Option<Fraction>),
    /// All fights, joined from parts.
    Join,
}

/// Shows what a study has found out.
pub(crate) fn end(
    study: Study,
    sketch: &Sketch,
    plan: &Plan,
    screen: &mut Screen,
) -> Result<ExitCode, Trouble> {
    let (planned, until, missing) = match plan {
        Plan::Play(planned, until) => (*planned, *until, Done::default()),
        Plan::Join => (study.fights, None, study.missing()),
    };
    let study = &study.played();
    let summary = study.summary();
    let too_wide = until.zip(widest(&summary));
    let too_wide = too_wide.filter(|(wanted, reached)| *reached > wanted.0);
    let is_stopped = STOP.load(Ordering::Relaxed);
    if sketch.json {
        let told = Batch {
            results: &summary,
            planned,
            stopped: is_stopped,
            until: until.map(|wanted| Until {
                wanted: wanted.0,
                reached: too_wide.is_none(),
            }),
            missing: matches!(plan, Plan::Join).then_some(missing),
        };
        telling::json(screen, &told)?;
    } else {
        show::summary(screen, study, &summary)?;
        if let Some(found) = too_wide {
            show::too_wide(screen, study, found)?;
        }
        show::missing(screen, study, &missing)?;
        if is_stopped {
            show::stopped(screen, study, planned)?;
        }
    }
    Ok(code(study, is_stopped))
}

/// Whether the rules ran into a limit in any fight.
pub(crate) fn has_failed(study: &Study) -> bool {
    study.arms.iter().any(|arm: &Arm| arm.tally.failed > 0)
}

/// How a command ends that has played fights: a fault of the program is said before anything else.
fn code(study: &Study, is_stopped: bool) -> ExitCode {
    if has_failed(study) {
        ExitCode::from(FAULT)
    } else if is_stopped {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    }
}

/// How much more or less the least well known chance to win may be.
fn widest(summary: &Summary) -> Option<f64> {
    let sides = summary.arms.iter().flat_map(|arm| &arm.sides);
    let widths = sides.map(|side| side.wins.chance.half_width());
    widths.max_by(f64::total_cmp)
}

/// The command that shows a fight blow by blow.
pub(crate) fn command(study: &Study, arm: &ArmSummary, fight: u64) -> String {
    let knobs = arm.knobs.iter();
    let (limits, usual) = (study.limits, Limits::default());
    let again = Again {
        scenario: &arm.scenario,
        settings: knobs.map(|set| option(&set.knob, &set.value)).collect(),
        seed: study.seed,
        number: Some(fight),
        policy: study.policy.clone(),
        content: study.content.as_deref(),
        entries: limits.entries,
        longest: Some(limits.seconds).filter(|seconds| *seconds != usual.seconds),
    };
    again.to_string()
}

/// As [`command`], of a fight that was not over: one that is shown alone ends at no time of its own.
pub(crate) fn command_of_unfinished(study: &Study, arm: &ArmSummary, fight: u64) -> String {
    let command = command(study, arm, fight);
    let (limit, is_timed) = (study.limits.seconds, arm.time.unit.milliseconds > 0);
    if is_timed && limit == Limits::default().seconds {
        return format!("{command} --longest {limit}");
    }
    command
}

impl Planned {
    pub(crate) fn played(&self, tally: affray_sim::Tally, done: batch::Done) -> Arm {
        Arm {
            scenario: self.scenario.clone(),
            knobs: self
                .knobs
                .iter()
                .map(|(path, setting)| KnobSet {
                    knob: path.clone(),
                    value: setting.to_string(),
                })
                .collect(),
            cast: self.arena.cast().clone(),
            done,
            tally,
            pairs: Vec::new(),
        }
    }
}
