//! The systems there are, and opening fights of any of them.

use affray_kernel::System;
use affray_kernel::content::{AllProblems, Located, Problems, Source, Tree};
use affray_kernel::journal;
use affray_kernel::notation::closest;
use affray_session::{
    Arena, CannotOpen, DuelOrders, DuelReport, Library, Policy, Resumed, Session, SystemEntry,
};
use affray_systems::actionpoint::ActionPoint;
use affray_systems::energy::Energy;
use affray_systems::segment::Segments;
use affray_systems::threeaction::ThreeAction;
use affray_systems::timecount::TimeCount;

/// All systems; a new one is a line here.
macro_rules! registry {
    ($($system:ty: $entry:path,)+) => {
        static SYSTEMS: &[&SystemEntry] = &[$(&$entry),+];

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
    ThreeAction: affray_table_threeaction::ENTRY,
    TimeCount: affray_table_timecount::ENTRY,
    Energy: affray_table_energy::ENTRY,
    Segments: affray_table_segment::ENTRY,
    ActionPoint: affray_table_actionpoint::ENTRY,
}

/// Something that can be done with a system, whichever it is.
pub trait WithSystem {
    /// What comes of it.
    type Output;

    /// Does it.
    fn with<S: System>(self) -> Self::Output;
}

/// All systems.
#[must_use]
pub fn systems() -> &'static [&'static SystemEntry] {
    SYSTEMS
}

/// The system of that id.
///
/// # Errors
/// [`CannotOpen::NoSystem`].
pub fn system(id: &str) -> Result<&'static SystemEntry, CannotOpen> {
    let found = SYSTEMS.iter().copied().find(|system| system.id == id);
    found.ok_or_else(|| no_system(id))
}

fn no_system(id: &str) -> CannotOpen {
    CannotOpen::NoSystem {
        name: id.to_owned(),
        near: closest(id, SYSTEMS.iter().map(|system| system.id)),
    }
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
    system.open(scenario, library, seed, number)
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
    system.arena(scenario, library, policy)
}

/// The system of a scenario; without it nothing else in the scenario is looked at.
fn named_system(scenario: &Source) -> Result<&'static SystemEntry, CannotOpen> {
    system_of(scenario).map_err(|problems| {
        CannotOpen::Problems(AllProblems {
            hide_others: true,
            ..problems.into()
        })
    })
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
    named_system(scenario)?.duel(scenario, library, orders)
}

/// A fight taken up from its journal.
///
/// # Errors
/// Why the journal cannot be read.
pub fn open_journal(text: &str) -> Result<Resumed, CannotOpen> {
    let heading = journal::heading(text)?;
    system(&heading.system)?.resume(text)
}

/// The same of a journal that somebody else has written, which may not come to more than that of [`Session::effort`].
///
/// # Errors
/// As [`open_journal`], and the line with which it comes to more.
pub fn open_journal_within(text: &str, effort: u64) -> Result<Resumed, CannotOpen> {
    let heading = journal::heading(text)?;
    system(&heading.system)?.resume_within(text, effort)
}
