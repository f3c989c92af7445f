//! Words are answered at a seat as if those were not there of whom it does not know, and the game master's words mean what they say.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{Control, Declined, Library, Session, Standing, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;
const FIRST: CreatureId = CreatureId(0);

fn open(text: &str) -> Box<dyn Session> {
    let scenario = Source::new("scene.toml", text.to_owned());
    let mut session = open_scenario(&scenario, &Library::embedded(), 1)
        .unwrap_or_else(|problems| panic!("{problems}"));
    for index in 0..session.names().len() {
        session.set_control(CreatureId::at(index), Control::People);
    }
    session.advance().expect("no fault");
    session
}

fn creature(name: &str, kind: &str, side: &str, at: &str, more: &str) -> String {
    format!(
        "[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = [{at}]\n{more}\n"
    )
}

fn seat() -> Viewer {
    Viewer::Player(vec![FIRST])
}

/// What Garret's seat is told of an act of his: beforehand, and where it is done.
fn told(session: &mut dyn Session, words: &str) -> String {
    let admitted = session.admits(&seat(), FIRST, words);
    let preview = session.preview(FIRST, words, &seat()).map(drop);
    let odds = session.odds(FIRST, words, &seat()).map(drop);
    let done = session.act_by(&seat(), FIRST, words, None);
    format!("{admitted:?} {preview:?} {odds:?} {done:?}")
}

/// Garret before a guard, and perhaps an ogre of whom he knows nothing.
fn lurking(more: &str) -> Box<dyn Session> {
    let text = "system = 'threeaction'\nname = 'Lurking'\nstart = { turn = 'garret' }\n".to_owned()
        + &creature("garret", "veteran", "h", "3, 3", "initiative = 20")
        + &creature("bob", "town guard", "m", "8, 3", "initiative = 12")
        + more;
    open(&text)
}

#[test]
fn whom_the_rules_hide_no_words_find() {
    let grumbold = "initiative = 10\nsneak = 30\nundetected_by = ['garret']";
    let mut with = lurking(&creature("grumbold", "ogre", "m", "9, 9", grumbold));
    let mut without = lurking("");
    for words in [
        "strike grumbold",
        "strike grumbald",
        "strike GRUMBOLD with longsword",
        "strike @1",
        "strike @2",
        "strike @3",
        "strike",
        "strike ?",
        "disarm grumbold of ogre clup",
        "disarm bob of ogre clup with unarmed",
        "take grumbold's ogre club",
        "take grumbald's longsword",
        "stow ogre clup",
        "stow ogre club",
        "stow ?",
        "strike bob with ogre club",
        "strike bob with ?",
        "move to grumbold",
        "grumbold",
        "interact shout for grumbold",
    ] {
        assert_eq!(
            told(with.as_mut(), words),
            told(without.as_mut(), words),
            "{words}"
        );
    }
    for number in 0..12 {
        let words = format!("stow #{number}");
        let (with, without) = (with.as_mut(), without.as_mut());
        assert_eq!(told(with, &words), told(without, &words), "{words}");
    }
    let master = with.preview(FIRST, "strike grumbald", &GM);
    let master = master.expect_err("nobody of that name").to_string();
    assert!(master.ends_with("did you mean `grumbold`?"), "{master}");
}

#[test]
fn whom_the_rules_hide_may_be_named_where_they_are_offered() {
    // In the dark Garret knows that the orc is there.
    let orc = "initiative = 10\nhidden_from = ['garret']";
    let session = lurking(&creature("orc", "town guard", "m", "4, 3", orc));
    let offers = session.offers(FIRST, &seat());
    let mut offers = offers.iter().flat_map(|group| &group.offers);
    let strike = offers.find(|offer| offer.words.starts_with("strike orc"));
    let strike = strike.expect("who is only hidden can be guessed at");
    session.admits(&seat(), FIRST, &strike.words).expect("read");
    let nearly = session.admits(&seat(), FIRST, &strike.words.replace("orc", "orcc"));
    let nearly = nearly.expect_err("nobody of that name").to_string();
    assert!(nearly.ends_with("did you mean `orc`?"), "{nearly}");
}

