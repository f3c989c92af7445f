//! A server on a port of its own, and clients that talk to it as the page does.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use affray_server::{Listening, Options};
use affray_table::Library;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How long anything may take before a test gives up.
const WITHIN: Duration = Duration::from_secs(30);

/// A server that runs until it is ended.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    end: oneshot::Sender<()>,
    done: JoinHandle<()>,
    /// Its folder, if nobody else has it.
    data: Option<TempDir>,
}

impl Running {
    /// A server in an empty folder, which goes with it.
    pub(crate) async fn fresh() -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let mut server = Self::start(data.path()).await;
        server.data = Some(data);
        server
    }

    /// A server in a folder in which another may go on later.
    pub(crate) async fn start(data: &Path) -> Self {
        let options = Options {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: data.to_owned(),
            library: Library::embedded(),
        };
        let listening = Listening::open(options).await.expect("a server");
        let address = listening.address().expect("an address");
        let (end, ended) = oneshot::channel();
        let done = tokio::spawn(async move {
            let run = listening.run(async {
                let _ = ended.await;
            });
            run.await;
        });
        Self {
            address,
            end,
            done,
            data: None,
        }
    }

    pub(crate) async fn end(self) {
        let _ = self.end.send(());
        self.done.await.expect("an orderly end");
        drop(self.data);
    }

    /// Asks over HTTP; gives the status, the headers and the body.
    pub(crate) async fn http(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Answer {
        let body = body.map(Value::to_string).unwrap_or_default();
        let secret = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            secret.unwrap_or_default(),
            body.len()
        );
        let mut stream = TcpStream::connect(self.address)
            .await
            .expect("a connection");
        stream
            .write_all(request.as_bytes())
            .await
            .expect("it is taken");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("an answer");
        Answer::read(&String::from_utf8(answer).expect("plain letters"))
    }

    /// Asks a table something over HTTP.
    pub(crate) async fn request(&self, table: &str, token: &str, request: &Value) -> Answer {
        let path = format!("/api/tables/{table}/requests");
        self.http("POST", &path, Some(token), Some(request)).await
    }

    /// Begins a table; gives its id and the secret of its game master.
    pub(crate) async fn begin(&self, scenario: &str) -> (String, String) {
        self.begin_by(scenario, 7).await
    }

    /// The same with other dice.
    pub(crate) async fn begin_by(&self, scenario: &str, seed: u64) -> (String, String) {
        let new = json!({ "scenario": scenario, "seed": seed });
        let begun = self.http("POST", "/api/tables", None, Some(&new)).await;
        assert_eq!(begun.status, 201, "{}", begun.body);
        let begun = begun.json();
        let word = |value: &Value| value.as_str().expect("a word").to_owned();
        (word(&begun["table"]["id"]), word(&begun["token"]))
    }

    /// A link to a table for a player of these creatures.
    pub(crate) async fn player(&self, table: &str, token: &str, creatures: &[u16]) -> String {
        let request =
            json!({ "is": "add-seat", "role": "player", "creatures": creatures, "name": "player" });
        let link = self.request(table, token, &request).await;
        assert_eq!(link.status, 200, "{}", link.body);
        link.json()["token"].as_str().expect("a secret").to_owned()
    }

    pub(crate) async fn socket(&self) -> Socket {
        let (stream, _) = tokio_tungstenite::connect_async(format!("ws://{}/socket", self.address))
            .await
            .expect("a socket");
        Socket { stream, id: 0 }
    }

    /// Sits down and hears the first two messages.
    pub(crate) async fn sit(&self, token: &str) -> (Socket, Value) {
        let mut socket = self.socket().await;
        socket.say(&json!({ "is": "hello", "token": token })).await;
        let welcome = socket.hear().await;
        assert_eq!(welcome["is"], "welcome", "{welcome}");
        let update = socket.hear().await;
        assert_eq!(update["whole"], true, "{update}");
        (socket, update)
    }
}

/// What the server says over HTTP.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Answer {
    fn read(text: &str) -> Self {
        let (headers, body) = text.split_once("\r\n\r\n").expect("a whole answer");
        let status = headers.split(' ').nth(1).and_then(|word| word.parse().ok());
        let body = if headers
            .to_lowercase()
            .contains("transfer-encoding: chunked")
        {
            unchunked(body)
        } else {
            body.to_owned()
        };
        Self {
            status: status.expect("a status"),
            headers: headers.to_lowercase(),
            body,
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).expect("a length");
        if length == 0 {
            break;
        }
        whole.push_str(&rest[..length]);
        body = rest[length..].trim_start_matches("\r\n");
    }
    whole
}

/// A page at a table.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: u32,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_raw(&message.to_string()).await;
    }

    pub(crate) async fn say_raw(&mut self, message: &str) {
        self.stream
            .send(Message::text(message))
            .await
            .expect("it is taken");
    }

    /// Sends a ping; `false` when the connection is closed.
    pub(crate) async fn ping(&mut self) -> bool {
        self.stream.send(Message::Ping(Bytes::new())).await.is_ok()
    }

    /// The next message; `None` when the server has closed the connection.
    pub(crate) async fn hear_or_end(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(WITHIN, self.stream.next()).await;
            match next.expect("in time") {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_))) | None => return None,
                Some(Ok(_)) => {}
                Some(Err(
                    Error::ConnectionClosed
                    | Error::AlreadyClosed
                    | Error::Protocol(_)
                    | Error::Io(_),
                )) => return None,
                Some(Err(error)) => panic!("{error}"),
            }
        }
    }

    pub(crate) async fn hear(&mut self) -> Value {
        self.hear_or_end().await.expect("the connection is open")
    }

    /// Asks, and gives the answer with all updates that came before it.
    pub(crate) async fn ask(&mut self, request: Value) -> (Value, Vec<Value>) {
        self.id += 1;
        let id = self.id;
        self.say(&json!({ "is": "ask", "id": id, "request": request }))
            .await;
        let mut updates = Vec::new();
        loop {
            let message = self.hear().await;
            match message["is"].as_str() {
                Some("update") => updates.push(message),
                Some("reply") if message["id"] == id => {
                    return (message["reply"].clone(), updates);
                }
                Some("problem") if message["id"] == id => {
                    return (message["problem"].clone(), updates);
                }
                _ => panic!("{message}"),
            }
        }
    }

    /// The next update.
    pub(crate) async fn update(&mut self) -> Value {
        let message = self.hear().await;
        assert_eq!(message["is"], "update", "{message}");
        message
    }
}

/// The creature that an update asks, if it asks one.
pub(crate) fn asked(update: &Value) -> Option<u16> {
    let who = update["standing"]["questions"][0]["who"].as_u64()?;
    u16::try_from(who).ok()
}

/// The first act that is on offer, in words.
pub(crate) fn first_offer(reply: &Value) -> String {
    let words = &reply["groups"][0]["offers"][0]["words"];
    words.as_str().expect("an offer").to_owned()
}
