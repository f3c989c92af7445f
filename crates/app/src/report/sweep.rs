//! The chance to win over what is varied, as a plot and a table.

use affray_kernel::prose;
use affray_sim::interval::Estimate;
use affray_sim::study::KnobSet;
use affray_sim::summary::{ArmSummary, Comparison, SideSummary, Summary};

use super::page::{Section, Table};
use super::plots::{Line, Plot, Scale, Shape, Words};
use super::{Aim, side_words};
use crate::figures::{grouped, interval, mean, percent, points, points_interval};
use crate::trouble::Trouble;

/// More lines than these have no bands: they would lie over one another.
const BANDS_MAX: usize = 5;

/// What the columns are that compare with the first row.
const AGAINST_FIRST: &str = " Against the first row: in points of a hundred, fight by fight with the same dice, with 95% intervals of the difference; where 0 lies within, it may be luck.";

/// The chance to win over what is varied, and what it was to be.
pub(super) fn sweep(summary: &Summary, aim: Option<&Aim>) -> Result<Section, Trouble> {
    let Some(first) = summary.arms.first() else {
        return Err(Trouble::Input("there is nothing to plot".to_owned()));
    };
    let names: Vec<&str> = first.knobs.iter().map(|set| &*set.knob).collect();
    // What is drawn across is the number that has most values, the last of several.
    let numbers = 0..names.len();
    let numbers = numbers.filter_map(|knob| Some((knob, values_of(summary, knob)?)));
    let across = numbers.max_by_key(|(_, values)| different(values));
    let sides = summary.sides();
    let (mut all, named_by) = match &across {
        Some((knob, values)) => {
            let others = varied(summary, *knob);
            match others.is_empty() {
                true => (by_side(summary, &sides, values), others),
                false => (by_other_knobs(summary, &sides, &others, values), others),
            }
        }
        None => {
            let places: Vec<f64> = (1..=summary.arms.len()).map(|place| place as f64).collect();
            (by_side(summary, &sides, &places), Vec::new())
        }
    };
    all.iter_mut().for_each(Line::sort);
    if all.len() > BANDS_MAX {
        all.iter_mut().for_each(|line| line.band.clear());
    }
    all.extend(aim.and_then(|aim| wanted(aim, &all)));
    let described: Vec<String> = summary
        .arms
        .iter()
        .filter_map(|arm| {
            let side = arm.side(sides.first()?)?;
            Some(format!("{}: {}", arm.label, side_words(side)))
        })
        .collect();
    let words = Words {
        title: format!("Chance to win by {}", names.join(" and ")),
        description: described.join("; "),
        across: match across {
            Some((knob, _)) if named_by.is_empty() => names[knob].to_owned(),
            Some((knob, _)) => format!("{} (lines: {})", names[knob], paths(&named_by)),
            None => format!("{}, in the order of the table", names.join(" and ")),
        },
        up: match sides.first() {
            Some(side) if !named_by.is_empty() => format!("chance of {side} to win"),
            _ => "chance to win".to_owned(),
        },
    };
    let is_compared = summary.is_compared();
    let mut tables = vec![chances(summary, &names, &sides)];
    if is_compared {
        tables.push(against_first(summary, &names, &sides));
    }
    Ok(Section {
        title: words.title.clone(),
        words: format!(
            "{}{}",
            if all.iter().any(|line| !line.band.is_empty()) {
                "Bands are 95% intervals."
            } else {
                "The table has their 95% intervals."
            },
            names_words(&named_by, &sides)
        ) + if is_compared { AGAINST_FIRST } else { "" },
        plot: Some(Plot {
            words,
            shape: Shape::Lines(all, Scale::Parts),
        }),
        tables,
    })
}

/// Each setting with the chances to win and how long it takes.
fn chances(summary: &Summary, names: &[&str], sides: &[&str]) -> Table {
    let has_draws = summary.arms.iter().any(|arm| arm.draws.count > 0);
    let mut columns = owned(names);
    columns.extend(owned(sides));
    columns.extend(has_draws.then(|| "nobody".to_owned()));
    let unit = summary.arms.first().map(|arm| &arm.time.unit.name);
    columns.extend(unit.map(|unit| format!("{unit}s")));
    columns.push("fights".to_owned());
    let rows = summary.arms.iter().map(|arm| {
        let mut row = settings(arm);
        row.extend(sides.iter().map(|side| {
            let told = |side: &SideSummary| with_interval(&side.wins.chance, percent, interval);
            arm.side(side).map(told).unwrap_or_default()
        }));
        row.extend(has_draws.then(|| percent(arm.draws.chance.value)));
        let time = arm.time.spread.as_ref();
        row.extend([time.map(mean).unwrap_or_default(), grouped(arm.fights)]);
        row
    });
    Table {
        caption: "Chance to win, with its 95% interval".to_owned(),
        columns,
        heads: names.len(),
        rows: rows.collect(),
    }
}

