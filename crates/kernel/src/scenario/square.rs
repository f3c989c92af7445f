//! Squares and rows of a map as scenarios write them.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use crate::grid::{Cell, LARGEST_MAP, Map, Shape, Space, Terrain};

/// One square, or one for each creature of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    /// The square of one creature.
    One(Square),
    /// The squares of a group.
    Each(Vec<Square>),
}

/// A square as it is written: column and row, and the height if it is not that of the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square {
    /// Column, from 0.
    pub column: i16,
    /// Row, from 0.
    pub row: i16,
    /// Height in squares.
    pub height: Option<i16>,
}

impl Square {
    /// The cell of the map, its height 0 unless it is written.
    #[must_use]
    pub fn cell(self, shape: Shape) -> Cell {
        let cell = match shape {
            Shape::Square => Cell::new(self.column, self.row),
            Shape::Hex => Cell::from_column_row(self.column, self.row),
        };
        cell.with_height(self.height.unwrap_or_default())
    }

    /// The cell of the map; its height is that of the highest ground below something so many cells wide, unless it is written.
    #[must_use]
    pub fn on_ground(self, map: &Map, side: u8) -> Cell {
        let shape = map.grid().shape;
        let cell = self.cell(shape);
        if self.height.is_some() {
            return cell;
        }
        let ground = Space::cube(cell, side).cells(shape);
        let height = ground.map(|cell| map.ground(cell).surface()).max();
        cell.with_height(height.unwrap_or_default())
    }

    fn read<E: Error>(numbers: &[i16]) -> Result<Self, E> {
        match *numbers {
            [column, row] => Ok(Self {
                column,
                row,
                height: None,
            }),
            [column, row, height] => Ok(Self {
                column,
                row,
                height: Some(height),
            }),
            _ => Err(E::custom(
                "expected a square: column and row, such as [4, 7], or column, row and height",
            )),
        }
    }
}

/// A number of a square, or a whole square.
enum Part {
    Number(i16),
    Square(Square),
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartVisitor)
    }
}

struct PartVisitor;

impl<'de> Visitor<'de> for PartVisitor {
    type Value = Part;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a whole number from -32768 to 32767, or a square such as [4, 7]")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Part, E> {
        i16::try_from(number)
            .map(Part::Number)
            .map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(number), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Part, A::Error> {
        let mut square = Vec::with_capacity(3);
        while let Some(number) = numbers.next_element()? {
            square.push(number);
        }
        Square::read(&square).map(Part::Square)
    }
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(AtVisitor)
    }
}

struct AtVisitor;

impl<'de> Visitor<'de> for AtVisitor {
    type Value = At;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a square such as [4, 7], or a list of squares")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<At, A::Error> {
        let (mut numbers, mut squares) = (Vec::new(), Vec::new());
        while let Some(part) = parts.next_element()? {
            match part {
                Part::Number(number) => numbers.push(number),
                Part::Square(square) => squares.push(square),
            }
        }
        match (numbers.is_empty(), squares.is_empty()) {
            (false, true) => Square::read(&numbers).map(At::One),
            (_, false) if numbers.is_empty() => Ok(At::Each(squares)),
            (true, _) => Err(A::Error::custom("no square is given here")),
            _ => Err(A::Error::custom("numbers and squares are mixed here")),
        }
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers: Vec<i16> = Vec::deserialize(deserializer)?;
        Self::read(&numbers)
    }
}

impl JsonSchema for Square {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Cell::json_schema(generator);
        schema.insert(
            "description".to_owned(),
            "Column and row of a square, and its height in squares if it is not on the ground."
                .into(),
        );
        schema
    }
}

impl JsonSchema for At {
    fn schema_name() -> Cow<'static, str> {
        "At".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let square = generator.subschema_for::<Square>();
        json_schema!({ "anyOf": [square, { "type": "array", "items": square, "minItems": 1 }] })
    }
}

/// The rows of a map: drawn, or only how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rows {
    /// One text per row.
    Drawn(Vec<String>),
    /// That many open rows.
    Count(u16),
}

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RowsVisitor)
    }
}

struct RowsVisitor;

impl<'de> Visitor<'de> for RowsVisitor {
    type Value = Rows;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list of texts, one for each row, or the number of rows")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Rows, E> {
        u16::try_from(number)
            .map(Rows::Count)
            .map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(number), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<Rows, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = texts.next_element()? {
            rows.push(row);
        }
        Ok(Rows::Drawn(rows))
    }
}

impl JsonSchema for Rows {
    fn schema_name() -> Cow<'static, str> {
        "Rows".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "array", "items": { "type": "string" } },
                { "type": "integer", "minimum": 1, "maximum": LARGEST_MAP }
            ]
        })
    }
}
