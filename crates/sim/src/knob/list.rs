//! What of a scenario can be varied: every knob with its value as it stands, and what it means.

use std::collections::BTreeSet;

use affray_kernel::content::Source;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use toml::{Table, Value};

use super::{KnobError, name_of};

/// A knob as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct KnobSeen {
    /// Where it stands, such as `ogre.max_hp`.
    pub knob: String,
    /// Whose it is: a creature's name, `options` or `start`.
    pub of: String,
    /// The keys below that: `max_hp`.
    pub key: String,
    /// What it stands at; `None` where nothing is written and the rules say what follows.
    pub value: Option<Json>,
    /// Where that is written.
    pub from: Option<Written>,
    /// What it can be set to, in words.
    pub takes: String,
    /// What it means.
    pub means: String,
}

/// Where a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Written {
    /// In the scenario.
    Scenario,
    /// With the kind of creature, in the content.
    Kind,
    /// Nowhere: it is so where nothing else is written.
    Default,
}

/// Every knob of a scenario: creature by creature, then rulings, then how far the fight has come. `schema` is that of its system's scenarios,
/// `content` what the scenario may refer to.
///
/// # Errors
/// If the scenario cannot be read.
pub fn list(
    scenario: &Source,
    content: &[Source],
    schema: &Json,
) -> Result<Vec<KnobSeen>, KnobError> {
    let table: Table = scenario.text.parse().map_err(|_| KnobError::Scenario)?;
    let keys = |name: &str| leaves(schema, &schema["properties"][name]);
    let creatures = table.get("creature").and_then(Value::as_array);
    let of_creature = leaves(schema, &schema["properties"]["creature"]["items"]);
    let mut all = Vec::new();
    for creature in creatures.into_iter().flatten() {
        let (Some(name), Some(written)) = (name_of(creature), creature.as_table()) else {
            continue;
        };
        let kind = written.get("kind").and_then(Value::as_str);
        let kind = kind.and_then(|kind| record(content, kind));
        let places = [
            (Written::Scenario, Some(written)),
            (Written::Kind, kind.as_ref()),
        ];
        let own = of_creature.iter().filter(|leaf| leaf.key != "name");
        all.extend(own.flat_map(|leaf| leaf.all_seen(&name, &places)));
    }
    for name in super::OF_ALL {
        let written = table.get(name).and_then(Value::as_table);
        let places = [(Written::Scenario, written)];
        let missing = needed(schema, &schema["properties"][name]);
        let can_be_set = |leaf: &&Leaf| {
            let others = missing.iter().any(|needed| *needed != leaf.key);
            written.is_some() || !others
        };
        let keys = keys(name);
        let keys = keys.iter().filter(can_be_set);
        all.extend(keys.flat_map(|leaf| leaf.all_seen(name, &places)));
    }
    Ok(all)
}

/// The record of a kind of creature.
fn record(content: &[Source], kind: &str) -> Option<Table> {
    let tables = content
        .iter()
        .filter_map(|file| file.text.parse::<Table>().ok());
    tables
        .filter_map(|mut table| match table.remove("creature") {
            Some(Value::Array(creatures)) => Some(creatures),
            _ => None,
        })
        .flatten()
        .find(|creature| name_of(creature).as_deref() == Some(kind))
        .and_then(|creature| creature.as_table().cloned())
}

/// The table that a kind of creature has under the key, if tables of that key have to be written whole: one value of it can only be
/// another where the others are as the kind has them.
pub(super) fn whole_of_kind(
    (content, schema): (&[Source], &Json),
    kind: &str,
    key: &str,
) -> Option<Table> {
    let of_creature = &schema["properties"]["creature"]["items"];
    let all = keys(schema, of_creature);
    let (_, part) = all.iter().find(|(known, _)| known == key)?;
    if needed(schema, part).is_empty() {
        return None;
    }
    record(content, kind)?.get(key)?.as_table().cloned()
}

/// A key that takes a single value, or under which there are further ones of any name.
struct Leaf {
    key: String,
    takes: String,
    means: String,
    usual: Option<Json>,
    /// Whether what can be set are the keys below it, those that are written.
    is_map: bool,
    /// The keys that have to be written beside it in its table.
    beside: Vec<String>,
}

