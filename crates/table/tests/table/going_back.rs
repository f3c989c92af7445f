//! What is taken back stays to be seen, and everything can be.

use affray_kernel::CreatureId;
use affray_kernel::fight::DiceMode;
use affray_kernel::story::Depth;
use affray_table::{
    Control, Declined, Kind, Library, LogLine, Numbers, Policy, Question, Session, Standing,
    Viewer, open_journal, open_scenario,
};

const GM: Viewer = Viewer::GameMaster;
const FIRST: CreatureId = CreatureId(0);
const SECOND: CreatureId = CreatureId(1);

fn questions(session: &dyn Session) -> Vec<Question> {
    match session.standing(&GM) {
        Standing::Asks { questions } => questions,
        other => panic!("somebody is asked, but {other:?}"),
    }
}

/// A duel that has not begun, both sides of which are played so.
fn duel(scenario: &str, by: Control) -> Box<dyn Session> {
    let library = Library::embedded();
    let scenario = library.scenario(scenario).expect("it is carried");
    let mut session = open_scenario(scenario, &library, 3).expect("a right scenario");
    for who in [FIRST, SECOND] {
        session.set_control(who, by);
    }
    session
}

/// The first offer of one of these verbs to whoever is asked.
fn offered(session: &dyn Session, verbs: &[&str]) -> Option<(CreatureId, String)> {
    let who = questions(session)[0].who;
    let groups = session.offers(who, &GM);
    let group = groups
        .iter()
        .find(|group| verbs.contains(&group.verb.as_str()));
    let offer = group.map(|group| group.offers[0].words.clone());
    offer.map(|words| (who, words))
}

/// Somebody comes near enough to strike.
fn come_near(session: &mut dyn Session) {
    while offered(session, &["strike"]).is_none() {
        let (who, words) = offered(session, &["move", "end"]).expect("a way");
        session.act(who, &words, None).expect("legal");
    }
}

/// A duel in whose midst a bot has begun an act and the other one, whom a person plays, is asked something: who that bot plays.
fn in_the_midst_of_an_act() -> (Box<dyn Session>, CreatureId) {
    let mut session = duel("actionpoint/duel-at-the-well", Control::People);
    session.advance().expect("it goes on");
    come_near(session.as_mut());
    let who = loop {
        let who = questions(session.as_ref())[0].who;
        if session.act(who, "end turn", None).is_ok() {
            break who;
        }
        // Who could strike in passing lets it be.
        session.pass(who, None).expect("nothing is answered");
    };
    session.undo().expect("undo");
    session.set_flowing(false);
    session.set_control(who, Control::Bot(Policy::Simple));
    for _ in 0..20 {
        if session.in_progress(0, &GM).is_empty() {
            session.advance_by(1).expect("no fault");
        }
    }
    let told = session.in_progress(0, &GM);
    assert!(!told.is_empty() && questions(session.as_ref())[0].who != who);
    (session, who)
}

#[test]
fn what_is_said_during_an_act_is_read_after_what_had_been_told_of_it() {
    let (mut session, _) = in_the_midst_of_an_act();
    let told = session.in_progress(0, &GM).len() as u64;
    session.set_paused(true);
    session.announce("Tea is ready.");
    while !session.in_progress(0, &GM).is_empty() {
        let who = questions(session.as_ref())[0].who;
        session.pass(who, None).expect("nothing is answered");
    }
    session.set_paused(false);
    let log = session.log(0, &GM);
    let after = |text: &str| {
        let line = log.iter().find(|line| line.text == text);
        line.expect("it is told").after
    };
    assert_eq!(after("The game is paused."), Some(told));
    assert_eq!(after("Tea is ready."), Some(told));
    assert_eq!(after("The game goes on."), None);
}

