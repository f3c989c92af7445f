//! Creatures that join, are taken out and become others in the middle of a fight, and rulings that change in it, as a table keeps them.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_table::{
    CannotJoin, Control, Declined, Habit, Library, Policy, Session, Standing, Viewer, open_journal,
    open_scenario, systems,
};

const GM: Viewer = Viewer::GameMaster;
const FIRST: CreatureId = CreatureId(0);

/// A fight of two of a system, played by people, that has not begun.
fn opened(system: &str) -> Box<dyn Session> {
    let library = Library::embedded();
    let kind = &library.creatures(system)[0];
    let creature = |name: &str, side: &str, column: u8| {
        format!(
            "[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = [{column}, 5]\n"
        )
    };
    let text = [creature("anna", "heroes", 4), creature("bert", "foes", 5)].concat();
    let scenario = Source::new("two.toml", format!("system = '{system}'\n{text}"));
    let opened = open_scenario(&scenario, &library, 3);
    opened.unwrap_or_else(|error| panic!("{system}: {error}"))
}

/// The same, begun, and nothing in progress.
fn fight(system: &str) -> Box<dyn Session> {
    let mut session = opened(system);
    session.advance().expect("no fault");
    let switches = session.switches();
    let any = switches.iter().find(|switch| !switch.choices.is_empty());
    let any = any.expect("there are switches of words");
    for _ in 0..9 {
        if session.set_switch(&any.name, &any.value).is_ok() {
            return session;
        }
        // Whoever is asked together with others may have answered already.
        for who in [FIRST, CreatureId(1)] {
            let stance = session.act(who, "aggressive", None);
            let _ = stance.or_else(|_| session.pass(who, None));
        }
    }
    panic!("{system}: an act does not come to its end")
}

/// Another of their kind at a place, as the terminal writes it.
fn entry(system: &str, name: &str, at: [u8; 2]) -> Source {
    let kind = &Library::embedded().creatures(system)[0];
    let [column, row] = at;
    let text =
        format!("{{ name = '{name}', kind = '{kind}', side = 'foes', at = [{column}, {row}] }}");
    Source::new("join", text)
}

fn names(session: &dyn Session, viewer: &Viewer) -> Vec<String> {
    let seen = session.view(viewer).creatures.into_iter();
    seen.map(|creature| creature.name).collect()
}

fn reopened(journal: &str) -> Box<dyn Session> {
    open_journal(journal).expect("a right journal").session
}

#[test]
fn who_comes_and_goes_is_kept_in_every_system() {
    for system in systems() {
        let library = Library::embedded();
        let mut session = fight(system.id);
        let new = session.join(&entry(system.id, "clara", [12, 8]), &library, false);
        let new = new.unwrap_or_else(|error| panic!("{}: {error}", system.id));
        assert_eq!(new, [CreatureId(2)], "{}", system.id);
        session.set_control(new[0], Control::Bot(Policy::Random));
        session.set_control(new[0], Control::People);
        let window = session.occasions()[0].kind;
        session.set_habit(new[0], window, Habit::Never);
        session.set_habit(new[0], "nowhere", Habit::Never);
        let mut journal = session.journal_changes();
        assert_eq!(names(session.as_ref(), &GM), ["anna", "bert", "clara"]);
        let again = reopened(&journal);
        assert_eq!(again.view(&GM), session.view(&GM), "{}", system.id);
        assert_eq!(again.habits(), [(new[0], window.to_owned(), Habit::Never)]);

        session.remove(FIRST).expect("it is there");
        assert!(session.is_removed(FIRST));
        assert_eq!(names(session.as_ref(), &GM), ["bert", "clara"]);
        session.undo().expect("a correction");
        session.undo().expect("a correction");
        journal.push_str(&session.journal_changes());
        assert_eq!(names(session.as_ref(), &GM), ["anna", "bert"]);
        let mut again = reopened(&journal);
        assert_eq!(again.view(&GM), session.view(&GM), "{}", system.id);
        again.redo().expect("it was undone");
        assert_eq!(names(again.as_ref(), &GM), ["anna", "bert", "clara"]);
        again.redo().expect("it was undone");
        assert_eq!(names(again.as_ref(), &GM), ["bert", "clara"]);
        assert_eq!(again.verify().difference, None, "{}", system.id);
        assert_eq!(reopened(&again.journal()).view(&GM), again.view(&GM));
        assert!(again.remove(FIRST).is_err(), "it is gone already");
    }
}

