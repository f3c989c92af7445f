//! The switches of a system's rulings while a fight is under way: what they are, what they can be, and setting one in words.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::catalogue::Catalogue;
use crate::content::schema;
use crate::id::RuleId;
use crate::notation::{Nouns, Reader, Unread};
use crate::story::Sentence;

/// A switch and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its name, as in the `options` of a scenario.
    pub name: String,
    /// What it decides.
    pub about: String,
    /// Where it stands.
    pub value: String,
    /// Where it stands unless a scenario says otherwise.
    pub usual: String,
    /// Words that it can be set to.
    pub choices: Vec<Choice>,
    /// Whether it can be set to a number.
    pub takes_number: bool,
    /// The rule that it decides, where the catalogue says which.
    pub rule: Option<RuleId>,
}

/// A word that a switch can be set to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The word.
    pub word: String,
    /// What it means; empty where the word says it.
    pub about: String,
}

/// All switches, by name.
#[must_use]
pub fn switches<O: Serialize + Default + JsonSchema>(
    options: &O,
    catalogue: &Catalogue,
) -> Vec<Switch> {
    let (now, usual, kinds) = (values(options), values(&O::default()), schema::<O>());
    let known = kinds["properties"].as_object();
    let known = known.into_iter().flatten();
    known
        .map(|(name, kind)| {
            let mut means = Means::default();
            means.add(kind, &kinds, "");
            let about = kind["description"].as_str().unwrap_or_default();
            Switch {
                name: name.clone(),
                about: without_ids(about),
                value: word(now.get(name)),
                usual: word(usual.get(name)),
                choices: means.choices,
                takes_number: means.number,
                rule: decided_by(name, about, catalogue),
            }
        })
        .collect()
}

/// Takes the name of a switch and where it is to stand: what comes behind `ruling`.
///
/// # Errors
/// If there is no such switch, or it cannot stand there.
pub fn read<N: Nouns, O: Serialize + DeserializeOwned + JsonSchema>(
    reader: &mut Reader<'_, '_, N>,
    options: &O,
) -> Result<O, Unread> {
    let name = reader.need("the name of a switch")?;
    let words = reader.rest();
    reader.jump_to("");
    set(options, name, words)
}

/// The switches with one of them set.
///
/// # Errors
/// If there is no such switch, or it cannot stand there.
pub fn set<O: Serialize + DeserializeOwned + JsonSchema>(
    options: &O,
    name: &str,
    words: &str,
) -> Result<O, Unread> {
    let kinds = schema::<O>();
    let known = kinds["properties"].as_object();
    let Some(kind) = known.and_then(|known| known.get(name)) else {
        let names = known.into_iter().flatten().map(|(name, _)| name.as_str());
        return Err(Unread::unknown("switch", name, names));
    };
    let mut means = Means::default();
    means.add(kind, &kinds, "");
    let words = words.trim();
    let words = words.strip_prefix('=').unwrap_or(words).trim();
    let value = means.value(words).ok_or_else(|| means.unknown(words))?;
    let mut all = values(options);
    all.insert(name.to_owned(), value);
    serde_json::from_value(Value::Object(all))
        .map_err(|error| Unread::new(format!("`{name}` cannot be `{words}`: {error}")))
}

/// That switches stand otherwise, as the log has it; `None` if none does.
#[must_use]
pub fn told<O: Serialize + JsonSchema>(options: &O, other: &O) -> Option<Sentence> {
    let kinds = schema::<O>();
    let all = changed(options, other).into_iter();
    let all = all.map(|(name, value)| {
        let mut means = Means::default();
        means.add(&kinds["properties"][&name], &kinds, "");
        let (name, value) = (plain(&name), means.plain(&value));
        format!("From now on the ruling on {name} is: {value}.")
    });
    let all: Vec<String> = all.collect();
    (!all.is_empty()).then(|| Sentence::event(all.join(" ")))
}

/// A word of files as people read it.
fn plain(word: &str) -> String {
    word.replace('-', " ")
}

/// The switches that stand otherwise in the other options: their names, and where they stand there.
#[must_use]
pub fn changed<O: Serialize>(options: &O, other: &O) -> Vec<(String, String)> {
    let (before, after) = (values(options), values(other));
    let names = before
        .keys()
        .chain(after.keys().filter(|name| !before.contains_key(*name)));
    names
        .filter(|name| before.get(*name) != after.get(*name))
        .map(|name| (name.clone(), word(after.get(name))))
        .collect()
}

