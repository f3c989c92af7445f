//! What those read at the table who have never seen a system: what an answer does, and what an act is called.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crate::common::begin;
use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{
    ChanceReport, Library, OddsBudget, Offer, Question, Session, Standing, Viewer, open_scenario,
};

const GM: Viewer = Viewer::GameMaster;
const ALDA: CreatureId = CreatureId(0);
const CIRA: CreatureId = CreatureId(1);
const BRAK: CreatureId = CreatureId(2);

fn opened(text: &str) -> Box<dyn Session> {
    let scenario = Source::new("scene.toml", text.to_owned());
    let mut session = open_scenario(&scenario, &Library::embedded(), 3)
        .unwrap_or_else(|problems| panic!("{problems}"));
    session.advance().expect("it goes on");
    session
}

fn creature(name: &str, kind: &str, side: &str, at: &str) -> String {
    format!("[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = {at}\n")
}

/// Brak has declared a blow at cira; alda stands next to both.
fn blow() -> Box<dyn Session> {
    let text = "system = 'energy'\nname = 'A blow'\n[map]\nrows = 7\ncolumns = 7\n".to_owned()
        + &creature("alda", "duelist", "watch", "[3, 2]")
        + &creature("cira", "duelist", "watch", "[2, 3]")
        + &creature("brak", "orc", "raiders", "[3, 3]");
    let mut session = opened(&text);
    session
        .act(BRAK, "attack cira with battle axe", None)
        .expect("declared");
    session
}

fn asked(session: &dyn Session) -> Vec<Question> {
    match session.standing(&GM) {
        Standing::Asks { questions } => questions,
        other => panic!("somebody is asked, but {other:?}"),
    }
}

fn offers(session: &dyn Session, who: CreatureId) -> Vec<Offer> {
    let groups = session.offers(who, &GM).into_iter();
    groups.flat_map(|group| group.offers).collect()
}

fn sums(session: &dyn Session, who: CreatureId, words: &str) -> Vec<String> {
    let preview = session.preview(who, words, &GM);
    let lines = preview
        .unwrap_or_else(|error| panic!("{words}: {error:?}"))
        .lines;
    lines.into_iter().map(|line| line.text).collect()
}

fn odds(session: &dyn Session, who: CreatureId, words: &str) -> ChanceReport {
    let report = session.odds(who, words, &GM);
    report.unwrap_or_else(|error| panic!("{words}: {error:?}"))
}

#[test]
fn whoever_is_attacked_is_asked_before_bystanders() {
    let session = blow();
    let who: Vec<CreatureId> = asked(session.as_ref()).iter().map(|one| one.who).collect();
    assert_eq!(who, [CIRA, ALDA]);
}

#[test]
fn what_an_answer_would_be_made_of_is_not_the_act_that_waits() {
    let session = blow();
    let session = session.as_ref();
    let own = offers(session, ALDA);
    let challenge = own.iter().find(|offer| {
        offer
            .words
            .starts_with("challenge: attack brak with scimitar")
    });
    let challenge = challenge.expect("a challenge");
    let plain = challenge.plain.as_deref().unwrap_or_default();
    assert!(
        plain.starts_with("Initiative challenge: attack brak"),
        "{plain}"
    );
    let lines = sums(session, ALDA, &challenge.words);
    assert!(
        lines.iter().all(|line| line.starts_with("Alda")) && !lines.is_empty(),
        "{lines:?}"
    );
    assert_eq!(sums(session, ALDA, "pass on"), Vec::<String>::new());
    let waits = sums(session, ALDA, "pass");
    assert!(waits[0].starts_with("Brak: Attack Value"), "{waits:?}");
}

#[test]
fn odds_of_an_answer_are_of_what_it_changes() {
    let session = blow();
    let session = session.as_ref();
    let passing = odds(session, ALDA, "pass");
    assert!(!passing.comes_anyway && !passing.verdicts.is_empty());
    let nothing = odds(session, ALDA, "pass on");
    assert!(nothing.comes_anyway && nothing.verdicts.is_empty() && nothing.changes.is_empty());
    assert_eq!(nothing.rows, passing.rows);
    let own = offers(session, CIRA);
    let challenge = own
        .iter()
        .find(|offer| offer.words == "challenge: defend")
        .expect("a challenge");
    let changed = odds(session, CIRA, &challenge.words);
    let rolls: Vec<&str> = changed.verdicts.iter().map(|one| &*one.roll).collect();
    assert!(rolls.contains(&"challenge"), "{rolls:?}");
}

#[test]
fn odds_of_an_answer_that_nobody_waits_for_are_none_however_late() {
    let session = blow();
    let until = |stop: &AtomicBool| {
        let budget = OddsBudget::quick();
        session.odds_until(CIRA, "challenge: defend", &GM, &budget, stop)
    };
    let begun = Instant::now();
    let whole = until(&AtomicBool::new(false)).expect("odds");
    let took = begun.elapsed();
    // What is under way without the answer is worked out last: stopped within that, too, there is nothing to tell.
    for part in 3..8 {
        let stop = AtomicBool::new(false);
        let found = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(took * part / 8);
                stop.store(true, Ordering::Relaxed);
            });
            until(&stop)
        });
        match found {
            Ok(found) => assert_eq!(found, whole),
            Err(declined) => assert!(declined.to_string().contains("nobody waits")),
        }
    }
}

