//! What the bots of a system make use of: every kind of act that there is in the scenarios of the repository, but for those that
//! `tests/repertoire/left.txt` leaves to people and says why.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::repository::{AnyLegal, content, file, files, home, offered, setups};
use affray_kernel::content::Source;
use affray_kernel::silent::play_out;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, System};

/// How many fights the bots play of each scenario, and how long each of them is at most.
const FIGHTS: u64 = 3;
const ACTS_MAX: u32 = 200;

/// So many decisions in each kind of window of a fight are looked at for what is offered, and then one of so many.
const FIRST: u32 = 6;
const EVERY: u32 = 12;

/// Kinds of acts: what could be done, with the words of one, and what bots did.
#[derive(Default)]
struct Kinds {
    offered: BTreeMap<String, String>,
    done: BTreeSet<String>,
}

/// The first word of an act as it is typed tells its kind; numbers are none.
fn kind<S: System>(state: &S::State, ask: &Ask<S>, act: &S::Act) -> (String, String) {
    let words = S::print(state, Some(ask.who), act);
    let mut kinds = words.split([' ', ':', ',']);
    let kind = kinds.find(|word| word.starts_with(char::is_alphabetic));
    let kind = kind.unwrap_or_default();
    (kind.to_owned(), words)
}

/// Players who are watched: the bots of the system, or anybody who takes what is legal.
struct Watched<'k> {
    kinds: &'k mut Kinds,
    any: Option<AnyLegal>,
    asked: BTreeMap<&'static str, u32>,
}

impl Watched<'_> {
    /// Whether what is offered is looked at in this window.
    fn looks(&mut self, window: &'static str) -> bool {
        let asked = self.asked.entry(window).or_default();
        *asked += 1;
        *asked <= FIRST || asked.is_multiple_of(EVERY)
    }
}

impl<S: System> Answers<S> for Watched<'_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        if self.looks(ask.word()) {
            for act in offered(state, ask) {
                let (kind, words) = kind::<S>(state, ask, &act);
                self.kinds.offered.entry(kind).or_insert(words);
            }
        }
        if let Some(any) = &mut self.any {
            return any.answer(state, ask);
        }
        let act = S::simple(state, ask)?;
        self.kinds.done.insert(kind::<S>(state, ask, &act).0);
        Some(act)
    }
}

/// Situations of this test's own, in which bots have use for what hardly comes up in the scenarios.
fn situations<S: System>() -> Vec<S::Setup> {
    let library = files(&content::<S>(), "toml");
    let compose = |scenario: &Source| {
        S::compose(scenario, &library).unwrap_or_else(|problems| panic!("{problems}"))
    };
    let scenarios = files(&folder::<S>(), "toml");
    scenarios.iter().map(compose).collect()
}

fn folder<S: System>() -> PathBuf {
    home::<S>().join("tests/repertoire")
}

/// What is offered in play by bots and at random, and what bots do.
fn seen<S: System>() -> Kinds {
    let mut kinds = Kinds::default();
    for setup in setups::<S>().into_iter().chain(situations::<S>()) {
        let start = S::set_up(&setup).unwrap_or_else(|reasons| panic!("{reasons:?}"));
        for number in 0..=FIGHTS {
            let is_random = number == FIGHTS;
            let mut players = Watched {
                kinds: &mut kinds,
                any: is_random.then(|| AnyLegal::new(5)),
                asked: BTreeMap::new(),
            };
            play_out::<S>(&mut start.clone(), 5, number, &mut players, ACTS_MAX);
        }
    }
    kinds
}

/// The kinds of acts that are left to people, one a line, each with the reason after a colon.
fn left<S: System>() -> BTreeMap<String, String> {
    let text = file(&folder::<S>().join("left.txt")).text;
    let line = |line: &str| {
        let (kind, reason) = line.split_once(": ").expect("a kind and a reason");
        assert!(reason.len() > 10, "{kind} has a reason");
        (kind.to_owned(), reason.to_owned())
    };
    text.lines().map(line).collect()
}

/// Bots do everything but what is left to people.
#[track_caller]
pub fn do_all_but_what_is_left<S: System>() {
    let (kinds, left) = (seen::<S>(), left::<S>());
    let mut wrong = Vec::new();
    for (kind, words) in &kinds.offered {
        if !kinds.done.contains(kind) && !left.contains_key(kind) {
            wrong.push(format!("no bot ever does this: {words}"));
        }
    }
    for kind in left.keys() {
        if kinds.done.contains(kind) {
            wrong.push(format!("bots do this, so it is not left to people: {kind}"));
        } else if !kinds.offered.contains_key(kind) {
            wrong.push(format!("this is never offered: {kind}"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", S::NAME, wrong.join("\n"));
}
