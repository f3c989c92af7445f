//! What goes out over a socket: at once where the system takes it, so that nobody need be woken to send it; the rest waits.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Bytes, Error, Message, Utf8Bytes, WebSocket};

/// How many messages may wait for a connection that does not take them.
const WAITING_MAX: usize = 256;

/// How many bytes may wait for it before another message; one alone may be longer.
const WAITING_BYTES: usize = 8 * 1024 * 1024;

/// How long a message may take to be sent.
const SEND_WITHIN: Duration = Duration::from_secs(20);

/// How much of a message that is too long goes by before its connection ends, in bytes, and for how long.
const PASSED_BY_MAX: usize = 4 * 1024 * 1024;
const PASS_WITHIN: Duration = Duration::from_secs(3);

/// The longest head of a frame that a server sends: two bytes and the length in eight.
const HEAD_MAX: usize = 10;

/// The bits of a frame's first byte that say what kind of frame it is.
const OPCODE: u8 = 0x0f;

/// A frame on its way. What it carries is shared by all who are sent the same.
struct Piece {
    head: [u8; HEAD_MAX],
    head_length: usize,
    body: Bytes,
    /// How much of both is out.
    sent: usize,
}

impl Piece {
    fn new(opcode: OpCode, body: Bytes) -> Self {
        let mut piece = Self::plain(body);
        let header = FrameHeader {
            opcode,
            ..FrameHeader::default()
        };
        let length = piece.body.len() as u64;
        let written = header.format(length, &mut piece.head.as_mut_slice());
        debug_assert!(written.is_ok(), "no head is longer");
        piece.head_length = header.len(length);
        piece
    }

    /// Bytes that are a frame already.
    fn plain(body: Bytes) -> Self {
        Self {
            head: [0; HEAD_MAX],
            head_length: 0,
            body,
            sent: 0,
        }
    }

    /// Whether it is the frame that closes, which the protocol writes itself.
    fn closes(&self) -> bool {
        let first = self.body.first().filter(|_| self.head_length == 0);
        first.is_some_and(|first| first & OPCODE == u8::from(OpCode::Control(Control::Close)))
    }

    /// Sends as much of it as is taken, and says so if that is not all.
    fn send(&mut self, stream: &TcpStream) -> io::Result<()> {
        while self.sent < self.head_length + self.body.len() {
            let head = &self.head[self.sent.min(self.head_length)..self.head_length];
            let body = &self.body[self.sent.saturating_sub(self.head_length)..];
            let both = [IoSlice::new(head), IoSlice::new(body)];
            match stream.try_write_vectored(&both)? {
                0 => return Err(ErrorKind::WriteZero.into()),
                taken => self.sent += taken,
            }
        }
        Ok(())
    }
}

/// What has not been taken yet.
#[derive(Default)]
struct Waiting {
    pieces: VecDeque<Piece>,
    /// Whether the table has let go.
    is_over: bool,
    /// Whether it is of no use to come back.
    is_refused: bool,
    /// Whether the frame that closes has gone out: nothing may follow it.
    is_closed: bool,
}

impl Waiting {
    /// Whether there is room for another message.
    fn has_room(&self) -> bool {
        let bytes = self.pieces.iter().map(|piece| piece.body.len());
        self.pieces.len() < WAITING_MAX && bytes.sum::<usize>() < WAITING_BYTES
    }
}

/// A connection, as far as messages go out.
pub(crate) struct Wire {
    stream: TcpStream,
    waiting: Mutex<Waiting>,
    /// Told when something waits, and when the table lets go.
    stirred: Notify,
}

impl Wire {
    /// A connection, and the reader of what comes in over it; `read` was read of it before.
    pub(crate) fn new(
        stream: TcpStream,
        read: &[u8],
        config: WebSocketConfig,
    ) -> (Arc<Self>, Reader) {
        let wire = Arc::new(Self {
            stream,
            waiting: Mutex::default(),
            stirred: Notify::new(),
        });
        let end = End(Arc::clone(&wire));
        let (role, config) = (Role::Server, Some(config));
        let socket = WebSocket::from_partially_read(end, read.to_vec(), role, config);
        (wire, Reader(socket))
    }

    /// Sends a message, or has it wait; `false` if too much waits already, or nothing goes out any more.
    pub(crate) fn say(&self, message: &Utf8Bytes) -> bool {
        let has_room = self.waiting().has_room();
        let text = || Piece::new(OpCode::Data(Data::Text), message.clone().into());
        has_room && self.put(text()).is_ok()
    }

    /// Asks whether anybody is there.
    pub(crate) fn ping(&self) -> io::Result<()> {
        self.put(Piece::new(OpCode::Control(Control::Ping), Bytes::new()))
    }

