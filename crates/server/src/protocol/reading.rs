//! What is said of a message that cannot be read: where in it the mistake is, and what belongs there.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest message that is read by socket, in bytes: as many letters as entries of newcomers may have, though each is written as two escapes.
pub(crate) const MESSAGE_MAX: usize = 128 * 1024;

/// Objects with more fields are not looked through for the one that cannot be read.
const FIELDS_MAX: usize = 16;

/// What numbers are called that cannot be read, and what belongs there.
const NUMBERS: &[(&str, &str)] = &[
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0 on"),
    ("usize", "a whole number from 0 on"),
    ("i16", "a whole number from -32768 to 32767"),
];

/// Why a message cannot be read, with the place where it is JSON. To find it takes many times the message: one that is longer than any is
/// by socket is told of in plain words alone.
pub(crate) fn unreadable<T: DeserializeOwned>(text: &[u8], error: &serde_json::Error) -> String {
    if text.len() > MESSAGE_MAX {
        return in_plain_words(&error.to_string());
    }
    let Ok(whole) = serde_json::from_slice::<Value>(text) else {
        return format!("this is no JSON: {error}");
    };
    // What only the text shows, such as a field that comes twice, cannot be found in what was read of it.
    let Some(why) = why::<T>(&whole) else {
        return in_plain_words(&error.to_string());
    };
    let place = place::<T>(&whole, &why);
    let why = in_plain_words(&why);
    if place.is_empty() {
        why
    } else {
        format!("{}: {why}", place.join("."))
    }
}

fn why<T: DeserializeOwned>(value: &Value) -> Option<String> {
    T::deserialize(value).err().map(|error| error.to_string())
}

/// The keys that lead to what is wrong: without any of them it would be something else, or nothing.
fn place<T: DeserializeOwned>(whole: &Value, why: &str) -> Vec<String> {
    let mut place: Vec<String> = Vec::new();
    while let Some(key) = next::<T>(whole, &place, why) {
        place.push(key);
    }
    // What there is too much is named anyway.
    if why.starts_with("unknown field") {
        place.pop();
    }
    place
}

/// The key behind those that leads on to what is wrong.
fn next<T: DeserializeOwned>(whole: &Value, place: &[String], why: &str) -> Option<String> {
    let fields = place.iter().try_fold(whole, |at, key| at.get(key))?;
    let fields = fields.as_object()?;
    if fields.len() > FIELDS_MAX {
        return None;
    }
    // What is missing is missing in what has fields itself.
    let is_missing = why.starts_with("missing field");
    let leads_on = |key: &str| !is_missing || fields[key].is_object() || fields[key].is_array();
    let is_to_blame = |key: &&String| {
        // The word that says what it is tells of all other fields whether they belong there.
        *key != "is"
            && leads_on(key)
            && self::why::<T>(&without(whole, place, key)).as_deref() != Some(why)
    };
    fields.keys().find(is_to_blame).cloned()
}

/// The same without a field.
fn without(whole: &Value, place: &[String], key: &str) -> Value {
    let mut whole = whole.clone();
    let fields = place
        .iter()
        .try_fold(&mut whole, |at, key| at.get_mut(key))
        .and_then(Value::as_object_mut);
    if let Some(fields) = fields {
        fields.remove(key);
    }
    whole
}

/// What belongs there, in words that are no program's.
fn in_plain_words(why: &str) -> String {
    let Some((before, expected)) = why.rsplit_once("expected ") else {
        return why.to_owned();
    };
    let mut numbers = NUMBERS.iter();
    let number = numbers.find(|(word, _)| expected.split(' ').next() == Some(word));
    if let Some((word, plain)) = number {
        return format!("{before}expected {plain}{}", &expected[word.len()..]);
    }
    if expected.starts_with("internally tagged enum ") {
        return format!("{before}expected an object that says what it `is`");
    }
    if expected.starts_with("struct ") {
        return format!("{before}expected an object");
    }
    why.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ClientMessage, Request};

    fn said<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> String {
        let error = serde_json::from_str::<T>(text).expect_err("it cannot be read");
        unreadable::<T>(text.as_bytes(), &error)
    }

    #[test]
    fn the_place_of_a_mistake_is_said() {
        for (text, words) in [
            (
                r#"{"is":"act","who":"0","words":"dodge"}"#,
                "who: invalid type: string \"0\", expected a whole number from 0 to 65535",
            ),
            (
                r#"{"is":"act","words":"dodge","who":70000}"#,
                "who: invalid value: integer `70000`, expected a whole number from 0 to 65535",
            ),
            (r#"{"is":"act","who":0}"#, "missing field `words`"),
            (
                r#"{"is":"undo","count":3}"#,
                "unknown field `count`, there are no fields",
            ),
            (
                r#"{"is":"add-seat","role":"player","creatures":[0,"one"]}"#,
                "creatures: invalid type: string \"one\", expected a whole number from 0 to 65535",
            ),
            (
                "\"act\"",
                "invalid type: string \"act\", expected an object that says what it `is`",
            ),
        ] {
            assert_eq!(said::<Request>(text), words, "{text}");
        }
        assert!(said::<Request>("{").starts_with("this is no JSON: "));
        let long =
            r#"{"is":"act","who":"0","words":"WORDS"}"#.replace("WORDS", &"x".repeat(MESSAGE_MAX));
        let told = said::<Request>(&long);
        assert!(told.starts_with("invalid type: string"), "{told}");
        let asked = r#"{"is":"ask","id":8,"request":{"is":"hide","who":-1,"hidden":true}}"#;
        assert!(
            said::<ClientMessage>(asked).starts_with("request.who: invalid value: integer `-1`"),
            "{}",
            said::<ClientMessage>(asked)
        );
    }
}
