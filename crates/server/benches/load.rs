//! Many tables under load, beside a bare echo of the same messages: `cargo bench -p affray-server --bench load`.
//!
//! 100 tables with five clients each, all on this machine; every client changes something once a second, and everybody at its table is to
//! hear of it. Then the same clients in rooms of nothing but axum: what one of five says, an update as it was told at the tables, is sent
//! to all five, as often and to as many. At last an echo that sends such an update back to whoever sent it, so that as many go out.
//! Each runs as a program of its own. `SECONDS=30` says for how long, `ROUNDS=3` how often all of it.

use std::collections::HashMap;
use std::env;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use affray_server::{Listening, Options};
use affray_table::Library;
use axum::Router;
use axum::extract::Path;
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::routing::{MethodRouter, get};
use axum::serve::ListenerExt as _;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const TABLES: usize = 100;
const CLIENTS: usize = 5;
const SCENARIO: &str = "threeaction/duel";

/// How many numbers are written in turn, so that each tells which command it came from.
const NUMBERS: usize = 25;

/// How many messages may wait in a room for somebody who does not keep up.
const WAITING: usize = 64;

/// Where an update says how many hit points the first creature has.
const HIT_POINTS: &str = "/creatures/0/gauges/0/1/exact/current";

/// How long an update may take.
const AIM: Duration = Duration::from_millis(50);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn main() {
    let role = env::args().nth(1).unwrap_or_default();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match role.as_str() {
        "--serve" => runtime.block_on(serve()),
        "--rooms" => runtime.block_on(rooms()),
        "--echo" => runtime.block_on(echo()),
        _ => runtime.block_on(compare()),
    }
}

async fn serve() {
    let data = tempfile::tempdir().expect("a folder");
    let options = Options {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: data.path().to_owned(),
        library: Library::embedded(),
    };
    let listening = Listening::open(options).await.expect("a server");
    println!("{}", listening.address().expect("an address"));
    listening.run(std::future::pending()).await;
}

/// Sends what one says in a room to everybody there.
async fn rooms() {
    let rooms: Vec<_> = (0..TABLES).map(|_| broadcast::channel(WAITING).0).collect();
    let enter = async move |Path(number): Path<usize>, upgrade: WebSocketUpgrade| {
        let room = rooms[number].clone();
        slim(upgrade).on_upgrade(|socket| stay(socket, room))
    };
    listen("/socket/{room}", get(enter)).await;
}

async fn stay(mut socket: WebSocket, room: broadcast::Sender<Utf8Bytes>) {
    let mut heard = room.subscribe();
    loop {
        tokio::select! {
            said = heard.recv() => {
                let said = Frame::Text(said.expect("nobody falls behind"));
                if socket.send(said).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Frame::Text(text))) => drop(room.send(text)),
                Some(Ok(_)) => {}
                _ => return,
            }
        }
    }
}

/// Sends every message back.
async fn echo() {
    let answer = async |upgrade: WebSocketUpgrade| {
        slim(upgrade).on_upgrade(async |mut socket| {
            while let Some(Ok(message)) = socket.recv().await {
                if matches!(message, Frame::Text(_)) && socket.send(message).await.is_err() {
                    break;
                }
            }
        })
    };
    listen("/socket", get(answer)).await;
}

/// With buffers no larger than the messages ask for.
fn slim(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.read_buffer_size(2 * 1024).write_buffer_size(0)
}

/// A server of nothing but axum.
async fn listen(path: &str, route: MethodRouter) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("{}", listener.local_addr().expect("an address"));
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, Router::new().route(path, route))
        .await
        .expect("a server that runs");
}

/// A server as a program of its own.
struct Program {
    child: Child,
    address: String,
}

impl Program {
    fn start(role: &str) -> Self {
        let mut child = Command::new(env::current_exe().expect("this program"))
            .arg(role)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let output = child.stdout.take().expect("its output");
        let line = BufReader::new(output).lines().next();
        let address = line.expect("a line").expect("plain letters");
        Self { child, address }
    }

