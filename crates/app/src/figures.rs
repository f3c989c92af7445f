//! Figures as people read them, in columns and bars.

use affray_sim::Histogram;
use affray_sim::interval::Estimate;
use affray_sim::summary::Spread;

/// `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `62.3%`.
pub(crate) fn percent(part: f64) -> String {
    in_hundred(part, 1)
}

/// `62%`.
pub(crate) fn whole_percent(part: f64) -> String {
    in_hundred(part, 0)
}

/// `62.31%`: a chance that is known exactly, or nearly.
pub(crate) fn fine_percent(part: f64) -> String {
    in_hundred(part, 2)
}

/// So much less than all may be missing of a sum of chances by rounding alone.
const ROUNDING: f64 = 1e-12;

/// A part as a percentage with so many places; what is not nothing and not all is never told as such.
fn in_hundred(part: f64, places: usize) -> String {
    let step = 0.1_f64.powi(places as i32);
    let rounded = |percentage: f64| format!("{percentage:.places$}%");
    let told = rounded(part * 100.0);
    if part > 0.0 && told == rounded(0.0) {
        format!("< {}", rounded(step))
    } else if part < 1.0 - ROUNDING && told == rounded(100.0) {
        format!("> {}", rounded(100.0 - step))
    } else {
        told
    }
}

/// The same, with an exponent where two places would show nothing.
pub(crate) fn tiny_percent(part: f64) -> String {
    if part > 0.0 && part < 0.000_1 {
        format!("{:.1e}%", part * 100.0)
    } else {
        fine_percent(part)
    }
}

/// `61.3% to 63.2%`.
pub(crate) fn interval(chance: &Estimate) -> String {
    format!("{} to {}", percent(chance.low), percent(chance.high))
}

/// `+12.5`: a difference of chances in points of a hundred.
pub(crate) fn points(difference: f64) -> String {
    signed(&format!("{:+.1}", difference * 100.0))
}

/// `+10.1 to +14.9`.
pub(crate) fn points_interval(difference: &Estimate) -> String {
    let Estimate { low, high, .. } = difference;
    format!("{} to {}", points(*low), points(*high))
}

/// `100.6 ±1.9`: a mean, and how much more or less the true one may be where there is enough to say.
pub(crate) fn mean(spread: &Spread) -> String {
    let mean = decimal(spread.mean);
    match &spread.interval {
        Some(interval) => {
            let places = places(spread.mean);
            format!("{mean} ±{:.places$}", interval.half_width())
        }
        None => mean,
    }
}

/// A number with as many places as it takes to be told from its like.
pub(crate) fn decimal(number: f64) -> String {
    let places = places(number);
    signed(&format!("{number:.places$}"))
}

fn places(number: f64) -> usize {
    if number.abs() < 10.0 { 2 } else { 1 }
}

/// How often something is done that was done: `0.01` as [`decimal`], `< 0.01` where it is less.
pub(crate) fn often(number: f64) -> String {
    if number > 0.0 && number < 0.005 {
        return "< 0.01".to_owned();
    }
    decimal(number)
}

/// A number with a minus sign in place of a hyphen, and none before nothing.
pub(crate) fn signed(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|digit| matches!(digit, b'0' | b'.')) => rest.to_owned(),
        _ => number.replace('-', "−"),
    }
}

/// The least chance that is told; numbers as small as that cannot be told from 0 much longer.
const TINIEST: f64 = 1e-300;

/// The chance that there is no difference: `= 0.031`, `= 2.4e-7` where it is tiny, and `< 1e-300`.
pub(crate) fn significance_with_sign(p: f64) -> String {
    let sign = if p < TINIEST { "" } else { "= " };
    format!("{sign}{}", significance(p))
}

/// The chance that there is no difference: `0.031`, `2.4e-7` where it is tiny, and `< 1e-300`.
pub(crate) fn significance(p: f64) -> String {
    if p < TINIEST {
        format!("< {TINIEST:.0e}")
    } else if p < 0.001 {
        format!("{p:.1e}")
    } else {
        let digits = format!("{p:.3}");
        digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    }
}

/// A bar of up to `width` columns, drawn to an eighth of one.
pub(crate) fn bar(part: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(EIGHTHS[eighths % 8]);
    bar
}

