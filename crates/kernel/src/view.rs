//! What can be shown of a fight, the same shape for every system.

use serde::Serialize;
use ts_rs::TS;

use crate::gauge::Gauge;
use crate::grid::{Cell, Ground, Map, Shape, Space, Terrain};
use crate::id::CreatureId;

/// Everything that can be shown of a state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The creatures, by id.
    pub creatures: Vec<CreatureView>,
    /// Where the system stands in its own idea of time.
    pub time: TimeView,
    /// The map, or `None` where a fight has none.
    pub map: Option<MapView>,
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
    /// Where it stands; `None` if it is not on the map.
    pub space: Option<Space>,
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

/// The map as rows of single cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct MapView {
    /// Columns.
    pub columns: i16,
    /// Rows.
    pub rows: i16,
    /// Whether cells are hexes.
    pub hexes: bool,
    /// One sign a cell, row by row from the top: `#` solid, `.` floor, `,` difficult, `~` water, `*` fog, `%` dark, `=` ice.
    pub signs: Vec<String>,
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
    /// The map, each cell as `changed` has it.
    #[must_use]
    pub fn of(map: &Map, changed: impl Fn(Cell, Ground) -> Ground) -> Self {
        let size = |cells: u16| i16::try_from(cells).unwrap_or(i16::MAX);
        let signs = map
            .cells()
            .map(|cell| sign(changed(cell, map.ground(cell))).to_owned());
        Self {
            columns: size(map.columns()),
            rows: size(map.rows()),
            hexes: map.grid().shape == Shape::Hex,
            signs: signs.collect(),
        }
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
