//! Two fights that look the same from a seat are told the same there: what things are called, in what order all act, and what was typed.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{Control, Library, LogLine, Session, Viewer, open_scenario};

/// A fight that has come to its first question.
fn begun(text: &str) -> Box<dyn Session> {
    let scenario = Source::new("untold.toml", text.to_owned());
    let mut session = open_scenario(&scenario, &Library::embedded(), 4)
        .unwrap_or_else(|problems| panic!("{problems}: {text}"));
    for index in 0..session.names().len() {
        session.set_control(CreatureId::at(index), Control::People);
    }
    session.advance().expect("it goes on");
    session
}

fn seat_of(session: &dyn Session, name: &str) -> (CreatureId, Viewer) {
    let who = session.creature(name).expect("it fights");
    (who, Viewer::Player(vec![who]))
}

/// What garret's seat may do, and what it is answered to these words.
fn told(session: &dyn Session, words: &[&str]) -> String {
    let (garret, seat) = seat_of(session, "garret");
    let answers = words.iter().map(|words| {
        let odds = session.odds(garret, words, &seat);
        format!(
            "{words}: {:?} {odds:?}",
            session.admits(&seat, garret, words)
        )
    });
    let answers: Vec<String> = answers.collect();
    let sent = (
        session.offers(garret, &seat),
        session.impossible(garret, &seat),
    );
    let sent = serde_json::to_string(&sent).expect("everything that is sent can be written");
    format!("{sent}\n{}", answers.join("\n"))
}

/// A fight in which zorn lurks and has that about him; things of others are broken.
fn with_broken_things(carried: &str) -> Box<dyn Session> {
    begun(&broken_things(carried, ""))
}

/// The same, as it is written; bob carries something as well.
fn broken_things(carried: &str, bag: &str) -> String {
    format!(
        "system = 'threeaction'\nname = 'Untold'\nstart = {{ turn = 'garret' }}\n[map]\nrows = 12\ncolumns = 14\n\
         [[creature]]\nname = 'zorn'\nside = 'm'\nat = [9, 9]\nkind = 'ogre'\ninitiative = 10\nsneak = 30\n\
         undetected_by = ['garret']\ncarried = [{carried}]\n\
         [[creature]]\nname = 'garret'\nside = 'h'\nat = [3, 3]\nkind = 'veteran'\ninitiative = 20\n\
         held = [{{ kind = 'dagger', hp = 0 }}]\n\
         [[creature]]\nname = 'bob'\nside = 'm'\nat = [4, 3]\nkind = 'town guard'\ninitiative = 12\n\
         held = ['dagger', {{ kind = 'dagger', hp = 0 }}]\ncarried = [{bag}]\n\
         [[item]]\nkind = 'longsword'\nat = [3, 4]\nhp = 0\n[[item]]\nkind = 'longsword'\nat = [3, 2]\nhp = 0\n"
    )
}

#[test]
fn names_of_things_tell_nothing_of_what_the_unseen_have() {
    let words = [
        "drop dagger",
        "stow dagger",
        "pick up longsword",
        "pick up second longsword",
        "disarm bob of dagger",
        "disarm bob of second dagger",
        "break dagger of bob with unarmed",
    ];
    let first = told(with_broken_things("").as_ref(), &words);
    assert!(first.contains("drop dagger"), "{first}");
    assert!(!first.contains('#'), "{first}");
    for carried in ["'longsword'", "'dagger', 'longsword', 'torch'"] {
        let other = told(with_broken_things(carried).as_ref(), &words);
        assert_eq!(first, other, "{carried}");
    }
}

