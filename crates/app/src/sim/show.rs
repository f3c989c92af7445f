//! What a study has found out, on the screen.

use affray_sim::batch::Done;
use affray_sim::record::Unit;
use affray_sim::study::{Arm, Study};
use affray_sim::summary::{ArmSummary, Comparison, Counted, DeedSummary, NotableSummary, Summary};
use affray_sim::{Histogram, Tally};

use super::{Fraction, command, command_of_unfinished};
use crate::figures::{
    Align, decimal, grouped, histogram, interval, mean, often, percent, points, points_interval,
    significance_with_sign,
};
use crate::report::{NOTABLE, most_notable};
use crate::screen::{Screen, Style};
use crate::trouble::Trouble;

/// What stands before the rest of a sentence that does not fit its line.
const FURTHER: &str = "      ";

/// The most kinds of acts that are listed of a side.
const DEEDS_MAX: usize = 12;

/// The most creatures that are listed one by one.
const CREATURES_MAX: usize = 40;

/// The most stretches of missing fights that are listed.
const RANGES_MAX: usize = 8;

/// The most rows of a histogram.
const ROWS_MAX: usize = 12;

/// Writes a summary.
pub(super) fn summary(
    screen: &mut Screen,
    study: &Study,
    summary: &Summary,
) -> Result<(), Trouble> {
    match (study.arms.as_slice(), summary.arms.as_slice()) {
        ([counts], [arm]) => one(screen, study, counts, arm)?,
        (_, [first, ..]) if !first.knobs.is_empty() => {
            sweep(screen, study, summary)?;
            against_first(screen, summary)?;
            surprises_of_all(screen, study, summary)?;
        }
        _ => {
            for (counts, arm) in study.arms.iter().zip(&summary.arms) {
                heading(screen, &title(arm, study))?;
                wins(screen, arm)?;
                lasts(screen, arm, &counts.tally.time)?;
                creatures(screen, arm)?;
                screen.line("")?;
            }
            comparison(screen, summary)?;
        }
    }
    troubles(screen, study, summary)
}

/// Writes that it was stopped, before `planned` fights of each variation were played.
pub(super) fn stopped(screen: &mut Screen, study: &Study, planned: u64) -> Result<(), Trouble> {
    let played: u64 = study.arms.iter().map(|arm| arm.tally.fights).sum();
    let note = format!(
        "Stopped after {} fights; {} were to be played of each scenario.",
        grouped(played),
        grouped(planned)
    );
    let note = screen.styled(Style::Bad, &note);
    screen.wrapped("", &note)
}

/// Writes which fights are missing, if any are.
pub(super) fn missing(screen: &mut Screen, study: &Study, missing: &Done) -> Result<(), Trouble> {
    let ranges = missing.ranges();
    if ranges.is_empty() {
        return Ok(());
    }
    let told = ranges.iter().take(RANGES_MAX).map(|(start, end)| {
        let last = end - 1;
        if *start == last {
            format!("{start}")
        } else {
            format!("{start} to {last}")
        }
    });
    let more = match ranges.len().checked_sub(RANGES_MAX) {
        Some(more @ 1..) => format!(" and {more} more stretches"),
        _ => String::new(),
    };
    let note = format!(
        "{} of {} fights are missing: numbers {}{more}. Merge the files of all shards.",
        grouped(missing.count()),
        grouped(study.fights),
        told.collect::<Vec<_>>().join(", "),
    );
    let note = screen.styled(Style::Bad, &note);
    screen.wrapped("", &note)
}

/// Writes that the intervals are wider than was wanted.
pub(super) fn too_wide(
    screen: &mut Screen,
    study: &Study,
    (wanted, reached): (Fraction, f64),
) -> Result<(), Trouble> {
    let fights = study.arms.iter().map(|arm| arm.tally.fights).max();
    let note = format!(
        "±{wanted} was not reached in {} fights: the widest interval is ±{}.",
        grouped(fights.unwrap_or(0)),
        percent(reached)
    );
    let note = screen.styled(Style::Bad, &note);
    screen.wrapped("", &note)
}

fn heading(screen: &mut Screen, text: &str) -> Result<(), Trouble> {
    let text = screen.styled(Style::Heading, text);
    screen.wrapped(FURTHER, &text)
}

fn title(arm: &ArmSummary, study: &Study) -> String {
    let fights = grouped(arm.fights);
    format!("{}: {fights} fights, seed {}", arm.label, study.seed)
}

