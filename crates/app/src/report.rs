//! What a study has found out, as a page to be read or printed, or as a single plot.

mod page;
mod picture;
mod plots;
mod sweep;

use affray_sim::Histogram;
use affray_sim::study::{Arm, Study};
use affray_sim::summary::{ArmSummary, Comparison, NotableSummary, SideSummary, Summary};

use self::page::{Section, Table, page};
use self::plots::{Bar, Line, Plot, Scale, Shape, Words, color};
use self::sweep::sweep;
use crate::figures::{
    decimal, grouped, interval, mean, often, percent, points, points_interval, significance,
};
use crate::sim::{command, unfinished_words};
use crate::trouble::Trouble;

/// The most bars of a histogram.
const BINS_MAX: usize = 40;

/// The most creatures that have a line or a bar of their own.
const CREATURES_MAX: usize = 8;

/// What a value was looked for to bring about.
pub(crate) struct Aim {
    /// What was found, in words.
    pub(crate) verdict: String,
    /// How often the side is to win.
    pub(crate) share: f64,
    /// The arm with the value that was found, by its place; `None` if there is none.
    pub(crate) found: Option<usize>,
}

/// The page.
pub(crate) fn html(study: &Study, summary: &Summary, aim: Option<&Aim>) -> Result<String, Trouble> {
    let arms: Vec<(&Arm, &ArmSummary)> = study.arms.iter().zip(&summary.arms).collect();
    let mut sections = Vec::new();
    if is_sweep(study) {
        sections.push(sweep(summary, aim)?);
    }
    if !is_sweep(study) && summary.is_compared() {
        sections.push(comparison(summary));
    }
    if !is_sweep(study) {
        for (counts, arm) in &arms {
            let named = |title: &str| match arms.len() {
                1 => title.to_owned(),
                _ => format!("{}: {title}", arm.label),
            };
            sections.push(wins(arm, named("Who wins")));
            sections.push(time(counts, arm, named("How long it takes")));
            sections.push(survival(counts, arm, named("Who is still standing")));
            sections.push(damage(arm, named("Damage")));
            sections.push(deeds(arm, named("What they did")));
        }
    }
    let labels: Vec<String> = match (is_sweep(study), arms.first()) {
        (true, Some((_, first))) => vec![first.scenario.clone()],
        _ => arms.iter().map(|(_, arm)| arm.label.clone()).collect(),
    };
    let title = labels.join(" against ");
    page(&title, &lead(study, summary, aim), &sections)
}

/// The one plot that says most, as SVG.
pub(crate) fn svg(study: &Study, summary: &Summary, aim: Option<&Aim>) -> Result<String, Trouble> {
    picture::svg(&plot(study, summary, aim)?)
}

/// The one plot that says most, as PNG.
pub(crate) fn png(study: &Study, summary: &Summary, aim: Option<&Aim>) -> Result<Vec<u8>, Trouble> {
    picture::png(&plot(study, summary, aim)?)
}

fn plot(study: &Study, summary: &Summary, aim: Option<&Aim>) -> Result<Plot, Trouble> {
    let nothing = || Trouble::Input("there is nothing to plot".to_owned());
    let section = if is_sweep(study) {
        sweep(summary, aim)?
    } else if summary.is_compared() {
        comparison(summary)
    } else {
        wins(
            summary.arms.first().ok_or_else(nothing)?,
            "Who wins".to_owned(),
        )
    };
    section.plot.ok_or_else(nothing)
}

fn is_sweep(study: &Study) -> bool {
    study.arms.len() > 1 && study.arms.iter().any(|arm| !arm.knobs.is_empty())
}

fn lead(study: &Study, summary: &Summary, aim: Option<&Aim>) -> Vec<String> {
    let fights: u64 = summary.arms.iter().map(|arm| arm.fights).sum();
    let mut lead: Vec<String> = aim.into_iter().map(|aim| aim.verdict.clone()).collect();
    lead.push(format!(
        "{} fights, all dice from seed {}. Intervals hold the true value in 95 of 100 cases (Wilson).",
        grouped(fights),
        study.seed
    ));
    for (counts, arm) in study.arms.iter().zip(&summary.arms) {
        let tally = &counts.tally;
        for (first, count, what) in [
            (
                tally.first_unfinished,
                tally.unfinished,
                unfinished_words(tally, &arm.time.unit),
            ),
            (
                tally.first_failed,
                tally.failed,
                "ran into a limit of the rules".to_owned(),
            ),
        ] {
            if let Some(first) = first {
                lead.push(format!(
                    "{}: {} fights {what}, the first of them number {first}.",
                    arm.label,
                    grouped(count)
                ));
            }
        }
    }
    let found = aim.and_then(|aim| summary.arms.get(aim.found?));
    let told: Vec<(String, &ArmSummary)> = match (is_sweep(study), summary.arms.as_slice()) {
        (true, _) => {
            let found = found.into_iter();
            found
                .map(|arm| (format!("With {}, the", arm.label), arm))
                .collect()
        }
        (false, [arm]) => vec![("The".to_owned(), arm)],
        (false, arms) => {
            let arms = arms.iter();
            arms.map(|arm| (format!("{}, the", arm.label), arm))
                .collect()
        }
    };
    for (whose, arm) in told {
        let notable = [&arm.closest, &arm.most_one_sided];
        for (what, fight) in NOTABLE.iter().zip(notable) {
            lead.extend(fight.as_ref().map(|fight| {
                let words = notable_words(study, arm, fight);
                format!("{whose} {what} fight: {words}")
            }));
        }
    }
    if is_sweep(study) && found.is_none() {
        for (what, found) in NOTABLE.iter().zip(most_notable(summary)) {
            lead.extend(found.map(|(arm, fight)| {
                let words = notable_words(study, arm, fight);
                format!("The {what} fight of all, with {}: {words}", arm.label)
            }));
        }
    }
    lead
}

