//! Plots, each with a title and a description for those who do not see it.

use std::collections::BTreeSet;

use affray_sim::interval::Estimate;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{IntoSegmentedCoord, SegmentValue};
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use crate::trouble::Trouble;

pub(super) const WIDTH: u32 = 720;
const HEIGHT: u32 = 340;
pub(super) const FONT: &str = "sans-serif";
const SIZE: u32 = 15;

/// Colours that are told apart by everybody, also in grey.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
    RGBColor(150, 110, 60),
];

pub(super) fn color(number: usize) -> RGBColor {
    COLORS[number % COLORS.len()]
}

/// What a plot is called, what it shows in words, and what its axes count.
pub(super) struct Words {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) across: String,
    pub(super) up: String,
}

/// A bar with what it is called and an interval on it.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) color: RGBColor,
}

/// A line through points, with a band around it where there is one.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    /// The lower and the upper end at each point.
    pub(super) band: Vec<(f64, f64)>,
}

impl Line {
    /// A line without points.
    pub(super) fn named(name: String) -> Self {
        Self {
            name,
            points: Vec::new(),
            band: Vec::new(),
        }
    }

    /// Adds a point at a chance, with its interval.
    pub(super) fn add(&mut self, x: f64, chance: &Estimate) {
        self.points.push((x, chance.value));
        self.band.push((chance.low, chance.high));
    }

    /// Puts the points in the order in which they stand from left to right.
    pub(super) fn sort(&mut self) {
        let mut all: Vec<_> = self.points.drain(..).zip(self.band.drain(..)).collect();
        all.sort_by(|((one, _), _), ((other, _), _)| one.total_cmp(other));
        (self.points, self.band) = all.into_iter().unzip();
    }
}

/// What is to be drawn.
pub(super) struct Plot {
    pub(super) words: Words,
    pub(super) shape: Shape,
}

/// What a plot is made of.
pub(super) enum Shape {
    /// Bars from the left, one below the other.
    Bars(Vec<Bar>, Scale),
    /// Bars that stand, each over its stretch of numbers.
    Columns {
        /// Where the first one begins.
        from: f64,
        /// How many numbers each covers.
        width: f64,
        /// How high each is.
        parts: Vec<f64>,
    },
    /// Lines with their names beside them; each that is named has its own colour and dashes, and its sign at the points.
    Lines(Vec<Line>, Scale),
}

/// Whether numbers are parts of a whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    Parts,
    Numbers,
}

impl Scale {
    fn label(self, value: f64) -> String {
        match self {
            Self::Parts => format!("{:.0}%", value * 100.0),
            Self::Numbers if value.fract().abs() < 1e-9 => format!("{value:.0}"),
            Self::Numbers => format!("{value:.1}"),
        }
    }

    /// A little more than the highest number, and the whole where numbers are parts.
    fn top(self, highest: f64) -> f64 {
        match self {
            Self::Parts => 1.0,
            Self::Numbers if highest > 0.0 => highest * 1.05,
            Self::Numbers => 1.0,
        }
    }
}

pub(super) fn failed<E: std::fmt::Display>(error: E) -> Trouble {
    Trouble::Fault(format!("a plot cannot be drawn: {error}"))
}

/// Where a plot is drawn, and how many dots are one of its own measure.
struct Canvas<'r, B: DrawingBackend> {
    root: &'r DrawingArea<B, Shift>,
    zoom: u32,
}

impl<B: DrawingBackend> Canvas<'_, B> {
    fn dots(&self, length: u32) -> u32 {
        length * self.zoom
    }

    fn offset(&self, length: i32) -> i32 {
        length * self.zoom as i32
    }

    fn font(&self) -> (&'static str, u32) {
        (FONT, self.dots(SIZE))
    }

    fn chart(&self) -> ChartBuilder<'_, '_, B> {
        let mut chart = ChartBuilder::on(self.root);
        chart
            .margin(self.dots(8))
            .margin_top(self.dots(14))
            .x_label_area_size(self.dots(44));
        chart
    }
}

impl Plot {
    /// How high it is; all plots are as wide.
    pub(super) fn height(&self) -> u32 {
        match &self.shape {
            Shape::Bars(bars, _) => 70 + 34 * bars.len().max(1) as u32,
            Shape::Columns { .. } => HEIGHT,
            Shape::Lines(lines, _) => {
                HEIGHT.max(40 + NAME_HEIGHT * (lines.len().min(NAMES_MAX) as u32 + 1))
            }
        }
    }

