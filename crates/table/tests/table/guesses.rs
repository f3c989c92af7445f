//! Whoever attacks a square in which somebody is suspected learns by nothing but a hit whether anybody is there.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_table::{Control, Declined, Library, Session, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;
const GARRET: CreatureId = CreatureId(0);
const ORC: CreatureId = CreatureId(1);

/// Who hides the orc.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    by_rules: bool,
    by_master: bool,
}

const HIDDEN: [Hidden; 3] = [
    Hidden {
        by_rules: true,
        by_master: false,
    },
    Hidden {
        by_rules: true,
        by_master: true,
    },
    Hidden {
        by_rules: false,
        by_master: true,
    },
];

/// Garret stands in the dark, and the orc, of whom he does not know where it is, in that square. People throw the dice.
fn dark(orc: &str, hidden: Hidden) -> Box<dyn Session> {
    let from = if hidden.by_rules { "'garret'" } else { "" };
    let text = "system = 'threeaction'\nname = 'In the dark'\n[map]\nrows = 9\ncolumns = 9\n"
        .to_owned()
        + "[scene]\ndark = true\n[start]\nturn = 'garret'\n"
        + "[[creature]]\nname = 'garret'\nside = 'heroes'\nat = [3, 3]\nlevel = 2\nstr = 5\ndex = 3\ness = 3\nmnd = 4\n"
        + "max_energy = 20\nspells = ['evoke fire']\nfeats = { spell_casting = 3 }\nheld = ['longsword', 'dagger']\ninitiative = 20\n"
        + "[[creature]]\nname = 'orc'\nside = 'monsters'\nlevel = 1\nstr = 5\ndex = 2\ness = 2\nmnd = 3\nheld = ['mace']\n"
        + "initiative = 10\nconditions = ['prone']\n"
        + &format!("at = [{orc}]\nhidden_from = [{from}]\n");
    let scenario = Source::new("dark.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 3)
        .unwrap_or_else(|problems| panic!("{problems}"));
    for who in [GARRET, ORC] {
        session.set_control(who, Control::People);
    }
    session.set_hidden(ORC, hidden.by_master);
    session.set_dice(DiceMode::Real);
    session.advance().expect("it goes on");
    session
}

/// All that a seat is told of a fight at that moment, and of what Garret may do.
fn told(session: &dyn Session, words: &str, seat: &Viewer) -> String {
    let answers = (
        session.admits(seat, GARRET, words),
        session
            .preview(GARRET, words, seat)
            .map(|preview| (preview.lines, preview.magic)),
        session.odds(GARRET, words, seat).map(drop),
    );
    let sent = (
        session.view(seat),
        session.offers(GARRET, seat),
        session.impossible(GARRET, seat),
        session.standing(seat),
        session.log(0, seat),
        session.why(seat).0,
    );
    let sent = serde_json::to_string(&sent).expect("everything that is sent can be written");
    format!("{answers:?} {sent}")
}

/// Attacks on the square 4,3.
const ATTACKS: [&str; 3] = [
    "strike square 4,3 with longsword",
    "throw dagger at square 4,3",
    "cast evoke fire at square 4,3 effect 1",
];

#[test]
fn a_miss_is_the_same_wherever_somebody_is() {
    let seat = Viewer::Player(vec![GARRET]);
    for hidden in HIDDEN {
        for words in ATTACKS {
            let mut twins = ["4, 3", "7, 7"].map(|orc| dark(orc, hidden));
            let alike = |twins: &[Box<dyn Session>; 2], when: &str| {
                let [one, other] = twins
                    .each_ref()
                    .map(|twin| told(twin.as_ref(), words, &seat));
                assert_eq!(one, other, "{words} {when}: {hidden:?}");
            };
            alike(&twins, "before");
            for twin in &mut twins {
                twin.act_by(&seat, GARRET, words, None).expect(words);
            }
            alike(&twins, "with dice to be thrown");
            for twin in &mut twins {
                twin.rolled("5 2").expect("a pair");
            }
            alike(&twins, "afterwards");
            let [one, other] = twins.each_ref().map(|twin| told(twin.as_ref(), words, &GM));
            assert_ne!(one, other, "they are different fights");
            let heard = twins[0].log(0, &seat);
            let missed = heard
                .iter()
                .any(|line| line.text.contains("misses whoever"));
            assert!(missed, "{words}: {heard:?}");
        }
    }
}

#[test]
fn a_hit_tells_who_is_there() {
    let seat = Viewer::Player(vec![GARRET]);
    let mut session = dark("4, 3", HIDDEN[0]);
    session
        .act_by(&seat, GARRET, ATTACKS[0], None)
        .expect("legal");
    session.rolled("6 2").expect("a pair");
    session.rolled("1").expect("its Damage");
    let heard = session.log(0, &seat);
    let is_told = heard.iter().any(|line| line.text.contains("hits the orc"));
    assert!(is_told, "{heard:?}");
}

#[test]
fn there_are_no_odds_of_a_guess_but_for_the_game_master() {
    let seat = Viewer::Player(vec![GARRET]);
    for orc in ["4, 3", "7, 7"] {
        let session = dark(orc, HIDDEN[0]);
        let named = [
            "strike orc at 4,3 with longsword",
            "trip orc at 2,3 with longsword",
        ];
        for words in ATTACKS.into_iter().chain(named) {
            let odds = session.odds(GARRET, words, &seat);
            assert!(matches!(odds, Err(Declined::NoOdds { .. })), "{words}");
            assert!(session.odds(GARRET, words, &GM).is_ok(), "{words}");
        }
    }
}

#[test]
fn what_others_are_in_an_area_shows_in_no_odds() {
    let seat = Viewer::Player(vec![GARRET]);
    let blast = "cast evoke fire blast at 6,6 effect 1 range 1 area 1";
    let odds = |orc: &str, seat: &Viewer| {
        let session = dark(orc, HIDDEN[0]);
        let odds = session.odds(GARRET, blast, seat).expect("legal");
        let preview = session.preview(GARRET, blast, seat).expect("legal");
        format!("{odds:?} {preview:?}")
    };
    assert_eq!(odds("6, 6", &seat), odds("8, 2", &seat));
    assert_ne!(odds("6, 6", &GM), odds("8, 2", &GM));
}
