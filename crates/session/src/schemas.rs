//! JSON Schemas of what the kernel has none for, as it never reads that as JSON.

use affray_kernel::Group;
use affray_kernel::story::Depth;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// How deep a sentence stands.
pub(crate) fn depth(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "description": "How deep it stands: a new round or turn, what happened, or the dice and sums behind that.",
        "type": "string",
        "enum": [Depth::Heading, Depth::Event, Depth::Number],
    })
}

/// The kinds of acts.
pub(crate) fn group(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "description": "Of which kind it is.", "type": "string", "enum": Group::ALL })
}

/// A gauge: how much is left of it, or has come together, and the most that there can be.
#[derive(JsonSchema)]
#[schemars(rename = "Gauge")]
#[expect(dead_code, reason = "its schema alone is of use")]
pub(crate) struct GaugeWritten {
    /// The value now; may be negative where the rules let it.
    current: i16,
    /// What it is filled up to.
    maximum: i16,
    /// An amount that is lost first and is never refilled.
    temporary: i16,
    /// Whether it begins at 0 and rises as things go badly, as fatigue does.
    rises: bool,
}
