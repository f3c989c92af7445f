//! Chances that were worked out against fights that were played, in every system of the registry: the odds of acts and whole duels, each
//! also face by face.
//!
//! The environment asks for more: `PLAYS` of the first act of each system and a tenth as many of others, `FIGHTS` of each duel.
//! `cargo xtask soak --plays N` does so.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::odds::{Course, Grain, Odds, Weights, odds_heard, sampled};
use affray_kernel::story::Note;
use affray_kernel::tape::{Answers, People, Simple};
use affray_kernel::{Ask, System};
use affray_sim::Policy;
use affray_sim::duel::{self, Bounds, Exact, Outcome};
use affray_table::{Library, WithSystem, system_of, systems, with_system};
use num_bigint::BigUint;

/// How often the first act of each system is played in a normal run.
const PLAYS: u64 = 1_000_000;

/// How often the others are, for once of the first.
const OTHERS_SHARE: u64 = 10;

/// How many fights each duel has in a normal run.
const FIGHTS: u64 = 200_000;

/// The most courses of an act that is looked at, and the most where no act has as few: face by face, explosions have many.
const COURSES: [u64; 2] = [1_500, 150_000];

/// How many standard deviations a count may be off: of many thousands of counts, none is so by chance.
const DEVIATIONS: f64 = 6.0;