impl Leaf {
    /// The knobs of it: itself, or those below it; none that cannot be set by itself.
    fn all_seen(&self, of: &str, places: &[(Written, Option<&Table>)]) -> Vec<KnobSeen> {
        if !self.is_map {
            let is_alone = self.beside.is_empty() || self.is_begun(places);
            return Vec::from_iter(is_alone.then(|| self.seen(of, places)));
        }
        let tables = places.iter().filter_map(|(_, table)| *table);
        let maps = tables.filter_map(|table| at(table, &self.key)?.as_table());
        // Dots stand between keys.
        let names = maps
            .flat_map(Table::keys)
            .filter(|name| !name.contains('.'));
        let names: BTreeSet<&String> = names.collect();
        let below = names.into_iter().map(|name| Self {
            key: format!("{}.{name}", self.key),
            takes: self.takes.clone(),
            means: self.means.clone(),
            usual: None,
            is_map: false,
            beside: Vec::new(),
        });
        below.map(|leaf| leaf.seen(of, places)).collect()
    }

    /// Whether anything is written of the table that it stands in.
    fn is_begun(&self, places: &[(Written, Option<&Table>)]) -> bool {
        let Some((above, _)) = self.key.rsplit_once('.') else {
            return true;
        };
        let mut tables = places.iter().filter_map(|(_, table)| *table);
        tables.any(|table| at(table, above).is_some())
    }

    fn seen(&self, of: &str, places: &[(Written, Option<&Table>)]) -> KnobSeen {
        let mut written = places
            .iter()
            .filter_map(|(from, table)| Some((single(at((*table)?, &self.key)?)?, *from)));
        let usual = || Some((self.usual.clone()?, Written::Default));
        let (value, from) = written.next().or_else(usual).unzip();
        KnobSeen {
            knob: format!("{of}.{}", self.key),
            of: of.to_owned(),
            key: self.key.clone(),
            value,
            from,
            takes: self.takes.clone(),
            means: self.means.clone(),
        }
    }
}

/// What stands under keys with dots between.
fn at<'t>(table: &'t Table, keys: &str) -> Option<&'t Value> {
    match keys.split_once('.') {
        Some((key, below)) => at(table.get(key)?.as_table()?, below),
        None => table.get(keys),
    }
}

/// A value that is one thing, or a list of such.
fn single(value: &Value) -> Option<Json> {
    match value {
        Value::String(word) => Some(word.as_str().into()),
        Value::Integer(number) => Some((*number).into()),
        Value::Boolean(truth) => Some((*truth).into()),
        Value::Array(all) => all.iter().map(single).collect(),
        _ => None,
    }
}

/// The keys of a part of a schema that take a single value each, and those of the parts directly within it.
fn leaves(schema: &Json, part: &Json) -> Vec<Leaf> {
    let mut all = Vec::new();
    for (key, below) in keys(schema, part) {
        let usual = &part["default"][&key];
        if let Some(leaf) = leaf(schema, key.clone(), below, usual) {
            all.push(leaf);
            continue;
        }
        if let Some(values) = values(schema, below) {
            let map = leaf(schema, key, values, &Json::Null).map(|leaf| Leaf {
                means: text(below, "description"),
                is_map: true,
                ..leaf
            });
            all.extend(map);
            continue;
        }
        let needed = needed(schema, below);
        for (inner, part) in keys(schema, below) {
            let of_all = text(below, "description");
            let found = leaf(schema, format!("{key}.{inner}"), part, &Json::Null);
            all.extend(found.map(|leaf| {
                Leaf {
                    means: match leaf.means.is_empty() {
                        true => of_all,
                        false => leaf.means,
                    },
                    beside: needed
                        .iter()
                        .filter(|one| **one != inner)
                        .cloned()
                        .collect(),
                    ..leaf
                }
            }));
        }
    }
    all
}