/// It holds from before the act; whoever reads on has read what was told of the act by then.
#[test]
fn what_is_corrected_during_an_act_is_read_after_what_had_been_told_of_it() {
    let (mut session, who) = in_the_midst_of_an_act();
    let told = session.in_progress(0, &GM).len() as u64;
    let before = session.log(0, &GM).len();
    let entries = session.entries();
    session.set_paused(true);
    let words = format!("{}.ap 3", session.names()[who.index()]);
    session.correct(&words).expect("the act goes on");
    session.set_paused(false);
    session.undo().expect("the correction");
    session.redo().expect("it is made again");
    assert_eq!(session.entries(), entries + 1);
    let during = session.log(before as u64, &GM);
    let sets = during.iter().filter(|line| line.kind == Kind::Told);
    assert!(sets.count() > 0, "it holds: {during:?}");
    for line in &during {
        assert_eq!(line.after, Some(told), "{line:?}");
    }
    while !session.in_progress(0, &GM).is_empty() {
        let who = questions(session.as_ref())[0].who;
        session.pass(who, None).expect("nothing is answered");
    }
    let later = session.log((before + during.len()) as u64, &GM);
    assert!(later.iter().all(|line| line.after.is_none()), "{later:?}");
}

/// It begins anew when that course is taken up again: nothing is lost by it, but what was read of it stays to be read.
#[test]
fn what_a_bot_has_begun_stays_in_the_log_when_another_course_is_taken_up() {
    let (mut session, _) = in_the_midst_of_an_act();
    let told = session.in_progress(0, &GM);
    session.take_branch(1, &GM).expect("it was left");
    let log = session.log(0, &GM);
    let undone = log.iter().filter(|line| line.kind == Kind::Undone);
    let undone: Vec<&String> = undone.map(|line| &line.text).collect();
    let told: Vec<&String> = told.iter().map(|line| &line.text).collect();
    assert!(undone.ends_with(&told), "{told:?} in {undone:?}");
}

/// The act goes on from there, and when it is finished its lines tell nothing of the answer that was taken back.
#[test]
fn what_is_taken_back_within_an_act_stays_in_the_log() {
    let mut session = duel("actionpoint/duel-at-the-well", Control::People);
    session.set_dice(DiceMode::Real);
    session.advance().expect("it goes on");
    while let Standing::Roll { .. } = session.standing(&GM) {
        session.rolled("=3").expect("a total");
    }
    come_near(session.as_mut());
    let (who, words) = offered(session.as_ref(), &["strike"]).expect("a strike");
    session.act(who, &words, None).expect("legal");
    let before = session.in_progress(0, &GM);
    let (who, words) = offered(session.as_ref(), &["block", "parry", "dodge"]).expect("a defense");
    session.act(who, &words, None).expect("legal");
    let after = session.in_progress(0, &GM);
    let texts =
        |lines: &[LogLine]| -> Vec<String> { lines.iter().map(|line| line.text.clone()).collect() };
    let gone = texts(&after)[before.len()..].to_vec();
    assert!(!gone.is_empty(), "{after:?}");
    session.undo().expect("undo");
    assert_eq!(texts(&session.in_progress(0, &GM)), texts(&before));
    let mut log = session.log(0, &GM);
    let remark = log.pop().expect("a remark");
    let name = &session.names()[who.index()];
    let words = format!("{name}'s answer is taken back.");
    assert_eq!(remark.text.to_lowercase(), words.to_lowercase());
    let undone = log.split_off(log.len() - gone.len());
    assert!(undone.iter().all(|line| line.kind == Kind::Undone));
    assert_eq!(texts(&undone), gone);
    let heard = session.log(0, &GM).len() as u64;
    session.redo().expect("redo");
    let again = &session.log(heard, &GM)[0];
    assert_eq!(again.text, "What was taken back is done again.");
    let both = [remark.after, again.after];
    assert_eq!(both, [Some(before.len() as u64); 2]);
}

