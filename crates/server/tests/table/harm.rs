//! What somebody sends by mistake or out of malice, and what becomes of it: the table and the server are as well as before.

use serde_json::{Value, json};

use crate::common::Running;

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_whose_last_line_does_not_end_is_gone_on_with() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path()).await;
    let (table, token) = server.begin("threeaction/duel").await;
    let path = format!("/api/tables/{table}/journal");
    let journal = server.http("GET", &path, Some(&token), None).await.body;
    let new = json!({ "journal": journal.trim_end() });
    let begun = server.http("POST", "/api/tables", None, Some(&new)).await;
    assert_eq!(begun.status, 201, "{}", begun.body);
    let begun = begun.json();
    let id = begun["table"]["id"].as_str().expect("an id");
    let token = begun["token"].as_str().expect("a secret");
    let correct = json!({ "is": "correct", "words": "first.hp 9" });
    let done = server.request(id, token, &correct).await;
    assert_eq!(done.status, 200, "{}", done.body);
    server.end().await;

    let server = Running::start(data.path()).await;
    let path = format!("/api/tables/{id}");
    let seen = server.http("GET", &path, Some(token), None).await;
    assert_eq!(seen.status, 200, "{}", seen.body);
    let gauge = &seen.json()["update"]["creatures"][0]["gauges"][0][1]["exact"]["current"];
    assert_eq!(gauge, 9);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn habits_are_about_what_the_system_asks() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    let link = server.player(&table, &token, &[0]).await;
    let settled = async |window: &str, habit: &str| {
        let request = json!({ "is": "habit", "who": 0, "window": window, "habit": habit });
        server.request(&table, &link, &request).await.json()
    };
    for window in ["x".repeat(61).as_str(), "{}", "a\nb", "reaction", ""] {
        assert_eq!(settled(window, "never").await["is"], "declined", "{window}");
    }
    for window in ["fall", "pushdirection", "when it chooses how far to push"] {
        assert_eq!(settled(window, "never").await["is"], "done", "{window}");
    }
    assert_eq!(settled("fall", "ask").await["is"], "done");
    let path = format!("/api/tables/{table}");
    let seen = server.http("GET", &path, Some(&link), None).await.json();
    let kept = json!([[0, "pushdirection", "never"], [0, "pushdistance", "never"]]);
    assert_eq!(seen["update"]["settings"]["habits"], kept);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_too_often_is_told_to_wait() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    for path in [
        format!("/api/tables/{table}"),
        format!("/api/tables/{table}/journal"),
    ] {
        let looks = (0..150).map(|_| server.http("GET", &path, Some(&token), None));
        let answers = futures_util::future::join_all(looks).await;
        let early = answers.iter().find(|answer| answer.status == 429);
        let problem = early.expect("nobody looks so often").json();
        assert_eq!(problem["is"], "too-fast", "{problem}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_only_pings_and_does_so_all_the_time_is_let_go() {
    let server = Running::fresh().await;
    let (_, token) = server.begin("threeaction/duel").await;
    let (mut socket, _) = server.sit(&token).await;
    for _ in 0..40 {
        assert!(socket.ping().await, "a ping now and then is borne");
    }
    let (account, _) = socket.ask(json!({ "is": "account" })).await;
    assert_eq!(account["is"], "account", "{account}");
    for _ in 0..10_000 {
        if !socket.ping().await {
            break;
        }
    }
    assert_eq!(socket.hear_or_end().await, None);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_make_no_sense_are_answered_by_a_problem() {
    let server = Running::fresh().await;
    let (table, token) = server.begin("threeaction/duel").await;
    let requests = format!("/api/tables/{table}/requests");
    for path in [
        "/api/tables",
        &requests,
        "/api/scenarios/check",
        "/api/scenarios/chance",
        "/api/scenarios/read",
        "/api/scenarios/write",
    ] {
        for body in [json!({ "scen": "x" }), json!(7), Value::Null] {
            let answer = server.http("POST", path, Some(&token), Some(&body)).await;
            assert_eq!(answer.status, 400, "{path}: {}", answer.body);
            assert_eq!(answer.json()["is"], "unreadable", "{path}");
        }
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chances_are_worked_out_by_a_stand_in_for_bots_that_think() {
    let server = Running::fresh().await;
    let path = "/api/scenarios/threeaction/duel";
    let duel = server.http("GET", path, None, None).await.json();
    let duel = duel["text"].as_str().expect("a text");
    let mut wins = Vec::new();
    for (policy, stand_in) in [
        ("simple", Value::Null),
        ("random", Value::Null),
        ("greedy", json!("simple")),
        ("search:100000", json!("simple")),
    ] {
        let text = duel.replacen("\"simple\"", &format!("\"{policy}\""), 1);
        let asked = json!({ "text": text, "fights": 200 });
        let path = "/api/scenarios/chance";
        let answer = server.http("POST", path, None, Some(&asked)).await;
        assert_eq!(answer.status, 200, "{policy}: {}", answer.body);
        let chances = answer.json();
        assert_eq!(chances["stand_in"], stand_in, "{policy}");
        wins.push(chances["sides"].clone());
    }
    assert_ne!(wins[1], wins[0], "who takes anything fights differently");
    assert_eq!(wins[2..], [wins[0].clone(), wins[0].clone()]);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_journals_may_be_long() {
    let server = Running::fresh().await;
    let long = "#".repeat(256 * 1024 + 1);
    let status = async |path: &str, body: Value| {
        let answer = server.http("POST", path, None, Some(&body)).await;
        answer.status
    };
    for path in ["/api/scenarios/check", "/api/scenarios/read"] {
        assert_eq!(status(path, json!({ "text": long })).await, 422, "{path}");
    }
    let tree = json!({ "tree": { "about": long } });
    assert_eq!(status("/api/scenarios/write", tree).await, 422);
    let text = json!({ "text": long });
    assert_eq!(status("/api/tables", text).await, 422);
    let journal = json!({ "journal": long });
    assert_eq!(status("/api/tables", journal).await, 422, "it is read");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_too_many_texts_read_is_told_so() {
    let server = Running::fresh().await;
    for (path, body) in [
        ("/api/scenarios/read", json!({ "text": "a = 1" })),
        ("/api/scenarios/write", json!({ "tree": { "a": 1 } })),
    ] {
        let ask = async || server.http("POST", path, None, Some(&body)).await.status;
        let mut statuses = Vec::new();
        for _ in 0..400 {
            statuses.push(ask().await);
        }
        assert!(statuses.contains(&429), "{path}");
    }
    server.end().await;
}
