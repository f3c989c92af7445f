//! A creature's sheet as it can be shown: every figure, and what those that are worked out are made of.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::id::RuleId;
use crate::modifier::Tally;
use crate::prose::{signed, with_sign};

/// A part of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetSection {
    /// What it is about: "Defenses", "longsword".
    pub title: String,
    /// Its lines.
    pub lines: Vec<SheetLine>,
}

/// A figure of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetLine {
    /// What it is called.
    pub name: String,
    /// What it is, as it is read: `14`, `+6`, `1d8 + 3`, `30 ft`, `longsword`.
    pub value: String,
    /// How it is worked out; `None` where it is written on the sheet.
    pub sum: Option<SheetSum>,
    /// The rule that makes it.
    pub rule: Option<RuleId>,
}

/// How a figure is worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetSum {
    /// What the parts come to, without dice.
    pub total: i32,
    /// The parts, in the order of the rule.
    pub parts: Vec<SheetPart>,
}

/// A part of a figure that is worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetPart {
    /// What it is, as players say it: "Level", "shield".
    pub source: &'static str,
    /// What is added, or taken away if negative.
    pub value: i32,
    /// Whether it counts; otherwise another part covers it.
    pub counts: bool,
    /// The rule it comes from.
    pub rule: RuleId,
}

impl SheetSection {
    /// A part of a sheet.
    #[must_use]
    pub fn new(title: impl Into<String>, lines: impl IntoIterator<Item = SheetLine>) -> Self {
        Self {
            title: title.into(),
            lines: lines.into_iter().collect(),
        }
    }
}

impl SheetSum {
    fn of(tally: &Tally) -> Self {
        let parts = tally.parts().iter().enumerate();
        Self {
            total: tally.total(),
            parts: parts
                .map(|(index, part)| SheetPart {
                    source: part.source,
                    value: i32::from(part.value),
                    counts: tally.counts(index),
                    rule: part.rule,
                })
                .collect(),
        }
    }
}

impl SheetLine {
    /// A figure as it is written.
    #[must_use]
    pub fn plain(name: impl Into<String>, value: impl ToString) -> Self {
        Self {
            name: name.into(),
            value: value.to_string(),
            sum: None,
            rule: None,
        }
    }

    /// A figure of which a rule says what it means.
    #[must_use]
    pub fn by(name: impl Into<String>, value: impl ToString, rule: RuleId) -> Self {
        Self {
            rule: Some(rule),
            ..Self::plain(name, value)
        }
    }

    /// A number that a rule makes of parts: `14`.
    #[must_use]
    pub fn score(name: impl Into<String>, parts: &Tally, rule: RuleId) -> Self {
        Self {
            sum: Some(SheetSum::of(parts)),
            ..Self::by(name, signed(parts.total()), rule)
        }
    }

    /// What is added to dice, made of parts: `+6`.
    #[must_use]
    pub fn bonus(name: impl Into<String>, parts: &Tally, rule: RuleId) -> Self {
        let value = with_sign(parts.total());
        Self {
            value,
            ..Self::score(name, parts, rule)
        }
    }

    /// Dice and what is added to them: `1d8 + 3`.
    #[must_use]
    pub fn dice(
        name: impl Into<String>,
        dice: Option<impl ToString>,
        parts: &Tally,
        rule: RuleId,
    ) -> Self {
        let Some(dice) = dice else {
            return Self::score(name, parts, rule);
        };
        let value = match parts.total() {
            0 => dice.to_string(),
            total @ ..0 => format!("{} − {}", dice.to_string(), total.unsigned_abs()),
            total => format!("{} + {total}", dice.to_string()),
        };
        Self {
            value,
            ..Self::score(name, parts, rule)
        }
    }

    /// Something with figures of its own, all of them in one line.
    #[must_use]
    pub fn of(name: &str, thing: &impl Serialize, left_out: &[&str]) -> Self {
        let figures = figures_in_a_line(thing, left_out);
        let said = Some(figures).filter(|figures| !figures.is_empty());
        Self::plain(name, said.unwrap_or_else(|| YES.to_owned()))
    }

    /// Something that one has: where, in what state, and its figures.
    #[must_use]
    pub fn thing(
        name: &str,
        state: impl IntoIterator<Item = Option<String>>,
        figures: String,
    ) -> Self {
        let figures = Some(figures).filter(|figures| !figures.is_empty());
        let told = state.into_iter().chain([figures]).flatten();
        Self::plain(name, listed(told))
    }

    /// The same under the name that players know it by: that of its key's words among these, where they are not the name themselves.
    #[must_use]
    pub fn called(mut self, names: &[(&str, &str)]) -> Self {
        if let Some((_, name)) = names.iter().find(|(words, _)| *words == self.name) {
            self.name = (*name).to_owned();
        }
        self
    }