fn one(screen: &mut Screen, study: &Study, counts: &Arm, arm: &ArmSummary) -> Result<(), Trouble> {
    heading(screen, &title(arm, study))?;
    wins(screen, arm)?;
    time(screen, arm, &counts.tally.time)?;
    creatures(screen, arm)?;
    deeds(screen, arm)?;
    surprises(screen, study, arm)
}

fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn wins(screen: &mut Screen, arm: &ArmSummary) -> Result<(), Trouble> {
    use Align::{Left, Right};
    let mut rows = vec![words(&["wins", "", "95% interval", "fights"])];
    let mut parts = vec![None];
    let mut row = |name: &str, counted: &Counted| {
        rows.push(vec![
            name.to_owned(),
            percent(counted.chance.value),
            interval(&counted.chance),
            grouped(counted.count),
        ]);
        parts.push(Some(counted.chance.value));
    };
    for side in &arm.sides {
        row(&side.name, &side.wins);
    }
    for (name, counted) in [
        ("nobody", &arm.draws),
        ("(unfinished)", &arm.unfinished),
        ("(failed)", &arm.failed),
    ] {
        if counted.count > 0 {
            row(name, counted);
        }
    }
    screen.bars(&rows, &[Left, Right, Left, Right], &parts)
}

fn time(screen: &mut Screen, arm: &ArmSummary, histogram_of: &Histogram) -> Result<(), Trouble> {
    lasts(screen, arm, histogram_of)?;
    if histogram_of.total() == 0 {
        return Ok(());
    }
    let (rows, parts) = histogram(histogram_of, ROWS_MAX);
    screen.bars(&rows, &[Align::Right, Align::Right], &parts)
}

/// How long it takes, in a sentence.
fn lasts(screen: &mut Screen, arm: &ArmSummary, histogram_of: &Histogram) -> Result<(), Trouble> {
    let time = &arm.time;
    let Some(spread) = &time.spread else {
        return Ok(());
    };
    let seconds = match time.seconds {
        Some(seconds) => format!(" ({} seconds)", decimal(seconds)),
        None => String::new(),
    };
    screen.line("")?;
    let over = match histogram_of.total() {
        over if over == arm.fights => String::new(),
        1 => " of the one fight that was over".to_owned(),
        over => format!(" of the {} fights that were over", grouped(over)),
    };
    heading(
        screen,
        &format!(
            "{}s{over}: {} on average{seconds}; half of the fights end within {}, nine of ten within {}",
            capital(&time.unit.name),
            mean(spread),
            spread.median,
            spread.ninetieth
        ),
    )
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_uppercase());
    first.into_iter().flatten().chain(letters).collect()
}

fn creatures(screen: &mut Screen, arm: &ArmSummary) -> Result<(), Trouble> {
    use Align::{Left, Right};
    screen.line("")?;
    heading(screen, "Creatures, means of a fight")?;
    let mut rows = vec![words(&[
        "",
        "stands",
        "falls",
        "deals",
        "takes",
        "left at the end",
        "spends",
    ])];
    for creature in arm.creatures.iter().take(CREATURES_MAX) {
        let left = creature.left.iter();
        let left = left.map(|left| format!("{} {}", left.gauge, decimal(left.spread.mean)));
        let spent = creature.spent.iter();
        let spent = spent.map(|(what, amount)| format!("{what} {}", decimal(*amount)));
        rows.push(vec![
            creature.name.clone(),
            percent(creature.stands.chance.value),
            percent(creature.fell.chance.value),
            mean(&creature.dealt),
            mean(&creature.taken),
            left.collect::<Vec<_>>().join(", "),
            spent.collect::<Vec<_>>().join(", "),
        ]);
    }
    screen.table(&rows, &[Left, Right, Right, Right, Right, Left, Left])?;
    if let Some(more) = arm.creatures.len().checked_sub(CREATURES_MAX + 1) {
        screen.line(&format!("  and {} more: --json has them all", more + 1))?;
    }
    Ok(())
}

fn deeds(screen: &mut Screen, arm: &ArmSummary) -> Result<(), Trouble> {
    use Align::{Left, Right};
    screen.line("")?;
    heading(screen, "What they did, means of a fight")?;
    let mut rows = vec![words(&["", "", "times", "damage", "each time"])];
    for side in &arm.sides {
        let mut name = side.name.as_str();
        let mut seldom: Vec<&DeedSummary> = side.deeds.iter().collect();
        // What harms comes first, then what is done most often.
        let listed: Vec<&DeedSummary> = seldom.drain(..seldom.len().min(DEEDS_MAX)).collect();
        for deed in listed {
            let harm = |amount: f64| match deed.dealt {
                0.0 => String::new(),
                _ => often(amount),
            };
            rows.push(vec![
                name.to_owned(),
                deed.kind.clone(),
                often(deed.uses),
                harm(deed.dealt),
                harm(deed.each),
            ]);
            name = "";
        }
        if !seldom.is_empty() {
            rows.push(vec![String::new(), format!("and {} more", seldom.len())]);
        }
    }
    screen.table(&rows, &[Left, Left, Right, Right, Right])
}

