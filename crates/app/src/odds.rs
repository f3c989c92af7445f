//! `affray odds`: the exact odds of an act.

use std::path::PathBuf;
use std::process::ExitCode;

use affray_kernel::CreatureId;
use affray_table::{
    ChanceReport, Control, Effect, Question, Session, Share, Standing, Viewer, open_journal,
};

use crate::input::{self, Input};
use crate::screen::{Screen, Style};
use crate::telling;
use crate::trouble::Trouble;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario: a file, or the name of one that the program carries.
    #[arg(required_unless_present = "after")]
    scenario: Option<String>,
    /// The act, as it is typed at the table.
    #[arg(long, value_name = "ACT")]
    command: String,
    /// Who acts; without it whoever has to.
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Where a journal ends, instead of where a scenario begins.
    #[arg(long, value_name = "JOURNAL", conflicts_with = "scenario")]
    after: Option<PathBuf>,
    /// The number that the dice before the act follow from, such as those that say who begins.
    #[arg(long, default_value_t = 0, conflicts_with = "after")]
    seed: u64,
    /// Write everything as JSON.
    #[arg(long)]
    json: bool,
}

/// How often others may be silent until it is the moment of the one who acts.
const SILENCES_MAX: usize = 200;

const VIEWER: Viewer = Viewer::GameMaster;

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let mut session = open(args, input)?;
    let who = find(session.as_mut(), args)?;
    let report = session.odds(who, &args.command, &VIEWER)?;
    if args.json {
        telling::json(screen, &report)?;
    } else {
        let name = session.names().get(who.index()).cloned();
        tell(screen, &name.unwrap_or_default(), &report)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The fight up to the moment of the act: everybody is asked, whoever played it so far.
fn open(args: &Args, input: &Input) -> Result<Box<dyn Session>, Trouble> {
    let mut session = match &args.after {
        Some(path) => open_journal(&input::source(path)?.text)?.session,
        None => {
            let scenario = args.scenario.as_deref().unwrap_or_default();
            input.open(scenario, args.seed)?
        }
    };
    for index in 0..session.names().len() {
        session.set_control(CreatureId(index as u16), Control::People);
    }
    session.advance()?;
    Ok(session)
}

/// The one who acts; in a new fight others are silent until it is that one's moment.
fn find(session: &mut dyn Session, args: &Args) -> Result<CreatureId, Trouble> {
    let Some(name) = &args.who else {
        let questions = questions(session);
        let first = questions.iter().find(|question| question.must);
        return first
            .map(|question| question.who)
            .ok_or_else(|| Trouble::Input("nobody is asked to act".to_owned()));
    };
    let who = session.creature(name)?;
    if args.after.is_some() {
        return Ok(who);
    }
    for _ in 0..SILENCES_MAX {
        let questions = questions(session);
        if questions.iter().any(|question| question.who == who) {
            break;
        }
        let Some(other) = questions.iter().find(|question| question.must) else {
            break;
        };
        session.pass(other.who, None)?;
    }
    Ok(who)
}

fn questions(session: &dyn Session) -> Vec<Question> {
    match session.standing(&VIEWER) {
        Standing::Asks { questions } => questions,
        _ => Vec::new(),
    }
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
