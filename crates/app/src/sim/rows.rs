//! A row for each fight.

use affray_sim::record::{Cast, CreatureRecord, Ending, FightRecord, Role};
use serde_json::{Map, Value, json};

use super::plan::Planned;

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Values with commas between, under a heading.
    Csv,
    /// A value of JSON each.
    Lines,
}

/// What is the same for all rows.
pub(super) struct Rows {
    format: Format,
    arms: Vec<ArmRows>,
    /// The names of what is varied.
    knobs: Vec<String>,
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
        let knobs = planned.first().into_iter().flat_map(|arm| &arm.knobs);
        Self {
            format,
            arms: arms.collect(),
            knobs: knobs.map(|(path, _)| path.clone()).collect(),
            creatures,
        }
    }

    /// What stands above all rows.
    pub(super) fn heading(&self) -> String {
        if self.format == Format::Lines {
            return String::new();
        }
        let mut columns = vec!["scenario".to_owned()];
        columns.extend(self.knobs.iter().cloned());
        let fixed = [
            "fight",
            "ending",
            "winner",
            "time",
            "seconds",
            "entries",
            "standstill",
        ];
        columns.extend(fixed.map(str::to_owned));
        for (name, gauges) in &self.creatures {
            for what in ["stands", "fell", "dealt", "taken"] {
                columns.push(format!("{name} {what}"));
            }
            columns.extend(gauges.iter().map(|gauge| format!("{name} {gauge}")));
        }
        let cells: Vec<String> = columns.iter().map(|column| cell(column)).collect();
        cells.join(",") + "\n"
    }

    /// Adds the row of a fight of an arm.
    pub(super) fn add(&self, arm: usize, record: &FightRecord, text: &mut String) {
        let arm = &self.arms[arm];
        match self.format {
            Format::Csv => {
                text.push_str(&self.csv(arm, record).join(","));
            }
            Format::Lines => text.push_str(&self.line(arm, record).to_string()),
        }
        text.push('\n');
    }

    fn csv(&self, arm: &ArmRows, record: &FightRecord) -> Vec<String> {
        let mut cells = vec![cell(&arm.scenario)];
        cells.extend(arm.settings.iter().map(|setting| cell(setting)));
        let (ending, winner) = ending(record.ending, &arm.cast);
        cells.extend([
            record.number.to_string(),
            ending.to_owned(),
            winner.map(cell).unwrap_or_default(),
            record.time.to_string(),
            seconds(arm, record)
                .map(|seconds| seconds.to_string())
                .unwrap_or_default(),
            record.entries.to_string(),
            record
                .standstill
                .map(|since| since.to_string())
                .unwrap_or_default(),
        ]);
        for (name, gauges) in &self.creatures {
            let mut roles = arm.cast.creatures.iter();
            let place = roles.position(|role| role.name == *name);
            match place.and_then(|place| record.creatures.get(place)) {
                Some(creature) => creature_cells(creature, gauges, &mut cells),
                None => cells.extend(vec![String::new(); 4 + gauges.len()]),
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

fn creature_cells(creature: &CreatureRecord, gauges: &[String], cells: &mut Vec<String>) {
    cells.extend([
        u8::from(creature.stands).to_string(),
        creature
            .fell
            .map(|time| time.to_string())
            .unwrap_or_default(),
        creature.dealt.to_string(),
        creature.taken.to_string(),
    ]);
    for gauge in gauges {
        let left = creature.left.iter().find(|(name, ..)| name == gauge);
        cells.push(
            left.map(|(_, left, _)| left.to_string())
                .unwrap_or_default(),
        );
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

/// A value as it stands between commas.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use affray_sim::record::Role;

    use super::{cell, gauges};

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
        assert_eq!(cell("ogre"), "ogre");
        assert_eq!(cell("ogre, the \"old\""), "\"ogre, the \"\"old\"\"\"");
    }
}
