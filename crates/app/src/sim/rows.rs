//! A row for each fight.

use affray_sim::record::{Cast, CreatureRecord, Ending, FightRecord, Role};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::plan::Planned;

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Values with commas between, under a heading.
    Csv,
    /// A value of JSON each.
    Lines,
    /// In columns.
    Columns,
}

/// A column of a table of fights.
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// What stands in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Whole,
    Real,
}

/// What stands in a row under a column.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Cell {
    Whole(i64),
    Real(f64),
    Text(String),
    Nothing,
}

/// What is the same for all rows.
pub(super) struct Rows {
    format: Format,
    arms: Vec<ArmRows>,
    /// The names of what is varied.
    knobs: Vec<String>,
    /// What the values of each are: whole numbers if all of them are.
    knob_kinds: Vec<Kind>,
    /// Creatures with their gauges, each once, whichever arm they are in.
    creatures: Vec<(String, Vec<String>)>,
}

struct ArmRows {
    scenario: String,
    settings: Vec<String>,
    cast: Cast,
}

impl Rows {
    pub(super) fn new(format: Format, planned: &[Planned]) -> Self {
        let roles = planned.iter().flat_map(|arm| &arm.arena.cast().creatures);
        let creatures = gauges(roles);
        let arms = planned.iter().map(|arm| ArmRows {
            scenario: arm.scenario.clone(),
            settings: arm
                .knobs
                .iter()
                .map(|(_, value)| value.to_string())
                .collect(),
            cast: arm.arena.cast().clone(),
        });
        let arms: Vec<ArmRows> = arms.collect();
        let knobs = planned.first().into_iter().flat_map(|arm| &arm.knobs);
        let knobs: Vec<String> = knobs.map(|(path, _)| path.clone()).collect();
        let kind = |place: usize| {
            let mut settings = arms.iter().map(|arm| arm.settings.get(place));
            let is_whole = |setting: &String| setting.parse::<i64>().is_ok();
            match settings.all(|setting| setting.is_some_and(is_whole)) {
                true => Kind::Whole,
                false => Kind::Text,
            }
        };
        Self {
            format,
            knob_kinds: (0..knobs.len()).map(kind).collect(),
            arms,
            knobs,
            creatures,
        }
    }

    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// The columns of the rows, where they have any.
    pub(super) fn columns(&self) -> Vec<Column> {
        let column = |name: String, kind| Column { name, kind };
        let mut columns = vec![column("scenario".to_owned(), Kind::Text)];
        let knobs = self.knobs.iter().cloned().zip(&self.knob_kinds);
        columns.extend(knobs.map(|(knob, kind)| column(knob, *kind)));
        let fixed = [
            ("fight", Kind::Whole),
            ("ending", Kind::Text),
            ("winner", Kind::Text),
            ("time", Kind::Whole),
            ("seconds", Kind::Real),
            ("entries", Kind::Whole),
            ("standstill", Kind::Whole),
        ];
        columns.extend(fixed.map(|(name, kind)| column(name.to_owned(), kind)));
        for (name, gauges) in &self.creatures {
            let gauges = gauges.iter().map(String::as_str);
            let numbers = ["stands", "fell", "dealt", "taken"]
                .into_iter()
                .chain(gauges);
            columns.extend(numbers.map(|what| column(format!("{name} {what}"), Kind::Whole)));
        }
        columns
    }

    /// What stands above all rows.
    pub(super) fn heading(&self) -> String {
        if self.format != Format::Csv {
            return String::new();
        }
        let columns = self.columns();
        let names: Vec<String> = columns.iter().map(|column| quoted(&column.name)).collect();
        names.join(",") + "\n"
    }

    /// Adds the row of a fight of an arm.
    pub(super) fn add(&self, arm: usize, record: &FightRecord, text: &mut String) {
        let arm = &self.arms[arm];
        match self.format {
            Format::Csv => {
                let cells = self.cells(arm, record);
                let cells: Vec<String> = cells.iter().map(Cell::between_commas).collect();
                text.push_str(&cells.join(","));
            }
            Format::Lines => text.push_str(&self.line(arm, record).to_string()),
            Format::Columns => text.push_str(&json!(self.cells(arm, record)).to_string()),
        }
        text.push('\n');
    }

    /// What stands under each of the columns.
    fn cells(&self, arm: &ArmRows, record: &FightRecord) -> Vec<Cell> {
        let text = |text: &str| Cell::Text(text.to_owned());
        let mut cells = vec![text(&arm.scenario)];
        let settings = arm.settings.iter().zip(&self.knob_kinds);
        cells.extend(
            settings.map(|(setting, kind)| match (kind, setting.parse()) {
                (Kind::Whole, Ok(number)) => Cell::Whole(number),
                _ => text(setting),
            }),
        );
        let (ending, winner) = ending(record.ending, &arm.cast);
        cells.extend([
            Cell::Whole(i64::try_from(record.number).unwrap_or(i64::MAX)),
            text(ending),
            winner.map_or(Cell::Nothing, text),
            Cell::whole(record.time),
            seconds(arm, record).map_or(Cell::Nothing, Cell::Real),
            Cell::whole(record.entries),
            record.standstill.map_or(Cell::Nothing, Cell::whole),
        ]);
        for (name, gauges) in &self.creatures {
            let mut roles = arm.cast.creatures.iter();
            let place = roles.position(|role| role.name == *name);
            match place.and_then(|place| record.creatures.get(place)) {
                Some(creature) => creature_cells(creature, gauges, &mut cells),
                None => cells.extend(vec![Cell::Nothing; 4 + gauges.len()]),
            }
        }
        cells
    }

