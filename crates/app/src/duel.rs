//! `affray duel`: what a whole fight may come to.

use std::process::ExitCode;

use affray_kernel::prose;
use affray_table::{
    Bounds, DuelBasis, DuelOrders, DuelReport, Estimate, FateSeen, Library, MEGABYTE, Part, Policy,
    SystemEntry, duel, face_to_face, systems,
};

use crate::figures::{bar, fine_percent, tiny_percent};
use crate::input::Input;
use crate::interrupt::{self, STOP};
use crate::numbers::{ANY, whole};
use crate::screen::{Screen, Style};
use crate::settings::Settings;
use crate::telling;
use crate::trouble::{FAILED, FAULT, INTERRUPTED, Trouble};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A kind of creature, or a scenario: a file, or the name of one that the program carries.
    #[arg(value_name = "A|SCENARIO")]
    one: String,
    /// The kind of creature it stands face to face with on open ground.
    #[arg(value_name = "B")]
    other: Option<String>,
    /// The system of the two creatures, where several have them.
    #[arg(long, value_name = "SYSTEM", requires = "other")]
    system: Option<String>,
    /// By which policy everybody decides; without it as the scenario says, and sensibly where people would.
    #[arg(long, value_name = "POLICY", value_parser = crate::fight::bot)]
    policy: Option<Policy>,
    /// Follow the fight until less than this is not over.
    #[arg(long, value_name = "CHANCE", default_value_t = Bounds::default().unfinished, value_parser = chance)]
    bound: f64,
    /// About how many MB of memory situations may take; where they take more, fights are played instead.
    #[arg(long, value_name = "MB", default_value_t = (Bounds::default().memory / MEGABYTE) as u32, value_parser = whole::<u32>(1..=1_000_000))]
    memory: u32,
    /// The most runs of the rules; where it would take more, fights are played instead.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().runs, value_parser = whole::<u64>(1..=1_000_000_000_000))]
    runs: u64,
    #[command(flatten)]
    settings: Settings,
    /// Play fights, however small the fight is.
    #[arg(long)]
    sample: bool,
    /// How many fights are played where they are.
    #[arg(long, value_name = "N", default_value_t = DuelOrders::default().fights, value_parser = whole::<u64>(1..=100_000_000))]
    fights: u64,
    /// The number that their dice follow from.
    #[arg(long, default_value_t = DuelOrders::default().seed, value_parser = whole::<u64>(ANY))]
    seed: u64,
    /// Write everything as JSON.
    #[arg(long)]
    json: bool,
}

fn chance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(chance) if chance > 0.0 && chance < 1.0 => Ok(chance),
        _ => Err("a chance lies between 0 and 1, such as 0.001 or 1e-6".to_owned()),
    }
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let scenario = match &args.other {
        Some(other) => face_to_face(&args.one, other, args.system.as_deref(), &input.library)?,
        None => input
            .scenario(&args.one)
            .map_err(|trouble| alone(&args.one, &input.library, trouble))?,
    };
    let scenario = args.settings.apply(input, scenario)?;
    interrupt::can_stop(true);
    let mut report = duel(&scenario, &input.library, &orders(args))?;
    interrupt::can_stop(false);
    if args.other.is_none() {
        // As it was asked for, whichever file that is.
        report.name.clone_from(&args.one);
    }
    if args.json {
        telling::json(screen, &report)?;
    } else {
        tell(screen, &report)?;
        if report.stopped {
            let note = screen.styled(Style::Bad, "  Stopped before it was through.");
            screen.line(&note)?;
        }
    }
    Ok(if report.failed.value > 0.0 {
        ExitCode::from(FAULT)
    } else if report.stopped {
        ExitCode::from(INTERRUPTED)
    } else if is_open(&report) {
        ExitCode::from(FAILED)
    } else {
        ExitCode::SUCCESS
    })
}

/// Whether it was followed exactly, but not to its bound.
fn is_open(report: &DuelReport) -> bool {
    matches!(report.basis, DuelBasis::Exact { bound, .. } if report.unfinished.value > bound)
}