/// A key that takes a single value, if it does.
fn leaf(schema: &Json, key: String, part: &Json, usual: &Json) -> Option<Leaf> {
    let usual = [usual, &part["default"]];
    let mut usual = usual.into_iter().filter(|usual| !usual.is_null());
    Some(Leaf {
        key,
        takes: takes(schema, part)?,
        means: text(part, "description"),
        usual: usual.find(|usual| !usual.is_object()).cloned(),
        is_map: false,
        beside: Vec::new(),
    })
}

/// What stands under the keys of an object that may have any names.
fn values<'s>(schema: &'s Json, part: &'s Json) -> Option<&'s Json> {
    let mut objects = meant(schema, part).into_iter();
    objects.find_map(|one| Some(&one["additionalProperties"]).filter(|one| one.is_object()))
}

/// The keys without which an object in a schema cannot be.
fn needed(schema: &Json, part: &Json) -> Vec<String> {
    let objects = meant(schema, part).into_iter();
    let keys = objects.filter_map(|one| one["required"].as_array());
    let keys = keys.flatten().filter_map(Json::as_str);
    keys.map(str::to_owned).collect()
}

/// The keys of an object in a schema.
fn keys<'s>(schema: &'s Json, part: &'s Json) -> Vec<(String, &'s Json)> {
    let objects = meant(schema, part).into_iter();
    let properties = objects.filter_map(|one| one["properties"].as_object());
    properties
        .flatten()
        .map(|(key, below)| (key.clone(), below))
        .collect()
}

/// What a part of a schema stands for: itself, and whatever it refers to.
fn meant<'s>(schema: &'s Json, part: &'s Json) -> Vec<&'s Json> {
    let mut all = vec![part];
    if let Some(name) = part["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        all.extend(meant(schema, &schema["definitions"][name]));
    }
    for several in ["allOf", "anyOf"] {
        let parts = part[several].as_array().into_iter().flatten();
        all.extend(parts.flat_map(|part| meant(schema, part)));
    }
    all
}

/// What a key can be set to, if it takes a single value.
fn takes(schema: &Json, part: &Json) -> Option<String> {
    let parts = meant(schema, part);
    let is = |kind: &str| {
        let of_kind = |one: &Json| one == kind;
        parts.iter().any(|part| match &part["type"] {
            Json::Array(kinds) => kinds.iter().any(of_kind),
            one => of_kind(one),
        })
    };
    if is("array") {
        let items = parts.iter().flat_map(|part| meant(schema, &part["items"]));
        let mut singles =
            items.filter(|item| item["type"] == "string" || item["type"] == "integer");
        return singles.next().map(|_| "a list: [one, other]".to_owned());
    }
    if is("object") {
        return None;
    }
    let words: Vec<&str> = parts.iter().flat_map(|part| words(part)).collect();
    if !words.is_empty() {
        return Some(words.join(", "));
    }
    let known = [
        ("integer", "a whole number"),
        ("boolean", "true, false"),
        ("string", "a word"),
    ];
    let found = known.into_iter().find(|(kind, _)| is(kind));
    found.map(|(_, told)| told.to_owned())
}

/// The words among which one is chosen.
fn words(part: &Json) -> Vec<&str> {
    let listed = part["enum"].as_array().into_iter().flatten();
    let single = part["oneOf"].as_array().into_iter().flatten();
    let single = single.map(|one| &one["const"]);
    listed.chain(single).filter_map(Json::as_str).collect()
}