    /// Draws it with so many dots for one of its own measure.
    pub(super) fn draw<B: DrawingBackend>(
        &self,
        root: &DrawingArea<B, Shift>,
        zoom: u32,
    ) -> Result<(), Trouble> {
        root.fill(&WHITE).map_err(failed)?;
        let canvas = Canvas { root, zoom };
        match &self.shape {
            Shape::Bars(bars, scale) => draw_bars(&canvas, &self.words, bars, *scale),
            Shape::Columns { from, width, parts } => {
                draw_columns(&canvas, &self.words, (*from, *width), parts)
            }
            Shape::Lines(lines, scale) => draw_lines(&canvas, &self.words, lines, *scale),
        }?;
        root.present().map_err(failed)
    }
}

fn draw_bars<B: DrawingBackend>(
    canvas: &Canvas<'_, B>,
    words: &Words,
    bars: &[Bar],
    scale: Scale,
) -> Result<(), Trouble> {
    let highest = bars.iter().map(|bar| bar.high.max(bar.value));
    let top = scale.top(highest.fold(0.0, f64::max));
    let mut chart = canvas
        .chart()
        .margin_right(canvas.dots(24))
        .y_label_area_size(canvas.dots(170))
        .build_cartesian_2d(0.0..top, (0..bars.len().max(1) - 1).into_segmented())
        .map_err(failed)?;
    let name = |place: &SegmentValue<usize>| match place {
        SegmentValue::CenterOf(place) if *place < bars.len() => {
            short(&bars[bars.len() - 1 - place].name)
        }
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.2).stroke_width(canvas.zoom))
        .axis_style(BLACK.stroke_width(canvas.zoom))
        .x_desc(&words.across)
        .y_labels(bars.len() + 1)
        .x_label_formatter(&|value| scale.label(*value))
        .y_label_formatter(&name)
        .label_style(canvas.font())
        .axis_desc_style(canvas.font())
        .draw()
        .map_err(failed)?;
    let thick = BLACK.stroke_width(canvas.dots(2));
    for (place, bar) in bars.iter().rev().enumerate() {
        let segment = |at: usize| SegmentValue::Exact(at);
        let mut rectangle = Rectangle::new(
            [(0.0, segment(place)), (bar.value, segment(place + 1))],
            bar.color.mix(0.75).filled(),
        );
        rectangle.set_margin(canvas.dots(6), canvas.dots(6), 0, 0);
        chart.draw_series([rectangle]).map_err(failed)?;
        let middle = SegmentValue::CenterOf(place);
        let ends = vec![(bar.low, middle.clone()), (bar.high, middle.clone())];
        let whisker = PathElement::new(ends.clone(), thick);
        chart.draw_series([whisker]).map_err(failed)?;
        let reach = canvas.offset(5);
        let tick =
            |end| EmptyElement::at(end) + PathElement::new(vec![(0, -reach), (0, reach)], thick);
        chart
            .draw_series(ends.into_iter().map(tick))
            .map_err(failed)?;
    }
    Ok(())
}

/// How many letters have room beside a plot.
const SHORT: usize = 22;

/// A name that fits beside its bar.
fn short(name: &str) -> String {
    if name.chars().count() <= SHORT {
        return name.to_owned();
    }
    let head: String = name.chars().take(SHORT - 1).collect();
    head + "…"
}

/// Names that fit beside a plot. Where two of them begin alike and were cut to the same, all that are too long are cut at their beginnings.
fn short_names<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let cut: Vec<String> = names.clone().map(short).collect();
    let differ = cut.iter().collect::<BTreeSet<_>>().len() == cut.len();
    if differ {
        return cut;
    }
    names.map(short_from_end).collect()
}

/// The end of a name that fits beside a plot.
fn short_from_end(name: &str) -> String {
    let count = name.chars().count();
    match count.checked_sub(SHORT) {
        None | Some(0) => name.to_owned(),
        Some(more) => "…".chars().chain(name.chars().skip(more + 1)).collect(),
    }
}

