//! What a sentence tells of several at once each seat is told of those of whom it may know, and a modifier that comes of somebody hidden
//! names nobody.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{Control, Library, LogLine, Session, Standing, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;
const ALDA: CreatureId = CreatureId(0);
const GORM: CreatureId = CreatureId(2);

/// Alda, brak and gorm, whom the game master hides from the other sides, each at a place with a side of its own.
fn three(system: &str, more: &str, [alda, brak, gorm]: [(u8, &str); 3]) -> Box<dyn Session> {
    let library = Library::embedded();
    let kind = &library.creatures(system)[0];
    let creature = |name: &str, (column, side): (u8, &str)| {
        format!(
            "[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = [{column}, 4]\n"
        )
    };
    let text = format!("system = '{system}'\n{more}\n[map]\nrows = 9\ncolumns = 20\n")
        + &creature("alda", alda)
        + &creature("brak", brak)
        + &creature("gorm", gorm);
    let scenario = Source::new("three.toml", text);
    let opened = open_scenario(&scenario, &library, 3);
    let mut session = opened.unwrap_or_else(|problems| panic!("{problems}"));
    for index in 0..3 {
        session.set_control(CreatureId(index), Control::People);
    }
    session.set_hidden(GORM, true);
    session.advance().expect("no fault");
    session
}

/// Somebody who is asked something.
fn asked(session: &dyn Session) -> CreatureId {
    match session.standing(&GM) {
        Standing::Asks { questions } => questions[0].who,
        other => panic!("nobody is asked: {other:?}"),
    }
}

fn lines(session: &dyn Session, viewer: &Viewer, mark: &str) -> Vec<LogLine> {
    let log = session.log(0, viewer).into_iter();
    log.filter(|line| line.text.contains(mark)).collect()
}

/// That the seat reads a line which the game master reads with gorm in it, as this, and nothing of gorm.
fn is_told_without_gorm(session: &dyn Session, (mark, all, told): (&str, &str, &str)) {
    let (in_truth, at_seat) = (
        lines(session, &GM, mark),
        lines(session, &Viewer::Player(vec![ALDA]), mark),
    );
    let read =
        |lines: &[LogLine]| -> Vec<String> { lines.iter().map(|line| line.text.clone()).collect() };
    let is_read = |lines: &[LogLine], text: &str| {
        let mut lines = lines.iter();
        lines.any(|line| line.text.ends_with(text))
    };
    assert!(is_read(&in_truth, all), "{all}: {:?}", read(&in_truth));
    assert!(is_read(&at_seat, told), "{told}: {:?}", read(&at_seat));
    let of_gorm = |line: &LogLine| line.text.contains("Gorm") || line.about.contains(&GORM);
    assert!(!at_seat.iter().any(of_gorm), "{:?}", read(&at_seat));
}

#[test]
fn what_ends_for_others_is_told_without_the_hidden() {
    for (system, condition, word) in [
        ("threeaction", "slowed for 1 round", "Slowed"),
        ("timecount", "shaken for 3 counts amount -2", "shaken"),
        ("energy", "exposed until the end of the round", "Exposed"),
        ("segment", "blinded until the end of the round", "blinded"),
        ("actionpoint", "surprised", "Surprised"),
    ] {
        let places = [(1, "watch"), (17, "raiders"), (19, "raiders")];
        let mut session = three(system, "", places);
        for name in ["brak", "gorm"] {
            let words = format!("{name} gains {condition}");
            let said = session.correct(&words);
            said.unwrap_or_else(|declined| panic!("{system}: {words}: {declined:?}"));
        }
        let mark = format!("no longer {word}");
        for _ in 0..60 {
            if !lines(session.as_ref(), &GM, &mark).is_empty() {
                break;
            }
            let who = asked(session.as_ref());
            let passed = session.pass(who, None);
            passed.unwrap_or_else(|declined| panic!("{system}: {declined:?}"));
        }
        let stop = if system == "timecount" { "" } else { "." };
        is_told_without_gorm(
            session.as_ref(),
            (
                &mark,
                &format!("Brak and Gorm are {mark}{stop}"),
                &format!("Brak is {mark}{stop}"),
            ),
        );
    }
}

