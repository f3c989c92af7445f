//! Reading typed TOML: unknown keys refused, every mistake of a file reported at once, each with its place.
//!
//! [`read`] turns a file into any type that derives `Deserialize`. Keys a type does not know are refused whether
//! or not the type says `deny_unknown_fields`. [`Tree`] is the step in between: values with their places, which can be
//! merged ([`Tree::merge`]) before they are read, and asked for the place of a path ([`Tree::span_of`]) when a
//! check made later finds something wrong.
//!
//! Plain structs and enums give the most exact places. Inside `flatten`, `untagged` and internally tagged types
//! serde forgets where a value stood; the place is then guessed from the value, and at worst the whole table is shown.
//! Such types, and only they, must say `deny_unknown_fields` themselves.

mod bounds;
mod fault;
mod fields;
mod files;
mod layered;
mod library;
mod located;
mod mend;
mod merge;
mod path;
mod problem;
mod reader;
mod schema;
mod short;
mod source;
mod suggest;
mod tree;

pub use bounds::{Bound, Bounds, Demands, without_place};
pub use fields::{Fault, FieldFault, Fields};
pub use layered::Overlay;
pub use library::{ContentFile, Library, Named, Referred, suggestion};
pub use located::Located;
pub use mend::MOST_PROBLEMS;
pub use merge::merge;
pub use problem::{AllProblems, Problem, Problems};
pub use schema::{schema, schema_with};
pub use short::{FromWord, Short};
pub use source::Source;
pub use tree::Tree;

use serde::de::DeserializeOwned;

/// Reads a whole TOML file into a typed value.
///
/// # Errors
/// Every mistake that can be found in one reading, in the order of the file: all syntax errors, or else all
/// unknown keys, missing keys, unknown words, wrong types and numbers out of range.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<T, Problems> {
    Tree::parse(source)?.read(source)
}

#[cfg(test)]
mod tests;
