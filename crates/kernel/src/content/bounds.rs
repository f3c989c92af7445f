//! From where to where numbers of a file may be: told once, for the checks and for the JSON Schemas.

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Map, Value};

/// The number under one key of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The key.
    pub key: &'static str,
    /// The least that it may be.
    pub least: i64,
    /// The most that it may be.
    pub most: i64,
    /// Whether it is a multiple of 5, as feet are.
    pub by_fives: bool,
}

impl Bound {
    /// Any number from the least to the most.
    #[must_use]
    pub const fn of(key: &'static str, least: i64, most: i64) -> Self {
        let by_fives = false;
        Self {
            key,
            least,
            most,
            by_fives,
        }
    }

    /// Feet: multiples of 5.
    #[must_use]
    pub const fn feet(key: &'static str, least: i64, most: i64) -> Self {
        let by_fives = true;
        Self {
            by_fives,
            ..Self::of(key, least, most)
        }
    }
}

/// The numbers of a kind of record.
#[derive(Clone, Copy, Debug)]
pub struct Bounds(pub &'static [Bound]);

impl Bounds {
    /// The number under a key.
    ///
    /// # Panics
    /// No number of these records stands under that key.
    #[must_use]
    pub fn of(self, key: &str) -> Bound {
        let mut bounds = self.0.iter();
        let found = bounds.find(|bound| bound.key == key);
        *found.unwrap_or_else(|| panic!("there are no bounds of `{key}`"))
    }
}

/// What a schema says of the records that are called so in it: the bounds of their numbers, and keys that they cannot do without.
#[derive(Clone, Copy, Debug)]
pub struct Demands {
    /// What the type of the records is called.
    pub record: &'static str,
    /// Their numbers.
    pub bounds: Bounds,
    /// Keys that are there, though the type could do without.
    pub needed: &'static [&'static str],
}

impl Demands {
    /// Bounds alone.
    #[must_use]
    pub const fn of(record: &'static str, bounds: Bounds) -> Self {
        let needed = &[];
        Self {
            record,
            bounds,
            needed,
        }
    }
}

/// Writes demands into a schema, wherever their records are defined in it.
pub(super) struct Demanded<'d>(pub(super) &'d [Demands]);

impl Transform for Demanded<'_> {
    fn transform(&mut self, schema: &mut Schema) {
        let definitions = schema.get_mut("definitions").and_then(Value::as_object_mut);
        let Some(definitions) = definitions else {
            return;
        };
        for demands in self.0 {
            if let Some(record) = definitions.get_mut(demands.record) {
                demands
                    .bounds
                    .0
                    .iter()
                    .for_each(|bound| bind(record, bound));
                need(record, demands.needed);
            }
        }
    }
}

/// Bounds a number in a definition, in each of the forms that it has.
fn bind(schema: &mut Value, bound: &Bound) {
    match schema {
        Value::Object(object) => {
            let properties = object.get_mut("properties").and_then(Value::as_object_mut);
            let number = properties.and_then(|keys| keys.get_mut(bound.key));
            if let Some(number) = number.and_then(Value::as_object_mut) {
                limit(number, bound);
            }
            object.values_mut().for_each(|value| bind(value, bound));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| bind(value, bound)),
        _ => {}
    }
}

fn limit(number: &mut Map<String, Value>, bound: &Bound) {
    number.insert("minimum".to_owned(), bound.least.into());
    number.insert("maximum".to_owned(), bound.most.into());
    if bound.by_fives {
        number.insert("multipleOf".to_owned(), 5.into());
    }
}

fn need(record: &mut Value, keys: &[&str]) {
    let Some(record) = record.as_object_mut().filter(|_| !keys.is_empty()) else {
        return;
    };
    let needed = record
        .entry("required")
        .or_insert_with(|| Vec::<Value>::new().into());
    if let Some(needed) = needed.as_array_mut() {
        needed.extend(keys.iter().map(|key| Value::from(*key)));
    }
}

/// Demands that no schema has a place for: records that are called otherwise, and keys that they do not have.
#[must_use]
pub fn without_place(demands: &[Demands], schemas: &[(String, Value)]) -> Vec<String> {
    let mut lost = Vec::new();
    for demand in demands {
        let definitions = schemas
            .iter()
            .filter_map(|(_, schema)| schema["definitions"].get(demand.record));
        let has = |key: &str| definitions.clone().any(|record| has_key(record, key));
        let numbers = demand.bounds.0.iter().map(|bound| bound.key);
        let keys = numbers.chain(demand.needed.iter().copied());
        lost.extend(
            keys.filter(|key| !has(key))
                .map(|key| format!("{}.{key}", demand.record)),
        );
    }
    lost
}

fn has_key(schema: &Value, key: &str) -> bool {
    match schema {
        Value::Object(object) => {
            object
                .get("properties")
                .is_some_and(|keys| keys.get(key).is_some())
                || object.values().any(|value| has_key(value, key))
        }
        Value::Array(values) => values.iter().any(|value| has_key(value, key)),
        _ => false,
    }
}
