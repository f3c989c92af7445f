//! `affray advise`: the best commands of whoever has to act.

use std::process::ExitCode;

use affray_table::{Advice, Advised, Effect, EffectKind, Policy, Viewer};

use crate::fight::bot;
use crate::figures::{signed, whole_percent};
use crate::input::Input;
use crate::moment::{Moment, Reached};
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
    let Reached { session, who, .. } = args.moment.reach(input, None)?;
    let advice = session.advise(Some(who), args.policy, &Viewer::GameMaster)?;
    if args.json {
        telling::json(screen, &advice)?;
    } else {
        tell(screen, &advice)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How many effects of a command are shown, those apart that decide who still fights.
const EFFECTS_SHOWN: usize = 4;

/// What stands behind the one that others are compared with.
const DOUBT: &str = "; ± is how sure the difference to that one is, and the list goes by worth less one and a half of it";

/// Writes advice as a list.
pub(crate) fn tell(screen: &mut Screen, advice: &Advice) -> Result<(), Trouble> {
    let heading = format!("{} ({}):", advice.name, advice.policy);
    let heading = screen.styled(Style::Heading, &heading);
    screen.line(&heading)?;
    if advice.commands.is_empty() {
        return screen.line("  no command is better than another by what is known here");
    }
    let is_search = advice.policy.starts_with("search");
    let tries = if is_search { ROLLOUT } else { "sample" };
    // By harm nobody chooses.
    let mut chosen = (advice.policy != "harm").then_some("; chosen");
    for command in &advice.commands {
        tell_command(screen, command, tries, chosen.take().unwrap_or_default())?;
    }
    let best = match advice.commands.len() {
        1 => "the best".to_owned(),
        shown => format!("the best {shown}"),
    };
    let is_doubted = advice.commands.iter().any(|command| command.error > 0.0);
    let doubt = if is_doubted { DOUBT } else { "" };
    let note = format!(
        "  {best} of {} that are offered, by {}{doubt}",
        advice.of, advice.budget
    );
    let note = screen.styled(Style::Faint, &note);
    screen.wrapped("  ", &note)
}

fn tell_command(
    screen: &mut Screen,
    command: &Advised,
    tries: &str,
    chosen: &str,
) -> Result<(), Trouble> {
    let mut worth = signed(&format!("{:+.3}", command.worth));
    if command.error > 0.0 {
        worth.push_str(&format!(" ±{:.3}", command.error));
    }
    let surety = match command.runs {
        _ if command.exact => "exact".to_owned(),
        None => "sampled".to_owned(),
        Some(1) => format!("1 {tries}"),
        Some(runs) => format!("{runs} {tries}s"),
    };
    let surety = screen.styled(Style::Faint, &format!("({surety}{chosen})"));
    let alike = alike(command, tries == ROLLOUT);
    let line = format!("  {worth}  {}{alike}  {surety}", command.words);
    screen.wrapped("          ", &line)?;
    let parts = parts(command);
    if parts.is_empty() {
        return Ok(());
    }
    let parts = screen.styled(Style::Faint, &format!("          {}", parts.join("; ")));
    screen.wrapped("          ", &parts)
}

/// In what `search` tries a command.
const ROLLOUT: &str = "rollout";

/// How many other commands are the same at somebody or somewhere else: ` (and 3 more alike, such as fire bolt at skeleton 2)`; of rollouts it is
/// told that they know no better.
fn alike(command: &Advised, is_by_rollouts: bool) -> String {
    let (count, least) = (
        command.alike.len(),
        if command.more_alike { "at least " } else { "" },
    );
    let doubt = if is_by_rollouts {
        ", as far as the rollouts tell"
    } else {
        ""
    };
    match &command.alike[..] {
        [] => String::new(),
        [other] if is_by_rollouts => format!(" (or {other}{doubt})"),
        [other] => format!(" (or just as well {other})"),
        [first, ..] => format!(" (and {least}{count} more alike{doubt}, such as {first})"),
    }
}

/// What a command may come to: who drops or rises, all that its rolls come to, so that chances add up, and some of what else is different.
fn parts(command: &Advised) -> Vec<String> {
    let told = |what: String, chance: f64| format!("{what} {}", whole_percent(chance));
    let effect = |effect: &Effect| {
        let what = format!("{}: {}", effect.name, effect.what);
        told(what, effect.chance.value)
    };
    let decides = |effect: &&Effect| matches!(effect.change, EffectKind::Drops | EffectKind::Rises);
    let (grave, others): (Vec<&Effect>, Vec<&Effect>) = command.effects.iter().partition(decides);
    let mut parts: Vec<String> = grave.into_iter().map(effect).collect();
    parts.extend(command.verdicts.iter().map(|verdict| {
        let by = verdict.by.as_ref().map(|name| format!("{name}: "));
        let by = by.unwrap_or_default();
        let what = format!("{by}{}: {}", verdict.roll, verdict.verdict);
        told(what, verdict.chance.value)
    }));
    let shown = others.iter().take(EFFECTS_SHOWN);
    parts.extend(shown.map(|one| effect(one)));
    parts.extend((others.len() > EFFECTS_SHOWN).then(|| "…".to_owned()));
    parts.extend(command.changes.iter().map(|change| {
        let mean = signed(&format!("{:+.1}", change.mean));
        format!("{} {} {mean} on average", change.name, change.gauge)
    }));
    parts
}
