//! A table as its clients meet it: who may do what, what everybody hears, and what is refused.

mod common;
mod described;
mod harm;

use common::{Running, Socket, asked, first_offer};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn everybody_hears_what_one_does() {
    let server = Running::fresh().await;
    let (_, token) = server.begin("threeaction/duel").await;
    let (mut one, begun) = server.sit(&token).await;
    let (mut other, _) = server.sit(&token).await;
    let who = asked(&begun).expect("a person is asked");
    let (offers, _) = one.ask(json!({ "is": "offers", "who": who })).await;
    let before = offers["seen"].as_u64().expect("a number");
    let act = json!({ "is": "act", "who": who, "words": first_offer(&offers), "seen": before });
    let (done, mut heard) = one.ask(act).await;
    assert_eq!(done, json!({ "is": "done" }));
    if heard.is_empty() {
        heard.push(one.update().await);
    }
    assert_eq!(heard[0]["number"], before + 1);
    let also = other.update().await;
    assert_eq!(also, heard[0], "both sit in the same seat");
    assert!(also["log"].as_array().is_some_and(|log| !log.is_empty()));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_hears_what_was_missed() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    let mut first = server.socket().await;
    first.say(&json!({ "is": "hello", "token": token })).await;
    let run = first.hear().await["run"].clone();
    let last = first.update().await["number"].clone();
    drop(first);
    let correct = json!({ "is": "correct", "words": "first.hp 9" });
    let done = server.request(&table, &token, &correct).await;
    assert_eq!(done.status, 200, "{}", done.body);

    let mut again = server.socket().await;
    let have = json!({ "run": run, "number": last });
    again
        .say(&json!({ "is": "hello", "token": token, "have": have }))
        .await;
    again.hear().await;
    let mut number = last.as_u64().expect("a number");
    loop {
        let missed = again.update().await;
        assert_eq!(missed["whole"], false, "{missed}");
        number += 1;
        assert_eq!(missed["number"], number);
        if missed["creatures"][0]["name"] == "first" {
            break;
        }
    }

    let mut stranger = server.socket().await;
    let have = json!({ "run": 1, "number": 1_000 });
    stranger
        .say(&json!({ "is": "hello", "token": token, "have": have }))
        .await;
    stranger.hear().await;
    assert_eq!(stranger.update().await["whole"], true);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_goes_on_after_the_server_was_started_anew() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path()).await;
    let (_, token) = server.begin("timecount/sword-and-rapier").await;
    let (mut socket, mut update) = server.sit(&token).await;
    for _ in 0..5 {
        let Some(who) = asked(&update) else { break };
        let (offers, _) = socket.ask(json!({ "is": "offers", "who": who })).await;
        let act = json!({ "is": "act", "who": who, "words": first_offer(&offers) });
        let (done, heard) = socket.ask(act).await;
        assert_eq!(done["is"], "done", "{done}");
        update = match heard.into_iter().last() {
            Some(update) => update,
            None => socket.update().await,
        };
    }
    drop(socket);
    // Bots may still be at it.
    let before = loop {
        let (_, before) = server.sit(&token).await;
        if before["standing"]["is"] != "busy" {
            break before;
        }
    };
    server.end().await;

    let server = Running::start(data.path()).await;
    let (_, after) = server.sit(&token).await;
    for part in ["creatures", "time", "standing", "log", "settings"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    server.end().await;
}

