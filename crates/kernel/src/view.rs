//! What can be shown of a fight, the same shape for every system.

mod stretches;

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// The count that it reaches to at least, whatever lies ahead.
    #[serde(skip)]
    #[ts(skip)]
    pub to_at_least: u32,
}

impl Axis {
    /// The axis as far as these rows need it, and no farther than it was: up to the last count at which any of them has more than something
    /// that goes on. Marks beyond are taken out of them, so that an axis does not tell what lies ahead of those who have no row.
    #[must_use]
    pub fn over(self, rows: &mut [TimeRow]) -> Self {
        let marks = rows.iter().flat_map(|row| &row.marks);
        let counts = marks.filter(|(_, mark)| *mark != Mark::Busy);
        let last = counts.map(|(count, _)| *count).max().unwrap_or_default();
        let to = last.clamp(self.to_at_least, self.to);
        for row in rows {
            row.marks.retain(|(count, _)| *count <= to);
        }
        Self { to, ..self }
    }
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
    pub signs: Vec<&'static str>,
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
    /// The map; `remarks` says what only the system knows of ground, `drawn` what ground looks like. Both know of nothing but the
    /// ground: what was drawn last is given again as long as that has not changed.
    #[must_use]
    pub fn of(
        terrain: &impl Terrain,
        remarks: fn(Ground) -> Vec<String>,
        drawn: fn(Ground) -> Ground,
    ) -> Arc<Self> {
        let mut drawn_last = terrain.map().drawn.lock();
        let is_untouched = terrain.is_untouched();
        let view = match &*drawn_last {
            Some(last) if last.shows(terrain) => Arc::clone(&last.view),
            _ => Arc::new(Self::draw(terrain, remarks, drawn)),
        };
        *drawn_last = Some(LastDrawn {
            view: Arc::clone(&view),
            is_untouched,
        });
        view
    }

    fn draw(
        terrain: &impl Terrain,
        remarks: fn(Ground) -> Vec<String>,
        drawn: fn(Ground) -> Ground,
    ) -> Self {
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
            signs: grounds(terrain).map(|ground| sign(drawn(ground))).collect(),
            ground: grounds(terrain).collect(),
            edges: edges(terrain).collect(),
            remarks: remarked.collect(),
        }
    }

    /// Whether it shows the map as it is.
    fn shows(&self, terrain: &impl Terrain) -> bool {
        grounds(terrain).eq(self.ground.iter().copied())
            && edges(terrain).eq(self.edges.iter().copied())
    }
}

/// What was drawn last of a map.
#[derive(Debug)]
struct LastDrawn {
    view: Arc<MapView>,
    /// Whether all was as on the map then.
    is_untouched: bool,
}

impl LastDrawn {
    fn shows(&self, terrain: &impl Terrain) -> bool {
        if self.is_untouched && terrain.is_untouched() {
            debug_assert!(self.view.shows(terrain), "nothing has changed");
            return true;
        }
        self.view.shows(terrain)
    }
}

/// Something that stands on the map or is part of it, and what an act has done to it: a wall that is broken down, ice that bears less.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapDamage {
    /// What it is and where: "door between 3,4 and 4,4".
    pub name: String,
    /// By how much there is less left of what it withstands, where a system counts that: the name of the points, and how many.
    pub lost: Option<(&'static str, i16)>,
    /// Whether it is broken now.
    pub broken: bool,
}

/// A map as it was drawn last. It follows from the ground, and makes no difference between maps.
#[derive(Debug, Default)]
pub(crate) struct Drawn(Mutex<Option<LastDrawn>>);

impl Drawn {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<LastDrawn>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for Drawn {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Drawn {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Drawn {}

impl Hash for Drawn {
    fn hash<H: Hasher>(&self, _: &mut H) {}
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

/// What every column of cells is made of, row by row from the top.
fn grounds(terrain: &impl Terrain) -> impl Iterator<Item = Ground> {
    terrain.map().cells().map(|cell| terrain.ground(cell))
}

/// What stands between cells, each edge once.
fn edges(terrain: &impl Terrain) -> impl Iterator<Item = (Edge, EdgeKind)> {
    let (map, grid) = (terrain.map(), terrain.grid());
    let cells = (!terrain.without_edges()).then(|| map.cells());
    let pairs = cells.into_iter().flatten();
    let pairs = pairs.flat_map(move |cell| grid.neighbours(cell).map(move |next| (cell, next)));
    pairs
        .filter(|(cell, next)| next > cell || !map.contains(*next))
        .filter_map(|(cell, next)| Some((Edge::from([cell, next]), terrain.edge(cell, next)?)))
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
        let same = |ground| ground;
        let view = MapView::of(&changes.on(&map), remarks, same);
        assert_eq!(
            (view.columns, view.rows, view.cell, view.unit),
            (3, 2, 5, "ft")
        );
        assert_eq!(view.signs[..2], ["*", "."]);
        assert!(view.ground[0].fog && !view.ground[1].fog);
        assert_eq!(view.remarks, [(one, "kind 3".to_owned())]);
        let mut edges = view.edges.clone();
        edges.sort_unstable();
        assert_eq!(
            edges,
            [
                (Edge::from([outside, one]), EdgeKind::Wall),
                (Edge::from([one, other]), EdgeKind::OpenDoor),
            ]
        );
    }
    #[test]
    fn a_map_is_drawn_anew_when_something_changes_and_not_before() {
        let map = Map::open(Grid::squares(5, Unit::Feet), 3, 2);
        let view = |changes: &Changes| {
            let same = |ground| ground;
            MapView::of(&changes.on(&map), |_| Vec::new(), same)
        };
        let [one, other] = [(0, 0), (1, 0)].map(|(x, y)| Cell::new(x, y));
        let mut changes = Changes::default();
        let first = view(&changes);
        assert!(Arc::ptr_eq(&first, &view(&changes)));
        changes.set_edge(&map, one, other, Some(EdgeKind::Door));
        let with_door = view(&changes);
        assert_eq!(with_door.edges.len(), 1);
        changes.set_edge(&map, one, other, Some(EdgeKind::OpenDoor));
        assert_ne!(view(&changes), with_door);
        let solid = Ground {
            solid: true,
            ..Ground::default()
        };
        changes.set_ground(&map, one, solid);
        assert_eq!(view(&changes).signs[0], "#");
        assert_eq!(view(&Changes::default()), first);
    }
}
