//! How long it takes to work out chances, in every system: the odds of acts, and whole duels.
//!
//! Run with `cargo bench -p affray-table --bench chances`; the name of a part (`odds`, `duels`) runs that part alone, further words are
//! names of systems.

use std::time::Instant;

use affray_kernel::CreatureId;
use affray_table::{
    Basis, Control, DuelBasis, DuelOrders, Library, Standing, Viewer, duel, face_to_face,
    open_scenario, systems,
};

const GM: Viewer = Viewer::GameMaster;

/// What is measured of a system.
type Part = fn(&str);

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let parts: [(&str, Part); 2] = [("odds", odds_of), ("duels", duels_of)];
    let is_named = |name: &&str| wanted.iter().any(|word| word == name);
    let some_part = parts.iter().any(|(name, _)| is_named(name));
    let some_system = systems().iter().any(|system| is_named(&system.id));
    for (name, part) in parts {
        for system in systems() {
            if (!some_part || is_named(&name)) && (!some_system || is_named(&system.id)) {
                part(system.id);
            }
        }
    }
}

/// The odds of every act that is offered to whoever begins, in every scenario.
fn odds_of(system: &str) {
    let library = Library::embedded();
    let mut times: Vec<(f64, u64, String)> = Vec::new();
    let mut sampled = 0;
    for (name, source) in library.scenarios() {
        if !name.starts_with(&format!("{system}/")) {
            continue;
        }
        let mut session = open_scenario(source, &library, 3).expect("a scenario of the repository");
        for index in 0..session.names().len() {
            session.set_control(CreatureId::at(index), Control::People);
        }
        session.advance().expect("no fault");
        let Standing::Asks { questions } = session.standing(&GM) else {
            continue;
        };
        let Some(question) = questions.first() else {
            continue;
        };
        let groups = session.offers(question.who, &GM).into_iter();
        for offer in groups.flat_map(|group| group.offers.into_iter().take(8)) {
            let before = Instant::now();
            let Ok(report) = session.odds(question.who, &offer.words, &GM) else {
                continue;
            };
            let seconds = before.elapsed().as_secs_f64();
            match report.basis {
                // An act without dice says nothing about odds.
                Basis::Exact { courses, .. } => {
                    let count = courses.map_or(1, |courses| courses.count);
                    if count > 1 {
                        times.push((seconds, count, format!("{name}: {}", offer.words)));
                    }
                }
                Basis::Sample { .. } => sampled += 1,
            }
        }
    }
    times.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
    let at = |share: f64| times.get(((times.len().max(1) - 1) as f64 * share) as usize);
    let fast = times.iter().filter(|(seconds, ..)| *seconds < 1e-3).count();
    println!(
        "odds, {system}: {} acts with dice, {fast} under 1 ms, {sampled} by sample",
        times.len()
    );
    for (words, share) in [("half of them", 0.5), ("9 of 10", 0.9), ("all", 1.0)] {
        if let Some((seconds, courses, act)) = at(share) {
            println!(
                "  {words}: up to {:.3} ms ({courses} courses; {act})",
                seconds * 1e3
            );
        }
    }
}

/// Every kind of creature against the next.
fn duels_of(system: &str) {
    let library = Library::embedded();
    let kinds = library.creatures(system);
    for pair in kinds.windows(2) {
        let before = Instant::now();
        let scenario = match face_to_face(&pair[0], &pair[1], Some(system), &library) {
            Ok(scenario) => scenario,
            Err(error) => {
                println!("duel, {system}: {} against {}: {error}", pair[0], pair[1]);
                continue;
            }
        };
        let orders = DuelOrders {
            fights: 1000,
            ..DuelOrders::default()
        };
        let report = duel(&scenario, &library, &orders).expect("a duel");
        let seconds = before.elapsed().as_secs_f64();
        let basis = match &report.basis {
            DuelBasis::Exact {
                situations, runs, ..
            } => {
                format!("exact, {situations} situations, {runs} runs")
            }
            DuelBasis::Sample {
                fights, because, ..
            } => format!("{fights} fights: {because}"),
        };
        println!(
            "duel, {system}: {}: {:.4}, unfinished {:.1e}, {:.2} {}s, {seconds:.2} s, {basis}",
            report.name,
            report.sides[0].wins.value,
            report.unfinished.value,
            report.time.spread.map_or(f64::NAN, |spread| spread.mean),
            report.time.unit.name
        );
    }
}