/// A bot would begin it again at once, which whoever withdraws it is to know.
#[test]
fn what_a_bot_has_begun_can_be_withdrawn() {
    let mut session = duel("actionpoint/duel-at-the-well", Control::People);
    session.advance().expect("it goes on");
    come_near(session.as_mut());
    // Who could strike in passing lets it be.
    while !session.in_progress(0, &GM).is_empty() {
        let who = questions(session.as_ref())[0].who;
        session.pass(who, None).expect("nothing is answered");
    }
    let who = questions(session.as_ref())[0].who;
    session.set_flowing(false);
    session.set_control(who, Control::Bot(Policy::Simple));
    let before = session.entries();
    while session.in_progress(0, &GM).is_empty() {
        session.advance_by(1).expect("no fault");
    }
    assert_eq!(session.entries(), before, "its first act is asked about");
    assert!(session.begins_again(), "it is a bot's");
    session.set_control(who, Control::People);
    assert!(!session.begins_again(), "people decide for it now");
    session.withdraw().expect("it is in progress");
    assert!(!session.is_paused() && session.in_progress(0, &GM).is_empty());
    assert!(matches!(session.withdraw(), Err(Declined::Nothing { .. })));
}

/// Nobody is asked between the acts of bots: single ones are taken back all the same, and the game is paused so that they stay so.
#[test]
fn everything_can_be_taken_back_from_any_line_on() {
    let mut session = duel("threeaction/duel", Control::Bot(Policy::Simple));
    session.set_flowing(false);
    while session.log(0, &GM).len() < 30 {
        session.advance_by(1).expect("no fault");
    }
    let (entries, log) = (session.entries(), session.log(0, &GM));
    assert!(session.undo().is_err(), "no person has decided anything");
    let line = log.iter().rfind(|line| line.depth == Depth::Event);
    let line = line.expect("an event");
    session.undo_from(line.number).expect("it is taken back");
    assert!(session.is_paused());
    let now = session.log(0, &GM);
    let undone = now.iter().filter(|line| line.kind == Kind::Undone);
    assert!(undone.clone().any(|undone| undone.text == line.text));
    assert!(undone.count() < log.len(), "what came before holds");
    let remark = now.iter().find(|line| line.kind == Kind::Remark);
    let remark = &remark.expect("a remark").text;
    assert!(
        remark.starts_with("Everything from here on is taken back: "),
        "{remark}"
    );
    assert!(session.undo_from(line.number).is_err(), "it is undone");
    assert!(session.undo_from(10_000).is_err());
    let left = open_journal(&session.journal()).expect("a whole journal");
    assert_eq!(left.session.view(&GM), session.view(&GM));
    session.redo().expect("it is done again");
    assert_eq!(session.entries(), entries);
    session.undo_from(0).expect("back to the beginning");
    assert_eq!(session.entries(), 0);
}

fn people() -> (Box<dyn Session>, CreatureId, CreatureId) {
    let mut session = duel("threeaction/duel", Control::People);
    session.advance().expect("it goes on");
    let who = questions(session.as_ref())[0].who;
    (session, who, CreatureId(1 - who.0))
}

fn texts(session: &dyn Session, viewer: &Viewer) -> Vec<String> {
    let log = session.log(0, viewer).into_iter();
    log.map(|line| line.text).collect()
}

