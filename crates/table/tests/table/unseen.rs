//! Questions about what could be done tell nobody of those whom they may not see, be it on one's own turn or in the middle of an act.

use crate::common::begin;
use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::grid::Cell;
use affray_sim::Policy;
use affray_table::{Library, OddsBudget, Offer, Session, Standing, Viewer, open_scenario};

const GM: Viewer = Viewer::GameMaster;
const ALDA: CreatureId = CreatureId(0);
const CIRA: CreatureId = CreatureId(1);
const DORA: CreatureId = CreatureId(2);
const BRAK: CreatureId = CreatureId(3);
const GORM: CreatureId = CreatureId(4);

fn creature(name: &str, kind: &str, side: &str, at: &str) -> String {
    format!("[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = [{at}]\n")
}

/// Brak may strike cira, next to whom alda and dora stand; gorm, who is hidden, has no part in it.
fn watch(gorm: &str) -> Box<dyn Session> {
    let text = "system = 'energy'\nname = 'A blow'\n[map]\nrows = 9\ncolumns = 9\n".to_owned()
        + &creature("alda", "duelist", "watch", "3, 2")
        + &creature("cira", "duelist", "watch", "2, 3")
        + &creature("dora", "duelist", "watch", "2, 4")
        + &creature("brak", "orc", "raiders", "3, 3")
        + &creature("gorm", "orc", "raiders", gorm);
    let scenario = Source::new("scene.toml", text);
    let mut session = open_scenario(&scenario, &Library::embedded(), 3)
        .unwrap_or_else(|problems| panic!("{problems}"));
    for index in 0..5 {
        session.set_control(CreatureId(index), affray_table::Control::People);
    }
    session.set_hidden(GORM, true);
    session.advance().expect("it goes on");
    session
}

/// The same with the blow declared.
fn blow(gorm: &str) -> Box<dyn Session> {
    let mut session = watch(gorm);
    for _ in 0..20 {
        if session
            .act(BRAK, "attack cira with battle axe", None)
            .is_ok()
        {
            return session;
        }
        let asked = asked(session.as_ref());
        session.pass(asked[0], None).expect("others wait");
    }
    panic!("brak is never asked: {:?}", session.standing(&GM));
}

fn asked(session: &dyn Session) -> Vec<CreatureId> {
    match session.standing(&GM) {
        Standing::Asks { questions } => questions.iter().map(|question| question.who).collect(),
        other => panic!("nobody is asked: {other:?}"),
    }
}

fn offers(session: &dyn Session, who: CreatureId, viewer: &Viewer) -> Vec<Offer> {
    let groups = session.offers(who, viewer).into_iter();
    groups.flat_map(|group| group.offers).collect()
}

/// What an act is said to come to.
fn foretold(session: &dyn Session, who: CreatureId, words: &str, seat: &Viewer) -> String {
    let preview = session.preview(who, words, seat);
    let odds = session.odds_within(who, words, seat, &OddsBudget::quick());
    format!("{words}: {preview:?} {odds:?}\n")
}

/// Everything that the seat is answered about that number.
fn told(session: &dyn Session, who: CreatureId, seat: &Viewer) -> String {
    let cells = (0..9).flat_map(|x| (0..9).map(move |y| Cell::new(x, y)));
    let farther: Vec<_> = cells
        .map(|cell| session.aimed_at(who, cell, seat))
        .collect();
    let offers = offers(session, who, seat);
    let mut told = format!(
        "{:?} {offers:?} {:?} {farther:?} {:?}\n",
        session.standing(seat),
        session.impossible(who, seat),
        session.advise(Some(who), Policy::Greedy, seat),
    );
    let shifts = (0..9).step_by(2);
    let shifts = shifts.map(|x| format!("challenge: shift to {x},4"));
    let own = offers.iter().take(4).map(|offer| offer.words.clone());
    for words in own.chain(shifts).chain(["move to 4,4".to_owned()]) {
        told += &foretold(session, who, &words, seat);
    }
    told
}

/// In the fights of each pair gorm stands elsewhere.
fn compare(one: &dyn Session, other: &dyn Session) {
    let seats = [
        Viewer::Player(vec![ALDA]),
        Viewer::Player(vec![CIRA]),
        Viewer::Player(vec![ALDA, CIRA, DORA]),
        Viewer::Watcher,
    ];
    for seat in &seats {
        let view = |session: &dyn Session| format!("{:?}", session.view(seat));
        assert_eq!(view(one), view(other), "{seat:?}");
        for number in 0..7 {
            let who = CreatureId(number);
            let said = told(one, who, seat);
            assert_eq!(said, told(other, who, seat), "{seat:?} {number}");
            assert!(!said.contains("gorm"), "{seat:?} {number}: {said}");
        }
    }
}

#[test]
fn questions_do_not_find_the_hidden_cell_by_cell() {
    for (one, other) in [("4, 2", "7, 7"), ("1, 4", "4, 4")] {
        compare(watch(one).as_ref(), watch(other).as_ref());
    }
}

#[test]
fn nor_do_they_in_the_middle_of_an_act() {
    let (mut one, mut other) = (blow("4, 2"), blow("7, 7"));
    for _ in 0..2 {
        compare(one.as_ref(), other.as_ref());
        let who = asked(one.as_ref())[0];
        assert_eq!(who, asked(other.as_ref())[0]);
        one.pass(who, None).expect("a question that may be passed");
        other.pass(who, None).expect("as in the other fight");
    }
}