#[test]
fn things_that_are_called_as_the_hidden_are_told_of() {
    let garret = "initiative = 20\ncarried = ['ogre club']";
    let text = "system = 'threeaction'\nname = 'Club'\nstart = { turn = 'garret' }\n".to_owned()
        + &creature("garret", "veteran", "h", "3, 3", garret)
        + &creature("bob", "town guard", "m", "4, 3", "initiative = 12")
        + &creature("ogre", "ogre", "m", "9, 9", "initiative = 10");
    let mut session = open(&text);
    let words = "strike bob with ogre club";
    let before = told(session.as_mut(), words);
    assert!(
        before.contains("Garret does not hold the ogre club"),
        "{before}"
    );
    session.set_hidden(CreatureId(2), true);
    assert_eq!(told(session.as_mut(), words), before);
}

#[test]
fn whom_the_rules_hide_is_not_offered_by_what_is_called_alike() {
    let garret = "initiative = 20\ncarried = ['ogre club']";
    let scene = |more: &str| {
        let text = "system = 'threeaction'\nname = 'Club'\nstart = { turn = 'garret' }\n"
            .to_owned()
            + &creature("garret", "veteran", "h", "3, 3", garret)
            + &creature("bob", "town guard", "m", "4, 3", "initiative = 12")
            + more;
        open(&text)
    };
    let ogre = "initiative = 10\nsneak = 30\nundetected_by = ['garret']";
    let (mut with, mut without) = (
        scene(&creature("ogre", "ogre", "m", "9, 9", ogre)),
        scene(""),
    );
    for words in [
        "strike ogre",
        "take ogre's ogre club",
        "strike bob with ogre club",
        "stow ogre clup",
        "stow ?",
    ] {
        let (with, without) = (with.as_mut(), without.as_mut());
        assert_eq!(told(with, words), told(without, words), "{words}");
    }
}

#[test]
fn whoever_is_not_asked_has_nothing_read() {
    let mut session = lurking("");
    let both = Viewer::Player(vec![FIRST, CreatureId(1)]);
    let mut done = |words: &str| session.act_by(&both, CreatureId(1), words, None);
    let not_asked = done("dodge");
    assert!(
        matches!(not_asked, Err(Declined::NotAsked { .. })),
        "{not_asked:?}"
    );
    assert_eq!(done("strike nobody"), not_asked);
}

#[test]
fn words_of_which_a_name_is_a_part_do_not_name_anybody() {
    let text = "system = 'segment'\nname = 'On guard'\n".to_owned()
        + &creature("roland", "knight", "one", "4, 4", "")
        + &creature("guard", "archer", "two", "9, 9", "");
    let mut session = open(&text);
    let questions = |session: &dyn Session| -> Vec<String> {
        let Standing::Asks { questions } = session.standing(&seat()) else {
            panic!("nobody is asked: {:?}", session.standing(&GM));
        };
        let questions = questions.into_iter();
        questions.map(|question| question.question).collect()
    };
    let before = questions(session.as_ref());
    assert!(before[0].contains("On-Guard"), "{before:?}");
    session.set_hidden(CreatureId(1), true);
    assert_eq!(questions(session.as_ref()), before);
}