fn asked_for(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

fn everywhere<W: WithSystem>(what: impl Fn() -> W) {
    assert!(!systems().is_empty());
    for system in systems() {
        assert!(with_system(system.id, what()).is_ok(), "{}", system.id);
    }
}

/// How far a count of `n` plays may be from what it is on average where the chance is `p`. The last part is for chances so small that
/// counts are a handful.
fn tolerance(n: f64, p: f64) -> f64 {
    DEVIATIONS * (n * p * (1.0 - p)).sqrt() + DEVIATIONS
}

/// What an act came to: everything about the state, and what the rolls were called.
type Key<S> = (<S as System>::State, Vec<&'static str>);

fn key<S: System>(state: S::State, notes: &[Note<S>]) -> Key<S> {
    let verdict = |note: &Note<S>| match note {
        Note::Sum(sum) if !sum.verdict.is_empty() => Some(sum.verdict),
        _ => None,
    };
    (state, notes.iter().filter_map(verdict).collect())
}

/// The scenarios of a system, as they stand when somebody decides for the first time, and who that is.
fn beginnings<S: System>() -> Vec<(String, Fight<S>, Ask<S>)> {
    let library = Library::embedded();
    let own = library.of(S::ID);
    let begin = |(name, source): (String, &Source)| {
        let setup = S::compose(source, &own).unwrap_or_else(|problems| panic!("{problems}"));
        let mut fight = Fight::<S>::new(setup, 5, 0).expect("a scenario that can be played");
        fight.settle(&mut People).expect("it begins");
        let ask = fight.asks().first().cloned()?;
        Some((name, fight, ask))
    };
    let folder = format!("{}/", S::ID);
    let scenarios = library.scenarios().into_iter();
    let own = scenarios.filter(|(name, _)| name.starts_with(&folder));
    own.filter_map(begin).collect()
}

/// An act: in which scenario, in which fight, who is asked, and what it is.
type Chosen<S> = (String, Fight<S>, Ask<S>, <S as System>::Act);

/// The most scenarios of a system that acts are taken from, and the most acts that are looked at in each.
const SCENARIOS: usize = 2;
const OFFERS: usize = 25;

/// Acts with dice, and the most courses that one of them has.
fn acts<S: System>(grain: Grain) -> (u64, Vec<Chosen<S>>) {
    let mut tried = COURSES.iter().map(|most| (*most, within(*most, grain)));
    let found = tried.find(|(_, chosen)| !chosen.is_empty());
    found.unwrap_or_else(|| panic!("{}: acts with dice are offered", S::ID))
}

/// Acts with dice, one of each scenario, each the first whose odds are neither certain nor beyond `budget`.
fn within<S: System>(budget: u64, grain: Grain) -> Vec<Chosen<S>> {
    let mut chosen = Vec::new();
    for (name, fight, ask) in beginnings::<S>() {
        if chosen.len() == SCENARIOS {
            break;
        }
        let mut found = None;
        let mut left = OFFERS;
        S::offers(fight.settled(), &ask, &mut |act| {
            if left == 0 {
                return std::ops::ControlFlow::Break(());
            }
            left -= 1;
            let course = Course::<S> {
                grain,
                ..Course::of(fight.settled(), Some(ask.who), &act)
            };
            match odds_heard(&course, &mut Simple, budget, key::<S>) {
                Ok(odds) if odds.outcomes.len() > 2 => {
                    found = Some(act);
                    std::ops::ControlFlow::Break(())
                }
                _ => std::ops::ControlFlow::Continue(()),
            }
        });
        if let Some(act) = found {
            chosen.push((name, fight, ask, act));
        }
    }
    chosen
}

fn weights<K: Hash + Eq + Clone>(odds: &Odds<K>) -> Weights<K, BigUint> {
    odds.outcomes.iter().cloned().collect()
}

struct OddsAgainstPlays;

impl WithSystem for OddsAgainstPlays {
    type Output = ();

    fn with<S: System>(self) {
        let most = asked_for("PLAYS").unwrap_or(PLAYS);
        let (budget, chosen) = acts::<S>(Grain::Merged);
        for (place, (name, fight, ask, act)) in chosen.into_iter().enumerate() {
            let plays = if place == 0 {
                most
            } else {
                (most / OTHERS_SHARE).max(1)
            };
            let course = Course::<S>::of(fight.settled(), Some(ask.who), &act);
            let said = S::print(fight.settled(), Some(ask.who), &act);
            let odds = odds_heard(&course, &mut Simple, budget, key::<S>).expect("odds");
            let sample = sampled(&course, &mut Simple, plays, 11, |_, _| (), key::<S>);
            let counts: Weights<_, u64> = sample.expect("a sample").outcomes.into_iter().collect();
            let tail = affray_kernel::odds::ratio(&odds.tail, &odds.total);
            let n = plays as f64;
            let mut unknown = n;
            for (outcome, weight) in &odds.outcomes {
                let chance = affray_kernel::odds::ratio(weight, &odds.total);
                let count = counts.get(outcome).map_or(0.0, |count| *count as f64);
                unknown -= count;
                assert!(
                    (count - n * chance).abs() <= tolerance(n, chance) + n * tail,
                    "{name}: {said}: {count} of {plays}, not {chance}: {:?}",
                    outcome.1
                );
            }
            assert!(
                unknown <= tolerance(n, tail) * f64::from(u8::from(tail > 0.0)) + n * tail,
                "{name}: {said}: {unknown} of {plays} came to what the odds do not know"
            );
        }
    }
}

#[test]
fn odds_agree_with_plays() {
    everywhere(|| OddsAgainstPlays);
}

struct FaceByFace;

impl WithSystem for FaceByFace {
    type Output = ();

    fn with<S: System>(self) {
        let (budget, chosen) = acts::<S>(Grain::Faces);
        for (name, fight, ask, act) in chosen {
            let said = S::print(fight.settled(), Some(ask.who), &act);
            let odds = |grain| {
                let course = Course::<S> {
                    grain,
                    ..Course::of(fight.settled(), Some(ask.who), &act)
                };
                odds_heard(&course, &mut Simple, budget, key::<S>).expect("odds")
            };
            let (merged, faces) = (odds(Grain::Merged), odds(Grain::Faces));
            assert!(merged.runs <= faces.runs);
            let open = &merged.tail * &faces.total + &faces.tail * &merged.total;
            let known = weights(&faces);
            for (outcome, weight) in &merged.outcomes {
                let other = known.get(outcome).cloned().unwrap_or_default();
                let (one, other) = (weight * &faces.total, other * &merged.total);
                let apart = if one > other {
                    one - other
                } else {
                    other - one
                };
                assert!(apart <= open, "{name}: {said}: {:?}", outcome.1);
            }
        }
    }
}

#[test]
fn face_by_face_odds_are_the_same() {
    everywhere(|| FaceByFace);
}

/// How far duels are followed.
const BOUNDS: Bounds = Bounds {
    unfinished: 1e-5,
    memory: 200_000_000,
    runs: 2_000_000,
    time: 1_000,
    grain: Grain::Merged,
};

/// Where the brief duels are kept, whatever their systems.
const BRIEF: &str = "tests/duels";

/// Where those are in which dice explode: face by face they are too long.
const EXPLODING: &str = "tests/duels/exploding";

fn brief_duels(folder: &str) -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).expect("the duels");
    let mut paths: Vec<PathBuf> = files
        .map(|file| file.expect("a readable folder").path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        Source::new(path.display().to_string(), text)
    };
    paths.iter().map(read).collect()
}