#[test]
fn the_order_is_told_without_the_hidden() {
    for system in ["threeaction", "actionpoint"] {
        let places = [(1, "watch"), (17, "raiders"), (19, "raiders")];
        let session = three(system, "", places);
        let order = |viewer: &Viewer| lines(session.as_ref(), viewer, "The order of ").remove(0);
        let (all, told) = (order(&GM), order(&Viewer::Player(vec![ALDA])));
        assert!(all.text.contains("Gorm"), "{system}: {}", all.text);
        let is_known = told.text.contains("Alda") && told.text.contains("Brak");
        assert!(is_known, "{system}: {}", told.text);
        assert!(!told.text.contains("Gorm"), "{system}: {}", told.text);
        assert!(!told.about.contains(&GORM), "{system}");
    }
}

/// No rule knows of whom the game master hides: that brak has gorm behind him as well counts for the blow, of which the sum says that much
/// and not by whom; what a seat is told beforehand leaves him out.
#[test]
fn a_flank_of_the_hidden_counts_and_names_nobody() {
    let places = [(3, "watch"), (4, "raiders"), (5, "wolves")];
    let mut session = three("timecount", "", places);
    let seat = Viewer::Player(vec![ALDA]);
    let words = "attack brak";
    let foretold = |session: &dyn Session, viewer: &Viewer| {
        let preview = session.preview(ALDA, words, viewer);
        format!("{preview:?}")
    };
    for _ in 0..20 {
        if session.preview(ALDA, words, &GM).is_ok() {
            break;
        }
        let who = asked(session.as_ref());
        session.pass(who, None).expect("silence means something");
    }
    let (in_truth, at_seat) = (
        foretold(session.as_ref(), &GM),
        foretold(session.as_ref(), &seat),
    );
    assert!(in_truth.contains("flanked"), "{in_truth}");
    assert!(
        at_seat.starts_with("Ok") && !at_seat.contains("flanked"),
        "{at_seat}"
    );
    session.act(ALDA, words, None).expect("it is possible");
    for _ in 0..20 {
        if !lines(session.as_ref(), &GM, "flanked").is_empty() {
            break;
        }
        let who = asked(session.as_ref());
        session.pass(who, None).expect("silence means something");
    }
    is_flanked_by_nobody(session.as_ref(), &seat, "+ 2 (flanked)");
}

/// That the seat reads of that part of a sum, and nowhere of gorm.
fn is_flanked_by_nobody(session: &dyn Session, seat: &Viewer, part: &str) {
    let log = session.log(0, seat).into_iter();
    let told: Vec<String> = log.map(|line| line.text).collect();
    assert!(told.iter().any(|text| text.contains(part)), "{told:?}");
    let names = |text: &String| text.to_lowercase().contains("gorm");
    assert!(!told.iter().any(names), "{told:?}");
}

#[test]
fn nor_does_it_in_a_defence() {
    let places = [(4, "watch"), (3, "raiders"), (5, "raiders")];
    let mut session = three("segment", "options = { flanking = true }", places);
    let seat = Viewer::Player(vec![ALDA]);
    for _ in 0..40 {
        if !lines(session.as_ref(), &seat, "flanked").is_empty() {
            break;
        }
        let who = asked(session.as_ref());
        let words = match who {
            ALDA => &["evade"][..],
            GORM => &[],
            _ => &["aggressive", "attack alda"],
        };
        let mut words = words.iter();
        if !words.any(|words| session.act(who, words, None).is_ok()) {
            session.pass(who, None).expect("silence means something");
        }
    }
    is_flanked_by_nobody(session.as_ref(), &seat, "− 2 (flanked)");
}
