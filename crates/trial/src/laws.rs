//! What holds for every system, in every state that random legal play reaches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use affray_kernel::content::Source;
use affray_kernel::dice::Seeded;
use affray_kernel::fight::{Deed, Entry, Fight, Open, Rejected, Standing};
use affray_kernel::journal;
use affray_kernel::log::Log;
use affray_kernel::odds::{Course, Grain, NoOdds, Plays, odds, odds_of_sums};
use affray_kernel::story::Note;
use affray_kernel::tape::{Answers, Beyond, Draw, People, Simple, Stop, Tape};
use affray_kernel::{Ask, CreatureId, Scene, System};
use num_bigint::BigUint;

use crate::repository::{AnyLegal, content, files, offered, setups, sheets_add_up};

/// Fights of each system that are played in a normal run.
const FIGHTS: u64 = 420;

/// Which fights are played. The environment asks for others: `FIGHTS` for so many, `FIRST` for those from that number on, `MINUTES` for
/// as many as there is time for.
struct Fights {
    first: u64,
    count: u64,
    time: Option<Duration>,
}

impl Fights {
    fn asked_for() -> Self {
        let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
        let minutes: Option<u64> = number("MINUTES");
        let unasked = if minutes.is_some() { u64::MAX } else { FIGHTS };
        Self {
            first: number("FIRST").unwrap_or(0),
            count: number("FIGHTS").unwrap_or(unasked),
            time: minutes.map(|minutes| Duration::from_secs(minutes * 60)),
        }
    }

    /// Plays them all; the first one in which a law does not hold ends it, and its number is told.
    fn play(&self, one: impl Fn(u64)) {
        let begun = Instant::now();
        let in_time = || self.time.is_none_or(|time| begun.elapsed() < time);
        let last = self.first.saturating_add(self.count);
        let mut played = 0;
        for number in (self.first..last).take_while(|_| in_time()) {
            let law = catch_unwind(AssertUnwindSafe(|| one(number)));
            assert!(
                law.is_ok(),
                "fight {number}: again with `cargo xtask soak --first {number} --fights 1`"
            );
            played += 1;
        }
        let rate = f64::from(played) / begun.elapsed().as_secs_f64();
        println!(
            "{played} fights from {} on, {rate:.0} a second: all laws hold",
            self.first
        );
    }
}

/// Plays `acts` acts with any legal choices and gives the fight.
fn play<S: System>(setup: &S::Setup, seed: u64, acts: usize) -> Fight<S> {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    go_on(&mut fight, &mut AnyLegal::new(seed), acts);
    fight
}

/// Plays `acts` acts more.
fn go_on<S: System>(fight: &mut Fight<S>, players: &mut AnyLegal, acts: usize) {
    for _ in 0..acts {
        match fight.advance(players) {
            Ok(true) => {}
            Ok(false) => {
                assert!(
                    matches!(fight.standing(), Standing::Over(_)),
                    "the fight stands still: {:?}",
                    fight.standing()
                );
                break;
            }
            Err(error) => panic!("{error}: {:?}", fight.entries().last()),
        }
    }
}

/// Creatures join, others are taken out and switches are set in the middle of a fight, at random. It goes on without those who are gone,
/// and all of it can be taken back and done again.
fn comings_and_goings<S: System>(setup: &S::Setup, content: &[Source], seed: u64) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    let mut chance = AnyLegal::new(seed);
    for change in 0..6 {
        let acts = chance.below(30);
        go_on(&mut fight, &mut chance, acts);
        let before = fight.settled().clone();
        let facts = match change % 3 {
            0 => somebody_joins::<S>(&before, content, &mut chance),
            1 => somebody_leaves::<S>(&before, &mut chance),
            _ => a_switch_is_set::<S>(&before, &mut chance),
        };
        let Some(facts) = facts else { continue };
        fight
            .correct("so it is", facts)
            .expect("nothing is in progress");
        let after = fight.settled().clone();
        fight.undo().expect("a correction can be undone");
        assert_eq!(fight.settled(), &before, "undo comes back to what was");
        fight.redo().expect("a correction can be redone");
        assert_eq!(
            fight.settled(),
            &after,
            "redo comes back to what came of it"
        );
        assert_eq!(S::view(&after).creatures.len(), S::count(&after));
    }
    go_on(&mut fight, &mut chance, 40);
    for ask in fight.asks() {
        assert!(
            !S::removed(fight.state(), ask.who),
            "nobody waits for the gone"
        );
    }
    replays(&mut fight);
    notation_round_trips(&fight);
    offers_point_at_what_is_there(&fight);
}

