//! A serde deserializer over a [`Tree`](super::Tree) that knows the path of everything that goes wrong.

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::fault::{Fault, Found, Kind};
use super::located;
use super::path::Step;
use super::tree::{Entry, Node, Value};

type Result<T> = std::result::Result<T, Fault>;

/// How deep stand-ins are filled in: a type that contains itself would never end.
const HOLE_DEPTH: usize = 24;

/// Reads one node.
#[derive(Clone, Copy)]
pub(super) struct Reader<'n> {
    node: &'n Node,
    /// The keys of the type around it, for telling which keys would have been known.
    known: &'static [&'static str],
    /// How many stand-ins deep, from 1 at the stand-in that stands in the tree.
    hole_depth: usize,
}

impl<'n> Reader<'n> {
    pub(super) fn new(node: &'n Node) -> Self {
        Self {
            node,
            known: &[],
            hole_depth: 0,
        }
    }

    fn is_hole(&self) -> bool {
        matches!(self.node.value, Value::Hole)
    }

    /// A stand-in inside this stand-in.
    fn inner_hole(&self) -> Result<Self> {
        if self.hole_depth >= HOLE_DEPTH {
            return Err(unfillable());
        }
        Ok(Self {
            hole_depth: self.hole_depth + 1,
            ..*self
        })
    }

    fn found(&self) -> Found {
        match &self.node.value {
            Value::Text(text) => Found::Text(text.clone()),
            Value::Whole(number) => Found::Whole(*number),
            Value::Real(number) => Found::Real(*number),
            Value::Truth(truth) => Found::Truth(*truth),
            Value::Moment(moment) => Found::Other(format!("the date {moment}")),
            Value::List(_) => Found::List,
            Value::Table(_) => Found::Table,
            Value::Hole => Found::Other("nothing".to_owned()),
        }
    }

    fn visit<'de, V: Visitor<'de>>(
        self,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match &self.node.value {
            Value::Text(text) => visitor.visit_str(text),
            Value::Whole(number) => visit_whole(*number, visitor),
            Value::Real(number) => visitor.visit_f64(*number),
            Value::Truth(truth) => visitor.visit_bool(*truth),
            Value::Moment(moment) => visitor.visit_string(moment.to_string()),
            Value::List(nodes) => {
                let mut list = List { nodes, next: 0 };
                let value = visitor.visit_seq(&mut list)?;
                list.finish(value)
            }
            Value::Table(entries) => visitor.visit_map(Table {
                entries: entries.iter(),
                value: None,
                known,
            }),
            Value::Hole => Err(unfillable()),
        }
    }
}

/// A stand-in could not be read as what is wanted. Whoever mends the tree sees that no writer's value is meant.
fn unfillable() -> Fault {
    Fault::new(Kind::Said("nothing can stand in here".to_owned()))
}

fn visit_whole<'de, V: Visitor<'de>>(number: i128, visitor: V) -> Result<V::Value> {
    if let Ok(small) = i64::try_from(number) {
        visitor.visit_i64(small)
    } else if let Ok(small) = u64::try_from(number) {
        visitor.visit_u64(small)
    } else {
        visitor.visit_i128(number)
    }
}

macro_rules! or_from_hole {
    ($($method:ident => $visit:ident($($value:expr)?)),* $(,)?) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            if self.is_hole() {
                return visitor.$visit($($value)?);
            }
            self.visit(&[], visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(&[], visitor)
    }

    or_from_hole! {
        deserialize_bool => visit_bool(false),
        deserialize_i8 => visit_i64(0),
        deserialize_i16 => visit_i64(0),
        deserialize_i32 => visit_i64(0),
        deserialize_i64 => visit_i64(0),
        deserialize_i128 => visit_i64(0),
        deserialize_u8 => visit_i64(0),
        deserialize_u16 => visit_i64(0),
        deserialize_u32 => visit_i64(0),
        deserialize_u64 => visit_i64(0),
        deserialize_u128 => visit_i64(0),
        deserialize_f32 => visit_f64(0.0),
        deserialize_f64 => visit_f64(0.0),
        deserialize_char => visit_char('a'),
        deserialize_str => visit_str(""),
        deserialize_string => visit_str(""),
        deserialize_unit => visit_unit(),
        deserialize_seq => visit_seq(&mut List { nodes: &[], next: 0 }),
        deserialize_map => visit_map(Table { entries: [].iter(), value: None, known: &[] }),
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_hole() {
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == located::NAME {
            return visitor.visit_seq(Place {
                reader: self,
                part: 0,
            });
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        if self.is_hole() {
            let hole = self.inner_hole()?;
            return visitor.visit_seq(Holes { hole, left: len });
        }
        self.visit(&[], visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match &self.node.value {
            Value::Hole => {
                let hole = self.inner_hole()?;
                visitor.visit_map(HoleFields {
                    hole,
                    fields: fields.iter(),
                })
            }
            Value::Table(_) => self.visit(fields, visitor),
            // Serde would also take the fields in a list, by their order in the program.
            _ => Err(Fault::new(Kind::Unfit {
                found: self.found(),
                wanted: "a map".to_owned(),
            })),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match &self.node.value {
            Value::Hole => {
                let hole = self.inner_hole()?;
                let first = variants.first().copied().ok_or_else(unfillable)?;
                visitor.visit_enum(Variant {
                    word: first,
                    content: Some(hole),
                    step: None,
                })
            }
            Value::Text(word) => visitor.visit_enum(Variant {
                word,
                content: None,
                step: None,
            }),
            Value::Table(entries) => {
                let [entry] = entries.as_slice() else {
                    return Err(Fault::new(Kind::Said(format!(
                        "expected a table with one key, one of {}",
                        variants.join(", ")
                    ))));
                };
                visitor.visit_enum(Variant {
                    word: &entry.key,
                    content: Some(Reader::new(&entry.node)),
                    step: Some(Step::Key(entry.key.clone())),
                })
            }
            _ => Err(Fault::new(Kind::Unfit {
                found: self.found(),
                wanted: "string or table".to_owned(),
            })),
        }
    }

    /// Serde skips a value it has no field for, where the type did not ask to refuse unknown keys. We refuse.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_hole() {
            return visitor.visit_unit();
        }
        Err(Fault::new(Kind::UnknownKey {
            key: String::new(),
            known: self.known,
        }))
    }

    forward_to_deserialize_any! {
        bytes byte_buf unit_struct identifier
    }
}

/// The start, the end and the value, for a `Located`.
struct Place<'n> {
    reader: Reader<'n>,
    part: usize,
}

impl<'de> SeqAccess<'de> for Place<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.part += 1;
        let span = &self.reader.node.span;
        match self.part {
            1 => seed.deserialize(span.start.into_deserializer()).map(Some),
            2 => seed.deserialize(span.end.into_deserializer()).map(Some),
            3 => seed.deserialize(self.reader).map(Some),
            _ => Ok(None),
        }
    }
}