fn text(part: &Json, key: &str) -> String {
    part[key].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r##"{
        "properties": {
            "creature": { "items": { "$ref": "#/definitions/Creature" } },
            "options": {
                "allOf": [{ "$ref": "#/definitions/Options" }],
                "default": { "flanking": true }
            },
            "start": { "anyOf": [{ "$ref": "#/definitions/Start" }, { "type": "null" }] }
        },
        "definitions": {
            "Creature": { "type": "object", "properties": {
                "name": { "type": "string" },
                "hp": { "type": ["integer", "null"], "default": null, "description": "Points." },
                "size": { "anyOf": [{ "$ref": "#/definitions/Size" }, { "type": "null" }] },
                "feats": { "allOf": [{ "$ref": "#/definitions/Feats" }] },
                "scores": { "type": ["object", "null"], "additionalProperties": { "type": "integer" }, "description": "Scores." },
                "breath": { "anyOf": [{ "$ref": "#/definitions/Breath" }, { "type": "null" }], "description": "A breath." },
                "at": { "type": "array" }
            } },
            "Breath": { "type": "object", "properties": { "energy": { "type": "integer" }, "shape": { "type": "string" } },
                "required": ["energy", "shape"] },
            "Size": { "oneOf": [{ "const": "small" }, { "const": "large" }] },
            "Feats": { "type": "object", "properties": { "volley": { "type": "boolean", "default": false } } },
            "Options": { "type": "object", "properties": { "flanking": { "type": "boolean" } } },
            "Start": { "type": "object", "properties": { "round": { "type": "integer" } } }
        }
    }"##;

    #[test]
    fn every_knob_is_listed_with_its_value_and_where_it_is_written() {
        let schema: Json = serde_json::from_str(SCHEMA).expect("JSON");
        let scenario = "[[creature]]\nname = 'ogre'\nkind = 'brute'\nsize = 'small'\n";
        let content = "[[creature]]\nname = 'brute'\nhp = 7\nsize = 'large'\n";
        let scenario = Source::new("scenario", scenario);
        let content = [Source::new("any/creatures.toml", content)];
        let all = list(&scenario, &content, &schema).expect("a scenario");
        let told: Vec<_> = all
            .iter()
            .map(|one| (one.knob.as_str(), one.value.clone(), one.from))
            .collect();
        let expected = [
            (
                "ogre.feats.volley",
                Some(false.into()),
                Some(Written::Default),
            ),
            ("ogre.hp", Some(7.into()), Some(Written::Kind)),
            ("ogre.size", Some("small".into()), Some(Written::Scenario)),
            (
                "options.flanking",
                Some(true.into()),
                Some(Written::Default),
            ),
            ("start.round", None, None),
        ];
        assert_eq!(told, expected);
        assert_eq!(all[1].means, "Points.");
        assert_eq!(all[2].takes, "small, large");
    }

    #[test]
    fn keys_that_are_written_below_a_key_are_knobs_and_none_that_cannot_be_set_alone() {
        let schema: Json = serde_json::from_str(SCHEMA).expect("JSON");
        let scenario = "[[creature]]\nname = 'ogre'\nkind = 'brute'\nscores = { club = 9 }\n\
            [[creature]]\nname = 'elf'\n";
        let content = "[[creature]]\nname = 'brute'\nscores = { club = 7, 'long spear' = 8 }\n\
            breath = { energy = 3, shape = 'cone' }\n";
        let scenario = Source::new("scenario", scenario);
        let content = [Source::new("any/creatures.toml", content)];
        let all = list(&scenario, &content, &schema).expect("a scenario");
        let told = |end: &str| -> Vec<(&str, Option<Json>)> {
            let own = all.iter().filter(|one| one.key.contains(end));
            own.map(|one| (one.knob.as_str(), one.value.clone()))
                .collect()
        };
        let scores = [
            ("ogre.scores.club", Some(9.into())),
            ("ogre.scores.long spear", Some(8.into())),
        ];
        assert_eq!(told("scores"), scores);
        let breath = [
            ("ogre.breath.energy", Some(3.into())),
            ("ogre.breath.shape", Some("cone".into())),
        ];
        assert_eq!(told("breath"), breath);
        let of_all = all.iter().find(|one| one.key == "breath.energy");
        assert_eq!(of_all.map(|one| one.means.as_str()), Some("A breath."));
    }

    #[test]
    fn tables_that_are_written_whole_are_those_of_the_kind() {
        let schema: Json = serde_json::from_str(SCHEMA).expect("JSON");
        let content = "[[creature]]\nname = 'brute'\nfeats = { volley = true }\n\
            breath = { energy = 3, shape = 'cone' }\n";
        let content = [Source::new("any/creatures.toml", content)];
        let whole = |kind, key| whole_of_kind((&content, &schema), kind, key);
        let breath = whole("brute", "breath").expect("a breath");
        assert_eq!(breath["shape"].as_str(), Some("cone"));
        assert_eq!(whole("brute", "feats"), None, "laid over key by key");
        assert_eq!(whole("elf", "breath"), None);
    }
}