fn draw_columns<B: DrawingBackend>(
    canvas: &Canvas<'_, B>,
    words: &Words,
    (from, width): (f64, f64),
    parts: &[f64],
) -> Result<(), Trouble> {
    let highest = parts.iter().copied().fold(0.0, f64::max);
    let top = (highest * 1.08).clamp(0.001, 1.0);
    let end = from + width * parts.len() as f64;
    let mut chart = canvas
        .chart()
        .margin_right(canvas.dots(24))
        .y_label_area_size(canvas.dots(64))
        .build_cartesian_2d(from - 0.5..end - 0.5, 0.0..top)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.2).stroke_width(canvas.zoom))
        .axis_style(BLACK.stroke_width(canvas.zoom))
        .x_desc(&words.across)
        .y_desc(&words.up)
        .x_labels(12)
        .x_label_formatter(&|value| Scale::Numbers.label(*value))
        .y_label_formatter(&|value| format!("{:.1}%", value * 100.0))
        .label_style(canvas.font())
        .axis_desc_style(canvas.font())
        .draw()
        .map_err(failed)?;
    let column = |(place, part): (usize, &f64)| {
        let left = from - 0.5 + width * place as f64;
        let mut rectangle = Rectangle::new(
            [(left, 0.0), (left + width, *part)],
            color(0).mix(0.75).filled(),
        );
        rectangle.set_margin(0, 0, canvas.dots(1), canvas.dots(1));
        rectangle
    };
    chart
        .draw_series(parts.iter().enumerate().map(column))
        .map_err(failed)?;
    Ok(())
}

/// How many signs there are.
const SIGNS: usize = 4;

/// How many kinds of lines there are: in one piece, with long dashes and with short ones.
const DASHES: usize = 3;

/// How long the dashes of a line are and how far apart; `None` where it is in one piece. Lines of the same colour differ in that.
fn dashes<B: DrawingBackend>(canvas: &Canvas<'_, B>, number: usize) -> Option<(u32, u32)> {
    let (length, gap) = match number / COLORS.len() % DASHES {
        0 => return None,
        1 => (9, 4),
        _ => (3, 3),
    };
    Some((canvas.dots(length), canvas.dots(gap)))
}

/// The most points of a line that have a sign each.
const SIGNS_MAX: usize = 40;

fn draw_lines<B: DrawingBackend>(
    canvas: &Canvas<'_, B>,
    words: &Words,
    lines: &[Line],
    scale: Scale,
) -> Result<(), Trouble> {
    let points = || lines.iter().flat_map(|line| line.points.iter());
    let across = points().map(|(x, _)| *x);
    let (left, right) = across.fold((f64::MAX, f64::MIN), |(left, right), x| {
        (left.min(x), right.max(x))
    });
    let (left, right) = if left < right {
        (left, right)
    } else if left == right {
        (left - 0.5, right + 0.5)
    } else {
        (0.0, 1.0)
    };
    let bands = lines.iter().flat_map(|line| line.band.iter());
    let heights = points()
        .map(|(_, y)| *y)
        .chain(bands.map(|(_, high)| *high));
    let top = scale.top(heights.fold(0.0, f64::max));
    let mut chart = canvas
        .chart()
        .margin_right(canvas.dots(190))
        .y_label_area_size(canvas.dots(64))
        .build_cartesian_2d(left..right, 0.0..top)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.2).stroke_width(canvas.zoom))
        .axis_style(BLACK.stroke_width(canvas.zoom))
        .x_desc(&words.across)
        .y_desc(&words.up)
        .x_labels(10)
        .x_label_formatter(&|value| Scale::Numbers.label(*value))
        .y_label_formatter(&|value| scale.label(*value))
        .label_style(canvas.font())
        .axis_desc_style(canvas.font())
        .draw()
        .map_err(failed)?;
    for (number, line) in lines.iter().enumerate() {
        let paint = color(number);
        if line.band.len() == line.points.len() {
            let upper = line.points.iter().zip(&line.band);
            let mut outline: Vec<(f64, f64)> =
                upper.map(|((x, _), (_, high))| (*x, *high)).collect();
            let lower = line.points.iter().zip(&line.band).rev();
            outline.extend(lower.map(|((x, _), (low, _))| (*x, *low)));
            let band = Polygon::new(outline, paint.mix(0.2).filled());
            chart.draw_series([band]).map_err(failed)?;
        }
        let style = paint.stroke_width(canvas.dots(2));
        match dashes(canvas, number) {
            None => chart
                .draw_series([PathElement::new(line.points.clone(), style)])
                .map(drop),
            Some((length, gap)) => chart
                .draw_series([DashedPathElement::new(
                    line.points.clone(),
                    length,
                    gap,
                    style,
                )])
                .map(drop),
        }
        .map_err(failed)?;
        if line.points.len() <= SIGNS_MAX {
            let style = paint.filled().stroke_width(canvas.dots(2));
            let points = line.points.iter().copied();
            let (size, half) = (canvas.dots(4), canvas.offset(4));
            // Neighbours differ in their signs as well, so that lines can be told apart without colours.
            let done = match number % SIGNS {
                0 => chart
                    .draw_series(points.map(|at| Circle::new(at, size, style)))
                    .map(drop),
                1 => chart
                    .draw_series(
                        points.map(|at| TriangleMarker::new(at, size + canvas.zoom, style)),
                    )
                    .map(drop),
                2 => chart
                    .draw_series(points.map(|at| Cross::new(at, size, style)))
                    .map(drop),
                _ => {
                    let square = |at| {
                        EmptyElement::at(at) + Rectangle::new([(-half, -half), (half, half)], style)
                    };
                    chart.draw_series(points.map(square)).map(drop)
                }
            };
            done.map_err(failed)?;
        }
    }
    legend(canvas, lines)
}

