//! What can be shown of a fight, the same shape for every system.

use std::sync::Arc;

use serde::Serialize;
use ts_rs::TS;

use crate::gauge::Gauge;
use crate::grid::{Cell, Edge, EdgeKind, Ground, Heading, Shape, Space, Terrain};
use crate::id::CreatureId;

/// Everything that can be shown of a state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The creatures, by id.
    pub creatures: Vec<CreatureView>,
    /// Where the system stands in its own idea of time.
    pub time: TimeView,
    /// The map, or `None` where a fight has none.
    pub map: Option<Arc<MapView>>,
    /// Things lying about, and where.
    pub things: Vec<(Cell, String)>,
}

/// A creature as it can be shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CreatureView {
    /// Its id.
    pub id: CreatureId,
    /// Its name.
    pub name: String,
    /// Its side, by number.
    pub side: u8,
    /// Where it stands, how high, and how much room it takes up; `None` if it is not on the map.
    pub space: Option<Space>,
    /// Where it looks, where the system knows of facing.
    pub facing: Option<Heading>,
    /// Its size in a word.
    pub size: String,
    /// How far it reaches in melee, in the unit of the map; `None` where it threatens nobody.
    pub reach: Option<i16>,
    /// Its gauges with their names, the most important first.
    pub gauges: Vec<(&'static str, Gauge)>,
    /// Its conditions in words, each with the creature that is named in it, if one is.
    pub conditions: Vec<(String, Option<CreatureId>)>,
    /// What it has in hand, in words.
    pub holding: Vec<String>,
    /// Whether it can still take part.
    pub active: bool,
    /// Creatures to whom its place is unknown.
    pub hidden_from: Vec<CreatureId>,
}

/// A system's own idea of time, as rows of marks under a heading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct TimeView {
    /// "Round 3", "Count 41".
    pub heading: String,
    /// One row a creature, in the order in which they come up.
    pub rows: Vec<TimeRow>,
    /// The stretch of counted time to be drawn, where a system counts it.
    pub axis: Option<Axis>,
    /// The stages of the round, where a system makes a round of stages.
    pub stages: Option<Stages>,
    /// Actions in progress that others may still step in on, the outermost first.
    pub underway: Vec<Underway>,
}

/// An action in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct Underway {
    /// Who acts.
    pub who: CreatureId,
    /// What it does, as it stands after its name: "attacks the ogre with a longsword".
    pub words: String,
    /// The other creatures that are named in it.
    pub names: Vec<CreatureId>,
    /// Those who have let it pass to its end.
    pub passed: Vec<CreatureId>,
}

/// A stretch of counted time, from the last counts over the present one to those to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
pub struct Axis {
    /// The first count.
    pub from: u32,
    /// The count that it is.
    pub now: u32,
    /// The last count.
    pub to: u32,
}

/// The stages that every round goes through in the same order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct Stages {
    /// Their names, in order.
    pub names: Vec<&'static str>,
    /// The place of the one that is under way.
    pub now: Option<usize>,
}

/// What a creature has in one stage of the round.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, TS)]
pub struct Stage {
    /// What it has chosen there, or may not do there, in a word or two.
    pub words: String,
    /// Whether it may still act there.
    pub open: bool,
}

/// What a creature has at one count of an axis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It acted.
    Acted,
    /// It acts next.
    Acts,
    /// It is busy with something that takes time.
    Busy,
    /// What takes time is done, or begins to hold.
    Ready,
}

/// A creature's row in the view of time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct TimeRow {
    /// Whose row it is.
    pub who: CreatureId,
    /// Its place in time: "17", "segment 3".
    pub label: String,
    /// What it has left to spend: name, left, of.
    pub pips: Vec<(&'static str, u8, u8)>,
    /// Whether it is the one to act now.
    pub active: bool,
    /// A remark: "delaying", "readied".
    pub remark: String,
    /// What it has at which counts of the axis, in order of the counts, at most one for each.
    pub marks: Vec<(u32, Mark)>,
    /// What it has in each stage of the round, in their order; nothing where time has no stages.
    pub stages: Vec<Stage>,
}

