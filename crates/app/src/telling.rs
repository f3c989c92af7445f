//! The log on the screen.

use affray_kernel::CreatureId;
use affray_kernel::prose;
use affray_kernel::story::Depth;
use affray_table::{
    BranchSeen, FigureSeen, GaugeSeen, Kind, LogLine, SectionSeen, Session, Standing, Viewer,
};
use clap::Args;
use serde::Serialize;

use crate::screen::{Screen, Style};
use crate::trouble::Trouble;

/// How much of the log is shown.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Detail {
    /// Show every die and every sum with its parts.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Show the ids of the rules behind each line.
    #[arg(long)]
    pub(crate) cite: bool,
}

/// The lines that are deep enough to be shown.
pub(crate) fn shown(mut lines: Vec<LogLine>, detail: Detail) -> Vec<LogLine> {
    lines.retain(|line| line.depth != Depth::Number || detail.explain);
    lines
}

/// Writes a sheet, each figure with what it is made of and the rule that makes it.
pub(crate) fn sheet(screen: &mut Screen, sections: &[SectionSeen]) -> Result<(), Trouble> {
    for section in sections {
        let title = screen.styled(Style::Heading, &section.title);
        screen.line(&title)?;
        for figure in &section.figures {
            let rule = figure.rule.iter().map(|rule| format!("  [{rule}]"));
            let rule = screen.styled(Style::Faint, &rule.collect::<String>());
            let line = format!(
                "  {}: {}{}{rule}",
                figure.name,
                figure.value,
                made_of(figure)
            );
            screen.wrapped("      ", &line)?;
        }
    }
    Ok(())
}

