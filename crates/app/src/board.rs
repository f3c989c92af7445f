//! The map and the order of turns, drawn with characters.

mod plan;

use affray_kernel::grid::Cell;
use affray_kernel::view::{Axis, Stages, TimeRow, TimeView};
use affray_kernel::{CreatureId, prose};
use affray_table::{CreatureSeen, TableView};

use plan::Plan;

use crate::axis;
use crate::screen::{Screen, Style};
use crate::stages;
use crate::telling;
use crate::trouble::Trouble;

/// Columns before an axis or the stages: the margin, the sign and the spaces around the name.
const NAME_INDENT: usize = 6;

/// Draws the map, the order and how everybody is.
pub(crate) fn draw(screen: &mut Screen, view: &TableView) -> Result<(), Trouble> {
    let signs = signs(&view.creatures);
    let heading = screen.styled(Style::Heading, &view.time.heading);
    screen.line(&heading)?;
    if let Some(map) = &view.map {
        let plan = Plan::of(map);
        for line in plan.lines(screen, view, &signs, focus(view)) {
            screen.line(&line)?;
        }
        let legend = plan.legend(view);
        if !legend.is_empty() {
            let legend = screen.styled(Style::Faint, &format!("    {legend}"));
            screen.wrapped("    ", &legend)?;
        }
    }
    if let Some(axis) = view.time.axis {
        draw_axis(screen, view, &signs, axis)?;
    }
    if let Some(stages) = &view.time.stages {
        draw_stages(screen, view, &signs, stages)?;
    }
    for row in table(screen, view, &signs) {
        screen.wrapped("      ", &row)?;
    }
    for line in underway(view) {
        screen.wrapped("      ", &screen.styled(Style::Faint, &line))?;
    }
    Ok(())
}

/// The column around which a map is drawn that is too wide: where whoever has the turn stands, or is asked, or anybody.
fn focus(view: &TableView) -> i16 {
    let active = view.time.rows.iter().filter(|row| row.active);
    let wanted = active.map(|row| row.who).chain(view.asked.iter().copied());
    let all = view.creatures.iter().map(|creature| creature.id);
    let column = |who: CreatureId| {
        let creature = view.creatures.iter().find(|one| one.id == who)?;
        let at = creature.space?.at;
        let is_hex = view.map.as_ref().is_some_and(|map| map.hexes);
        Some(if is_hex { at.column_row().0 } else { at.x })
    };
    wanted.chain(all).find_map(column).unwrap_or_default()
}

/// Actions in progress, who has let them pass, and who is still asked.
fn underway(view: &TableView) -> Vec<String> {
    let names = |all: &[CreatureId]| {
        let known = view.creatures.iter().filter(|one| all.contains(&one.id));
        known
            .map(|one| one.name.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut lines: Vec<String> = Vec::new();
    for action in &view.time.underway {
        let mut line = format!("  … {} {}", names(&[action.who]), action.words);
        if !action.passed.is_empty() {
            line.push_str(&format!("; let it pass: {}", names(&action.passed)));
        }
        lines.push(line);
    }
    if !lines.is_empty() && !view.asked.is_empty() {
        lines.push(format!("  … may still answer: {}", names(&view.asked)));
    }
    lines
}

/// The axis of counts, with a line for each creature that has a place on it.
fn draw_axis(
    screen: &mut Screen,
    view: &TableView,
    signs: &[(CreatureId, char)],
    axis: Axis,
) -> Result<(), Trouble> {
    let width = name_width(view);
    screen.line(&screen.styled(Style::Faint, &axis::scale(axis, width + NAME_INDENT)))?;
    for (creature, row) in with_rows(view) {
        let name = name_of(screen, creature, signs, width);
        screen.line(&format!("  {name}  {}", axis::line(axis, row)))?;
    }
    screen.line(&screen.styled(Style::Faint, axis::LEGEND))
}

/// The stages of the round, with a line for each creature that has something in them.
fn draw_stages(
    screen: &mut Screen,
    view: &TableView,
    signs: &[(CreatureId, char)],
    stages: &Stages,
) -> Result<(), Trouble> {
    let width = name_width(view);
    let rows: Vec<_> = with_rows(view)
        .map(|(creature, row)| (creature, stages::cells(row)))
        .collect();
    let mut lines: Vec<Vec<String>> = rows.iter().map(|(_, cells)| cells.clone()).collect();
    lines.push(stages::names(stages));
    let widths = stages::widths(&lines);
    let names = stages::line(&stages::names(stages), &widths);
    let indent = " ".repeat(width + NAME_INDENT);
    screen.line(&screen.styled(Style::Faint, &format!("{indent}{names}")))?;
    for (creature, cells) in &rows {
        let name = name_of(screen, creature, signs, width);
        screen.line(&format!("  {name}  {}", stages::line(cells, &widths)))?;
    }
    screen.line(&screen.styled(Style::Faint, stages::LEGEND))
}

/// Columns that the longest name takes.
fn name_width(view: &TableView) -> usize {
    let names = view.creatures.iter().map(|one| one.name.chars().count());
    names.max().unwrap_or_default()
}

/// The creatures in the order of time, each with its row.
fn with_rows(view: &TableView) -> impl Iterator<Item = (&CreatureSeen, &TimeRow)> {
    let creatures = in_order(&view.creatures, &view.time).into_iter();
    creatures.filter_map(|creature| {
        let row = view.time.rows.iter().find(|row| row.who == creature.id)?;
        Some((creature, row))
    })
}

/// A creature's sign and its name, as wide as the longest.
fn name_of(
    screen: &Screen,
    creature: &CreatureSeen,
    signs: &[(CreatureId, char)],
    width: usize,
) -> String {
    let name = format!("{} {:width$}", sign_of(creature.id, signs), creature.name);
    screen.styled(Style::Side(creature.side), &name)
}

fn sign_of(who: CreatureId, signs: &[(CreatureId, char)]) -> char {
    let found = signs.iter().find(|(known, _)| *known == who);
    found.map_or('?', |(_, sign)| *sign)
}

/// A letter for each creature: one of its name where that is free, in capitals for the first side.
fn signs(creatures: &[CreatureSeen]) -> Vec<(CreatureId, char)> {
    let mut taken: Vec<(CreatureId, char)> = Vec::new();
    for creature in creatures {
        let cased = |letter: char| {
            if creature.side == 0 {
                letter.to_ascii_uppercase()
            } else {
                letter.to_ascii_lowercase()
            }
        };
        let own = creature.name.chars().filter(char::is_ascii_alphabetic);
        let free = own
            .chain('a'..='z')
            .map(cased)
            .find(|letter| taken.iter().all(|(_, used)| used != letter));
        taken.push((creature.id, free.unwrap_or('?')));
    }
    taken
}

/// The creatures in the order of time, those without a place in it last.
fn in_order<'v>(creatures: &'v [CreatureSeen], time: &TimeView) -> Vec<&'v CreatureSeen> {
    let place = |creature: &CreatureSeen| {
        let rows = &time.rows;
        let place = rows.iter().position(|row| row.who == creature.id);
        place.unwrap_or(rows.len())
    };
    let mut all: Vec<&CreatureSeen> = creatures.iter().collect();
    all.sort_by_key(|creature| place(creature));
    all
}