/// Does something with every brief duel, and gives the systems of them.
fn with_brief_duels<W: WithSystem>(
    folder: &str,
    what: impl Fn(Source) -> W,
) -> BTreeSet<&'static str> {
    let of = |duel: Source| {
        let system = system_of(&duel).expect("a system of the registry");
        assert!(with_system(system.id, what(duel)).is_ok());
        system.id
    };
    brief_duels(folder).into_iter().map(of).collect()
}

fn start<S: System>(scenario: &Source) -> S::State {
    let setup = S::compose(scenario, &Library::embedded().of(S::ID));
    let setup = setup.unwrap_or_else(|problems| panic!("{problems}"));
    S::set_up(&setup).expect("a possible fight")
}

fn exact<S: System>(scenario: &Source, start: &S::State, bounds: &Bounds) -> Exact {
    let exact = duel::exact::<S>(start, &mut Simple, bounds);
    let exact = exact.unwrap_or_else(|error| panic!("{}: {error}", scenario.name));
    let outcome = &exact.outcome;
    let whole = outcome.whole();
    assert!((whole - 1.0).abs() < 1e-9, "{}: {whole}", scenario.name);
    assert!(outcome.unfinished < bounds.unfinished);
    // Of two, the one that has lost is out of the fight; of a winner, what was hidden until then may still be felt.
    for (fate, other) in outcome.fates.iter().zip(outcome.wins.iter().rev()) {
        let lost = other + outcome.draws;
        assert!(fate.out > lost - 1e-9, "{}: {lost}", scenario.name);
    }
    exact
}

/// Whether counts of fights may well come from these chances.
fn agree(name: &str, exact: &Outcome, counted: &Outcome) {
    let n = counted.whole();
    let near = |what: &str, chance: f64, count: f64| {
        assert!(
            (count - n * chance).abs() <= tolerance(n, chance) + n * exact.unfinished,
            "{name}: {what}: {count} of {n}, not {chance}"
        );
    };
    for (side, (wins, count)) in exact.wins.iter().zip(&counted.wins).enumerate() {
        near(&format!("side {side} wins"), *wins, *count);
    }
    near("nobody wins", exact.draws, counted.draws);
    for (time, chance) in &exact.time {
        let count = counted.time.get(time).copied().unwrap_or(0.0);
        near(&format!("over at {time}"), *chance, count);
    }
    for (number, (fate, count)) in exact.fates.iter().zip(&counted.fates).enumerate() {
        near(&format!("{number} is out"), fate.out, count.out);
        for (words, chance) in &fate.conditions {
            let count = count.conditions.get(words).copied().unwrap_or(0.0);
            near(&format!("{number} ends {words}"), *chance, count);
        }
        for ((gauge, chances), (other, counts)) in fate.left.iter().zip(&count.left) {
            assert_eq!(gauge, other);
            for (left, chance) in chances {
                let count = counts.get(left).copied().unwrap_or(0.0);
                near(
                    &format!("{number} has {left} of {gauge} left"),
                    *chance,
                    count,
                );
            }
        }
    }
}

struct DuelAgainstFights(Source);

