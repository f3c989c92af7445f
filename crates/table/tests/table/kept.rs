//! What a journal keeps beside what happened: who plays whom, what is answered of itself, and courses that were left.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_table::{
    CannotOpen, Control, Declined, Habit, Kind, Library, Numbers, Policy, Session, Standing,
    Viewer, open_journal, open_scenario,
};

const GM: Viewer = Viewer::GameMaster;
const FIRST: CreatureId = CreatureId(0);
const SECOND: CreatureId = CreatureId(1);

fn duel() -> Box<dyn Session> {
    let library = Library::embedded();
    let text = &library.scenario("duel").expect("it is carried").text;
    let scenario = Source::new("duel.toml", text.replace("policy = \"simple\"\n", ""));
    let mut session = open_scenario(&scenario, &library, 3).expect("a right scenario");
    session.advance().expect("no fault");
    session
}

fn reopened(journal: &str) -> Box<dyn Session> {
    open_journal(journal).expect("a right journal").session
}

fn turn(session: &dyn Session) -> CreatureId {
    match session.standing(&GM) {
        Standing::Asks { questions } => questions[0].who,
        other => panic!("somebody is asked, but {other:?}"),
    }
}

/// After a crash between the choice of other dice and the act that they brought to its end, reading the journal ends that act.
#[test]
fn what_reading_brings_to_its_end_is_kept() {
    let library = Library::embedded();
    let scenario = library.scenario("duel").expect("it is carried");
    let mut session = open_scenario(scenario, &library, 3).expect("a right scenario");
    session.set_dice(DiceMode::Real);
    assert!(matches!(session.standing(&GM), Standing::Roll { .. }));
    let cut = session.journal_changes() + "{\"dice\":\"virtual\"}\n";
    let mut again = reopened(&cut);
    assert_eq!(again.entries(), session.entries() + 1);
    again.advance().expect("no fault");
    let kept = cut + &again.journal_changes();
    assert_eq!(reopened(&kept).journal(), again.journal());
    assert_eq!(reopened(&kept).journal_changes(), "");
}

/// A journal in which something was agreed on about nobody could not be read again.
#[test]
fn what_is_about_nobody_is_not_agreed_on() {
    let mut session = duel();
    session.journal_changes();
    let nobody = CreatureId(99);
    session.set_control(nobody, Control::Bot(Policy::Random));
    session.set_habit(nobody, "readied", Habit::Never);
    session.set_seat(Viewer::Player(vec![FIRST, nobody]));
    assert_eq!(session.journal_changes(), "");
    assert_eq!(session.seat(), &GM);
    assert!(session.habits().is_empty());
    reopened(&session.journal());
}

#[test]
fn agreements_are_kept() {
    let mut session = duel();
    session.set_control(SECOND, Control::Bot(Policy::Random));
    session.set_habit(FIRST, "readied", Habit::Never);
    session.set_seat(Viewer::Player(vec![FIRST]));
    let mut journal = session.journal_changes();
    session.set_habit(FIRST, "readied", Habit::Never);
    session.set_control(SECOND, Control::Bot(Policy::Random));
    assert_eq!(session.journal_changes(), "", "nothing is new about that");
    let holds = |again: &dyn Session| {
        assert_eq!(again.control(FIRST), Control::People);
        assert_eq!(again.control(SECOND), Control::Bot(Policy::Random));
        assert_eq!(again.habit(FIRST, "readied"), Habit::Never);
        assert_eq!(again.seat(), &Viewer::Player(vec![FIRST]));
    };
    holds(reopened(&journal).as_ref());
    holds(reopened(&session.journal()).as_ref());
    assert_eq!(reopened(&journal).journal_changes(), "");
    session.set_habit(FIRST, "readied", Habit::Ask);
    session.set_control(SECOND, Control::People);
    session.set_seat(GM);
    journal.push_str(&session.journal_changes());
    let again = reopened(&journal);
    assert_eq!(again.habit(FIRST, "readied"), Habit::Ask);
    assert_eq!(again.control(SECOND), Control::People);
    assert_eq!(again.seat(), &GM);
}

#[test]
fn agreements_that_make_no_sense_are_refused_with_their_line() {
    let mut session = duel();
    let journal = session.journal_changes();
    let line = journal.lines().count() + 1;
    for aside in [
        "{\"aside\":{\"plays\":[9,\"random\"]}}",
        "{\"aside\":{\"plays\":[0,\"genius\"]}}",
        "{\"aside\":\"hello\"}",
        "{\"aside\":{\"seat\":{\"player\":[7]}}}",
        "{\"aside\":{\"habit\":[0,\"siesta\",\"never\"]}}",
        "{\"aside\":{\"kept\":[[0,{\"numbers\":\"words\",\"hidden\":[7]}]]}}",
        "{\"aside\":{\"made\":[0,{\"numbers\":\"words\",\"hidden\":[0,0,0]}]}}",
    ] {
        let Err(error) = open_journal(&format!("{journal}{aside}\n")) else {
            panic!("{aside} was taken");
        };
        assert!(matches!(error, CannotOpen::Journal(_)));
        let says = format!("line {line} cannot be read: ");
        assert!(error.to_string().starts_with(&says), "{error}");
    }
}

/// Each change of what players may see is written by itself: the journal does not hold all earlier ones again.
#[test]
fn what_is_kept_from_players_is_written_once() {
    let mut session = duel();
    session.journal_changes();
    let mut change = |number: usize| {
        session.correct("first.hp 20").expect("a correction");
        session.set_hidden(SECOND, number.is_multiple_of(2));
        session.journal_changes().len()
    };
    let lengths: Vec<usize> = (0..100).map(&mut change).collect();
    // Numbers of entries have more digits later on, and who is hidden is named.
    assert!(lengths[99].abs_diff(lengths[9]) < 20, "{lengths:?}");
}

