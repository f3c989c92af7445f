//! What comes of an act: the same with the same draws, of which what is shown is a beginning, and all of whose chances are one.

use affray_kernel::dice::Seeded;
use affray_kernel::fight::{Deed, Entry, Fight};
use affray_kernel::journal;
use affray_kernel::log::Log;
use affray_kernel::odds::{Course, Grain, NoOdds, Plays, odds, odds_of_verdicts};
use affray_kernel::story::Note;
use affray_kernel::tape::{Beyond, Draw, People, Simple, Stop, Tape};
use affray_kernel::{Ask, CreatureId, Scene, System};
use num_bigint::BigUint;

use crate::repository::offered;

/// The same dice and answers give the same facts; the facts fold to the same state; the journal keeps it all.
pub(super) fn replays<S: System>(fight: &mut Fight<S>) {
    let mut state = fight.start().clone();
    for entry in fight.entries() {
        Fight::<S>::verify(entry, &mut state)
            .unwrap_or_else(|difference| panic!("{difference} in {entry:?}"));
    }
    assert_eq!(&state, fight.settled());
    let mut text = journal::header(fight);
    text.push_str(&journal::changes(fight));
    let read = journal::read::<S>(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.fight.entries(), fight.entries());
    assert_eq!(read.fight.state(), fight.state());
}

/// Whoever hears facts alone hears the same of an act as somebody who hears everything.
pub(super) fn facts_alone_are_the_same<S: System>(fight: &Fight<S>) {
    let (mut state, mut log) = (fight.start().clone(), Log::of_facts());
    for entry in fight.entries() {
        let (who, act) = done(entry);
        let mut nobody = People;
        let mut tape = Tape::new(entry.draws.clone(), Beyond::Nothing, &mut nobody);
        log.clear();
        let played = S::resolve(
            &mut Scene::new(&mut state, &mut tape, Some(&mut log)),
            who,
            act,
        );
        assert_eq!(played, Ok(()), "an act with all of its draws is done");
        let facts: Vec<&S::Fact> = log.facts().collect();
        let told: Vec<&S::Fact> = entry.facts.iter().collect();
        assert_eq!(facts, told, "other facts than were told");
    }
    assert_eq!(&state, fight.settled());
}

/// Whose act an entry is, and which.
fn done<S: System>(entry: &Entry<S>) -> (Option<CreatureId>, &S::Act) {
    match &entry.deed {
        Deed::Act(who, act) | Deed::Bot(who, act) => (Some(*who), act),
        Deed::Auto(act) => (None, act),
        Deed::Correction(words) => panic!("nobody has corrected anything: {words}"),
    }
}

/// Where a draw is missing an act stops; what is shown meanwhile is a beginning of what comes of it.
pub(super) fn shown_facts_are_a_beginning<S: System>(fight: &Fight<S>) {
    let mut settled = fight.start().clone();
    for entry in fight.entries() {
        let (who, act) = done(entry);
        let mut shown = 0;
        for taken in 0..entry.draws.len() {
            let (mut state, mut log, mut nobody) = (settled.clone(), Log::default(), People);
            let mut tape = Tape::new(entry.draws[..taken].to_vec(), Beyond::Nothing, &mut nobody);
            let stopped = S::resolve(
                &mut Scene::new(&mut state, &mut tape, Some(&mut log)),
                who,
                act,
            );
            if stopped.is_ok() || stopped == Err(Stop::Mismatch) && is_joint(&entry.draws, taken) {
                continue;
            }
            assert!(
                tape.need().is_some(),
                "a run without its draws says what it waits for"
            );
            let facts: Vec<S::Fact> = log
                .take_notes()
                .into_iter()
                .filter_map(|note| {
                    if let Note::Fact(fact) = note {
                        Some(fact)
                    } else {
                        None
                    }
                })
                .collect();
            assert!(
                entry.facts.starts_with(&facts),
                "what is shown is no beginning of what comes of it"
            );
            assert!(facts.len() >= shown, "what was shown is taken back");
            shown = facts.len();
        }
        for fact in &entry.facts {
            S::apply(&mut settled, fact);
        }
    }
}

/// Whether a cut there may lie between answers that are given together; they are never had one without the other.
fn is_joint<S: System>(draws: &[Draw<S>], cut: usize) -> bool {
    let answers = |index: usize| draws.get(index).is_some_and(|draw| draw.act().is_some());
    cut > 0 && answers(cut - 1) && answers(cut)
}

/// The weights of all outcomes of an act total exactly one.
pub(super) fn weights_total<S: System>(fight: &Fight<S>) {
    for ask in fight.asks() {
        for act in offered(fight.state(), &ask).into_iter().take(6) {
            let mut players = Simple;
            match odds::<S, S::State>(
                fight.settled(),
                Some(ask.who),
                &act,
                &mut players,
                4000,
                Clone::clone,
            ) {
                Ok(_) | Err(NoOdds::Budget(_) | NoOdds::Undecided) => {}
                Err(error) => panic!("{error}: {}", S::print(fight.state(), Some(ask.who), &act)),
            }
            classes_are_faces_taken_together(fight, &ask, &act);
        }
    }
}

/// An act that is spelled out is as legal as it was, and comes to the same with the same dice.
pub(super) fn spelled_out_is_the_same<S: System>(fight: &Fight<S>, seed: u64) {
    for ask in fight.asks() {
        for act in offered(fight.state(), &ask) {
            let Some(long) = S::spelled_out(fight.settled(), ask.who, &act) else {
                continue;
            };
            let said = || S::print(fight.state(), Some(ask.who), &act);
            assert!(S::check(fight.state(), &ask, &long).is_ok(), "{}", said());
            let [short, long] = [&act, &long].map(|act| {
                let course = Course::<S>::of(fight.settled(), Some(ask.who), act);
                let mut log = Log::of_facts();
                let play =
                    Plays::of(&course).play(Seeded::new(seed, 0), &mut Simple, Some(&mut log));
                (play.map(|play| play.state), log.take_notes())
            });
            assert_eq!(short, long, "{}", said());
        }
    }
}

/// Where rules look at classes of what dice show, and where courses go on as one that have come to the same in a stage, an act comes to the same
/// as if every face were gone through to the end.
fn classes_are_faces_taken_together<S: System>(fight: &Fight<S>, ask: &Ask<S>, act: &S::Act) {
    let odds = |grain| {
        let course = Course::<S> {
            grain,
            ..Course::of(fight.settled(), Some(ask.who), act)
        };
        let key = |state, verdicts| (state, verdicts);
        odds_of_verdicts(&course, &mut Simple, 4000, |_| Ok(()), key)
    };
    let (Ok(classes), Ok(faces)) = (odds(Grain::Merged), odds(Grain::Faces)) else {
        return;
    };
    assert!(classes.runs <= faces.runs);
    let said = || S::print(fight.state(), Some(ask.who), act);
    // Each chance lies between what was followed and that with the whole tail: with no tail, they are equal.
    let left_open = (&classes.tail * &faces.total).max(&faces.tail * &classes.total);
    let mut others = faces.outcomes;
    for (outcome, weight) in &classes.outcomes {
        let place = others.iter().position(|(known, _)| known == outcome);
        let other = place.map_or(BigUint::ZERO, |place| others.swap_remove(place).1);
        let (one, other) = (weight * &faces.total, other * &classes.total);
        let apart = if one > other {
            &one - &other
        } else {
            &other - &one
        };
        assert!(apart <= left_open, "{}: {one} and {other}", said());
    }
    for (_, weight) in others {
        assert!(weight * &classes.total <= left_open, "{}", said());
    }
}