/// Each setting but the first with how much more or less often a side wins than with that.
fn against_first(summary: &Summary, names: &[&str], sides: &[&str]) -> Table {
    let rows = summary.arms.iter().skip(1).map(|arm| {
        let mut row = settings(arm);
        row.extend(sides.iter().map(|side| {
            let told = |one: &Comparison| with_interval(&one.difference, points, points_interval);
            arm.compared(side).map(told).unwrap_or_default()
        }));
        row
    });
    Table {
        caption: "Against the first row".to_owned(),
        columns: owned(names).into_iter().chain(owned(sides)).collect(),
        heads: names.len(),
        rows: rows.collect(),
    }
}

fn settings(arm: &ArmSummary) -> Vec<String> {
    arm.knobs.iter().map(|set| set.value.clone()).collect()
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A value with its interval on a line of its own.
fn with_interval(
    estimate: &Estimate,
    value: impl Fn(f64) -> String,
    interval: impl Fn(&Estimate) -> String,
) -> String {
    format!("{}\n{}", value(estimate.value), interval(estimate))
}

/// How many different values there are.
fn different(values: &[f64]) -> usize {
    let mut all = values.to_vec();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all.len()
}

/// A line at what the chance was to be, as long as the others.
fn wanted(aim: &Aim, others: &[Line]) -> Option<Line> {
    let across = || others.iter().flat_map(|line| &line.points).map(|(x, _)| *x);
    let (from, to) = (
        across().min_by(f64::total_cmp)?,
        across().max_by(f64::total_cmp)?,
    );
    let mut line = Line::named(format!("wanted: {}", percent(aim.share)));
    line.points = vec![(from, aim.share), (to, aim.share)];
    Some(line)
}

/// The values of a knob in all arms, if they are numbers.
fn values_of(summary: &Summary, knob: usize) -> Option<Vec<f64>> {
    let arms = summary.arms.iter();
    arms.map(|arm| arm.knobs.get(knob)?.value.parse().ok())
        .collect()
}

/// The knobs besides that one that do not stand at the same setting in all arms, with their places.
fn varied(summary: &Summary, across: usize) -> Vec<(usize, &str)> {
    let Some(first) = summary.arms.first() else {
        return Vec::new();
    };
    let is_varied = |place: usize, set: &KnobSet| {
        let mut others = summary.arms.iter().filter_map(|arm| arm.knobs.get(place));
        others.any(|other| other.value != set.value)
    };
    let knobs = first.knobs.iter().enumerate();
    knobs
        .filter(|(place, set)| *place != across && is_varied(*place, set))
        .map(|(place, set)| (place, &*set.knob))
        .collect()
}

fn paths(knobs: &[(usize, &str)]) -> String {
    let paths: Vec<String> = knobs.iter().map(|(_, path)| (*path).to_owned()).collect();
    prose::list(&paths)
}

/// What lines are named by that do not stand for sides.
fn names_words(named_by: &[(usize, &str)], sides: &[&str]) -> String {
    match sides.first() {
        Some(side) if !named_by.is_empty() => format!(
            " Lines are of {side}; their names are the settings of {}.",
            paths(named_by)
        ),
        _ => String::new(),
    }
}

/// A line for each side.
fn by_side(summary: &Summary, sides: &[&str], values: &[f64]) -> Vec<Line> {
    let line = |name: &&str| {
        let mut line = Line::named((*name).to_owned());
        for (arm, value) in summary.arms.iter().zip(values) {
            if let Some(side) = arm.side(name) {
                line.add(*value, &side.wins.chance);
            }
        }
        line
    };
    sides.iter().map(line).collect()
}

/// A line of the first side for each setting of the knobs `others`, which it is named by.
fn by_other_knobs(
    summary: &Summary,
    sides: &[&str],
    others: &[(usize, &str)],
    values: &[f64],
) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for (arm, value) in summary.arms.iter().zip(values) {
        let Some(side) = sides.first().and_then(|side| arm.side(side)) else {
            continue;
        };
        let settings = others.iter().filter_map(|(knob, _)| arm.knobs.get(*knob));
        let settings: Vec<&str> = settings.map(|set| &*set.value).collect();
        let name = settings.join(", ");
        let place = all.iter().position(|line| line.name == name);
        let place = place.unwrap_or_else(|| {
            all.push(Line::named(name));
            all.len() - 1
        });
        all[place].add(*value, &side.wins.chance);
    }
    all
}
