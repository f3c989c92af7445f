//! What an act is to a player who looks for it: of which kind, at what price, and where on the board one would point.

use serde::Serialize;
use smallvec::SmallVec;
use ts_rs::TS;

use crate::grid::{Cell, Terrain};
use crate::id::CreatureId;
use crate::prose::count;

/// The kinds of acts as a player thinks of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Going somewhere, and changes of posture.
    Move,
    /// Attacks with weapons and bodies.
    Attack,
    /// What is done to a foe besides hurting it: tripping, disarming, holding.
    Maneuver,
    /// Keeping from harm.
    Defend,
    /// Spells and powers.
    Magic,
    /// Everything else.
    Other,
}

impl Group {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 6] = [
        Self::Move,
        Self::Attack,
        Self::Maneuver,
        Self::Defend,
        Self::Magic,
        Self::Other,
    ];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Attack => "attack",
            Self::Maneuver => "maneuver",
            Self::Defend => "defend",
            Self::Magic => "magic",
            Self::Other => "other",
        }
    }
}

/// An act as a player looks for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Aspect {
    /// Of which kind it is.
    pub group: Group,
    /// What it costs in the system's own units, such as `1 action`; `None` where nothing is counted.
    pub cost: Option<String>,
    /// The creatures it is aimed at, the one it is mainly aimed at first.
    pub targets: SmallVec<[CreatureId; 2]>,
    /// Where on the board one would point to mean it: the goal of a move, the centre of an area.
    pub place: Option<Cell>,
    /// How far a move goes, in the unit of the map, as its rules count it.
    pub distance: Option<i16>,
    /// How far one falls in it by one's own doing, with the unit.
    pub falls: Option<String>,
}

/// What an act reaches that affects an area.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Covered {
    /// The cells of the map, in order.
    pub cells: Vec<Cell>,
    /// The creatures that are affected where they are, in roster order.
    pub creatures: Vec<CreatureId>,
}

impl Covered {
    /// The cells in which somebody could be whom something reaches that spreads on that level: in the air there, on the ground, or on water.
    #[must_use]
    pub fn of(
        terrain: &impl Terrain,
        level: i16,
        reaches: impl Fn(Cell) -> bool,
        creatures: impl IntoIterator<Item = CreatureId>,
    ) -> Self {
        let is_reached = |cell: &Cell| {
            let ground = terrain.ground(*cell);
            let levels = [level, ground.surface(), ground.elevation].into_iter();
            let mut above = levels.filter(|height| *height >= ground.elevation);
            !ground.solid && above.any(|height| reaches(cell.with_height(height)))
        };
        let mut cells: Vec<Cell> = terrain.map().cells().filter(is_reached).collect();
        cells.sort_unstable();
        Self {
            cells,
            creatures: creatures.into_iter().collect(),
        }
    }
}

impl Aspect {
    /// An act of that kind, aimed at nothing and free of any price.
    #[must_use]
    pub fn of(group: Group) -> Self {
        Self {
            group,
            cost: None,
            targets: SmallVec::new(),
            place: None,
            distance: None,
            falls: None,
        }
    }

    /// The same, aimed at creatures as well.
    #[must_use]
    pub fn at(mut self, targets: impl IntoIterator<Item = CreatureId>) -> Self {
        for target in targets {
            if !self.targets.contains(&target) {
                self.targets.push(target);
            }
        }
        self
    }

    /// The same, at a place.
    #[must_use]
    pub fn place(mut self, place: Option<Cell>) -> Self {
        self.place = place;
        self
    }

    /// The same at a price of several parts, those that are not taken left out.
    #[must_use]
    pub fn costing(mut self, parts: impl IntoIterator<Item = Option<String>>) -> Self {
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        self.cost = (!parts.is_empty()).then(|| parts.join(", "));
        self
    }

    /// The same at a price in words.
    #[must_use]
    pub fn priced(mut self, words: impl Into<String>) -> Self {
        self.cost = Some(words.into());
        self
    }

    /// The same, going so far.
    #[must_use]
    pub fn going(mut self, distance: Option<i16>) -> Self {
        self.distance = distance;
        self
    }

    /// The same, falling so far.
    #[must_use]
    pub fn falling(mut self, falls: Option<String>) -> Self {
        self.falls = falls;
        self
    }
}

/// A part of a price that is counted: `2 actions`; `None` of none.
#[must_use]
pub fn counted(number: i16, noun: &str) -> Option<String> {
    (number > 0).then(|| count(i32::from(number), noun))
}

/// A part of a price that is measured: `2 power`; `None` of none.
#[must_use]
pub fn measured(number: i16, noun: &str) -> Option<String> {
    (number > 0).then(|| format!("{number} {noun}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Changes, Grid, Ground, Map, Unit};

    #[test]
    fn prices_read_as_people_say_them() {
        let cost = |actions, power| {
            let parts = [counted(actions, "action"), measured(power, "power")];
            Aspect::of(Group::Other).costing(parts).cost
        };
        assert_eq!(cost(1, 0).as_deref(), Some("1 action"));
        assert_eq!(cost(2, 3).as_deref(), Some("2 actions, 3 power"));
        assert_eq!(cost(0, 0), None);
    }

    #[test]
    fn what_is_covered_lies_on_the_map_and_is_no_rock() {
        let map = Map::open(Grid::squares(5, Unit::Feet), 4, 3);
        let mut changes = Changes::default();
        let solid = Ground {
            solid: true,
            ..Ground::default()
        };
        let high = Ground {
            elevation: 2,
            ..Ground::default()
        };
        changes.set_ground(&map, Cell::new(1, 0), solid);
        changes.set_ground(&map, Cell::new(2, 1), high);
        let terrain = changes.on(&map);
        let who = CreatureId(1);
        let near = |cell: Cell| cell.x < 3 && cell.z == 0 && cell.y < 2;
        let covered = Covered::of(&terrain, 1, near, [who]);
        let read = covered.cells.iter().map(|cell| (cell.x, cell.y));
        assert_eq!(read.collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 1), (2, 0)]);
        assert_eq!(covered.creatures, [who]);
        let aloft = Covered::of(&terrain, 1, |cell| cell.z == 1 && cell.y == 1, []);
        assert_eq!(aloft.cells.len(), 3, "not within the hill");
    }

    #[test]
    fn a_target_is_named_once() {
        let (one, other) = (CreatureId(1), CreatureId(0));
        let aspect = Aspect::of(Group::Attack).at([one, other, one]);
        assert_eq!(aspect.targets.as_slice(), [one, other]);
    }
}
