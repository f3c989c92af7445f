//! Batches of fights in every system: the same on any number of threads and in parts, and each fight the one that the table plays.

use std::sync::atomic::AtomicBool;

use affray_kernel::{CreatureId, System};
use affray_sim::arena::Limits;
use affray_sim::batch::{self, Batch, Beside, Orders};
use affray_sim::record::{Ending, FightRecord};
use affray_sim::tournament::meet;
use affray_sim::{Arena, Policy};
use affray_systems::threeaction::ThreeAction;
use affray_table::{Control, Library, Standing, Viewer, open_arena, open_fight, systems};

/// The first scenario of each system in which few fight, so that fights are short.
fn small() -> Vec<(&'static str, affray_kernel::content::Source)> {
    let library = Library::embedded();
    let mut found = Vec::new();
    for system in systems() {
        let mut scenarios: Vec<_> = library
            .scenarios()
            .into_iter()
            .filter(|(name, _)| name.starts_with(&format!("{}/", system.id)))
            .collect();
        scenarios.sort_by_key(|(_, source)| source.text.matches("[[creature]]").count());
        let (_, source) = scenarios.first().expect("every system has a scenario");
        found.push((system.id, (*source).clone()));
    }
    found
}

fn arena(scenario: &affray_kernel::content::Source, policy: Option<Policy>) -> Box<dyn Arena> {
    open_arena(scenario, &Library::embedded(), policy).expect("an arena")
}

const LIMITS: Limits = Limits {
    entries: 3_000,
    seconds: 600,
};

fn played(arenas: &[&dyn Arena], threads: usize, numbers: std::ops::Range<u64>) -> Batch {
    let stop = AtomicBool::new(false);
    let orders = Orders {
        seed: 11,
        numbers,
        limits: LIMITS,
        until: None,
        stop: &stop,
        progress: &|_| {},
        row: None,
        beside: Beside::Nothing,
    };
    let pool = batch::threads(Some(threads)).expect("threads");
    let played = pool.install(|| batch::play(arenas, &orders, &mut |_| Ok::<(), ()>(())));
    played.expect("nothing is written")
}

fn records(arena: &dyn Arena, count: u64) -> Vec<FightRecord> {
    let mut records = Vec::new();
    let stop = AtomicBool::new(false);
    arena.fights(11, 0..count, LIMITS, &stop, &mut |record| {
        records.push(record)
    });
    records
}

#[test]
fn threads_and_parts_change_nothing() {
    for (system, scenario) in small() {
        let arena = arena(&scenario, None);
        let arenas = [&*arena];
        let whole = played(&arenas, 1, 0..45);
        assert_eq!(played(&arenas, 2, 0..45), whole, "{system}");
        let mut parts = played(&arenas, 1, 33..45);
        for numbers in [0..10, 10..33] {
            let part = played(&arenas, 2, numbers);
            parts.tallies[0].merge(&part.tallies[0]);
            parts.done.merge(&part.done);
        }
        assert_eq!(parts, whole, "{system}");
        let tally = &whole.tallies[0];
        assert_eq!(tally.fights, 45);
        let ended = tally.wins.iter().sum::<u64>() + tally.draws + tally.unfinished;
        assert_eq!((ended, tally.failed), (45, 0), "{system}");
        let deeds: u64 = tally
            .creatures
            .iter()
            .flat_map(|one| one.deeds.values())
            .map(|deed| deed.uses)
            .sum();
        assert!(deeds > 45, "{system}: {deeds}");
    }
}

#[test]
fn a_fight_of_a_batch_is_the_one_that_the_table_plays() {
    for (system, scenario) in small() {
        for policy in [Policy::Random, Policy::Simple] {
            let arena = arena(&scenario, Some(policy));
            for record in records(&*arena, 3) {
                let library = Library::embedded();
                let session = open_fight(&scenario, &library, 11, record.number);
                let mut session = session.expect("a fight");
                for index in 0..session.names().len() {
                    session.set_control(CreatureId::at(index), Control::Bot(policy));
                }
                let entries = record.entries as usize;
                while session.entries() < entries {
                    let left = entries - session.entries();
                    if !session.advance_by(left).expect("bots play on") {
                        break;
                    }
                }
                let what = format!("{system}, {}, fight {}", policy.name(), record.number);
                assert_eq!(session.entries(), entries, "{what}");
                let view = session.view(&Viewer::GameMaster);
                let winner = match session.standing(&Viewer::GameMaster) {
                    Standing::Over { winner } => winner,
                    _ => Some("not over".to_owned()),
                };
                let expected = match record.ending {
                    Ending::Won(side) => Some(arena.cast().sides[usize::from(side)].clone()),
                    Ending::Drawn => None,
                    Ending::Unfinished => Some("not over".to_owned()),
                    Ending::Failed => panic!("{what} has failed"),
                };
                assert_eq!(winner, expected, "{what}");
                if record.ending == Ending::Unfinished {
                    continue;
                }
                let account = session.account(&Viewer::GameMaster);
                for ledger in account.ledgers {
                    let of = &record.creatures[ledger.id.index()];
                    let seen = (ledger.dealt, ledger.taken, ledger.spent);
                    assert_eq!((of.dealt, of.taken, of.spent.clone()), seen, "{what}");
                }
                for (seen, of) in view.creatures.iter().zip(&record.creatures) {
                    assert_eq!(seen.active, of.stands, "{what}");
                }
            }
        }
    }
}