#[test]
fn verdicts_stand_roll_by_roll() {
    let mut session = blow();
    for who in [CIRA, ALDA] {
        session.act(who, "pass on", None).expect("they pass");
    }
    session.advance().expect("it goes on");
    let report = odds(session.as_ref(), CIRA, "trip brak");
    let rolls: Vec<(Option<&str>, &str)> = (report.verdicts.iter())
        .map(|one| (one.by.as_deref(), &*one.roll))
        .collect();
    let mut each = rolls.clone();
    each.dedup();
    let count = each.len();
    each.sort_unstable();
    each.dedup();
    assert!(count == each.len() && count > 1, "{rolls:?}");
    let saved = report.verdicts.iter().find(|one| one.roll == "Fortitude");
    let saved = saved.expect("a second roll");
    assert!(
        saved.rolled.value < 0.999 && saved.chance.value < saved.rolled.value,
        "{saved:?}"
    );
}

#[test]
fn a_step_over_an_edge_says_how_far_one_falls() {
    let session = begin("ogre-at-the-bridge");
    let who = asked(session.as_ref())[0].who;
    let moves = offers(session.as_ref(), who);
    let down: Vec<&Offer> = (moves.iter())
        .filter(|offer| offer.place.is_some_and(|cell| cell.z == -6))
        .collect();
    assert!(!down.is_empty());
    for offer in down {
        assert_eq!(offer.label, "move to … with a fall of 6 m");
        let plain = offer.plain.as_deref().unwrap_or_default();
        assert!(plain.ends_with(" with a fall of 6 m"), "{plain}");
    }
    let level = (moves.iter()).find(|offer| offer.place.is_some_and(|cell| cell.z == 0));
    assert_eq!(level.expect("a step").label, "move to …");
}

#[test]
fn what_is_cast_on_oneself_or_others_is_one_act() {
    let text = "system = 'actionpoint'\nname = 'Healers'\n[map]\nrows = 5\ncolumns = 8\n"
        .to_owned()
        + &creature("ash", "sorcerer", "left", "[2, 2]")
        + &creature("elm", "sorcerer", "left", "[2, 3]")
        + &creature("brak", "ork bandit", "right", "[7, 4]");
    let mut session = opened(&text);
    session.correct("turn ash").expect("its turn");
    let mends = offers(session.as_ref(), CreatureId(0));
    let mends = mends
        .iter()
        .filter(|offer| offer.words.starts_with("cast mend"));
    let mends: Vec<(&str, &[CreatureId])> = (mends)
        .map(|offer| (offer.label.as_str(), offer.targets.as_slice()))
        .collect();
    let [ash, elm] = [0, 1].map(|who| [CreatureId(who)]);
    assert_eq!(
        mends,
        [("cast mend on …", &ash[..]), ("cast mend on …", &elm[..])]
    );
}

#[test]
fn energy_put_into_a_spell_reads_as_words() {
    let text = "system = 'threeaction'\nname = 'Adepts'\n[map]\nrows = 5\ncolumns = 8\n".to_owned()
        + &creature("ash", "fire adept", "left", "[2, 2]")
        + &creature("cinder", "fire adept", "right", "[5, 2]");
    let session = opened(&text);
    let who = asked(session.as_ref())[0].who;
    let all = offers(session.as_ref(), who);
    let fire = all.iter().find(|offer| {
        offer.words.starts_with("cast evoke fire at ") && offer.words.ends_with("effect 1 range 1")
    });
    assert_eq!(
        fire.expect("a Spell").label,
        "cast evoke fire at … with Energy: Effect 1, Range 1"
    );
}

#[test]
fn what_is_good_for_somebody_is_no_risk() {
    let mut session = blow();
    for who in [CIRA, ALDA] {
        session.act(who, "pass on", None).expect("they pass");
    }
    session.advance().expect("it goes on");
    let risks = |words: &str, what: &str| {
        let report = odds(session.as_ref(), ALDA, words);
        assert!(report.effects.iter().any(|one| one.what == what));
        report.risks.iter().any(|one| one.what == what)
    };
    assert!(!risks("defend", "defending"));
    assert!(risks("fall prone", "prone"));
}

/// The dice of a shot are held against the Miss Chance, and then against the armour: what comes of one is no part of what comes of the other.
#[test]
fn what_the_same_dice_are_held_against_is_told_apart() {
    let mut session = begin("energy/watch-on-the-bridge");
    let bowman = session.creature("crossbowman").expect("a crossbowman");
    for _ in 0..60 {
        let question = asked(session.as_ref()).remove(0);
        if question.who == bowman && question.window == "turn" {
            break;
        }
        session.pass(question.who, None).expect("silence");
    }
    let report = odds(session.as_ref(), bowman, "attack alda with heavy crossbow");
    let mut sums: Vec<(&str, f64, f64)> = Vec::new();
    for one in report
        .verdicts
        .iter()
        .filter(|one| one.by.as_deref() == Some("crossbowman"))
    {
        match sums.iter_mut().find(|(roll, ..)| *roll == one.roll) {
            Some((_, sum, _)) => *sum += one.chance.value,
            None => sums.push((&one.roll, one.chance.value, one.rolled.value)),
        }
    }
    assert!(
        sums.iter()
            .any(|(roll, ..)| roll.ends_with("against Armor Coverage")),
        "{sums:?}"
    );
    assert!(
        sums.iter().all(|(_, sum, rolled)| *sum < rolled + 0.001),
        "{sums:?}"
    );
}
