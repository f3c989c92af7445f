use affray_kernel::CreatureId;
use affray_kernel::dice::Seeded;
use affray_table::{Control, Library, open_scenario};

use super::*;
use crate::live::settings;

const OWN: CreatureId = CreatureId(0);

fn begin(scenario: &str) -> Box<dyn Session> {
    let library = Library::embedded();
    let source = library.scenario(scenario).expect("it is carried");
    let mut session = open_scenario(source, &library, 11).expect("a right scenario");
    for index in 0..session.names().len() {
        session.set_control(CreatureId::at(index), Control::People);
    }
    session.advance().expect("no fault");
    session
}

fn news<'n>(session: &'n dyn Session, viewer: &Viewer) -> News<'n> {
    News {
        session,
        view: session.view(viewer),
        settings: settings(session, viewer),
        people: &[],
    }
}

fn next(feed: &mut Feed, session: &dyn Session, is_rewritten: bool) -> Option<Utf8Bytes> {
    feed.next(news(session, feed.viewer()), is_rewritten)
}

fn meanwhile(feed: &mut Feed, session: &dyn Session) -> Option<Utf8Bytes> {
    feed.meanwhile(news(session, feed.viewer()))
}

fn asked(session: &dyn Session) -> Option<CreatureId> {
    match session.standing(&Viewer::GameMaster) {
        Standing::Asks { questions } => questions.first().map(|question| question.who),
        _ => None,
    }
}

/// Two fights in which an enemy has another number of hit points, where the player sees only about how many.
#[test]
fn what_looks_the_same_from_a_seat_is_told_in_the_same_bytes() {
    let scenario = "threeaction/duel";
    let (mut one, mut other) = (begin(scenario), begin(scenario));
    let seat = Viewer::Player(vec![OWN]);
    let [mut of_one, mut of_other] = [(); 2].map(|()| Feed::new(seat.clone(), 1));
    let mut of_master = [(); 2].map(|()| Feed::new(Viewer::GameMaster, 1));
    let mut compare = |one: &dyn Session, other: &dyn Session| {
        let told = next(&mut of_one, one, false);
        assert_eq!(told, next(&mut of_other, other, false));
        let [of_one, of_other] = &mut of_master;
        let differs = next(of_one, one, false) != next(of_other, other, false);
        (told.is_some(), differs)
    };
    compare(one.as_ref(), other.as_ref());
    one.correct("second.hp 24").expect("a right correction");
    other.correct("second.hp 23").expect("a right correction");
    let (_, differs) = compare(one.as_ref(), other.as_ref());
    assert!(differs, "the game master knows better");
    let choices = Seeded::at(3, 0, 0);
    let mut told = 0;
    for step in 0..12 {
        let Some(who) = asked(one.as_ref()) else {
            break;
        };
        let groups = one.offers(who, &Viewer::GameMaster);
        let offers: Vec<_> = groups.iter().flat_map(|group| &group.offers).collect();
        let count = u32::try_from(offers.len()).expect("not that many");
        let words = &offers[choices.pick(5, step, count) as usize].words;
        one.act(who, words, None).expect("it was on offer");
        other
            .act(who, words, None)
            .expect("it was on offer there too");
        let (is_told, _) = compare(one.as_ref(), other.as_ref());
        told += usize::from(is_told);
    }
    assert!(told > 5, "{told}");
}

#[test]
fn nothing_is_told_where_nothing_has_changed() {
    let session = begin("threeaction/duel");
    let mut feed = Feed::new(Viewer::Watcher, 1);
    assert_eq!(next(&mut feed, session.as_ref(), false), None);
    assert_eq!(next(&mut feed, session.as_ref(), true), None);
    assert_eq!(feed.at(), Seen { run: 1, number: 0 });
}

