use affray_kernel::dice::Seeded;
use affray_table::{Library, open_journal};
use serde_json::Value;

use crate::hall::{Beginning, Hall, Start};
use crate::protocol::{ClientMessage, Reply, Request, Role, examples};
use crate::store::{SeatRow, Store};

use super::*;

/// How many requests each seat makes.
const REQUESTS: u32 = 120;

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

async fn hall(folder: &std::path::Path) -> Hall {
    let store = Store::open(&folder.join("tables.sqlite")).await;
    Hall::new(Library::embedded(), store.expect("a database")).expect("a hall")
}

/// What may be typed for the creature that is asked first.
async fn offered(hall: &Hall, master: &Arc<SeatRow>) -> (CreatureId, Vec<String>) {
    let update = hall.snapshot(master).await.expect("the table is there");
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
                Request::Undo => whims.below(4) > 0,
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
        let folder = tempfile::tempdir().expect("a folder");
        let hall = hall(folder.path()).await;
        let source = hall.library.scenario(scenario).cloned();
        let fight = Start::Scenario(source.expect(scenario), Some(5));
        let (table, secret) = hall
            .begin(Beginning { name: None, fight })
            .await
            .expect("a table");
        let master = hall.seat(&secret).await.expect("a seat");
        let store = hall.store();
        let mut seats = vec![Arc::clone(&master)];
        for (role, creatures) in [(Role::Player, vec![CreatureId(1)]), (Role::Watcher, vec![])] {
            let added = store.add_seat(&table.id, role, &creatures, "").await;
            seats.push(Arc::new(added.expect("a seat").0));
        }
        let (done, acts) = ask_around(&hall, &seats, &mut Whims::new(number as u64)).await;
        assert!(
            done > REQUESTS as usize / 2 && acts > 3,
            "{scenario}: {done} were taken, {acts} acts"
        );
        let pause = Request::Pause { paused: true };
        let paused = hall.ask(Arc::clone(&master), pause).await;
        paused.expect("bots stop, and everything is on disk");
        let before = hall.snapshot(&master).await.expect("the table is there");
        let journal = hall.journal(&table.id).await.expect("a journal");
        let resumed = open_journal(&journal).expect("a whole journal");
        assert!(resumed.session.entries() > 10, "{scenario}: nobody fights");
        assert_eq!(resumed.session.verify().difference, None, "{scenario}");
        hall.tell(&table.id, Order::Close).await;
        while hall.in_memory(&table.id).is_some_and(|live| live.is_open()) {
            tokio::task::yield_now().await;
        }
        let after = hall.snapshot(&master).await.expect("the table is there");
        assert_eq!(after.creatures, before.creatures, "{scenario}");
        assert_eq!(after.standing, before.standing, "{scenario}");
        assert_eq!(after.settings, before.settings, "{scenario}");
        hall.close().await;
    }
}
