//! Sockets: one for each page that is open at a table.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request as HttpRequest, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use hyper_util::server::conn::auto::upgrade::downcast;
use tokio::net::TcpStream;
use tokio::time::{self, Instant};
use tungstenite::handshake::server::create_response_with_body;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Error, Message, Utf8Bytes};

use crate::feed;
use crate::hall::Hall;
use crate::live::{Answer, Join, Order};
use crate::protocol::{
    ClientMessage, Hello, MESSAGE_MAX, NAME_MAX, Problem, Request, ServerMessage,
};
use crate::server::Server;
use crate::store::SeatRow;
use crate::wire::{self, Outlet, Reader, Wire};

/// How much is read from a connection at once, in bytes: messages are short, and there are many connections.
const READ_BUFFER: usize = 1024;

/// How long somebody may take to say who they are.
const HELLO_WITHIN: Duration = Duration::from_secs(10);

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
    mut request: HttpRequest,
) -> Response {
    if !is_of_our_own(request.headers()) {
        return (StatusCode::FORBIDDEN, "a page from elsewhere").into_response();
    }
    let answer = create_response_with_body(&request, Body::empty);
    let answer = answer.map_err(|error| error.to_string());
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let upgrade = upgrade.ok_or("this connection cannot become one".to_owned());
    let (answer, upgrade) = match (answer, upgrade) {
        (Ok(answer), Ok(upgrade)) => (answer, upgrade),
        (Err(why), _) | (_, Err(why)) => {
            let message = format!("a socket is opened here: {why}");
            return (StatusCode::BAD_REQUEST, message).into_response();
        }
    };
    let Some(place) = server.limits.connect(address.ip()) else {
        return (StatusCode::TOO_MANY_REQUESTS, "too many connections").into_response();
    };
    tokio::spawn(async move {
        // What it takes to sit down is not kept for as long as somebody sits.
        if let Some((wire, reader)) = Box::pin(upgraded(upgrade)).await {
            server.hall.metrics().connections.inc();
            serve(&wire, reader, &server.hall).await;
            server.hall.metrics().connections.dec();
        }
        drop(place);
    });
    answer
}

/// The connection itself, once it speaks no HTTP any more.
async fn upgraded(upgrade: OnUpgrade) -> Option<(Arc<Wire>, Reader)> {
    let upgraded = upgrade.await.ok()?;
    let Ok(parts) = downcast::<TokioIo<TcpStream>>(upgraded) else {
        tracing::error!("a connection is of a kind that was not provided for");
        return None;
    };
    let config = WebSocketConfig::default()
        .max_message_size(Some(MESSAGE_MAX))
        .max_frame_size(Some(MESSAGE_MAX))
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0);
    Some(Wire::new(parts.io.into_inner(), &parts.read_buf, config))
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

async fn serve(wire: &Arc<Wire>, mut reader: Reader, hall: &Hall) {
    let Some(talk) = Box::pin(sit_down(wire, &mut reader, hall)).await else {
        return;
    };
    let (seat, connection) = (Arc::clone(&talk.seat), talk.connection);
    talk.go_on(&mut reader).await;
    let leave = hall.tell(&seat.table, Order::Leave { connection });
    Box::pin(leave).await;
}

/// Brings whoever says hello to the table; says why, where that is not possible.
async fn sit_down<'h>(
    wire: &'h Arc<Wire>,
    reader: &mut Reader,
    hall: &'h Hall,
) -> Option<Talk<'h>> {
    let joined = match hello(reader).await? {
        Ok(hello) => join(wire, hall, hello).await,
        Err(problem) => Err(problem),
    };
    match joined {
        Ok(talk) => Some(talk),
        Err(problem) => {
            wire.say(&feed::text(&ServerMessage::Problem { id: None, problem }));
            reader.close(wire::refused()).await;
            None
        }
    }
}

async fn join<'h>(wire: &'h Arc<Wire>, hall: &'h Hall, hello: Hello) -> Result<Talk<'h>, Problem> {
    let seat = check(hall, &hello).await?;
    let connection = hall.connection();
    let talk = Talk {
        hall,
        seat: Arc::clone(&seat),
        connection,
        wire,
        rate: RateLimiter::direct(
            Quota::per_second(REQUESTS_A_SECOND).allow_burst(REQUESTS_AT_ONCE),
        ),
        offences: 0,
        last_id: None,
    };
    // From here on the table has a hold on this connection: when it lets go, the connection ends.
    let join = Order::Join(Join {
        seat: Arc::clone(&seat),
        name: hello.name,
        have: hello.have,
        connection,
        out: Outlet(Arc::clone(wire)),
    });
    hall.order(&seat.table, join).await?;
    Ok(talk)
}

