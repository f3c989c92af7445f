//! Bots that weigh commands, and the advice that comes of it.

use std::fs;
use std::path::Path;

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_table::{
    Basis, Control, Library, Policy, Session, Standing, Viewer, open_scenario, systems,
};

const GM: Viewer = Viewer::GameMaster;

/// Equals of a system, on both sides.
fn equals(system: &str) -> Source {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/policies");
    let name = format!("{system}.toml");
    let text = fs::read_to_string(folder.join(&name)).expect("a scenario for each system");
    Source::new(name, text)
}

fn begin(scenario: &Source) -> Box<dyn Session> {
    open_scenario(scenario, &Library::embedded(), 4).unwrap_or_else(|error| panic!("{error}"))
}

/// The journal of so many entries of one side's `greedy` against the other's `search`.
fn played(scenario: &Source, entries: usize) -> (String, Box<dyn Session>) {
    let text = scenario.text.replace(
        "[map]",
        "policies = { left = \"greedy\", right = \"search:16\" }\n\n[map]",
    );
    let mut session = begin(&Source::new(scenario.name.clone(), text));
    let each = scenario.text.matches("[[creature]]").count() as u16 / 2;
    for who in 0..2 * each {
        let policy = match who < each {
            true => Policy::Greedy,
            false => Policy::Search(16),
        };
        assert_eq!(session.control(CreatureId(who)), Control::Bot(policy));
    }
    session.advance_by(entries).expect("bots play on");
    (session.journal(), session)
}

#[test]
fn weighing_bots_play_every_system_by_the_rules_and_the_same_every_time() {
    for system in systems() {
        let scenario = equals(system.id);
        let (journal, session) = played(&scenario, 30);
        assert!(session.entries() >= 20, "{}", system.name);
        assert_eq!(session.verify().difference, None, "{}", system.name);
        let (again, _) = played(&scenario, 30);
        assert!(journal == again, "{}: another journal", system.name);
    }
}

/// A fight in which somebody is asked at its own moment.
fn asked(system: &str) -> (Box<dyn Session>, CreatureId) {
    let mut session = begin(&equals(system));
    session.advance().expect("it goes on");
    let Standing::Asks { questions } = session.standing(&GM) else {
        panic!("somebody is asked");
    };
    (session, questions[0].who)
}

#[test]
fn what_is_advised_can_be_done() {
    for system in systems() {
        let (mut session, who) = asked(system.id);
        for policy in [Policy::Greedy, Policy::Search(24)] {
            let advice = session.advise(None, policy, &GM).expect("advice");
            assert_eq!(advice.who, who);
            assert_eq!(advice.policy, policy.name());
            assert!(!advice.commands.is_empty() && advice.of >= advice.commands.len());
            let again = session.advise(Some(who), policy, &GM);
            assert_eq!(again.as_ref(), Ok(&advice), "the same advice every time");
        }
        let advice = session.advise(None, Policy::Greedy, &GM).expect("advice");
        let best = &advice.commands[0];
        assert!(best.exact || best.runs == Some(100));
        session
            .act(who, &best.words, None)
            .expect("a legal command");
    }
}

#[test]
fn what_was_tried_more_often_or_is_surely_better_comes_first() {
    let (session, _) = asked("threeaction");
    let advice = session.advise(None, Policy::Search(96), &GM);
    let commands = advice.expect("advice").commands;
    assert!(commands[0].runs >= commands[1].runs || commands[0].error > 0.0);
    assert!(commands.iter().all(|command| !command.exact));
    let surely: Vec<f64> = commands
        .iter()
        .map(|command| command.worth - 1.5 * command.error)
        .collect();
    assert!(surely.is_sorted_by(|one, other| one >= other), "{surely:?}");
}

/// Whoever comes first among the creatures is told first of in the odds, which makes no difference to what they are.
#[test]
fn equals_on_both_sides_are_attacked_just_as_well() {
    let creature = |name: &str, side: &str, column: u8| {
        format!(
            "[[creature]]\nname = \"{name}\"\nkind = \"guard\"\nside = \"{side}\"\nat = [{column}, 3]\n\n"
        )
    };
    let text = format!(
        "system = \"energy\"\nsides = [\"guards\", \"others\"]\n\n[map]\nrows = 7\ncolumns = 9\n\n{}{}{}",
        creature("wat", "guards", 3),
        creature("garret", "others", 4),
        creature("edda", "guards", 5),
    );
    let mut session = begin(&Source::new("twins.toml".to_owned(), text));
    session.advance().expect("it goes on");
    let garret = Some(CreatureId(1));
    let advice = session.advise(garret, Policy::Greedy, &GM);
    let commands = advice.expect("advice").commands;
    let at_wat = commands.iter().find(|one| one.words.contains("attack wat"));
    let at_wat = at_wat.expect("an attack is advised");
    let at_edda = at_wat.words.replace("wat", "edda");
    assert!(at_wat.alike.contains(&at_edda), "{at_wat:?}");
    assert!(!at_wat.more_alike, "there are two of them");
    assert!(commands.iter().all(|one| one.words != at_edda));
}

