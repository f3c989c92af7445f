//! The table in the browser as a program: what it has acknowledged survives being killed at any moment.
#![cfg(feature = "web")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How often the server is killed.
const KILLS: u32 = 50;

/// How many tables are written to meanwhile.
const TABLES: usize = 4;

/// How many different numbers are written.
const NUMBERS: u32 = 25;

/// A running server.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_affray"))
            .args(["--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let output = child.stdout.take().expect("its output");
        let first = BufReader::new(output).lines().next();
        let line = first.expect("a first line").expect("plain letters");
        let (_, address) = line.split_once("http://").expect("an address");
        Self {
            address: address.to_owned(),
            child,
        }
    }

    /// Ends it without warning.
    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is over");
    }
}

/// Asks over HTTP; `None` if the server is gone.
fn http(address: &str, method: &str, path: &str, token: &str, body: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, body.to_owned()))
}

/// A table, and how far it was written.
struct Written {
    id: String,
    token: String,
    /// How many changes were acknowledged. One more may have been sent.
    acknowledged: u32,
}

impl Written {
    fn begin(address: &str) -> Self {
        let new = json!({ "scenario": "threeaction/duel" }).to_string();
        let (status, body) = http(address, "POST", "/api/tables", "", &new).expect("an answer");
        assert_eq!(status, 201, "{body}");
        let begun: Value = serde_json::from_str(&body).expect("JSON");
        let word = |value: &Value| value.as_str().expect("a word").to_owned();
        let mut table = Self {
            id: word(&begun["table"]["id"]),
            token: word(&begun["token"]),
            acknowledged: 0,
        };
        table.pause(address);
        assert!(table.change(address), "the first change");
        table
    }

    /// Keeps the opponent, whom the server plays, from wounding the creature that is written to.
    fn pause(&self, address: &str) {
        let path = format!("/api/tables/{}/requests", self.id);
        let request = json!({ "is": "pause", "paused": true }).to_string();
        let (status, body) =
            http(address, "POST", &path, &self.token, &request).expect("an answer");
        assert_eq!(status, 200, "{body}");
    }

    /// What a creature's hit points become with the change of that number.
    fn value(number: u32) -> u32 {
        1 + number % NUMBERS
    }

    /// Makes one more change; `false` if the server is gone.
    fn change(&mut self, address: &str) -> bool {
        let path = format!("/api/tables/{}/requests", self.id);
        let words = format!("first.hp {}", Self::value(self.acknowledged + 1));
        let request = json!({ "is": "correct", "words": words }).to_string();
        match http(address, "POST", &path, &self.token, &request) {
            Some((200, _)) => self.acknowledged += 1,
            Some((429, _)) => thread::sleep(Duration::from_millis(20)),
            Some((status, body)) => panic!("{status}: {body}"),
            None => return false,
        }
        true
    }

    /// Looks whether everything that was acknowledged is there, and at most the one change more that was sent.
    fn look(&mut self, address: &str) {
        let path = format!("/api/tables/{}", self.id);
        let (status, body) = http(address, "GET", &path, &self.token, "").expect("an answer");
        assert_eq!(status, 200, "{body}");
        let seen: Value = serde_json::from_str(&body).expect("JSON");
        let gauge = &seen["update"]["creatures"][0]["gauges"][0][1]["exact"]["current"];
        let now = gauge.as_u64().and_then(|now| u32::try_from(now).ok());
        let (last, next) = (self.acknowledged, self.acknowledged + 1);
        match now {
            Some(now) if now == Self::value(last) => {}
            Some(now) if now == Self::value(next) => self.acknowledged = next,
            _ => panic!("{now:?} is there after {last} changes were acknowledged"),
        }
    }

    fn journal(&self, address: &str) -> String {
        let path = format!("/api/tables/{}/journal", self.id);
        let (status, journal) = http(address, "GET", &path, &self.token, "").expect("an answer");
        assert_eq!(status, 200, "{journal}");
        journal
    }
}

#[test]
fn what_was_acknowledged_is_there_after_the_server_was_killed() {
    let data = tempfile::tempdir().expect("a folder");
    let mut serving = Serving::start(data.path());
    let mut tables: Vec<Written> = (0..TABLES)
        .map(|_| Written::begin(&serving.address))
        .collect();
    for kill in 0..KILLS {
        let address = serving.address.clone();
        thread::scope(|threads| {
            for table in &mut tables {
                let address = &address;
                threads.spawn(move || while table.change(address) {});
            }
            // Another moment every time, from before the first write to the midst of many.
            thread::sleep(Duration::from_millis(u64::from(kill * 37 % 90)));
            serving.kill();
        });
        serving = Serving::start(data.path());
        for table in &mut tables {
            table.look(&serving.address);
        }
    }
    let all: u32 = tables.iter().map(|table| table.acknowledged).sum();
    assert!(all > KILLS, "{all} changes are too few to show anything");
    for table in &tables {
        let path = data.path().join("journal.jsonl");
        std::fs::write(&path, table.journal(&serving.address)).expect("a writable folder");
        let verified = Command::new(env!("CARGO_BIN_EXE_affray"))
            .args(["replay", "--verify"])
            .arg(&path)
            .output()
            .expect("the program runs");
        assert!(verified.status.success(), "{verified:?}");
    }
    serving.kill();
}

#[test]
fn what_cannot_be_served_is_said_and_nothing_panics() {
    let data = tempfile::tempdir().expect("a folder");
    let file = data.path().join("file");
    std::fs::write(&file, "").expect("a writable folder");
    let serving = Serving::start(&data.path().join("one"));
    let (_, port) = serving.address.rsplit_once(':').expect("a port");
    let two = data.path().join("two");
    for (arguments, says) in [
        (["--port", port, "--data"], "cannot listen on"),
        (["--port", "0", "--data"], "cannot make the folder"),
    ] {
        let data = if says.contains("folder") { &file } else { &two };
        let run = Command::new(env!("CARGO_BIN_EXE_affray"))
            .arg("serve")
            .args(arguments)
            .arg(data)
            .output()
            .expect("the program runs");
        let error = String::from_utf8(run.stderr).expect("plain text");
        assert_eq!(run.status.code(), Some(3), "{error}");
        assert!(error.contains(says), "{error}");
        assert!(!error.contains("panicked"), "{error}");
        assert!(!error.contains('\u{1b}'), "no colours in a file: {error}");
    }
    serving.kill();
}

#[test]
fn where_to_serve_is_of_no_use_to_another_command() {
    let run = Command::new(env!("CARGO_BIN_EXE_affray"))
        .args(["--port", "80", "rules"])
        .output()
        .expect("the program runs");
    let error = String::from_utf8(run.stderr).expect("plain text");
    assert_eq!(run.status.code(), Some(2), "{error}");
    assert!(error.contains("behind `serve`"), "{error}");
}