    /// Whether whoever is there keeps up with what they are told.
    pub(crate) fn keeps_up(&self) -> bool {
        self.waiting().pieces.len() < WAITING_MAX / 2
    }

    /// Waits until something is to be sent, or the table lets go.
    pub(crate) async fn stirred(&self) {
        self.stirred.notified().await;
    }

    /// Whether the table has let go.
    pub(crate) fn is_over(&self) -> bool {
        self.waiting().is_over
    }

    /// Says why nobody is to come back here; the connection is to end with it.
    pub(crate) fn send_away(&self, why: &Utf8Bytes) {
        self.say(why);
        self.waiting().is_refused = true;
    }

    /// How a connection ends of which the table has let go.
    pub(crate) fn farewell(&self) -> CloseFrame {
        if self.waiting().is_refused {
            return refused();
        }
        CloseFrame {
            code: CloseCode::Away,
            reason: Utf8Bytes::from_static("come back"),
        }
    }

    /// Sends what waits, as the connection takes it.
    ///
    /// # Errors
    /// If it takes nothing more.
    pub(crate) async fn drain(&self) -> io::Result<()> {
        loop {
            let sent = time::timeout(SEND_WITHIN, self.send_first()).await;
            if !sent.map_err(|_| io::Error::from(ErrorKind::TimedOut))?? {
                return Ok(());
            }
        }
    }

    /// Sends the first piece that waits to its end; `false` if there is none.
    async fn send_first(&self) -> io::Result<bool> {
        loop {
            let sent = {
                let mut waiting = self.waiting();
                let Some(first) = waiting.pieces.front_mut() else {
                    // Room that was needed once is not kept.
                    waiting.pieces = VecDeque::new();
                    return Ok(false);
                };
                let sent = first.send(&self.stream);
                if sent.is_ok() {
                    waiting.pieces.pop_front();
                }
                sent
            };
            match sent {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.stream.writable().await?;
                }
                sent => return sent.map(|()| true),
            }
        }
    }

    /// Sends a piece if nothing waits before it, as far as it is taken at once; the rest of it waits.
    fn put(&self, mut piece: Piece) -> io::Result<()> {
        let mut waiting = self.waiting();
        if waiting.is_closed {
            return Err(ErrorKind::BrokenPipe.into());
        }
        waiting.is_closed = piece.closes();
        if waiting.pieces.is_empty() {
            match piece.send(&self.stream) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                sent => return sent,
            }
        }
        waiting.pieces.push_back(piece);
        drop(waiting);
        self.stirred.notify_one();
        Ok(())
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How a connection ends that was refused.
pub(crate) fn refused() -> CloseFrame {
    CloseFrame {
        code: CloseCode::Policy,
        reason: Utf8Bytes::from_static("refused"),
    }
}

/// A table's hold on a connection: when the table lets go, the connection ends.
pub(crate) struct Outlet(pub(crate) Arc<Wire>);

impl Drop for Outlet {
    fn drop(&mut self) {
        self.0.waiting().is_over = true;
        self.0.stirred.notify_one();
    }
}

/// Reads what comes in over a connection.
pub(crate) struct Reader(WebSocket<End>);

impl Reader {
    /// The next message.
    ///
    /// # Errors
    /// If no more will come.
    pub(crate) async fn next(&mut self) -> Result<Message, Error> {
        loop {
            match self.0.read() {
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    self.0.get_ref().0.stream.readable().await?;
                }
                read => return read,
            }
        }
    }

    /// Lets go by what still comes, for a moment: a connection that is ended with something unread is reset, and what was said last is lost.
    pub(crate) async fn pass_by(&mut self) {
        let stream = &self.0.get_ref().0.stream;
        let passing = async {
            let (mut some, mut left) = ([0; 1024], PASSED_BY_MAX);
            while left > 0 && stream.readable().await.is_ok() {
                match stream.try_read(&mut some) {
                    Ok(0) => return,
                    Ok(read) => left = left.saturating_sub(read),
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    Err(_) => return,
                }
            }
        };
        let _ = time::timeout(PASS_WITHIN, passing).await;
    }

    /// Says that this is the end, and why.
    pub(crate) async fn close(&mut self, why: CloseFrame) {
        if self.0.send(Message::Close(Some(why))).is_ok() {
            let _ = self.0.get_ref().0.drain().await;
        }
    }
}

/// A connection, as the protocol reads from it; what it answers of itself goes the way of all messages.
struct End(Arc<Wire>);

impl Read for End {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.stream.try_read(buffer)
    }
}

