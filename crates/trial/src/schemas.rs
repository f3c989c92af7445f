//! The JSON Schemas of a system: nothing that is right is wrong by them.

use affray_kernel::System;
use affray_kernel::content::{Source, Tree};
use affray_kernel::dice::Pool;
use serde_json::Value;

use crate::repository;

/// All scenarios and content files of the repository are right by their schemas.
#[track_caller]
pub fn hold<S: System>() {
    let schemas = S::schemas();
    let of = |name: &str| schemas.iter().find(|(known, _)| known == name);
    let root = repository::content::<S>();
    for scenario in repository::files(&root.join("scenarios"), "toml") {
        is_right(&of("scenario").expect("a schema of scenarios").1, &scenario);
    }
    for file in repository::files(&root, "toml") {
        let stem = file.name.trim_end_matches(".toml");
        let kind = stem.rsplit(['/', '-']).next().unwrap_or_default();
        let (_, schema) = of(kind).unwrap_or_else(|| panic!("{}: no schema", file.name));
        is_right(schema, &file);
    }
}

#[track_caller]
fn is_right(schema: &Value, file: &Source) {
    let tree = Tree::parse(file).unwrap_or_else(|found| panic!("{found}"));
    let value = serde_json::to_value(tree.to_table()).expect("values as in JSON");
    if let Err(complaint) = fits(schema, schema, &value, "") {
        panic!("{}{complaint}", file.name);
    }
}

/// What schemas may say: of anything else [`fits`] knows nothing.
const KEYS: &[&str] = &[
    "$ref",
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "default",
    "definitions",
    "description",
    "enum",
    "examples",
    "format",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minimum",
    "multipleOf",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
];

/// The only pattern that schemas have: that of dice.
const DICE: &str = "^ *[0-9]* *[dD] *([0-9]+|%)";

/// Whether a value is as a schema has it: of draft 7 that much which the schemas of Affray use. A schema that says anything else is wrong.
///
/// # Errors
/// Where it is not, and what it is there.
pub fn fits(root: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("{place}: {value} {why}"));
    let mut keys = schema.as_object().into_iter().flat_map(|said| said.keys());
    if let Some(key) = keys.find(|key| !KEYS.contains(&key.as_str())) {
        return wrong(&format!("stands under a schema that says `{key}`"));
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let name = reference.rsplit('/').next().unwrap_or_default();
        let Some(meant) = root["definitions"].get(name) else {
            return wrong(&format!("is to be as `{name}`, which there is not"));
        };
        return fits(root, meant, value, place);
    }
    if schema == &Value::Bool(false) {
        return wrong("cannot be");
    }
    if !is_of_type(schema.get("type"), value) {
        return wrong("is of another type");
    }
    let is_other = |known: &Value| known != value;
    if schema.get("const").is_some_and(is_other) {
        return wrong("is another word");
    }
    let listed = schema.get("enum").and_then(Value::as_array);
    if listed.is_some_and(|words| !words.contains(value)) {
        return wrong("is none of the words");
    }
    if !is_bounded(schema, value) {
        return wrong("is out of bounds");
    }
    if let Some(pattern) = schema.get("pattern")
        && !is_like(pattern, value)
    {
        return wrong(&format!("is not like {pattern}"));
    }
    for all in forms(schema, "allOf") {
        fits(root, all, value, place)?;
    }
    for (key, most) in [("anyOf", usize::MAX), ("oneOf", 1)] {
        let tried: Vec<_> = forms(schema, key)
            .map(|form| fits(root, form, value, place))
            .collect();
        let fitting = tried.iter().filter(|tried| tried.is_ok()).count();
        if !tried.is_empty() && (fitting == 0 || fitting > most) {
            return wrong(&format!("has {fitting} of the forms: {tried:?}"));
        }
    }
    match value {
        Value::Object(table) => {
            let mut needed = forms(schema, "required").filter_map(Value::as_str);
            if let Some(key) = needed.find(|key| !table.contains_key(*key)) {
                return wrong(&format!("lacks `{key}`"));
            }
            for (key, value) in table {
                let own = schema.get("properties").and_then(|keys| keys.get(key));
                if let Some(schema) = own.or_else(|| schema.get("additionalProperties")) {
                    fits(root, schema, value, &format!("{place}.{key}"))?;
                }
            }
        }
        Value::Array(list) => {
            let each = schema.get("items").filter(|each| !each.is_array());
            for (index, value) in list.iter().enumerate() {
                let own = forms(schema, "items").nth(index).or(each);
                if let Some(schema) = own {
                    fits(root, schema, value, &format!("{place}[{index}]"))?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

fn forms<'s>(schema: &'s Value, key: &str) -> impl Iterator<Item = &'s Value> {
    schema
        .get(key)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

fn is_of_type(types: Option<&Value>, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    match types {
        None => true,
        Some(Value::Array(names)) => names.iter().any(is),
        Some(name) => is(name),
    }
}

/// Whether a value is written as that pattern has it; what is no text may be anything.
fn is_like(pattern: &Value, value: &Value) -> bool {
    pattern == DICE && value.as_str().is_none_or(|text| Pool::parse(text).is_ok())
}

fn is_bounded(schema: &Value, value: &Value) -> bool {
    let length = match value {
        Value::Array(list) => Some(list.len() as f64),
        _ => None,
    };
    let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
    let within = |number: Option<f64>, least: &str, most: &str| {
        number.is_none_or(|number| {
            limit(least).is_none_or(|least| number >= least)
                && limit(most).is_none_or(|most| number <= most)
        })
    };
    let whole = |step: f64| value.as_f64().is_none_or(|number| number % step == 0.0);
    within(value.as_f64(), "minimum", "maximum")
        && within(length, "minItems", "maxItems")
        && limit("multipleOf").is_none_or(whole)
}

#[cfg(test)]
mod tests {
    use super::fits;
    use serde_json::json;

    #[test]
    fn what_is_wrong_is_found() {
        let schema = json!({
            "definitions": { "Hands": { "type": ["integer", "null"], "minimum": 1, "maximum": 4 } },
            "type": "object",
            "properties": {
                "hands": { "$ref": "#/definitions/Hands" },
                "reach_ft": { "type": "integer", "multipleOf": 5 },
                "uses": { "type": "array", "items": { "enum": ["melee", "thrown"] } },
                "dice": { "type": "string", "pattern": super::DICE },
                "feet": { "$ref": "#/definitions/Feet" },
                "name": { "type": "string", "maxLength": 4 },
                "kind": { "type": "string", "pattern": "^[a-z]" },
            },
            "additionalProperties": false,
            "required": ["hands"],
        });
        let is_right = |value| fits(&schema, &schema, &value, "").is_ok();
        assert!(is_right(
            json!({ "hands": 4, "reach_ft": -5, "uses": ["melee"], "dice": "2d6+3" })
        ));
        assert!(is_right(json!({ "hands": 3.0 })));
        for wrong in [
            json!({}),
            json!({ "hands": 0 }),
            json!({ "hands": "two" }),
            json!({ "hands": 1, "reach_ft": 4 }),
            json!({ "hands": 1, "uses": ["shot"] }),
            json!({ "hands": 1, "legs": 2 }),
            json!({ "hands": 1.5 }),
            json!({ "hands": 1, "dice": "many" }),
            json!({ "hands": 1, "dice": "2d6 and more" }),
            json!({ "hands": 1, "feet": 2 }),
            json!({ "hands": 1, "name": "Al" }),
            json!({ "hands": 1, "kind": "ogre" }),
        ] {
            assert!(!is_right(wrong.clone()), "{wrong}");
        }
    }
}