fn values<O: Serialize>(options: &O) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(values)) => values,
        _ => Map::new(),
    }
}

const ON: &str = "on";
const OFF: &str = "off";
const NONE: &str = "none";

/// A value as people say it.
fn word(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => NONE.to_owned(),
        Some(Value::Bool(true)) => ON.to_owned(),
        Some(Value::Bool(false)) => OFF.to_owned(),
        Some(Value::String(word)) => word.clone(),
        Some(value) => value.to_string(),
    }
}

/// What a switch can be, from its schema.
#[derive(Default)]
struct Means {
    choices: Vec<Choice>,
    number: bool,
    truth: bool,
    nothing: bool,
}

impl Means {
    /// Adds what a schema allows; `about` is what is said around it.
    fn add(&mut self, kind: &Value, all: &Value, about: &str) {
        let about = kind["description"].as_str().unwrap_or(about);
        if let Some(name) = kind["$ref"].as_str()
            && let Some(name) = name.strip_prefix("#/definitions/")
        {
            self.add(&all["definitions"][name], all, about);
        }
        for parts in ["allOf", "anyOf", "oneOf"] {
            for part in kind[parts].as_array().into_iter().flatten() {
                self.add(part, all, "");
            }
        }
        let words = kind["enum"].as_array().into_iter().flatten();
        for word in words.chain(kind.get("const")) {
            if let Some(word) = word.as_str() {
                self.choose(word, about);
            }
        }
        match &kind["type"] {
            Value::Array(types) => {
                for one in types {
                    self.add_type(one);
                }
            }
            one => self.add_type(one),
        }
    }

    fn add_type(&mut self, kind: &Value) {
        match kind.as_str() {
            Some("boolean") => {
                self.truth = true;
                self.choose(ON, "");
                self.choose(OFF, "");
            }
            Some("integer") => self.number = true,
            Some("null") => {
                self.nothing = true;
                self.choose(NONE, "");
            }
            _ => {}
        }
    }

    fn choose(&mut self, word: &str, about: &str) {
        if self.choices.iter().all(|choice| choice.word != word) {
            self.choices.push(Choice {
                word: word.to_owned(),
                about: about.to_owned(),
            });
        }
    }

    /// What the words stand for.
    fn value(&self, words: &str) -> Option<Value> {
        if self.number
            && let Ok(number) = words.parse::<i64>()
        {
            return Some(number.into());
        }
        let truth = match words {
            ON | "yes" | "true" => Some(true),
            OFF | "no" | "false" => Some(false),
            _ => None,
        };
        match truth {
            Some(truth) if self.truth => return Some(truth.into()),
            _ if self.nothing && words == NONE => return Some(Value::Null),
            _ => {}
        }
        let chosen = self.choices.iter().find(|choice| choice.word == words);
        chosen.map(|choice| choice.word.clone().into())
    }

    /// What it means that a switch stands so, as people say it.
    fn plain(&self, value: &str) -> String {
        let chosen = self.choices.iter().find(|choice| choice.word == value);
        match chosen {
            Some(choice) if !choice.about.is_empty() => without_ids(&choice.about),
            Some(choice) => plain(&choice.word),
            None => value.to_owned(),
        }
    }

    fn unknown(&self, words: &str) -> Unread {
        let known = self.choices.iter().map(|choice| choice.word.as_str());
        let mut can_be: Vec<&str> = known.clone().collect();
        if self.number {
            can_be.push("a number");
        }
        if words.is_empty() {
            return Unread::new(format!("say what it is to be: {}", can_be.join(", ")));
        }
        let unread = Unread::unknown("setting", words, known);
        match unread.suggestion {
            Some(_) => unread,
            None => Unread::new(format!("{}: {}", unread.message, can_be.join(", "))),
        }
    }
}

/// The rule that a switch decides: one that names it, or else the one that its description does.
fn decided_by(name: &str, about: &str, catalogue: &Catalogue) -> Option<RuleId> {
    let by_name = catalogue
        .rules
        .iter()
        .position(|rule| rule.option.as_deref() == Some(name));
    let by_name = by_name.map(|index| RuleId(index as u16));
    by_name.or_else(|| {
        about
            .split('`')
            .skip(1)
            .step_by(2)
            .find_map(|id| catalogue.find(id))
    })
}

