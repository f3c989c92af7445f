//! `affray advise`: the best commands of whoever has to act.

use std::process::ExitCode;

use affray_table::{Advice, Advised, Policy, Viewer};

use crate::fight::bot;
use crate::input::Input;
use crate::moment::Moment;
use crate::screen::{Screen, Style};
use crate::telling;
use crate::trouble::Trouble;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    moment: Moment,
    /// Which policy weighs the commands: `greedy`, or `search` with as many rollouts as stand behind it.
    #[arg(long, value_name = "NAME", value_parser = bot, default_value = "search")]
    policy: Policy,
    /// Write everything as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let (session, who) = args.moment.reach(input, None)?;
    let advice = session.advise(Some(who), args.policy, &Viewer::GameMaster)?;
    if args.json {
        telling::json(screen, &advice)?;
    } else {
        tell(screen, &advice)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How many verdicts and effects of a command are shown.
const EFFECTS_SHOWN: usize = 4;

/// Writes advice as a list.
pub(crate) fn tell(screen: &mut Screen, advice: &Advice) -> Result<(), Trouble> {
    let heading = format!("{} ({}):", advice.name, advice.policy);
    let heading = screen.styled(Style::Heading, &heading);
    screen.line(&heading)?;
    if advice.commands.is_empty() {
        screen.line("  no command is better than another by what is known here")?;
    }
    let tries = if advice.policy.starts_with("search") {
        "rollouts"
    } else {
        "samples"
    };
    for command in &advice.commands {
        tell_command(screen, command, tries)?;
    }
    let (shown, of) = (advice.commands.len(), advice.of);
    let note = format!(
        "  the best {shown} of {of} that were weighed, by {}",
        advice.budget
    );
    let note = screen.styled(Style::Faint, &note);
    screen.wrapped("  ", &note)
}

fn tell_command(screen: &mut Screen, command: &Advised, tries: &str) -> Result<(), Trouble> {
    let mut worth = format!("{:+.3}", command.worth).replace('-', "−");
    if command.error > 0.0 {
        worth.push_str(&format!(" ±{:.3}", command.error));
    }
    let surety = if command.exact {
        "exact".to_owned()
    } else {
        format!("{} {tries}", command.runs)
    };
    let surety = screen.styled(Style::Faint, &format!("({surety})"));
    screen.line(&format!("  {worth}  {}  {surety}", command.words))?;
    let mut parts = Vec::new();
    let verdicts = command.verdicts.iter().map(|verdict| {
        let by = verdict.by.as_ref().map(|name| format!("{name}: "));
        let by = by.unwrap_or_default();
        let what = format!("{by}{}: {}", verdict.roll, verdict.verdict);
        (what, verdict.chance.value)
    });
    let effects = command.effects.iter();
    let effects = effects.map(|effect| {
        let what = format!("{}: {}", effect.name, effect.what);
        (what, effect.chance.value)
    });
    for (what, chance) in verdicts.chain(effects).take(EFFECTS_SHOWN) {
        parts.push(format!("{what} {:.0} %", chance * 100.0));
    }
    for change in &command.changes {
        let mean = format!("{:+.1}", change.mean).replace('-', "−");
        parts.push(format!(
            "{} {} {mean} on average",
            change.name, change.gauge
        ));
    }
    if parts.is_empty() {
        return Ok(());
    }
    let parts = screen.styled(Style::Faint, &format!("          {}", parts.join("; ")));
    screen.wrapped("          ", &parts)
}
