//! The command that shows a fight again.

use std::fmt;

use affray_sim::Limits;

use crate::settings::quoted;

/// A fight as it is shown blow by blow, with the same dice.
pub(crate) struct Again<'a> {
    /// The scenario as it was named.
    pub(crate) scenario: &'a str,
    /// The options that set its values.
    pub(crate) settings: Vec<String>,
    pub(crate) seed: u64,
    /// Which of the fights of the seed; the first where it is left out.
    pub(crate) number: Option<u64>,
    /// Who decides for everybody, by name.
    pub(crate) policy: Option<String>,
    /// The folder of content laid over the program's.
    pub(crate) content: Option<&'a str>,
    /// Its limit in entries.
    pub(crate) entries: u32,
    /// Its limit in seconds of game time, where it has one.
    pub(crate) longest: Option<u32>,
}

impl fmt::Display for Again<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "affray fight {}", quoted(self.scenario))?;
        for setting in &self.settings {
            write!(out, " {setting}")?;
        }
        write!(out, " --seed {}", self.seed)?;
        if let Some(number) = self.number {
            write!(out, " --number {number}")?;
        }
        if let Some(policy) = &self.policy {
            write!(out, " --policy {policy}")?;
        }
        if let Some(folder) = self.content {
            write!(out, " --content {}", quoted(folder))?;
        }
        if self.entries != Limits::default().entries {
            write!(out, " --limit {}", self.entries)?;
        }
        match self.longest {
            Some(longest) => write!(out, " --longest {longest}"),
            None => Ok(()),
        }
    }
}
