//! What is taken back stays to be seen, and everything can be.

use affray_kernel::CreatureId;
use affray_kernel::fight::DiceMode;
use affray_kernel::story::Depth;
use affray_table::{
    Control, Kind, Library, LogLine, Policy, Question, Session, Standing, Viewer, open_journal,
    open_scenario,
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

/// The act goes on from there, and when it is finished its lines tell nothing of the answer that was taken back.
#[test]
fn what_is_taken_back_within_an_act_stays_in_the_log() {
    let mut session = duel("actionpoint/duel-at-the-well", Control::People);
    session.set_dice(DiceMode::Real);
    session.advance().expect("it goes on");
    while let Standing::Roll { .. } = session.standing(&GM) {
        session.rolled("=3").expect("a total");
    }
    let offered = |session: &dyn Session, verbs: &[&str]| {
        let who = questions(session)[0].who;
        let groups = session.offers(who, &GM);
        let group = groups
            .iter()
            .find(|group| verbs.contains(&group.verb.as_str()));
        let offer = group.map(|group| group.offers[0].words.clone());
        offer.map(|words| (who, words))
    };
    while offered(session.as_ref(), &["strike"]).is_none() {
        let (who, words) = offered(session.as_ref(), &["move", "end"]).expect("a way");
        session.act(who, &words, None).expect("legal");
    }
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
    assert!(remark.text.ends_with(&gone[0]), "{}", remark.text);
    let undone = log.split_off(log.len() - gone.len());
    assert!(undone.iter().all(|line| line.kind == Kind::Undone));
    assert_eq!(texts(&undone), gone);
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
