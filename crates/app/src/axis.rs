//! Counted time as a line of signs for each creature.

use affray_kernel::view::{Axis, Mark, TimeRow};

/// What the signs mean.
pub(crate) const LEGEND: &str = "  ● acted   ◆ acts next   ─ busy   ◇ done or ready   │ now";

/// Every so many counts have their number above them.
const COUNTS_MARKED: u32 = 5;

/// The numbers above the lines, `indent` columns to the right.
pub(crate) fn scale(axis: Axis, indent: usize) -> String {
    let mut line = " ".repeat(indent);
    let first = axis.from.next_multiple_of(COUNTS_MARKED);
    for count in (first..=axis.to).step_by(COUNTS_MARKED as usize) {
        let column = indent + (count - axis.from) as usize;
        line.push_str(&" ".repeat(column.saturating_sub(line.len())));
        line.push_str(&count.to_string());
    }
    line
}

/// The line of a creature: a sign for each count.
pub(crate) fn line(axis: Axis, row: &TimeRow) -> String {
    (axis.from..=axis.to)
        .map(|count| match row.mark(count) {
            Some(Mark::Acted) => '●',
            Some(Mark::Acts) => '◆',
            Some(Mark::Busy) => '─',
            Some(Mark::Ready) => '◇',
            None if count == axis.now => '│',
            None => '·',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use affray_kernel::CreatureId;

    use super::*;

    #[test]
    fn signs_stand_below_their_counts() {
        let axis = Axis {
            from: 8,
            now: 12,
            to: 21,
            to_at_least: 21,
        };
        let row = TimeRow {
            who: CreatureId(0),
            label: String::new(),
            pips: Vec::new(),
            active: false,
            remark: String::new(),
            marks: vec![(9, Mark::Acted), (13, Mark::Busy), (15, Mark::Acts)],
            stages: Vec::new(),
        };
        assert_eq!(scale(axis, 3), "     10   15   20");
        assert_eq!(line(axis, &row), "·●··│─·◆······");
    }
}