impl Write for End {
    fn write(&mut self, frames: &[u8]) -> io::Result<usize> {
        self.0.put(Piece::plain(Bytes::copy_from_slice(frames)))?;
        Ok(frames.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use futures_util::StreamExt as _;
    use tokio::net::TcpListener;
    use tokio_tungstenite::WebSocketStream;

    use super::*;

    /// Somebody at the other end of a wire.
    pub(crate) type Other = WebSocketStream<TcpStream>;

    /// A wire, its reader, and whoever is at its other end.
    pub(crate) async fn wire() -> (Arc<Wire>, Reader, Other) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (there, here) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (here, _) = here.expect("a connection");
        here.writable().await.expect("a connection");
        let (wire, reader) = Wire::new(here, &[], WebSocketConfig::default());
        let there = there.expect("a connection");
        let other = WebSocketStream::from_raw_socket(there, Role::Client, None).await;
        (wire, reader, other)
    }

    /// Sends what waits until the table lets go.
    pub(crate) async fn tend(wire: Arc<Wire>) {
        while !wire.is_over() {
            wire.stirred().await;
            if wire.drain().await.is_err() {
                return;
            }
        }
    }

    async fn heard(other: &mut Other) -> Option<String> {
        match other.next().await?.ok()? {
            Message::Text(text) => Some(text.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn messages_of_all_lengths_go_out_at_once() {
        let (wire, _reader, mut other) = wire().await;
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let message = "x".repeat(length);
            assert!(wire.say(&message.clone().into()));
            let waits = !wire.waiting().pieces.is_empty();
            assert!(!waits || length > 60_000, "{length}");
            wire.drain().await.expect("it is taken");
            assert_eq!(heard(&mut other).await, Some(message));
        }
    }

    #[tokio::test]
    async fn nothing_follows_the_frame_that_closes() {
        let (wire, mut reader, mut other) = wire().await;
        let there = tokio::spawn(async move {
            other.close(None).await.expect("it can be closed");
            let mut last = Vec::new();
            while let Some(Ok(message)) = other.next().await {
                last.push(message);
            }
            last
        });
        let closed = reader.next().await.expect("the end");
        assert!(closed.is_close());
        // It is answered as soon as somebody reads on.
        assert!(reader.next().await.is_err());
        assert!(!wire.say(&"too late".into()));
        assert!(wire.ping().is_err());
        drop((wire, reader));
        let last = there.await.expect("it hears the end");
        assert!(last.iter().all(Message::is_close), "{last:?}");
    }

    #[tokio::test]
    async fn what_is_not_taken_waits_and_keeps_its_order() {
        let (wire, _reader, mut other) = wire().await;
        let message = |number: usize| format!("{number} {}", "x".repeat(20_000));
        let mut said = 0;
        while wire.keeps_up() {
            assert!(wire.say(&message(said).into()));
            said += 1;
        }
        assert!(said > WAITING_MAX / 2);
        while wire.say(&message(said).into()) {
            said += 1;
        }
        assert_eq!(wire.waiting().pieces.len(), WAITING_MAX);
        let outlet = Outlet(Arc::clone(&wire));
        let tending = tokio::spawn(tend(Arc::clone(&wire)));
        for number in 0..said {
            let text = heard(&mut other).await.expect("a message");
            assert_eq!(text, message(number));
        }
        drop(outlet);
        tending.await.expect("it ends");
        assert_eq!(wire.waiting().pieces.capacity(), 0);
    }

    #[tokio::test]
    async fn so_many_bytes_wait_and_no_more() {
        let (wire, _reader, _other) = wire().await;
        let message = Utf8Bytes::from("x".repeat(WAITING_BYTES / 2));
        while wire.waiting().pieces.is_empty() {
            assert!(wire.say(&message), "the system takes it");
        }
        while wire.waiting().has_room() {
            assert!(wire.say(&message));
        }
        assert!(!wire.say(&message));
        assert_eq!(wire.waiting().pieces.len(), 2);
    }

    #[tokio::test]
    async fn what_the_protocol_answers_stands_between_messages() {
        use futures_util::SinkExt as _;
        let (wire, mut reader, mut other) = wire().await;
        let mut said = 0;
        while wire.waiting().pieces.is_empty() {
            wire.say(&"x".repeat(100_000).into());
            said += 1;
        }
        let ping = Message::Ping(Bytes::from_static(b"there?"));
        other.send(ping.clone()).await.expect("it is taken");
        assert_eq!(reader.next().await.expect("a ping"), ping);
        let text = Message::text("here");
        other.send(text.clone()).await.expect("it is taken");
        assert_eq!(reader.next().await.expect("a text"), text);
        let outlet = Outlet(Arc::clone(&wire));
        let tending = tokio::spawn(tend(Arc::clone(&wire)));
        for _ in 0..said {
            assert_eq!(
                heard(&mut other).await.map(|text| text.len()),
                Some(100_000)
            );
        }
        let pong = other.next().await.expect("a pong").expect("a pong");
        assert_eq!(pong, Message::Pong(Bytes::from_static(b"there?")));
        drop(outlet);
        tending.await.expect("it ends");
    }
}
