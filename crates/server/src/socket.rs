//! Sockets: one for each page that is open at a table.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::mpsc;
use tokio::time::{self, Instant};

use crate::feed;
use crate::hall::Hall;
use crate::live::{Answer, Join, Order};
use crate::protocol::{ClientMessage, Hello, NAME_MAX, Problem, Request, ServerMessage};
use crate::server::Server;
use crate::store::SeatRow;

/// The longest message that is read, in bytes.
const MESSAGE_MAX: usize = 16 * 1024;

/// How much is read from a connection at once, in bytes: messages are short, and there are many connections.
const READ_BUFFER: usize = 1024;

/// How many messages may wait for a connection that does not take them.
const OUTGOING_MAX: usize = 256;

/// How long somebody may take to say who they are.
const HELLO_WITHIN: Duration = Duration::from_secs(10);

/// How long a message may take to be sent.
const SEND_WITHIN: Duration = Duration::from_secs(20);

/// How often a silent connection is asked whether it is there still.
const PING_EVERY: Duration = Duration::from_secs(25);

/// After how long without a sign a connection is given up.
const SILENT_MAX: Duration = Duration::from_secs(80);

/// Requests a second that a connection may ask in the long run, and at once.
const REQUESTS_A_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
const REQUESTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(60).unwrap();

/// How many messages that were too fast or unreadable are borne.
const OFFENCES_MAX: u32 = 100;

/// Opens a socket for a page of our own.
pub(crate) async fn open(
    State(server): State<Arc<Server>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_of_our_own(&headers) {
        return (StatusCode::FORBIDDEN, "a page from elsewhere").into_response();
    }
    let Some(place) = server.limits.connect(address.ip()) else {
        return (StatusCode::TOO_MANY_REQUESTS, "too many connections").into_response();
    };
    upgrade
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .on_upgrade(move |socket| async move {
            server.hall.metrics().connections.inc();
            serve(socket, &server.hall).await;
            server.hall.metrics().connections.dec();
            drop(place);
        })
}

/// Whether a browser says that the page came from here; what is no browser says nothing.
pub(crate) fn is_of_our_own(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| {
        let rest = origin.strip_prefix("http://");
        rest.or_else(|| origin.strip_prefix("https://"))
    });
    origin.is_some() && origin == host
}

async fn serve(mut socket: WebSocket, hall: &Hall) {
    // What it takes to sit down is not kept for as long as somebody sits.
    let Some((talk, outgoing)) = Box::pin(sit_down(&mut socket, hall)).await else {
        return;
    };
    let (seat, connection) = (Arc::clone(&talk.seat), talk.connection);
    talk.go_on(&mut socket, outgoing).await;
    hall.tell(&seat.table, Order::Leave { connection }).await;
}

/// Brings whoever says hello to the table; says why, where that is not possible.
async fn sit_down<'h>(
    socket: &mut WebSocket,
    hall: &'h Hall,
) -> Option<(Talk<'h>, mpsc::Receiver<Utf8Bytes>)> {
    let hello = hello(socket).await?;
    match join(hall, hello).await {
        Ok(joined) => Some(joined),
        Err(problem) => {
            refuse(socket, problem).await;
            None
        }
    }
}

async fn join(hall: &Hall, hello: Hello) -> Result<(Talk<'_>, mpsc::Receiver<Utf8Bytes>), Problem> {
    let seat = check(hall, &hello).await?;
    let connection = hall.connection();
    let (out, outgoing) = mpsc::channel(OUTGOING_MAX);
    let talk = Talk {
        hall,
        seat: Arc::clone(&seat),
        connection,
        out: out.downgrade(),
        rate: RateLimiter::direct(
            Quota::per_second(REQUESTS_A_SECOND).allow_burst(REQUESTS_AT_ONCE),
        ),
        offences: 0,
        last_id: None,
    };
    // From here on the table alone holds the way to this connection: when it lets go, the connection ends.
    let join = Order::Join(Join {
        seat: Arc::clone(&seat),
        name: hello.name,
        have: hello.have,
        connection,
        out,
    });
    hall.order(&seat.table, join).await?;
    Ok((talk, outgoing))
}

/// The first message, if it comes in time and makes sense.
async fn hello(socket: &mut WebSocket) -> Option<Hello> {
    let first = time::timeout(HELLO_WITHIN, socket.recv()).await;
    let message = first.ok().flatten()?.ok()?;
    let read = message.to_text().ok().map(ClientMessage::read);
    match read {
        Some(Ok(ClientMessage::Hello(hello))) => Some(hello),
        Some(Ok(ClientMessage::Ask { .. })) | None => {
            let message = "say hello first".to_owned();
            refuse(socket, Problem::Unreadable { message }).await;
            None
        }
        Some(Err(problem)) => {
            refuse(socket, problem).await;
            None
        }
    }
}