struct List<'n> {
    nodes: &'n [Node],
    next: usize,
}

impl List<'_> {
    /// A value that did not want all the elements is wrong about their number.
    fn finish<T>(&self, value: T) -> Result<T> {
        let left = self.nodes[self.next..].iter().filter(|node| !node.skipped);
        if left.count() == 0 {
            return Ok(value);
        }
        Err(Fault::new(Kind::Said(format!(
            "expected a list of {}, found {} of them",
            self.next,
            self.nodes.len()
        ))))
    }
}

impl<'de> SeqAccess<'de> for &mut List<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        while let Some(node) = self.nodes.get(self.next) {
            let index = self.next;
            self.next += 1;
            if !node.skipped {
                return seed
                    .deserialize(Reader::new(node))
                    .map(Some)
                    .map_err(|fault| fault.under(Step::Index(index)));
            }
        }
        Ok(None)
    }
}

struct Table<'n> {
    entries: std::slice::Iter<'n, Entry>,
    value: Option<&'n Entry>,
    known: &'static [&'static str],
}

impl<'de> MapAccess<'de> for Table<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(entry) = self.entries.next() else {
            return Ok(None);
        };
        self.value = Some(entry);
        match seed.deserialize(KeyReader(&entry.key)) {
            Ok(key) => Ok(Some(key)),
            Err(mut fault) => {
                fault.on_key = true;
                Err(fault.under(Step::Key(entry.key.clone())))
            }
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let Some(entry) = self.value.take() else {
            return Err(unfillable());
        };
        let mut reader = Reader::new(&entry.node);
        reader.known = self.known;
        seed.deserialize(reader).map_err(|mut fault| {
            // The skipping of an unknown key knows the other keys, but not the key itself.
            if let Kind::UnknownKey { key, .. } = &mut fault.kind
                && key.is_empty()
            {
                key.clone_from(&entry.key);
                fault.on_key = true;
            }
            fault.under(Step::Key(entry.key.clone()))
        })
    }
}

/// Reads a key: as a word, or as a number or one of several words where the type wants that.
struct KeyReader<'n>(&'n str);

macro_rules! number_from_key {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.0.parse::<i128>() {
                Ok(number) => visit_whole(number, visitor),
                Err(_) => visitor.visit_str(self.0),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for KeyReader<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.0)
    }

    number_from_key! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant {
            word: self.0,
            content: None,
            step: None,
        })
    }

    forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}

/// A word that chooses one of several kinds, and what belongs to that kind.
struct Variant<'n> {
    word: &'n str,
    content: Option<Reader<'n>>,
    /// Where the content stands, seen from the value that chooses.
    step: Option<Step>,
}

impl Variant<'_> {
    fn bare(&self) -> Fault {
        Fault::new(Kind::Said(format!(
            "`{0}` needs more: write {{ {0} = ... }}",
            self.word
        )))
    }

    fn placed<T>(step: Option<Step>, result: Result<T>) -> Result<T> {
        result.map_err(|fault| match step {
            Some(step) => fault.under(step),
            None => fault,
        })
    }
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        let word: StrDeserializer<'_, Fault> = self.word.into_deserializer();
        match seed.deserialize(word) {
            Ok(kind) => Ok((kind, self)),
            Err(mut fault) => {
                fault.on_key = self.step.is_some();
                Self::placed(self.step, Err(fault))
            }
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<()> {
        match self.content {
            None => Ok(()),
            Some(reader) if reader.is_hole() => Ok(()),
            Some(_) => Self::placed(
                self.step,
                Err(Fault::new(Kind::Said(format!(
                    "`{0}` takes nothing more: write \"{0}\"",
                    self.word
                )))),
            ),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        let reader = self.content.ok_or_else(|| self.bare())?;
        Self::placed(self.step, seed.deserialize(reader))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let reader = self.content.ok_or_else(|| self.bare())?;
        Self::placed(self.step, reader.deserialize_tuple(len, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let reader = self.content.ok_or_else(|| self.bare())?;
        Self::placed(self.step, reader.deserialize_struct("", fields, visitor))
    }
}

/// So many stand-ins in a row.
struct Holes<'n> {
    hole: Reader<'n>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Holes<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(self.hole).map(Some)
    }
}

/// A stand-in for every field.
struct HoleFields<'n> {
    hole: Reader<'n>,
    fields: std::slice::Iter<'static, &'static str>,
}

impl<'de> MapAccess<'de> for HoleFields<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.fields.next() {
            Some(field) => seed.deserialize(KeyReader(field)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.hole)
    }
}
