//! Rows in columns: a file of Parquet.

use std::mem;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::rows::{Cell, Column, Kind};
use crate::trouble::Trouble;

/// After how many rows they are laid in columns: as many are kept in memory, and no more cells than [`CELLS`].
const TOGETHER: usize = 16_384;

/// The most cells that are kept in memory.
const CELLS: usize = 1 << 20;

/// Rows that are laid in columns, and the file as far as it stands.
pub(super) struct Columns {
    kinds: Vec<Kind>,
    rows: Vec<Vec<Cell>>,
    file: SerializedFileWriter<Vec<u8>>,
}

impl Columns {
    /// A file with these columns, in each of which a value may be missing.
    pub(super) fn new(columns: &[Column]) -> Result<Self, Trouble> {
        let schema = schema(columns).map_err(fault)?;
        let file = SerializedFileWriter::new(Vec::new(), schema, Arc::default());
        Ok(Self {
            kinds: columns.iter().map(|column| column.kind).collect(),
            rows: Vec::new(),
            file: file.map_err(fault)?,
        })
    }

    /// Takes rows, each a line of JSON as [`super::rows::Rows`] writes it; gives what is to be added to the file.
    pub(super) fn take(&mut self, lines: &str) -> Result<Vec<u8>, Trouble> {
        for line in lines.lines() {
            let row = serde_json::from_str(line);
            let row = row.map_err(|error| Trouble::Fault(format!("a row is lost: {error}")))?;
            self.rows.push(row);
            let cells = self.rows.len() * self.kinds.len();
            if self.rows.len() >= TOGETHER || cells >= CELLS {
                self.lay().map_err(fault)?;
            }
        }
        Ok(mem::take(self.file.inner_mut()))
    }

    /// What ends the file.
    pub(super) fn end(mut self) -> Result<Vec<u8>, Trouble> {
        if !self.rows.is_empty() {
            self.lay().map_err(fault)?;
        }
        self.file.into_inner().map_err(fault)
    }

    /// Lays the rows that are there in columns.
    fn lay(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        let mut place = 0;
        while let Some(column) = group.next_column()? {
            let cells = self.rows.iter().map(|row| &row[place]);
            write(column, self.kinds[place], cells)?;
            place += 1;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}

fn schema(columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let fields = columns.iter().map(|column| {
        let (physical, logical) = match column.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Whole => (Physical::INT64, None),
            Kind::Real => (Physical::DOUBLE, None),
        };
        let field = Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical);
        field.build().map(Arc::new)
    });
    let fields = fields.collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("fights").with_fields(fields);
    schema.build().map(Arc::new)
}

/// Writes one column: which of its values are there, and those.
fn write<'c>(
    mut column: SerializedColumnWriter<'_>,
    kind: Kind,
    cells: impl Iterator<Item = &'c Cell> + Clone,
) -> Result<(), ParquetError> {
    let present: Vec<i16> = cells
        .clone()
        .map(|cell| i16::from(*cell != Cell::Nothing))
        .collect();
    let levels = Some(present.as_slice());
    match kind {
        Kind::Text => {
            let texts = cells.filter_map(|cell| match cell {
                Cell::Text(text) => Some(ByteArray::from(text.as_str())),
                _ => None,
            });
            let texts: Vec<ByteArray> = texts.collect();
            column
                .typed::<ByteArrayType>()
                .write_batch(&texts, levels, None)?;
        }
        Kind::Whole => {
            let numbers = cells.filter_map(|cell| match cell {
                Cell::Whole(number) => Some(*number),
                _ => None,
            });
            let numbers: Vec<i64> = numbers.collect();
            column
                .typed::<Int64Type>()
                .write_batch(&numbers, levels, None)?;
        }
        Kind::Real => {
            let numbers = cells.filter_map(|cell| match cell {
                Cell::Real(number) => Some(*number),
                _ => None,
            });
            let numbers: Vec<f64> = numbers.collect();
            column
                .typed::<DoubleType>()
                .write_batch(&numbers, levels, None)?;
        }
    }
    column.close()
}

fn fault(error: ParquetError) -> Trouble {
    Trouble::Fault(format!("results cannot be laid in columns: {error}"))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::*;

    #[test]
    fn rows_that_are_laid_in_columns_are_read_back() {
        let column = |name: &str, kind| Column {
            name: name.to_owned(),
            kind,
        };
        let columns = [
            column("winner", Kind::Text),
            column("fight", Kind::Whole),
            column("seconds", Kind::Real),
        ];
        let mut laid = Columns::new(&columns).expect("columns");
        let mut bytes = Vec::new();
        let rows = TOGETHER + 1;
        for number in 0..rows {
            let winner = ["null", "\"heroes, all\""][number % 2];
            let seconds = ["1.5", "30.0", "null"][number % 3];
            let line = format!("[{winner},{number},{seconds}]\n");
            bytes.extend(laid.take(&line).expect("a row"));
        }
        bytes.extend(laid.end().expect("an end"));
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&bytes).expect("room for it");
        let reader = SerializedFileReader::new(file).expect("a file of columns");
        assert_eq!(reader.num_row_groups(), 2);
        let read = reader.get_row_iter(None).expect("rows");
        let mut count = 0;
        for (number, row) in read.enumerate() {
            let row = row.expect("a row");
            let fields: Vec<Field> = row
                .get_column_iter()
                .map(|(_, field)| field.clone())
                .collect();
            let winner = match number % 2 {
                0 => Field::Null,
                _ => Field::Str("heroes, all".to_owned()),
            };
            let seconds = match number % 3 {
                0 => Field::Double(1.5),
                1 => Field::Double(30.0),
                _ => Field::Null,
            };
            let fight = Field::Long(i64::try_from(number).expect("few rows"));
            assert_eq!(fields, [winner, fight, seconds]);
            count += 1;
        }
        assert_eq!(count, rows);
    }
}