/// On which side of its column a cell stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Rows with their cells in columns, two blanks before each row.
pub(crate) fn columns(rows: &[Vec<String>], align: &[Align]) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..align.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let mut line = String::new();
        for ((cell, width), align) in row.iter().zip(&widths).zip(align) {
            let blanks = " ".repeat(width - cell.chars().count().min(*width));
            let (before, after) = match align {
                Align::Left => ("", &*blanks),
                Align::Right => (&*blanks, ""),
            };
            line.push_str(&format!("  {before}{cell}{after}"));
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// A histogram in at most `most` rows: what it counts and how much of it, each with its part of the highest.
pub(crate) fn histogram(
    histogram: &Histogram,
    most: usize,
) -> (Vec<Vec<String>>, Vec<Option<f64>>) {
    let bins = histogram.bins(most);
    let total = histogram.total();
    let highest = bins.counts.iter().copied().max().unwrap_or(0);
    let row = |(place, count): (usize, &u64)| {
        let from = bins.from + place as i64 * bins.width;
        let label = match bins.width {
            1 => signed(&from.to_string()),
            width => signed(&format!("{from} to {}", from + width - 1)),
        };
        let part = *count as f64 / highest.max(1) as f64;
        let row = vec![label, percent(*count as f64 / total.max(1) as f64)];
        (row, Some(part))
    };
    bins.counts.iter().enumerate().map(row).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), expected);
        }
    }

    #[test]
    fn decimals_have_two_places_below_ten_and_a_real_minus_sign() {
        let told = [9.994, 12.04, -0.5, -26.0].map(decimal);
        assert_eq!(told, ["9.99", "12.0", "−0.50", "−26.0"]);
    }

    #[test]
    fn means_are_told_with_what_they_may_be() {
        let half = |low, high| Some(affray_sim::interval::Interval { low, high });
        let told = |mean, interval| {
            let spread = Spread {
                mean,
                interval,
                ..Spread::default()
            };
            super::mean(&spread)
        };
        assert_eq!(told(100.6, half(98.7, 102.5)), "100.6 ±1.9");
        assert_eq!(told(-8.2, half(-8.3, -8.1)), "−8.20 ±0.10");
        assert_eq!(told(4.0, None), "4.00");
        let difference = Estimate {
            value: 0.0,
            low: -0.05,
            high: 0.125,
        };
        assert_eq!(points_interval(&difference), "−5.0 to +12.5");
    }

    #[test]
    fn what_happens_seldom_is_not_told_as_never() {
        assert_eq!([0.004, 0.005, 0.0].map(often), ["< 0.01", "0.01", "0.00"]);
        let told = [0.0, 0.002, 0.5, 0.998, 1.0].map(whole_percent);
        assert_eq!(told, ["0%", "< 1%", "50%", "> 99%", "100%"]);
        let told = [0.0, 0.0001, 0.623, 0.9999, 1.0].map(percent);
        assert_eq!(told, ["0.0%", "< 0.1%", "62.3%", "> 99.9%", "100.0%"]);
        let told = [0.00001, 0.0123, 1.0 - 1e-10, 1.0 - 1e-15].map(fine_percent);
        assert_eq!(told, ["< 0.01%", "1.23%", "> 99.99%", "100.00%"]);
    }

    #[test]
    fn nothing_has_no_minus_sign() {
        assert_eq!(decimal(-0.004), "0.00");
        assert_eq!([-0.0004, -0.004].map(points), ["0.0", "−0.4"]);
    }

    #[test]
    fn tiny_chances_of_no_difference_have_exponents() {
        let told = [1.0, 0.05, 0.0312, 0.001, 0.000_24].map(significance);
        assert_eq!(told, ["1", "0.05", "0.031", "0.001", "2.4e-4"]);
        assert_eq!(significance(0.0), "< 1e-300");
        let told = [0.05, 0.0].map(significance_with_sign);
        assert_eq!(told, ["= 0.05", "< 1e-300"]);
    }

    #[test]
    fn bars_grow_by_eighths() {
        assert_eq!(bar(0.0, 4), "");
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(1.0 / 32.0, 4), "▏");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [
            vec!["a".to_owned(), "10".to_owned()],
            vec!["bcd".to_owned(), "5".to_owned()],
        ];
        let lines = columns(&rows, &[Align::Left, Align::Right]);
        assert_eq!(lines, ["  a    10", "  bcd   5"]);
    }
}