    /// The same, measured.
    #[must_use]
    pub fn in_unit(mut self, unit: &str) -> Self {
        self.value = format!("{} {unit}", self.value);
        self
    }
}

/// A number that usually follows from others, where a sheet says so: as it follows, or else as the sheet has it.
#[must_use]
pub fn as_written(written: i16, usual: Tally, rule: RuleId) -> Tally {
    if i32::from(written) == usual.total() {
        return usual;
    }
    let mut stated = Tally::new();
    stated.add("as the sheet states it", written, rule);
    stated
}

/// The figures of something as files write them, one a line. What is left out, empty, zero or not so is not among them.
#[must_use]
pub fn figures(thing: &impl Serialize, left_out: &[&str]) -> Vec<SheetLine> {
    let mut lines = Vec::new();
    if let Ok(Value::Object(fields)) = serde_json::to_value(thing) {
        for (key, value) in of_its_kind(fields) {
            if !left_out.contains(&key.as_str()) {
                add("", &key, &value, &mut lines);
            }
        }
    }
    lines
}

/// The fields of something of several kinds, without the word for its kind.
fn of_its_kind(fields: Map<String, Value>) -> Map<String, Value> {
    match fields.values().next() {
        Some(Value::Object(inner)) if fields.len() == 1 => inner.clone(),
        _ => fields,
    }
}

/// The same in one line: `damage 1d8, reach 5 ft`.
#[must_use]
pub(crate) fn figures_in_a_line(thing: &impl Serialize, left_out: &[&str]) -> String {
    let figures = figures(thing, left_out).into_iter();
    listed(figures.map(|line| told(&line.name, &line.value)))
}

/// A figure as it is told among others: names and descriptions speak for themselves.
fn told(name: &str, value: &str) -> String {
    match (name, value) {
        (_, YES) => name.to_owned(),
        ("name" | "about", _) => value.trim_end_matches('.').to_owned(),
        _ => format!("{name} {value}"),
    }
}

/// What is said of what is so.
const YES: &str = "yes";

fn add(of: &str, key: &str, value: &Value, lines: &mut Vec<SheetLine>) {
    let (key, unit) = measured(key);
    let name = format!("{of}{}", spaced(key));
    if let Value::Object(fields) = value {
        for (key, value) in fields {
            add(&format!("{name} "), key, value, lines);
        }
    } else if let Some(words) = words(value) {
        lines.push(SheetLine::plain(name, words + unit));
    }
}

/// A key without the unit at its end, and the unit.
fn measured(key: &str) -> (&str, &'static str) {
    let units = [("_ft", " ft"), ("_m", " m"), ("_yd", " yd"), ("_dm", " dm")];
    let found = units
        .iter()
        .find_map(|(end, unit)| Some((key.strip_suffix(end)?, *unit)));
    found.unwrap_or((key, ""))
}

/// A key as words.
fn spaced(key: &str) -> String {
    key.replace(['_', '-'], " ")
}

/// A value in words; `None` where there is nothing to say.
fn words(value: &Value) -> Option<String> {
    let words = match value {
        Value::Null | Value::Bool(false) => return None,
        Value::Bool(true) => YES.to_owned(),
        Value::Number(number) if number.as_i64() == Some(0) => return None,
        Value::Number(number) => number.to_string().replace('-', "−"),
        Value::String(text) => unhyphened(text),
        Value::Array(all) => listed(all.iter().filter_map(words)),
        Value::Object(fields) => {
            let part = |(key, value): (&String, &Value)| {
                let (bare, unit) = measured(key);
                Some(told(&spaced(bare), &(words(value)? + unit)))
            };
            let is_name = |(key, _): &(&String, &Value)| *key == "name";
            let (names, others): (Vec<_>, Vec<_>) = fields.iter().partition(is_name);
            let parts: Vec<String> = names.into_iter().chain(others).filter_map(part).collect();
            parts.join(" ")
        }
    };
    (!words.is_empty()).then_some(words)
}

/// A word that is written with hyphens as several; dice that lose something with a minus.
fn unhyphened(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        words.push(match sign {
            '-' if signs.peek().is_some_and(char::is_ascii_digit) => '−',
            '-' => ' ',
            sign => sign,
        });
    }
    words
}

