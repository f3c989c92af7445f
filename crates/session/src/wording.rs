//! What a viewer sees of a state.

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::gauge::Gauge;
use affray_kernel::grid::{Cell, Heading, Space};
use affray_kernel::view::{CreatureView, MapView, TimeRow, TimeView, Underway, View};
use serde::Serialize;
use ts_rs::TS;

use crate::controls::Control;
use crate::discretion::Discretion;
use crate::names::is_named;
use crate::secrecy::{Knowledge, Matter, Viewer};

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
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
pub struct CreatureSeen {
    /// Its id.
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
    /// Who plays it, as [`Control::name`] has it, if the viewer may know.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum GaugeSeen {
    /// With its numbers.
    Exact(Gauge),
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
            _ if current * 4 > maximum => "less than half",
            _ => "nearly none left",
        })
    }
}

/// The view that the viewer is allowed, without those who are gone, while these are asked, creatures are played so, and the game master
/// keeps this.
pub(crate) fn seen(
    (view, gone): (View, &[CreatureId]),
    sides: Vec<String>,
    mut asked: Vec<CreatureId>,
    (controls, kept): (&[Control], &Discretion),
    viewer: &Viewer,
) -> TableView {
    let known = Knowledge::in_view(&view, kept);
    let presence = |creature: &CreatureView| known.allows(viewer, Matter::Presence(creature));
    let visible: Vec<CreatureId> = view
        .creatures
        .iter()
        .filter(|creature| presence(creature) && !gone.contains(&creature.id))
        .map(|creature| creature.id)
        .collect();
    let conditions = |all: Vec<(String, Option<CreatureId>)>| {
        let may = |named: &Option<CreatureId>| known.allows(viewer, Matter::Condition(*named));
        let open = all.into_iter().filter(|(_, named)| may(named));
        open.map(|(words, _)| words).collect()
    };
    let names = |who: &CreatureView| known.allows(viewer, Matter::Name(who.id));
    let unnamed: Vec<&str> = view
        .creatures
        .iter()
        .filter(|creature| !names(creature))
        .map(|creature| creature.name.as_str())
        .collect();
    let all: Vec<String> = view.creatures.iter().map(|one| one.name.clone()).collect();
    let mut rows = rows_without(view.time.rows, &visible, (&unnamed, &all));
    let axis = view.time.axis.map(|axis| axis.over(&mut rows));
    let sides = sides_of(sides, view.creatures.iter().filter(|one| names(one)));
    let hears = |who: &CreatureId| known.allows(viewer, Matter::Question(*who));
    asked.retain(hears);
    let underway = |mut action: Underway| {
        let named = action.names.iter().chain([&action.who]);
        let open = named.into_iter().all(|who| visible.contains(who));
        action.passed.retain(hears);
        open.then_some(action)
    };
    let creature = |creature: CreatureView| {
        let control = controls
            .get(creature.id.index())
            .copied()
            .unwrap_or_default();
        let control = hears(&creature.id).then(|| control.name());
        let is_exact = known.allows(viewer, Matter::Numbers(&creature));
        let gauge = |(name, gauge)| {
            let seen = if is_exact {
                GaugeSeen::Exact(gauge)
            } else {
                GaugeSeen::roughly(gauge)
            };
            (name, seen)
        };
        let gauges = if known.allows(viewer, Matter::Gauges(&creature)) {
            creature.gauges.iter().copied().map(gauge).collect()
        } else {
            Vec::new()
        };
        CreatureSeen {
            id: creature.id,
            name: creature.name,
            side: creature.side,
            space: creature.space,
            facing: creature.facing,
            size: creature.size,
            reach: creature.reach.filter(|_| is_exact),
            control,
            gauges,
            conditions: conditions(creature.conditions),
            holding: creature.holding,
            active: creature.active,
            hidden: !creature.hidden_from.is_empty() || kept.hidden.contains(&creature.id),
        }
    };
    TableView {
        creatures: view
            .creatures
            .into_iter()
            .filter(|one| visible.contains(&one.id))
            .map(creature)
            .collect(),
        time: TimeView {
            heading: view.time.heading,
            rows,
            axis,
            stages: view.time.stages,
            underway: view
                .time
                .underway
                .into_iter()
                .filter_map(underway)
                .collect(),
        },
        map: view.map,
        things: view.things,
        sides,
        asked,
    }
}

/// The rows of those who are visible. A remark in which somebody else is named is left out.
fn rows_without(
    mut rows: Vec<TimeRow>,
    visible: &[CreatureId],
    (unnamed, all): (&[&str], &[String]),
) -> Vec<TimeRow> {
    rows.retain(|row| visible.contains(&row.who));
    for row in &mut rows {
        if unnamed.iter().any(|name| is_named(&row.remark, name, all)) {
            row.remark.clear();
        }
    }
    rows
}