/// What is known of a creature, in columns.
struct Columns {
    /// Its place in the order, its place on the map, what it has left to spend, its gauges.
    cells: Vec<String>,
    /// Whatever else there is to say, the most important first.
    rest: Vec<String>,
}

/// A row for each creature, in the order of time.
fn table(screen: &Screen, view: &TableView, signs: &[(CreatureId, char)]) -> Vec<String> {
    let creatures = in_order(&view.creatures, &view.time);
    let hexes = view.map.as_ref().is_some_and(|map| map.hexes);
    let columns: Vec<Columns> = creatures
        .iter()
        .map(|creature| columns(creature, &view.time, hexes))
        .collect();
    let count = columns.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = columns.iter().filter_map(|row| row.cells.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let name_width = name_width(view);
    let rows = creatures.iter().zip(&columns);
    rows.map(|(creature, columns)| {
        let name = name_of(screen, creature, signs, name_width);
        let cells = columns.cells.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        let mark = mark(creature, view);
        let row = format!(
            "{mark} {name}  {}  {}",
            cells.join("  "),
            columns.rest.join(", ")
        );
        row.trim_end().to_owned()
    })
    .collect()
}

/// `▶` for whoever has the turn, `?` for anybody else whose answer is waited for.
fn mark(creature: &CreatureSeen, view: &TableView) -> char {
    let mut rows = view.time.rows.iter();
    if rows.any(|row| row.who == creature.id && row.active) {
        '▶'
    } else if view.asked.contains(&creature.id) {
        '?'
    } else {
        ' '
    }
}

fn columns(creature: &CreatureSeen, time: &TimeView, hexes: bool) -> Columns {
    let row = time.rows.iter().find(|row| row.who == creature.id);
    let place = creature.space.map(|space| place(space.at, hexes));
    let mut cells = vec![
        row.map(|row| row.label.clone()).unwrap_or_default(),
        place.unwrap_or_else(|| "gone".to_owned()),
    ];
    let spend = row
        .iter()
        .flat_map(|row| &row.pips)
        .map(|(what, left, of)| {
            let full = "●".repeat(usize::from(*left));
            let spent = "○".repeat(usize::from(of.saturating_sub(*left)));
            let none = if *of == 0 && *left == 0 { "–" } else { "" };
            format!("{what} {full}{spent}{none}")
        });
    cells.extend(spend);
    for (gauge, value) in &creature.gauges {
        cells.push(format!("{gauge} {}", telling::amount(*value)));
    }
    let mut rest = Vec::new();
    if !creature.active {
        rest.push("out of the fight".to_owned());
    }
    rest.extend(gathered(&creature.conditions));
    rest.extend(
        row.map(|row| row.remark.clone())
            .filter(|remark| !remark.is_empty()),
    );
    if !creature.holding.is_empty() {
        rest.push(format!("holds {}", prose::list(&things(&creature.holding))));
    }
    Columns { cells, rest }
}

/// Things, those that are alike as one: `two daggers`.
fn things(all: &[String]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for (place, thing) in all.iter().enumerate() {
        if all[..place].contains(thing) {
            continue;
        }
        let count = all.iter().filter(|other| *other == thing).count();
        told.push(several(thing, count));
    }
    told
}

/// So many of a thing: `two daggers`; what is no plain word, or one of several already, with the number behind it.
fn several(thing: &str, count: usize) -> String {
    let number = match count {
        1 => return thing.to_owned(),
        2 => "two",
        3 => "three",
        4 => "four",
        _ => return format!("{thing} ({count})"),
    };
    // The word that changes stands in the middle.
    if thing.contains(" of ") {
        return format!("{thing} ({count})");
    }
    let is_hissing = ["ch", "sh", "ss", "x", "z"]
        .iter()
        .any(|end| thing.ends_with(end));
    let is_plain = thing.ends_with(|end: char| end.is_ascii_lowercase() && !"sy".contains(end));
    match thing.strip_suffix("fe") {
        Some(stem) => format!("{number} {stem}ves"),
        None if is_hissing => format!("{number} {thing}es"),
        None if is_plain => format!("{number} {thing}s"),
        None => format!("{thing} ({count})"),
    }
}

/// Conditions, those of one kind towards several others as one: `Hidden (ann, bob)`.
fn gathered(conditions: &[String]) -> Vec<String> {
    let mut gathered: Vec<(&str, Vec<&str>)> = Vec::new();
    for condition in conditions {
        let towards = condition
            .strip_suffix(')')
            .and_then(|words| words.split_once(" ("));
        let (kind, other) = towards.unwrap_or((condition, ""));
        match gathered.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, others)) => others.push(other),
            None => gathered.push((kind, vec![other])),
        }
    }
    let words = gathered
        .into_iter()
        .map(|(kind, others)| match others.as_slice() {
            [""] => kind.to_owned(),
            others => format!("{kind} ({})", others.join(", ")),
        });
    words.collect()
}