/// The fights of a scenario that stand out.
pub(crate) fn surprises(
    screen: &mut Screen,
    study: &Study,
    arm: &ArmSummary,
) -> Result<(), Trouble> {
    let fights = [&arm.closest, &arm.most_one_sided];
    if fights.iter().all(|fight| fight.is_none()) {
        return Ok(());
    }
    screen.line("")?;
    heading(screen, "Fights worth a look")?;
    for (what, fight) in NOTABLE.iter().zip(fights) {
        if let Some(fight) = fight {
            screen.line(&format!("  {what}: {}", worth_a_look(fight)))?;
            screen.line(&format!("    {}", command(study, arm, fight.fight)))?;
        }
    }
    Ok(())
}

fn worth_a_look(fight: &NotableSummary) -> String {
    let left = percent(fight.margin);
    format!("the {} won with {left} left", fight.winner)
}

/// The fights of all variations that stand out.
fn surprises_of_all(screen: &mut Screen, study: &Study, summary: &Summary) -> Result<(), Trouble> {
    let found = most_notable(summary);
    if found.iter().all(Option::is_none) {
        return Ok(());
    }
    screen.line("")?;
    heading(screen, "Fights worth a look")?;
    for (what, found) in NOTABLE.iter().zip(found) {
        if let Some((arm, fight)) = found {
            let told = worth_a_look(fight);
            screen.line(&format!("  {what}, with {}: {told}", arm.label))?;
            screen.line(&format!("    {}", command(study, arm, fight.fight)))?;
        }
    }
    Ok(())
}

/// The chances of all sides, a row for each variation.
pub(crate) fn sweep(screen: &mut Screen, study: &Study, summary: &Summary) -> Result<(), Trouble> {
    use Align::{Left, Right};
    let Some(first) = summary.arms.first() else {
        return Ok(());
    };
    let fights = || summary.arms.iter().map(|arm| arm.fights);
    let most = fights().max().unwrap_or(0);
    let fights = match fights().all(|fights| fights == most) {
        true => grouped(most),
        false => format!("up to {}", grouped(most)),
    };
    let scenario = &first.scenario;
    let title = format!("{scenario}: {fights} fights each, seed {}", study.seed);
    heading(screen, &title)?;
    let mut names: Vec<String> = first.knobs.iter().map(|set| set.knob.clone()).collect();
    let mut align = vec![Right; names.len()];
    let sides = summary.sides();
    for side in &sides {
        names.extend([(*side).to_owned(), "95% interval".to_owned()]);
        align.extend([Right, Left]);
    }
    // Where nobody may win, the chances of the sides make no whole.
    let has_draws = summary.arms.iter().any(|arm| arm.draws.count > 0);
    if has_draws {
        names.push("nobody".to_owned());
        align.push(Right);
    }
    let mut rows = vec![names];
    let mut parts = vec![None];
    for arm in &summary.arms {
        let mut row: Vec<String> = values(arm);
        for side in &sides {
            row.extend(match arm.side(side) {
                Some(side) => [percent(side.wins.chance.value), interval(&side.wins.chance)],
                None => [String::new(), String::new()],
            });
        }
        if has_draws {
            row.push(percent(arm.draws.chance.value));
        }
        let first = sides.first().and_then(|side| arm.side(side));
        parts.push(first.map(|side| side.wins.chance.value));
        rows.push(row);
    }
    screen.bars(&rows, &align, &parts)?;
    if is_all_alike(summary) {
        screen.wrapped(
            "",
            "In all of them the same sides won, and in the same time.",
        )?;
    }
    Ok(())
}

/// Whether the fights of all variations have ended alike and taken equally long.
fn is_all_alike(summary: &Summary) -> bool {
    let sides = summary.sides();
    let told = |arm: &ArmSummary| -> (Vec<Option<u64>>, u64, Option<f64>) {
        let wins = sides.iter().map(|side| Some(arm.side(side)?.wins.count));
        let mean = arm.time.spread.map(|spread| spread.mean);
        (wins.collect(), arm.draws.count, mean)
    };
    let is_same = |arms: &[ArmSummary]| arms.iter().all(|arm| told(arm) == told(&arms[0]));
    summary.arms.len() > 1 && is_same(&summary.arms)
}