/// The names of the sides of these creatures, each at its number: that there are others may be a secret.
fn sides_of<'v>(
    mut sides: Vec<String>,
    creatures: impl Iterator<Item = &'v CreatureView>,
) -> Vec<String> {
    let known: Vec<u8> = creatures.map(|creature| creature.side).collect();
    for (side, name) in (0..).zip(&mut sides) {
        if !known.contains(&side) {
            name.clear();
        }
    }
    sides
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
    use affray_kernel::view::{Axis, Mark};

    use super::*;
    use crate::discretion::Numbers;

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
            (8, "less than half", "some"),
            (17, "nearly full", "much"),
            (20, "full", "at its limit"),
        ] {
            assert_eq!(roughly(current, false), GaugeSeen::Roughly(used_up));
            assert_eq!(roughly(current, true), GaugeSeen::Roughly(risen));
        }
    }

    const HERO: CreatureId = CreatureId(0);
    const ORC: CreatureId = CreatureId(1);
    const THIEF: CreatureId = CreatureId(2);

    /// A hero from whom a thief is hidden, and an orc that attacks one of them.
    fn view(attacked: CreatureId) -> View {
        let creature = |id, side, hidden_from: &[CreatureId]| CreatureView {
            id,
            name: String::new(),
            side,
            space: None,
            facing: None,
            size: String::new(),
            reach: None,
            gauges: Vec::new(),
            conditions: Vec::new(),
            holding: Vec::new(),
            active: true,
            hidden_from: hidden_from.to_vec(),
        };
        View {
            creatures: vec![
                creature(HERO, 0, &[]),
                creature(ORC, 1, &[]),
                creature(THIEF, 1, &[HERO]),
            ],
            time: TimeView {
                heading: String::new(),
                rows: Vec::new(),
                axis: None,
                stages: None,
                underway: vec![Underway {
                    who: ORC,
                    words: "attacks".to_owned(),
                    names: vec![attacked],
                    passed: vec![HERO, THIEF],
                }],
            },
            map: None,
            things: Vec::new(),
        }
    }

    static KEPT: Discretion = Discretion {
        numbers: Numbers::Words,
        hidden: Vec::new(),
    };

    fn none() -> (&'static [Control], &'static Discretion) {
        (&[], &KEPT)
    }

    #[test]
    fn who_is_asked_and_who_let_it_pass_is_known_to_those_who_play_them() {
        let seen = |viewer| {
            seen(
                (view(HERO), &[]),
                Vec::new(),
                vec![HERO, THIEF],
                none(),
                &viewer,
            )
        };
        for (viewer, known) in [
            (Viewer::GameMaster, vec![HERO, THIEF]),
            (Viewer::Player(vec![HERO]), vec![HERO]),
            (Viewer::Watcher, Vec::new()),
        ] {
            let seen = seen(viewer);
            assert_eq!(seen.asked, known);
            assert_eq!(seen.time.underway[0].passed, known);
        }
    }

    /// A row in which somebody busies himself with the thief, and what lies ahead of the thief.
    fn rows() -> Vec<TimeRow> {
        let row = |who, remark: &str, count| TimeRow {
            who,
            label: String::new(),
            pips: Vec::new(),
            active: false,
            remark: remark.to_owned(),
            marks: vec![(count, Mark::Acts), (count + 1, Mark::Busy)],
            stages: Vec::new(),
        };
        vec![
            row(ORC, "treats Snik until 9", 9),
            row(HERO, "waits for snikering", 8),
            row(THIEF, "", 30),
        ]
    }

    fn seen_by(viewer: &Viewer) -> TableView {
        let mut view = view(HERO);
        view.creatures[THIEF.index()].name = "snik".to_owned();
        view.creatures[THIEF.index()].side = 2;
        view.time.rows = rows();
        let axis = Axis {
            from: 0,
            now: 4,
            to: 30,
            to_at_least: 6,
        };
        view.time.axis = Some(axis);
        let sides = ["heroes", "orcs", "thieves"].map(str::to_owned);
        seen((view, &[]), sides.to_vec(), Vec::new(), none(), viewer)
    }

    #[test]
    fn remarks_and_the_axis_tell_nothing_of_the_hidden() {
        let remarks = |viewer| {
            let rows = seen_by(&viewer).time.rows;
            let remarks = rows.into_iter().map(|row| row.remark);
            remarks.collect::<Vec<_>>()
        };
        let all = ["treats Snik until 9", "waits for snikering", ""];
        assert_eq!(remarks(Viewer::GameMaster), all);
        let seen = ["", "waits for snikering"];
        assert_eq!(remarks(Viewer::Player(vec![HERO])), seen);
        let last = |viewer| seen_by(&viewer).time.axis.expect("an axis").to;
        assert_eq!(last(Viewer::GameMaster), 30);
        assert_eq!(last(Viewer::Player(vec![HERO])), 9);
    }

    #[test]
    fn sides_of_which_nobody_is_known_have_no_name() {
        let sides = |viewer| seen_by(&viewer).sides;
        assert_eq!(sides(Viewer::GameMaster), ["heroes", "orcs", "thieves"]);
        assert_eq!(sides(Viewer::Watcher), ["heroes", "orcs", ""]);
        assert_eq!(
            sides(Viewer::Player(vec![THIEF])),
            ["heroes", "orcs", "thieves"]
        );
    }

    #[test]
    fn actions_that_name_the_hidden_are_not_seen() {
        let actions = |viewer| {
            let seen = seen((view(THIEF), &[]), Vec::new(), Vec::new(), none(), &viewer);
            seen.time.underway.len()
        };
        assert_eq!(actions(Viewer::GameMaster), 1);
        assert_eq!(actions(Viewer::Player(vec![HERO])), 0);
        assert_eq!(actions(Viewer::Player(vec![ORC])), 1);
    }
}