/// What the journal of a fight says is what those at its table agreed on, whether it is read as it was written or as a whole.
#[test]
fn what_the_game_master_keeps_is_kept() {
    let mut session = duel();
    let mut journal = session.journal_changes();
    let who = turn(session.as_ref());
    let other = if who == FIRST { SECOND } else { FIRST };
    session.set_hidden(other, true);
    session.act(who, "dodge", None).expect("legal");
    session.set_numbers(Numbers::Nothing);
    session.set_hidden(other, false);
    session.act(who, "drop prone", None).expect("legal");
    session.set_hidden(other, true);
    session.undo().expect("undo");
    session.act(who, "end turn", None).expect("legal");
    session.set_paused(true);
    session.set_dice_of(who, Some(DiceMode::Real));
    session.set_dice_of(CreatureId(9), Some(DiceMode::Real));
    journal.push_str(&session.journal_changes());
    let seat = Viewer::Player(vec![who]);
    let told = |session: &dyn Session| -> Vec<String> {
        let log = session.log(0, &seat).into_iter();
        let in_force = log.filter(|line| line.kind == Kind::Told);
        in_force.map(|line| line.text).collect()
    };
    for text in [&journal, &session.journal()] {
        let again = reopened(text);
        assert!(again.is_hidden(other) && again.is_paused());
        assert_eq!(again.numbers(), Numbers::Nothing);
        assert_eq!(again.dice_of(who), DiceMode::Real);
        assert_eq!(again.dice_of(other), DiceMode::Virtual);
        assert_eq!(again.view(&seat), session.view(&seat));
        assert_eq!(told(again.as_ref()), told(session.as_ref()));
        assert_eq!(again.admits(&seat, who, "end turn"), Err(Declined::Paused));
        assert_eq!(again.journal(), session.journal());
    }
}

#[test]
fn ones_own_dice_are_awaited_again() {
    let mut session = duel();
    let who = turn(session.as_ref());
    session.set_dice_of(who, Some(DiceMode::Real));
    let groups = session.offers(who, &GM);
    let strike = groups.iter().find(|group| group.verb == "strike");
    let strike = &strike.expect("a strike is offered").offers[0].words;
    session.act(who, strike, None).expect("legal");
    let again = reopened(&session.journal_changes());
    for session in [&session, &again] {
        let Standing::Roll { by, .. } = session.standing(&GM) else {
            panic!("dice are awaited");
        };
        assert_eq!(by, Some(who));
    }
}

#[test]
fn one_goes_back_to_what_was_left() {
    let mut session = duel();
    let mut journal = session.journal_changes();
    let who = turn(session.as_ref());
    assert!(session.branches(&GM).is_empty());
    session.act(who, "dodge", None).expect("legal");
    let dodged = (session.view(&GM), session.entries());
    session.undo().expect("undo");
    let undone = session.branches(&GM);
    assert_eq!(undone.len(), 1, "it can be redone, or gone back to");
    session.act(who, "drop prone", None).expect("legal");
    let prone = (session.view(&GM), session.entries());
    let left = session.branches(&GM);
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].number, left[0].shared), (1, Some(dodged.1 - 1)));
    assert!(left[0].events > 0);
    let heard = session.branches(&Viewer::Watcher);
    assert_eq!(
        heard[0].shared, None,
        "how many entries there were is not for everybody"
    );
    assert!(
        left[0]
            .first
            .as_ref()
            .is_some_and(|first| first.ends_with("dodges."))
    );
    assert_eq!(
        session.take_branch(2, &GM),
        Err(Declined::NoBranch {
            number: 2,
            count: 1
        })
    );
    assert!(session.take_branch(0, &GM).is_err());
    session.take_branch(1, &GM).expect("it was left");
    assert_eq!((session.view(&GM), session.entries()), dodged);
    journal.push_str(&session.journal_changes());
    let mut again = reopened(&journal);
    for session in [&mut session, &mut again] {
        assert_eq!((session.view(&GM), session.entries()), dodged);
        let log = session.log(0, &GM);
        let mut told = log.iter().filter(|line| line.kind == Kind::Told);
        assert!(
            told.next_back()
                .is_some_and(|line| line.text.ends_with("dodges."))
        );
        assert_eq!(session.verify().difference, None);
        session.take_branch(1, &GM).expect("the other one was left");
        assert_eq!((session.view(&GM), session.entries()), prone);
    }
    assert_eq!(session.journal_changes(), again.journal_changes());
    assert_eq!(session.journal_changes(), "");
}

#[test]
fn branches_are_told_to_whom_they_may_be_told() {
    let mut session = duel();
    let who = turn(session.as_ref());
    let other = if who == FIRST { SECOND } else { FIRST };
    let groups = session.offers(who, &GM);
    let strike = groups.iter().find(|group| group.verb == "strike");
    let strike = strike.expect("a strike is offered").offers[0].words.clone();
    for _ in 0..3 {
        session.act(who, &strike, None).expect("legal");
    }
    while session.undo().is_ok() {}
    session.act(who, "end turn", None).expect("legal");
    let left = |viewer: &Viewer| session.branches(viewer).remove(0);
    let whole = left(&GM).last.expect("an event");
    assert!(whole.contains("of 30 HP"), "{whole}");
    assert_eq!(left(&Viewer::Player(vec![other])).last, Some(whole.clone()));
    let vague = left(&Viewer::Player(vec![who])).last.expect("an event");
    assert!(
        whole.starts_with(vague.trim_end_matches('.')) && !vague.contains("HP"),
        "{vague}"
    );
}