/// What is varied in an arm, value by value.
fn values(arm: &ArmSummary) -> Vec<String> {
    arm.knobs.iter().map(|set| set.value.clone()).collect()
}

/// How each variation differs from the first, where the same fights were played in both.
fn against_first(screen: &mut Screen, summary: &Summary) -> Result<(), Trouble> {
    use Align::{Left, Right};
    let (true, Some((first, others))) = (summary.is_compared(), summary.arms.split_first()) else {
        return Ok(());
    };
    let is_compared = |side: &&str| others.iter().any(|arm| arm.compared(side).is_some());
    let sides: Vec<&str> = summary.sides().into_iter().filter(is_compared).collect();
    screen.line("")?;
    let told = format!(
        "Against {}, fight by fight with the same dice, in points of a hundred",
        first.label
    );
    heading(screen, &told)?;
    let mut names: Vec<String> = first.knobs.iter().map(|set| set.knob.clone()).collect();
    let mut align = vec![Right; names.len()];
    for side in &sides {
        names.extend([(*side).to_owned(), "95% interval".to_owned()]);
        align.extend([Right, Left]);
    }
    let mut rows = vec![names];
    for arm in others {
        let mut row = values(arm);
        for side in &sides {
            row.extend(match arm.compared(side) {
                Some(one) => [
                    points(one.difference.value),
                    points_interval(&one.difference),
                ],
                None => [String::new(), String::new()],
            });
        }
        rows.push(row);
    }
    screen.table(&rows, &align)
}

fn comparison(screen: &mut Screen, summary: &Summary) -> Result<(), Trouble> {
    heading(screen, "The same fights in both")?;
    for Comparison {
        side,
        pairs,
        difference,
        p,
    } in summary.arms.iter().flat_map(|arm| &arm.comparison)
    {
        let told = format!(
            "  {side}: won both {}, only the first {}, only the second {}, neither {}",
            grouped(pairs.both),
            grouped(pairs.first),
            grouped(pairs.second),
            grouped(pairs.neither)
        );
        screen.wrapped(FURTHER, &told)?;
        let verdict = if pairs.first + pairs.second == 0 {
            "as every fight came out alike"
        } else if *p < 0.05 {
            "clearer than chance"
        } else {
            "no clearer than chance"
        };
        let told = format!(
            "    second against first: {} points of a hundred ({}), {verdict} (McNemar p {})",
            points(difference.value),
            points_interval(difference),
            significance_with_sign(*p),
        );
        screen.wrapped(FURTHER, &told)?;
    }
    Ok(())
}

/// What is said of fights that were not over.
pub(crate) fn unfinished_words(tally: &Tally, unit: &Unit) -> String {
    let Some(still) = tally.standstills else {
        return "were not over at their limit".to_owned();
    };
    let since = since(still.since, &unit.name);
    if still.fights == tally.unfinished {
        return format!("would never be over: in fight {} {since}", still.first);
    }
    format!(
        "were not over, {} of which would never be: in fight {} {since}",
        grouped(still.fights),
        still.first
    )
}

/// Since when a fight stands still, in the unit of its game time.
pub(crate) fn since(time: u32, unit: &str) -> String {
    format!("nothing new has happened since {unit} {time}")
}

/// What went wrong in the fights of a study, scenario by scenario. `summary` is what it means.
pub(crate) fn troubles(
    screen: &mut Screen,
    study: &Study,
    summary: &Summary,
) -> Result<(), Trouble> {
    for (counts, arm) in study.arms.iter().zip(&summary.arms) {
        troubles_of(screen, study, (counts, arm))?;
    }
    Ok(())
}

fn troubles_of(
    screen: &mut Screen,
    study: &Study,
    (counts, arm): (&Arm, &ArmSummary),
) -> Result<(), Trouble> {
    let unfinished = counts.tally.first_unfinished;
    let failed = counts.tally.first_failed;
    let told = [
        (
            unfinished.map(|first| command_of_unfinished(study, arm, first)),
            arm.unfinished.count,
            unfinished_words(&counts.tally, &arm.time.unit),
        ),
        (
            failed.map(|first| command(study, arm, first)),
            arm.failed.count,
            "ran into a limit of the rules, which is a fault".to_owned(),
        ),
    ];
    for (first, count, what) in told {
        if let Some(first) = first {
            let note = format!(
                "{}: {} of {} fights {what}; the first: {first}",
                arm.label,
                grouped(count),
                grouped(arm.fights),
            );
            let note = screen.styled(Style::Bad, &note);
            screen.wrapped(FURTHER, &note)?;
        }
    }
    Ok(())
}
