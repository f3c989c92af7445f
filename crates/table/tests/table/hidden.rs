//! Whom the game master hides takes no square from players and shows in nothing that they are offered, until they come upon it.

use crate::common::begin;
use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::grid::Cell;
use affray_table::{
    Control, Declined, Group, Library, Offer, Policy, Session, Standing, Viewer, open_scenario,
};

const GM: Viewer = Viewer::GameMaster;

/// A scenario of each system in which nobody may go where somebody stands, and one in which the hidden creature is the only foe.
const SCENARIOS: [&str; 5] = [
    "threeaction/ambush-at-the-ford",
    "threeaction/duel",
    "energy/guard-room",
    "segment/ogre-at-the-mill",
    "actionpoint/fight-in-the-gatehouse",
];
/// A way of Time Count may lead to anybody: it ends where they come together.
const TIME_COUNT: &str = "timecount/gatehouse";

/// A fight in which a player may go where a hidden foe stands.
struct Ambush {
    session: Box<dyn Session>,
    seat: Viewer,
    who: CreatureId,
    foe: CreatureId,
    name: String,
    /// Where the foe stood before.
    elsewhere: String,
}

/// Everything that the seat may read of what the creature can do.
fn told(session: &dyn Session, who: CreatureId, seat: &Viewer) -> String {
    let view = session.view(seat);
    let mut own = view.creatures.iter().filter(|creature| creature.id == who);
    let at = own.next().and_then(|own| own.space).expect("a place").at;
    let around = (-2..=2).flat_map(|x| (-2..=2).map(move |y| Cell::new(at.x + x, at.y + y)));
    let farther = around.map(|place| session.aimed_at(who, place, seat));
    let sent = (
        session.view(seat),
        session.offers(who, seat),
        session.impossible(who, seat),
        session.standing(seat),
        farther.collect::<Vec<_>>(),
    );
    serde_json::to_string(&sent).expect("everything that is sent can be written")
}

fn moves(session: &dyn Session, who: CreatureId, viewer: &Viewer) -> Vec<Offer> {
    let groups = session.offers(who, viewer).into_iter();
    let moves = groups.filter(|group| group.group() == Some(Group::Move));
    let offers = moves.flat_map(|group| group.offers);
    offers.filter(|offer| offer.place.is_some()).collect()
}

/// Goes on until somebody may move, by acts from here and there in the list.
fn until_somebody_moves(session: &mut dyn Session) -> CreatureId {
    for step in 0..200 {
        let Standing::Asks { questions } = session.standing(&GM) else {
            panic!("nobody is asked: {:?}", session.standing(&GM));
        };
        let asked = questions.iter().map(|question| question.who);
        let can_move = |who: &CreatureId| !moves(session, *who, &GM).is_empty();
        if let Some(who) = asked.clone().find(can_move) {
            return who;
        }
        let who = questions[0].who;
        let groups = session.offers(who, &GM).into_iter();
        let mut offers: Vec<Offer> = groups.flat_map(|group| group.offers).collect();
        offers.retain(|offer| !matches!(offer.words.as_str(), "surrender" | "flee"));
        let words = offers.swap_remove(step % offers.len()).words;
        session.act(who, &words, None).expect("it was offered");
    }
    panic!("nobody may ever move: {:?}", session.standing(&GM));
}

impl Ambush {
    fn new(scenario: &str) -> Self {
        let mut session = begin(scenario);
        let who = until_somebody_moves(session.as_mut());
        let creatures = session.view(&GM).creatures;
        let side = creatures[who.index()].side;
        let foe = creatures.iter().find(|creature| creature.side != side);
        let foe = foe.expect("a fight has two sides");
        let own = creatures.iter().filter(|creature| creature.side == side);
        let seat = Viewer::Player(own.map(|creature| creature.id).collect());
        session.set_hidden(foe.id, true);
        Self {
            session,
            seat,
            who,
            foe: foe.id,
            name: foe.name.clone(),
            elsewhere: foe.space.expect("a place").at.to_string(),
        }
    }

    fn put(&mut self, place: &str) -> Result<(), Declined> {
        self.session.correct(&format!("{}.at {place}", self.name))
    }

    fn told(&self) -> String {
        told(self.session.as_ref(), self.who, &self.seat)
    }