#[test]
fn every_switch_can_be_seen_and_set() {
    for system in systems() {
        let mut session = fight(system.id);
        let switches = session.switches();
        assert!(!switches.is_empty());
        let mut set = 0;
        for switch in &switches {
            let other = switch
                .choices
                .iter()
                .find(|choice| choice.word != switch.value);
            let Some(other) = other else { continue };
            match session.set_switch(&switch.name, &other.word) {
                Ok(()) => {
                    let now = session.switches().into_iter();
                    let now = now.clone().find(|one| one.name == switch.name);
                    assert_eq!(now.map(|one| one.value).as_ref(), Some(&other.word));
                    set += 1;
                }
                Err(why) => assert!(why.to_string().contains("cannot change"), "{why}"),
            }
        }
        assert!(set > 0, "{}: a switch that can be set", system.id);
        let kept = reopened(&session.journal());
        assert_eq!(kept.switches(), session.switches(), "{}", system.id);
        for _ in 0..session.entries() {
            let _ = session.undo();
        }
        assert_eq!(session.switches(), switches, "{}", system.id);
        let why = session.set_switch("gravity", "off");
        assert!(why.is_err_and(|why| why.to_string().contains("is no switch")));
    }
}

#[test]
fn mistakes_of_newcomers_are_told_at_their_place() {
    let library = Library::embedded();
    for system in systems() {
        let mut session = fight(system.id);
        for (source, says) in [
            (
                entry(system.id, "anna", [12, 8]),
                "there is a creature called `anna` already",
            ),
            (entry(system.id, "clara", [99, 8]), "off the map"),
            (
                Source::new(
                    "x",
                    "kind = 'nobody'\nname = 'x'\nside = 'foes'\nat = [1, 1]",
                ),
                "nobody",
            ),
            (
                Source::new("x", "name = 'x'\nside = 'fiends'\nat = [1, 1]"),
                "there is no side called `fiends`",
            ),
            (
                Source::new("x", "[map]\nrows = 3\n[[creature]]\nname = 'x'"),
                "`map` is no creature",
            ),
            (Source::new("x", "name = "), "expected"),
        ] {
            let why = match session.join(&source, &library, false) {
                Err(CannotJoin::Problems(problems)) => problems.to_string(),
                other => panic!("{}: {other:?}", system.id),
            };
            assert!(why.contains(says), "{}: {why}", system.id);
        }
        let taken = session.view(&GM).creatures[1].space.expect("it stands").at;
        let (column, row) = if session.view(&GM).map.is_some_and(|map| map.hexes) {
            taken.column_row()
        } else {
            (taken.x, taken.y)
        };
        let there = entry(system.id, "clara", [column as u8, row as u8]);
        // Of all systems one lets creatures share their spaces.
        let shared = session.join(&there, &library, false).is_ok();
        assert_eq!(shared, system.id == "timecount", "{}", system.id);
    }
}

/// Players of other sides hear nothing of newcomers that are hidden, neither that they come nor their names.
#[test]
fn hidden_newcomers_are_in_nothing_that_players_hear() {
    let player = Viewer::Player(vec![FIRST]);
    for system in systems() {
        let library = Library::embedded();
        let mut session = fight(system.id);
        session
            .join(&entry(system.id, "clara", [12, 8]), &library, true)
            .expect("room");
        let heard = |session: &dyn Session| {
            let log = session.log(0, &player).into_iter().map(|line| line.text);
            let log: String = log.collect();
            format!(
                "{log} {:?} {:?}",
                names(session, &player),
                session.standing(&player)
            )
        };
        assert!(
            !heard(session.as_ref()).to_lowercase().contains("clara"),
            "{}",
            system.id
        );
        assert!(names(session.as_ref(), &GM).contains(&"clara".to_owned()));
        let kept = reopened(&session.journal());
        assert!(
            !heard(kept.as_ref()).to_lowercase().contains("clara"),
            "{}",
            system.id
        );
        session.set_hidden(CreatureId(2), false);
        assert!(names(session.as_ref(), &player).contains(&"clara".to_owned()));
    }
}

/// What was agreed on about a newcomer that was taken back does not hold for another one that comes in its place.
#[test]
fn who_comes_instead_is_somebody_else() {
    let library = Library::embedded();
    let mut session = fight("threeaction");
    let new = session.join(&entry("threeaction", "clara", [12, 8]), &library, true);
    let who = new.expect("room")[0];
    session.set_control(who, Control::Bot(Policy::Random));
    session.set_dice_of(who, Some(DiceMode::Real));
    session.undo().expect("a correction");
    assert!(reopened(&session.journal()).view(&GM) == session.view(&GM));
    session
        .join(&entry("threeaction", "dora", [12, 8]), &library, false)
        .expect("room");
    assert_eq!(session.control(who), Control::People);
    assert!(!session.is_hidden(who));
    assert_eq!(session.dice_of(who), DiceMode::Virtual);
    let journal = session.journal_changes();
    assert_eq!(reopened(&journal).control(who), Control::People);
}