/// How many lines of the log a whole update has, without headings.
fn told(update: &Value) -> usize {
    let log = update["log"].as_array().expect("a log");
    let events = log.iter().filter(|line| line["depth"] == "event");
    events.count()
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_wait_at_a_new_table_until_its_game_master_comes() {
    let data = tempfile::tempdir().expect("a folder");
    let mut server = Running::start(data.path()).await;
    let mut bot_first = 0;
    for seed in 0..8 {
        let scenario = "threeaction/duel";
        let (_, token) = server.begin_by(scenario, seed).await;
        if seed == 4 {
            // Nobody has come meanwhile.
            server.end().await;
            server = Running::start(data.path()).await;
        }
        let (mut master, begun) = server.sit(&token).await;
        if asked(&begun).is_some() {
            continue;
        }
        bot_first += 1;
        let mut last = begun.clone();
        while last["standing"]["is"] != "asks" || asked(&last).is_none() {
            last = master.update().await;
        }
        let (whole, _) = master.ask(json!({ "is": "log", "since": 0 })).await;
        let lines = whole["lines"].as_array().expect("lines").len();
        assert!(
            lines > told(&begun),
            "bots act once the game master is there"
        );

        let (table, token) = server.begin_by(scenario, seed).await;
        let path = format!("/api/tables/{table}");
        let seen = server.http("GET", &path, Some(&token), None).await.json();
        assert!(
            asked(&seen["update"]).is_some(),
            "a program need not sit down"
        );
        assert!(told(&seen["update"]) > told(&begun), "{begun}");
    }
    assert!(bot_first > 1, "a bot goes first in some of these fights");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_may_do_what_is_theirs() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    let own = server.player(&table, &token, &[1]).await;
    let (mut player, _) = server.sit(&own).await;
    for request in [
        json!({ "is": "act", "who": 0, "words": "end turn" }),
        json!({ "is": "pass", "who": 0 }),
        json!({ "is": "habit", "who": 0, "window": "turn", "habit": "never" }),
        json!({ "is": "undo" }),
        json!({ "is": "correct", "words": "first.hp 1" }),
        json!({ "is": "control", "who": 0, "by": "person" }),
        json!({ "is": "dice", "real": true }),
        json!({ "is": "dice-of", "who": 0, "real": true }),
        json!({ "is": "numbers", "numbers": "numbers" }),
        json!({ "is": "hide", "who": 0, "hidden": false }),
        json!({ "is": "pause", "paused": true }),
        json!({ "is": "seats" }),
        json!({ "is": "add-seat", "role": "game-master" }),
        json!({ "is": "revoke", "seat": 1 }),
        json!({ "is": "odds", "who": 0, "words": "end turn" }),
        json!({ "is": "preview", "who": 0, "words": "end turn" }),
        json!({ "is": "advise", "who": 0, "policy": "greedy" }),
    ] {
        let (problem, _) = player.ask(request.clone()).await;
        assert_eq!(problem["is"], "not-yours", "{request}: {problem}");
    }
    for request in [
        json!({ "is": "odds", "who": 9, "words": "end turn" }),
        json!({ "is": "offers", "who": 9 }),
        json!({ "is": "sheet", "who": 9 }),
    ] {
        let (problem, _) = player.ask(request.clone()).await;
        assert_eq!(problem["is"], "unknown", "{request}: {problem}");
    }
    for (who, is_told) in [(1, true), (0, false)] {
        let (reply, _) = player.ask(json!({ "is": "sheet", "who": who })).await;
        let sections = reply["sections"].as_array().expect("sections");
        assert_eq!(!sections.is_empty(), is_told, "{who}: {reply}");
    }
    let path = format!("/api/tables/{table}/journal");
    assert_eq!(
        server.http("GET", &path, Some(&own), None).await.status,
        403
    );
    assert_eq!(server.http("GET", &path, None, None).await.status, 403);
    assert_eq!(
        server.http("GET", &path, Some(&token), None).await.status,
        200
    );
    let path = format!("/api/tables/{table}");
    assert_eq!(
        server.http("DELETE", &path, Some(&own), None).await.status,
        403
    );
    let (other, _) = server.begin("threeaction/duel").await;
    let path = format!("/api/tables/{other}");
    assert_eq!(
        server.http("GET", &path, Some(&token), None).await.status,
        403
    );
    server.end().await;
}

/// The last message before the server closes the connection.
async fn last(socket: &mut Socket) -> Value {
    let mut last = Value::Null;
    while let Some(message) = socket.hear_or_end().await {
        last = message;
    }
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sits_at_a_table_that_is_removed_hears_that_it_is_gone() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    let (mut master, _) = server.sit(&token).await;
    let path = format!("/api/tables/{table}");
    let removed = server.http("DELETE", &path, Some(&token), None).await;
    assert_eq!(removed.status, 204, "{}", removed.body);
    assert_eq!(last(&mut master).await["problem"]["is"], "unknown");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_links_are_closed_and_stay_closed() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    let link = server.player(&table, &token, &[1]).await;
    let (mut player, _) = server.sit(&link).await;
    let (mut master, _) = server.sit(&token).await;
    let (seats, _) = master.ask(json!({ "is": "seats" })).await;
    let seat = seats["seats"]
        .as_array()
        .and_then(|seats| seats.iter().find(|seat| seat["role"] == "player"))
        .map(|seat| seat["id"].clone());
    let (done, _) = master.ask(json!({ "is": "revoke", "seat": seat })).await;
    assert_eq!(done, json!({ "is": "done" }));
    let (left, _) = master.ask(json!({ "is": "seats" })).await;
    assert_eq!(left["seats"].as_array().map(Vec::len), Some(1), "{left}");
    assert_eq!(last(&mut player).await["problem"]["is"], "unknown");
    let mut again = server.socket().await;
    again.say(&json!({ "is": "hello", "token": link })).await;
    assert_eq!(again.hear().await["problem"]["is"], "unknown");
    assert_eq!(again.hear_or_end().await, None);
    server.end().await;
}

/// The id with which it is told that a message cannot be read.
async fn unreadable(socket: &mut Socket, raw: &str) -> Value {
    socket.say_raw(raw).await;
    let problem = socket.hear().await;
    assert_eq!(problem["problem"]["is"], "unreadable", "{raw}: {problem}");
    problem["id"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn newcomers_may_take_as_many_letters_on_the_socket_as_over_http() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    let (mut socket, _) = server.sit(&token).await;
    let entry = |letters: usize| format!("kind = \"guard\" # {}", "é".repeat(letters));
    let request = |letters| json!({ "is": "join", "entries": entry(letters) });
    let escaped = |letters| {
        let request = request(letters).to_string().replace('é', "\\u00e9");
        format!(r#"{{"is":"ask","id":{letters},"request":{request}}}"#)
    };
    for (letters, is_too_much) in [(9_900, false), (10_000, true)] {
        let answer = server.request(&table, &token, &request(letters)).await;
        assert_eq!(answer.json()["is"] == "too-much", is_too_much, "{letters}");
        socket.say_raw(&escaped(letters)).await;
        let problem = loop {
            let heard = socket.hear().await;
            if heard["id"] == letters {
                break heard["problem"]["is"] == "too-much";
            }
        };
        assert_eq!(problem, is_too_much, "{letters}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_refused_and_harms_nothing() {
    let server = Running::fresh().await;
    let (_, token) = server.begin("threeaction/duel").await;
    let (mut socket, begun) = server.sit(&token).await;
    let who = asked(&begun).expect("a person is asked");
    for raw in ["", "no", "{}", r#"{"is":"hello","token":"x"}"#] {
        assert_eq!(unreadable(&mut socket, raw).await, Value::Null, "{raw}");
    }
    for raw in [
        r#"{"is":"ask","id":1}"#,
        r#"{"is":"ask","id":1,"request":{"is":"dance"}}"#,
        r#"{"is":"ask","id":1,"request":{"is":"undo","count":3}}"#,
    ] {
        assert_eq!(unreadable(&mut socket, raw).await, 1, "{raw}");
    }
    let kinds = [
        (
            json!({ "is": "act", "who": who, "words": "dance wildly" }),
            "declined",
        ),
        (
            json!({ "is": "act", "who": 900, "words": "end turn" }),
            "unknown",
        ),
        (
            json!({ "is": "act", "who": who, "words": "x".repeat(3_000) }),
            "too-much",
        ),
        (json!({ "is": "roll", "words": "4" }), "declined"),
        (
            json!({ "is": "odds", "who": who, "words": "dance" }),
            "declined",
        ),
        (
            json!({ "is": "control", "who": 0, "by": "genius" }),
            "unknown",
        ),
        (
            json!({ "is": "control", "who": 0, "by": "search:5000" }),
            "too-much",
        ),
        (
            json!({ "is": "control", "who": 77, "by": "person" }),
            "unknown",
        ),
        (json!({ "is": "take-branch", "number": 4 }), "declined"),
        (json!({ "is": "undo" }), "declined"),
        (
            json!({ "is": "add-seat", "role": "player", "name": "x".repeat(41) }),
            "too-much",
        ),
        (json!({ "is": "revoke", "seat": 4_000 }), "unknown"),
    ];
    for (request, kind) in kinds {
        let (problem, _) = socket.ask(request.clone()).await;
        assert_eq!(problem["is"], kind, "{request}: {problem}");
    }
    let again = json!({ "is": "ask", "id": 1, "request": { "is": "why" } });
    socket.say(&again).await;
    assert_eq!(socket.hear().await["problem"]["is"], "repeated");
    socket.say_raw(&"x".repeat(2_000_000)).await;
    assert_eq!(socket.hear().await["problem"]["is"], "too-much");
    assert_eq!(socket.hear_or_end().await, None);
    let (_, after) = server.sit(&token).await;
    assert_eq!(after["standing"], begun["standing"]);
    assert_eq!(after["creatures"], begun["creatures"]);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_act_at_once_one_is_told_what_has_happened() {
    let server = Running::fresh().await;
    let (_, token) = server.begin("threeaction/duel").await;
    let (mut one, begun) = server.sit(&token).await;
    let (mut other, _) = server.sit(&token).await;
    let who = asked(&begun).expect("a person is asked");
    let (offers, _) = one.ask(json!({ "is": "offers", "who": who })).await;
    let (words, seen) = (first_offer(&offers), &offers["seen"]);
    let act = json!({ "is": "act", "who": who, "words": words, "seen": seen });
    let (first, _) = one.ask(act.clone()).await;
    let (second, _) = other.ask(act).await;
    assert_eq!(first["is"], "done");
    assert_eq!(second["is"], "stale", "{second}");
    assert!(
        second["changed"]
            .as_array()
            .is_some_and(|changed| !changed.is_empty())
    );
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_fast_is_told_to_wait() {
    let server = Running::fresh().await;
    let (_, token) = server.begin("threeaction/duel").await;
    let (mut socket, _) = server.sit(&token).await;
    let mut waits = 0;
    for _ in 0..100 {
        let (reply, _) = socket.ask(json!({ "is": "account" })).await;
        waits += usize::from(reply["is"] == "too-fast" && reply["wait"].as_u64() > Some(0));
    }
    assert!(waits > 0);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_from_elsewhere_gets_no_socket() {
    use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
    let server = Running::fresh().await;
    let request = |origin: String| {
        let mut request = format!("ws://{}/socket", server.address)
            .into_client_request()
            .expect("a request");
        request
            .headers_mut()
            .insert("origin", origin.parse().expect("a header"));
        request
    };
    let ours = request(format!("http://{}", server.address));
    assert!(tokio_tungstenite::connect_async(ours).await.is_ok());
    let theirs = request("http://evil.example".to_owned());
    assert!(tokio_tungstenite::connect_async(theirs).await.is_err());
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_the_api_are_served_with_a_strict_policy() {
    let server = Running::fresh().await;
    let get = async |path: &str| server.http("GET", path, None, None).await;
    for (path, status) in [
        ("/", 200),
        ("/table", 200),
        ("/rulebook", 200),
        ("/api/nothing", 404),
        ("/assets/nothing.js", 404),
        ("/healthz", 200),
        ("/metrics", 200),
        ("/api/openapi.json", 200),
        ("/api/systems", 200),
        ("/api/scenarios", 200),
        ("/api/scenarios/threeaction/duel", 200),
        ("/api/scenarios/threeaction/nothing", 404),
        ("/api/rules/energy?q=interrupt", 200),
        ("/api/rules/nothing", 404),
        ("/api/content/segment", 200),
        ("/api/schemas/actionpoint", 200),
    ] {
        let answer = get(path).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.body);
        let policy = "content-security-policy: default-src 'none'; script-src 'self'";
        assert!(
            answer.headers.contains(policy),
            "{path}: {}",
            answer.headers
        );
    }
    let description = get("/api/openapi.json").await.json();
    let paths = description["paths"].as_object().expect("paths");
    assert!(paths.contains_key("/api/tables/{id}/requests"), "{paths:?}");
    assert_eq!(
        get("/api/systems").await.json().as_array().map(Vec::len),
        Some(5)
    );
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn scenarios_are_checked_fought_and_written() {
    let server = Running::fresh().await;
    let text = server
        .http("GET", "/api/scenarios/threeaction/duel", None, None)
        .await
        .json();
    let post = async |path: &str, body: Value| server.http("POST", path, None, Some(&body)).await;
    let checked = post("/api/scenarios/check", text.clone()).await.json();
    assert_eq!(checked["system"], "threeaction");
    assert_eq!(checked["update"]["whole"], true);
    let asked = json!({ "text": text["text"], "fights": 200 });
    let chances = post("/api/scenarios/chance", asked).await.json();
    let wins: u64 = chances["sides"]
        .as_array()
        .map(|sides| sides.iter().filter_map(|side| side["wins"].as_u64()).sum())
        .unwrap_or_default();
    assert_eq!(
        wins + chances["undecided"].as_u64().unwrap_or_default(),
        200
    );
    let many = json!({ "text": text["text"], "fights": 1_000_000 });
    assert_eq!(post("/api/scenarios/chance", many).await.status, 400);
    let tree = post("/api/scenarios/read", text).await.json();
    let written = post("/api/scenarios/write", tree.clone()).await.json();
    assert_eq!(post("/api/scenarios/read", written).await.json(), tree);
    let wrong = json!({ "text": "system = \"threeaction\"\n[[creature]]\nname = 7\n" });
    let mistakes = post("/api/scenarios/check", wrong).await;
    assert_eq!(mistakes.status, 422, "{}", mistakes.body);
    assert!(
        mistakes.json()["mistakes"][0]["line"].as_u64() > Some(0),
        "{}",
        mistakes.body
    );
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_goes_on_at_another_table() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("segment/duel-at-the-ford").await;
    let (_, before) = server.sit(&token).await;
    let path = format!("/api/tables/{table}/journal");
    let journal = server.http("GET", &path, Some(&token), None).await.body;
    let new = json!({ "journal": journal, "name": "again" });
    let begun = server
        .http("POST", "/api/tables", None, Some(&new))
        .await
        .json();
    let token = begun["token"].as_str().expect("a secret");
    let (_, after) = server.sit(token).await;
    assert_eq!(after["creatures"], before["creatures"]);
    assert_eq!(after["log"], before["log"]);
    let id = begun["table"]["id"].as_str().expect("an id");
    let path = format!("/api/tables/{id}");
    assert_eq!(
        server.http("DELETE", &path, Some(token), None).await.status,
        204
    );
    assert_eq!(
        server.http("GET", &path, Some(token), None).await.status,
        404
    );
    for new in [
        json!({}),
        json!({ "journal": "nonsense" }),
        json!({ "scenario": "threeaction/duel", "text": "" }),
        json!({ "scenario": "threeaction/nothing" }),
        json!({ "text": "system = \"chess\"" }),
    ] {
        let answer = server.http("POST", "/api/tables", None, Some(&new)).await;
        assert!(
            (400..500).contains(&answer.status),
            "{new}: {}",
            answer.body
        );
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_master_decides_what_players_see_and_when_they_act() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    let link = server.player(&table, &token, &[1]).await;
    let path = format!("/api/tables/{table}");
    let order = async |request: Value| {
        let done = server.request(&table, &token, &request).await;
        assert_eq!(done.status, 200, "{request}: {}", done.body);
    };
    let seen = async || server.http("GET", &path, Some(&link), None).await.body;
    assert!(seen().await.contains("full"), "about how full gauges are");
    order(json!({ "is": "numbers", "numbers": "nothing" })).await;
    assert!(!seen().await.contains("\"roughly\":\"full\""));
    order(json!({ "is": "hide", "who": 0, "hidden": true })).await;
    let hidden = seen().await;
    assert!(!hidden.contains("\"name\":\"first\""), "{hidden}");
    order(json!({ "is": "hide", "who": 0, "hidden": false })).await;
    order(json!({ "is": "pause", "paused": true })).await;
    let (mut player, update) = server.sit(&link).await;
    assert_eq!(update["settings"]["paused"], true);
    let (problem, _) = player.ask(json!({ "is": "pass", "who": 1 })).await;
    assert_eq!(problem["why"]["because"], "paused", "{problem}");
    order(json!({ "is": "pause", "paused": false })).await;
    order(json!({ "is": "dice-of", "who": 1, "real": true })).await;
    let (mut again, update) = server.sit(&link).await;
    assert_eq!(update["settings"]["dice_of"], json!([[1, true]]));
    let words = json!({ "is": "preview", "who": 0, "words": "strike second with longsword" });
    let (problem, _) = again.ask(words).await;
    assert_ne!(
        problem["is"], "preview",
        "that is none of the player's business"
    );
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_begins_paused_waits_for_its_game_master() {
    let server = Running::fresh().await;
    let new = json!({ "scenario": "threeaction/ambush-at-the-ford", "seed": 7, "paused": true });
    let begun = server.http("POST", "/api/tables", None, Some(&new)).await;
    assert_eq!(begun.status, 201, "{}", begun.body);
    let begun = begun.json();
    let id = begun["table"]["id"].as_str().expect("an id").to_owned();
    let token = begun["token"].as_str().expect("a secret").to_owned();
    let (mut master, update) = server.sit(&token).await;
    assert_eq!(update["settings"]["paused"], true, "{update}");
    assert_eq!(update["log"], Value::Null, "nothing has happened: {update}");
    let goes_on = json!({ "is": "pause", "paused": false });
    let done = server.request(&id, &token, &goes_on).await;
    assert_eq!(done.status, 200, "{}", done.body);
    let update = master.update().await;
    assert_eq!(update["settings"]["paused"], false, "{update}");
    server.end().await;
}
