use std::sync::Weak;

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::dice::Seeded;
use affray_table::{Control, Library, Policy, Standing, Viewer, open_journal, open_scenario};
use futures_util::StreamExt as _;
use serde_json::Value;
use tempfile::TempDir;
use tokio::time::timeout;

use crate::hall::{Beginning, Hall, Start, no_link};
use crate::protocol::{ClientMessage, Reply, Request, Role, Seen, examples};
use crate::store::{SeatRow, Store};
use crate::wire::tests::{Other, tend, wire};
use crate::wire::{Outlet, Wire};

use super::*;

mod bounds;
mod deciding;
mod leaving;

/// How long a table may take to say something.
const WITHIN: Duration = Duration::from_secs(30);

/// How many requests each seat makes.
const REQUESTS: u32 = 160;

/// The choices of somebody who asks anything at all.
struct Whims {
    choices: Seeded,
    made: u32,
}

impl Whims {
    fn new(number: u64) -> Self {
        Self {
            choices: Seeded::at(number, 0, 0),
            made: 0,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.made += 1;
        self.choices.pick(0, self.made, bound.max(1) as u32) as usize
    }

    /// Some request with some numbers and words, every other time an act that was possible a moment ago.
    fn request(&mut self, who: CreatureId, offers: &[String]) -> Request {
        if self.below(2) == 0
            && let Some(words) = offers.get(self.below(offers.len()))
        {
            let words = words.clone();
            return Request::Act {
                who,
                words,
                seen: None,
            };
        }
        loop {
            let all = examples();
            let message = &all[self.below(all.len())];
            let mut value = serde_json::to_value(message).expect("it is written");
            self.change(&mut value["request"], offers);
            if let Ok(ClientMessage::Ask { request, .. }) = ClientMessage::read(&value.to_string())
            {
                return request;
            }
        }
    }

    fn change(&mut self, request: &mut Value, offers: &[String]) {
        let Some(fields) = request.as_object_mut() else {
            return;
        };
        fields.remove("seen");
        for (name, value) in fields {
            match value {
                Value::Number(_) => *value = [0, 1, 2, 3, 9, 65_535][self.below(6)].into(),
                Value::Bool(is) => *is = self.below(2) == 0,
                Value::String(words) if name == "words" && !offers.is_empty() => {
                    words.clone_from(&offers[self.below(offers.len())]);
                }
                _ => {}
            }
        }
    }
}

/// A hall without tables, and the folder of its database, which has to outlive it.
async fn fresh_hall() -> (TempDir, Hall) {
    fresh_hall_within(Bounds::default()).await
}

/// The same whose tables come to no more than that.
async fn fresh_hall_within(bounds: Bounds) -> (TempDir, Hall) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("tables.sqlite")).await;
    let hall = Hall::within(Library::embedded(), store.expect("a database"), bounds);
    (folder, hall)
}

/// What may be typed for the creature that is asked first.
async fn offered(hall: &Hall, master: &Arc<SeatRow>) -> (CreatureId, Vec<String>) {
    let (_, update) = hall.snapshot(master).await.expect("the table is there");
    let who = update.asked.and_then(|asked| asked.first().copied());
    let who = who.unwrap_or(CreatureId(0));
    let offers = hall.ask(Arc::clone(master), Request::Offers { who }).await;
    let Ok(Reply::Offers { groups, .. }) = offers else {
        return (who, Vec::new());
    };
    let offers = groups.into_iter().flat_map(|group| group.offers);
    (who, offers.map(|offer| offer.words).collect())
}

