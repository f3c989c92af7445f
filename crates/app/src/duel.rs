//! `affray duel`: what a whole fight may come to.

use std::process::ExitCode;

use affray_table::{
    Bounds, DuelBasis, DuelOrders, DuelReport, FateSeen, Library, Likelihood, MEGABYTE, Policy,
    SystemEntry, duel, face_to_face, systems,
};

use crate::input::Input;
use crate::screen::{Screen, Style};
use crate::settings::Settings;
use crate::telling;
use crate::trouble::{FAULT, Trouble};

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
    #[arg(long, value_name = "MB", default_value_t = (Bounds::default().memory / MEGABYTE) as u32, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    #[command(flatten)]
    settings: Settings,
    /// Play fights, however small the fight is.
    #[arg(long)]
    sample: bool,
    /// How many fights are played where they are.
    #[arg(long, value_name = "N", default_value_t = DuelOrders::default().fights, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    fights: u64,
    /// The number that their dice follow from.
    #[arg(long, default_value_t = DuelOrders::default().seed)]
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
    let report = duel(&scenario, &input.library, &orders(args))?;
    if args.json {
        telling::json(screen, &report)?;
    } else {
        tell(screen, &report)?;
    }
    Ok(if report.failed > 0.0 {
        ExitCode::from(FAULT)
    } else {
        ExitCode::SUCCESS
    })
}

/// Why there is no duel with a single name: it may be a kind of creature, which needs somebody to fight.
fn alone(name: &str, library: &Library, trouble: Trouble) -> Trouble {
    let is_kind =
        |system: &&SystemEntry| library.creatures(system.id).iter().any(|kind| kind == name);
    match systems().iter().copied().find(is_kind) {
        Some(system) => Trouble::Input(format!(
            "`{name}` is a kind of creature of {}: name the one it fights as well",
            system.id
        )),
        None => trouble,
    }
}

fn orders(args: &Args) -> DuelOrders {
    let bounds = Bounds {
        unfinished: args.bound,
        memory: (args.memory as usize).saturating_mul(MEGABYTE),
        ..Bounds::default()
    };
    DuelOrders {
        bounds: (!args.sample).then_some(bounds),
        fights: args.fights,
        seed: args.seed,
        policy: args.policy,
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
    if report.draw.value > 0.0 {
        screen.line(&format!(
            "  {}  nobody wins",
            percent(report.draw, is_sample)
        ))?;
    }
    // What an exact duel leaves out is said with what it rests on, unless it is much.
    let hardly = if is_sample { 0.0 } else { 0.01 };
    if report.unfinished > hardly {
        let share = report.unfinished * 100.0;
        let note = format!("  {share:>6.2} %  not over where it was no longer followed");
        let note = screen.styled(Style::Bad, &note);
        screen.line(&note)?;
    }
    if report.failed > 0.0 {
        let note = format!(
            "  {:>6.2} %  the rules ran into a limit",
            report.failed * 100.0
        );
        let note = screen.styled(Style::Bad, &note);
        screen.line(&note)?;
    }
    if let Some(mean) = report.length.mean {
        tell_length(screen, report, mean)?;
        for fate in &report.creatures {
            tell_fate(screen, fate, is_sample)?;
        }
    }
    let basis = screen.styled(Style::Faint, &format!("  {}", basis(report)));
    screen.line(&basis)
}

/// How many rows the length of a fight has.
const ROWS: usize = 12;

/// How wide the longest bar is.
const WIDTH: f64 = 30.0;

fn tell_length(screen: &mut Screen, report: &DuelReport, mean: f64) -> Result<(), Trouble> {
    let length = &report.length;
    let seconds = length.seconds;
    let seconds = seconds
        .map(|seconds| format!(" ({seconds:.0} s)"))
        .unwrap_or_default();
    screen.line(&format!(
        "  Over after {mean:.2} {}s on average{seconds}",
        length.unit
    ))?;
    let (Some((first, _)), Some((last, _))) = (length.spread.first(), length.spread.last()) else {
        return Ok(());
    };
    let step = (last - first + 1).div_ceil(ROWS as u32).max(1);
    let mut rows: Vec<(u32, f64)> = Vec::new();
    for (time, chance) in &length.spread {
        let row = (time - first) / step;
        let from = first + row * step;
        match rows.last_mut() {
            Some((known, sum)) if *known == from => *sum += chance,
            _ => rows.push((from, *chance)),
        }
    }
    let most = rows
        .iter()
        .fold(0.0, |most: f64, (_, chance)| most.max(*chance));
    for (from, chance) in rows.into_iter().filter(|(_, chance)| *chance >= 5e-5) {
        let until = from + step - 1;
        let span = if step == 1 {
            format!("{from}")
        } else {
            format!("{from}–{until}")
        };
        let bar = "█".repeat((chance / most * WIDTH).round() as usize);
        screen.line(&format!("    {span:>9}  {:>6.2} %  {bar}", chance * 100.0))?;
    }
    Ok(())
}

fn tell_fate(screen: &mut Screen, fate: &FateSeen, is_sample: bool) -> Result<(), Trouble> {
    let out = percent(fate.out, is_sample);
    let name = screen.styled(Style::Heading, &fate.name);
    screen.line(&format!("  {name}: out of the fight {}", out.trim_start()))?;
    for left in &fate.left {
        let range = left.spread.first().zip(left.spread.last());
        let range = range.map(|((low, _), (high, _))| format!(", from {low} to {high}"));
        let words = format!(
            "{:.2} left on average{}",
            left.mean,
            range.unwrap_or_default()
        );
        screen.line(&format!("    {}: {}", left.gauge, words.replace('-', "−")))?;
    }
    for (words, chance) in &fate.conditions {
        if chance.value >= 5e-5 {
            screen.line(&format!("    {}  {words}", percent(*chance, is_sample)))?;
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
            "exact but for {:.1e} that was not followed to its end (bound {bound:.0e}), over {situations} situations (about {:.0} MB) and {runs} runs of the rules; {policies}",
            report.unfinished,
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

/// A chance as a percentage; of a sample with its interval.
fn percent(chance: Likelihood, is_sample: bool) -> String {
    let more = if is_sample {
        format!(" ({:.2} to {:.2})", chance.low * 100.0, chance.high * 100.0)
    } else {
        String::new()
    };
    format!("{:>6.2} %{more}", chance.value * 100.0)
}