/// What is offered at a seat is read there as the very act that the game master would read, whatever the seat does not know of.
#[test]
fn what_is_offered_is_read_as_what_it_is() {
    let both = "held = ['dagger', {";
    for (held, bag, of_bob) in [
        (both, "'dagger'", "disarm bob of third dagger"),
        (both, "'dagger', 'longsword'", "disarm bob of longsword"),
        ("held = [{", "'dagger'", "disarm bob of second dagger"),
    ] {
        let text = broken_things("'dagger'", bag).replacen(both, held, 1);
        let session = begun(&text);
        let (garret, seat) = seat_of(session.as_ref(), "garret");
        let groups = session.offers(garret, &seat);
        let offers = groups.iter().flat_map(|group| &group.offers);
        let of_things = |words: &&str| words.contains("dagger") || words.contains("longsword");
        let offers = offers.map(|offer| &*offer.words).filter(of_things);
        let offers: Vec<&str> = offers.collect();
        let is_of_bob = |words: &&str| words.starts_with(of_bob);
        assert!(offers.iter().any(is_of_bob), "{offers:?}");
        for words in offers {
            let done = [&seat, &Viewer::GameMaster].map(|viewer| {
                let mut session = begun(&text);
                let done = session.act_by(viewer, garret, words, None);
                done.unwrap_or_else(|declined| panic!("{bag}: {words}: {declined}"));
                session.log(0, &Viewer::GameMaster)
            });
            assert_eq!(done[0], done[1], "{bag}: {words}");
        }
    }
}

/// `second dagger` counts daggers, and names nobody who is called Second.
#[test]
fn what_counts_things_names_nobody() {
    let words = ["drop dagger", "drop first dagger", "drop second dagger"];
    let told = |name: &str, by_game_master: bool| {
        let text = broken_things("'dagger'", "")
            .replace("'zorn'", &format!("'{name}'"))
            .replacen("held = [{", "held = ['dagger', {", 1);
        let mut session = begun(&text);
        session.set_hidden(CreatureId(0), by_game_master);
        let (garret, seat) = seat_of(session.as_ref(), "garret");
        let answers = words.map(|words| session.admits(&seat, garret, words));
        format!("{:?} {answers:?}", session.offers(garret, &seat))
    };
    for by_game_master in [false, true] {
        let zorn = told("zorn", by_game_master);
        assert!(zorn.contains("drop second dagger"), "{zorn}");
        assert_eq!(zorn, told("second", by_game_master));
    }
}

/// The lines of garret's log, with the rules behind them.
fn heard(session: &dyn Session) -> Vec<LogLine> {
    let (_, seat) = seat_of(session, "garret");
    session.log(0, &seat)
}

#[test]
fn the_order_is_told_by_the_same_rules_whoever_is_in_it() {
    let order = |system: &str, initiative: u8| {
        let (word, kinds, hidden) = match system {
            "threeaction" => (
                "initiative",
                ["veteran", "town guard"],
                "sneak = 30\nundetected_by = ['garret']",
            ),
            _ => (
                "initiative_result",
                ["knight", "guard"],
                "conditions = [{ kind = 'hidden', toward = 'garret' }]",
            ),
        };
        let [knight, guard] = kinds;
        let sides = match system {
            "threeaction" => "",
            _ => "sides = ['h', 'm']\n",
        };
        let session = begun(&format!(
            "system = '{system}'\nname = 'Order'\n{sides}[map]\nrows = 12\ncolumns = 14\n\
             [[creature]]\nname = 'garret'\nside = 'h'\nat = [3, 3]\nkind = '{knight}'\n{word} = 20\n\
             [[creature]]\nname = 'bob'\nside = 'm'\nat = [9, 3]\nkind = '{guard}'\n{word} = 12\n\
             [[creature]]\nname = 'zorn'\nside = 'm'\nat = [12, 11]\nkind = '{guard}'\n{word} = {initiative}\n{hidden}\n"
        ));
        heard(session.as_ref())
    };
    for system in ["threeaction", "actionpoint"] {
        let (tied, untied) = (order(system, 12), order(system, 5));
        let says = |line: &LogLine| line.text.contains("Garret 20, Bob 12");
        assert!(tied.iter().any(says), "{system}: {tied:?}");
        assert_eq!(tied, untied, "{system}");
    }
}

