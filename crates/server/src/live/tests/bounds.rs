//! What a table comes to at most, and how long it is thought about for somebody.

use super::*;
use tokio::task::JoinHandle;

use crate::live::look::unanswered;
use crate::turns;

async fn done(hall: &Hall, seat: &Arc<SeatRow>, request: Request) {
    let said = format!("{request:?}");
    let done = hall.ask(Arc::clone(seat), request).await;
    assert_eq!(done, Ok(Reply::Done), "{said}");
}

/// The lines of the log that say that nothing goes on.
async fn standing_still(hall: &Hall, seat: &Arc<SeatRow>) -> Vec<String> {
    let log = hall.ask(Arc::clone(seat), Request::Log { since: 0 }).await;
    let Ok(Reply::Log { lines }) = log else {
        panic!("{log:?}");
    };
    let texts = lines.into_iter().map(|line| line.text);
    texts
        .filter(|text| text.starts_with("Nothing goes on"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_once_why_nothing_goes_on_by_itself() {
    let entries = 5;
    let bounds = Bounds {
        entries,
        ..Bounds::default()
    };
    let (_folder, hall) = fresh_hall_within(bounds).await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let added = hall.store().add_seat(&table.id, Role::Watcher, &[], "");
    let watcher = Arc::new(added.await.expect("a seat").0);
    let (who, by) = (CreatureId(0), "simple".to_owned());
    done(&hall, &master, Request::Control { who, by }).await;
    for paused in [true, false, true] {
        done(&hall, &master, Request::Pause { paused }).await;
    }
    for seat in [&master, &watcher] {
        assert_eq!(
            standing_still(&hall, seat).await,
            ["Nothing goes on by itself: a fight has at most 5 entries."]
        );
    }
    hall.close().await;
}

/// Goes back and forth until that is refused; gives how often it was taken.
async fn to_and_fro(hall: &Hall, master: &Arc<SeatRow>) -> usize {
    for taken in 0..1_000 {
        let request = if taken % 2 == 0 {
            Request::Undo {}
        } else {
            Request::Redo {}
        };
        match hall.ask(Arc::clone(master), request).await {
            Ok(Reply::Done) => {}
            Err(Problem::Limit { message }) => {
                assert!(message.contains("done and undone"), "{message}");
                return taken;
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("there is no end to it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_back_and_forth_within_bounds_and_is_read_again() {
    let usual = Bounds::default();
    let log_bytes = 60_000;
    let effort = 2_000;
    for bounds in [Bounds { log_bytes, ..usual }, Bounds { effort, ..usual }] {
        let (_folder, hall) = fresh_hall_within(bounds).await;
        let (table, master) = begin(&hall, duel(&hall)).await;
        done(&hall, &master, Request::Pause { paused: true }).await;
        let (who, words) = (CreatureId(0), "end turn".to_owned());
        let seen = None;
        done(&hall, &master, Request::Act { who, words, seen }).await;
        let taken = to_and_fro(&hall, &master).await;
        assert!(taken > 10, "{bounds:?}: {taken}");
        if bounds.log_bytes == usual.log_bytes {
            // Nothing more is taken back, and the fight goes on.
            done(&hall, &master, Request::Pause { paused: false }).await;
        }
        let_go(&hall, &table.id).await;
        let again = hall.snapshot(&master).await;
        assert!(again.is_ok(), "{again:?}");
        hall.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_goes_back_and_forth_without_end_is_no_table() {
    let effort = 20_000;
    let bounds = Bounds {
        effort,
        ..Bounds::default()
    };
    let (_folder, hall) = fresh_hall_within(bounds).await;
    let Start::Scenario(source, _) = duel(&hall) else {
        panic!("a duel is begun from its scenario");
    };
    let mut session = open_scenario(&source, &hall.library, 7).expect("a right scenario");
    session.set_control(CreatureId(0), Control::Bot(Policy::Simple));
    for _ in 0..20 {
        session.advance_by(1).expect("bots go on");
    }
    let (journal, entries) = (session.journal(), session.entries());
    assert!(entries > 10, "{entries}");
    let lines = format!("{{\"undo\":0}}\n{{\"redo\":{entries}}}\n");
    let (paused, name) = (true, None);
    let fight = Start::Journal(journal.clone() + &lines.repeat(1_000));
    let begun = hall
        .begin(Beginning {
            name,
            fight,
            paused,
        })
        .await;
    assert!(
        matches!(begun, Err(Problem::Mistakes { .. })),
        "{:?}",
        begun.is_ok()
    );
    begin(&hall, Start::Journal(journal + &lines.repeat(10))).await;
    hall.close().await;
}

/// A table at which advice takes longer than anybody is given, and who is asked there.
async fn battle(hall: &Hall) -> (Arc<SeatRow>, CreatureId, Vec<String>) {
    let source = hall
        .library
        .scenario("threeaction/battle-of-forty")
        .cloned();
    let fight = Start::Scenario(source.expect("it is carried"), Some(3));
    let (_, master) = begin(hall, fight).await;
    done(hall, &master, Request::Pause { paused: true }).await;
    let (who, offers) = offered(hall, &master).await;
    (master, who, offers)
}

/// Somebody waits for advice, and has for a moment.
async fn advised(
    hall: &Arc<Hall>,
    master: &Arc<SeatRow>,
    who: CreatureId,
) -> JoinHandle<Result<Reply, Problem>> {
    let (hall, master) = (Arc::clone(hall), Arc::clone(master));
    let asked = tokio::spawn(async move {
        let (who, policy) = (Some(who), "search:400".to_owned());
        hall.ask(master, Request::Advise { who, policy }).await
    });
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!asked.is_finished(), "it takes long");
    asked
}

/// Sooner than thinking is ended by itself.
const SOON: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_what_is_thought_out_for_those_who_have_left() {
    let (_folder, hall) = fresh_hall().await;
    let hall = Arc::new(hall);
    for _ in 0..turns::cores() + 1 {
        let (master, who, _) = battle(&hall).await;
        advised(&hall, &master, who).await.abort();
    }
    let (_, duelist) = begin(&hall, duel(&hall)).await;
    done(&hall, &duelist, Request::Pause { paused: true }).await;
    let (who, policy) = (None, "greedy".to_owned());
    let advice = hall.ask(Arc::clone(&duelist), Request::Advise { who, policy });
    let advice = timeout(SOON, advice).await.expect("in time");
    assert!(advice.is_ok(), "{advice:?}");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_do_not_wait_for_advice() {
    let (_folder, hall) = fresh_hall().await;
    let hall = Arc::new(hall);
    let (master, who, offers) = battle(&hall).await;
    let asked = advised(&hall, &master, who).await;
    let words = offers.last().expect("something is possible").clone();
    let odds = hall.ask(Arc::clone(&master), Request::Odds { who, words });
    let odds = timeout(SOON, odds).await.expect("in time");
    assert!(odds.is_ok(), "{odds:?}");
    assert!(!asked.is_finished(), "it is still thought about");
    asked.abort();
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_other_advice_waits_for_that_alone() {
    let (_folder, hall) = fresh_hall().await;
    let hall = Arc::new(hall);
    let (master, who, _) = battle(&hall).await;
    let first = advised(&hall, &master, who).await;
    let other = advised(&hall, &master, who).await;
    let first = timeout(SOON, first).await.expect("in time");
    let first = first.expect("it is answered");
    assert!(matches!(&first, Err(Problem::Limit { .. })), "{first:?}");
    other.abort();
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_is_answered_somewhere() {
    let (_folder, hall) = fresh_hall().await;
    let (_, master) = begin(&hall, duel(&hall)).await;
    for message in examples() {
        if let ClientMessage::Ask { request, .. } = message {
            let said = format!("{request:?}");
            let answer = hall.ask(Arc::clone(&master), request).await;
            assert_ne!(answer, Err(unanswered()), "{said}");
        }
    }
    hall.close().await;
}
