//! Tables that leave memory while others want something of them, and whoever is led on to another one.

use super::*;

const LATE: usize = 12;

/// Sets what the first one has left.
fn set_hp(points: usize) -> Request {
    Request::Correct {
        words: format!("first.hp {points}"),
        instead: false,
    }
}

/// How many corrections are in the journal on disk.
async fn corrected(hall: &Hall, table: &str) -> usize {
    let (journal, _) = hall.store().journal(table).await.expect("a journal");
    journal.matches("first.hp ").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_many_want_at_once_is_read_again_once() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let why = hall.ask(Arc::clone(&master), Request::Why {}).await;
    assert!(why.is_ok(), "{why:?}");
    let_go(&hall, &table.id).await;
    let asked = (1..=LATE).map(|points| hall.ask(Arc::clone(&master), set_hp(points)));
    for done in futures_util::future::join_all(asked).await {
        assert_eq!(done, Ok(Reply::Done));
    }
    // A second one in memory would have lost what the first one was asked.
    assert_eq!(corrected(&hall, &table.id).await, LATE);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_of_a_table_that_just_leaves_is_done_or_said_not_to_be() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let mut done = 0;
    for round in 0..8 {
        let why = hall.ask(Arc::clone(&master), Request::Why {}).await;
        assert!(why.is_ok(), "{why:?}");
        let asked = (1..=LATE).map(|points| {
            let points = points + round;
            hall.ask(Arc::clone(&master), set_hp(points))
        });
        let asked = futures_util::future::join_all(asked);
        let (answers, ()) = tokio::join!(asked, hall.tell(&table.id, Order::Close));
        for answer in answers {
            match answer {
                Ok(Reply::Done) => done += 1,
                Err(Problem::Failed { .. }) => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(corrected(&hall, &table.id).await, done, "round {round}");
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_led_on_hears_so_alone_and_again_on_coming_back() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let (_, other) = begin(&hall, duel(&hall)).await;
    let own = [CreatureId(0)];
    let added = hall.store().add_seat(&table.id, Role::Player, &own, "Ann");
    let player = Arc::new(added.await.expect("a seat").0);
    let added = hall.store().add_seat(&other.table, Role::Player, &own, "");
    let token = added.await.expect("a seat").1;
    let mut sitting = Sitting::down(&hall, &player, None).await;
    sitting.welcome().await;
    let mut beside = Sitting::down(&hall, &master, None).await;
    beside.welcome().await;

    let (seat, led) = (player.id, token.clone());
    let lead_on = |seat, token| Request::LeadOn { seat, token };
    let done = hall.ask(Arc::clone(&master), lead_on(seat, led)).await;
    assert_eq!(done, Ok(Reply::Done));
    let nowhere = hall.ask(Arc::clone(&master), lead_on(seat, "elsewhere".to_owned()));
    let nowhere = nowhere.await;
    assert!(
        matches!(nowhere, Err(Problem::Unreadable { .. })),
        "{nowhere:?}"
    );
    let nobody = hall
        .ask(Arc::clone(&master), lead_on(99, token.clone()))
        .await;
    assert!(matches!(nobody, Err(Problem::Unknown { .. })), "{nobody:?}");
    let theirs = hall.ask(Arc::clone(&player), lead_on(seat, token.clone()));
    let theirs = theirs.await;
    assert!(
        matches!(theirs, Err(Problem::NotYours { .. })),
        "{theirs:?}"
    );

    let heard = loop {
        let message = sitting.hear().await.expect("the line holds");
        if message["is"] != "update" {
            break message;
        }
    };
    assert_eq!(heard, serde_json::json!({ "is": "led-on", "token": token }));
    let mut again = Sitting::down(&hall, &player, None).await;
    again.welcome().await;
    assert_eq!(
        again.hear().await.expect("a way on")["token"],
        token.as_str()
    );
    let paused = hall.ask(master, Request::Pause { paused: true }).await;
    assert_eq!(paused, Ok(Reply::Done));
    loop {
        let message = beside.hear().await.expect("the line holds");
        assert_eq!(message["is"], "update", "{message}");
        if message["settings"]["paused"] == true {
            break;
        }
    }
    hall.close().await;
}