/// A creature of any kind of the content joins, where there is room for it.
fn somebody_joins<S: System>(
    state: &S::State,
    content: &[Source],
    chance: &mut AnyLegal,
) -> Option<Vec<S::Fact>> {
    let creatures = content.iter().find(|file| file.name == "creatures.toml")?;
    let kinds = creatures.text.lines();
    let kinds: Vec<&str> = kinds
        .filter_map(|line| line.strip_prefix("name = "))
        .collect();
    let kind = kinds[chance.below(kinds.len())];
    let sides = S::sides(state);
    let side = &sides[chance.below(sides.len())];
    (0..20).find_map(|_| {
        let (column, row) = (chance.below(20), chance.below(20));
        let number = S::count(state);
        let text = format!(
            "name = 'newcomer {number}'\nkind = {kind}\nside = '{side}'\nat = [{column}, {row}]"
        );
        S::newcomers(state, &Source::new("newcomer", text), content).ok()
    })
}

fn somebody_leaves<S: System>(state: &S::State, chance: &mut AnyLegal) -> Option<Vec<S::Fact>> {
    let who = CreatureId(chance.below(S::count(state)) as u16);
    let words = format!("{} leaves", S::name(state, who));
    S::correction(state, &words).ok()
}

fn a_switch_is_set<S: System>(state: &S::State, chance: &mut AnyLegal) -> Option<Vec<S::Fact>> {
    let switches = S::switches(state);
    let switch = &switches[chance.below(switches.len())];
    let choice = switch.choices.get(chance.below(switch.choices.len()));
    let word = choice.map_or("1", |choice| &choice.word);
    S::correction(state, &format!("ruling {} {word}", switch.name)).ok()
}

/// The same dice and answers give the same facts; the facts fold to the same state; the journal keeps it all.
fn replays<S: System>(fight: &mut Fight<S>) {
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

/// Everything offered prints to words that are read back as the same act.
fn notation_round_trips<S: System>(fight: &Fight<S>) {
    for ask in fight.asks() {
        for act in offered(fight.state(), &ask) {
            let words = S::print(fight.state(), Some(ask.who), &act);
            let read = S::parse(fight.state(), Some(ask.who), &words);
            assert_eq!(read.as_ref(), Ok(&act), "`{words}`");
        }
    }
}

/// A creature that is said to look alike in two states is seen alike.
fn what_looks_alike_is_seen_alike<S: System>(fight: &Fight<S>) {
    let (one, other) = (fight.start(), fight.state());
    for who in (0..S::count(one)).map(|number| CreatureId(number as u16)) {
        if S::looks_alike(one, other, who) {
            assert_eq!(S::seen(one, who), S::seen(other, who));
        }
    }
}

/// What is offered points at creatures that are there and known to whoever acts, and at cells of the map.
fn offers_point_at_what_is_there<S: System>(fight: &Fight<S>) {
    let state = fight.state();
    let map = S::view(state).map;
    for ask in fight.asks() {
        for act in offered(state, &ask) {
            let aspect = S::aspect(state, ask.who, &act);
            let words = S::print(state, Some(ask.who), &act);
            for target in aspect.targets {
                let target = S::seen(state, target).expect("a creature of the fight");
                assert!(
                    !target.hidden_from.contains(&ask.who),
                    "`{words}` points at the hidden"
                );
            }
            let (Some(place), Some(map)) = (aspect.place, &map) else {
                continue;
            };
            let (column, row) = if map.hexes {
                place.column_row()
            } else {
                (place.x, place.y)
            };
            let on_map = (0..map.columns).contains(&column) && (0..map.rows).contains(&row);
            assert!(on_map, "`{words}` points beside the map");
        }
    }
}

/// What is said to be impossible is refused, can be told, and is of some kind.
fn the_impossible_is_refused<S: System>(fight: &Fight<S>) {
    let state = fight.state();
    for ask in fight.asks() {
        let mut left = 400;
        S::refused(state, &ask, &mut |act, refusal| {
            if left == 0 {
                return;
            }
            left -= 1;
            let words = S::print(state, Some(ask.who), &act);
            assert_eq!(S::check(state, &ask, &act), Err(refusal), "`{words}`");
            let aspect = S::aspect(state, ask.who, &act);
            let there = aspect
                .targets
                .iter()
                .all(|who| who.index() < S::count(state));
            assert!(there && !refusal.render::<S>(state).is_empty(), "`{words}`");
        });
    }
}

/// A refused act, and an act of a creature that is not asked, leave the fight as it was.
fn refusals_change_nothing<S: System>(fight: &mut Fight<S>) {
    let asks = fight.asks();
    let Some(ask) = asks.first() else { return };
    let others: Vec<CreatureId> = (0..S::count(fight.state()) as u16)
        .map(CreatureId)
        .collect();
    let before = (fight.state().clone(), fight.entries().len());
    for who in others {
        for act in offered(fight.state(), ask).into_iter().take(40) {
            let asked = asks.iter().find(|ask| ask.who == who);
            let legal = asked.is_some_and(|ask| S::check(fight.state(), ask, &act).is_ok());
            if legal {
                continue;
            }
            let result = fight.submit(who, act, &mut People);
            assert!(
                matches!(
                    result,
                    Err(Rejected::Refused(_) | Rejected::NotAsked(_) | Rejected::Waiting(_))
                ),
                "{result:?}"
            );
            if let Err(Rejected::Refused(refusal)) = result {
                assert!(
                    !refusal.render::<S>(fight.state()).contains("{}"),
                    "a figure is missing: {}",
                    refusal.words
                );
            }
        }
    }
    assert!(
        before == (fight.state().clone(), fight.entries().len()),
        "a refusal has changed the fight"
    );
}

/// Who is asked first once everything has settled, and what they choose; nothing where nobody is asked any more.
fn next_choice<S: System>(
    fight: &mut Fight<S>,
    players: &mut AnyLegal,
) -> Option<(CreatureId, S::Act)> {
    fight.settle(&mut People).ok()?;
    let ask = fight.asks().first().cloned()?;
    let act = Answers::<S>::answer(players, fight.state(), &ask)?;
    Some((ask.who, act))
}

/// Undoing a person's act and redoing it comes back to the same state, and doing it anew gives the same dice.
fn undo_and_redo<S: System>(setup: &S::Setup, seed: u64) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    let mut players = AnyLegal::new(seed);
    for _ in 0..12 {
        let Some((who, act)) = next_choice(&mut fight, &mut players) else {
            return;
        };
        let before = fight.settled().clone();
        let count = fight.entries().len();
        fight
            .submit(who, act.clone(), &mut players)
            .expect("what is offered is taken");
        let after = fight.settled().clone();
        if fight.open().is_some() || fight.entries().len() == count {
            return;
        }
        fight.undo().expect("there is something to undo");
        assert_eq!(
            fight.settled(),
            &before,
            "undo comes back to the state before the act"
        );
        fight.redo().expect("there is something to redo");
        assert_eq!(
            fight.settled(),
            &after,
            "redo comes back to the state after the act"
        );
    }
}