/// What was never told of somebody in hiding is not told when it is done again, be they revealed by then.
#[test]
fn what_was_done_in_hiding_stays_so() {
    let (mut session, who, other) = people();
    let seat = Viewer::Player(vec![other]);
    session.set_hidden(who, true);
    session.act(who, "dodge", None).expect("legal");
    session.act(who, "drop prone", None).expect("legal");
    session.set_hidden(who, false);
    session.act(who, "stand up", None).expect("legal");
    let log = session.log(0, &GM);
    let dodge = log.iter().find(|line| line.text.ends_with("dodges."));
    let dodge = dodge.expect("it is told").number;
    let heard = |session: &dyn Session| {
        let told = texts(session, &seat).join(" ");
        let left = session.branches(&seat).into_iter();
        let left = left.flat_map(|branch| [branch.first, branch.last]);
        let left: Vec<String> = left.flatten().collect();
        told + &left.join(" ")
    };
    let is_secret = |session: &dyn Session, when: &str| {
        let heard = heard(session);
        for word in ["dodges", "drops to the ground"] {
            assert!(!heard.contains(word), "{when}: {heard}");
        }
        assert!(heard.contains("stands up"), "{when}: {heard}");
    };
    let all = |session: &dyn Session| (session.entries(), texts(session, &GM).join(" "));
    let before = all(session.as_ref()).0;
    let mut journal = session.journal_changes();
    for back in ["redo", "branch"] {
        session
            .undo_from(dodge_now(session.as_ref(), dodge))
            .expect("it is taken back");
        is_secret(session.as_ref(), "taken back");
        if back == "branch" {
            session.act(who, "end turn", None).expect("legal");
            session.take_branch(1, &GM).expect("it was left");
        }
        while session.entries() < before {
            session.redo().expect("it was taken back");
        }
        is_secret(session.as_ref(), back);
        journal.push_str(&session.journal_changes());
        let again = open_journal(&journal).expect("a right journal").session;
        is_secret(again.as_ref(), "read again");
        let told = again.log(0, &seat).into_iter().map(|line| line.text);
        let log = session.log(0, &seat).into_iter();
        let told_here = log.filter(|line| line.kind == Kind::Told);
        assert!(told.eq(told_here.map(|line| line.text)));
    }
}

/// The line in force that tells of what the first one told.
fn dodge_now(session: &dyn Session, first: u64) -> u64 {
    let log = session.log(0, &GM).into_iter();
    let mut told = log.filter(|line| line.number >= first && line.kind == Kind::Told);
    let dodge = told.find(|line| line.text.ends_with("dodges."));
    dodge.expect("it is in force").number
}

#[test]
fn a_seat_goes_to_the_course_that_it_was_shown() {
    let (mut session, who, other) = people();
    let seat = Viewer::Player(vec![other]);
    session.set_hidden(who, true);
    session.act(who, "dodge", None).expect("legal");
    session.undo().expect("undo");
    session.act(who, "end turn", None).expect("legal");
    assert_eq!(questions(session.as_ref())[0].who, other);
    session.act(other, "drop prone", None).expect("legal");
    let prone = session.view(&GM);
    session.undo().expect("undo");
    assert_eq!(session.branches(&GM).len(), 2);
    let shown = session.branches(&seat);
    assert_eq!(shown.len(), 1, "of the other it heard nothing");
    let too_far = session.take_branch(2, &seat);
    let none = Declined::NoBranch {
        number: 2,
        count: 1,
    };
    assert_eq!(too_far, Err(none));
    session
        .take_branch(shown[0].number, &seat)
        .expect("it was shown");
    assert!(session.view(&GM) == prone);
}

/// Each seat reads what is taken back in the words in which it has heard it, whoever else has not.
#[test]
fn whoever_heard_of_an_act_is_told_that_this_one_is_taken_back() {
    let (mut session, who, other) = people();
    session.set_hidden(who, true);
    let told = |session: &dyn Session, viewer: &Viewer, words: &str| {
        let log = session.log(0, viewer).into_iter();
        let mut remarks = log.filter(|line| line.kind == Kind::Remark);
        remarks.any(|line| line.text.starts_with(words) && line.text.ends_with(" dodges."))
    };
    let undone = "The last decision is taken back: ";
    let from_here = "Everything from here on is taken back: ";
    session.act(who, "dodge", None).expect("legal");
    session.undo().expect("it can be taken back");
    session.act(who, "dodge", None).expect("legal");
    session.undo_all().expect("it can be taken back");
    for viewer in [GM, Viewer::Player(vec![who])] {
        for words in [undone, from_here] {
            assert!(
                told(session.as_ref(), &viewer, words),
                "{viewer:?}: {words}"
            );
        }
    }
    for viewer in [Viewer::Player(vec![other]), Viewer::Watcher] {
        let log = session.log(0, &viewer);
        assert!(
            !log.iter().any(|line| line.text.contains("taken back")),
            "{log:?}"
        );
    }
}

