//! What people are asked for, and what may wait for their own turn.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{Control, Habit, Library, Standing, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;
const FIRST: CreatureId = CreatureId(0);

/// The windows of the first questions of a fight in which wolves come upon an archer, who ends each turn and lets everything pass, and
/// those in which nothing but putting the bow away was offered.
fn asked_of_the_archer(habit: Habit) -> (Vec<String>, Vec<String>) {
    let library = Library::embedded();
    let scenario = library.scenario("ogre-at-the-bridge").expect("carried");
    let mut session = open_scenario(scenario, &library, 7).expect("a right scenario");
    let archer = session.creature("berit").expect("she is there");
    session.set_control(archer, Control::People);
    session.set_habit(archer, "attacked", habit);
    session.advance().expect("no fault");
    let (mut all, mut idle) = (Vec::new(), Vec::new());
    while let Standing::Asks { questions } = session.standing(&GM) {
        let window = questions[0].window.clone();
        let offers = session.offers(archer, &GM);
        let mut acts = offers.iter().flat_map(|group| &group.offers);
        if acts.all(|offer| ["pass", "stow longbow"].contains(&offer.words.as_str())) {
            idle.push(window.clone());
        }
        all.push(window);
        session.pass(archer, None).expect("silence is legal");
    }
    (all, idle)
}

#[test]
fn nobody_is_asked_for_what_may_wait_but_who_wants_to_be_asked_every_time() {
    let (all, idle) = asked_of_the_archer(Habit::Ask);
    assert!(all.iter().any(|window| window == "turn"), "{all:?}");
    assert!(idle.iter().all(|window| window == "turnends"), "{idle:?}");
    let (_, idle) = asked_of_the_archer(Habit::Every);
    assert!(idle.iter().any(|window| window == "declared"), "{idle:?}");
}

/// The windows in which somebody with a thing to draw and a door beside it is asked until the second round, and what was on offer there.
fn asked_of_alric(alric: &str) -> Vec<(String, Vec<String>)> {
    let text = format!(
        r#"
        system = "actionpoint"
        name = "At the end of the round"
        [start]
        round = 1
        turn = "gorza"
        [map]
        rows = ["............", "............", "............", "............", "............"]
        edges = [{{ between = [[1, 4], [2, 4]], kind = "door" }}]
        [[creature]]
        name = "alric"
        kind = "knight"
        side = "a"
        initiative_result = 9
        {alric}
        [[creature]]
        name = "gorza"
        kind = "ork bandit"
        side = "b"
        policy = "simple"
        at = [11, 0]
        ap = 0
        initiative_result = 5
        "#
    );
    let scenario = Source::new("end-of-round.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 1)
        .unwrap_or_else(|problems| panic!("{problems}"));
    session.set_control(FIRST, Control::People);
    session.advance().expect("no fault");
    let mut all = Vec::new();
    while let Standing::Asks { questions } = session.standing(&GM) {
        let window = questions[0].window.clone();
        if window == "turn" {
            break;
        }
        let offers = session.offers(FIRST, &GM);
        let words = offers.iter().flat_map(|group| &group.offers);
        all.push((window, words.map(|offer| offer.words.clone()).collect()));
        session.pass(FIRST, None).expect("silence is legal");
    }
    all
}

#[test]
fn at_the_end_of_the_round_people_are_asked_for_what_could_wait_before() {
    let draws = asked_of_alric("at = [9, 3]\nitems = []\ncarried = [\"longsword\"]");
    let [(window, offers)] = &draws[..] else {
        panic!("{draws:?}");
    };
    assert_eq!(window, "turnends");
    assert!(
        offers.iter().any(|words| words == "draw longsword"),
        "{offers:?}"
    );
    let opens = asked_of_alric("at = [2, 4]\nitems = [\"longsword\"]");
    let [(window, offers)] = &opens[..] else {
        panic!("{opens:?}");
    };
    assert_eq!(window, "turnends");
    assert!(
        offers.iter().any(|words| words.starts_with("open ")),
        "{offers:?}"
    );
    let idle = asked_of_alric("at = [9, 3]\nitems = [\"longsword\"]");
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn the_round_ends_for_those_too_who_know_nothing_of_who_ends_it() {
    let empty_handed = "kind = 'knight'\nside = 'a'\nitems = []\ncarried = ['longsword']";
    let text = format!(
        r#"
        system = "actionpoint"
        name = "At the end of the round"
        [start]
        round = 1
        turn = "mira"
        [map]
        rows = ["............", "............", "............", "............", "............"]
        [[creature]]
        name = "alric"
        at = [9, 3]
        initiative_result = 9
        {empty_handed}
        [[creature]]
        name = "mira"
        at = [3, 3]
        initiative_result = 7
        {empty_handed}
        [[creature]]
        name = "gorza"
        kind = "ork bandit"
        side = "b"
        policy = "simple"
        at = [11, 0]
        ap = 0
        initiative_result = 5
        "#
    );
    let scenario = Source::new("end-of-round.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 1)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mira = CreatureId(1);
    for who in [FIRST, mira] {
        session.set_control(who, Control::People);
    }
    session.set_hidden(CreatureId(2), true);
    session.advance().expect("no fault");
    session.pass(mira, None).expect("a turn may be ended");
    let seat = Viewer::Player(vec![FIRST, mira]);
    let Standing::Asks { questions } = session.standing(&seat) else {
        panic!("alric is asked");
    };
    assert_eq!(questions[0].who, FIRST);
    let question = questions[0].question.to_lowercase();
    assert_eq!(question, "the round ends: does alric react?");
    session.pass(FIRST, None).expect("it may be passed");
    // As far as mira knows, the round ended with her own turn.
    let Standing::Asks { questions } = session.standing(&seat) else {
        panic!("the next round begins");
    };
    assert!(questions[0].window == "turn", "{questions:?}");
}
