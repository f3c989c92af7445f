//! What is offered at a seat is read there: nobody is refused the words that stand on a button.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::dice::Seeded;
use affray_table::{Control, Library, Offer, Session, Standing, Viewer, open_scenario};

use crate::common::begin;

const GM: Viewer = Viewer::GameMaster;

/// How many questions of a fight are looked at.
const QUESTIONS: u32 = 6;

fn asked(session: &dyn Session) -> Option<CreatureId> {
    match session.standing(&GM) {
        Standing::Asks { questions } => questions.first().map(|question| question.who),
        _ => None,
    }
}

fn offers(session: &dyn Session, who: CreatureId, seat: &Viewer) -> Vec<Offer> {
    let groups = session.offers(who, seat).into_iter();
    groups.flat_map(|group| group.offers).collect()
}

/// Plays on at random; whoever is asked has a seat that decides for nobody else.
fn everything_offered_is_read(session: &mut dyn Session, what: &str) {
    let stream = Seeded::at(5, 0, 0);
    for question in 0..QUESTIONS {
        let Some(who) = asked(session) else {
            return;
        };
        let seat = Viewer::Player(vec![who]);
        for offer in offers(session, who, &seat) {
            let answer = session.admits(&seat, who, &offer.words);
            assert_eq!(answer, Ok(()), "{what}: {}", offer.words);
        }
        let mut open = offers(session, who, &GM);
        open.retain(|offer| !matches!(offer.words.as_str(), "surrender" | "flee"));
        if open.is_empty() {
            return;
        }
        let choice = stream.pick(7, question, open.len() as u32) as usize;
        let words = &open[choice].words;
        session.act(who, words, None).expect("it was offered");
    }
}

#[test]
fn what_is_offered_at_a_seat_is_read_there() {
    for scenario in [
        "threeaction/ambush-at-the-ford",
        "energy/sprites-of-the-mere",
        "segment/lurker-under-the-pier",
        "actionpoint/crypt-of-the-wraith",
        "timecount/crypt-of-the-ghouls",
    ] {
        everything_offered_is_read(begin(scenario).as_mut(), scenario);
    }
}

#[test]
fn the_spell_in_ones_own_item_is_known() {
    let text = "system = 'threeaction'\nname = 'Wand'\nstart = { turn = 'garret' }\n\
        [map]\nrows = 8\ncolumns = 8\n\
        [[creature]]\nname = 'garret'\nside = 'h'\nat = [2, 2]\nkind = 'veteran'\ninitiative = 20\n\
        held = ['wand of fire']\n\
        [[creature]]\nname = 'ogre'\nside = 'm'\nat = [4, 2]\nkind = 'ogre'\ninitiative = 5\n";
    let scenario = Source::new("wand.toml", text.to_owned());
    let mut session = open_scenario(&scenario, &Library::embedded(), 4)
        .unwrap_or_else(|problems| panic!("{problems}"));
    for index in 0..2 {
        session.set_control(CreatureId(index), Control::People);
    }
    session.advance().expect("it goes on");
    let garret = CreatureId(0);
    let offers = offers(session.as_ref(), garret, &Viewer::Player(vec![garret]));
    let from_wand = |offer: &&Offer| offer.words.contains("from wand of fire");
    assert!(offers.iter().any(|offer| from_wand(&offer)));
    everything_offered_is_read(session.as_mut(), "a wand");
}