    /// Has the foe stand where the player may go, as far as the player knows, and in truth may not if the rules forbid such a thing.
    /// `None` if there is no such place.
    fn stand_in_the_way(&mut self, forbidden: bool) -> Option<String> {
        for offer in moves(self.session.as_ref(), self.who, &self.seat) {
            let place = offer.place.expect("moves without one are left out");
            if self.put(&place.to_string()).is_err() {
                continue;
            }
            let in_truth = self.session.preview(self.who, &offer.words, &GM);
            if matches!(in_truth, Err(Declined::Refused { .. })) == forbidden {
                return Some(offer.words);
            }
        }
        None
    }
}

#[test]
fn players_are_offered_the_same_wherever_the_hidden_stand() {
    for scenario in SCENARIOS.into_iter().chain([TIME_COUNT]) {
        let mut ambush = Ambush::new(scenario);
        let before = ambush.told();
        let named = format!("\"name\":\"{}\"", ambush.name);
        assert!(!before.contains(&named), "{scenario}");
        let words = ambush.stand_in_the_way(scenario != TIME_COUNT);
        let words = words.expect(scenario);
        assert!(ambush.told() == before, "{scenario}: {words}");
        let preview = |ambush: &Ambush| {
            let session = ambush.session.as_ref();
            let lines = session.preview(ambush.who, &words, &ambush.seat);
            let odds = session.odds(ambush.who, &words, &ambush.seat);
            format!("{lines:?} {odds:?}")
        };
        let known = preview(&ambush);
        let elsewhere = ambush.elsewhere.clone();
        ambush.put(&elsewhere).expect("it stood there");
        assert!(preview(&ambush) == known, "{scenario}: {words}");
    }
}

#[test]
fn whoever_comes_upon_the_hidden_reveals_them_and_decides_again() {
    for scenario in SCENARIOS {
        let mut ambush = Ambush::new(scenario);
        let words = ambush.stand_in_the_way(true).expect(scenario);
        let (who, seat) = (ambush.who, ambush.seat.clone());
        let session = ambush.session.as_mut();
        assert!(
            session.act_by(&GM, who, &words, None).is_err(),
            "{scenario}"
        );
        assert!(session.is_hidden(ambush.foe), "the game master has known");
        let (entries, moment) = (session.entries(), session.moment());
        let heard = session.log(0, &seat).len();
        let met = session.act_by(&seat, who, &words, None);
        let Err(Declined::ComesUpon {
            who: found,
            message,
        }) = met
        else {
            panic!("{scenario}: {met:?}");
        };
        assert_eq!(found, [ambush.foe], "{scenario}");
        assert!(
            message.to_lowercase().contains(&ambush.name),
            "{scenario}: {message}"
        );
        assert!(!session.is_hidden(ambush.foe), "{scenario}");
        assert_eq!(session.entries(), entries, "nothing else has happened");
        assert!(session.moment() > moment, "those who look on hear of it");
        let log = session.log(heard as u64, &seat);
        let told = log.iter().any(|line| line.text.contains("is revealed"));
        assert!(told, "{scenario}: {log:?}");
        let now = moves(session, who, &seat);
        assert!(now.iter().all(|offer| offer.words != words), "{scenario}");
        let refused = session.act_by(&seat, who, &words, None);
        let refused = refused.expect_err("somebody is there").to_string();
        assert!(!refused.contains("comes upon"), "{scenario}: {refused}");
    }
}

#[test]
fn what_is_refused_anyway_reveals_nobody() {
    for scenario in SCENARIOS {
        let mut ambush = Ambush::new(scenario);
        ambush.stand_in_the_way(true).expect(scenario);
        let (who, seat) = (ambush.who, ambush.seat.clone());
        let words = "move to 90,90";
        let refused = ambush.session.act_by(&seat, who, words, None);
        let refused = refused.expect_err("far outside").to_string();
        assert!(!refused.contains(&ambush.name), "{scenario}: {refused}");
        assert!(ambush.session.is_hidden(ambush.foe), "{scenario}");
    }
}

/// Where the viewer sees darkness on the map of the barrow.
fn dark(session: &dyn Session, viewer: &Viewer) -> Vec<bool> {
    let map = session.view(viewer).map.expect("a map");
    map.ground.iter().map(|ground| ground.dark).collect()
}