/// What is nothing without its numbers is not told to those who do not know them, nor that it is taken back.
#[test]
fn nothing_is_heard_of_the_taking_back_of_what_was_not_heard() {
    let (mut session, who, other) = people();
    let name = session.names()[who.index()].clone();
    for seat in [Viewer::Player(vec![other]), Viewer::Watcher] {
        let before = texts(session.as_ref(), &seat);
        for number in [4, 5] {
            let words = format!("{name}.str {number}");
            session.correct(&words).expect("a right correction");
        }
        let steps = [Session::undo, Session::redo, Session::undo, Session::undo];
        for step in steps {
            step(session.as_mut()).expect("something to take back");
            assert_eq!(texts(session.as_ref(), &seat), before);
        }
        session.set_numbers(Numbers::Numbers);
        session.set_numbers(Numbers::Words);
    }
    let own = Viewer::Player(vec![who]);
    let before = texts(session.as_ref(), &own);
    session.correct(&format!("{name}.str 4")).expect("right");
    session.undo().expect("undo");
    assert_eq!(texts(session.as_ref(), &own).len(), before.len() + 2);
}

#[test]
fn what_is_dropped_for_a_correction_stays_in_the_log() {
    let (mut session, who, other) = people();
    session.set_dice(DiceMode::Real);
    let words = format!("strike {} with longsword", session.names()[other.index()]);
    session.act(who, &words, None).expect("legal");
    let told = session.in_progress(0, &GM);
    let before = session.log(0, &GM).len();
    assert!(!told.is_empty());
    let refused = session.correct_instead("nobody.hp 9");
    assert!(refused.is_err() && session.log(0, &GM).len() == before);
    let hurt = format!("{}.hp 9", session.names()[other.index()]);
    session.correct_instead(&hurt).expect("a right correction");
    let log = session.log(0, &GM).split_off(before);
    let (undone, later) = log.split_at(told.len());
    assert!(undone.iter().all(|line| line.kind == Kind::Undone));
    let both = undone.iter().zip(&told);
    assert!(both.clone().all(|(undone, told)| undone.text == told.text));
    assert_eq!(later[0].text, "The act in progress is withdrawn.");
    assert!(later[1].text.contains("has 9 HP now"), "{later:?}");
}

/// A blow after a way that leads nowhere, as somebody may have written it into a journal.
const LOST_BLOW: &str = r#"{"entry":{"n":1,"act":[0,{"do":{"action":{"attack":{"target":1,"with":{"item":0},"approach":[[4,3],[5,3],[9,9]]}},"pay":{}}}],"draws":[{"act":[1,"pass"]},{"faces":[11]},{"faces":[2]},{"faces":[2]}],"facts":[{"came":[0,"attack",1,"hit"]},{"harmed":{"who":1,"amount":5,"kind":"slashing","why":"lethal"}}]}}"#;

#[test]
fn what_comes_to_its_end_at_once_without_the_last_answer_is_told_anew() {
    let mut session = duel("energy/training-yard", Control::People);
    session.advance().expect("it goes on");
    let journal = format!("{}{LOST_BLOW}\n", session.journal());
    let mut session = open_journal(&journal).expect("a journal").session;
    let in_force = |session: &dyn Session| -> Vec<String> {
        let lines = session.log(0, &GM).into_iter();
        let told = lines.filter(|line| line.kind == Kind::Told);
        told.map(|line| line.text).collect()
    };
    let before = in_force(session.as_ref());
    session.undo().expect("a decision");
    let after = in_force(session.as_ref());
    assert_ne!(before, after, "the blow is no longer in force");
    let again = open_journal(&session.journal()).expect("a journal").session;
    assert_eq!(after, in_force(again.as_ref()));
}
