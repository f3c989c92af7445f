//! The systems there are, and opening fights of any of them.

use std::collections::BTreeSet;

use affray_kernel::catalogue::Catalogue;
use affray_kernel::content::{AllProblems, Located, Problems, Source, Tree};
use affray_kernel::example::{Case, CaseReport, Coverage, Page, covered, run_case};
use affray_kernel::fight::Fight;
use affray_kernel::journal::{self, JournalError};
use affray_kernel::notation::closest;
use affray_kernel::{RuleId, System};
use affray_sim::{Arena, Policy, arena};
use affray_systems::actionpoint::ActionPoint;
use affray_systems::energy::Energy;
use affray_systems::segment::Segments;
use affray_systems::threeaction::ThreeAction;
use affray_systems::timecount::TimeCount;
use thiserror::Error;

use crate::duels::{self, DuelOrders, DuelReport};
use crate::library::Library;
use crate::rulebook::{self, RuleText};
use crate::session::Session;
use crate::table::Table;

/// All systems; a new one is a line here.
macro_rules! registry {
    ($($system:ty,)+) => {
        const SYSTEMS: &[SystemEntry] = &[$(SystemEntry::of::<$system>()),+];

        /// Does something with the system of that id.
        ///
        /// # Errors
        /// [`CannotOpen::NoSystem`].
        pub fn with_system<W: WithSystem>(id: &str, what: W) -> Result<W::Output, CannotOpen> {
            $(if id == <$system>::ID {
                return Ok(what.with::<$system>());
            })+
            Err(no_system(id))
        }
    };
}

registry! {
    ThreeAction,
    TimeCount,
    Energy,
    Segments,
    ActionPoint,
}

/// Something that can be done with a system, whichever it is.
pub trait WithSystem {
    /// What comes of it.
    type Output;

    /// Does it.
    fn with<S: System>(self) -> Self::Output;
}

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
    resume: fn(&str) -> Result<Resumed, CannotOpen>,
    duel: Duel,
}

impl SystemEntry {
    const fn of<S: System>() -> Self {
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

/// All systems.
#[must_use]
pub fn systems() -> &'static [SystemEntry] {
    SYSTEMS
}

/// The system of that id.
///
/// # Errors
/// [`CannotOpen::NoSystem`].
pub fn system(id: &str) -> Result<&'static SystemEntry, CannotOpen> {
    let found = SYSTEMS.iter().find(|system| system.id == id);
    found.ok_or_else(|| no_system(id))
}

fn no_system(id: &str) -> CannotOpen {
    CannotOpen::NoSystem {
        name: id.to_owned(),
        near: closest(id, SYSTEMS.iter().map(|system| system.id)),
    }
}

/// Rules of a system whose id begins with the query, or that contain all of its words.
#[must_use]
pub fn search_rules(system: &SystemEntry, query: &str) -> Vec<RuleText> {
    rulebook::search((system.catalogue)(), query)
}

/// The system that a scenario names under `system`.
///
/// # Errors
/// If the file is not right TOML, or the key is missing or names no system.
pub fn system_of(scenario: &Source) -> Result<&'static SystemEntry, Problems> {
    let mut tree = Tree::parse(scenario)?;
    let known = SYSTEMS.iter().map(|system| system.id);
    let known = known.collect::<Vec<_>>().join(", ");
    let Some(named) = tree.remove("system") else {
        let mut problems = Problems::none(scenario);
        let hint = format!("write `system = \"...\"` in its first line; known: {known}");
        problems.add(0..0, "the scenario names no system", Some(hint));
        return Err(problems);
    };
    let named: Located<String> = named.read(scenario)?;
    system(&named).map_err(|error| {
        let mut problems = Problems::none(scenario);
        let message = error.to_string();
        problems.add(named.span.clone(), message, Some(format!("known: {known}")));
        problems
    })
}

/// A new fight from a scenario; `seed` fixes all virtual dice.
///
/// # Errors
/// Everything that is wrong with the scenario.
pub fn open_scenario(
    scenario: &Source,
    library: &Library,
    seed: u64,
) -> Result<Box<dyn Session>, CannotOpen> {
    open_fight(scenario, library, seed, 0)
}

/// The fight of that number among those that a scenario and a seed make, as a batch plays it.
///
/// # Errors
/// Everything that is wrong with the scenario.
pub fn open_fight(
    scenario: &Source,
    library: &Library,
    seed: u64,
    number: u64,
) -> Result<Box<dyn Session>, CannotOpen> {
    let system = named_system(scenario)?;
    (system.open)(scenario, &library.of(system.id), seed, number)
}

/// The arena in which a scenario is fought as often as one likes; `policy` decides for everybody, whatever the scenario says.
///
/// # Errors
/// Everything that is wrong with the scenario.
pub fn open_arena(
    scenario: &Source,
    library: &Library,
    policy: Option<Policy>,
) -> Result<Box<dyn Arena>, CannotOpen> {
    let system = named_system(scenario)?;
    (system.arena)(scenario, &library.of(system.id), policy)
}

fn named_system(scenario: &Source) -> Result<&'static SystemEntry, CannotOpen> {
    system_of(scenario).map_err(|problems| CannotOpen::Problems(problems.into()))
}

/// What the fight of a scenario may come to: exactly, where it is small enough, or from a sample.
///
/// # Errors
/// Everything that is wrong with the scenario.
pub fn duel(
    scenario: &Source,
    library: &Library,
    orders: &DuelOrders,
) -> Result<DuelReport, CannotOpen> {
    let system = system_of(scenario).map_err(|problems| CannotOpen::Problems(problems.into()))?;
    (system.duel)(scenario, &library.of(system.id), orders)
}

/// A fight taken up from its journal.
///
/// # Errors
/// Why the journal cannot be read.
pub fn open_journal(text: &str) -> Result<Resumed, CannotOpen> {
    let heading = journal::heading(text)?;
    (system(&heading.system)?.resume)(text)
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

fn resume<S: System>(text: &str) -> Result<Resumed, CannotOpen> {
    let read = journal::read::<S>(text)?;
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
