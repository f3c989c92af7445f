//! The rule catalogues of the systems.

use toml::de::{DeTable, DeValue};

use crate::project::Project;

/// Where the catalogues are.
const FOLDER: &str = "crates/systems/catalogue";

/// One system's catalogue.
pub(crate) struct Catalogue {
    /// The file, from the project's root.
    pub(crate) file: String,
    /// The system's id: the name of the file.
    pub(crate) system: String,
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) units: String,
    pub(crate) rules: Vec<Rule>,
}

/// One rule. Texts are empty where the catalogue gives none.
pub(crate) struct Rule {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) option: String,
    pub(crate) needs: Vec<String>,
    pub(crate) text: String,
    pub(crate) formula: String,
    pub(crate) question: String,
    pub(crate) ruling: String,
    /// Rows of cells with the names of their columns, in the order written.
    pub(crate) table: Vec<Vec<(String, String)>>,
}

/// Reads all catalogues, in the order of their names.
pub(crate) fn read_all(project: &Project) -> Result<Vec<Catalogue>, String> {
    project
        .files(FOLDER, ".toml")
        .into_iter()
        .map(|file| read(&project.text(&file)?, file))
        .collect()
}

fn read(text: &str, file: String) -> Result<Catalogue, String> {
    let table = DeTable::parse(text).map_err(|error| format!("{file}: {error}"))?;
    let table = table.get_ref();
    let empty = DeTable::new();
    let system = table
        .get("system")
        .and_then(|system| system.get_ref().as_table());
    let system = system.unwrap_or(&empty);
    let name = file.trim_end_matches(".toml");
    let rules = values(table, "rule")
        .filter_map(DeValue::as_table)
        .map(rule);
    Ok(Catalogue {
        system: name.rsplit('/').next().unwrap_or(name).to_owned(),
        name: plain(system, "name"),
        summary: plain(system, "summary"),
        units: plain(system, "units"),
        rules: rules.collect(),
        file,
    })
}

fn rule(table: &DeTable<'_>) -> Rule {
    Rule {
        id: plain(table, "id"),
        kind: plain(table, "kind"),
        option: plain(table, "option"),
        needs: values(table, "needs").map(print).collect(),
        text: plain(table, "text"),
        formula: plain(table, "formula"),
        question: plain(table, "question"),
        ruling: plain(table, "ruling"),
        table: values(table, "table")
            .filter_map(DeValue::as_table)
            .map(row)
            .collect(),
    }
}

fn values<'t, 'i>(table: &'t DeTable<'i>, key: &str) -> impl Iterator<Item = &'t DeValue<'i>> {
    let list = table.get(key).and_then(|value| value.get_ref().as_array());
    list.into_iter().flatten().map(|value| value.get_ref())
}

fn plain(table: &DeTable<'_>, key: &str) -> String {
    table
        .get(key)
        .map(|value| print(value.get_ref()))
        .unwrap_or_default()
}

fn row(table: &DeTable<'_>) -> Vec<(String, String)> {
    let mut cells: Vec<_> = table.iter().collect();
    cells.sort_by_key(|(name, _)| name.span().start);
    cells
        .into_iter()
        .map(|(name, value)| (name.get_ref().to_string(), print(value.get_ref())))
        .collect()
}

fn print(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(moment) => moment.to_string(),
        DeValue::Array(values) => {
            let words: Vec<String> = values.iter().map(|value| print(value.get_ref())).collect();
            words.join(", ")
        }
        DeValue::Table(table) => {
            let cells: Vec<String> = row(table)
                .into_iter()
                .map(|(name, value)| format!("{name} {value}"))
                .collect();
            cells.join(", ")
        }
    }
}
