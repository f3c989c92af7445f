//! The map drawn with characters: what squares are filled with, how high they lie, and what stands between them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Edge, EdgeKind, Ground, Shape};
use affray_kernel::view::MapView;
use affray_table::{CreatureSeen, TableView};

use super::{place, sign_of};
use crate::screen::{Screen, Style};

/// Every so many columns have their number above them.
const COLUMNS_MARKED: usize = 5;

/// Columns of the terminal that the numbers of rows take.
const MARGIN: usize = 4;

/// What the signs of the ground mean.
const GROUND: &[(&str, &str)] = &[
    ("#", "█ solid"),
    (",", ", difficult"),
    ("~", "~ water"),
    ("*", "* fog"),
    ("%", "% dark"),
    ("=", "= ice"),
];

/// Signs of ground of which a system says more, in the order in which they are given away.
const REMARKED: [&str; 7] = ["▒", "▓", "░", "▚", "◌", "◍", "∷"];

/// The sign of all such ground for which none of these is left.
const OTHERS: &str = "≡";

/// What stands between two squares: its sign beside one another, the one below one another, and what it is called.
const fn between(kind: EdgeKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        EdgeKind::Wall => ("│", "─", "wall"),
        EdgeKind::Door => ("+", "+", "closed door"),
        EdgeKind::OpenDoor => ("/", "/", "open door"),
        EdgeKind::Window => ("◇", "◇", "closed window"),
        EdgeKind::OpenWindow => ("◦", "◦", "open window"),
        EdgeKind::Low => ("╎", "╌", "low wall"),
        EdgeKind::High => ("║", "═", "high wall"),
        EdgeKind::Post => ("•", "•", "post"),
        EdgeKind::Slit => ("¦", "¦", "arrow slit"),
        EdgeKind::Bars => ("╫", "╪", "bars"),
        EdgeKind::Curtain => ("§", "§", "curtain"),
    }
}

/// How high plain ground lies, of one sign: digits above 0 and small ones below.
fn height(elevation: i16) -> char {
    match u32::from(elevation.unsigned_abs()) {
        0 => '·',
        metres @ 1..=9 if elevation > 0 => char::from_digit(metres, 10).unwrap_or('^'),
        metres @ 1..=9 => char::from_u32(u32::from('₀') + metres).unwrap_or('⌄'),
        _ if elevation > 0 => '^',
        // No letter: those are the creatures' signs.
        _ => '⌄',
    }
}

/// Who and what stands and lies where, by column and row.
struct Pieces<'v> {
    creatures: BTreeMap<(i16, i16), (&'v CreatureSeen, char)>,
    things: BTreeSet<(i16, i16)>,
}

impl<'v> Pieces<'v> {
    /// Those who can still act stand in front of those who lie there.
    fn of(view: &'v TableView, shape: Shape, signs: &[(CreatureId, char)]) -> Self {
        let mut front_last: Vec<&CreatureSeen> = view.creatures.iter().rev().collect();
        front_last.sort_by_key(|creature| creature.active);
        let mut creatures = BTreeMap::new();
        for creature in front_last {
            let sign = sign_of(creature.id, signs);
            let cells = creature.space.into_iter();
            for cell in cells.flat_map(|space| space.cells(shape)) {
                creatures.insert((cell.x, cell.y), (creature, sign));
            }
        }
        let things = view.things.iter().map(|(at, _)| (at.x, at.y));
        Self {
            creatures,
            things: things.collect(),
        }
    }
}

/// A map, and the signs of what is special about its ground.
pub(super) struct Plan<'m> {
    map: &'m MapView,
    /// What a system says of ground, by column and row.
    said: BTreeMap<(i16, i16), &'m str>,
    /// What stands between cells.
    edges: BTreeMap<Edge, EdgeKind>,
    /// What a system says of ground that has no sign otherwise, each with its sign.
    remarks: Vec<(String, &'static str)>,
}

/// Columns of a map that are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    /// The first one.
    first: i16,
    /// The one behind the last.
    until: i16,
    /// Whether there is room between squares, for what stands there.
    is_spaced: bool,
}

impl Part {
    fn columns(&self) -> Range<i16> {
        self.first..self.until
    }