/// Why there is no duel with a single name: it may be a kind of creature, which needs somebody to fight.
fn alone(name: &str, library: &Library, trouble: Trouble) -> Trouble {
    let is_kind =
        |system: &&SystemEntry| library.creatures(system.id).iter().any(|kind| kind == name);
    let known = systems().iter().copied().filter(is_kind);
    let known: Vec<String> = known.map(|system| system.id.to_owned()).collect();
    let more = match known.as_slice() {
        [] => return trouble,
        [_] => "name the one it fights as well",
        _ => "name the one it fights as well, and with --system which is meant",
    };
    let systems = prose::list(&known);
    Trouble::Input(format!(
        "`{name}` is a kind of creature of {systems}: {more}"
    ))
}

fn orders(args: &Args) -> DuelOrders {
    let bounds = Bounds {
        unfinished: args.bound,
        memory: (args.memory as usize).saturating_mul(MEGABYTE),
        runs: args.runs,
        ..Bounds::default()
    };
    DuelOrders {
        bounds: (!args.sample).then_some(bounds),
        fights: args.fights,
        seed: args.seed,
        policy: args.policy,
        stop: &STOP,
    }
}

fn tell(screen: &mut Screen, report: &DuelReport) -> Result<(), Trouble> {
    let heading = screen.styled(Style::Heading, &report.name);
    screen.line(&heading)?;
    let is_sample = matches!(report.basis, DuelBasis::Sample { .. });
    for (number, side) in report.sides.iter().enumerate() {
        let name = screen.styled(Style::Side(number as u8), &side.name);
        screen.line(&format!("  {}  {name} wins", percent(side.wins, is_sample)))?;
    }
    if report.draws.value > 0.0 {
        screen.line(&format!(
            "  {}  nobody wins",
            percent(report.draws, is_sample)
        ))?;
    }
    if is_much_left(report) {
        let share = fine_percent(report.unfinished.value);
        let note = format!("  {share:>7}  not over where it was no longer followed");
        let note = screen.styled(Style::Bad, &note);
        screen.line(&note)?;
    }
    if report.failed.value > 0.0 {
        let share = fine_percent(report.failed.value);
        let note = format!("  {share:>7}  the rules ran into a limit");
        let note = screen.styled(Style::Bad, &note);
        screen.line(&note)?;
    }
    if let Some(spread) = &report.time.spread {
        tell_time(screen, report, spread.mean)?;
        for fate in &report.creatures {
            tell_fate(screen, fate, is_sample)?;
        }
    }
    let basis = screen.styled(Style::Faint, &format!("  {}", basis(report)));
    screen.line(&basis)
}

/// Whether much was not over: what little an exact duel leaves out is said with what it rests on.
fn is_much_left(report: &DuelReport) -> bool {
    let hardly = match report.basis {
        DuelBasis::Sample { .. } => 0.0,
        DuelBasis::Exact { .. } => 0.01,
    };
    report.unfinished.value > hardly
}

/// How many rows the length of a fight has.
const ROWS: usize = 12;

/// How wide the longest bar is.
const WIDTH: usize = 30;

/// What is less likely is not told: it would be told as 0.
const HARDLY: f64 = 5e-5;