async fn check(hall: &Hall, hello: &Hello) -> Result<Arc<SeatRow>, Problem> {
    let letters = hello.name.as_ref().map_or(0, |name| name.chars().count());
    if letters > NAME_MAX {
        return Err(Problem::Limit {
            message: format!("a name has at most {NAME_MAX} letters"),
        });
    }
    hall.seat(&hello.token).await
}

/// Says why, and closes.
async fn refuse(socket: &mut WebSocket, problem: Problem) {
    let message = feed::text(&ServerMessage::Problem { id: None, problem });
    let _ = time::timeout(SEND_WITHIN, socket.send(Message::Text(message))).await;
    let frame = CloseFrame {
        code: close_code::POLICY,
        reason: Utf8Bytes::from_static("refused"),
    };
    let _ = time::timeout(SEND_WITHIN, socket.send(Message::Close(Some(frame)))).await;
}

/// A connection at a table.
struct Talk<'h> {
    hall: &'h Hall,
    seat: Arc<SeatRow>,
    /// Its number.
    connection: u64,
    out: mpsc::WeakSender<Utf8Bytes>,
    rate: DefaultDirectRateLimiter,
    offences: u32,
    last_id: Option<u32>,
}

impl Talk<'_> {
    async fn go_on(mut self, socket: &mut WebSocket, mut outgoing: mpsc::Receiver<Utf8Bytes>) {
        let mut heard = Instant::now();
        let mut ping = time::interval(PING_EVERY);
        loop {
            tokio::select! {
                message = outgoing.recv() => {
                    let Some(message) = message else { break };
                    if !send(socket, Message::Text(message)).await {
                        return;
                    }
                }
                message = socket.recv() => {
                    let Some(Ok(message)) = message else { return };
                    heard = Instant::now();
                    if let Message::Text(text) = message
                        && let Some(answer) = self.hear(&text).await
                        && !send(socket, Message::Text(answer)).await
                    {
                        return;
                    }
                    if self.offences > OFFENCES_MAX {
                        return;
                    }
                }
                _ = ping.tick() => {
                    let is_lost = heard.elapsed() > SILENT_MAX;
                    if is_lost || !send(socket, Message::Ping(Vec::new().into())).await {
                        return;
                    }
                }
            }
        }
        let frame = CloseFrame {
            code: close_code::AWAY,
            reason: Utf8Bytes::from_static("come back"),
        };
        send(socket, Message::Close(Some(frame))).await;
    }

    /// Passes a request on to the table; what is not even passed on is answered at once.
    async fn hear(&mut self, text: &str) -> Option<Utf8Bytes> {
        let (id, problem) = match ClientMessage::read(text) {
            Err(problem) => (None, problem),
            Ok(ClientMessage::Hello(_)) => {
                let message = "you are at the table already".to_owned();
                (None, Problem::Unreadable { message })
            }
            Ok(ClientMessage::Ask { id, request }) => match self.pass_on(id, request).await {
                Ok(()) => return None,
                Err(problem) => (Some(id), problem),
            },
        };
        if !matches!(problem, Problem::Unknown { .. } | Problem::Failed { .. }) {
            self.offences += 1;
            self.hall.metrics().refused();
        }
        Some(feed::text(&ServerMessage::Problem { id, problem }))
    }

    async fn pass_on(&mut self, id: u32, request: Request) -> Result<(), Problem> {
        if let Err(early) = self.rate.check() {
            let wait = early.wait_time_from(DefaultClock::default().now());
            return Err(Problem::TooFast {
                wait: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            });
        }
        if self.last_id.is_some_and(|last| id <= last) {
            return Err(Problem::Repeated { id });
        }
        self.last_id = Some(id);
        let order = Order::Ask {
            seat: Arc::clone(&self.seat),
            request,
            answer: Answer::Socket {
                id,
                out: self.out.clone(),
            },
        };
        self.hall.order(&self.seat.table, order).await
    }
}

/// Sends a message; `false` if the connection does not take it.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    let sent = time::timeout(SEND_WITHIN, socket.send(message)).await;
    matches!(sent, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn pages_from_elsewhere_are_told_apart() {
        for (origin, is_ours) in [
            (None, true),
            (Some("http://table.example:7878"), true),
            (Some("https://table.example:7878"), true),
            (Some("http://table.example"), false),
            (Some("http://table.example:7878.evil.example"), false),
            (Some("null"), false),
            (Some("table.example:7878"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("table.example:7878"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            assert_eq!(is_of_our_own(&headers), is_ours, "{origin:?}");
        }
    }
}