/// What the fights are called that stand out, in the order in which they are told.
pub(crate) const NOTABLE: [&str; 2] = ["closest", "most one-sided"];

fn notable_words(study: &Study, arm: &ArmSummary, fight: &NotableSummary) -> String {
    format!(
        "the {} won with {} left. `{}` shows it blow by blow.",
        fight.winner,
        percent(fight.margin),
        command(study, arm, fight.fight)
    )
}

/// The closest and the most one-sided fight of all variations.
pub(crate) fn most_notable(summary: &Summary) -> [Option<(&ArmSummary, &NotableSummary)>; 2] {
    let of = |fight: fn(&ArmSummary) -> Option<&NotableSummary>| {
        let arms = summary.arms.iter();
        arms.filter_map(move |arm| Some((arm, fight(arm)?)))
    };
    let by_margin = |one: &(&ArmSummary, &NotableSummary),
                     other: &(&ArmSummary, &NotableSummary)| {
        one.1.margin.total_cmp(&other.1.margin)
    };
    [
        of(|arm| arm.closest.as_ref()).min_by(by_margin),
        of(|arm| arm.most_one_sided.as_ref()).max_by(by_margin),
    ]
}

/// `patrol 62.3% (61.3% to 63.2%)`.
fn side_words(side: &SideSummary) -> String {
    let chance = &side.wins.chance;
    format!(
        "{} {} ({})",
        side.name,
        percent(chance.value),
        interval(chance)
    )
}

