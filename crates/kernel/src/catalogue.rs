//! The rules of a system as data: ids, our own words, rulings.

use serde::{Deserialize, Serialize};

use crate::content::{self, Problems, Source};
use crate::id::RuleId;

/// What a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Something a creature may do.
    Action,
    /// Something a creature may do in answer.
    Reaction,
    /// A condition.
    Condition,
    /// A number computed from others.
    DerivedStat,
    /// A table.
    Table,
    /// Any other rule.
    Mechanic,
    /// A rule that a table may switch on.
    Optional,
    /// What the book leaves open and is ruled here.
    Gap,
    /// Advice, not enforced.
    Guidance,
    /// An example of other rules.
    Example,
}

impl Kind {
    /// Whether the rule has to be enforced and exercised.
    #[must_use]
    pub fn binding(self) -> bool {
        !matches!(self, Self::Guidance | Self::Example)
    }
}

/// One rule.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// `section/rule`.
    pub id: String,
    /// What it is about.
    pub kind: Kind,
    /// The rule in our own words.
    pub text: String,
    /// Its formula, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// What the book leaves unclear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What is done about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The scenario's switch that decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// Rules it builds on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// Its table, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub table: Vec<toml::Table>,
}

/// The system that a catalogue belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The word for it in files.
    pub id: String,
    /// Its full name.
    pub name: String,
    /// What it is like.
    pub summary: String,
    /// Its units and dice.
    pub units: String,
}

/// All rules of a system in the order of the book.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// The system.
    pub system: About,
    /// The rules; a [`RuleId`] is an index into them.
    #[serde(rename = "rule")]
    pub rules: Vec<Rule>,
}

impl Catalogue {
    /// Reads a catalogue.
    ///
    /// # Errors
    /// Whatever is wrong with the file.
    pub fn read(source: &Source) -> Result<Self, Problems> {
        content::read(source)
    }

    /// A catalogue that is part of the program.
    ///
    /// # Panics
    /// If it cannot be read; never in a build that passed its tests.
    #[must_use]
    pub fn compiled_in(system: &str, text: &str) -> Self {
        let source = Source::new(format!("{system}.toml"), text);
        Self::read(&source).unwrap_or_else(|problems| {
            unreachable!("the catalogue that is compiled in can be read: {problems}")
        })
    }

    /// The rule of that number.
    #[must_use]
    pub fn get(&self, rule: RuleId) -> Option<&Rule> {
        self.rules.get(usize::from(rule.0))
    }

    /// The id of the rule of that number.
    #[must_use]
    pub fn id(&self, rule: RuleId) -> &str {
        self.get(rule).map_or("?", |rule| &rule.id)
    }

    /// The rule of that id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<RuleId> {
        self.rules
            .iter()
            .position(|rule| rule.id == id)
            .map(|index| RuleId(index as u16))
    }
}

/// The number of the rule `wanted` among `ids`: for macros that check ids when the program is compiled.
///
/// # Panics
/// If the id is not there: while compiling, when used in a `const`.
#[must_use]
pub const fn rule_number(ids: &[&str], wanted: &str) -> RuleId {
    let mut index = 0;
    while index < ids.len() {
        if same(ids[index].as_bytes(), wanted.as_bytes()) {
            return RuleId(index as u16);
        }
        index += 1;
    }
    panic!("there is no rule of that id in the catalogue")
}

const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = left.len();
    while index > 0 {
        index -= 1;
        if left[index] != right[index] {
            return false;
        }
    }
    true
}
