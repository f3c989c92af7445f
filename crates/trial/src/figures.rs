//! Figures of sheets by their names.

use affray_kernel::sheet::{SheetLine, SheetSection};

/// The first figure of that name.
fn line<'s>(sections: &'s [SheetSection], name: &str) -> &'s SheetLine {
    let mut lines = sections.iter().flat_map(|section| &section.lines);
    let found = lines.find(|line| line.name == name);
    found.unwrap_or_else(|| panic!("no `{name}` in {sections:#?}"))
}

/// What the sheet says it is.
pub fn value<'s>(sections: &'s [SheetSection], name: &str) -> &'s str {
    &line(sections, name).value
}

/// What it is made of.
pub fn made_of(sections: &[SheetSection], name: &str) -> Vec<(&'static str, i32)> {
    let sum = line(sections, name).sum.as_ref();
    let parts = sum.map(|sum| sum.parts.iter());
    let parts = parts.unwrap_or_else(|| panic!("`{name}` is not worked out"));
    parts.map(|part| (part.source, part.value)).collect()
}
