//! The standard output, with colours where they are wanted.

use std::io::{self, BufWriter, IsTerminal, Write};

use clap::ValueEnum;

use crate::trouble::Trouble;

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
                is_wanted
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
}

impl Screen {
    pub(crate) fn standard(color: Color) -> Self {
        Self {
            out: Box::new(BufWriter::new(io::stdout())),
            has_color: color.applies(Stream::Output),
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Trouble> {
        writeln!(self.out, "{text}").map_err(Trouble::output)
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