/// In the act in progress, too, what was taken back can be done again: answer by answer, and after the journal was read anew.
fn undo_and_redo_within_an_act<S: System>(setup: &S::Setup, seed: u64) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    let mut players = AnyLegal::new(seed);
    let mut file = journal::header(&fight);
    for _ in 0..40 {
        let Some((who, act)) = next_choice(&mut fight, &mut players) else {
            return;
        };
        fight
            .submit(who, act, &mut People)
            .expect("what is offered is taken");
        if let Some(after) = fight.open().cloned() {
            let depth = take_all_back(&mut fight);
            file += &journal::changes(&mut fight);
            let mut read = journal::read::<S>(&file).expect("its own journal").fight;
            do_again(&mut read, depth);
            do_again(&mut fight, depth);
            assert_eq!(
                fight.open(),
                Some(&after),
                "redo comes back to the act as it stood"
            );
            assert_eq!(read.open(), Some(&after), "and so it does after reading");
        }
        file += &journal::changes(&mut fight);
    }
}

/// A correction in the middle of an act comes before it, and the act stands where it stood; or it is in the way, and nothing has changed.
fn corrections_within_an_act<S: System>(setup: &S::Setup, seed: u64) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    let mut players = AnyLegal::new(seed);
    let mut file = journal::header(&fight);
    for _ in 0..40 {
        let Some((who, act)) = next_choice(&mut fight, &mut players) else {
            break;
        };
        fight
            .submit(who, act, &mut People)
            .expect("what is offered is taken");
        file += &journal::changes(&mut fight);
        if fight.open().is_some_and(Open::is_under_way) {
            correct_within(&mut fight, &mut file, &mut players);
        }
    }
    let mut state = fight.start().clone();
    for entry in fight.entries() {
        Fight::<S>::verify(entry, &mut state)
            .unwrap_or_else(|difference| panic!("{difference} in {entry:?}"));
    }
}

