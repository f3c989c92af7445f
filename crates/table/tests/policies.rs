//! Bots that weigh commands, and the advice that comes of it.

use std::fs;
use std::path::Path;

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{Control, Library, Policy, Session, Standing, Viewer, open_scenario, systems};

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
        assert!(best.exact || best.runs == 100);
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