#[test]
fn an_answer_in_the_middle_of_an_act_is_advised_as_well() {
    let (mut session, first) = asked("segment");
    let Standing::Asks { questions } = session.standing(&GM) else {
        panic!("stances are asked");
    };
    assert!(questions.len() > 1, "of several at once");
    let second = questions[1].who;
    let greedy = |session: &dyn Session, who| session.advise(Some(who), Policy::Greedy, &GM);
    let best = greedy(session.as_ref(), first).expect("advice").commands;
    session
        .act(first, &best[0].words, None)
        .expect("a legal answer");
    let next = greedy(session.as_ref(), second).expect("advice").commands;
    session
        .act(second, &next[0].words, None)
        .expect("a legal answer too");
    assert!(greedy(session.as_ref(), first).is_err(), "it has answered");
}

#[test]
fn players_are_advised_by_what_they_know() {
    let scenario = equals("threeaction").text.replace("[3, 3]", "[7, 3]");
    let mut session = begin(&Source::new("near.toml", scenario));
    session.advance().expect("it goes on");
    let asks = |session: &dyn Session| match session.standing(&GM) {
        Standing::Asks { questions } => questions[0].who,
        other => panic!("{other:?}"),
    };
    let veteran = session.creature("left veteran").expect("a veteran");
    while asks(session.as_ref()) != veteran {
        session.pass(asks(session.as_ref()), None).expect("silence");
    }
    let own = Viewer::Player(vec![veteran]);
    let advice = |session: &dyn Session| {
        let advice = session.advise(Some(veteran), Policy::Greedy, &own);
        advice.expect("advice")
    };
    let before = advice(session.as_ref());
    assert_eq!(before.policy, "harm");
    assert!(before.commands[0].words.starts_with("strike right veteran"));
    assert!(
        before
            .commands
            .iter()
            .all(|command| command.changes.is_empty())
    );
    session.correct("right veteran.hp 3").expect("a correction");
    assert_eq!(
        advice(session.as_ref()),
        before,
        "what is left of others is not known"
    );
    let foe = session.creature("right veteran").expect("the other one");
    let other = Viewer::Player(vec![foe]);
    assert!(
        session
            .advise(Some(veteran), Policy::Greedy, &other)
            .is_err()
    );
    assert!(
        session
            .advise(None, Policy::Greedy, &Viewer::Watcher)
            .is_err()
    );
    assert!(session.advise(None, Policy::Random, &GM).is_err());
}

/// A bowman, its foe behind another one that it does not detect.
fn shot_past(third: &str) -> (Box<dyn Session>, CreatureId) {
    let library = Library::embedded();
    let duel = &library.scenario("threeaction/duel").expect("a duel").text;
    let text = duel.replacen("[\"longsword\"]", "[\"longbow\"]", 1);
    let text = text.replace("[10, 9]", "[15, 9]");
    let (_, second) = duel.rsplit_once("[[creature]]").expect("the second one");
    let text = text + "\n[[creature]]" + &second.replace("name = \"second\"", "name = \"third\"");
    let mut session = begin(&Source::new("past.toml", text));
    for who in (0..3).map(CreatureId) {
        session.set_control(who, Control::People);
    }
    session.advance().expect("it goes on");
    let bowman = session.creature("first").expect("a bowman");
    loop {
        let Standing::Asks { questions } = session.standing(&GM) else {
            panic!("somebody is asked");
        };
        let asked = &questions[0];
        if asked.who == bowman && asked.window == "turn" {
            break;
        }
        session.pass(asked.who, None).expect("silence");
    }
    for words in ["third gains undetected toward first", third] {
        session.correct(words).expect("a right correction");
    }
    (session, bowman)
}

#[test]
fn advice_does_not_tell_where_those_stand_whom_the_rules_hide() {
    let shot = "shoot second with longbow";
    let told = |third: &str, viewer: fn(CreatureId) -> Viewer| {
        let (session, bowman) = shot_past(third);
        let viewer = viewer(bowman);
        let advice = session.advise(Some(bowman), Policy::Greedy, &viewer);
        (
            advice.expect("advice").commands,
            session.odds(bowman, shot, &viewer).expect("odds").verdicts,
        )
    };
    let own: fn(CreatureId) -> Viewer = |who| Viewer::Player(vec![who]);
    let (in_the_way, odds) = told("third.at 12,9", own);
    assert_eq!(told("third.at 0,0", own), (in_the_way.clone(), odds));
    let mut commands = in_the_way.iter();
    assert!(commands.any(|command| command.words == shot));
    assert!(in_the_way.iter().all(|command| command.runs.is_none()));
    let gm: fn(CreatureId) -> Viewer = |_| GM;
    assert_ne!(told("third.at 0,0", gm).1, told("third.at 12,9", gm).1);
}

