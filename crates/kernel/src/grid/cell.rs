//! One cell of a grid.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

/// One cell of a grid, a cube as high as it is wide.
///
/// On squares `x` counts columns to the east and `y` rows to the south, both from 0 in the north-west corner of a map.
/// On hexes, which stand on a point and form straight rows, `x` and `y` are the axial coordinates q and r: `y` is the
/// row, and going south-east (one row down, half a cell right) leaves `x` unchanged. [`Cell::from_column_row`] and
/// [`Cell::column_row`] translate from and to the columns and rows of a drawn map.
/// `z` is the height above the map's zero level, in cells, on both.
///
/// Written `4,7`, or `4,7,2` when the height is not 0; in files `[4, 7]` or `[4, 7, 2]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, TS)]
#[ts(type = "[number, number] | [number, number, number]")]
pub struct Cell {
    /// Column on squares, axial q on hexes.
    pub x: i16,
    /// Row on squares, axial r on hexes.
    pub y: i16,
    /// Height in cells.
    pub z: i16,
}

/// Why a text is no cell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CellError {
    /// Neither two nor three parts between commas.
    #[error("`{0}` is not a cell: write two or three whole numbers, such as 4,7 or 4,7,2")]
    Parts(String),
    /// A part is not a whole number from -32768 to 32767.
    #[error("`{part}` in the cell `{whole}` is not a whole number from -32768 to 32767")]
    Number {
        /// The part that is no number.
        part: String,
        /// The whole text.
        whole: String,
    },
}

impl Cell {
    /// The cell of these coordinates at height 0.
    #[must_use]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y, z: 0 }
    }

    /// The cell of these coordinates at height `z`.
    #[must_use]
    pub const fn at_height(x: i16, y: i16, z: i16) -> Self {
        Self { x, y, z }
    }

    /// The same place at height `z`.
    #[must_use]
    pub const fn with_height(self, z: i16) -> Self {
        Self { z, ..self }
    }

    /// Whether it is in the columns and rows between two cells, those of the cells included, at whatever height.
    #[must_use]
    pub const fn lies_between(self, [first, last]: [Self; 2]) -> bool {
        first.x <= self.x && self.x <= last.x && first.y <= self.y && self.y <= last.y
    }

    /// The cell that many columns, rows and heights away; it stays at the end of the number range when that is reached.
    #[must_use]
    pub const fn offset(self, x: i16, y: i16, z: i16) -> Self {
        Self {
            x: self.x.saturating_add(x),
            y: self.y.saturating_add(y),
            z: self.z.saturating_add(z),
        }
    }

    /// The hex in that column and row of a drawn hex map, where each odd row is shifted half a cell to the right.
    #[must_use]
    pub const fn from_column_row(column: i16, row: i16) -> Self {
        Self {
            x: column.saturating_sub(row.div_euclid(2)),
            y: row,
            z: 0,
        }
    }

    /// Column and row of this hex on a drawn hex map: the reverse of [`Cell::from_column_row`].
    #[must_use]
    pub const fn column_row(self) -> (i16, i16) {
        (self.x.saturating_add(self.y.div_euclid(2)), self.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)?;
        if self.z == 0 {
            Ok(())
        } else {
            write!(f, ",{}", self.z)
        }
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let mut numbers = [0i16; 3];
        let mut count = 0;
        for part in text.split(',') {
            let Some(number) = numbers.get_mut(count) else {
                return Err(CellError::Parts(text.into()));
            };
            *number = part.trim().parse().map_err(|_| CellError::Number {
                part: part.trim().into(),
                whole: text.into(),
            })?;
            count += 1;
        }
        if count < 2 {
            return Err(CellError::Parts(text.into()));
        }
        let [x, y, z] = numbers;
        Ok(Self { x, y, z })
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_seq(Some(if self.z == 0 { 2 } else { 3 }))?;
        parts.serialize_element(&self.x)?;
        parts.serialize_element(&self.y)?;
        if self.z != 0 {
            parts.serialize_element(&self.z)?;
        }
        parts.end()
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(CellVisitor)
    }
}

struct CellVisitor;

impl<'de> Visitor<'de> for CellVisitor {
    type Value = Cell;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cell: two or three whole numbers, such as [4, 7] or [4, 7, 2]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Cell, A::Error> {
        let x = parts
            .next_element()?
            .ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let y = parts
            .next_element()?
            .ok_or_else(|| A::Error::invalid_length(1, &self))?;
        let z = parts.next_element()?.unwrap_or(0);
        if parts.next_element::<i16>()?.is_some() {
            return Err(A::Error::invalid_length(4, &self));
        }
        Ok(Cell { x, y, z })
    }
}

impl JsonSchema for Cell {
    fn schema_name() -> Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A cell: column and row (q and r on hexes), then the height in cells when it is not 0.",
            "type": "array",
            "items": { "type": "integer", "minimum": i16::MIN, "maximum": i16::MAX },
            "minItems": 2,
            "maxItems": 3
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_reads_back_as_it_is_written() {
        for (cell, text) in [
            (Cell::new(4, 7), "4,7"),
            (Cell::at_height(4, 7, 2), "4,7,2"),
            (Cell::at_height(-4, 0, -1), "-4,0,-1"),
        ] {
            assert_eq!(cell.to_string(), text);
            assert_eq!(text.parse(), Ok(cell));
        }
        assert_eq!("4, 7".parse(), Ok(Cell::new(4, 7)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "4", "4,7,2,1"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
        for text in ["4;7", "4,x", "4,70000", "4,"] {
            assert!(
                matches!(text.parse::<Cell>(), Err(CellError::Number { .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn files_hold_two_or_three_numbers() {
        for (cell, json) in [
            (Cell::new(4, 7), "[4,7]"),
            (Cell::at_height(4, 7, 2), "[4,7,2]"),
        ] {
            assert_eq!(serde_json::to_string(&cell).unwrap(), json);
            assert_eq!(serde_json::from_str::<Cell>(json).unwrap(), cell);
        }
        for json in ["[]", "[4]", "[4,7,2,1]", "\"4,7\"", "[4,7.5]"] {
            assert!(serde_json::from_str::<Cell>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn hex_columns_and_rows_translate_both_ways() {
        assert_eq!(Cell::from_column_row(0, 1), Cell::new(0, 1));
        assert_eq!(Cell::from_column_row(0, 2), Cell::new(-1, 2));
        for row in -5..5 {
            for column in -5..5 {
                assert_eq!(
                    Cell::from_column_row(column, row).column_row(),
                    (column, row)
                );
            }
        }
    }
}
