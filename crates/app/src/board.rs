//! The map and the order of turns, drawn with characters.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Shape};
use affray_kernel::view::{MapView, TimeView};
use affray_table::{CreatureSeen, TableView};

use crate::screen::{Screen, Style};
use crate::telling;
use crate::trouble::Trouble;

/// Draws the map, the order and how everybody is.
pub(crate) fn draw(screen: &mut Screen, view: &TableView) -> Result<(), Trouble> {
    let signs = signs(&view.creatures);
    let heading = screen.styled(Style::Heading, &view.time.heading);
    screen.line(&heading)?;
    if let Some(map) = &view.map {
        for line in lines(screen, map, view, &signs) {
            screen.line(&line)?;
        }
    }
    let width = view.creatures.iter().map(|one| one.name.chars().count());
    let width = width.max().unwrap_or_default();
    for creature in in_order(&view.creatures, &view.time) {
        let sign = sign_of(creature.id, &signs);
        screen.line(&row(screen, creature, sign, &view.time, width))?;
    }
    Ok(())
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

/// Every so many columns have their number above them.
const COLUMNS_MARKED: usize = 5;

fn lines(
    screen: &Screen,
    map: &MapView,
    view: &TableView,
    signs: &[(CreatureId, char)],
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut header = String::from("    ");
    for column in (0..map.columns).step_by(COLUMNS_MARKED) {
        header.push_str(&format!("{column:<width$}", width = 2 * COLUMNS_MARKED));
    }
    lines.push(screen.styled(Style::Faint, header.trim_end()));
    for row in 0..map.rows {
        let mut line = screen.styled(Style::Faint, &format!("{row:>3} "));
        if map.hexes && row % 2 == 1 {
            line.push(' ');
        }
        for column in 0..map.columns {
            line.push_str(&square(screen, map, view, signs, column, row));
            line.push(' ');
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

fn square(
    screen: &Screen,
    map: &MapView,
    view: &TableView,
    signs: &[(CreatureId, char)],
    column: i16,
    row: i16,
) -> String {
    let shape = if map.hexes { Shape::Hex } else { Shape::Square };
    let cell = if map.hexes {
        Cell::from_column_row(column, row)
    } else {
        Cell::new(column, row)
    };
    let is_on = |at: Cell| (at.x, at.y) == (cell.x, cell.y);
    let stands = |creature: &&CreatureSeen| {
        let mut cells = creature
            .space
            .into_iter()
            .flat_map(|space| space.cells(shape));
        cells.any(is_on)
    };
    // Those who can still act stand in front of those who lie there.
    let mut here: Vec<&CreatureSeen> = view.creatures.iter().filter(stands).collect();
    here.sort_by_key(|creature| !creature.active);
    if let Some(creature) = here.first() {
        let sign = sign_of(creature.id, signs).to_string();
        return screen.styled(Style::Side(creature.side), &sign);
    }
    if view.things.iter().any(|(at, _)| is_on(*at)) {
        return "!".to_owned();
    }
    let index = i32::from(row) * i32::from(map.columns) + i32::from(column);
    let sign = usize::try_from(index)
        .ok()
        .and_then(|index| map.signs.get(index));
    match sign.map_or("?", String::as_str) {
        "." => screen.styled(Style::Faint, "·"),
        "#" => "█".to_owned(),
        other => other.to_owned(),
    }
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

fn row(
    screen: &Screen,
    creature: &CreatureSeen,
    sign: char,
    time: &TimeView,
    width: usize,
) -> String {
    let row = time.rows.iter().find(|row| row.who == creature.id);
    let mark = if row.is_some_and(|row| row.active) {
        '▶'
    } else {
        ' '
    };
    let name = format!("{sign} {:width$}", creature.name);
    let name = screen.styled(Style::Side(creature.side), &name);
    let mut parts = Vec::new();
    if let Some(row) = row {
        if !row.label.is_empty() {
            parts.push(row.label.clone());
        }
        for (pip, left, of) in &row.pips {
            let full = "●".repeat(usize::from(*left));
            let spent = "○".repeat(usize::from(of.saturating_sub(*left)));
            parts.push(format!("{pip} {full}{spent}"));
        }
        if !row.remark.is_empty() {
            parts.push(row.remark.clone());
        }
    }
    for (gauge, value) in &creature.gauges {
        parts.push(format!("{gauge} {}", telling::amount(*value)));
    }
    parts.extend(creature.conditions.iter().cloned());
    if !creature.holding.is_empty() {
        parts.push(format!("holds {}", creature.holding.join(" and ")));
    }
    if creature.hidden {
        parts.push("hidden".to_owned());
    }
    if !creature.active {
        parts.push("out of the fight".to_owned());
    }
    format!("{mark} {name}  {}", parts.join(", "))
}
