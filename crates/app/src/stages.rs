//! The stages of a round as columns, with a line for each creature.

use affray_kernel::view::{Stages, TimeRow};

/// What the signs mean.
pub(crate) const LEGEND: &str = "  ○ may still act there   · may not   ▸ now";

/// The names above the columns, the one that is under way marked.
pub(crate) fn names(stages: &Stages) -> Vec<String> {
    let names = stages.names.iter().enumerate();
    let marked = names.map(|(place, name)| {
        if stages.now == Some(place) {
            format!("▸ {name}")
        } else {
            format!("  {name}")
        }
    });
    marked.collect()
}

/// What a creature has in each of them.
pub(crate) fn cells(row: &TimeRow) -> Vec<String> {
    let stages = row.stages.iter();
    let written = stages.map(|stage| {
        let sign = if stage.open { '○' } else { '·' };
        format!("{sign} {}", stage.words)
    });
    written.collect()
}

/// As wide as each column has to be.
pub(crate) fn widths(lines: &[Vec<String>]) -> Vec<usize> {
    let columns = lines.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.trim_end().chars().count()).max()
    };
    (0..columns).filter_map(width).collect()
}

/// The cells beside each other.
pub(crate) fn line(cells: &[String], widths: &[usize]) -> String {
    let padded: Vec<String> = cells
        .iter()
        .zip(widths)
        .map(|(cell, width)| format!("{:width$}", cell.trim_end()))
        .collect();
    padded.join("  ").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use affray_kernel::CreatureId;
    use affray_kernel::view::Stage;

    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        let stages = Stages {
            names: vec!["Dawn", "Noon", "Dusk"],
            now: Some(1),
        };
        let stage = |words: &str, open| Stage {
            words: words.to_owned(),
            open,
        };
        let row = TimeRow {
            who: CreatureId(0),
            label: String::new(),
            pips: Vec::new(),
            active: false,
            remark: String::new(),
            marks: Vec::new(),
            stages: vec![stage("", false), stage("in a hurry", true), stage("", true)],
        };
        let lines = [names(&stages), cells(&row)];
        let widths = widths(&lines);
        assert_eq!(line(&lines[0], &widths), "  Dawn  ▸ Noon          Dusk");
        assert_eq!(line(&lines[1], &widths), "·       ○ in a hurry  ○");
    }
}
