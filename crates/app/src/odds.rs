//! `affray odds`: the odds of an act.

use std::process::ExitCode;

use affray_kernel::{CreatureId, prose};
use affray_table::{
    Basis, ChanceReport, Change, Control, Effect, OddsBudget, Policy, Share, ValueChance, Viewer,
};

use crate::figures::{fine_percent, grouped, signed, tiny_percent};
use crate::input::Input;
use crate::moment::{Moment, Reached};
use crate::numbers::whole;
use crate::output::Odds;
use crate::screen::{Screen, Style};
use crate::telling;
use crate::trouble::Trouble;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    moment: Moment,
    /// The act, as it is typed at the table.
    #[arg(long, value_name = "ACT")]
    command: String,
    /// By which policy others decide within the act; without it as the fight says, and sensibly where people would.
    #[arg(long, value_name = "POLICY", value_parser = crate::fight::bot)]
    policy: Option<Policy>,
    /// The most courses of dice that are gone through; where there are more, the act is played instead.
    #[arg(long, value_name = "N", default_value_t = OddsBudget::default().courses, value_parser = whole::<u64>(1..=10_000_000))]
    courses: u64,
    /// How often an act is played that has too many courses.
    #[arg(long, value_name = "N", default_value_t = OddsBudget::default().plays, value_parser = whole::<u64>(1..=10_000_000))]
    plays: u64,
    /// The most lines that the logs of all these courses may have together, and those of the plays: long acts take longer.
    #[arg(long, value_name = "N", default_value_t = OddsBudget::default().lines, value_parser = whole::<u64>(1..=1_000_000_000))]
    lines: u64,
    /// Write everything as JSON.
    #[arg(long)]
    json: bool,
}