    /// The numbers of columns, each above its own.
    fn header(&self) -> String {
        let step = if self.is_spaced { 2 } else { 1 };
        let mut header = " ".repeat(MARGIN);
        for (place, column) in self.columns().enumerate() {
            if usize::try_from(column).is_ok_and(|column| column % COLUMNS_MARKED == 0) {
                let at = MARGIN + place * step;
                header = format!("{header:at$}{column}");
            }
        }
        header
    }

    /// Which part it is, if it is not all.
    fn note(&self, columns: i16) -> Option<String> {
        let is_all = self.until - self.first == columns;
        let (first, last, end) = (self.first, self.until - 1, columns - 1);
        let note =
            format!("    columns {first} to {last} of 0 to {end}: a wider terminal shows more");
        (!is_all).then_some(note)
    }
}

impl<'m> Plan<'m> {
    pub(super) fn of(map: &'m MapView) -> Self {
        // Of several of the same place the first one counts.
        let said = map.remarks.iter().rev();
        let said = said.map(|(cell, words)| ((cell.x, cell.y), words.as_str()));
        let mut plan = Self {
            map,
            said: said.collect(),
            edges: map.edges.iter().rev().copied().collect(),
            remarks: Vec::new(),
        };
        for (cell, _) in &map.remarks {
            let Some(words) = plan.words(*cell) else {
                continue;
            };
            if plan.remarks.iter().all(|(known, _)| *known != words) {
                let next = REMARKED.get(plan.remarks.len());
                plan.remarks.push((words, next.copied().unwrap_or(OTHERS)));
            }
        }
        plan
    }

    /// The sign and the ground of a cell, if it is on the map.
    fn ground(&self, cell: Cell) -> Option<(&'static str, Ground)> {
        let (column, row) = if self.map.hexes {
            cell.column_row()
        } else {
            (cell.x, cell.y)
        };
        let index = i32::from(row) * i32::from(self.map.columns) + i32::from(column);
        let index = usize::try_from(index).ok()?;
        Some((*self.map.signs.get(index)?, *self.map.ground.get(index)?))
    }

    /// What a system says of a cell that has no sign for it otherwise, with its height.
    fn words(&self, cell: Cell) -> Option<String> {
        let words = *self.said.get(&(cell.x, cell.y))?;
        let (sign, ground) = self.ground(cell)?;
        let is_drawn = match sign {
            "." => false,
            "#" => ground.solid,
            "," => ground.difficult,
            _ => true,
        };
        if is_drawn {
            return None;
        }
        Some(match ground.elevation {
            0 => words.to_owned(),
            height => format!("{words} at height {height}"),
        })
    }

    /// The map, row by row, with what stands between two rows below the upper one; as much of it as there is room for, around that column.
    pub(super) fn lines(
        &self,
        screen: &Screen,
        view: &TableView,
        signs: &[(CreatureId, char)],
        focus: i16,
    ) -> Vec<String> {
        let map = self.map;
        let shape = if map.hexes { Shape::Hex } else { Shape::Square };
        let pieces = Pieces::of(view, shape, signs);
        let part = self.part(screen.width(), focus);
        let mut lines = vec![screen.styled(Style::Faint, &part.header())];
        for row in 0..map.rows {
            let mut line = screen.styled(Style::Faint, &format!("{row:>3} "));
            if map.hexes && row % 2 == 1 {
                line.push(' ');
            }
            for column in part.columns() {
                let cell = self.cell(column, row);
                line.push_str(&self.square(screen, &pieces, cell));
                if part.is_spaced {
                    let edge = self.edge(cell, cell.offset(1, 0, 0));
                    line.push_str(edge.map_or(" ", |kind| between(kind).0));
                }
            }
            lines.push(line.trim_end().to_owned());
            lines.extend(self.below(row, &part));
        }
        lines.extend(part.note(map.columns));
        lines
    }

    /// As much of the map as is drawn in that many columns of the terminal: all of it, if need be without spaces between squares where
    /// nothing stands there, else what is around that column.
    fn part(&self, width: Option<usize>, focus: i16) -> Part {
        let columns = self.map.columns;
        let margin = MARGIN + usize::from(self.map.hexes);
        let room = width.map_or(usize::MAX, |width| width.saturating_sub(margin));
        let room = i16::try_from(room).unwrap_or(i16::MAX);
        let spaced = room.saturating_add(1) / 2;
        let whole = |is_spaced| Part {
            first: 0,
            until: columns,
            is_spaced,
        };
        let is_beside = |edge: &Edge| {
            let [a, b] = edge.cells();
            a.y == b.y
        };
        if columns <= spaced {
            return whole(true);
        }
        if columns <= room && !self.map.hexes && !self.edges.keys().any(is_beside) {
            return whole(false);
        }
        let shown = spaced.max(1);
        let first = (focus - shown / 2).clamp(0, columns - shown);
        Part {
            first,
            until: first + shown,
            is_spaced: true,
        }
    }