/// ` = 10 (base) + 3 (Level)`; nothing where there is nothing to add up.
fn made_of(figure: &FigureSeen) -> String {
    let mut words = String::new();
    for part in &figure.parts {
        let sign = match (words.is_empty(), part.value < 0) {
            (true, false) => " = ",
            (true, true) => " = −",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        let covered = if part.counts { "" } else { ", covered" };
        let value = part.value.unsigned_abs();
        words.push_str(&format!("{sign}{value} ({}{covered})", part.source));
    }
    words
}

/// Whether a heading goes on counting where another has stopped: `Round 4` after `Round 3`, and no other of the same beginning.
fn counts_on(heading: &str, next: &str) -> bool {
    let counted = |text: &str| {
        let mut words = text.split([' ', ':']);
        let (kind, number) = (words.next()?.to_owned(), words.next()?);
        number.parse::<u32>().ok().map(|_| kind)
    };
    counted(heading).is_some_and(|kind| counted(next) == Some(kind))
}

/// Writes lines of the log; a heading with nothing under it is left out where the next only counts on.
pub(crate) fn lines(screen: &mut Screen, lines: &[LogLine], detail: Detail) -> Result<(), Trouble> {
    let deep_enough = |line: &&LogLine| line.depth != Depth::Number || detail.explain;
    let is_heading = |line: &LogLine| line.depth == Depth::Heading && line.kind == Kind::Told;
    let mut shown = lines.iter().filter(deep_enough).peekable();
    while let Some(line) = shown.next() {
        let next = shown.peek().filter(|next| is_heading(next));
        if is_heading(line) && next.is_some_and(|next| counts_on(&line.text, &next.text)) {
            continue;
        }
        let cited = if detail.cite && !line.rules.is_empty() {
            let rules = format!("  [{}]", line.rules.join(", "));
            screen.styled(Style::Faint, &rules)
        } else {
            String::new()
        };
        let text = match (line.kind, line.depth) {
            (Kind::Undone, _) => screen.styled(Style::Faint, &format!("  (undone) {}", line.text)),
            (Kind::Remark, _) => screen.styled(Style::Faint, &format!("— {} —", line.text)),
            (Kind::Told, Depth::Heading) => screen.styled(Style::Heading, &line.text),
            (Kind::Told, Depth::Event) => format!("  {}", line.text),
            (Kind::Told, Depth::Number) => {
                screen.styled(Style::Faint, &format!("      {}", line.text))
            }
        };
        let further = match line.depth {
            Depth::Number => "        ",
            Depth::Heading | Depth::Event => "    ",
        };
        screen.wrapped(further, &format!("{text}{cited}"))?;
    }
    Ok(())
}

/// Writes a value as one line of JSON.
pub(crate) fn json(screen: &mut Screen, value: &impl Serialize) -> Result<(), Trouble> {
    let text = serde_json::to_string(value);
    let text = text.map_err(|error| Trouble::Fault(format!("no JSON for this: {error}")))?;
    screen.line(&text)
}

/// How it stands with everybody, a line each, with whatever more there is to say.
pub(crate) fn creatures(
    screen: &mut Screen,
    session: &dyn Session,
    viewer: &Viewer,
    more: impl Fn(CreatureId) -> Option<String>,
) -> Result<(), Trouble> {
    let view = session.view(viewer);
    let width = view.creatures.iter().map(|one| one.name.chars().count());
    let width = width.max().unwrap_or_default();
    for creature in &view.creatures {
        let gauges: Vec<String> = creature
            .gauges
            .iter()
            .map(|(name, gauge)| format!("{name} {}", amount(*gauge)))
            .collect();
        let mut parts = gauges;
        parts.extend(creature.conditions.iter().cloned());
        if !creature.active {
            parts.push("out of the fight".to_owned());
        }
        let name = format!("{:width$}", creature.name);
        let name = screen.styled(Style::Side(creature.side), &name);
        let more = more(creature.id).map(|more| format!("; {more}"));
        let more = more.unwrap_or_default();
        screen.line(&format!("  {name}  {}{more}", parts.join(", ")))?;
    }
    Ok(())
}

/// Writes a line for each course that was left.
pub(crate) fn branches(screen: &mut Screen, branches: &[BranchSeen]) -> Result<(), Trouble> {
    for branch in branches {
        let what = match (&branch.first, &branch.last) {
            (Some(first), Some(last)) if first != last => format!("{first} … {last}"),
            (Some(first), _) => first.clone(),
            (None, _) => "nothing that you have heard of".to_owned(),
        };
        let (number, time) = (branch.number, &branch.time);
        let events = match branch.events {
            1 => "1 event".to_owned(),
            many => format!("{many} events"),
        };
        screen.line(&format!("  {number}  {time}, {events}: {what}"))?;
    }
    Ok(())
}

/// A gauge as it is read.
pub(crate) fn amount(gauge: GaugeSeen) -> String {
    match gauge {
        GaugeSeen::Exact(gauge) => {
            let minus = if gauge.current < 0 { "−" } else { "" };
            let current = gauge.current.unsigned_abs();
            let extra = match gauge.temporary {
                0 => String::new(),
                extra => format!(" (+{extra})"),
            };
            format!("{minus}{current}/{}{extra}", gauge.maximum)
        }
        GaugeSeen::Roughly(words) => words.to_owned(),
    }
}

/// Who has won, if it is over.
pub(crate) fn verdict(standing: &Standing) -> Option<String> {
    match standing {
        Standing::Over { winner: Some(side) } => Some(format!("Over: {}.", prose::side_wins(side))),
        Standing::Over { winner: None } => Some("Over: nobody wins.".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_counts_on_takes_the_place_of_an_empty_heading() {
        assert!(counts_on(
            "Count 12",
            "Count 13: the ogre is no longer prone"
        ));
        assert!(counts_on("Round 3", "Round 4"));
        for (heading, next) in [
            ("The ogre's Turn", "The orc's Turn"),
            ("Guard 1's turn", "Guard 2's turn"),
            ("Round 3", "Round of arrows's turn"),
            ("Initiative", "Initiative"),
        ] {
            assert!(!counts_on(heading, next), "{heading}");
        }
    }
}
