//! The standard output, with colours where they are wanted.

use std::io::{self, BufWriter, IsTerminal, Write};

use clap::ValueEnum;
use terminal_size::{Width, terminal_size};

use crate::figures::{Align, bar, columns};
use crate::trouble::Trouble;

/// How long a bar is, in columns.
const BAR_MAX: usize = 30;

/// A bar that has less room is left out.
const BAR_MIN: usize = 8;

/// What stands before the rest of a row that does not fit.
const FURTHER: &str = "      ";

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// One of the two outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stream {
    Output,
    Error,
}

impl Color {
    pub(crate) fn applies(self, stream: Stream) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
                let is_able = std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
                is_wanted
                    && is_able
                    && match stream {
                        Stream::Output => io::stdout().is_terminal(),
                        Stream::Error => io::stderr().is_terminal(),
                    }
            }
        }
    }
}

/// How a piece of text is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    Heading,
    Faint,
    Good,
    Bad,
    /// A side of the fight, by number.
    Side(u8),
}

impl Style {
    fn code(self) -> &'static str {
        const SIDES: [&str; 6] = ["36", "31", "33", "35", "34", "32"];
        match self {
            Self::Heading => "1",
            Self::Faint => "2",
            Self::Good => "32",
            Self::Bad => "1;31",
            Self::Side(side) => SIDES[usize::from(side) % SIDES.len()],
        }
    }
}

/// The standard output.
pub(crate) struct Screen {
    out: Box<dyn Write>,
    has_color: bool,
    /// Columns of the terminal, if it is one.
    width: Option<usize>,
}

/// How many columns a text takes, colours left out.
fn shown_width(text: &str) -> usize {
    let mut is_code = false;
    let mut shown = 0;
    for letter in text.chars() {
        match (is_code, letter) {
            (false, '\x1b') => is_code = true,
            (true, 'm') => is_code = false,
            (true, _) => {}
            (false, _) => shown += 1,
        }
    }
    shown
}

impl Screen {
    pub(crate) fn standard(color: Color) -> Self {
        Self {
            out: Box::new(BufWriter::new(io::stdout())),
            has_color: color.applies(Stream::Output),
            width: terminal_size().map(|(Width(width), _)| usize::from(width)),
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Trouble> {
        writeln!(self.out, "{text}").map_err(Trouble::output)
    }

    /// Writes text in lines that fit the terminal, or as they are where there is none; `further` stands before those that go on from another.
    pub(crate) fn wrapped(&mut self, further: &str, text: &str) -> Result<(), Trouble> {
        let width = self.width.unwrap_or(usize::MAX);
        for line in text.lines() {
            let mut row = String::new();
            for (index, word) in line.split(' ').enumerate() {
                if index > 0 && shown_width(&row) + 1 + shown_width(word) > width {
                    self.line(row.trim_end())?;
                    row = further.to_owned();
                } else if index > 0 {
                    row.push(' ');
                }
                row.push_str(word);
            }
            self.line(&row)?;
        }
        Ok(())
    }

    /// Writes rows with their cells in columns, and a bar after each that has a part: as long as the terminal leaves room for.
    pub(crate) fn bars(
        &mut self,
        rows: &[Vec<String>],
        align: &[Align],
        parts: &[Option<f64>],
    ) -> Result<(), Trouble> {
        let lines = columns(rows, align);
        let widest = lines.iter().map(|line| line.chars().count()).max();
        let before = widest.unwrap_or(0) + 2;
        let room = self.width.unwrap_or(usize::MAX).saturating_sub(before);
        for (line, part) in lines.iter().zip(parts) {
            match part {
                // A bar of a few columns tells nothing.
                Some(part) if room >= BAR_MIN => {
                    let blanks = " ".repeat(before - line.chars().count());
                    let bar = bar(*part, room.min(BAR_MAX));
                    self.line(format!("{line}{blanks}{bar}").trim_end())?;
                }
                _ => self.wrapped(FURTHER, line)?,
            }
        }
        Ok(())
    }

    /// Writes rows with their cells in columns.
    pub(crate) fn table(&mut self, rows: &[Vec<String>], align: &[Align]) -> Result<(), Trouble> {
        for line in columns(rows, align) {
            self.wrapped(FURTHER, &line)?;
        }
        Ok(())
    }

    /// Columns of the terminal, if it is one.
    pub(crate) const fn width(&self) -> Option<usize> {
        self.width
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Trouble> {
        self.out.write_all(text.as_bytes()).map_err(Trouble::output)
    }

    /// The text in its style, where colours are wanted.
    pub(crate) fn styled(&self, style: Style, text: &str) -> String {
        if self.has_color {
            format!("\x1b[{}m{text}\x1b[0m", style.code())
        } else {
            text.to_owned()
        }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Trouble> {
        self.out.flush().map_err(Trouble::output)
    }
}
