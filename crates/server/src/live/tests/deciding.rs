//! Who decides for whom, and who reads of it.

use super::*;

/// The texts of all lines that a seat may read.
async fn read(hall: &Hall, seat: &Arc<SeatRow>) -> Vec<String> {
    let (_, seen) = hall.snapshot(seat).await.expect("the table is there");
    seen.log.into_iter().map(|line| line.text).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn those_alone_who_play_a_creature_read_who_decides_for_it() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let (who, own) = (CreatureId(0), [CreatureId(0)]);
    let player = hall.store().add_seat(&table.id, Role::Player, &own, "");
    let player = Arc::new(player.await.expect("a seat").0);
    let watcher = hall.store().add_seat(&table.id, Role::Watcher, &[], "");
    let watcher = Arc::new(watcher.await.expect("a seat").0);
    let (role, creatures) = (Role::Player, own.to_vec());
    for request in [
        Request::Act {
            who,
            words: "dodge".to_owned(),
            seen: None,
        },
        Request::Pause { paused: true },
        Request::Seats {},
        Request::Control {
            who,
            by: "simple".to_owned(),
        },
        Request::AddSeat {
            role,
            creatures,
            name: String::new(),
        },
    ] {
        let done = hall.ask(Arc::clone(&master), request).await;
        assert!(done.is_ok(), "{done:?}");
    }
    let told = ["The program decides for first", "People decide for first"];
    for (seat, reads) in [(&master, true), (&player, true), (&watcher, false)] {
        let log = read(&hall, seat).await;
        for words in told {
            let is_read = log.iter().any(|line| line.starts_with(words));
            assert_eq!(is_read, reads, "{words} in {log:?}");
        }
    }
    hall.close().await;
}

/// It would be begun again at once.
#[tokio::test(flavor = "multi_thread")]
async fn the_game_is_paused_where_what_a_bot_has_begun_is_withdrawn() {
    let (_folder, hall) = fresh_hall().await;
    let source = hall.library.scenario("actionpoint/duel-at-the-well");
    let source = source.expect("it is carried").clone();
    let (_, master) = begin(&hall, Start::Scenario(source, Some(7))).await;
    let order = async |request| hall.ask(Arc::clone(&master), request).await;
    for _ in 0..100 {
        let (_, seen) = hall.snapshot(&master).await.expect("the table is there");
        if order(Request::Withdraw {}).await.is_ok() {
            let (_, now) = hall.snapshot(&master).await.expect("the table is there");
            assert!(now.progress.unwrap_or_default().is_empty());
            assert!(now.settings.expect("settings").paused);
            hall.close().await;
            return;
        }
        let who = seen.asked.and_then(|asked| asked.first().copied());
        let Some(who) = who else {
            tokio::task::yield_now().await;
            continue;
        };
        let words = "end turn".to_owned();
        let ended = Request::Act {
            who,
            words,
            seen: None,
        };
        if order(ended).await.is_err() {
            let _ = order(Request::Pass { who, seen: None }).await;
        }
    }
    panic!("no bot begins anything that a person is asked about");
}

/// Dice are those of whoever throws them: nobody else's are touched.
#[tokio::test(flavor = "multi_thread")]
async fn players_say_who_rolls_the_dice_of_their_own_creatures_alone() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let (one, other) = (CreatureId(0), CreatureId(1));
    let own = [one];
    let player = hall.store().add_seat(&table.id, Role::Player, &own, "");
    let player = Arc::new(player.await.expect("a seat").0);
    let watcher = hall.store().add_seat(&table.id, Role::Watcher, &[], "");
    let watcher = Arc::new(watcher.await.expect("a seat").0);
    let real = Some(true);
    for (seat, who, is_taken) in [
        (&player, one, true),
        (&player, other, false),
        (&watcher, one, false),
    ] {
        let said = hall
            .ask(Arc::clone(seat), Request::DiceOf { who, real })
            .await;
        assert_eq!(said == Ok(Reply::Done), is_taken, "{who:?}: {said:?}");
        assert!(
            is_taken || matches!(said, Err(Problem::NotYours { .. })),
            "{said:?}"
        );
    }
    let all = hall
        .ask(Arc::clone(&player), Request::Dice { real: true })
        .await;
    assert!(matches!(all, Err(Problem::NotYours { .. })), "{all:?}");
    let paused = hall
        .ask(Arc::clone(&master), Request::Pause { paused: true })
        .await;
    assert_eq!(paused, Ok(Reply::Done));
    let (who, real) = (one, None);
    let said = hall
        .ask(Arc::clone(&player), Request::DiceOf { who, real })
        .await;
    assert!(matches!(said, Err(Problem::Declined { .. })), "{said:?}");
    for seat in [&master, &player] {
        let (_, update) = hall.snapshot(seat).await.expect("the table is there");
        let settings = update.settings.expect("they are told");
        assert_eq!(settings.dice_of, [(one, true)]);
        assert!(!settings.real_dice);
    }
    hall.close().await;
}