/// In the middle of an act whoever does not change what was rolled comes and goes.
#[test]
fn an_act_in_progress_has_to_go_on() {
    let library = Library::embedded();
    let mut session = opened("threeaction");
    session.set_dice(DiceMode::Real);
    session.rolled("10").expect("initiative");
    assert!(matches!(session.standing(&GM), Standing::Roll { .. }));
    let before = session.journal();
    let removed = session.remove(FIRST);
    assert!(
        matches!(removed, Err(Declined::Unfit { .. })),
        "{removed:?}"
    );
    assert!(session.journal() == before, "nothing has changed");
    let new = session.join(&entry("threeaction", "clara", [12, 8]), &library, false);
    let new = new.unwrap_or_else(|error| panic!("{error:?}"));
    assert!(matches!(session.standing(&GM), Standing::Roll { .. }));
    assert_eq!(session.names()[new[0].index()], "clara");
    session.undo().expect("the correction");
    assert!(session.journal() == before, "the roll is as it was");
}

/// In Segments & Stances a fight mostly waits for stances: an act that happens by itself, and begins anew after a correction.
#[test]
fn a_question_that_nobody_has_answered_is_no_hindrance() {
    let library = Library::embedded();
    let mut session = opened("segment");
    session.advance().expect("no fault");
    let asked = session.standing(&GM);
    assert!(matches!(asked, Standing::Asks { .. }), "{asked:?}");
    session.correct("anna.hits 7").expect("nobody has answered");
    assert_eq!(session.look("anna.hits"), Some(7.into()));
    let new = session
        .join(&entry("segment", "clara", [12, 8]), &library, false)
        .unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(session.names().len(), 3);
    let Standing::Asks { questions } = session.standing(&GM) else {
        panic!("the question is put again");
    };
    assert!(questions.iter().any(|question| question.who == FIRST));
    session.remove(new[0]).expect("nobody has answered");
    let journal = session.journal_changes();
    assert!(reopened(&journal).view(&GM) == session.view(&GM));
    session.undo().expect("corrections are undone");
    session.undo().expect("corrections are undone");
    session.undo().expect("corrections are undone");
    assert_eq!(session.standing(&GM), asked);
    session
        .pass(FIRST, None)
        .or_else(|_| session.act(FIRST, "aggressive", None))
        .expect("an answer");
    let Standing::Asks { questions } = session.standing(&GM) else {
        panic!("others are asked still");
    };
    session.correct("anna.hits 6").expect("her answer stands");
    assert_eq!(session.look("anna.hits"), Some(6.into()));
    assert_eq!(session.standing(&GM), Standing::Asks { questions });
}

#[test]
fn any_number_of_a_sheet_is_changed_and_brought_back() {
    let mut session = crate::common::begin("threeaction/duel");
    let words = |session: &dyn Session, viewer: &Viewer, name: &str| {
        let all = session.settable(FIRST, viewer);
        let found = all.into_iter().find(|one| one.name == name);
        found.map(|one| format!("{} {}", one.words, one.value))
    };
    let shown = words(session.as_ref(), &GM, "max_hp");
    assert_eq!(shown.as_deref(), Some("first.max_hp 30"));
    for viewer in [Viewer::Watcher, Viewer::Player(vec![FIRST])] {
        assert!(session.settable(FIRST, &viewer).is_empty());
    }
    session.correct("first.max_hp 12").expect("fewer");
    assert_eq!(session.look("first.max_hp"), Some(12.into()));
    assert_eq!(session.look("first.hp"), Some(12.into()));
    let told = "The first: max hp is 12 now, and was 30.";
    let hears = |viewer: &Viewer| {
        let log = session.log(0, viewer);
        log.iter().any(|line| line.text == told)
    };
    assert!(hears(&GM) && hears(&Viewer::Player(vec![FIRST])));
    assert!(!hears(&Viewer::Watcher));
    let refused = session.correct("first.hp 13").expect_err("too many");
    assert_eq!(
        refused.to_string(),
        "first has at most 12 HP: `first.max_hp` sets the most"
    );
    let refused = session.correct("first.max_hp 0").expect_err("nobody");
    assert!(refused.to_string().contains("max_hp"), "{refused}");
    let resumed = open_journal(&session.journal()).expect("a whole journal");
    assert_eq!(resumed.session.look("first.max_hp"), Some(12.into()));
    session.undo().expect("undo");
    assert_eq!(session.look("first.max_hp"), Some(30.into()));
    assert_eq!(session.look("first.hp"), Some(30.into()));
    assert!(session.settable(CreatureId(99), &GM).is_empty());
}