/// Corrects something while an act is in progress; it is taken back and done again in the fight and in the one that is read from `file`.
fn correct_within<S: System>(fight: &mut Fight<S>, file: &mut String, chance: &mut AnyLegal) {
    let (before, settled) = (fight.open().cloned(), fight.settled().clone());
    let facts = match chance.below(2) {
        0 => somebody_leaves::<S>(&settled, chance),
        _ => a_switch_is_set::<S>(&settled, chance),
    };
    let Some(facts) = facts else { return };
    match fight.correct("so it is", facts) {
        Ok(()) => {}
        Err(Rejected::Unfit(_)) => {
            assert_eq!(fight.open(), before.as_ref(), "nothing has changed");
            assert_eq!(fight.settled(), &settled, "nothing has changed");
            return;
        }
        Err(other) => panic!("{other}"),
    }
    *file += &journal::changes(fight);
    // Without whom it was about the act may come to its end.
    let Some(after) = fight.open().cloned() else {
        return;
    };
    let mut read = journal::read::<S>(file).expect("its own journal").fight;
    for fight in [&mut read, fight] {
        assert_eq!(fight.open(), Some(&after));
        fight.undo().expect("a correction can be undone");
        assert_eq!(fight.open(), before.as_ref(), "the act is as it was");
        assert_eq!(fight.settled(), &settled, "and so is what was before it");
        fight.redo().expect("a correction can be redone");
        assert_eq!(fight.open(), Some(&after), "the act stands so again");
    }
    *file += &journal::changes(fight);
}

/// Takes back everything in the act in progress, and tells how often.
fn take_all_back<S: System>(fight: &mut Fight<S>) -> usize {
    let entries = fight.entries().len();
    let mut depth = 0;
    while fight.open().is_some_and(|open| {
        let decided = |draw: &Draw<S>| matches!(draw, Draw::Act(..));
        (open.who.is_some() && !open.bot)
            || !open.partial.is_empty()
            || open.draws.iter().any(decided)
    }) {
        fight.undo().expect("somebody has decided something in it");
        assert_eq!(fight.entries().len(), entries, "only the act is taken back");
        depth += 1;
    }
    depth
}

fn do_again<S: System>(fight: &mut Fight<S>, times: usize) {
    for _ in 0..times {
        fight.redo().expect("it was taken back");
    }
}

/// Whoever hears facts alone hears the same of an act as somebody who hears everything.
fn facts_alone_are_the_same<S: System>(fight: &Fight<S>) {
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
fn shown_facts_are_a_beginning<S: System>(fight: &Fight<S>) {
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
fn weights_total<S: System>(fight: &Fight<S>) {
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
fn spelled_out_is_the_same<S: System>(fight: &Fight<S>, seed: u64) {
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

/// Where rules look at classes of what dice show, an act comes to the same as if every face were gone through.
fn classes_are_faces_taken_together<S: System>(fight: &Fight<S>, ask: &Ask<S>, act: &S::Act) {
    let odds = |grain| {
        let course = Course::<S> {
            grain,
            ..Course::of(fight.settled(), Some(ask.who), act)
        };
        odds_of_sums(&course, &mut Simple, 4000, |state, sums| {
            let verdicts = sums.iter().map(|sum| (sum.by, sum.what, sum.verdict));
            let told = verdicts.filter(|(.., verdict)| !verdict.is_empty());
            Ok((state, told.collect::<Vec<_>>()))
        })
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

/// Plays one fight, its scenario and length following from its number, and looks whether the laws hold in it.
fn one_fight<S: System>((setups, content): (&[S::Setup], &[Source]), number: u64) {
    let mut chance = AnyLegal::new(number);
    let setup = &setups[chance.below(setups.len())];
    let longest = if number.is_multiple_of(64) { 400 } else { 60 };
    let acts = 5 + chance.below(longest);
    let seed = chance.state;
    let mut fight = play::<S>(setup, seed, acts);
    replays(&mut fight);
    match number % 8 {
        0 => notation_round_trips(&fight),
        1 => refusals_change_nothing(&mut fight),
        2 if number % 32 == 10 => corrections_within_an_act::<S>(setup, seed),
        2 if number % 16 == 2 => undo_and_redo_within_an_act::<S>(setup, seed),
        2 => undo_and_redo::<S>(setup, seed),
        3 => assert_eq!(
            play::<S>(setup, seed, acts).entries(),
            fight.entries(),
            "the same seed gives the same fight"
        ),
        4 if number % 64 == 4 => weights_total(&fight),
        4 if number % 64 == 20 => spelled_out_is_the_same(&fight, seed),
        4 => comings_and_goings::<S>(setup, content, seed),
        5 => {
            facts_alone_are_the_same(&fight);
            shown_facts_are_a_beginning(&fight);
        }
        6 => {
            offers_point_at_what_is_there(&fight);
            what_looks_alike_is_seen_alike(&fight);
        }
        7 => the_impossible_is_refused(&fight),
        _ => sheets_add_up::<S>(fight.state()),
    }
}

/// Plays fights at random, and looks whether the laws hold in each.
#[track_caller]
pub fn hold<S: System>() {
    let setups = setups::<S>();
    assert!(!setups.is_empty(), "there are scenarios to play");
    let content = files(&content::<S>(), "toml");
    Fights::asked_for().play(|number| one_fight::<S>((&setups, &content), number));
}
