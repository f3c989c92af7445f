//! Many tables under load, beside a bare echo of the same messages: `cargo bench -p affray-server --bench load`.
//!
//! 100 tables with five clients each, all on this machine; every client changes something once a second, and everybody at its table is to
//! hear of it. The server, and then an echo of nothing but axum that sends back one of the same messages, run as programs of their own.
//! `SECONDS=30` says for how long.

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
use axum::extract::ws::{Message as Frame, WebSocketUpgrade};
use axum::routing::get;
use axum::serve::ListenerExt as _;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const TABLES: usize = 100;
const CLIENTS: usize = 5;
const SCENARIO: &str = "threeaction/duel";

/// How many numbers are written in turn, so that each tells which command it came from.
const NUMBERS: usize = 25;

/// How long an update may take.
const AIM: Duration = Duration::from_millis(50);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn main() {
    let role = env::args().nth(1).unwrap_or_default();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match role.as_str() {
        "--serve" => runtime.block_on(serve()),
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
    listening
        .run(std::future::pending())
        .await
        .expect("a server that runs");
}

/// Sends every message back.
async fn echo() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("{}", listener.local_addr().expect("an address"));
    let answer = async |upgrade: WebSocketUpgrade| {
        let upgrade = upgrade.read_buffer_size(2 * 1024).write_buffer_size(0);
        upgrade.on_upgrade(async |mut socket| {
            while let Some(Ok(message)) = socket.recv().await {
                if matches!(message, Frame::Text(_)) && socket.send(message).await.is_err() {
                    break;
                }
            }
        })
    };
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, Router::new().route("/socket", get(answer)))
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

    /// All of its memory at most so far, and its own now.
    fn memories(&self) -> [u64; 2] {
        ["VmHWM", "RssAnon"].map(|which| self.memory(which))
    }

    async fn socket(&self) -> Socket {
        let url = format!("ws://{}/socket", self.address);
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
    let seconds = env::var("SECONDS").ok().and_then(|text| text.parse().ok());
    let run = Duration::from_secs(seconds.unwrap_or(20));
    println!(
        "{TABLES} tables of {CLIENTS} clients, a command a second each, {} s",
        run.as_secs()
    );
    let (times, message, memory) = {
        let server = Program::start("--serve");
        let empty = server.memory("RssAnon");
        let mut tokens = Vec::new();
        for _ in 0..TABLES {
            tokens.push(server.begin().await);
        }
        let (times, message) = at_tables(&server, &tokens, run).await;
        let memory = server.memories();
        tokio::time::sleep(Duration::from_secs(2)).await;
        // What was read of the program itself meanwhile is no table's.
        let idle = server.memory("RssAnon").saturating_sub(empty) / TABLES as u64;
        println!("a table that nobody sits at any more: {idle} KiB");
        (times, message, memory)
    };
    let server = report("tables", times, memory);
    let (times, memory) = {
        let server = Program::start("--echo");
        let times = echoed(&server, &message, run).await;
        (times, server.memories())
    };
    let bare = report("echo", times, memory);
    let ratio = |one: f64, other: f64| one / other.max(f64::EPSILON);
    println!(
        "tables against echo: median {:.2} times, p99 {:.2} times, memory {:.2} times, without the program {:.2} times",
        ratio(server.median, bare.median),
        ratio(server.p99, bare.p99),
        ratio(server.peak, bare.peak),
        ratio(server.own, bare.own)
    );
}

/// Has clients change things at all tables; gives how long updates took, and one of them.
async fn at_tables(server: &Program, tokens: &[String], run: Duration) -> (Vec<Duration>, String) {
    let mut clients = JoinSet::new();
    for (table, token) in tokens.iter().enumerate() {
        let sent: Sent = Arc::default();
        for client in 0..CLIENTS {
            let mut socket = server.socket().await;
            let hello = json!({ "is": "hello", "token": token }).to_string();
            socket
                .send(Message::text(hello))
                .await
                .expect("it is taken");
            let place = (table * CLIENTS + client) as u32;
            clients.spawn(sit(socket, Arc::clone(&sent), place, run));
        }
    }
    let (mut times, mut message) = (Vec::new(), String::new());
    while let Some(client) = clients.join_next().await {
        let (took, heard) = client.expect("a client that does not fail");
        message = heard;
        times.extend(took);
    }
    (times, message)
}

/// When the client of that place sends, counted from the start: all of them spread over a second.
fn first_at(place: u32) -> tokio::time::Instant {
    let spread = Duration::from_secs(1) / (TABLES * CLIENTS) as u32;
    tokio::time::Instant::now() + Duration::from_secs(2) + spread * place
}

async fn sit(mut socket: Socket, sent: Sent, place: u32, run: Duration) -> (Vec<Duration>, String) {
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
                    let number = (1 + sent.0 % NUMBERS) as u64;
                    sent.1.insert(number, Instant::now());
                    number
                };
                let words = format!("first.hp {number}");
                let request = json!({ "is": "correct", "words": words });
                let ask = json!({ "is": "ask", "id": id, "request": request }).to_string();
                socket.send(Message::text(ask)).await.expect("it is taken");
            }
            message = socket.next() => {
                let Some(Ok(Message::Text(text))) = message else { continue };
                let heard = Instant::now();
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["is"] == "problem" {
                    panic!("{message}");
                }
                let now = &message["creatures"][0]["gauges"][0][1]["exact"]["current"];
                let at = now.as_u64().and_then(|now| {
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
        let (mut socket, text) = (server.socket().await, text.to_owned());
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

/// What came of a run, in milliseconds and KiB.
struct Figures {
    median: f64,
    p99: f64,
    peak: f64,
    /// Without the program itself.
    own: f64,
}

fn report(name: &str, mut times: Vec<Duration>, [peak, own]: [u64; 2]) -> Figures {
    times.sort_unstable();
    let at = |part: f64| {
        let index = (times.len() as f64 * part) as usize;
        times
            .get(index)
            .map_or(f64::NAN, |time| time.as_secs_f64() * 1_000.0)
    };
    let within = times.iter().filter(|time| **time <= AIM).count();
    println!(
        "{name:>7}: {} updates, median {:.2} ms, p99 {:.2} ms, at most {:.1} ms, {:.2} % within {} ms, memory at most {peak} KiB, {own} KiB of it not the program",
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
    }
}