fn texts(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn wins(arm: &ArmSummary, title: String) -> Section {
    let outcomes = arm.sides.iter().map(|side| (side.name.as_str(), side.wins));
    let others = [
        ("nobody", arm.draws),
        ("unfinished", arm.unfinished),
        ("failed", arm.failed),
    ];
    let others = others.into_iter().filter(|(_, counted)| counted.count > 0);
    let outcomes: Vec<_> = outcomes.chain(others).collect();
    let bar = |(number, (name, counted)): (usize, &(&str, affray_sim::summary::Counted))| Bar {
        name: (*name).to_owned(),
        value: counted.chance.value,
        low: counted.chance.low,
        high: counted.chance.high,
        color: color(number),
    };
    let sides: Vec<String> = arm.sides.iter().map(side_words).collect();
    let words = Words {
        title: format!("{title}, {}", arm.label),
        description: format!("Chance to win: {}.", sides.join(", ")),
        across: "part of the fights".to_owned(),
        up: String::new(),
    };
    let all: Vec<Bar> = outcomes.iter().enumerate().map(bar).collect();
    let rows = outcomes.iter().map(|(name, counted)| {
        vec![
            (*name).to_owned(),
            grouped(counted.count),
            percent(counted.chance.value),
            interval(&counted.chance),
        ]
    });
    Section {
        title,
        words: format!("Of {} fights.", grouped(arm.fights)),
        plot: Some(Plot {
            words,
            shape: Shape::Bars(all, Scale::Parts),
        }),
        tables: vec![Table {
            caption: "How fights ended".to_owned(),
            heads: 1,
            columns: texts(&["winner", "fights", "part", "95% interval"]),
            rows: rows.collect(),
        }],
    }
}

fn time(counts: &Arm, arm: &ArmSummary, title: String) -> Section {
    let histogram = &counts.tally.time;
    let unit = format!("{}s", arm.time.unit.name);
    let bins = histogram.bins(BINS_MAX);
    let total = histogram.total().max(1) as f64;
    let parts: Vec<f64> = bins
        .counts
        .iter()
        .map(|count| *count as f64 / total)
        .collect();
    let spread = arm.time.spread.unwrap_or_default();
    let seconds = match arm.time.seconds {
        Some(seconds) => format!(", {} seconds of game time", decimal(seconds)),
        None => String::new(),
    };
    let over = match histogram.total() {
        over if over == arm.fights => String::new(),
        over => format!(
            "Of {} fights {} were over: ",
            grouped(arm.fights),
            grouped(over)
        ),
    };
    let words = format!(
        "{over}{} {unit} on average{seconds}. Half of the fights end within {}, nine of ten within {}; the longest took {}.",
        mean(&spread),
        spread.median,
        spread.ninetieth,
        spread.most
    );
    let described = Words {
        title: format!("{title}, {}", arm.label),
        description: words.clone(),
        across: unit.clone(),
        up: "part of the fights".to_owned(),
    };
    let plot = match parts.is_empty() {
        true => None,
        false => Some(Plot {
            words: described,
            shape: Shape::Columns {
                from: bins.from as f64,
                width: bins.width as f64,
                parts: parts.clone(),
            },
        }),
    };
    let rows = bins.counts.iter().zip(&parts).enumerate();
    let rows = rows.map(|(place, (count, part))| {
        let from = bins.from + place as i64 * bins.width;
        let label = match bins.width {
            1 => from.to_string(),
            width => format!("{from} to {}", from + width - 1),
        };
        vec![label, grouped(*count), percent(*part)]
    });
    Section {
        title,
        words,
        plot,
        tables: vec![Table {
            caption: "How many fights took how long".to_owned(),
            heads: 1,
            columns: vec![unit, "fights".to_owned(), "part".to_owned()],
            rows: rows.collect(),
        }],
    }
}

/// What part of the fights a creature has not fallen in yet, at each moment; of a side, the mean of its creatures.
fn standing(falls: &[&Histogram], fights: u64, last: i32) -> Vec<(f64, f64)> {
    let whole = (fights * falls.len() as u64).max(1) as f64;
    // Never more moments than a line has room for.
    let step = (last / 200).max(1) as usize;
    let moments = (0..=last).step_by(step);
    moments
        .map(|moment| {
            let fallen: u64 = falls.iter().map(|falls| falls.up_to(moment)).sum();
            (f64::from(moment), 1.0 - fallen as f64 / whole)
        })
        .collect()
}

fn survival(counts: &Arm, arm: &ArmSummary, title: String) -> Section {
    let tally = &counts.tally;
    let last = tally.time.quantile(990).unwrap_or(0).max(1);
    let all: Vec<Line> = if tally.creatures.len() <= CREATURES_MAX {
        let creatures = arm.creatures.iter().zip(&tally.creatures);
        let line = |(creature, counts): (
            &affray_sim::summary::CreatureSummary,
            &affray_sim::tally::CreatureTally,
        )| Line {
            name: creature.name.clone(),
            points: standing(&[&counts.falls], tally.fights, last),
            band: Vec::new(),
        };
        creatures.map(line).collect()
    } else {
        let line = |(number, side): (usize, &SideSummary)| {
            let roles = counts.cast.creatures.iter().zip(&tally.creatures);
            let own = roles.filter(|(role, _)| usize::from(role.side) == number);
            let falls: Vec<&Histogram> = own.map(|(_, creature)| &creature.falls).collect();
            Line {
                name: side.name.clone(),
                points: standing(&falls, tally.fights, last),
                band: Vec::new(),
            }
        };
        arm.sides.iter().enumerate().map(line).collect()
    };
    let ends = all.iter().filter_map(|line| {
        let (_, part) = line.points.last()?;
        Some(format!("{} {}", line.name, percent(*part)))
    });
    let unit = &arm.time.unit.name;
    let words = Words {
        title: format!("{title}, {}", arm.label),
        description: format!(
            "Part that has never fallen, {unit} by {unit}; at {unit} {last}: {}.",
            ends.collect::<Vec<_>>().join(", ")
        ),
        across: format!("{unit}s"),
        up: "has not fallen".to_owned(),
    };
    let plot = Plot {
        words,
        shape: Shape::Lines(all, Scale::Parts),
    };
    let rows = arm.creatures.iter().map(|creature| {
        let by = creature.felled_by.iter().take(3);
        let by = by.map(|by| format!("{} ({})", by.name, grouped(by.fell.count)));
        vec![
            creature.name.clone(),
            percent(creature.stands.chance.value),
            percent(creature.fell.chance.value),
            interval(&creature.fell.chance),
            by.collect::<Vec<_>>().join(", "),
        ]
    });
    Section {
        title,
        words: "Who has not fallen yet, as the fight goes on. Who gets up again has fallen all the same.".to_owned(),
        plot: Some(plot),
        tables: vec![Table {
            caption: "At the end".to_owned(),
            heads: 1,
            columns: texts(&["creature", "stands", "fell at all", "95% interval", "felled by"]),
            rows: rows.collect(),
        }],
    }
}

fn damage(arm: &ArmSummary, title: String) -> Section {
    let bar = |creature: &affray_sim::summary::CreatureSummary| Bar {
        name: creature.name.clone(),
        value: creature.dealt.mean,
        low: f64::from(creature.dealt.tenth),
        high: f64::from(creature.dealt.ninetieth),
        color: color(
            arm.sides
                .iter()
                .position(|side| side.name == creature.side)
                .unwrap_or(0),
        ),
    };
    let all: Vec<Bar> = arm.creatures.iter().map(bar).collect();
    let told = arm.creatures.iter().take(CREATURES_MAX);
    let told = told.map(|creature| format!("{} {}", creature.name, decimal(creature.dealt.mean)));
    let words = Words {
        title: format!("{title}, {}", arm.label),
        description: format!(
            "Damage done in a fight on average: {}.",
            told.collect::<Vec<_>>().join(", ")
        ),
        across: "damage done in a fight".to_owned(),
        up: String::new(),
    };
    let rows = arm.creatures.iter().map(|creature| {
        let left = creature.left.iter();
        let left = left.map(|left| format!("{} {}", left.gauge, decimal(left.spread.mean)));
        let spent = creature.spent.iter();
        let spent = spent.map(|(what, amount)| format!("{what} {}", decimal(*amount)));
        vec![
            creature.name.clone(),
            mean(&creature.dealt),
            mean(&creature.taken),
            left.collect::<Vec<_>>().join(", "),
            spent.collect::<Vec<_>>().join(", "),
        ]
    });
    Section {
        title,
        words: "Bars are means; lines on them reach from the lowest tenth to the highest. ± is a mean's 95% interval."
            .to_owned(),
        plot: Some(Plot {
            words,
            shape: Shape::Bars(all, Scale::Numbers),
        }),
        tables: vec![Table {
            caption: "Means of a fight".to_owned(),
            heads: 1,
            columns: texts(&["creature", "deals", "takes", "left at the end", "spends"]),
            rows: rows.collect(),
        }],
    }
}

fn deeds(arm: &ArmSummary, title: String) -> Section {
    let rows = arm.sides.iter().flat_map(|side| {
        side.deeds.iter().map(|deed| {
            vec![
                deed.kind.clone(),
                side.name.clone(),
                often(deed.uses),
                often(deed.dealt),
                often(deed.each),
            ]
        })
    });
    Section {
        title,
        words: "How often in a fight, and the damage that came of it.".to_owned(),
        plot: None,
        tables: vec![Table {
            caption: "Means of a fight, the most harmful first".to_owned(),
            heads: 1,
            columns: texts(&["what", "side", "times", "damage", "each time"]),
            rows: rows.collect(),
        }],
    }
}

fn comparison(summary: &Summary) -> Section {
    let comparisons: Vec<&Comparison> = summary
        .arms
        .iter()
        .flat_map(|arm| &arm.comparison)
        .collect();
    let all: Vec<Bar> = comparisons
        .iter()
        .flat_map(|comparison| {
            let arms = summary.arms.iter().enumerate();
            arms.filter_map(move |(number, arm)| {
                let mut sides = arm.sides.iter();
                let side = sides.find(|side| side.name == comparison.side)?;
                Some(Bar {
                    name: format!("{}: {}", side.name, arm.label),
                    value: side.wins.chance.value,
                    low: side.wins.chance.low,
                    high: side.wins.chance.high,
                    color: color(number),
                })
            })
        })
        .collect();
    let told: Vec<String> = comparisons
        .iter()
        .map(|comparison| {
            format!(
                "{} wins {} of a hundred fights more in the second",
                comparison.side,
                decimal(comparison.difference.value * 100.0)
            )
        })
        .collect();
    let words = Words {
        title: "Side by side".to_owned(),
        description: told.join("; ") + ".",
        across: "part of the fights".to_owned(),
        up: String::new(),
    };
    let rows = comparisons.iter().map(|comparison| {
        let pairs = &comparison.pairs;
        vec![
            comparison.side.clone(),
            grouped(pairs.both),
            grouped(pairs.first),
            grouped(pairs.second),
            grouped(pairs.neither),
            points(comparison.difference.value),
            points_interval(&comparison.difference),
            significance(comparison.p),
        ]
    });
    Section {
        title: words.title.clone(),
        words: "The same dice in both. p is the chance of a difference at least so clear where there is none (McNemar's test).".to_owned(),
        plot: Some(Plot {
            words,
            shape: Shape::Bars(all, Scale::Parts),
        }),
        tables: vec![Table {
            caption: "How often a side has won where".to_owned(),
            heads: 1,
            columns: texts(&[
                "side",
                "won both",
                "only the first",
                "only the second",
                "neither",
                "second against first, points",
                "95% interval",
                "p",
            ]),
            rows: rows.collect(),
        }],
    }
}