#[test]
fn whether_somebody_looks_hidden_does_not_tell_of_others() {
    let hidden = |from: &str| {
        let garret = format!("initiative = 20\nsneak = 15\nhidden_from = [{from}]");
        let grumbold = "initiative = 10\nsneak = 30\nundetected_by = ['garret']";
        let text = "system = 'threeaction'\nname = 'Two in the dark'\nstart = { turn = 'garret' }\n"
            .to_owned()
            + &creature("garret", "veteran", "h", "3, 3", &garret)
            + &creature("grumbold", "ogre", "m", "9, 9", grumbold);
        let session = open(&text);
        let view = |viewer: &Viewer| serde_json::to_string(&session.view(viewer)).expect("JSON");
        (view(&seat()), session.view(&GM).creatures[0].hidden)
    };
    let (seen, unseen) = (hidden(""), hidden("'grumbold'"));
    assert_eq!((seen.1, unseen.1), (false, true));
    assert_eq!(seen.0, unseen.0);
}

#[test]
fn numbers_that_nobody_has_are_answered_alike() {
    let mut session = lurking("");
    let nobody = Err(Declined::NoSuch { number: 99 });
    let who = CreatureId(99);
    for viewer in [GM, seat(), Viewer::Watcher] {
        let done = [
            session.act_by(&viewer, who, "end turn", None),
            session.pass_by(&viewer, who, None),
            session.preview(who, "end turn", &viewer).map(drop),
            session.remove(who),
        ];
        assert!(done.iter().all(|done| *done == nobody), "{done:?}");
    }
    assert_eq!(session.act(who, "end turn", None), nobody);
}

/// A duel with somebody whose name begins as a command does.
#[test]
fn creatures_are_corrected_by_whatever_name() {
    let mut session = lurking(&creature(
        "set piece",
        "ogre",
        "m",
        "9, 9",
        "initiative = 10",
    ));
    let who = session.creature("set piece").expect("it is there");
    session.correct("set piece.hp 3").expect("its own words");
    let settable = session.settable(who, &GM);
    let most = &settable[0];
    let words = format!("{} {}", most.words, most.value);
    session.correct(&words).expect("as it is listed");
    session.remove(who).expect("it is there");
    assert!(session.is_removed(who));
    assert!(session.remove(who).is_err(), "it is out already");
}

#[test]
fn whoever_was_taken_out_stands_in_the_account() {
    let scenario = Library::embedded();
    let scenario = scenario.scenario("threeaction/duel").expect("carried");
    let mut session = open_scenario(scenario, &Library::embedded(), 3).expect("right");
    session.advance().expect("no fault");
    assert!(matches!(session.standing(&GM), Standing::Over { .. }));
    let viewers = [GM, Viewer::Watcher, seat()];
    let accounts = |session: &dyn Session| viewers.clone().map(|one| session.account(&one));
    let before = accounts(session.as_ref());
    assert_eq!(before[0].falls.len(), 1);
    assert!(before[0].heaviest.is_some());
    let fallen = session.creature(&before[0].falls[0].who);
    session.remove(fallen.expect("it is there")).expect("it is");
    assert_eq!(accounts(session.as_ref()), before);
}

#[test]
fn what_is_said_before_the_first_entry_does_not_stand_for_the_opening() {
    let text = "system = 'threeaction'\nname = 'Late'\nstart = { round = 3, turn = 'garret' }\n"
        .to_owned()
        + &creature("garret", "veteran", "h", "3, 3", "initiative = 20")
        + &creature("bob", "town guard", "m", "8, 3", "initiative = 12");
    let lines = |say: &dyn Fn(&mut dyn Session)| -> Vec<String> {
        let scenario = Source::new("scene.toml", text.clone());
        let mut session = open_scenario(&scenario, &Library::embedded(), 1).expect("right");
        say(session.as_mut());
        session.set_control(FIRST, Control::People);
        session.advance().expect("no fault");
        session.act(FIRST, "end turn", None).expect("its Turn");
        let log = session.log(0, &GM).into_iter();
        log.map(|line| line.text).collect()
    };
    let plain = lines(&|_| ());
    assert!(plain[0].contains("Round 3"), "{plain:?}");
    let mut paused = lines(&|session| session.set_paused(true));
    assert_eq!(paused.remove(1), "The game is paused.");
    assert_eq!(paused, plain);
}