impl WithSystem for DuelAgainstFights {
    type Output = ();

    fn with<S: System>(self) {
        let fights = asked_for("FIGHTS").unwrap_or(FIGHTS);
        let start = start::<S>(&self.0);
        let exact = exact::<S>(&self.0, &start, &BOUNDS);
        let policies = vec![Policy::Simple; S::count(&start)];
        let counted = duel::sample::<S>(&start, &policies, (fights, u64::MAX), 3);
        assert!(counted.whole() as u64 == fights && counted.failed == 0.0);
        agree(&self.0.name, &exact.outcome, &counted);
    }
}

#[test]
fn exact_duels_agree_with_fights() {
    let mut fought = with_brief_duels(BRIEF, DuelAgainstFights);
    fought.extend(with_brief_duels(EXPLODING, DuelAgainstFights));
    assert_eq!(fought.len(), systems().len(), "one of every system");
}

struct DuelFaceByFace(Source);

impl WithSystem for DuelFaceByFace {
    type Output = ();

    fn with<S: System>(self) {
        let start = start::<S>(&self.0);
        let by = |grain| {
            let bounds = Bounds { grain, ..BOUNDS };
            exact::<S>(&self.0, &start, &bounds)
        };
        let (merged, faces) = (by(Grain::Merged), by(Grain::Faces));
        assert!(merged.runs <= faces.runs);
        let (merged, faces) = (merged.outcome, faces.outcome);
        let open = merged.unfinished + faces.unfinished + 1e-12;
        for (one, other) in merged.wins.iter().zip(&faces.wins) {
            assert!(
                (one - other).abs() <= open,
                "{}: {one}, not {other}",
                self.0.name
            );
        }
        assert!(
            (merged.draws - faces.draws).abs() <= open,
            "{}",
            self.0.name
        );
    }
}

#[test]
fn face_by_face_duels_are_the_same() {
    assert!(with_brief_duels(BRIEF, DuelFaceByFace).len() > 3);
}

/// Decides simply, and wants no more once it has been asked so often: before an act or in the middle of its courses.
struct Stops<'s> {
    left: u32,
    stop: &'s AtomicBool,
}

impl<S: System> Answers<S> for Stops<'_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
        Simple.answer(state, ask)
    }
}

/// A duel, and how often it was stopped.
struct DuelStopped<'c>(Source, &'c Cell<u32>);

impl WithSystem for DuelStopped<'_> {
    type Output = ();

    fn with<S: System>(self) {
        let name = &self.0.name;
        let start = start::<S>(&self.0);
        let whole = exact::<S>(&self.0, &start, &BOUNDS).outcome;
        for left in [1, 2, 5, 20, 100, 1_000] {
            let stop = AtomicBool::new(false);
            let mut policy = Stops { left, stop: &stop };
            let part = duel::exact_until::<S>(&start, &mut policy, &BOUNDS, &stop);
            let part = part
                .unwrap_or_else(|error| panic!("{name}: {error}"))
                .outcome;
            if !stop.into_inner() {
                return;
            }
            self.1.update(|stopped| stopped + 1);
            assert!((part.whole() - 1.0).abs() < 1e-9, "{name}: {left}");
            assert!(part.unfinished > 0.0, "{name}: {left}");
            // What was found is what there is, and what is missing is among what is unfinished.
            let found = part.wins.iter().chain([&part.draws]);
            for (found, all) in found.zip(whole.wins.iter().chain([&whole.draws])) {
                let most = found + part.unfinished + whole.unfinished + 1e-9;
                let least = found - whole.unfinished - 1e-9;
                assert!(
                    least <= *all && *all <= most,
                    "{name}: {left}: {found}, {all}"
                );
            }
        }
    }
}

#[test]
fn a_duel_that_is_stopped_within_an_act_leaves_the_rest_unfinished() {
    let stopped = Cell::new(0);
    with_brief_duels(BRIEF, |duel| DuelStopped(duel, &stopped));
    assert!(stopped.get() > 5, "{stopped:?}");
}