    fn cell(&self, column: i16, row: i16) -> Cell {
        if self.map.hexes {
            Cell::from_column_row(column, row)
        } else {
            Cell::new(column, row)
        }
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        self.edges.get(&Edge::from([a, b])).copied()
    }

    /// What stands between a row of squares and the next one, if anything does.
    fn below(&self, row: i16, part: &Part) -> Option<String> {
        if self.map.hexes {
            return None;
        }
        let mut line = String::from("    ");
        for column in part.columns() {
            let cell = self.cell(column, row);
            let edge = self.edge(cell, cell.offset(0, 1, 0));
            line.push_str(edge.map_or(" ", |kind| between(kind).1));
            if part.is_spaced {
                line.push(' ');
            }
        }
        let line = line.trim_end();
        (!line.is_empty()).then(|| line.to_owned())
    }

    fn square(&self, screen: &Screen, pieces: &Pieces<'_>, cell: Cell) -> String {
        let column_row = (cell.x, cell.y);
        if let Some((creature, sign)) = pieces.creatures.get(&column_row) {
            return screen.styled(Style::Side(creature.side), &sign.to_string());
        }
        if pieces.things.contains(&column_row) {
            return "!".to_owned();
        }
        self.floor(screen, cell)
    }

    fn floor(&self, screen: &Screen, cell: Cell) -> String {
        if let Some(words) = self.words(cell) {
            let found = self.remarks.iter().find(|(known, _)| *known == words);
            return found.map_or("?", |(_, sign)| sign).to_owned();
        }
        match self.ground(cell) {
            Some((".", ground)) => {
                let sign = height(ground.elevation).to_string();
                screen.styled(Style::Faint, &sign)
            }
            Some(("#", _)) => "█".to_owned(),
            Some((other, _)) => other.to_owned(),
            None => "?".to_owned(),
        }
    }

    /// What is on the map besides creatures and plain floor.
    pub(super) fn legend(&self, view: &TableView) -> String {
        let map = self.map;
        let cells = (0..map.rows).flat_map(|row| (0..map.columns).map(move |column| (column, row)));
        let cells = cells.map(|(column, row)| self.cell(column, row));
        let plain: Vec<(&str, Ground)> = cells
            .filter(|cell| self.words(*cell).is_none())
            .filter_map(|cell| self.ground(cell))
            .collect();
        let is_there = |sign: &str| plain.iter().any(|(known, _)| *known == sign);
        let ground = GROUND.iter().filter(|(sign, _)| is_there(sign));
        let mut parts: Vec<String> = ground.map(|(_, words)| (*words).to_owned()).collect();
        parts.extend(self.remarks_in_words());
        let mut heights = plain.iter();
        if heights.any(|(sign, ground)| *sign == "." && ground.elevation != 0) {
            parts.push("1 higher, ₁ lower, from 10 on ^ ⌄".to_owned());
        }
        parts.extend(self.edges_in_words());
        let things = view.things.iter();
        let mut things = things.map(|(at, thing)| format!("{thing} at {}", place(*at, map.hexes)));
        if let Some(first) = things.next() {
            parts.push(format!("! {first}"));
            parts.extend(things);
        }
        parts.join("   ")
    }

    /// What the signs of ground mean of which a system says more, each sign once.
    fn remarks_in_words(&self) -> Vec<String> {
        let (own, others) = self
            .remarks
            .split_at(self.remarks.len().min(REMARKED.len()));
        let own = own.iter().map(|(words, sign)| format!("{sign} {words}"));
        let others: Vec<&str> = others.iter().map(|(words, _)| words.as_str()).collect();
        let shared = match others[..] {
            [] => None,
            [only] => Some(format!("{OTHERS} {only}")),
            _ => Some(format!("{OTHERS} several: {}", others.join("; "))),
        };
        own.chain(shared).collect()
    }