/// Values side by side, separated by commas.
fn listed(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modifier::{Modifier, Stacking};

    fn parts() -> Tally {
        let mut parts = Tally::new();
        parts.add("shield", 2, RuleId(3));
        parts.add("prone", -4, RuleId(4));
        parts
    }

    #[test]
    fn a_sum_says_what_it_is_made_of() {
        let line = SheetLine::score("Defense", &parts(), RuleId(1));
        assert_eq!((line.value.as_str(), line.rule), ("−2", Some(RuleId(1))));
        let sum = line.sum.expect("it is worked out");
        assert_eq!(sum.total, -2);
        let told = sum.parts.iter().map(|part| (part.source, part.value));
        assert_eq!(told.collect::<Vec<_>>(), [("shield", 2), ("prone", -4)]);
    }

    #[test]
    fn covered_parts_do_not_count() {
        let mut parts = parts();
        for value in [1, 3] {
            parts.push(Modifier {
                value,
                stacking: Stacking::Group(1),
                rule: RuleId(0),
                source: "cover",
            });
        }
        let sum = SheetLine::score("Defense", &parts, RuleId(1)).sum;
        let sum = sum.expect("it is worked out");
        let counts = sum.parts.iter().map(|part| part.counts);
        assert_eq!(counts.collect::<Vec<_>>(), [true, true, false, true]);
        assert_eq!(sum.total, 1);
    }

    #[test]
    fn names_are_those_that_players_know() {
        let name = |words| SheetLine::plain(words, 12).called(&[("hp", "HP")]).name;
        assert_eq!((name("hp"), name("bulk")), ("HP".into(), "bulk".into()));
    }

    #[test]
    fn numbers_are_written_as_they_are_used() {
        let mut three = Tally::new();
        three.add("STR", 3, RuleId(0));
        let value = |line: SheetLine| line.value;
        let rule = RuleId(1);
        assert_eq!(value(SheetLine::bonus("attack", &three, rule)), "+3");
        assert_eq!(value(SheetLine::bonus("attack", &parts(), rule)), "−2");
        let dice = |parts: &Tally| value(SheetLine::dice("damage", Some("1d8"), parts, rule));
        assert_eq!(dice(&three), "1d8 + 3");
        assert_eq!(dice(&parts()), "1d8 − 2");
        assert_eq!(dice(&Tally::new()), "1d8");
        let none: Option<&str> = None;
        assert_eq!(value(SheetLine::dice("damage", none, &three, rule)), "3");
        let speed = SheetLine::score("Speed", &three, rule).in_unit("m");
        assert_eq!(value(speed), "3 m");
    }

    #[test]
    fn what_a_sheet_says_otherwise_follows_from_nothing() {
        let parts_of = |written| as_written(written, parts(), RuleId(1)).parts().len();
        assert_eq!((parts_of(-2), parts_of(12)), (2, 1));
        assert_eq!(as_written(12, parts(), RuleId(1)).total(), 12);
    }

    #[test]
    fn figures_read_as_words() {
        let thing = serde_json::json!({
            "name": "ogre", "speed_ft": 30, "max-hp": 20, "flies": false, "hands": 2, "spells": [],
            "senses": { "darkvision": true, "smell_ft": 60 }, "immune": ["cold-iron", "fire"], "bonus": -2, "spare": 0,
            "riders": [{ "at_once": true, "name": "poison", "within_ft": 5 }], "dice": "2d6-1",
        });
        let lines = figures(&thing, &["name"]);
        let read = |name: &str| {
            let line = lines.iter().find(|line| line.name == name);
            line.map(|line| line.value.as_str())
        };
        assert_eq!(read("speed"), Some("30 ft"));
        assert_eq!(read("max hp"), Some("20"));
        assert_eq!(read("senses smell"), Some("60 ft"));
        assert_eq!(read("senses darkvision"), Some("yes"));
        assert_eq!(read("immune"), Some("cold iron, fire"));
        assert_eq!(read("riders"), Some("poison at once within 5 ft"));
        assert_eq!(read("bonus"), Some("−2"));
        assert_eq!(read("dice"), Some("2d6−1"));
        for nothing in ["flies", "spells", "name", "spare"] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
        let short = serde_json::json!({ "weapon": { "damage": "1d8", "thrown": true } });
        assert_eq!(figures_in_a_line(&short, &[]), "damage 1d8, thrown");
        let spell = serde_json::json!({ "about": "It mends.", "name": "mend" });
        assert_eq!(SheetLine::of("mend", &spell, &["name"]).value, "It mends");
        assert_eq!(
            SheetLine::of("mend", &spell, &["name", "about"]).value,
            "yes"
        );
        let held = [Some("in hand".to_owned()), None];
        let thing = SheetLine::thing("spear", held, figures_in_a_line(&short, &["thrown"]));
        assert_eq!(thing.value, "in hand, damage 1d8");
    }
}
