//! The content and scenarios of the repository, and players for them.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use affray_kernel::content::Source;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, System};

/// The sheet of every creature has figures, each with a name and something said of it; the parts of those that are worked out add up.
pub fn sheets_add_up<S: System>(state: &S::State) {
    for who in S::creatures(state) {
        let sections = S::sheet(state, who);
        let lines = sections.iter().flat_map(|section| &section.lines);
        let mut sums = 0;
        for line in lines {
            let said = !line.name.is_empty() && !line.value.is_empty();
            assert!(said, "{}: {line:?}", S::name(state, who));
            let Some(sum) = &line.sum else { continue };
            let counted = sum.parts.iter().filter(|part| part.counts);
            let total: i32 = counted.map(|part| part.value).sum();
            assert_eq!(total, sum.total, "{}: {line:?}", S::name(state, who));
            sums += 1;
        }
        assert!(sums >= 5, "{} has {sections:?}", S::name(state, who));
    }
}

/// The folder of the repository: cargo says at the run whose package is tried, which holds as well where several checkouts share what is
/// built.
fn root() -> PathBuf {
    let tried = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = tried
        .ancestors()
        .find(|folder| folder.join("content").is_dir());
    root.unwrap_or(&tried).to_owned()
}

/// The folder of a system's crate.
pub fn home<S: System>() -> PathBuf {
    root().join("crates/systems").join(S::ID)
}

/// The content folder of a system.
pub fn content<S: System>() -> PathBuf {
    root().join("content").join(S::ID)
}

/// All files of that kind in a folder, in the order of their names.
pub fn files(folder: &Path, extension: &str) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    paths.iter().map(|path| file(path)).collect()
}

/// One file.
pub fn file(path: &Path) -> Source {
    let name = path.file_name().expect("a file").to_string_lossy();
    let text = fs::read_to_string(path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Source::new(name, text)
}

/// The setup of a scenario of the repository.
pub fn setup<S: System>(scenario: &str) -> S::Setup {
    let library = files(&content::<S>(), "toml");
    let source = file(&content::<S>().join("scenarios").join(scenario));
    S::compose(&source, &library).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The state that a scenario of the repository starts from.
pub fn start<S: System>(scenario: &str) -> S::State {
    S::set_up(&setup::<S>(scenario)).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// The state that a scenario of the benchmarks starts from.
pub fn measured<S: System>(scenario: &str) -> S::State {
    let library = files(&content::<S>(), "toml");
    let scenario = root().join("crates/systems/benches").join(scenario);
    let setup = S::compose(&file(&scenario), &library);
    let setup = setup.unwrap_or_else(|problems| panic!("{problems}"));
    S::set_up(&setup).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// The setups of all scenarios of the repository.
pub fn setups<S: System>() -> Vec<S::Setup> {
    files(&content::<S>().join("scenarios"), "toml")
        .iter()
        .map(|scenario| setup::<S>(&scenario.name))
        .collect()
}

/// The most offers of a list that are held against their check.
const CHECKED_MOST: usize = 48;

/// A player who takes any legal answer, by a small generator of its own; what is offered has to pass its check.
pub struct AnyLegal {
    /// What its next choice follows from.
    pub state: u64,
}

impl AnyLegal {
    /// A player whose choices follow from a number.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number below `bound`, or 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

/// Everything legal that is offered.
pub fn offered<S: System>(state: &S::State, ask: &Ask<S>) -> Vec<S::Act> {
    let mut acts = Vec::new();
    S::offers(state, ask, &mut |act| {
        acts.push(act);
        ControlFlow::Continue(())
    });
    acts
}

/// Whoever is asked is asked by a rule that binds.
fn is_asked_by_a_rule<S: System>(state: &S::State, ask: &Ask<S>) {
    let rule = S::catalogue().get(S::asked_by(state, ask));
    assert!(
        rule.is_some_and(|rule| rule.kind.binding()),
        "{}: {rule:?}",
        S::question(state, ask)
    );
}

/// What somebody may do is explained, by a rule that binds; what is read in place of the notation's words stands for their beginning.
fn is_explained<S: System>(state: &S::State, ask: &Ask<S>, act: &S::Act) {
    let meaning = S::meaning(state, ask, act);
    let words = S::print(state, Some(ask.who), act);
    let rule = S::catalogue().get(meaning.rule);
    assert!(rule.is_some_and(|rule| rule.kind.binding()), "`{words}`");
    assert!(meaning.does.ends_with('.'), "`{words}`");
    assert!(
        meaning.instead.is_none() || meaning.plain(&words).is_some(),
        "`{words}` does not begin as {meaning:?}"
    );
}

impl<S: System> Answers<S> for AnyLegal {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        is_asked_by_a_rule(state, ask);
        let mut acts = offered(state, ask);
        // Of long lists (ways to hundreds of places) other ones each time.
        let apart = acts.len().div_ceil(CHECKED_MOST).max(1);
        let first = if apart > 1 { self.below(apart) } else { 0 };
        for act in acts.iter().skip(first).step_by(apart) {
            assert_eq!(
                S::check(state, ask, act),
                Ok(()),
                "offered, but refused: {}",
                S::print(state, Some(ask.who), act)
            );
            is_explained(state, ask, act);
        }
        if acts.is_empty() {
            return S::silence(state, ask);
        }
        let index = self.below(acts.len());
        Some(acts.swap_remove(index))
    }
}
