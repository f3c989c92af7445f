//! Why a value could not be read as its type, in words for the people who write content.

use std::fmt::Display;

use serde::de::{Expected, Unexpected};

use super::path::Step;

/// The first thing that stopped a reading.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) kind: Kind,
    /// The steps to the value, the innermost first, as they are known on the way out.
    pub(super) inside_out: Vec<Step>,
    /// It is the key of the entry that is wrong, not what stands under it.
    pub(super) on_key: bool,
}

#[derive(Debug)]
pub(super) enum Kind {
    UnknownKey {
        key: String,
        known: &'static [&'static str],
    },
    MissingKey(&'static str),
    UnknownWord {
        word: String,
        known: &'static [&'static str],
    },
    /// A value of another type, or out of range.
    Unfit {
        found: Found,
        wanted: String,
    },
    WrongLength {
        length: usize,
        wanted: String,
    },
    /// Words of the type itself.
    Said(String),
}

/// What stood there instead of what was wanted.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Found {
    Truth(bool),
    Whole(i128),
    Real(f64),
    Text(String),
    List,
    Table,
    Other(String),
}

impl Fault {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            inside_out: Vec::new(),
            on_key: false,
        }
    }

    pub(super) fn under(mut self, step: Step) -> Self {
        self.inside_out.push(step);
        self
    }

    /// The sentence to show.
    pub(super) fn message(&self) -> String {
        match &self.kind {
            Kind::UnknownKey { key, .. } => format!("unknown key `{key}`"),
            Kind::MissingKey(key) => format!("the key `{key}` is missing here"),
            Kind::UnknownWord { word, .. } => format!("unknown word `{word}`"),
            Kind::Unfit { found, wanted } => {
                format!("expected {}, found {}", plain(wanted), found.print())
            }
            Kind::WrongLength { length, wanted } => {
                format!("expected {}, found {length} of them", plain(wanted))
            }
            Kind::Said(words) if words.starts_with("data did not match any variant") => {
                "this is in none of the forms that are allowed here".to_owned()
            }
            Kind::Said(words) => words.clone(),
        }
    }

    /// What to do about it.
    pub(super) fn hint(&self) -> Option<String> {
        match &self.kind {
            Kind::UnknownKey { key, known } => super::suggest::hint(key, known),
            Kind::UnknownWord { word, known } => super::suggest::hint(word, known),
            Kind::Unfit {
                found: Found::Text(text),
                wanted,
            } if text.parse::<f64>().is_ok() && plain(wanted).contains("number") => {
                Some(format!("write {text} without the quotation marks"))
            }
            _ => None,
        }
    }
}

impl Found {
    fn from_unexpected(unexpected: Unexpected<'_>) -> Self {
        match unexpected {
            Unexpected::Bool(truth) => Self::Truth(truth),
            Unexpected::Unsigned(number) => Self::Whole(i128::from(number)),
            Unexpected::Signed(number) => Self::Whole(i128::from(number)),
            Unexpected::Float(number) => Self::Real(number),
            Unexpected::Char(letter) => Self::Text(letter.to_string()),
            Unexpected::Str(text) => Self::Text(text.to_owned()),
            Unexpected::Seq => Self::List,
            Unexpected::Map => Self::Table,
            Unexpected::Unit | Unexpected::Option => Self::Other("nothing".to_owned()),
            other => Self::Other(other.to_string()),
        }
    }

    fn print(&self) -> String {
        match self {
            Self::Truth(truth) => truth.to_string(),
            Self::Whole(number) => number.to_string(),
            // With its point, by which it differs from the whole number that may be wanted.
            Self::Real(number) => format!("{number:?}"),
            Self::Text(text) => format!("the text {text:?}"),
            Self::List => "a list".to_owned(),
            Self::Table => "a table".to_owned(),
            Self::Other(words) => words.clone(),
        }
    }
}

/// Serde's and Rust's names for types, in plain words.
fn plain(wanted: &str) -> String {
    if let Some(range) = whole_number_range(wanted) {
        return range;
    }
    let words = match wanted {
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "string" | "str" => "a text in quotation marks",
        "a sequence" => "a list",
        "a map" => "a table",
        "a character" => "one letter in quotation marks",
        "string or table" => "a text in quotation marks or a table",
        "unit" => "nothing",
        _ => "",
    };
    if !words.is_empty() {
        return words.to_owned();
    }
    // "struct Creature" and "enum Facing" name types of the program, which mean nothing to a reader.
    match wanted.split_once(' ').map(|(first, _)| first) {
        Some("struct" | "internally" | "adjacently") => "a table".to_owned(),
        Some("enum" | "variant") => "a text in quotation marks or a table".to_owned(),
        Some("tuple") => tuple_words(wanted),
        _ => wanted.to_owned(),
    }
}

/// `tuple struct Square with 2 elements` says more of Rust than of the list that is wanted.
fn tuple_words(wanted: &str) -> String {
    match wanted.rsplit_once(" with ") {
        Some((_, elements)) => format!("a list of {elements}"),
        None => "a list".to_owned(),
    }
}

fn whole_number_range(wanted: &str) -> Option<String> {
    let (least, name) = match wanted.strip_prefix("a nonzero ") {
        Some(name) => (1, name),
        None => (0, wanted),
    };
    let (signed, bits) = match name.split_at_checked(1)? {
        ("u", bits) => (false, bits),
        ("i", bits) => (true, bits),
        _ => return None,
    };
    let bits: u32 = if bits == "size" {
        64
    } else {
        bits.parse().ok()?
    };
    if !matches!(bits, 8 | 16 | 32 | 64 | 128) {
        return None;
    }
    Some(match (signed, bits) {
        (false, 64 | 128) => format!("a whole number of {least} or more"),
        (true, 64 | 128) => "a whole number".to_owned(),
        (false, bits) => format!("a whole number from {least} to {}", (1_u64 << bits) - 1),
        (true, bits) => {
            let half = 1_i64 << (bits - 1);
            format!("a whole number from {} to {}", -half, half - 1)
        }
    })
}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message())
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<T: Display>(words: T) -> Self {
        Self::new(Kind::Said(words.to_string()))
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Kind::Unfit {
            found: Found::from_unexpected(unexpected),
            wanted: expected.to_string(),
        })
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(Kind::WrongLength {
            length,
            wanted: expected.to_string(),
        })
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        Self::new(Kind::UnknownWord {
            word: word.to_owned(),
            known,
        })
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Self::new(Kind::UnknownKey {
            key: key.to_owned(),
            known,
        })
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(Kind::MissingKey(key))
    }

    fn duplicate_field(key: &'static str) -> Self {
        Self::new(Kind::Said(format!(
            "the key `{key}` is given twice, once under another name"
        )))
    }
}