#[test]
fn a_torch_lights_the_map_but_for_enemies_from_whom_its_bearer_is_hidden() {
    let mut session = begin("threeaction/barrow-of-the-shade");
    let [bearer, other] = ["hild", "the shade"].map(|name| session.creature(name).expect(name));
    let seat = Viewer::Player(vec![other]);
    let map = session.view(&GM).map.expect("a map");
    let place = |x, y| map.place(Cell::new(x, y)).expect("a place on the map");
    // Hild stands at 2,7; light falls through the gap in the wall at 3,6, and no farther than the torch reaches.
    let (beside, beyond, behind) = (place(4, 8), place(15, 8), place(1, 4));
    let lit = dark(session.as_ref(), &seat);
    assert!(!lit[beside] && lit[beyond] && lit[behind]);
    assert_eq!(dark(session.as_ref(), &GM), lit);
    session.set_hidden(bearer, true);
    assert_eq!(dark(session.as_ref(), &GM), lit);
    let unlit = dark(session.as_ref(), &seat);
    assert!(unlit.iter().all(|dark| *dark), "nobody else has a light");
    session.set_hidden(bearer, false);
    session.correct("torch of hild out").expect("it can go out");
    assert_eq!(dark(session.as_ref(), &GM), unlit);
}

/// An act of somebody hidden is no beginning for those who read nothing of it.
#[test]
fn a_fight_has_begun_for_those_who_read_of_it() {
    let text = "system = 'actionpoint'\n[map]\nrows = ['.........']\n\
        [[creature]]\nname = 'alda'\nkind = 'knight'\nside = 'left'\nat = [0, 0]\n\
        [[creature]]\nname = 'brak'\nkind = 'knight'\nside = 'right'\nat = [8, 0]\n\
        [start]\nround = 1\nturn = 'alda'\n";
    let scenario = Source::new("two.toml", text.to_owned());
    let opened = open_scenario(&scenario, &Library::embedded(), 3);
    let mut session = opened.unwrap_or_else(|problems| panic!("{problems}"));
    let [alda, brak] = [CreatureId(0), CreatureId(1)];
    for who in [alda, brak] {
        session.set_control(who, Control::People);
    }
    session.set_hidden(alda, true);
    session.correct("brak.ap 2").expect("a right correction");
    session.advance().expect("no fault");
    let seats = [alda, brak].map(|who| Viewer::Player(vec![who]));
    let untouched =
        |session: &dyn Session| [&GM, &seats[0], &seats[1]].map(|one| session.is_untouched(one));
    assert_eq!(untouched(session.as_ref()), [true; 3]);
    let words = moves(session.as_ref(), alda, &GM).swap_remove(0).words;
    session.act(alda, &words, None).expect("it was offered");
    assert_eq!(untouched(session.as_ref()), [false, false, true]);
}

/// A fight of bots in which somebody is hidden from the beginning on; what the log says of it to the game master, and to the other side.
fn fought_by_bots(scenario: &str, name: &str, seed: u64) -> [String; 2] {
    let library = Library::embedded();
    let source = library.scenario(scenario).expect("it is carried");
    let mut session = open_scenario(source, &library, seed).expect("a right scenario");
    let creatures = session.view(&GM).creatures;
    let hidden = session.creature(name).expect(name);
    let side = creatures[hidden.index()].side;
    let others = creatures.iter().filter(|creature| creature.side != side);
    let seat = Viewer::Player(others.map(|creature| creature.id).collect());
    for creature in &creatures {
        session.set_control(creature.id, Control::Bot(Policy::Simple));
    }
    session.set_hidden(hidden, true);
    while session.advance_by(1_000).expect("no fault") {}
    assert!(session.is_hidden(hidden), "{scenario}");
    [&GM, &seat].map(|viewer| {
        let log = session.log(0, viewer).into_iter();
        let texts: Vec<String> = log.map(|line| line.text).collect();
        texts.join("\n")
    })
}

#[test]
fn how_long_something_lasts_names_nobody_hidden() {
    for (scenario, name) in [
        ("threeaction/barrow-of-the-shade", "the shade"),
        ("threeaction/ambush-at-the-ford", "oswin"),
    ] {
        let until = format!(" until the start of {name}'s next turn.");
        let lasts = |line: &str| line.ends_with(&until) && !line.starts_with(name);
        let fights = (1..=30).map(|seed| fought_by_bots(scenario, name, seed));
        let mut fights = fights.map(|logs| logs.map(|log| log.to_lowercase()));
        let found = fights.find(|[all, _]| all.lines().any(lasts));
        let [all, told] = found.unwrap_or_else(|| panic!("{scenario}: nothing lasts so long"));
        let lasting = all.lines().find(|line| lasts(line)).expect("it was found");
        assert!(!told.contains(name), "{scenario}: {told}");
        let told_without = lasting.replace(&until, ".");
        assert!(
            told.lines().any(|line| line == told_without),
            "{scenario}: {told_without}"
        );
    }
}
