//! Plots as inline SVG, each with a title and a description for those who do not see it.

use plotters::coord::ranged1d::{IntoSegmentedCoord, SegmentValue};
use plotters::prelude::*;

use super::page::escaped;
use crate::trouble::Trouble;

const WIDTH: u32 = 720;
const HEIGHT: u32 = 340;
const FONT: &str = "sans-serif";
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

fn failed<E: std::fmt::Display>(error: E) -> Trouble {
    Trouble::Fault(format!("a plot cannot be drawn: {error}"))
}

/// Draws with `draw` and adds title and description.
fn drawn(
    words: &Words,
    height: u32,
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Result<(), Trouble>,
) -> Result<String, Trouble> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        draw(&root)?;
        root.present().map_err(failed)?;
    }
    let head = format!(
        "<svg role=\"img\" aria-label=\"{}\" ",
        escaped(&words.title)
    );
    let inner = format!(
        "<title>{}</title><desc>{}</desc>",
        escaped(&words.title),
        escaped(&words.description)
    );
    let text = text.replacen("<svg ", &head, 1);
    Ok(match text.find('>') {
        Some(end) => format!("{}{inner}{}", &text[..=end], &text[end + 1..]),
        None => text,
    })
}

/// Bars from the left, one below the other.
pub(super) fn bars(words: &Words, bars: &[Bar], scale: Scale) -> Result<String, Trouble> {
    let highest = bars.iter().map(|bar| bar.high.max(bar.value));
    let top = scale.top(highest.fold(0.0, f64::max));
    let height = 70 + 34 * bars.len().max(1) as u32;
    drawn(words, height, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(170)
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
            .x_desc(&words.across)
            .y_labels(bars.len() + 1)
            .x_label_formatter(&|value| scale.label(*value))
            .y_label_formatter(&name)
            .label_style((FONT, SIZE))
            .axis_desc_style((FONT, SIZE))
            .draw()
            .map_err(failed)?;
        for (place, bar) in bars.iter().rev().enumerate() {
            let segment = |at: usize| SegmentValue::Exact(at);
            let mut rectangle = Rectangle::new(
                [(0.0, segment(place)), (bar.value, segment(place + 1))],
                bar.color.mix(0.75).filled(),
            );
            rectangle.set_margin(6, 6, 0, 0);
            chart.draw_series([rectangle]).map_err(failed)?;
            let middle = SegmentValue::CenterOf(place);
            let ends = vec![(bar.low, middle.clone()), (bar.high, middle.clone())];
            let whisker = PathElement::new(ends.clone(), BLACK.stroke_width(2));
            chart.draw_series([whisker]).map_err(failed)?;
            let tick = |end| {
                EmptyElement::at(end)
                    + PathElement::new(vec![(0, -5), (0, 5)], BLACK.stroke_width(2))
            };
            chart
                .draw_series(ends.into_iter().map(tick))
                .map_err(failed)?;
        }
        Ok(())
    })
}

/// A name that fits beside its bar.
fn short(name: &str) -> String {
    const MOST: usize = 22;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    let head: String = name.chars().take(MOST - 1).collect();
    head + "…"
}

/// Bars that stand, each over its stretch of numbers.
pub(super) fn columns(
    words: &Words,
    (from, width): (f64, f64),
    parts: &[f64],
) -> Result<String, Trouble> {
    let highest = parts.iter().copied().fold(0.0, f64::max);
    let top = (highest * 1.08).clamp(0.001, 1.0);
    let end = from + width * parts.len() as f64;
    drawn(words, HEIGHT, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(from - 0.5..end - 0.5, 0.0..top)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc(&words.across)
            .y_desc(&words.up)
            .x_labels(12)
            .x_label_formatter(&|value| Scale::Numbers.label(*value))
            .y_label_formatter(&|value| format!("{:.1}%", value * 100.0))
            .label_style((FONT, SIZE))
            .axis_desc_style((FONT, SIZE))
            .draw()
            .map_err(failed)?;
        let column = |(place, part): (usize, &f64)| {
            let left = from - 0.5 + width * place as f64;
            let mut rectangle = Rectangle::new(
                [(left, 0.0), (left + width, *part)],
                color(0).mix(0.75).filled(),
            );
            rectangle.set_margin(0, 0, 1, 1);
            rectangle
        };
        chart
            .draw_series(parts.iter().enumerate().map(column))
            .map_err(failed)?;
        Ok(())
    })
}

/// Lines with their names beside them; each has its own colour and its own sign at the points.
pub(super) fn lines(words: &Words, lines: &[Line], scale: Scale) -> Result<String, Trouble> {
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
    drawn(
        words,
        HEIGHT + 24 * lines.len().div_ceil(4) as u32,
        |root| {
            let mut chart = ChartBuilder::on(root)
                .margin(8)
                .margin_right(190)
                .x_label_area_size(44)
                .y_label_area_size(64)
                .build_cartesian_2d(left..right, 0.0..top)
                .map_err(failed)?;
            chart
                .configure_mesh()
                .light_line_style(TRANSPARENT)
                .x_desc(&words.across)
                .y_desc(&words.up)
                .x_labels(10)
                .x_label_formatter(&|value| Scale::Numbers.label(*value))
                .y_label_formatter(&|value| scale.label(*value))
                .label_style((FONT, SIZE))
                .axis_desc_style((FONT, SIZE))
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
                let path = PathElement::new(line.points.clone(), paint.stroke_width(2));
                chart.draw_series([path]).map_err(failed)?;
                if line.points.len() <= 40 {
                    let style = color(number).filled();
                    let points = line.points.iter().copied();
                    // Each line has its own sign, so that lines can be told apart without colours.
                    let done = match number % 4 {
                        0 => chart
                            .draw_series(points.map(|at| Circle::new(at, 4, style)))
                            .map(drop),
                        1 => chart
                            .draw_series(points.map(|at| TriangleMarker::new(at, 5, style)))
                            .map(drop),
                        2 => chart
                            .draw_series(points.map(|at| Cross::new(at, 4, style)))
                            .map(drop),
                        _ => {
                            let square = |at| {
                                EmptyElement::at(at) + Rectangle::new([(-4, -4), (4, 4)], style)
                            };
                            chart.draw_series(points.map(square)).map(drop)
                        }
                    };
                    done.map_err(failed)?;
                }
            }
            legend(root, lines)
        },
    )
}

/// The names of the lines, to the right of the plot.
fn legend(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    lines: &[Line],
) -> Result<(), Trouble> {
    let x = WIDTH as i32 - 180;
    for (number, line) in lines.iter().enumerate() {
        let y = 20 + 22 * number as i32;
        let style = color(number).filled();
        match number % 4 {
            0 => root.draw(&Circle::new((x, y), 5, style)),
            1 => root.draw(&TriangleMarker::new((x, y), 6, style)),
            2 => root.draw(&Cross::new((x, y), 5, style)),
            _ => root.draw(&Rectangle::new([(x - 5, y - 5), (x + 5, y + 5)], style)),
        }
        .map_err(failed)?;
        let name = Text::new(short(&line.name), (x + 12, y - 7), (FONT, SIZE));
        root.draw(&name).map_err(failed)?;
    }
    Ok(())
}
