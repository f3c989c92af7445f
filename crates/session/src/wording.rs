//! What a viewer sees of a state.

mod eyes;

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::gauge::Gauge;
use affray_kernel::grid::{Cell, Heading, Space};
use affray_kernel::view::{MapView, TimeView};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

pub(crate) use self::eyes::InView;
use crate::schemas::GaugeWritten;

/// Everything that a viewer sees.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
pub struct TableView {
    /// The creatures that the viewer knows of, by id.
    pub creatures: Vec<CreatureSeen>,
    /// Where the system stands in its own idea of time.
    pub time: TimeView,
    /// The map, or `None` where a fight has none.
    pub map: Option<Arc<MapView>>,
    /// Things lying about, and where.
    pub things: Vec<(Cell, String)>,
    /// The names of the sides, by number.
    pub sides: Vec<String>,
    /// Those who are asked at this moment and have not answered, as far as the viewer may know.
    pub asked: Vec<CreatureId>,
}

impl TableView {
    /// Whether walls or rock keep everybody on the map from everybody of another side: nothing gets across, neither steps nor shots.
    #[must_use]
    pub fn sides_are_parted(&self) -> bool {
        let Some(map) = &self.map else {
            return false;
        };
        let stretches = map.stretches();
        let stretch_of = |creature: &CreatureSeen| {
            let place = map.place(creature.space?.at)?;
            Some((stretches[place]?, creature.side))
        };
        let all: Vec<(u32, u8)> = self.creatures.iter().filter_map(stretch_of).collect();
        let are_of_sides = all.iter().any(|(_, side)| *side != all[0].1);
        let are_together = |(stretch, side): &(u32, u8)| {
            let others = all.iter();
            others
                .clone()
                .any(|(other, of)| other == stretch && of != side)
        };
        are_of_sides && !all.iter().any(are_together)
    }
}

/// A creature as the viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct CreatureSeen {
    /// Its id.
    #[schemars(with = "u16")]
    pub id: CreatureId,
    /// Its name.
    pub name: String,
    /// Its side, by number.
    pub side: u8,
    /// Where it stands; `None` if it is not on the map.
    pub space: Option<Space>,
    /// Where it looks, where the system knows of facing.
    pub facing: Option<Heading>,
    /// Its size in a word.
    pub size: String,
    /// How far it reaches in melee, in the unit of the map, if the viewer may know.
    pub reach: Option<i16>,
    /// Who plays it, if the viewer may know: `person`, or the policy of a bot.
    pub control: Option<String>,
    /// Its gauges with their names, the most important first.
    pub gauges: Vec<(&'static str, GaugeSeen)>,
    /// Its conditions in words.
    pub conditions: Vec<String>,
    /// What it has in hand, in words.
    pub holding: Vec<String>,
    /// Whether it can still take part.
    pub active: bool,
    /// Whether it is hidden from anybody.
    pub hidden: bool,
}

/// A gauge as the viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GaugeSeen {
    /// With its numbers.
    Exact(#[schemars(with = "GaugeWritten")] Gauge),
    /// About.
    Roughly(&'static str),
}

impl GaugeSeen {
    /// How full a gauge is, without numbers.
    #[must_use]
    pub fn roughly(gauge: Gauge) -> Self {
        let (current, maximum) = (i32::from(gauge.current), i32::from(gauge.maximum));
        if gauge.rises {
            return Self::Roughly(match current {
                _ if current <= 0 => "none",
                _ if current >= maximum => "at its limit",
                _ if current * 2 > maximum => "much",
                _ if current * 4 > maximum => "some",
                _ => "little",
            });
        }
        Self::Roughly(match current {
            _ if current <= 0 => "none left",
            _ if current >= maximum => "full",
            _ if current * 4 > maximum * 3 => "nearly full",
            _ if current * 2 > maximum => "more than half",
            _ if current * 2 == maximum => "half left",
            _ if current * 4 >= maximum => "less than half",
            _ => "nearly none left",
        })
    }
}

/// A cell as it is written on the map.
pub(crate) const fn drawn(cell: Cell, hexes: bool) -> Cell {
    if !hexes {
        return cell;
    }
    let (column, row) = cell.column_row();
    Cell::at_height(column, row, cell.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rises_and_what_is_used_up_read_differently() {
        let roughly = |current, rises| {
            GaugeSeen::roughly(Gauge {
                current,
                rises,
                ..Gauge::full(20)
            })
        };
        for (current, used_up, risen) in [
            (0, "none left", "none"),
            (4, "nearly none left", "little"),
            (5, "less than half", "little"),
            (9, "less than half", "some"),
            (10, "half left", "some"),
            (11, "more than half", "much"),
            (15, "more than half", "much"),
            (17, "nearly full", "much"),
            (20, "full", "at its limit"),
        ] {
            assert_eq!(roughly(current, false), GaugeSeen::Roughly(used_up));
            assert_eq!(roughly(current, true), GaugeSeen::Roughly(risen));
        }
    }
}