#[test]
fn it_is_known_who_felled_whom() {
    let library = Library::embedded();
    for (system, scenario) in small() {
        let mut session = open_fight(&scenario, &library, 11, 0).expect("a fight");
        for index in 0..session.names().len() {
            session.set_control(CreatureId::at(index), Control::Bot(Policy::Simple));
        }
        session.advance().expect("bots play on");
        let falls = session.account(&Viewer::GameMaster).falls;
        assert!(falls.iter().any(|fall| fall.by.is_some()), "{system}");
    }
}

#[test]
fn what_is_done_brings_what_is_dealt() {
    for (system, scenario) in small() {
        let arena = arena(&scenario, None);
        for record in records(&*arena, 10) {
            for creature in &record.creatures {
                let brought: i32 = creature.deeds.iter().map(|deed| deed.dealt).sum();
                assert_eq!(brought, creature.dealt, "{system}, fight {}", record.number);
            }
        }
    }
}

#[test]
fn fights_end_at_their_limits() {
    for (system, scenario) in small() {
        let arena = arena(&scenario, None);
        let stop = AtomicBool::new(false);
        let unfinished = |limits: Limits| {
            let mut endings = Vec::new();
            arena.fights(11, 0..2, limits, &stop, &mut |record| {
                endings.push(record.ending);
            });
            endings == [Ending::Unfinished; 2]
        };
        let entries = 3;
        assert!(unfinished(Limits { entries, ..LIMITS }), "{system}");
        let seconds = 1;
        let knows_seconds = arena.cast().unit.milliseconds > 0;
        assert_eq!(
            unfinished(Limits { seconds, ..LIMITS }),
            knows_seconds,
            "{system}"
        );
        let stop = AtomicBool::new(true);
        arena.fights(11, 0..2, LIMITS, &stop, &mut |_| panic!("it was stopped"));
    }
}

#[test]
fn two_arenas_are_compared_fight_by_fight() {
    for (system, scenario) in small() {
        let (simple, random) = (
            arena(&scenario, None),
            arena(&scenario, Some(Policy::Random)),
        );
        let same = played(&[&*simple, &*simple], 2, 0..10);
        assert!(!same.pairs.is_empty(), "{system}");
        for pairs in &same.pairs {
            assert_eq!((pairs.first, pairs.second), (0, 0), "{system}");
        }
        let both = played(&[&*simple, &*random], 2, 0..10);
        for pairs in &both.pairs {
            let wins = |place: usize| {
                let sides = &simple.cast().sides;
                let side = sides.iter().position(|side| *side == pairs.side);
                both.tallies[place].wins[side.expect("a side")]
            };
            assert_eq!(pairs.total(), 10, "{system}");
            assert_eq!(pairs.both + pairs.first, wins(0), "{system}");
            assert_eq!(pairs.both + pairs.second, wins(1), "{system}");
        }
    }
}

/// A duel, the policies by these words.
fn duel_of(policies: [&str; 2]) -> affray_kernel::content::Source {
    let library = Library::embedded();
    let duel = library.scenario("threeaction/duel").expect("it is carried");
    let [first, second] = policies.map(|word| format!("policy = \"{word}\""));
    let text = duel.text.replacen("policy = \"simple\"", &second, 2);
    let text = text.replacen(&second, &first, 1);
    affray_kernel::content::Source::new("duel.toml", text)
}

#[test]
fn policies_decide_in_a_tournament_as_in_a_batch() {
    let pairs = 20;
    let wins = |policies: [&str; 2], side: usize| {
        let arena = arena(&duel_of(policies), None);
        played(&[&*arena], 1, 0..pairs).tallies[0].wins[side]
    };
    let source = duel_of(["random", "simple"]);
    let setup = ThreeAction::compose(&source, &Library::embedded().of(ThreeAction::ID));
    let start = ThreeAction::set_up(&setup.expect("a scenario")).expect("a possible fight");
    let score = meet::<ThreeAction>(
        &start,
        [Policy::Random, Policy::Simple],
        (pairs as u32, 11),
        &AtomicBool::new(false),
    );
    let score = score.expect("two sides");
    let won = wins(["random", "simple"], 0) + wins(["simple", "random"], 1);
    let lost = wins(["random", "simple"], 1) + wins(["simple", "random"], 0);
    assert_eq!(
        (u64::from(score.wins), u64::from(score.losses)),
        (won, lost)
    );
    assert!(won + lost > 0, "somebody wins");
}
