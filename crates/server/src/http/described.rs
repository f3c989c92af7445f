//! What the types alone do not say of requests in the description of the interface.

use affray_table::{Habit, Numbers};
use serde::Serialize;
use utoipa::Number;
use utoipa::openapi::schema::{AdditionalProperties, Array, ArrayItems};
use utoipa::openapi::{Object, OpenApi, RefOr, Schema};

/// The same, with requests described as exactly as they are read: no field more than they have, of words and numbers only those that there are.
pub(super) fn exact(mut description: OpenApi) -> OpenApi {
    let components = description.components.as_mut();
    let request = components.and_then(|components| components.schemas.get_mut("Request"));
    if let Some(RefOr::T(Schema::OneOf(requests))) = request {
        for request in &mut requests.items {
            if let RefOr::T(Schema::Object(request)) = request {
                bound(request);
            }
        }
    }
    description
}

fn bound(request: &mut Object) {
    let none = AdditionalProperties::FreeForm(false);
    request.additional_properties = Some(Box::new(none));
    for (name, field) in &mut request.properties {
        let Some(field) = itself_or_items(field) else {
            continue;
        };
        match name.as_str() {
            "who" | "creatures" => field.maximum = Some(Number::UInt(u16::MAX.into())),
            "seen" | "seat" => field.maximum = Some(Number::UInt(u32::MAX as usize)),
            "habit" => field.enum_values = words(&Habit::ALL),
            "numbers" => {
                field.enum_values = words(&[Numbers::Numbers, Numbers::Words, Numbers::Nothing]);
            }
            _ => {}
        }
    }
}

/// What a field holds, or its items.
fn itself_or_items(field: &mut RefOr<Schema>) -> Option<&mut Object> {
    let field = match field {
        RefOr::T(Schema::Array(Array {
            items: ArrayItems::RefOrSchema(items),
            ..
        })) => items.as_mut(),
        field => field,
    };
    match field {
        RefOr::T(Schema::Object(object)) => Some(object),
        _ => None,
    }
}

fn words<T: Serialize>(all: &[T]) -> Option<Vec<serde_json::Value>> {
    let words = all.iter().map(serde_json::to_value);
    words.collect::<Result<_, _>>().ok()
}
