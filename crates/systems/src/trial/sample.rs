//! The fight in which words and values are tried: three fighters, a horse, and things with names that are easily confused.
//!
//! A system makes it of its own sheets and items. The kinds of items, by number: 0 a sword, 1 a bow, 2 a javelin, 3 a club, 4 a round
//! shield, 5 a wand of fire, 6 a torch, 7 a potion, 8 something that lies about, 9 a wand.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Grid, Unit};

pub(crate) const GARRET: CreatureId = CreatureId(0);
pub(crate) const OGRE: CreatureId = CreatureId(1);
pub(crate) const CHIEF: CreatureId = CreatureId(2);
pub(crate) const HORSE: CreatureId = CreatureId(3);

/// What they are called, unless a test gives them other names.
pub(crate) const NAMES: [&str; 4] = ["Garret", "ogre", "ogre chief", "horse"];

/// Where they are.
pub(crate) const CELLS: [Cell; 4] = [
    Cell::new(3, 3),
    Cell::new(4, 7),
    Cell::new(9, 9),
    Cell::at_height(5, 5, 1),
];

/// Columns and rows of the map.
pub(crate) const COLUMNS: usize = 20;
/// Rows of the map.
pub(crate) const ROWS: usize = 15;

/// Squares of 5 ft.
pub(crate) fn squares() -> Grid {
    Grid::squares(5, Unit::Feet)
}

/// The sides' names.
pub(crate) fn sides() -> Vec<String> {
    vec!["heroes".into(), "monsters".into()]
}

/// The sheets, each made of a name, a side and the names of natural weapons. One of these is called as the sword is.
pub(crate) fn sheets<T>(
    names: [&str; 4],
    sword: &str,
    sheet: impl Fn(&str, u8, &[&str]) -> T,
) -> Vec<T> {
    vec![
        sheet(names[0], 0, &["unarmed"]),
        sheet(names[1], 1, &["bite", "claw", "bite", "unarmed"]),
        sheet(names[2], 1, &[sword, "unarmed"]),
        sheet(names[3], 0, &["hoof", "unarmed"]),
    ]
}

/// Where a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lies {
    Held(CreatureId),
    Carried(CreatureId),
    Ground(Cell),
    Nowhere,
}

/// The things, each made of the number of its kind and of where it is.
pub(crate) fn items<T>(item: impl Fn(u16, Lies) -> T) -> Vec<T> {
    use Lies::{Carried, Ground, Held, Nowhere};
    let things = [
        (0, Held(GARRET)),
        (0, Held(OGRE)),
        (0, Carried(GARRET)),
        (1, Carried(GARRET)),
        (2, Held(GARRET)),
        (3, Held(OGRE)),
        (4, Held(CHIEF)),
        (5, Carried(GARRET)),
        (6, Carried(GARRET)),
        (7, Carried(GARRET)),
        (7, Carried(GARRET)),
        (8, Ground(Cell::new(7, 7))),
        (8, Ground(Cell::new(8, 7))),
        (9, Nowhere),
    ];
    things
        .into_iter()
        .map(|(kind, lies)| item(kind, lies))
        .collect()
}
