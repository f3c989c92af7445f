//! What of a scenario can be varied: every knob with its value as it stands, and what it means.

use affray_kernel::content::Source;
use serde::Serialize;
use serde_json::Value as Json;
use toml::{Table, Value};

use super::{KnobError, name_of};

/// A knob as it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
        all.extend(own.map(|leaf| leaf.seen(&name, &places)));
    }
    for name in super::OF_ALL {
        let written = table.get(name).and_then(Value::as_table);
        let keys = keys(name);
        all.extend(
            keys.iter()
                .map(|leaf| leaf.seen(name, &[(Written::Scenario, written)])),
        );
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

/// A key that takes a single value.
struct Leaf {
    key: String,
    takes: String,
    means: String,
    usual: Option<Json>,
}

impl Leaf {
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

/// A value that is one thing.
fn single(value: &Value) -> Option<Json> {
    match value {
        Value::String(word) => Some(word.as_str().into()),
        Value::Integer(number) => Some((*number).into()),
        Value::Boolean(truth) => Some((*truth).into()),
        _ => None,
    }
}

/// The keys of a part of a schema that take a single value each, and those of the parts directly within it.
fn leaves(schema: &Json, part: &Json) -> Vec<Leaf> {
    let mut all = Vec::new();
    for (key, below) in keys(schema, part) {
        let usual = &part["default"][&key];
        let leaf = |key: String, below: &Json, usual: &Json| {
            let usual = [usual, &below["default"]];
            let mut usual = usual.into_iter().filter(|usual| !usual.is_null());
            Some(Leaf {
                key,
                takes: takes(schema, below)?,
                means: text(below, "description"),
                usual: usual
                    .find(|usual| !usual.is_array() && !usual.is_object())
                    .cloned(),
            })
        };
        match leaf(key.clone(), below, usual) {
            Some(leaf) => all.push(leaf),
            None => {
                let inner = keys(schema, below).into_iter();
                let inner = inner.filter_map(|(inner, below)| {
                    leaf(format!("{key}.{inner}"), below, &Json::Null)
                });
                all.extend(inner);
            }
        }
    }
    all
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
    if is("object") || is("array") {
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
                "at": { "type": "array" }
            } },
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
}