#[test]
fn the_game_master_is_told_all_in_the_middle_of_an_act() {
    let known = |gorm| told(blow(gorm).as_ref(), ALDA, &GM);
    let here = blow("4, 2");
    let who = asked(here.as_ref())[0];
    assert!(!offers(here.as_ref(), who, &GM).is_empty());
    assert!(session_names(here.as_ref(), &GM).contains("gorm"));
    assert!(!known("4, 2").is_empty());
}

fn session_names(session: &dyn Session, viewer: &Viewer) -> String {
    format!("{:?}", session.view(viewer).creatures)
}

#[test]
fn an_unseen_number_is_answered_like_one_that_nobody_has() {
    let session = begin("threeaction/ambush-at-the-ford");
    let count = session.names().len() as u16;
    for seat in [Viewer::Watcher, Viewer::Player(vec![CreatureId(0)])] {
        let seen = session.view(&seat).creatures;
        let is_seen = |who: &CreatureId| seen.iter().any(|creature| creature.id == *who);
        let answers = |who: CreatureId| {
            let session = session.as_ref();
            let advice = session.advise(Some(who), Policy::Greedy, &seat);
            let admitted = session.admits(&seat, who, "x");
            let told = format!(
                "{advice:?} {admitted:?} {:?} {}",
                session.knows_of(&seat, who),
                foretold(session, who, "x", &seat)
            );
            // The number that was asked about is all that differs.
            told.replace(&format!("number: {}", who.0), "number: N")
        };
        let unseen = (0..count).map(CreatureId).filter(|who| !is_seen(who));
        let unseen: Vec<_> = unseen.collect();
        assert!(!unseen.is_empty(), "the rules hide somebody");
        for who in unseen {
            assert_eq!(answers(who), answers(CreatureId(count + 3)), "{who:?}");
        }
    }
}

#[test]
fn whom_the_rules_hide_the_log_does_not_reveal() {
    let mut session = begin("threeaction/ambush-at-the-ford");
    let seen = session.view(&Viewer::Watcher).creatures;
    let hidden = (0..session.names().len()).map(CreatureId::at);
    let mut hidden = hidden.filter(|who| seen.iter().all(|creature| creature.id != *who));
    let who = hidden.next().expect("the rules hide somebody");
    let heard = |session: &dyn Session, viewer: &Viewer| session.log(0, viewer).len();
    let before = heard(session.as_ref(), &Viewer::Watcher);
    let before_gm = heard(session.as_ref(), &GM);
    session.set_hidden(who, true);
    session.set_hidden(who, false);
    assert_eq!(heard(session.as_ref(), &Viewer::Watcher), before);
    assert_eq!(heard(session.as_ref(), &GM), before_gm + 2);
}

#[test]
fn what_others_have_answered_is_in_no_odds_and_no_preview() {
    let mut session = blow("7, 7");
    let mut compared = 0;
    for _ in 0..6 {
        let all = asked(session.as_ref());
        if let [first, second, ..] = all[..] {
            let seat = Viewer::Player(vec![second]);
            let words = offers(session.as_ref(), second, &seat);
            let all = |session: &dyn Session| -> String {
                let words = words.iter().take(3);
                words
                    .map(|offer| foretold(session, second, &offer.words, &seat))
                    .collect()
            };
            let before = all(session.as_ref());
            for offer in offers(session.as_ref(), first, &GM).iter().take(6) {
                let mut copy = session.present();
                if copy.act(first, &offer.words, None).is_ok()
                    && asked(copy.as_ref()).contains(&second)
                    // Where the set is complete with it, another question may come next.
                    && offers(copy.as_ref(), second, &seat) == words
                {
                    assert_eq!(all(copy.as_ref()), before, "{}", offer.words);
                    compared += 1;
                }
            }
        }
        if session.pass(all[0], None).is_err() {
            break;
        }
    }
    assert!(compared > 1, "{compared} answers of a set were compared");
}

#[test]
fn whoever_has_to_answer_is_not_told_of_whom() {
    let mut session = blow("7, 7");
    session.set_hidden(BRAK, true);
    let mut heard = 0;
    for _ in 0..6 {
        let Standing::Asks { questions } = session.standing(&GM) else {
            break;
        };
        let who = questions[0].who;
        let seat = Viewer::Player(vec![who]);
        let Standing::Asks { questions } = session.standing(&seat) else {
            panic!("{who:?} is asked");
        };
        for told in questions.iter().map(|one| one.question.to_lowercase()) {
            assert!(!told.contains("brak"), "{told}");
            heard += usize::from(told.contains("somebody unseen"));
        }
        let declined = session.act_by(&seat, who, "no such words", None);
        let declined = declined.expect_err("that is nothing").to_string();
        assert!(!declined.to_lowercase().contains("brak"), "{declined}");
        if let Err(declined) = session.pass(who, None) {
            let declined = declined.to_string().to_lowercase();
            assert!(!declined.contains("brak"), "{declined}");
            break;
        }
    }
    assert!(heard > 0, "somebody answers somebody unseen");
}
