//! Fights in which something is typed: the scenarios of the repository and those of all worked examples.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use affray_kernel::content::Source;
use affray_kernel::example::page::Action;
use affray_kernel::example::{Case, Page};
use affray_kernel::fight::Fight;
use affray_kernel::tape::People;
use affray_kernel::{Ask, CreatureId, System};
use affray_table::{Session, Table, WithSystem, system_of, systems, with_system};

use crate::library;

/// How many offers of one fight are listed at most.
const WORDS_MAX: usize = 60;

/// A fight that can be begun.
pub(crate) struct Beginning {
    /// Its scenario.
    pub(crate) scenario: Source,
    /// What is typed in it, a line each.
    pub(crate) lines: String,
    fight: OnceLock<Option<Box<dyn Begun>>>,
}

impl Beginning {
    fn new(scenario: Source, lines: String) -> Self {
        Self {
            scenario,
            lines,
            fight: OnceLock::new(),
        }
    }

    /// The fight; `None` if its scenario is refused, as some worked examples want it.
    pub(crate) fn fight(&self) -> Option<&dyn Begun> {
        let fight = self.fight.get_or_init(|| {
            let system = system_of(&self.scenario).ok()?;
            with_system(system.id, Begin(&self.scenario)).ok()?
        });
        fight.as_deref()
    }
}

/// A fight at its first question, of any system.
pub(crate) trait Begun: Send + Sync {
    /// A table at which the fight begins.
    fn session(&self) -> Box<dyn Session>;

    /// A line is read or refused; what is read can be checked, and prints to words that are read back as the same.
    fn read(&self, line: &str);

    /// What is offered.
    fn words(&self) -> Vec<String>;
}

struct Begin<'s>(&'s Source);

impl WithSystem for Begin<'_> {
    type Output = Option<Box<dyn Begun>>;

    fn with<S: System>(self) -> Self::Output {
        let setup = S::compose(self.0, &library().of(S::ID)).ok()?;
        let mut fight = Fight::<S>::new(setup, 1, 0).ok()?;
        fight.settle(&mut People).ok()?;
        Some(Box::new(First {
            setup: fight.setup().clone(),
            state: fight.state().clone(),
            asks: fight.asks(),
        }))
    }
}

/// Where a fight stands when people have to decide for the first time.
struct First<S: System> {
    setup: S::Setup,
    state: S::State,
    asks: Vec<Ask<S>>,
}

impl<S: System> Begun for First<S> {
    fn session(&self) -> Box<dyn Session> {
        let fight = Fight::<S>::new(self.setup.clone(), 1, 0);
        Box::new(Table::new(fight.expect("it was begun before")))
    }

    fn read(&self, line: &str) {
        let state = &self.state;
        let (name, words) = spoken(line);
        let first = self.asks.first().map(|ask| ask.who);
        let who = name.and_then(|name| S::creature(state, name));
        let who = who.or(first).unwrap_or(CreatureId(0));
        if let Ok(act) = S::parse(state, Some(who), words) {
            let words = S::print(state, Some(who), &act);
            assert_eq!(
                S::parse(state, Some(who), &words).as_ref(),
                Ok(&act),
                "`{line}` is told as `{words}`"
            );
            for ask in &self.asks {
                if let Err(refusal) = S::check(state, ask, &act) {
                    let _ = refusal.render::<S>(state);
                }
            }
        }
        let correction = line.strip_prefix("set ").unwrap_or(line);
        if let Ok(facts) = S::correction(state, correction) {
            let mut state = state.clone();
            for fact in &facts {
                assert!(S::knows_fact(&state, fact), "`{line}` cannot be kept");
                S::apply(&mut state, fact);
            }
            let _ = S::view(&state);
            let _ = S::next(&state);
        }
        let _ = S::look(state, line);
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for ask in &self.asks {
            let name = S::name(&self.state, ask.who);
            S::offers(&self.state, ask, &mut |act| {
                let act = S::print(&self.state, Some(ask.who), &act);
                words.push(format!("{name}: {act}"));
                if words.len() < WORDS_MAX {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        words
    }
}

/// The name before a colon, and the words behind it.
pub(crate) fn spoken(line: &str) -> (Option<&str>, &str) {
    match line.split_once(':') {
        Some((name, words)) => (Some(name.trim()), words.trim()),
        None => (None, line),
    }
}

static BEGINNINGS: LazyLock<Vec<Beginning>> = LazyLock::new(|| {
    let carried = library().scenarios().into_iter();
    let mut all: Vec<Beginning> = carried
        .map(|(_, scenario)| Beginning::new(scenario.clone(), String::new()))
        .collect();
    for system in systems() {
        for path in pages(system.id) {
            let text = fs::read_to_string(&path).expect("a page that can be read");
            let page = Page::parse(Source::new(path.display().to_string(), text));
            let page = page.unwrap_or_else(|problems| panic!("{problems:?}"));
            all.extend(page.cases.iter().map(beginning));
        }
    }
    all
});

/// All fights: the scenarios of the repository come first.
pub(crate) fn beginnings() -> &'static [Beginning] {
    &BEGINNINGS
}

/// The pages of worked examples of a system.
fn pages(system: &str) -> Vec<PathBuf> {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut books =
        folders.map(|folder| folder.join(format!("crates/systems/{system}/tests/book")));
    let book = books.find(|book| book.is_dir()).unwrap_or_default();
    let entries = fs::read_dir(book).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut pages: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.sort();
    pages
}

fn beginning(case: &Case) -> Beginning {
    let text = toml::to_string(&case.setup.to_table()).expect("what was read can be written");
    let steps = case.steps.iter();
    let lines = steps.flat_map(|step| {
        let done = match &step.action {
            Action::Do(spoken) => format!("{}: {}\n", spoken.who, spoken.words),
            Action::Auto => String::new(),
            Action::Override(words) => {
                format!("set {}\n", words.trim().trim_start_matches("set "))
            }
            Action::Joins(entries) => format!("join {}\n", entries.trim().replace('\n', " ")),
            Action::Undo => "undo\n".to_owned(),
            Action::Redo => "redo\n".to_owned(),
        };
        let answers = step.answers.iter();
        let answers = answers.map(|answer| format!("{}: {}\n", answer.who, answer.words));
        std::iter::once(done).chain(answers)
    });
    Beginning::new(Source::new("case.toml", text), lines.collect())
}
