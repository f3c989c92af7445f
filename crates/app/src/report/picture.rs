//! Plots as files: SVG, also within a page, and PNG.

use std::sync::LazyLock;

use plotters::prelude::*;
use plotters::style::register_font;

use super::page::escaped;
use super::plots::{FONT, Plot, WIDTH, failed};
use crate::trouble::Trouble;

/// How many dots of a PNG are one of a plot's own measure, so that it is sharp on fine screens and on paper.
const ZOOM: u32 = 2;

/// The font that letters are measured and drawn in, wherever the program runs; a viewer of SVG has one of its own.
static LETTERS: LazyLock<bool> = LazyLock::new(|| {
    register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT).is_ok()
});

fn letters() -> Result<(), Trouble> {
    match *LETTERS {
        true => Ok(()),
        false => Err(failed("the font is none")),
    }
}

/// A plot as SVG.
pub(super) fn svg(plot: &Plot) -> Result<String, Trouble> {
    letters()?;
    let mut text = String::new();
    {
        let size = (WIDTH, plot.height());
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        plot.draw(&root, 1)?;
    }
    let words = &plot.words;
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

/// A plot as PNG, with title and description as texts of the file.
pub(super) fn png(plot: &Plot) -> Result<Vec<u8>, Trouble> {
    letters()?;
    let (width, height) = (WIDTH * ZOOM, plot.height() * ZOOM);
    let mut dots = vec![0; width as usize * height as usize * 3];
    {
        let root = BitMapBackend::with_buffer(&mut dots, (width, height)).into_drawing_area();
        plot.draw(&root, ZOOM)?;
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let words = &plot.words;
    for (keyword, text) in [("Title", &words.title), ("Description", &words.description)] {
        let added = encoder.add_itxt_chunk(keyword.to_owned(), text.clone());
        added.map_err(failed)?;
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&dots).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
