//! The fight in which words and values are tried: three fighters, a horse, and things with names that are easily confused.
//!
//! A system makes it of its own sheets and items. The kinds of items, by number: 0 a sword, 1 a bow, 2 a javelin, 3 a club, 4 a round
//! shield, 5 a wand of fire, 6 a torch, 7 a potion, 8 something that lies about, 9 a wand.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Grid, Unit};

/// The knight, whom most tests are about.
pub const GARRET: CreatureId = CreatureId(0);
/// An enemy with weapons of its own.
pub const OGRE: CreatureId = CreatureId(1);
/// An enemy whose name begins with another's.
pub const CHIEF: CreatureId = CreatureId(2);
/// A friend who holds nothing.
pub const HORSE: CreatureId = CreatureId(3);

/// What they are called, unless a test gives them other names.
pub const NAMES: [&str; 4] = ["Garret", "ogre", "ogre chief", "horse"];

/// Where they are.
pub const CELLS: [Cell; 4] = [
    Cell::new(3, 3),
    Cell::new(4, 7),
    Cell::new(9, 9),
    Cell::at_height(5, 5, 1),
];

/// Columns and rows of the map.
pub const COLUMNS: usize = 20;
/// Rows of the map.
pub const ROWS: usize = 15;

/// Squares of 5 ft.
pub fn squares() -> Grid {
    Grid::squares(5, Unit::Feet)
}

/// The sides' names.
pub fn sides() -> Vec<String> {
    vec!["heroes".into(), "monsters".into()]
}

/// The sheets, each made of a name, a side and the names of natural weapons. One of these is called as the sword is.
pub fn sheets<T>(names: [&str; 4], sword: &str, sheet: impl Fn(&str, u8, &[&str]) -> T) -> Vec<T> {
    vec![
        sheet(names[0], 0, &["unarmed"]),
        sheet(names[1], 1, &["bite", "claw", "bite", "unarmed"]),
        sheet(names[2], 1, &[sword, "unarmed"]),
        sheet(names[3], 0, &["hoof", "unarmed"]),
    ]
}

/// Where a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lies {
    /// In somebody's hand.
    Held(CreatureId),
    /// Among what somebody carries.
    Carried(CreatureId),
    /// On the ground.
    Ground(Cell),
    /// Used up or not there yet.
    Nowhere,
}

/// The things, each made of the number of its kind and of where it is.
pub fn items<T>(item: impl Fn(u16, Lies) -> T) -> Vec<T> {
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