/// A description without the ids of rules behind it.
fn without_ids(about: &str) -> String {
    let end = about.find(" (`").unwrap_or(about.len());
    about[..end].trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules for teas.
    #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
    #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
    struct Options {
        /// What it is poured into (`tea/vessel`).
        vessel: Vessel,
        /// Whether there is milk.
        with_milk: bool,
        /// Lumps.
        lumps: u8,
        /// Guests, if they are counted.
        #[serde(skip_serializing_if = "Option::is_none")]
        guests: Option<u16>,
    }

    /// What it is poured into.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Vessel {
        /// With a handle.
        #[default]
        Cup,
        /// Without.
        TallGlass,
    }

    fn catalogue() -> Catalogue {
        Catalogue::compiled_in(
            "tea",
            "[system]\nid = 'tea'\nname = 'Tea'\nsummary = 's'\nunits = 'u'\n\
             [[rule]]\nid = 'tea/milk'\nkind = 'gap'\ntext = 't'\noption = 'with-milk'\n\
             [[rule]]\nid = 'tea/vessel'\nkind = 'gap'\ntext = 't'\n",
        )
    }

    #[test]
    fn switches_say_what_they_can_be() {
        let all = switches(&Options::default(), &catalogue());
        let names: Vec<&str> = all.iter().map(|switch| &*switch.name).collect();
        assert_eq!(names, ["guests", "lumps", "vessel", "with-milk"]);
        let vessel = &all[2];
        assert_eq!(
            (&*vessel.value, &*vessel.about),
            ("cup", "What it is poured into")
        );
        let words: Vec<&str> = vessel.choices.iter().map(|choice| &*choice.word).collect();
        assert_eq!(words, ["cup", "tall-glass"]);
        assert_eq!(vessel.choices[1].about, "Without.");
        assert_eq!(vessel.rule, Some(RuleId(1)));
        assert_eq!((&*all[3].value, all[3].rule), (OFF, Some(RuleId(0))));
        assert!(all[1].takes_number && all[1].choices.is_empty());
        assert!(all[0].takes_number && all[0].value == NONE);
    }

    #[test]
    fn switches_are_set_in_words() {
        let usual = Options::default();
        let set = |name, words| set(&usual, name, words).map_err(|unread| unread.to_string());
        assert_eq!(
            set("vessel", "tall-glass").map(|all| all.vessel),
            Ok(Vessel::TallGlass)
        );
        assert_eq!(set("with-milk", "= yes").map(|all| all.with_milk), Ok(true));
        assert_eq!(set("lumps", "2").map(|all| all.lumps), Ok(2));
        assert_eq!(set("guests", "3").map(|all| all.guests), Ok(Some(3)));
        assert_eq!(set("guests", "none"), Ok(usual.clone()));
        assert_eq!(
            set("vesel", "cup"),
            Err("`vesel` is no switch here; did you mean `vessel`?".to_owned())
        );
        assert_eq!(
            set("vessel", "boot"),
            Err("`boot` is no setting here: cup, tall-glass".to_owned())
        );
        assert_eq!(
            set("lumps", ""),
            Err("say what it is to be: a number".to_owned())
        );
        assert!(set("lumps", "-1").is_err());
    }

    #[test]
    fn what_has_changed_is_told() {
        let usual = Options::default();
        let other = Options {
            with_milk: true,
            guests: Some(4),
            ..usual.clone()
        };
        let words = told(&usual, &other).map(|told| told.text);
        let all =
            "From now on the ruling on with milk is: on. From now on the ruling on guests is: 4.";
        assert_eq!(words.as_deref(), Some(all));
        let tall = Options {
            vessel: Vessel::TallGlass,
            ..usual.clone()
        };
        let words = told(&usual, &tall).map(|told| told.text);
        let all = "From now on the ruling on vessel is: Without.";
        assert_eq!(words.as_deref(), Some(all));
        let told = changed(&usual, &other);
        let told: Vec<(&str, &str)> = told.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(told, [("with-milk", ON), ("guests", "4")]);
    }
}