const VIEWER: Viewer = Viewer::GameMaster;

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let Reached {
        mut session,
        who,
        declared,
    } = args.moment.reach(input, Some(&args.command))?;
    if let Some(policy) = args.policy {
        for index in 0..session.names().len() {
            session.set_control(CreatureId::at(index), Control::Bot(policy));
        }
    }
    let budget = OddsBudget {
        courses: args.courses,
        plays: args.plays,
        lines: args.lines,
        seed: args.moment.seed,
    };
    let report = session
        .odds_within(who, &args.command, &VIEWER, &budget)
        .map_err(|declined| {
            args.moment
                .refused(session.as_ref(), who, &declined.to_string())
        })?;
    if args.json {
        let whole = Odds {
            report: &report,
            declared,
        };
        telling::json(screen, &whole)?;
    } else {
        tell(screen, &report)?;
        if let Some(declared) = declared {
            let note = format!("  {} has declared before: {declared}", report.name);
            let note = screen.styled(Style::Faint, &note);
            screen.line(&note)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// How many outcomes are listed one by one.
const ROWS_SHOWN: usize = 12;

/// Writes odds as a table.
pub(crate) fn tell(screen: &mut Screen, report: &ChanceReport) -> Result<(), Trouble> {
    let heading = format!("{}: {}", report.name, report.act);
    let heading = screen.styled(Style::Heading, &heading);
    screen.line(&heading)?;
    let is_sample = matches!(report.basis, Basis::Sample { .. });
    for verdict in &report.verdicts {
        let by = verdict.by.as_ref();
        let by = by.map(|name| format!("{name}: ")).unwrap_or_default();
        let what = format!("{by}{}: {}", verdict.roll, verdict.verdict);
        line(screen, &verdict.chance, &what, is_sample)?;
    }
    for name in creatures(report) {
        let changes = report.changes.iter().filter(|change| change.name == *name);
        for change in changes {
            tell_change(screen, change, is_sample)?;
        }
        let effects = report.effects.iter().filter(|effect| effect.name == *name);
        for effect in effects {
            let what = format!("{name}: {}", effect.what);
            line(screen, &effect.chance, &what, is_sample)?;
        }
    }
    if tells_rows(report) {
        for row in report.rows.iter().take(ROWS_SHOWN) {
            let mut parts = row.verdicts.clone();
            parts.extend(row.effects.iter().cloned());
            let what = if parts.is_empty() {
                "nothing changes".to_owned()
            } else {
                parts.join("; ")
            };
            let row = format!("  {}  {what}", percent(&row.chance, is_sample));
            let row = screen.styled(Style::Faint, &row);
            screen.wrapped("      ", &row)?;
        }
    }
    tell_risks(screen, report, is_sample)?;
    for note in notes(report) {
        let note = screen.styled(Style::Faint, &format!("  {note}"));
        screen.wrapped("  ", &note)?;
    }
    Ok(())
}

/// Whether outcomes are told one by one: where they are few, and more than one, as a single one is told already if anything changes.
fn tells_rows(report: &ChanceReport) -> bool {
    let is_told = !(report.verdicts.is_empty() && report.effects.is_empty());
    match report.rows.len() {
        1 => report.changes.is_empty() && !is_told,
        rows => report.changes.is_empty() || rows <= ROWS_SHOWN,
    }
}

/// Those about whom something is different afterwards, in order.
fn creatures(report: &ChanceReport) -> Vec<&String> {
    let changes = report.changes.iter().map(|change| &change.name);
    let effects = report.effects.iter().map(|effect: &Effect| &effect.name);
    let mut names: Vec<&String> = Vec::new();
    for name in changes.chain(effects) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn tell_change(screen: &mut Screen, change: &Change, is_sample: bool) -> Result<(), Trouble> {
    let mean = signed(&format!("{:+.2}", change.mean));
    screen.line(&format!(
        "  {}: {} {mean} on average",
        change.name, change.gauge
    ))?;
    for ValueChance { value, chance } in &change.distribution {
        let change = signed(&format!("{value:+}"));
        let chance = percent(chance, is_sample);
        screen.line(&format!("    {change:>5}  {chance}"))?;
    }
    Ok(())
}

/// What the one who acts risks.
fn tell_risks(screen: &mut Screen, report: &ChanceReport, is_sample: bool) -> Result<(), Trouble> {
    if report.risks.is_empty() {
        return Ok(());
    }
    screen.line(&format!("  What {} risks", report.name))?;
    for risk in &report.risks {
        let mean = risk
            .mean
            .map(|mean| signed(&format!(", {mean:+.2} on average")));
        let chance = percent(&risk.chance, is_sample);
        screen.line(&format!(
            "    {chance}  {}{}",
            risk.what,
            mean.unwrap_or_default()
        ))?;
    }
    Ok(())
}

/// What the figures rest on.
fn notes(report: &ChanceReport) -> Vec<String> {
    let mut notes = vec![match &report.basis {
        Basis::Exact { courses, budget } => match courses {
            Some(courses) if courses.count == 1 => "exact, whatever dice show".to_owned(),
            Some(courses) => format!(
                "exact: all {} courses of dice gone through (the limit is {})",
                grouped(courses.count),
                grouped(*budget)
            ),
            None => "exact".to_owned(),
        },
        Basis::Sample {
            plays,
            seed,
            confidence,
            because,
        } => format!(
            "a sample of {plays} plays (seed {seed}), with {:.0}% intervals: {because}",
            confidence * 100.0
        ),
    }];
    if report.tail.value > 0.0 {
        notes.push(format!(
            "{} not followed to the end: by so much at most a chance may be higher",
            tiny_percent(report.tail.value)
        ));
    }
    for decision in &report.decisions {
        notes.push(format!(
            "{} decides by the policy `{}` {}",
            decision.name, decision.policy, decision.when
        ));
    }
    if report.comes_anyway {
        notes.push(
            "left out is what comes just as likely without the answer, but for the outcomes one by one"
                .to_owned(),
        );
    }
    if !report.left_out.is_empty() {
        let others = prose::list(&report.left_out);
        notes.push(format!(
            "left out is what others do who have yet to decide for this moment: {others}"
        ));
    }
    notes
}

fn line(screen: &mut Screen, chance: &Share, what: &str, is_sample: bool) -> Result<(), Trouble> {
    let line = format!("  {}  {what}", percent(chance, is_sample));
    screen.wrapped("      ", &line)
}

/// A chance as a percentage, and as a fraction where that is short; of a sample with its interval.
fn percent(share: &Share, is_sample: bool) -> String {
    let more = if is_sample {
        let [low, high] = [share.low, share.high].map(fine_percent);
        format!(" ({low} to {high})")
    } else if share.fraction.len() <= 11 {
        format!(" ({})", share.fraction)
    } else {
        String::new()
    };
    format!("{:>7}{more}", fine_percent(share.value))
}
