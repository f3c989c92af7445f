//! What becomes of things, as odds tell it.

use affray_kernel::content::Source;
use affray_table::{ChanceReport, Control, EffectKind, Library, Session, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;

const BREAKER: &str = r#"
system = "threeaction"
start = { turn = "a" }

[[creature]]
name = "a"
side = "a"
at = [1, 1]
level = 9
str = 9
dex = 1
ess = 0
mnd = 0
physical_defense = 15
items = ["greatsword"]

[[creature]]
name = "b"
side = "b"
at = [2, 1]
level = 1
str = 1
dex = 1
ess = 0
mnd = 0
physical_defense = 15
items = ["dagger", "shortbow"]
"#;

fn begun() -> Box<dyn Session> {
    opened(BREAKER)
}

fn opened(text: &str) -> Box<dyn Session> {
    let scenario = Source::new("breaker.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 1).expect("a scenario");
    for name in ["a", "b"] {
        let who = session.creature(name).expect("it fights");
        session.set_control(who, Control::People);
    }
    session.advance().expect("no fault");
    session
}

fn breaking(session: &dyn Session, viewer: &Viewer) -> ChanceReport {
    let who = session.creature("a").expect("it fights");
    let report = session.odds(who, "break dagger of b with greatsword", viewer);
    report.unwrap_or_else(|declined| panic!("{declined}"))
}

#[test]
fn odds_tell_what_becomes_of_a_thing() {
    let report = breaking(begun().as_ref(), &GM);
    let broken = report
        .effects
        .iter()
        .find(|one| one.change == EffectKind::Breaks);
    let broken = broken.expect("it breaks");
    assert_eq!((&*broken.name, &*broken.what), ("dagger of b", "Destroyed"));
    assert!(broken.chance.value > 0.9, "{}", broken.chance.value);
    let worn = report.changes.iter().find(|one| one.name == "dagger of b");
    let worn = worn.expect("it has HP of its own");
    assert_eq!((&*worn.gauge, worn.rises), ("HP", false));
    assert!((worn.chance.value - broken.chance.value).abs() < 1e-9);
    assert!(report.risks.is_empty(), "{:?}", report.risks);
}

#[test]
fn two_things_of_one_name_are_told_apart() {
    let twice = BREAKER.replace("\"dagger\", ", "\"dagger\", \"dagger\", ");
    let session = opened(&twice);
    let who = session.creature("a").expect("it fights");
    let groups = session.offers(who, &GM);
    let mut offers = groups.iter().flat_map(|group| &group.offers);
    let act = "break second dagger of b with greatsword";
    assert!(offers.any(|offer| offer.words == act));
    let report = session.odds(who, act, &GM).expect("odds");
    let broken = (report.effects.iter()).find(|one| one.change == EffectKind::Breaks);
    let broken = broken.expect("it breaks");
    assert_eq!(broken.name, "second dagger of b");
    let named = |name: &str| report.changes.iter().filter(|one| one.name == name).count();
    assert_eq!(named(&broken.name), 1);
}

#[test]
fn what_is_left_of_the_things_of_others_is_theirs_to_know() {
    let session = begun();
    let who = session.creature("a").expect("it fights");
    let report = breaking(session.as_ref(), &Viewer::Player(vec![who]));
    let of_thing = |name: &str| name.starts_with("dagger");
    assert!(!report.changes.iter().any(|one| of_thing(&one.name)));
    assert!(!report.effects.iter().any(|one| of_thing(&one.name)));
}

#[test]
fn whoever_is_not_yours_is_not_yours_and_no_number_is_nobody() {
    use affray_kernel::CreatureId;
    use affray_table::Declined;

    let session = begun();
    let [a, b] = ["a", "b"].map(|name| session.creature(name).expect("it fights"));
    let own = Viewer::Player(vec![b]);
    for viewer in [&own, &Viewer::Watcher] {
        let why = session.odds(a, "end turn", viewer).expect_err("not theirs");
        assert_eq!(
            why,
            Declined::NotYours {
                name: "the a".to_owned()
            }
        );
        let why = session
            .preview(a, "end turn", viewer)
            .expect_err("not theirs");
        assert!(matches!(why, Declined::NotYours { .. }), "{why}");
        let nobody = session.odds(CreatureId(9), "end turn", viewer);
        assert_eq!(nobody.expect_err("nobody"), Declined::NoSuch { number: 9 });
        assert!(session.knows_of(viewer, a).is_ok());
        assert!(session.knows_of(viewer, CreatureId(9)).is_err());
    }
    let early = session
        .odds(b, "end turn", &own)
        .expect_err("it is not its Turn");
    assert!(matches!(early, Declined::NotAsked { .. }), "{early}");
    let nobody = session
        .odds(CreatureId(9), "end turn", &GM)
        .expect_err("nobody");
    assert_eq!(nobody, Declined::NoSuch { number: 9 });
}

#[test]
fn odds_that_nobody_waits_for_are_given_up() {
    use std::sync::atomic::AtomicBool;

    use affray_table::OddsBudget;

    let session = begun();
    let who = session.creature("a").expect("it fights");
    let odds = |stop| {
        let act = "break dagger of b with greatsword";
        let stop = AtomicBool::new(stop);
        session.odds_until(who, act, &GM, &OddsBudget::quick(), &stop)
    };
    assert!(odds(false).is_ok());
    let stopped = odds(true).expect_err("nobody waits");
    assert!(stopped.to_string().contains("nobody waits"), "{stopped}");
}

const DOOR: &str = r#"
system = "energy"
start = { round = 1 }

[map]
rows = ["....", "....", "...."]
edges = [{ between = [[1, 1], [2, 1]], kind = "door" }]

[[creature]]
name = "a"
kind = "fighter"
side = "a"
at = [1, 1]

[[creature]]
name = "b"
kind = "fighter"
side = "b"
at = [3, 1]
"#;

#[test]
fn odds_tell_of_a_door_that_is_broken_down() {
    let session = opened(DOOR);
    let who = session.creature("a").expect("it fights");
    for viewer in [GM, Viewer::Player(vec![who])] {
        let report = session.odds(who, "break down 1,1 2,1", &viewer);
        let report = report.unwrap_or_else(|declined| panic!("{declined}"));
        let broken = (report.effects.iter()).find(|one| one.change == EffectKind::Breaks);
        let broken = broken.expect("it may break");
        let told = (&*broken.name, &*broken.what);
        assert_eq!(told, ("door between 1,1 and 2,1", "broken"));
        assert!((0.01..0.99).contains(&broken.chance.value));
        let made = report
            .verdicts
            .iter()
            .find(|one| one.chance == broken.chance);
        assert!(made.is_some(), "it breaks where the check is made");
    }
}

#[test]
fn odds_tell_what_becomes_of_ice() {
    let text = BREAKER.replace(
        "[[creature]]\nname = \"a\"",
        "[map]\nrows = [\"....\", \"..i.\", \"..i.\"]\nlegend.i = { water = 1, elevation = -1, ice = 1 }\n\n[[creature]]\nname = \"a\"",
    );
    let text = text.replace("at = [2, 1]", "at = [0, 0]");
    let session = opened(&text);
    let who = session.creature("a").expect("it fights");
    let report = session.odds(who, "strike ice at 2,1 with greatsword", &GM);
    let report = report.unwrap_or_else(|declined| panic!("{declined}"));
    let worn = report.changes.iter().find(|one| one.name == "ice at 2,1");
    let worn = worn.expect("it has HP of its own");
    assert_eq!((&*worn.gauge, worn.rises), ("HP", false));
    assert!(worn.mean < 0.0);
    let broken = (report.effects.iter()).find(|one| one.change == EffectKind::Breaks);
    let broken = broken.expect("it may break");
    assert_eq!((&*broken.name, &*broken.what), ("ice at 2,1", "Destroyed"));
}