fn tell_time(screen: &mut Screen, report: &DuelReport, mean: f64) -> Result<(), Trouble> {
    let time = &report.time;
    let seconds = time.seconds;
    let seconds = seconds
        .map(|seconds| format!(" ({seconds:.0} s)"))
        .unwrap_or_default();
    let after = format!(
        "ver after {mean:.2} {}s on average{seconds}",
        time.unit.name
    );
    screen.line(&if is_much_left(report) {
        let over = fine_percent(1.0 - report.unfinished.value - report.failed.value);
        format!("  Of the {over} that were over, and what is left of everybody by those: o{after}")
    } else {
        format!("  O{after}")
    })?;
    let (Some(first), Some(last)) = (time.distribution.first(), time.distribution.last()) else {
        return Ok(());
    };
    // No fight takes less than no time.
    let at = |part: &Part| u32::try_from(part.value).unwrap_or(0);
    let (first, last) = (at(first), at(last));
    let step = (last - first + 1).div_ceil(ROWS as u32).max(1);
    // A row for every stretch of time, those included in which nothing ends.
    let mut rows: Vec<(u32, f64)> = (first..=last)
        .step_by(step as usize)
        .map(|from| (from, 0.0))
        .collect();
    for part in &time.distribution {
        if let Some((_, sum)) = rows.get_mut(((at(part) - first) / step) as usize) {
            *sum += part.chance.value;
        }
    }
    let is_told = |(_, chance): &(u32, f64)| *chance >= HARDLY;
    let until = rows.iter().rposition(is_told).map_or(0, |last| last + 1);
    rows.truncate(until);
    let most = rows
        .iter()
        .fold(0.0, |most: f64, (_, chance)| most.max(*chance));
    for (from, chance) in rows.into_iter().skip_while(|row| !is_told(row)) {
        let until = from + step - 1;
        let span = if step == 1 {
            format!("{from}")
        } else {
            format!("{from} to {until}")
        };
        let bar = bar(chance / most, WIDTH);
        let row = format!("    {span:>11}  {:>7}  {bar}", fine_percent(chance));
        screen.line(row.trim_end())?;
    }
    Ok(())
}

fn tell_fate(screen: &mut Screen, fate: &FateSeen, is_sample: bool) -> Result<(), Trouble> {
    let out = percent(fate.out, is_sample);
    let name = screen.styled(Style::Heading, &fate.name);
    screen.line(&format!("  {name}: out of the fight {}", out.trim_start()))?;
    for left in &fate.left {
        let Some(spread) = &left.spread else {
            continue;
        };
        let lowest = left.distribution.first();
        let range = lowest.map(|lowest| format!(", from {} to {}", lowest.value, spread.most));
        let words = format!(
            "{:.2} left on average{}",
            spread.mean,
            range.unwrap_or_default()
        );
        screen.line(&format!("    {}: {}", left.gauge, words.replace('-', "−")))?;
    }
    for condition in &fate.conditions {
        let (what, chance) = (&condition.what, condition.chance);
        if chance.value >= HARDLY {
            screen.line(&format!("    {}  {what}", percent(chance, is_sample)))?;
        }
    }
    Ok(())
}

/// What the figures rest on.
fn basis(report: &DuelReport) -> String {
    let mut policies: Vec<&str> = report
        .creatures
        .iter()
        .map(|fate| fate.policy.as_str())
        .collect();
    policies.sort_unstable();
    policies.dedup();
    let policies = format!("everybody decides by: {}", policies.join(", "));
    match &report.basis {
        DuelBasis::Exact {
            bound,
            situations,
            memory,
            runs,
        } => format!(
            "{} {situations} situations (about {:.0} MB) and {runs} runs of the rules; {policies}",
            followed(report.unfinished.value, *bound),
            (*memory as f64 / MEGABYTE as f64).ceil()
        ),
        DuelBasis::Sample {
            fights,
            seed,
            confidence,
            because,
        } => {
            let because = if because.is_empty() {
                String::new()
            } else {
                format!(": {because}")
            };
            format!(
                "a sample of {fights} fights (seed {seed}), with {:.0}% intervals{because}; {policies}",
                confidence * 100.0
            )
        }
    }
}

/// How far it was followed exactly.
fn followed(unfinished: f64, bound: f64) -> String {
    if unfinished <= bound {
        return format!(
            "exact but for {unfinished:.1e} that was not followed to its end (bound {bound:.0e}), over"
        );
    }
    format!(
        "the bound was not reached: {} was not over where it was no longer followed (bound {bound:.0e}), over",
        tiny_percent(unfinished)
    )
}

/// A chance as a percentage; of a sample with its interval, and of what was not followed to its end with what it may be at most.
fn percent(chance: Estimate, is_sample: bool) -> String {
    let [low, high] = [chance.low, chance.high].map(fine_percent);
    let more = if is_sample {
        format!(" ({low} to {high})")
    } else if chance.high - chance.value >= HARDLY {
        format!(" (at most {high})")
    } else {
        String::new()
    };
    format!("{:>7}{more}", fine_percent(chance.value))
}