/// The map as the fight has changed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct MapView {
    /// Columns.
    pub columns: i16,
    /// Rows.
    pub rows: i16,
    /// Whether cells are hexes.
    pub hexes: bool,
    /// How wide and high a cell is, in `unit`.
    pub cell: u16,
    /// The unit of lengths in short: `ft`, `m`, `yd`, `spaces`.
    pub unit: &'static str,
    /// One sign a cell, row by row from the top: `#` solid, `.` floor, `,` difficult, `~` water, `*` fog, `%` dark, `=` ice.
    pub signs: Vec<String>,
    /// What each column of cells is made of, row by row from the top; what is not unusual is left out of each.
    pub ground: Vec<Ground>,
    /// What stands between cells.
    pub edges: Vec<(Edge, EdgeKind)>,
    /// What else the system knows of the ground of a cell: "half cover", "no Agile Moves".
    pub remarks: Vec<(Cell, String)>,
}

impl TimeRow {
    /// What it has at a count of the axis.
    #[must_use]
    pub fn mark(&self, count: u32) -> Option<Mark> {
        let found = self.marks.iter().find(|(at, _)| *at == count);
        found.map(|(_, mark)| *mark)
    }
}

impl MapView {
    /// The map; `remarks` says what only the system knows of ground.
    #[must_use]
    pub fn of(terrain: &impl Terrain, remarks: impl Fn(Ground) -> Vec<String>) -> Self {
        let (map, grid) = (terrain.map(), terrain.grid());
        let size = |cells: u16| i16::try_from(cells).unwrap_or(i16::MAX);
        let remarked = map.cells().filter_map(|cell| {
            let words = remarks(terrain.ground(cell));
            (!words.is_empty()).then(|| (cell, words.join(", ")))
        });
        Self {
            columns: size(map.columns()),
            rows: size(map.rows()),
            hexes: grid.shape == Shape::Hex,
            cell: grid.cell,
            unit: grid.unit.symbol(),
            signs: map
                .cells()
                .map(|cell| sign(terrain.ground(cell)).to_owned())
                .collect(),
            ground: map.cells().map(|cell| terrain.ground(cell)).collect(),
            edges: edges(terrain),
            remarks: remarked.collect(),
        }
    }

    /// The map with the signs of ground as a system has it drawn.
    #[must_use]
    pub fn drawn(mut self, drawn: impl Fn(Ground) -> Ground) -> Self {
        let signs = self.ground.iter().map(|ground| sign(drawn(*ground)));
        self.signs = signs.map(str::to_owned).collect();
        self
    }
}

fn sign(ground: Ground) -> &'static str {
    if ground.solid {
        "#"
    } else if ground.fog {
        "*"
    } else if ground.dark {
        "%"
    } else if ground.ice > 0 {
        "="
    } else if ground.water > 0 {
        "~"
    } else if ground.difficult {
        ","
    } else {
        "."
    }
}

/// What stands between cells, each edge once.
fn edges(terrain: &impl Terrain) -> Vec<(Edge, EdgeKind)> {
    if terrain.without_edges() {
        return Vec::new();
    }
    let (map, grid) = (terrain.map(), terrain.grid());
    let mut edges = Vec::new();
    for cell in map.cells() {
        for next in grid.neighbours(cell) {
            let first = next > cell || !map.contains(next);
            if let Some(kind) = terrain.edge(cell, next).filter(|_| first) {
                edges.push((Edge::from([cell, next]), kind));
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Changes, Grid, Map, Unit};

    #[test]
    fn a_map_is_shown_as_the_fight_has_changed_it() {
        let map = Map::open(Grid::squares(5, Unit::Feet), 3, 2);
        let [one, other, outside] = [(0, 0), (1, 0), (0, -1)].map(|(x, y)| Cell::new(x, y));
        let mut changes = Changes::default();
        let fog = Ground {
            fog: true,
            kind: 3,
            ..Ground::default()
        };
        changes.set_ground(&map, one, fog);
        changes.set_edge(&map, other, one, Some(EdgeKind::OpenDoor));
        changes.set_edge(&map, one, outside, Some(EdgeKind::Wall));
        let remarks = |ground: Ground| match ground.kind {
            0 => Vec::new(),
            kind => vec![format!("kind {kind}")],
        };
        let view = MapView::of(&changes.on(&map), remarks);
        assert_eq!(
            (view.columns, view.rows, view.cell, view.unit),
            (3, 2, 5, "ft")
        );
        assert_eq!(view.signs[..2], ["*", "."]);
        assert!(view.ground[0].fog && !view.ground[1].fog);
        assert_eq!(view.remarks, [(one, "kind 3".to_owned())]);
        let mut edges = view.edges;
        edges.sort_unstable();
        assert_eq!(
            edges,
            [
                (Edge::from([outside, one]), EdgeKind::Wall),
                (Edge::from([one, other]), EdgeKind::OpenDoor),
            ]
        );
    }
}
