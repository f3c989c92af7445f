//! Rows that are written in columns.

use std::fs::{self, File};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::common::{affray_in, folder};

/// A value as `.csv` has it; no text of these fights has a comma in it.
fn between_commas(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        other => panic!("{other} is in no column"),
    }
}

#[test]
fn columns_have_what_stands_between_commas() {
    let folder = folder();
    let run = |name: &str, threads: &str| {
        let seeded = [
            "sim",
            "timecount/sword-and-rapier",
            "--fights",
            "60",
            "--seed",
            "7",
        ];
        let more = [
            "--vary",
            "garret.max_hp=10,14",
            "--threads",
            threads,
            "--out",
            name,
        ];
        let args: Vec<&str> = seeded.into_iter().chain(more).collect();
        affray_in(folder.path(), &args, b"").expect(0);
        folder.path().join(name)
    };
    let csv = fs::read_to_string(run("rows.csv", "1")).expect("rows");
    let mut lines = csv.lines();
    let path = run("rows.parquet", "2");
    let reader = SerializedFileReader::new(File::open(&path).expect("it is there"));
    let reader = reader.expect("a file of columns");
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = schema
        .columns()
        .iter()
        .map(|column| column.name())
        .collect();
    assert_eq!(lines.next(), Some(names.join(",").as_str()));
    let mut count = 0;
    for row in reader.get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        let cells: Vec<String> = row
            .get_column_iter()
            .map(|(_, field)| between_commas(field))
            .collect();
        assert_eq!(lines.next(), Some(cells.join(",").as_str()));
        count += 1;
    }
    assert_eq!((count, lines.next()), (120, None));
    assert_eq!(
        fs::read(run("again.parquet", "1")).expect("rows"),
        fs::read(path).expect("rows")
    );
}
