//! A system, as the table knows it: what can be opened of it.

use std::collections::BTreeSet;

use affray_kernel::catalogue::Catalogue;
use affray_kernel::content::{AllProblems, Source};
use affray_kernel::example::{Case, CaseReport, Coverage, Page, covered, run_case};
use affray_kernel::fight::Fight;
use affray_kernel::journal::{self, JournalError};
use affray_kernel::{RuleId, System};
use affray_sim::{Arena, Policy, arena};
use thiserror::Error;

use crate::duels::{self, DuelOrders, DuelReport};
use crate::library::Library;
use crate::rulebook::{self, RuleText};
use crate::session::Session;
use crate::table::Table;

/// Begins a fight: scenario, content, seed and the number of the fight.
type Open = fn(&Source, &[Source], u64, u64) -> Result<Box<dyn Session>, CannotOpen>;

/// Makes an arena: scenario, content, who decides for all.
type OpenArena = fn(&Source, &[Source], Option<Policy>) -> Result<Box<dyn Arena>, CannotOpen>;

/// Works out a duel: scenario, content, how.
type Duel = fn(&Source, &[Source], &DuelOrders) -> Result<DuelReport, CannotOpen>;

/// A system, as the table knows it.
#[derive(Clone, Copy, Debug)]
pub struct SystemEntry {
    /// The word for it in files.
    pub id: &'static str,
    /// Its full name.
    pub name: &'static str,
    /// Its rules.
    pub catalogue: fn() -> &'static Catalogue,
    /// The JSON Schemas of its files, by file name.
    pub schemas: fn() -> Vec<(String, serde_json::Value)>,
    /// Runs a case of a worked example with content.
    pub run_case: fn(&Page, &Case, &[Source]) -> CaseReport,
    /// Which rules a set of cited ones leaves out.
    pub covered: fn(&BTreeSet<RuleId>) -> Coverage,
    open: Open,
    arena: OpenArena,
    resume: fn(&str, u64) -> Result<Resumed, CannotOpen>,
    duel: Duel,
}

impl SystemEntry {
    /// The system as it is compiled where this is called.
    #[must_use]
    pub const fn of<S: System>() -> Self {
        Self {
            id: S::ID,
            name: S::NAME,
            catalogue: S::catalogue,
            schemas: S::schemas,
            run_case: run_case::<S>,
            covered: covered::<S>,
            open: open::<S>,
            arena: open_arena_of::<S>,
            resume: resume::<S>,
            duel: duels::report::<S>,
        }
    }

    /// The fight of that number among those that a scenario and a seed make.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario.
    pub fn open(
        &self,
        scenario: &Source,
        library: &Library,
        seed: u64,
        number: u64,
    ) -> Result<Box<dyn Session>, CannotOpen> {
        (self.open)(scenario, &library.of(self.id), seed, number)
    }

    /// The arena in which a scenario is fought as often as one likes; `policy` decides for everybody, whatever the scenario says.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario.
    pub fn arena(
        &self,
        scenario: &Source,
        library: &Library,
        policy: Option<Policy>,
    ) -> Result<Box<dyn Arena>, CannotOpen> {
        (self.arena)(scenario, &library.of(self.id), policy)
    }

    /// A fight taken up from its journal, which must be one of this system.
    ///
    /// # Errors
    /// Why the journal cannot be read.
    pub fn resume(&self, journal: &str) -> Result<Resumed, CannotOpen> {
        (self.resume)(journal, u64::MAX)
    }

    /// The same of a journal that somebody else has written, which may not come to more than that of [`Session::effort`].
    ///
    /// # Errors
    /// As [`SystemEntry::resume`], and the line with which it comes to more.
    pub fn resume_within(&self, journal: &str, effort: u64) -> Result<Resumed, CannotOpen> {
        (self.resume)(journal, effort)
    }

    /// What the fight of a scenario may come to: exactly, where it is small enough, or from a sample.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario.
    pub fn duel(
        &self,
        scenario: &Source,
        library: &Library,
        orders: &DuelOrders,
    ) -> Result<DuelReport, CannotOpen> {
        (self.duel)(scenario, &library.of(self.id), orders)
    }

    /// Rules whose id begins with the query, or that contain all of its words or others for the same.
    #[must_use]
    pub fn search_rules(&self, query: &str) -> Vec<RuleText> {
        rulebook::search((self.catalogue)(), query)
    }
}

/// Why a fight cannot be opened.
#[derive(Debug, Error)]
pub enum CannotOpen {
    /// Mistakes in the scenario and in content files, with their places.
    #[error("{0}")]
    Problems(AllProblems),
    /// The scenario can be read, but such a fight is impossible.
    #[error("this fight is impossible: {}", .0.join("; "))]
    Impossible(Vec<String>),
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no such system.
    #[error("there is no system `{name}`{}", .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoSystem {
        /// What was asked for.
        name: String,
        /// What was perhaps meant.
        near: Option<String>,
    },
}

/// A fight taken up from its journal.
pub struct Resumed {
    /// The fight.
    pub session: Box<dyn Session>,
    /// The number of a last line that was cut in the middle (a crash while writing) and left out.
    pub cut: Option<usize>,
    /// How many bytes of the file are whole lines: before anything is appended, the rest has to go.
    pub whole: usize,
}

fn open<S: System>(
    scenario: &Source,
    content: &[Source],
    seed: u64,
    number: u64,
) -> Result<Box<dyn Session>, CannotOpen> {
    let setup = S::compose(scenario, content).map_err(CannotOpen::Problems)?;
    let fight = Fight::<S>::new(setup, seed, number).map_err(CannotOpen::Impossible)?;
    Ok(Box::new(Table::new(fight)))
}

fn open_arena_of<S: System>(
    scenario: &Source,
    content: &[Source],
    policy: Option<Policy>,
) -> Result<Box<dyn Arena>, CannotOpen> {
    let setup = S::compose(scenario, content).map_err(CannotOpen::Problems)?;
    arena::<S>(&setup, policy).map_err(CannotOpen::Impossible)
}

fn resume<S: System>(text: &str, effort: u64) -> Result<Resumed, CannotOpen> {
    let read = journal::read_within::<S>(text, effort)?;
    let whole = match read.cut {
        Some(_) => text.rfind('\n').map_or(0, |newline| newline + 1),
        None => text.len(),
    };
    let cut = read.cut;
    Ok(Resumed {
        session: Box::new(Table::resumed(read)?),
        cut,
        whole,
    })
}