    /// What the signs between squares mean, and where things stand between hexes that are not side by side.
    fn edges_in_words(&self) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        for (edge, kind) in &self.map.edges {
            let [a, b] = edge.cells();
            let (beside, below, name) = between(*kind);
            let side_by_side = a.y == b.y;
            let words = if self.map.hexes && !side_by_side {
                let [a, b] = [a, b].map(|cell| place(cell, true));
                format!("{name} between {a} and {b}")
            } else {
                let sign = if side_by_side { beside } else { below };
                format!("{sign} {name}")
            };
            if !parts.contains(&words) {
                parts.push(words);
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of three, with a wall and a door, a low obstacle and a full one, and a square 2 m up.
    fn map() -> MapView {
        let obstacle = Ground {
            kind: 1,
            ..Ground::default()
        };
        let raised = Ground {
            elevation: 2,
            ..Ground::default()
        };
        let plain = Ground::default();
        MapView {
            columns: 3,
            rows: 2,
            hexes: false,
            cell: 1,
            unit: "m",
            signs: vec![".", ",", "#", ".", ".", "."],
            ground: vec![plain, obstacle, obstacle, raised, plain, plain],
            edges: vec![
                (
                    Edge::from([Cell::new(0, 0), Cell::new(1, 0)]),
                    EdgeKind::Wall,
                ),
                (
                    Edge::from([Cell::new(0, 0), Cell::new(0, 1)]),
                    EdgeKind::Door,
                ),
            ],
            remarks: vec![
                (Cell::new(1, 0), "low obstacle".to_owned()),
                (Cell::new(2, 0), "obstacle of full height".to_owned()),
            ],
        }
    }

    #[test]
    fn what_squares_hold_and_what_parts_them_is_told_apart() {
        let map = map();
        let plan = Plan::of(&map);
        assert_eq!(
            plan.remarks,
            [
                ("low obstacle".to_owned(), "▒"),
                ("obstacle of full height".to_owned(), "▓")
            ]
        );
        let all = plan.part(None, 0);
        assert_eq!(plan.below(0, &all).as_deref(), Some("    +"));
        assert_eq!(plan.below(1, &all), None);
        assert_eq!(plan.edges_in_words(), ["│ wall", "+ closed door"]);
        let wall = plan.edge(Cell::new(1, 0), Cell::new(0, 0));
        assert_eq!(wall, Some(EdgeKind::Wall));
    }

    #[test]
    fn a_map_wider_than_the_terminal_is_drawn_without_spaces_or_in_part() {
        let mut map = MapView {
            columns: 40,
            rows: 1,
            signs: vec!["."; 40],
            ground: vec![Ground::default(); 40],
            edges: Vec::new(),
            remarks: Vec::new(),
            ..map()
        };
        let part = |first, until, is_spaced| Part {
            first,
            until,
            is_spaced,
        };
        assert_eq!(Plan::of(&map).part(Some(83), 20), part(0, 40, true));
        let narrow = Plan::of(&map).part(Some(80), 20);
        assert_eq!(narrow, part(0, 40, false));
        assert_eq!(narrow.header(), "    0    5    10   15   20   25   30   35");
        assert_eq!(Plan::of(&map).part(Some(24), 12), part(7, 17, true));
        assert_eq!(Plan::of(&map).part(Some(24), 38), part(30, 40, true));
        let wall = Edge::from([Cell::new(0, 0), Cell::new(1, 0)]);
        map.edges = vec![(wall, EdgeKind::Wall)];
        let in_part = Plan::of(&map).part(Some(80), 3);
        assert_eq!(in_part, part(0, 38, true));
        let note = in_part.note(40).expect("it is not all");
        assert!(note.contains("columns 0 to 37 of 0 to 39"), "{note}");
    }

    #[test]
    fn what_shares_a_sign_is_listed_with_it_once() {
        let remarks = (0..9_i16).map(|x| (Cell::new(x, 0), format!("kind {x}")));
        let map = MapView {
            columns: 9,
            rows: 1,
            signs: vec!["."; 9],
            ground: vec![Ground::default(); 9],
            edges: Vec::new(),
            remarks: remarks.collect(),
            ..map()
        };
        let words = Plan::of(&map).remarks_in_words();
        assert_eq!(words.len(), 8);
        assert_eq!(words[6], "∷ kind 6");
        assert_eq!(words[7], "≡ several: kind 7; kind 8");
    }

    #[test]
    fn heights_have_a_sign_each() {
        let signs: String = [0, 1, 9, 10, -1, -9, -10].map(height).iter().collect();
        assert_eq!(signs, "·19^₁₉⌄");
    }
}