#[test]
fn nobody_is_asked_while_the_fight_goes_on() {
    let mut session = begin("threeaction/duel");
    let mut feed = Feed::new(Viewer::GameMaster, 1);
    next(&mut feed, session.as_ref(), false);
    assert_eq!(meanwhile(&mut feed, session.as_ref()), None);
    let who = asked(session.as_ref()).expect("somebody is asked");
    session.act(who, "dodge", None).expect("a legal act");
    let told = meanwhile(&mut feed, session.as_ref()).expect("something has happened");
    assert!(told.contains(r#""standing":{"is":"busy"}"#), "{told}");
    assert!(told.contains(r#""log":[{"#), "{told}");
    let told = next(&mut feed, session.as_ref(), false).expect("somebody is asked again");
    assert!(told.contains(r#""standing":{"is":"asks""#), "{told}");
    assert!(!told.contains(r#""log""#), "{told}");
}

#[test]
fn who_sees_nothing_of_an_act_does_not_hear_that_the_fight_goes_on() {
    let mut session = begin("threeaction/duel");
    let other = CreatureId(1);
    session.set_hidden(other, true);
    let mut feed = Feed::new(Viewer::Player(vec![OWN]), 1);
    next(&mut feed, session.as_ref(), false);
    while asked(session.as_ref()) == Some(OWN) {
        session.act(OWN, "end turn", None).expect("a legal act");
        next(&mut feed, session.as_ref(), false);
    }
    session.act(other, "dodge", None).expect("a legal act");
    assert_eq!(meanwhile(&mut feed, session.as_ref()), None);
    assert_eq!(next(&mut feed, session.as_ref(), false), None);
}

#[test]
fn who_comes_and_goes_makes_nobody_stale() {
    let mut session = begin("threeaction/duel");
    let mut feed = Feed::new(Viewer::GameMaster, 1);
    next(&mut feed, session.as_ref(), false);
    let people = [Person {
        seat: 1,
        name: "ada".to_owned(),
        role: crate::protocol::Role::Watcher,
        creatures: Vec::new(),
        here: true,
    }];
    let news = News {
        people: &people,
        ..news(session.as_ref(), feed.viewer())
    };
    feed.next(news, false).expect("somebody has come");
    assert_eq!(feed.moment_of(0, session.as_ref()), session.moment());
    let who = asked(session.as_ref()).expect("somebody is asked");
    let before = session.moment();
    session.act(who, "dodge", None).expect("a legal act");
    next(&mut feed, session.as_ref(), false).expect("something has happened");
    assert_eq!(feed.moment_of(0, session.as_ref()), before);
    assert_eq!(feed.moment_of(1, session.as_ref()), before);
    assert_eq!(feed.moment_of(2, session.as_ref()), session.moment());
}

#[test]
fn what_was_undone_is_told_to_be_so() {
    let mut session = begin("threeaction/duel");
    let mut feed = Feed::new(Viewer::GameMaster, 1);
    next(&mut feed, session.as_ref(), false);
    let who = asked(session.as_ref()).expect("somebody is asked");
    session.act(who, "dodge", None).expect("a legal act");
    next(&mut feed, session.as_ref(), false).expect("something has happened");
    session.undo().expect("something to undo");
    let told = next(&mut feed, session.as_ref(), true).expect("something was undone");
    assert!(told.contains(r#""kind":"undone""#), "{told}");
    assert!(told.contains(r#""kind":"remark""#), "{told}");
}

#[test]
fn who_has_missed_too_much_is_told_everything() {
    let mut session = begin("threeaction/duel");
    let mut feed = Feed::new(Viewer::GameMaster, 5);
    next(&mut feed, session.as_ref(), false);
    for hp in 0..KEPT as u32 + 3 {
        let words = format!("second.hp {}", 1 + hp % 20);
        session.correct(&words).expect("a right correction");
        next(&mut feed, session.as_ref(), false).expect("another number");
    }
    let last = feed.at().number;
    let kept = feed.messages.last.len() as u32;
    assert!(kept > 10 && feed.messages.bytes <= MESSAGES_BYTES, "{kept}");
    let caught_up = |number, run| feed.catch_up(session.as_ref(), Some(Seen { run, number }));
    assert_eq!(caught_up(last, 5).len(), 0);
    assert_eq!(caught_up(last - 1, 5).len(), 1);
    assert_eq!(caught_up(last - kept, 5).len(), kept as usize);
    for (number, run) in [(last - kept - 1, 5), (last + 1, 5), (last, 6)] {
        let told = caught_up(number, run);
        assert_eq!(told.len(), 1);
        assert!(told[0].contains(r#""whole":true"#), "{number} of run {run}");
    }
    assert_eq!(feed.moment_of(last, session.as_ref()), session.moment());
    assert_eq!(
        feed.moment_of(last - 1, session.as_ref()),
        session.moment() - 1
    );
    assert_eq!(feed.moment_of(0, session.as_ref()), u64::MAX);
    assert_eq!(feed.moment_of(last + 1, session.as_ref()), u64::MAX);
}