/// A knight beside an ork whose turn it is; the knight is played so. People have thrown the same dice, whatever the seed.
fn at_the_well(knight: Policy, seed: u64) -> (Box<dyn Session>, CreatureId) {
    let library = Library::embedded();
    let well = library.scenario("actionpoint/duel-at-the-well");
    let mut session = open_scenario(well.expect("a well"), &library, seed).expect("a fight");
    let [alric, gorza] = ["alric", "gorza"].map(|name| session.creature(name).expect(name));
    for who in [alric, gorza] {
        session.set_control(who, Control::People);
    }
    session.set_dice(DiceMode::Real);
    session.advance().expect("it goes on");
    session.correct("alric.at 8,3").expect("beside the ork");
    loop {
        match session.standing(&GM) {
            Standing::Roll { .. } => session.rolled("=3").expect("a total"),
            Standing::Asks { questions } => {
                let asked = &questions[0];
                if asked.who == gorza && asked.window == "turn" {
                    break;
                }
                session.pass(asked.who, None).expect("silence");
            }
            other => panic!("{other:?}"),
        }
    }
    session.correct("alric.ap 3").expect("it can defend itself");
    session.set_control(alric, Control::Bot(knight));
    (session, gorza)
}

const STRUCK: &str = "strike alric with longsword";

#[test]
fn advice_does_not_foresee_what_is_left_to_chance() {
    let advice = |seed| {
        let (session, gorza) = at_the_well(Policy::Random, seed);
        let own = Viewer::Player(vec![gorza]);
        session
            .advise(Some(gorza), Policy::Greedy, &own)
            .expect("advice")
    };
    let first = advice(1);
    let mut commands = first.commands.iter();
    let strike = commands.find(|command| command.words == STRUCK);
    assert!(!strike.expect("a strike is advised").exact, "{strike:?}");
    for seed in 2..5 {
        assert_eq!(advice(seed), first, "seed {seed}");
    }
}

/// Whatever is done, the blow does nobody any good: what lessens the harm is worth doing all the same.
#[test]
fn players_are_advised_to_spare_themselves_harm() {
    let advice = |correction: Option<&str>| {
        let (mut session, gorza) = at_the_well(Policy::Simple, 1);
        let alric = session.creature("alric").expect("a knight");
        session.set_control(alric, Control::People);
        session.act(gorza, STRUCK, None).expect("legal");
        if let Some(words) = correction {
            session.correct(words).expect("the blow goes on");
        }
        let Standing::Asks { questions } = session.standing(&GM) else {
            panic!("the knight is asked");
        };
        assert_eq!(questions[0].who, alric);
        let silence = questions[0].silence.clone().expect("it may let it be");
        let own = Viewer::Player(vec![alric]);
        let advice = session.advise(Some(alric), Policy::Greedy, &own);
        (silence, advice.expect("advice"))
    };
    let (silence, first) = advice(None);
    let commands = &first.commands;
    assert!(!commands.is_empty());
    assert!(commands.iter().all(|one| one.words != silence));
    assert!(commands[0].worth < 0.0, "{commands:?}");
    let (_, weak) = advice(Some("gorza.health 3"));
    assert_eq!(weak, first, "what is left of others is not known");
}

#[test]
fn within_odds_those_who_weigh_are_not_said_to_have_done_so() {
    let odds = |knight| {
        let (session, gorza) = at_the_well(knight, 1);
        session.odds(gorza, STRUCK, &GM).expect("odds")
    };
    let simple = odds(Policy::Simple);
    assert!(!simple.decisions.is_empty());
    assert!(matches!(simple.basis, Basis::Exact { .. }));
    for policy in [Policy::Greedy, Policy::Search(20)] {
        assert_eq!(odds(policy), simple);
    }
    let random = odds(Policy::Random);
    assert!(matches!(random.basis, Basis::Sample { .. }));
    assert_eq!(random.decisions[0].policy, "random");
}

#[test]
fn policies_of_sides_are_looked_at() {
    let wrong = |policies: &str| {
        let text = equals("energy").text;
        let text = text.replace("[map]", &format!("policies = {policies}\n\n[map]"));
        let opened = open_scenario(&Source::new("wrong.toml", text), &Library::embedded(), 1);
        opened.err().expect("a mistake").to_string()
    };
    let unknown = wrong("{ left = 'gredy' }");
    assert!(unknown.contains("no policy called `gredy`"), "{unknown}");
    assert!(unknown.contains("did you mean `greedy`?"), "{unknown}");
    let nobody = wrong("{ lefft = 'greedy' }");
    assert!(nobody.contains("no side called `lefft`"), "{nobody}");
    let many = wrong("{ left = 'search:0' }");
    assert!(many.contains("1 to 100000 rollouts"), "{many}");
}

#[test]
fn a_copy_of_the_moment_advises_and_goes_on_as_the_fight_does() {
    for system in systems() {
        let (_, mut session) = played(&equals(system.id), 25);
        let mut copy = session.present();
        assert_eq!(copy.moment(), session.moment(), "{}", system.name);
        assert_eq!(copy.standing(&GM), session.standing(&GM));
        for policy in [Policy::Greedy, Policy::Search(16)] {
            let advice = session.advise(None, policy, &GM);
            assert_eq!(copy.advise(None, policy, &GM), advice, "{}", system.name);
        }
        session.advance_by(20).expect("bots play on");
        copy.advance_by(20).expect("bots play on");
        assert!(copy.view(&GM) == session.view(&GM), "{}", system.name);
    }
}
