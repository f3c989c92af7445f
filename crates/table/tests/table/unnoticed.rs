//! In Action Points & Fighting Styles: whom the rules hide from those who play somebody is in nothing that they type, read or are offered,
//! and what somebody has put away is in nothing that others may learn.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{Control, Library, Session, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;
const GARRET: CreatureId = CreatureId(0);
const HIDDEN: CreatureId = CreatureId(2);

fn seat() -> Viewer {
    Viewer::Player(vec![GARRET])
}

fn creature(name: &str, kind: &str, side: &str, at: &str, more: &str) -> String {
    format!(
        "[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = [{at}]\n{more}\n"
    )
}

/// Garret, whose turn it is, beside bob, and whoever else is there.
fn scene(head: &str, more: &str) -> Box<dyn Session> {
    let text = format!(
        "system = 'actionpoint'\nname = 'Unnoticed'\nsides = ['h', 'm']\n\
         start = {{ round = 2, turn = 'garret' }}\n{head}\n[map]\nrows = 12\ncolumns = 14\n"
    ) + &creature(
        "garret",
        "knight",
        "h",
        "3, 3",
        "initiative_result = 20\nxp = 60",
    ) + &creature("bob", "ork bandit", "m", "4, 3", "initiative_result = 12")
        + more;
    let scenario = Source::new("unnoticed.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 4)
        .unwrap_or_else(|problems| panic!("{problems}"));
    for index in 0..session.names().len() {
        session.set_control(CreatureId::at(index), Control::People);
    }
    session.advance().expect("no fault");
    session
}

/// Somebody of that kind, called by it, whom the rules hide from garret.
fn lurker(kind: &str, at: &str) -> String {
    let more = "initiative_result = 5\nconditions = [{ kind = 'hidden', toward = 'garret' }]";
    creature(&format!("the {kind}"), kind, "m", at, more)
}

fn told(session: &mut dyn Session, words: &str) -> String {
    let admitted = session.admits(&seat(), GARRET, words);
    let preview = session.preview(GARRET, words, &seat()).map(drop);
    let odds = session.odds(GARRET, words, &seat()).map(drop);
    let done = session.act_by(&seat(), GARRET, words, None);
    format!("{admitted:?} {preview:?} {odds:?} {done:?}")
}

/// All that the seat is shown and offered at that moment.
fn shown(session: &dyn Session) -> String {
    let sent = (
        session.view(&seat()),
        session.offers(GARRET, &seat()),
        session.impossible(GARRET, &seat()),
        session.standing(&seat()),
        session.log(0, &seat()),
    );
    serde_json::to_string(&sent).expect("everything that is sent can be written")
}

const BY_NAME: [&str; 24] = [
    "strike the KIND",
    "strike KIND",
    "strike the kindd",
    "strike The KIND with longsword",
    "strike @2",
    "strike @3",
    "grapple the KIND",
    "escape from the KIND",
    "release the KIND",
    "save turn after the KIND",
    "save turn after KIND",
    "cast mend on the KIND",
    "use wand of fire on the KIND",
    "pick up the KIND's dagger",
    "pick up dagger",
    "disarm the KIND of dagger",
    "draw the KIND's spear",
    "throw longsword at the KIND",
    "move to the KIND",
    "dodge the KIND",
    "parry with the KIND's spear",
    "trip the KIND",
    "feint at the KIND",
    "the KIND",
];

#[test]
fn no_words_find_those_whom_the_rules_hide() {
    for (kind, at) in [("knight", "9, 9"), ("guard", "3, 4")] {
        let mut with = scene("", &lurker(kind, at));
        let mut without = scene("", "");
        let numbered = (0..12).map(|number| format!("stow #{number}"));
        let named = BY_NAME.iter().map(|words| words.replace("KIND", kind));
        for words in named.chain(numbered) {
            let (with, without) = (with.as_mut(), without.as_mut());
            assert_eq!(told(with, &words), told(without, &words), "{words}");
        }
        let master = with.preview(GARRET, &format!("strike the {kind}d"), &GM);
        let master = master.expect_err("nobody of that name").to_string();
        let suggestion = format!("did you mean `the {kind}`?");
        assert!(master.ends_with(&suggestion), "{master}");
    }
}

#[test]
fn they_are_in_nothing_that_is_shown_or_offered() {
    let without = shown(scene("", "").as_ref());
    for (kind, at) in [("knight", "9, 9"), ("guard", "3, 4")] {
        let lurking = scene("", &lurker(kind, at));
        assert_eq!(shown(lurking.as_ref()), without, "{kind}");
        let elsewhere = scene("", &lurker(kind, "8, 2"));
        for words in ["strike bob", "move to 5,5", "dash", "save turn after bob"] {
            let foretold = |session: &dyn Session| {
                let preview = session.preview(GARRET, words, &seat());
                format!(
                    "{preview:?} {:?}",
                    session.odds(GARRET, words, &seat()).map(drop)
                )
            };
            let here = foretold(lurking.as_ref());
            assert_eq!(here, foretold(elsewhere.as_ref()), "{kind}: {words}");
        }
    }
}

/// What they do unseen is not told, and who they are as soon as they have struck.
#[test]
fn they_are_named_once_they_have_struck() {
    let mut session = scene("", &lurker("guard", "3, 5"));
    session.act(GARRET, "end turn", None).expect("its turn");
    while let Some(who) = asked(session.as_ref()) {
        if who == HIDDEN {
            break;
        }
        session.pass(who, None).expect("it may");
    }
    let heard = |session: &dyn Session| -> String {
        let lines = session.log(0, &seat()).into_iter();
        let texts: Vec<String> = lines.map(|line| line.text.to_lowercase()).collect();
        texts.join("\n")
    };
    session.act(HIDDEN, "drop prone", None).expect("its turn");
    session.act(HIDDEN, "stand", None).expect("half its speed");
    let before = heard(session.as_ref());
    assert!(!before.contains("the guard"), "{before}");
    assert!(session.admits(&seat(), GARRET, "strike the guard").is_err());
    session.act(HIDDEN, "strike garret", None).expect("a spear");
    let after = heard(session.as_ref());
    assert!(after.contains("the guard"), "{after}");
    let seen = session.view(&seat()).creatures;
    assert!(seen.iter().any(|creature| creature.id == HIDDEN));
}

fn asked(session: &dyn Session) -> Option<CreatureId> {
    match session.standing(&GM) {
        affray_table::Standing::Asks { questions } => {
            questions.first().map(|question| question.who)
        }
        _ => None,
    }
}

/// Styles are widened in peaceful scenes, by types of gear: which there are to choose from tells of nobody's things.
#[test]
fn what_styles_are_widened_by_tells_nothing_of_what_is_put_away() {
    let peaceful = "[scene]\npeaceful = true";
    let widened = |session: &dyn Session| -> Vec<String> {
        let groups = session.offers(GARRET, &seat()).into_iter();
        let offers = groups.flat_map(|group| group.offers);
        let words = offers.map(|offer| offer.words);
        words.filter(|words| words.starts_with("widen")).collect()
    };
    let plain = scene(peaceful, "");
    let choice = widened(plain.as_ref());
    assert!(choice.len() > 10, "{choice:?}");
    for words in &choice {
        assert_eq!(plain.admits(&seat(), GARRET, words), Ok(()), "{words}");
    }
    for carried in ["greatsword", "hand crossbow", "bola"] {
        let monk = creature(
            "monk",
            "sorcerer",
            "h",
            "6, 6",
            &format!("initiative_result = 3\nitems = []\ncarried = ['{carried}']"),
        );
        assert_eq!(widened(scene(peaceful, &monk).as_ref()), choice);
        let lurker = lurker("skeleton", "9, 9") + &format!("carried = ['{carried}']\n");
        assert_eq!(widened(scene(peaceful, &lurker).as_ref()), choice);
    }
}
