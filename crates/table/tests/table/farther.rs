//! Acts aimed at places that are not listed: those that can be done all the same, and why the others cannot.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_table::{Farther, Group, Offer, Session, Standing, Viewer};

const GM: Viewer = Viewer::GameMaster;

/// Scenarios that begin with somebody who may move.
const SCENARIOS: [&str; 4] = [
    "threeaction/duel",
    "timecount/sword-and-rapier",
    "energy/training-yard",
    "actionpoint/duel-at-the-well",
];

/// A fight of people that has come to the first who may move, and who that is.
fn until_somebody_moves(scenario: &str) -> (Box<dyn Session>, CreatureId) {
    let mut session = crate::common::begin(scenario);
    for _ in 0..20 {
        let Standing::Asks { questions } = session.standing(&GM) else {
            break;
        };
        let mut asked = questions.iter().map(|question| question.who);
        if let Some(who) = asked.find(|who| !moves(session.as_ref(), *who).is_empty()) {
            return (session, who);
        }
        session.pass(questions[0].who, None).expect("it may pass");
    }
    panic!("{scenario}: nobody may move");
}

/// Everything that is offered for a place that its words name.
fn aimed(session: &dyn Session, who: CreatureId) -> Vec<Offer> {
    let groups = session.offers(who, &GM).into_iter();
    let offers = groups.flat_map(|group| group.offers);
    let is_place = |word: &str| word.parse::<Cell>().is_ok();
    let places = |offer: &Offer| {
        offer
            .words
            .split_whitespace()
            .filter(|word| is_place(word))
            .count()
    };
    offers
        .filter(|offer| offer.place.is_some() && places(offer) == 1)
        .collect()
}

fn moves(session: &dyn Session, who: CreatureId) -> Vec<Offer> {
    let mut moves = aimed(session, who);
    moves.retain(|offer| offer.group == Group::Move);
    moves
}

fn labels(farther: &Farther) -> Vec<&str> {
    let possible = farther.groups.iter().flat_map(|group| &group.offers);
    let possible = possible.map(|offer| offer.label.as_str());
    let refused = farther.impossible.iter().map(|one| one.label.as_str());
    let mut labels: Vec<&str> = possible.chain(refused).collect();
    labels.sort_unstable();
    labels.dedup();
    labels
}

#[test]
fn a_long_walk_can_be_begun_though_it_is_not_listed() {
    let (mut session, who) = until_somebody_moves("timecount/sword-and-rapier");
    let at = session.view(&GM).creatures[who.index()]
        .space
        .expect("a place")
        .at;
    let listed = moves(session.as_ref(), who);
    let is_listed = |place: Cell| listed.iter().any(|offer| offer.place == Some(place));
    let far = Cell::new(if at.x > 5 { 0 } else { at.x + 6 }, at.y);
    assert!(!is_listed(far), "{far} is too far to be listed");
    let farther = session.aimed_at(who, far, &GM);
    let offers: Vec<&Offer> = farther
        .groups
        .iter()
        .flat_map(|group| &group.offers)
        .collect();
    let walk = offers
        .iter()
        .find(|offer| offer.words == format!("move to {far}"));
    let walk = walk.unwrap_or_else(|| panic!("a walk among {farther:?}"));
    assert_eq!((walk.place, walk.group), (Some(far), Group::Move));
    session.act(who, &walk.words, None).expect("it was offered");
}

#[test]
fn what_is_too_far_for_one_act_is_refused_with_the_rule() {
    let (session, who) = until_somebody_moves("threeaction/duel");
    let at = session.view(&GM).creatures[who.index()]
        .space
        .expect("a place")
        .at;
    let beyond = (0..30).map(|x| Cell::new(x, at.y));
    let refused = beyond
        .map(|place| session.aimed_at(who, place, &GM))
        .find(|farther| farther.groups.is_empty() && !farther.impossible.is_empty());
    let refused = refused.expect("a place out of reach").impossible;
    assert!(refused[0].rule.contains('/'), "{refused:?}");
    assert!(!refused[0].message.is_empty());
}

#[test]
fn no_place_is_listed_twice_and_none_is_lost() {
    for scenario in SCENARIOS {
        let (session, who) = until_somebody_moves(scenario);
        let listed = aimed(session.as_ref(), who);
        let mut kinds: Vec<&str> = listed.iter().map(|offer| offer.label.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for place in listed.iter().filter_map(|offer| offer.place) {
            let found = session.aimed_at(who, place, &GM);
            for label in labels(&found) {
                let is_listed = |one: &&Offer| one.label == label && one.place == Some(place);
                let listed = listed.iter().find(is_listed);
                assert!(listed.is_none(), "{scenario}: {label} leads to {place}");
            }
        }
        for outside in [
            Cell::new(-1, -1),
            Cell::new(i16::MAX, 4),
            Cell::new(4, i16::MIN),
        ] {
            let found = session.aimed_at(who, outside, &GM);
            assert!(found.groups.is_empty(), "{scenario}: {outside}");
            assert_eq!(labels(&found), kinds, "{scenario}: {outside}");
        }
    }
}

#[test]
fn what_leads_somewhere_shows_its_way() {
    let (session, who) = until_somebody_moves("threeaction/duel");
    let preview = |words: &str| session.preview(who, words, &GM).expect("legal");
    let creature = session.view(&GM).creatures.swap_remove(who.index());
    let start = creature.space.expect("a place").at;
    let place = |up: i16| Cell::new(start.x, start.y - up);
    let way = preview(&format!("move to {}", place(3))).way;
    assert_eq!(way, [place(1), place(2), place(3)]);
    assert!(preview("end turn").way.is_empty());
}

#[test]
fn who_is_not_asked_moves_nowhere() {
    let (session, who) = until_somebody_moves("threeaction/duel");
    let other = CreatureId(1 - who.0);
    let nothing = Farther::default();
    assert_eq!(session.aimed_at(other, Cell::new(3, 3), &GM), nothing);
    let stranger = Viewer::Player([other].into());
    assert_eq!(session.aimed_at(who, Cell::new(3, 3), &stranger), nothing);
}