/// Words that name somebody by chance stay in the log of whoever has typed them.
#[test]
fn typed_words_are_told_to_whom_has_typed_them() {
    let typed = |called: &str, hidden: &str, by_game_master: bool| {
        let mut session = begun(&format!(
            "system = 'threeaction'\nname = 'Gate'\nstart = {{ turn = 'garret' }}\n[map]\nrows = 12\ncolumns = 14\n\
             [[creature]]\nname = 'garret'\nside = 'h'\nat = [3, 3]\nkind = 'veteran'\ninitiative = 20\n\
             [[creature]]\nname = 'bob'\nside = 'm'\nat = [9, 3]\nkind = 'town guard'\ninitiative = 12\n\
             [[creature]]\nname = '{called}'\nside = 'm'\nat = [9, 9]\nkind = 'ogre'\ninitiative = 10\n{hidden}\n"
        ));
        session.set_hidden(CreatureId(2), by_game_master);
        let (garret, seat) = seat_of(session.as_ref(), "garret");
        let words = "interact I look over the gate-post and bar the gate";
        let done = session.act_by(&seat, garret, words, None);
        (format!("{done:?}"), heard(session.as_ref()))
    };
    for (hidden, by_game_master) in [
        ("sneak = 30\nundetected_by = ['garret']", false),
        ("", true),
    ] {
        let ogre = typed("zorn", hidden, by_game_master);
        let says = |line: &LogLine| line.text.contains("bar the gate");
        assert!(ogre.1.iter().any(says), "{ogre:?}");
        assert_eq!(ogre, typed("gate", hidden, by_game_master));
    }
}

/// Whom the game master means is told to nobody who may not know of that one.
#[test]
fn words_of_the_game_master_are_told_to_whom_knows_whom_they_mean() {
    let mut session = begun(&broken_things("", ""));
    let (zorn, _) = seat_of(session.as_ref(), "zorn");
    session.set_hidden(zorn, true);
    let (garret, _) = seat_of(session.as_ref(), "garret");
    let words = "ready strike zorn when zorn moves";
    let done = session.act_by(&Viewer::GameMaster, garret, words, None);
    assert!(done.is_ok(), "{done:?}");
    let says = |line: &LogLine| line.text.to_lowercase().contains("zorn");
    assert!(session.log(0, &Viewer::GameMaster).iter().any(says));
    assert!(!heard(session.as_ref()).iter().any(says));
}

#[test]
fn nobody_is_told_what_the_unseen_keep_up() {
    let told = |on: &[&str]| {
        let kept_up = on.iter().map(|on| {
            format!("[[effect]]\npower = 'dark veil'\nby = 'zorn'\non = '{on}'\nsince = 1\n")
        });
        let session = begun(&format!(
            "system = 'segment'\nname = 'Veil'\nsides = ['h', 'm']\n\
             [start]\nround = 2\nsegment = 'multiform'\n[map]\nrows = 12\ncolumns = 14\n\
             [[creature]]\nname = 'garret'\nside = 'h'\nat = [3, 3]\nkind = 'mage'\npowers = ['arcane bolt', 'dark veil']\n\
             [[creature]]\nname = 'bob'\nside = 'm'\nat = [12, 3]\nkind = 'bandit'\n\
             [[creature]]\nname = 'zorn'\nside = 'm'\nat = [9, 9]\nkind = 'mage'\npowers = ['arcane bolt', 'dark veil']\n\
             conditions = ['concealed']\n{}",
            kept_up.collect::<String>()
        ));
        let (garret, seat) = seat_of(session.as_ref(), "garret");
        let words = [
            "release dark veil",
            "release dark veil on bob",
            "release dark veil on garret",
            "release #1",
        ];
        words.map(|words| format!("{:?}", session.admits(&seat, garret, words)))
    };
    let nothing = told(&[]);
    assert!(
        nothing[0].contains("there is no dark veil to end there"),
        "{nothing:?}"
    );
    for on in [&["zorn"][..], &["zorn", "bob"]] {
        assert_eq!(nothing, told(on), "{on:?}");
    }
}