/// The most lines whose names stand beside the plot: as many as can be told apart.
const NAMES_MAX: usize = COLORS.len() * DASHES;

/// How much room a name takes from top to bottom.
const NAME_HEIGHT: u32 = 22;

/// The names of the lines, to the right of the plot.
fn legend<B: DrawingBackend>(canvas: &Canvas<'_, B>, lines: &[Line]) -> Result<(), Trouble> {
    let root = canvas.root;
    let x = canvas.offset(WIDTH as i32 - 160);
    let row = |number: usize| canvas.offset(20) + canvas.dots(NAME_HEIGHT) as i32 * number as i32;
    let write = |number: usize, words: String| {
        let at = (x + canvas.offset(12), row(number) - canvas.offset(7));
        let name = Text::new(words, at, canvas.font());
        root.draw(&name).map_err(failed)
    };
    let names = short_names(lines.iter().map(|line| &*line.name));
    for (number, name) in names.into_iter().enumerate().take(NAMES_MAX) {
        let (y, size) = (row(number), canvas.offset(5));
        let style = color(number).filled().stroke_width(canvas.dots(2));
        let piece = [(x - canvas.offset(24), y), (x - canvas.offset(6), y)];
        match dashes(canvas, number) {
            None => root.draw(&PathElement::new(piece, style)),
            Some((length, gap)) => root.draw(&DashedPathElement::new(piece, length, gap, style)),
        }
        .map_err(failed)?;
        match number % SIGNS {
            0 => root.draw(&Circle::new((x, y), size, style)),
            1 => root.draw(&TriangleMarker::new((x, y), size + canvas.offset(1), style)),
            2 => root.draw(&Cross::new((x, y), size, style)),
            _ => root.draw(&Rectangle::new(
                [(x - size, y - size), (x + size, y + size)],
                style,
            )),
        }
        .map_err(failed)?;
        write(number, name)?;
    }
    match lines.len().checked_sub(NAMES_MAX) {
        Some(more @ 1..) => write(NAMES_MAX, format!("and {more} more")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_cut_still_differ() {
        let names = [
            "the baron's own men and one",
            "the baron's own men and two",
            "ogre",
        ];
        let told = short_names(names.into_iter());
        assert_eq!(told[2], "ogre");
        assert!(told[0].ends_with("and one") && told[1].ends_with("and two"));
        assert!(told.iter().all(|name| name.chars().count() <= SHORT));
        let plain = short_names(["one", "a name that is much too long"].into_iter());
        assert_eq!(plain[1], "a name that is much t…");
    }

    #[test]
    fn points_stand_in_order_with_their_bands() {
        let mut line = Line::named(String::new());
        for x in [50.0, 10.0, 30.0] {
            let (value, low, high) = (x / 100.0, x / 100.0 - 0.1, x / 100.0 + 0.1);
            line.add(x, &Estimate { value, low, high });
        }
        line.sort();
        let points: Vec<f64> = line.points.iter().map(|(x, _)| *x).collect();
        assert_eq!(points, [10.0, 30.0, 50.0]);
        assert!((line.band[2].0 - 0.4).abs() < 1e-9);
    }
}
