//! The chance to win over what is varied, as a plot and a table.

use affray_sim::summary::Summary;

use super::page::{Section, Table};
use super::plots::{Line, Plot, Scale, Shape, Words};
use super::side_words;
use crate::figures::{decimal, grouped, interval, percent};
use crate::trouble::Trouble;

/// The chance to win over what is varied.
pub(super) fn sweep(summary: &Summary) -> Result<Section, Trouble> {
    let Some(first) = summary.arms.first() else {
        return Err(Trouble::Input("there is nothing to plot".to_owned()));
    };
    let names: Vec<&str> = first.knobs.iter().map(|(path, _)| &**path).collect();
    // What is drawn across is the last of them that is a number.
    let numbers = (0..names.len()).rev();
    let mut numbers = numbers.filter_map(|knob| Some((knob, values_of(summary, knob)?)));
    let across = numbers.next();
    let all = match &across {
        Some((_, values)) if names.len() == 1 => by_side(summary, values),
        Some((knob, values)) => by_other_knobs(summary, *knob, values),
        None => {
            let places: Vec<f64> = (1..=summary.arms.len()).map(|place| place as f64).collect();
            by_side(summary, &places)
        }
    };
    let described: Vec<String> = summary
        .arms
        .iter()
        .filter_map(|arm| Some(format!("{}: {}", arm.label, side_words(arm.sides.first()?))))
        .collect();
    let words = Words {
        title: format!("Chance to win by {}", names.join(" and ")),
        description: described.join("; "),
        across: match across {
            Some((knob, _)) => names[knob].to_owned(),
            None => format!("{}, in the order of the table", names.join(" and ")),
        },
        up: match (&across, first.sides.first()) {
            (Some(_), Some(side)) if names.len() > 1 => format!("chance of {} to win", side.name),
            _ => "chance to win".to_owned(),
        },
    };
    let mut head: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    for side in &first.sides {
        head.extend([side.name.clone(), "95% interval".to_owned()]);
    }
    let has_draws = summary.arms.iter().any(|arm| arm.draws.count > 0);
    if has_draws {
        head.push("nobody".to_owned());
    }
    head.push(format!("{}s", first.time.unit.name));
    let rows = summary.arms.iter().map(|arm| {
        let mut row: Vec<String> = arm.knobs.iter().map(|(_, value)| value.clone()).collect();
        for side in &arm.sides {
            row.extend([percent(side.wins.share.share), interval(&side.wins.share)]);
        }
        if has_draws {
            row.push(percent(arm.draws.share.share));
        }
        row.push(decimal(arm.time.spread.mean));
        row
    });
    let fights = summary.arms.iter().map(|arm| arm.fights).max();
    Ok(Section {
        title: words.title.clone(),
        words: format!(
            "{} fights for each value. Bands are 95% intervals.",
            grouped(fights.unwrap_or(0))
        ),
        plot: Some(Plot {
            words,
            shape: Shape::Lines(all, Scale::Parts),
        }),
        table: Table {
            caption: "Chance to win".to_owned(),
            columns: head,
            rows: rows.collect(),
        },
    })
}

/// The values of a knob in all arms, if they are numbers.
fn values_of(summary: &Summary, knob: usize) -> Option<Vec<f64>> {
    let arms = summary.arms.iter();
    arms.map(|arm| arm.knobs.get(knob)?.1.parse().ok())
        .collect()
}

/// A line for each side.
fn by_side(summary: &Summary, values: &[f64]) -> Vec<Line> {
    let sides = summary.arms.first().map_or(0, |arm| arm.sides.len());
    let line = |side: usize| {
        let shares = summary.arms.iter().zip(values);
        let shares = shares.filter_map(|(arm, value)| {
            let side = arm.sides.get(side)?;
            Some((side.name.clone(), *value, side.wins.share))
        });
        let shares: Vec<_> = shares.collect();
        Line {
            name: shares
                .first()
                .map_or_else(String::new, |(name, ..)| name.clone()),
            points: shares
                .iter()
                .map(|(_, x, share)| (*x, share.share))
                .collect(),
            band: shares
                .iter()
                .map(|(.., share)| (share.low, share.high))
                .collect(),
        }
    };
    (0..sides).map(line).collect()
}

/// A line of the first side for each setting of all knobs but the one that is drawn across.
fn by_other_knobs(summary: &Summary, across: usize, values: &[f64]) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for (arm, value) in summary.arms.iter().zip(values) {
        let Some(side) = arm.sides.first() else {
            continue;
        };
        let others = arm.knobs.iter().enumerate();
        let others = others
            .filter(|(knob, _)| *knob != across)
            .map(|(_, (path, value))| format!("{path} = {value}"));
        let name = others.collect::<Vec<_>>().join(", ");
        let place = all.iter().position(|line| line.name == name);
        let place = place.unwrap_or_else(|| {
            all.push(Line {
                name,
                points: Vec::new(),
                band: Vec::new(),
            });
            all.len() - 1
        });
        let share = &side.wins.share;
        all[place].points.push((*value, share.share));
        all[place].band.push((share.low, share.high));
    }
    all
}