/// Asks for anything at all from every seat; gives how many requests were taken, and how many of those were acts.
async fn ask_around(hall: &Hall, seats: &[Arc<SeatRow>], whims: &mut Whims) -> (usize, usize) {
    let (mut offers, mut who) = (Vec::new(), CreatureId(0));
    let (mut done, mut acts) = (0, 0);
    for number in 0..REQUESTS {
        if number % 4 == 0 {
            let dice = Request::Dice { real: false };
            for go_on in [Request::Pause { paused: false }, dice] {
                let _ = hall.ask(Arc::clone(&seats[0]), go_on).await;
            }
            (who, offers) = offered(hall, &seats[0]).await;
        }
        for seat in seats {
            let request = whims.request(who, &offers);
            // A seat that is gone asks nothing more, without the two of the scenario nobody fights, and not all is to be undone.
            let ends_all = match &request {
                Request::Revoke { .. } => true,
                Request::Remove { who } => who.0 < 2,
                Request::Undo {} => whims.below(4) > 0,
                Request::UndoFrom { .. } => whims.below(20) > 0,
                _ => false,
            };
            if ends_all {
                continue;
            }
            let is_act = matches!(request, Request::Act { .. });
            let is_taken = hall.ask(Arc::clone(seat), request).await.is_ok();
            done += usize::from(is_taken);
            acts += usize::from(is_taken && is_act);
        }
    }
    (done, acts)
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_asked_by_whomever_leaves_the_table_unharmed() {
    for (number, scenario) in [
        "threeaction/duel",
        "timecount/sword-and-rapier",
        "energy/training-yard",
        "segment/duel-at-the-ford",
        "actionpoint/duel-at-the-well",
    ]
    .into_iter()
    .enumerate()
    {
        let (_folder, hall) = fresh_hall().await;
        let source = hall.library.scenario(scenario).cloned();
        let fight = Start::Scenario(source.expect(scenario), Some(5));
        let (table, master) = begin(&hall, fight).await;
        let store = hall.store();
        let mut seats = vec![Arc::clone(&master)];
        for (role, creatures) in [(Role::Player, vec![CreatureId(1)]), (Role::Watcher, vec![])] {
            let added = store.add_seat(&table.id, role, &creatures, "").await;
            seats.push(Arc::new(added.expect("a seat").0));
        }
        let (done, acts) = ask_around(&hall, &seats, &mut Whims::new(10 + number as u64)).await;
        assert!(
            done > REQUESTS as usize / 2 && acts > 2,
            "{scenario}: {done} were taken, {acts} acts"
        );
        let pause = Request::Pause { paused: true };
        let paused = hall.ask(Arc::clone(&master), pause).await;
        paused.expect("bots stop, and everything is on disk");
        let (_, before) = hall.snapshot(&master).await.expect("the table is there");
        let journal = hall.journal(&master).await.expect("a journal");
        let resumed = open_journal(&journal).expect("a whole journal");
        assert!(resumed.session.entries() > 10, "{scenario}: nobody fights");
        assert_eq!(resumed.session.verify().difference, None, "{scenario}");
        let_go(&hall, &table.id).await;
        let (_, after) = hall.snapshot(&master).await.expect("the table is there");
        assert_eq!(after.creatures, before.creatures, "{scenario}");
        assert_eq!(after.standing, before.standing, "{scenario}");
        assert_eq!(after.settings, before.settings, "{scenario}");
        hall.close().await;
    }
}

/// A new table of a hall, and its game master.
async fn begin(hall: &Hall, fight: Start) -> (TableInfo, Arc<SeatRow>) {
    let paused = false;
    let begun = hall
        .begin(Beginning {
            name: None,
            fight,
            paused,
        })
        .await;
    let (table, secret) = begun.expect("a table");
    (table, hall.seat(&secret).await.expect("a seat"))
}

/// A duel in which a person is asked first.
fn duel(hall: &Hall) -> Start {
    let source = hall.library.scenario("threeaction/duel").cloned();
    Start::Scenario(source.expect("it is carried"), Some(7))
}

/// The same duel with other words in its file.
fn duel_with(hall: &Hall, words: &str, others: &str) -> Source {
    let source = hall.library.scenario("threeaction/duel");
    let text = source.expect("it is carried").text.replace(words, others);
    Source::new("scenario", text)
}

/// Somebody at a table, and what they hear.
struct Sitting {
    connection: u64,
    out: Weak<Wire>,
    heard: Other,
}

impl Sitting {
    /// Sits down with what was seen already.
    async fn down(hall: &Hall, seat: &Arc<SeatRow>, have: Option<Seen>) -> Self {
        let (wire, _, heard) = wire().await;
        let connection = hall.connection();
        let sitting = Self {
            connection,
            out: Arc::downgrade(&wire),
            heard,
        };
        let join = Join {
            seat: Arc::clone(seat),
            name: None,
            have,
            connection,
            out: Outlet(Arc::clone(&wire)),
        };
        tokio::spawn(tend(wire));
        let joined = hall.order(&seat.table, Order::Join(join)).await;
        joined.expect("the table is there");
        sitting
    }

    /// The next message; `None` if the table has let go.
    async fn hear(&mut self) -> Option<Value> {
        let message = timeout(WITHIN, self.heard.next()).await;
        let message = message.expect("in time")?.ok()?;
        Some(serde_json::from_slice(&message.into_data()).expect("JSON"))
    }

    /// The run and the number of the update that everything begins with, and that update.
    async fn welcome(&mut self) -> (Seen, Value) {
        let welcome = self.hear().await.expect("a welcome");
        let update = self.hear().await.expect("an update");
        let number = |value: &Value| value.as_u64().and_then(|number| number.try_into().ok());
        let seen = Seen {
            run: number(&welcome["run"]).expect("a number"),
            number: number(&update["number"]).expect("a number"),
        };
        (seen, update)
    }
}

/// Has a table leave memory.
async fn let_go(hall: &Hall, table: &str) {
    hall.tell(table, Order::Close).await;
    while hall.in_memory(table).is_some_and(|live| live.is_open()) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_to_a_table_that_was_out_of_memory_is_told_everything() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let added = hall.store().add_seat(&table.id, Role::Watcher, &[], "");
    let watcher = Arc::new(added.await.expect("a seat").0);
    let mut first = Sitting::down(&hall, &watcher, None).await;
    let (seen, _) = first.welcome().await;
    let connection = first.connection;
    hall.tell(&table.id, Order::Leave { connection }).await;
    let (_, before) = hall.snapshot(&master).await.expect("the table is there");

    let_go(&hall, &table.id).await;
    let words = "first.hp 9".to_owned();
    let done = hall.ask(
        Arc::clone(&master),
        Request::Correct {
            words,
            instead: false,
        },
    );
    assert_eq!(done.await, Ok(Reply::Done));
    let mut again = Sitting::down(&hall, &watcher, Some(seen)).await;
    let (now, update) = again.welcome().await;
    assert_ne!(now.run, seen.run);
    assert_eq!(update["whole"], true);
    let act = Request::Act {
        who: CreatureId(0),
        words: "end turn".to_owned(),
        seen: Some(before.number),
    };
    let late = hall.ask(master, act).await;
    assert!(matches!(late, Err(Problem::Stale { .. })), "{late:?}");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_link_is_worth_nothing_even_to_those_on_the_way() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let own = [CreatureId(0)];
    let added = hall.store().add_seat(&table.id, Role::Player, &own, "");
    let player = Arc::new(added.await.expect("a seat").0);
    let why = hall.ask(Arc::clone(&player), Request::Why {}).await;
    assert!(why.is_ok(), "{why:?}");
    let revoke = Request::Revoke { seat: player.id };
    assert_eq!(hall.ask(master, revoke).await, Ok(Reply::Done));

    // All of these were let in while the link was good.
    let mut late = Sitting::down(&hall, &player, None).await;
    let said = late.hear().await.expect("why not");
    assert_eq!(said["problem"]["is"], "unknown", "{said}");
    assert_eq!(late.hear().await, None);
    let (who, words) = (CreatureId(0), "end turn".to_owned());
    let seen = None;
    for request in [Request::Why {}, Request::Act { who, words, seen }] {
        let answer = hall.ask(Arc::clone(&player), request).await;
        assert_eq!(answer, Err(no_link()));
    }
    assert_eq!(hall.snapshot(&player).await, Err(no_link()));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_master_whose_link_was_revoked_gets_no_journal_and_removes_no_table() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let added = hall
        .store()
        .add_seat(&table.id, Role::GameMaster, &[], "")
        .await;
    let other = Arc::new(added.expect("a seat").0);
    assert!(hall.journal(&other).await.is_ok());
    let revoke = Request::Revoke { seat: other.id };
    let revoked = hall.ask(Arc::clone(&master), revoke).await;
    assert_eq!(revoked, Ok(Reply::Done));

    assert_eq!(hall.journal(&other).await, Err(no_link()));
    assert_eq!(hall.remove(&other).await, Err(no_link()));
    assert!(hall.journal(&master).await.is_ok());
    assert_eq!(hall.remove(&master).await, Ok(()));
    let gone = hall.snapshot(&master).await;
    assert!(matches!(gone, Err(Problem::Unknown { .. })), "{gone:?}");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_from_dice_that_somebody_unseen_is_rolling() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let added = hall.store().add_seat(&table.id, Role::Watcher, &[], "");
    let watcher = Arc::new(added.await.expect("a seat").0);
    let rolled = async || {
        let words = "4".to_owned();
        let roll = Request::Roll { words, seen: None };
        hall.ask(Arc::clone(&watcher), roll).await
    };
    let who = CreatureId(0);
    let hide = |hidden| Request::Hide { who, hidden };
    let strike = Request::Act {
        who,
        words: "strike second with longsword".to_owned(),
        seen: None,
    };
    let order = async |request| {
        let done = hall.ask(Arc::clone(&master), request).await;
        assert_eq!(done, Ok(Reply::Done));
    };
    order(Request::Dice { real: true }).await;
    order(hide(true)).await;
    let before = rolled().await;
    assert!(
        matches!(before, Err(Problem::Declined { .. })),
        "{before:?}"
    );
    order(strike).await;
    assert_eq!(rolled().await, before);
    order(hide(false)).await;
    let seen = rolled().await;
    assert!(matches!(seen, Err(Problem::NotYours { .. })), "{seen:?}");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_play_creatures_and_each_of_them_once() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    let (one, other) = (CreatureId(0), CreatureId(1));
    let link = async |role| {
        let creatures = [vec![other; 1_000], vec![one]].concat();
        let name = String::new();
        let add = Request::AddSeat {
            role,
            creatures,
            name,
        };
        hall.ask(Arc::clone(&master), add).await
    };
    for role in [Role::Watcher, Role::GameMaster] {
        let refused = link(role).await;
        let is_refused = matches!(refused, Err(Problem::Unreadable { .. }));
        assert!(is_refused, "{refused:?}");
    }
    let Ok(Reply::Link { seat, .. }) = link(Role::Player).await else {
        panic!("a player's link is made");
    };
    assert_eq!(seat.creatures, [one, other]);

    let creatures = [one];
    let added = hall
        .store()
        .add_seat(&table.id, Role::Watcher, &creatures, "");
    let written = added.await.expect("a seat").1;
    let watcher = hall.seat(&written).await.expect("a seat");
    assert_eq!(watcher.creatures, []);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_an_entry_is_told_from_what_does_not() {
    let (_folder, hall) = fresh_hall().await;
    let (_, master) = begin(&hall, duel(&hall)).await;
    let entries = async || {
        let journal = hall.journal(&master).await.expect("a journal");
        let resumed = open_journal(&journal).expect("a whole journal");
        resumed.session.entries()
    };
    let (who, words) = (CreatureId(0), |words: &str| words.to_owned());
    let newcomer = "name = \"third\"\nkind = \"ogre\"\nside = \"second\"\nat = [3, 3]";
    let paused = true;
    let (hidden, real) = (false, false);
    let mut grown = 0;
    for request in [
        Request::Pause { paused },
        Request::Act {
            who,
            words: words("end turn"),
            seen: None,
        },
        Request::Correct {
            words: words("first.hp 9"),
            instead: false,
        },
        Request::Rule {
            switch: words("critical-success"),
            value: words("natural-20"),
        },
        Request::Join {
            entries: words(newcomer),
            hidden,
        },
        Request::Remove { who: CreatureId(2) },
        Request::Hide { who, hidden },
        Request::Dice { real },
        Request::Undo {},
    ] {
        let (before, makes) = (entries().await, request.makes_entries());
        let said = format!("{request:?}");
        let done = hall.ask(Arc::clone(&master), request).await;
        assert_eq!(done, Ok(Reply::Done), "{said}");
        let is_more = entries().await > before;
        assert!(makes || !is_more, "{said}");
        grown += usize::from(is_more);
    }
    assert!(grown >= 4, "{grown}");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_link_is_called_worthless_because_the_database_fails() {
    let (_folder, hall) = fresh_hall().await;
    let (table, master) = begin(&hall, duel(&hall)).await;
    // Answered when all that the table has to write is on disk: with something left to write it would leave memory.
    let paused = hall.ask(master, Request::Pause { paused: true }).await;
    assert_eq!(paused, Ok(Reply::Done));
    // A seat that the table has not heard of, so that it has to look up who may sit there.
    let added = hall.store().add_seat(&table.id, Role::Watcher, &[], "");
    let watcher = Arc::new(added.await.expect("a seat").0);
    hall.store().clone().close().await;

    let mut sitting = Sitting::down(&hall, &watcher, None).await;
    let said = sitting.hear().await.expect("why not");
    assert_eq!(said["problem"]["is"], "failed", "{said}");
    assert_eq!(sitting.hear().await, None);
    let why = hall.ask(watcher, Request::Why {}).await;
    assert!(matches!(why, Err(Problem::Failed { .. })), "{why:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_bot_thinks_longer_than_a_table_may() {
    let (_folder, hall) = fresh_hall().await;
    let written = duel_with(&hall, "\"simple\"", "\"search:100000\"");
    let plain = duel_with(&hall, "", "");
    let mut session = open_scenario(&plain, &hall.library, 7).expect("a right scenario");
    session.set_control(CreatureId(0), Control::People);
    session.set_control(CreatureId(1), Control::Bot(Policy::Search(5_000)));
    let journal = session.journal_changes();
    let controls = |count: u16| -> Vec<(CreatureId, String)> {
        let by = |who| if who == 0 { "person" } else { "search" };
        let all = (0..count).map(|who| (CreatureId(who), by(who).to_owned()));
        all.collect()
    };
    for fight in [Start::Scenario(written, Some(7)), Start::Journal(journal)] {
        let (_, master) = begin(&hall, fight).await;
        let pause = Request::Pause { paused: true };
        let paused = hall.ask(Arc::clone(&master), pause).await;
        assert_eq!(paused, Ok(Reply::Done));
        let (_, before) = hall.snapshot(&master).await.expect("the table is there");
        assert_eq!(before.settings.map(|now| now.controls), Some(controls(2)));
        let entries = "name = \"third\"\nkind = \"ogre\"\nside = \"second\"\nat = [3, 3]\n\
                       policy = \"search:100000\"";
        let (entries, hidden) = (entries.to_owned(), false);
        let joined = hall.ask(Arc::clone(&master), Request::Join { entries, hidden });
        assert_eq!(joined.await, Ok(Reply::Done));
        let (_, after) = hall.snapshot(&master).await.expect("the table is there");
        assert_eq!(after.settings.map(|now| now.controls), Some(controls(3)));
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_that_think_long_are_paused_between_their_acts() {
    let (_folder, hall) = fresh_hall().await;
    let source = hall.library.scenario("threeaction/ambush-at-the-ford");
    let source = source.expect("it is carried");
    let mut session = open_scenario(source, &hall.library, 3).expect("a right scenario");
    for who in 0..session.names().len() {
        let who = CreatureId(u16::try_from(who).expect("not that many"));
        session.set_control(who, Control::Bot(Policy::Search(100)));
    }
    let (_, master) = begin(&hall, Start::Journal(session.journal_changes())).await;
    // However long that takes on a busy machine: if they were not paused, they would fight to the end.
    let pause = hall.ask(Arc::clone(&master), Request::Pause { paused: true });
    assert_eq!(pause.await, Ok(Reply::Done));
    let journal = hall.journal(&master).await.expect("a journal");
    let session = open_journal(&journal).expect("a whole journal").session;
    assert!(session.has_begun(), "bots have decided something");
    assert!(session.entries() > 0);
    let standing = session.standing(&Viewer::GameMaster);
    let is_over = matches!(standing, Standing::Over { .. });
    assert!(!is_over, "after {} entries", session.entries());
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_acted_does_not_wait_for_bots() {
    let (_folder, hall) = fresh_hall().await;
    let written = duel_with(&hall, "\"simple\"", "\"search:400\"");
    let (table, master) = begin(&hall, Start::Scenario(written, Some(7))).await;
    let mut sitting = Sitting::down(&hall, &master, None).await;
    let (_, update) = sitting.welcome().await;
    assert_eq!(update["asked"], serde_json::json!([0]), "{update}");
    let act = Order::Ask {
        seat: Arc::clone(&master),
        request: Request::Act {
            who: CreatureId(0),
            words: "end turn".to_owned(),
            seen: None,
        },
        answer: Answer::Socket {
            id: 1,
            out: sitting.out.clone(),
        },
    };
    hall.order(&table.id, act)
        .await
        .expect("the table is there");
    let mut heard = Vec::new();
    loop {
        let message = sitting.hear().await.expect("the table is there");
        if message["is"] == "reply" {
            break;
        }
        heard.push(message);
    }
    let is_asked = |update: &&Value| update["standing"]["is"] == "asks";
    assert!(!heard.iter().any(|update| is_asked(&update)), "{heard:?}");
    hall.close().await;
}
