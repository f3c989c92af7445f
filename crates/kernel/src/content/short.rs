//! Tables that can be written in a short way: as a word.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

/// A table of which often only one word is needed.
pub trait FromWord: Sized {
    /// What it is, for messages: "an item".
    const WHAT: &'static str;

    /// The table that the word stands for.
    ///
    /// # Errors
    /// An unknown word.
    fn from_word<E: Error>(word: &str) -> Result<Self, E>;

    /// The schema of the word.
    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// A table, written in full or as a word.
#[derive(Clone, Debug)]
pub struct Short<T>(pub T);

impl<T> Deref for Short<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'de, T: FromWord + Deserialize<'de>> Deserialize<'de> for Short<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShortVisitor(PhantomData))
    }
}

struct ShortVisitor<T>(PhantomData<T>);

impl<'de, T: FromWord + Deserialize<'de>> Visitor<'de> for ShortVisitor<T> {
    type Value = Short<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: a text in quotation marks or a table", T::WHAT)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        T::from_word(word).map(Short)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Short)
    }
}

impl<T: FromWord + JsonSchema> JsonSchema for Short<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Short{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = T::word_schema(generator);
        let table = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [word, table] })
    }
}