/// The first message, if it comes in time; what is wrong with it, if it makes no sense.
async fn hello(reader: &mut Reader) -> Option<Result<Hello, Problem>> {
    let first = time::timeout(HELLO_WITHIN, reader.next()).await;
    let message = first.ok()?.ok()?;
    let read = message.to_text().ok().map(ClientMessage::read);
    Some(match read {
        Some(Ok(ClientMessage::Hello(hello))) => Ok(hello),
        Some(Ok(ClientMessage::Ask { .. })) | None => {
            let message = "say hello first".to_owned();
            Err(Problem::Unreadable { message })
        }
        Some(Err(problem)) => Err(problem),
    })
}

async fn check(hall: &Hall, hello: &Hello) -> Result<Arc<SeatRow>, Problem> {
    let letters = hello.name.as_ref().map_or(0, |name| name.chars().count());
    if letters > NAME_MAX {
        return Err(Problem::TooMuch {
            message: format!("a name has at most {NAME_MAX} letters"),
        });
    }
    hall.seat(&hello.token).await
}

/// A connection at a table.
struct Talk<'h> {
    hall: &'h Hall,
    seat: Arc<SeatRow>,
    /// Its number.
    connection: u64,
    wire: &'h Arc<Wire>,
    rate: DefaultDirectRateLimiter,
    offences: u32,
    last_id: Option<u32>,
}

impl Talk<'_> {
    async fn go_on(mut self, reader: &mut Reader) {
        let mut heard = Instant::now();
        let mut ping = time::interval(PING_EVERY);
        loop {
            tokio::select! {
                // Nobody is read from who does not read.
                biased;
                () = self.wire.stirred() => {
                    if self.wire.drain().await.is_err() {
                        return;
                    }
                    if self.wire.is_over() {
                        break;
                    }
                }
                message = reader.next() => {
                    let message = match message {
                        Ok(message) => message,
                        Err(Error::Capacity(_)) => return Box::pin(self.too_long(reader)).await,
                        Err(_) => return,
                    };
                    heard = Instant::now();
                    match message {
                        // Most of the time nothing comes: what it takes to pass something on is not kept meanwhile.
                        Message::Text(text) => {
                            if let Some(answer) = Box::pin(self.hear(&text)).await
                                && !self.wire.say(&answer)
                            {
                                return;
                            }
                        }
                        _ => self.count(),
                    }
                    if self.offences > OFFENCES_MAX {
                        return;
                    }
                }
                _ = ping.tick() => {
                    let is_lost = heard.elapsed() > SILENT_MAX;
                    if is_lost || self.wire.ping().is_err() {
                        return;
                    }
                }
            }
        }
        reader.close(self.wire.farewell()).await;
    }

    /// A message was too long to be read: nothing that follows it can be.
    async fn too_long(&self, reader: &mut Reader) {
        let message = format!("a message has at most {} KiB", MESSAGE_MAX / 1024);
        let problem = Problem::TooMuch { message };
        self.wire
            .say(&feed::text(&ServerMessage::Problem { id: None, problem }));
        let too_long = CloseFrame {
            code: CloseCode::Size,
            reason: Utf8Bytes::from_static("too long"),
        };
        reader.close(too_long).await;
        reader.pass_by().await;
    }

    /// Counts what asks for nothing, but has to be read and may have to be answered: a ping.
    fn count(&mut self) {
        if self.rate.check().is_err() {
            self.offences += 1;
            self.hall.metrics().refused();
        }
    }

    /// Passes a request on to the table; what is not even passed on is answered at once.
    async fn hear(&mut self, text: &str) -> Option<Utf8Bytes> {
        let (id, problem) = match ClientMessage::read(text) {
            Err(problem) => (ClientMessage::id(text), problem),
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
                out: Arc::downgrade(self.wire),
            },
        };
        self.hall.order(&self.seat.table, order).await
    }
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