    /// A figure of its memory in KiB, as Linux has it: `VmHWM` all of it at most so far, `RssAnon` its own now, without the program.
    fn memory(&self, which: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(which));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.unwrap_or_default()
    }

    /// How long processors have worked for it so far, as Linux counts: in hundredths of a second.
    fn work(&self) -> Duration {
        let counts = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let counts = counts.unwrap_or_default();
        // After the name, which may hold anything; for itself and for it in the system.
        let counts = counts.rsplit(')').next().unwrap_or_default();
        let counts = counts.split_whitespace().skip(11).take(2);
        let hundredths: u64 = counts.filter_map(|count| count.parse::<u64>().ok()).sum();
        Duration::from_millis(hundredths * 10)
    }

    /// What it has taken: all of its memory at most so far, its own now, and work since `begun`.
    fn taken(&self, begun: Duration) -> Taken {
        Taken {
            peak: self.memory("VmHWM"),
            own: self.memory("RssAnon"),
            work: self.work().saturating_sub(begun),
        }
    }

    async fn socket(&self, path: &str) -> Socket {
        let url = format!("ws://{}{path}", self.address);
        // Buffers are filled with zeros before each reading: large ones would measure that.
        let config = WebSocketConfig::default()
            .read_buffer_size(8 * 1024)
            .write_buffer_size(0);
        let socket = tokio_tungstenite::connect_async_with_config(url, Some(config), true);
        let (socket, _) = socket.await.expect("a socket");
        socket
    }

    /// The secret of a new table's game master.
    async fn begin(&self) -> String {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        let body = json!({ "scenario": SCENARIO, "seed": 1 }).to_string();
        let request = format!(
            "POST /api/tables HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).await.expect("a server");
        stream
            .write_all(request.as_bytes())
            .await
            .expect("it is taken");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        let begun: Value = serde_json::from_str(body).expect("JSON");
        begun["token"].as_str().expect("a secret").to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// When the numbers of a table were sent.
type Sent = Arc<Mutex<(usize, HashMap<u64, Instant>)>>;

async fn compare() {
    let number = |name| env::var(name).ok().and_then(|text| text.parse().ok());
    let run = Duration::from_secs(number("SECONDS").unwrap_or(20));
    println!(
        "{TABLES} tables of {CLIENTS} clients, a command a second each, {} s",
        run.as_secs()
    );
    for _ in 0..number("ROUNDS").unwrap_or(1) {
        round(run).await;
    }
}

/// Tables, rooms and echo, one after the other.
async fn round(run: Duration) {
    let (times, update, taken) = tables(run).await;
    let tables = report("tables", times, taken);
    let (times, taken) = {
        let server = Program::start("--rooms");
        let begun = server.work();
        let speech = Speech::Update(serde_json::from_str(&update).expect("JSON"));
        let (times, _) = at_all(&server, speech, run).await;
        (times, server.taken(begun))
    };
    let rooms = report("rooms", times, taken);
    let (times, taken) = {
        let server = Program::start("--echo");
        let begun = server.work();
        let times = echoed(&server, &update, run).await;
        (times, server.taken(begun))
    };
    let echo = report("echo", times, taken);
    tables.beside("rooms", &rooms);
    tables.beside("echo", &echo);
}

/// How long updates took at tables, one of them, and what the server has taken.
async fn tables(run: Duration) -> (Vec<Duration>, String, Taken) {
    let server = Program::start("--serve");
    let empty = server.memory("RssAnon");
    let mut tokens = Vec::new();
    for _ in 0..TABLES {
        tokens.push(server.begin().await);
    }
    let begun = server.work();
    let (times, update) = at_all(&server, Speech::Correction(tokens), run).await;
    let taken = server.taken(begun);
    tokio::time::sleep(Duration::from_secs(2)).await;
    // What was read of the program itself meanwhile is no table's.
    let idle = server.memory("RssAnon").saturating_sub(empty) / TABLES as u64;
    println!("a table that nobody sits at any more: {idle} KiB");
    (times, update, taken)
}

/// What clients say so that those who sit with them hear a number.
enum Speech {
    /// At tables: the game master's word that a creature has so many hit points. With the secrets of the tables.
    Correction(Vec<String>),
    /// In rooms: the update that tells of it.
    Update(Value),
}

impl Speech {
    /// Comes to the table, or into the room, of that number.
    async fn enter(&self, server: &Program, table: usize) -> Socket {
        match self {
            Self::Update(_) => server.socket(&format!("/socket/{table}")).await,
            Self::Correction(tokens) => {
                let mut socket = server.socket("/socket").await;
                let hello = json!({ "is": "hello", "token": tokens[table] });
                let hello = Message::text(hello.to_string());
                socket.send(hello).await.expect("it is taken");
                socket
            }
        }
    }

    /// The message that brings the number about; the `id` counts a client's messages.
    fn of(&self, number: u64, id: u32) -> String {
        match self {
            Self::Update(update) => {
                let mut update = update.clone();
                *update.pointer_mut(HIT_POINTS).expect("hit points") = number.into();
                update.to_string()
            }
            Self::Correction(_) => {
                let words = format!("first.hp {number}");
                let request = json!({ "is": "correct", "words": words });
                json!({ "is": "ask", "id": id, "request": request }).to_string()
            }
        }
    }
}

/// Has clients say things at all tables or in all rooms; gives how long it took until they were heard, and what was heard.
async fn at_all(server: &Program, speech: Speech, run: Duration) -> (Vec<Duration>, String) {
    let speech = Arc::new(speech);
    let mut clients = JoinSet::new();
    for table in 0..TABLES {
        let sent: Sent = Arc::default();
        for client in 0..CLIENTS {
            let socket = speech.enter(server, table).await;
            let place = (table * CLIENTS + client) as u32;
            clients.spawn(sit(
                socket,
                Arc::clone(&speech),
                Arc::clone(&sent),
                place,
                run,
            ));
        }
    }
    let (mut times, mut update) = (Vec::new(), String::new());
    while let Some(client) = clients.join_next().await {
        let (took, heard) = client.expect("a client that does not fail");
        update = heard;
        times.extend(took);
    }
    (times, update)
}

/// When the client of that place sends, counted from the start: all of them spread over a second.
fn first_at(place: u32) -> tokio::time::Instant {
    let spread = Duration::from_secs(1) / (TABLES * CLIENTS) as u32;
    tokio::time::Instant::now() + Duration::from_secs(2) + spread * place
}

async fn sit(
    mut socket: Socket,
    speech: Arc<Speech>,
    sent: Sent,
    place: u32,
    run: Duration,
) -> (Vec<Duration>, String) {
    let mut ticks = tokio::time::interval_at(first_at(place), Duration::from_secs(1));
    let end = tokio::time::sleep(run + Duration::from_secs(2));
    tokio::pin!(end);
    let (mut times, mut update, mut id) = (Vec::new(), String::new(), 0);
    loop {
        tokio::select! {
            () = &mut end => return (times, update),
            _ = ticks.tick() => {
                id += 1;
                let number = {
                    let mut sent = sent.lock().expect("no client fails");
                    sent.0 += 1;
                    (1 + sent.0 % NUMBERS) as u64
                };
                let said = Message::text(speech.of(number, id));
                let now = Instant::now();
                sent.lock().expect("no client fails").1.insert(number, now);
                socket.send(said).await.expect("it is taken");
            }
            message = socket.next() => {
                let Some(Ok(Message::Text(text))) = message else { continue };
                let heard = Instant::now();
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["is"] == "problem" {
                    panic!("{message}");
                }
                let now = message.pointer(HIT_POINTS).and_then(Value::as_u64);
                let at = now.and_then(|now| {
                    sent.lock().expect("no client fails").1.get(&now).copied()
                });
                if let (Some(at), Some(false)) = (at, message["whole"].as_bool()) {
                    times.push(heard - at);
                    update = text.to_string();
                }
            }
        }
    }
}

/// Has as many clients send that message as often as all tables have sent one, and measures how long it is on its way and back. Clients
/// read it as those at tables do.
async fn echoed(server: &Program, text: &str, run: Duration) -> Vec<Duration> {
    let mut clients = JoinSet::new();
    for place in 0..(TABLES * CLIENTS) as u32 {
        let (mut socket, text) = (server.socket("/socket").await, text.to_owned());
        clients.spawn(async move {
            // A client hears of every command at its table.
            let every = Duration::from_secs(1) / CLIENTS as u32;
            let mut ticks = tokio::time::interval_at(first_at(place), every);
            let end = tokio::time::Instant::now() + run + Duration::from_secs(2);
            let mut times = Vec::new();
            while tokio::time::Instant::now() < end {
                ticks.tick().await;
                let sent = Instant::now();
                let message = Message::text(text.clone());
                socket.send(message).await.expect("it is taken");
                let echo = socket.next().await.expect("an echo").expect("an echo");
                times.push(sent.elapsed());
                let echo: Value = serde_json::from_slice(&echo.into_data()).expect("JSON");
                assert_eq!(echo["is"], "update");
            }
            times
        });
    }
    clients.join_all().await.into_iter().flatten().collect()
}

/// What a server has taken: memory in KiB, and work of processors.
struct Taken {
    peak: u64,
    /// Without the program itself.
    own: u64,
    work: Duration,
}

/// What came of a run, in milliseconds and KiB.
struct Figures {
    median: f64,
    p99: f64,
    peak: f64,
    own: f64,
    /// Work of processors for an update.
    work: f64,
}

impl Figures {
    /// Tells how many times as much this is as the other.
    fn beside(&self, name: &str, other: &Self) {
        let ratio = |one: f64, other: f64| one / other.max(f64::EPSILON);
        println!(
            "tables against {name}: median {:.2} times, p99 {:.2} times, memory {:.2} times, without the program {:.2} times, work {:.2} times",
            ratio(self.median, other.median),
            ratio(self.p99, other.p99),
            ratio(self.peak, other.peak),
            ratio(self.own, other.own),
            ratio(self.work, other.work)
        );
    }
}

fn report(name: &str, mut times: Vec<Duration>, taken: Taken) -> Figures {
    times.sort_unstable();
    let at = |part: f64| {
        let index = (times.len() as f64 * part) as usize;
        times
            .get(index)
            .map_or(f64::NAN, |time| time.as_secs_f64() * 1_000.0)
    };
    let within = times.iter().filter(|time| **time <= AIM).count();
    let Taken { peak, own, work } = taken;
    let work = work.as_secs_f64() * 1_000.0 / times.len().max(1) as f64;
    println!(
        "{name:>7}: {} updates, median {:.2} ms, p99 {:.2} ms, at most {:.1} ms, {:.2} % within {} ms, memory at most {peak} KiB, {own} KiB of it not the program, {work:.3} ms of work an update",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0 - f64::EPSILON),
        100.0 * within as f64 / times.len().max(1) as f64,
        AIM.as_millis()
    );
    Figures {
        median: at(0.5),
        p99: at(0.99),
        peak: peak as f64,
        own: own as f64,
        work,
    }
}