/// A cell as it is typed: column and row as they are written beside the map, and the height where it is not the ground.
fn place(at: Cell, hexes: bool) -> String {
    if hexes {
        let (column, row) = at.column_row();
        Cell::at_height(column, row, at.z).to_string()
    } else {
        at.to_string()
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::view::Underway;

    use super::*;

    #[test]
    fn things_that_are_alike_are_held_as_one() {
        let held = |all: &[&str]| {
            let all: Vec<String> = all.iter().map(|&thing| thing.to_owned()).collect();
            prose::list(&things(&all))
        };
        assert_eq!(held(&["dagger", "dagger"]), "two daggers");
        assert_eq!(held(&["dagger", "mace"]), "dagger and mace");
        assert_eq!(
            held(&["knife", "torch (lit)", "knife", "torch (lit)"]),
            "two knives and torch (lit) (2)"
        );
        assert_eq!(held(&["brass knuckles"; 2]), "brass knuckles (2)");
        assert_eq!(held(&["torch"; 2]), "two torches");
        assert_eq!(held(&["cutlass"; 3]), "three cutlasses");
        assert_eq!(held(&["brass key"; 2]), "brass key (2)");
        assert_eq!(held(&["rod of fire"; 2]), "rod of fire (2)");
    }

    #[test]
    fn an_action_in_progress_stands_below_with_those_who_may_answer() {
        let creature = |id, name: &str| CreatureSeen {
            id: CreatureId(id),
            name: name.to_owned(),
            side: 0,
            space: None,
            facing: None,
            size: String::new(),
            reach: None,
            control: None,
            gauges: Vec::new(),
            conditions: Vec::new(),
            holding: Vec::new(),
            active: true,
            hidden: false,
        };
        let mut view = TableView {
            creatures: vec![creature(0, "orc"), creature(1, "Ann"), creature(2, "Bob")],
            time: TimeView {
                heading: String::new(),
                rows: Vec::new(),
                axis: None,
                stages: None,
                underway: vec![Underway {
                    who: CreatureId(0),
                    words: "runs to 4,7".to_owned(),
                    names: Vec::new(),
                    passed: vec![CreatureId(2)],
                }],
            },
            map: None,
            things: Vec::new(),
            sides: Vec::new(),
            asked: vec![CreatureId(1)],
        };
        assert_eq!(
            underway(&view),
            [
                "  … orc runs to 4,7; let it pass: Bob",
                "  … may still answer: Ann"
            ]
        );
        view.time.underway.clear();
        assert!(underway(&view).is_empty(), "nobody steps in on nothing");
    }
}
