//! `affray odds`: the exact odds of an act.

use std::process::ExitCode;

use affray_table::{ChanceReport, Effect, Share, Viewer};

use crate::input::Input;
use crate::moment::Moment;
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
    /// Write everything as JSON.
    #[arg(long)]
    json: bool,
}

const VIEWER: Viewer = Viewer::GameMaster;

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let (session, who) = args.moment.reach(input)?;
    let report = session.odds(who, &args.command, &VIEWER)?;
    if args.json {
        telling::json(screen, &report)?;
    } else {
        let name = session.names().get(who.index()).cloned();
        tell(screen, &name.unwrap_or_default(), &report)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How many outcomes are listed one by one.
const ROWS_SHOWN: usize = 12;

/// Writes odds as a table.
pub(crate) fn tell(screen: &mut Screen, name: &str, report: &ChanceReport) -> Result<(), Trouble> {
    let heading = screen.styled(Style::Heading, &format!("{name}: {}", report.act));
    screen.line(&heading)?;
    for effect in report.verdicts.iter().chain(&report.effects) {
        line(screen, effect)?;
    }
    for spread in &report.spreads {
        let mean = format!("{:+.2} on average", spread.mean).replace('-', "−");
        screen.line(&format!("  {}: {} {mean}", spread.name, spread.gauge))?;
        for (change, chance) in &spread.changes {
            let change = format!("{change:+}").replace('-', "−");
            screen.line(&format!("    {change:>5}  {}", percent(chance)))?;
        }
    }
    let faint = |screen: &Screen, text: &str| screen.styled(Style::Faint, text);
    if report.spreads.is_empty() || report.rows.len() <= ROWS_SHOWN {
        for row in report.rows.iter().take(ROWS_SHOWN) {
            let mut parts = row.verdicts.clone();
            parts.extend(row.effects.iter().cloned());
            let what = if parts.is_empty() {
                "nothing changes".to_owned()
            } else {
                parts.join("; ")
            };
            let row = faint(screen, &format!("  {}  {what}", percent(&row.chance)));
            screen.line(&row)?;
        }
    }
    let tail = if report.tail.value > 0.0 {
        format!("; {} not followed to the end", percent(&report.tail))
    } else {
        String::new()
    };
    let note = format!("  exact, from {} courses of dice{tail}", report.runs);
    let note = faint(screen, &note);
    screen.line(&note)
}

fn line(screen: &mut Screen, effect: &Effect) -> Result<(), Trouble> {
    screen.line(&format!("  {}  {}", percent(&effect.chance), effect.what))
}

/// A chance as a percentage, and as a fraction where that is short.
fn percent(share: &Share) -> String {
    let exact = if share.exact.len() <= 11 {
        format!(" ({})", share.exact)
    } else {
        String::new()
    };
    format!("{:>6.2} %{exact}", share.value * 100.0)
}
