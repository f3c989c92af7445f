//! JSON Schemas for the editors of content writers.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};

use super::bounds::{Demanded, Demands};

/// The JSON Schema (draft 7, which TOML editors know) of what [`read`](super::read) accepts for a type.
/// Like `read`, it refuses unknown keys.
#[must_use]
pub fn schema<T: JsonSchema>() -> serde_json::Value {
    schema_with::<T>(&[])
}

/// The same, with what is demanded of records besides that they can be read.
#[must_use]
pub fn schema_with<T: JsonSchema>(demands: &[Demands]) -> serde_json::Value {
    let generator = SchemaSettings::draft07().into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    RecursiveTransform(refuse_unknown_keys).transform(&mut schema);
    Demanded(demands).transform(&mut schema);
    schema.to_value()
}

/// Closes tables whose keys are all named. Those put together from several schemas are left open: none of the
/// parts knows the keys of the others.
fn refuse_unknown_keys(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    let is_composed = ["$ref", "allOf", "anyOf", "oneOf"]
        .iter()
        .any(|key| object.contains_key(*key));
    let names_keys = object.get("type").is_some_and(|kind| kind == "object")
        && object.contains_key("properties");
    if names_keys && !is_composed && !object.contains_key("additionalProperties") {
        object.insert("additionalProperties".to_owned(), false.into());
    }
}