    fn line(&self, arm: &ArmRows, record: &FightRecord) -> Value {
        let (ending, winner) = ending(record.ending, &arm.cast);
        let knobs = self.knobs.iter().zip(&arm.settings);
        let knobs: Map<String, Value> = knobs
            .map(|(path, setting)| (path.clone(), json!(setting)))
            .collect();
        let roles = arm.cast.creatures.iter();
        let creatures = roles.zip(&record.creatures).map(|(role, creature)| {
            let left: Map<String, Value> = creature
                .left
                .iter()
                .map(|(name, left, _)| ((*name).to_owned(), json!(left)))
                .collect();
            let spent: Map<String, Value> = creature
                .spent
                .iter()
                .map(|(what, amount)| (what.clone(), json!(amount)))
                .collect();
            let deeds = creature.deeds.iter().map(|deed| {
                let deed_of = json!({ "uses": deed.uses, "dealt": deed.dealt });
                (deed.kind.to_string(), deed_of)
            });
            let by = creature.felled_by;
            let by = by.and_then(|by| arm.cast.creatures.get(usize::from(by)));
            json!({
                "name": role.name,
                "stands": creature.stands,
                "fell": creature.fell,
                "felled_by": by.map(|by| &by.name),
                "dealt": creature.dealt,
                "taken": creature.taken,
                "left": left,
                "spent": spent,
                "deeds": deeds.collect::<Map<String, Value>>(),
            })
        });
        json!({
            "scenario": arm.scenario,
            "knobs": knobs,
            "fight": record.number,
            "ending": ending,
            "winner": winner,
            "time": record.time,
            "seconds": seconds(arm, record),
            "entries": record.entries,
            "standstill": record.standstill,
            "creatures": creatures.collect::<Vec<_>>(),
        })
    }
}

/// The creatures by name, each once, with every gauge that it has in any arm.
fn gauges<'r>(roles: impl Iterator<Item = &'r Role>) -> Vec<(String, Vec<String>)> {
    let mut creatures: Vec<(String, Vec<String>)> = Vec::new();
    for role in roles {
        let place = creatures.iter().position(|(name, _)| *name == role.name);
        let place = place.unwrap_or_else(|| {
            creatures.push((role.name.clone(), Vec::new()));
            creatures.len() - 1
        });
        let known = &mut creatures[place].1;
        for gauge in &role.gauges {
            if !known.contains(gauge) {
                known.push(gauge.clone());
            }
        }
    }
    creatures
}

fn creature_cells(creature: &CreatureRecord, gauges: &[String], cells: &mut Vec<Cell>) {
    cells.extend([
        Cell::whole(creature.stands),
        creature.fell.map_or(Cell::Nothing, Cell::whole),
        Cell::whole(creature.dealt),
        Cell::whole(creature.taken),
    ]);
    for gauge in gauges {
        let left = creature.left.iter().find(|(name, ..)| name == gauge);
        cells.push(left.map_or(Cell::Nothing, |(_, left, _)| Cell::whole(*left)));
    }
}

impl Cell {
    fn whole(number: impl Into<i64>) -> Self {
        Self::Whole(number.into())
    }

    /// As it stands between commas.
    fn between_commas(&self) -> String {
        match self {
            Self::Whole(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            Self::Text(text) => quoted(text),
            Self::Nothing => String::new(),
        }
    }
}

fn seconds(arm: &ArmRows, record: &FightRecord) -> Option<f64> {
    arm.cast.unit.seconds(f64::from(record.time))
}

fn ending(ending: Ending, cast: &Cast) -> (&'static str, Option<&str>) {
    match ending {
        Ending::Won(side) => {
            let winner = cast.sides.get(usize::from(side));
            ("won", winner.map(String::as_str))
        }
        Ending::Drawn => ("drawn", None),
        Ending::Unfinished => ("unfinished", None),
        Ending::Failed => ("failed", None),
    }
}

/// A text as it stands between commas.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use affray_sim::record::Role;

    use super::{gauges, quoted};

    #[test]
    fn a_creature_has_the_gauges_of_all_its_arms() {
        let role = |name: &str, gauges: &[&str]| Role {
            name: name.to_owned(),
            side: 0,
            policy: String::new(),
            gauges: gauges.iter().map(|gauge| (*gauge).to_owned()).collect(),
        };
        let arms = [
            role("ogre", &["HP"]),
            role("imp", &["HP", "mana"]),
            role("ogre", &["HP", "mana"]),
        ];
        let both = vec!["HP".to_owned(), "mana".to_owned()];
        assert_eq!(
            gauges(arms.iter()),
            [("ogre".to_owned(), both.clone()), ("imp".to_owned(), both)]
        );
    }

    #[test]
    fn what_has_commas_is_quoted() {
        assert_eq!(quoted("ogre"), "ogre");
        assert_eq!(quoted("ogre, the \"old\""), "\"ogre, the \"\"old\"\"\"");
    }
}
