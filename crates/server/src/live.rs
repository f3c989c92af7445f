//! A table at which a fight goes on: one task owns the fight, and everything that happens there comes to it as an order.

mod answer;
mod bounds;
mod look;
mod nature;
mod obey;
mod people;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use affray_kernel::CreatureId;
use affray_kernel::fight::DiceMode;
use affray_table::{Library, Session, Viewer};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::time::Instant;
use tungstenite::Utf8Bytes;

use crate::feed::{self, Feed, News};
use crate::metrics::Metrics;
use crate::protocol::{
    Person, Problem, Reply, Request, Role, Seen, ServerMessage, Settings, TableInfo, Update,
};
use crate::store::{Part, SeatRow, Store};
use crate::wire::Outlet;
pub(crate) use answer::Answer;
pub(crate) use bounds::Bounds;
use bounds::Size;

/// How many orders may wait for a table; who has more to say waits before.
const WAITING_MAX: usize = 64;

/// How long a table at which nobody sits stays in memory.
const IDLE: Duration = Duration::from_secs(600);

/// How many steps bots take before people are heard again.
const STEPS: usize = 200;

/// How long they go on taking them; a step that was begun is ended. What bots do does not depend on it, only who is heard when.
const STRETCH_WITHIN: Duration = Duration::from_millis(50);

/// How often they may take so many before anybody is heard at all.
const STRETCHES_FIRST: usize = 20;

/// How long that may take.
const FIRST_WITHIN: Duration = Duration::from_secs(1);

/// How many long questions of a seat may wait for their answers.
const QUESTIONS_MAX: usize = 8;

/// A table, and everything that a seat may see of it.
pub(crate) type Snapshot = (TableInfo, Update);

/// What a table is asked to do.
pub(crate) enum Order {
    /// Somebody sits down.
    Join(Join),
    /// A connection has ended.
    Leave { connection: u64 },
    /// Somebody asks something.
    Ask {
        seat: Arc<SeatRow>,
        request: Request,
        answer: Answer,
    },
    /// Everything that a seat may see.
    Snapshot {
        seat: Arc<SeatRow>,
        answer: oneshot::Sender<Result<Snapshot, Problem>>,
    },
    /// The whole journal.
    Journal {
        seat: Arc<SeatRow>,
        answer: oneshot::Sender<Result<String, Problem>>,
    },
    /// The fight in memory is not what is on disk: it has to be read again.
    Broken,
    /// The table was removed, or the server ends.
    Close,
}

impl Order {
    /// Whether it comes from a program that plays over HTTP, for which nobody need sit at the table.
    const fn is_from_a_program(&self) -> bool {
        matches!(
            self,
            Self::Ask {
                answer: Answer::Waiting(_),
                ..
            } | Self::Snapshot { .. }
        )
    }
}

/// Somebody sits down.
pub(crate) struct Join {
    pub(crate) seat: Arc<SeatRow>,
    pub(crate) name: Option<String>,
    pub(crate) have: Option<Seen>,
    /// The number of the connection.
    pub(crate) connection: u64,
    /// Where messages go.
    pub(crate) out: Outlet,
}

/// What all tables share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) metrics: Arc<Metrics>,
    /// As many as long questions are thought about at once, so that tables are not kept waiting.
    pub(crate) thinkers: Arc<Semaphore>,
    /// As many pieces of advice: they take longer than everything else that is asked, and keep nobody from their odds.
    pub(crate) advisers: Arc<Semaphore>,
    /// What each of them may come to.
    pub(crate) bounds: Bounds,
}

/// A table, as seen from elsewhere.
#[derive(Clone)]
pub(crate) struct Live {
    orders: mpsc::Sender<Order>,
    /// Ends with the task.
    running: watch::Receiver<()>,
}

impl Live {
    /// Starts the task of a table; `run` tells its updates from those of the time when it was in memory before.
    pub(crate) fn start(
        info: TableInfo,
        (session, library): (Box<dyn Session>, Arc<Library>),
        (run, next_part): (u32, i64),
        shared: Shared,
    ) -> Self {
        let (orders, received) = mpsc::channel(WAITING_MAX);
        let (is_running, running) = watch::channel(());
        let table = Table {
            info: Arc::new(info),
            session,
            library,
            run,
            next_part,
            shared,
            thinker: Arc::new(Semaphore::new(1)),
            adviser: Arc::new(Semaphore::new(1)),
            told_by_branch: 0,
            stands_at: None,
            seats: BTreeMap::new(),
            people: Vec::new(),
            rewrites: 0,
            orders: orders.downgrade(),
            is_busy: true,
            is_resting: false,
        };
        tokio::spawn(async move {
            table.run(received).await;
            drop(is_running);
        });
        Self { orders, running }
    }

    /// Whether the table is in memory still.
    pub(crate) fn is_open(&self) -> bool {
        self.running.has_changed().is_ok()
    }

    /// Waits until a table that takes no orders any more is no longer in memory: then all that was done there is on disk.
    pub(crate) async fn ended(&self) {
        let mut running = self.running.clone();
        while running.changed().await.is_ok() {}
    }

    /// Gives an order; it comes back if the table is no longer in memory.
    pub(crate) async fn order(&self, order: Order) -> Option<Order> {
        self.orders.send(order).await.err().map(|error| error.0)
    }
}

/// A connection that hears of everything that its seat may hear.
struct Listener {
    connection: u64,
    out: Outlet,
}

/// Somebody's place at the table.
struct Place {
    seat: Arc<SeatRow>,
    /// What whoever sits there wants to be called.
    name: Option<String>,
    feed: Feed,
    /// How often the log had been rewritten when this seat was told last.
    rewrites: u32,
    listeners: Vec<Listener>,
    /// The long questions that may still be asked before others are answered.
    questions: Arc<Semaphore>,
    /// What tells the last advice that was asked for that other advice is asked for instead of it.
    advice: Option<oneshot::Sender<()>>,
}

/// A table with its fight.
struct Table {
    info: Arc<TableInfo>,
    session: Box<dyn Session>,
    /// What creatures that join may refer to.
    library: Arc<Library>,
    run: u32,
    next_part: i64,
    shared: Shared,
    /// The odds of one act are worked out at a time: however long, that keeps no other table from its answers.
    thinker: Arc<Semaphore>,
    /// The same of advice.
    adviser: Arc<Semaphore>,
    /// The most that taking up a branch has added to the log up to now, in bytes: it is told anew as a whole.
    told_by_branch: usize,
    /// After how many entries it was said why nothing goes on by itself.
    stands_at: Option<usize>,
    /// By the number of the seat.
    seats: BTreeMap<u32, Place>,
    /// Everybody who has a seat; nobody until the first of them asks for something.
    people: Vec<Person>,
    /// How often lines of the log that were told have become others.
    rewrites: u32,
    orders: mpsc::WeakSender<Order>,
    /// Whether something will happen by itself.
    is_busy: bool,
    /// Whether bots wait for the game master: whoever comes to a new table is to see what they do.
    is_resting: bool,
}

impl Table {
    async fn run(mut self, mut orders: mpsc::Receiver<Order>) {
        self.shared.metrics.tables.inc();
        self.session.set_flowing(false);
        bounds::curb_bots(self.session.as_mut());
        self.is_resting = !self.session.has_begun();
        self.session.set_resting(self.is_resting);
        self.go_far().await;
        let mut idle_since = Instant::now();
        loop {
            let order = if self.is_busy {
                match orders.try_recv() {
                    Ok(order) => Some(order),
                    Err(mpsc::error::TryRecvError::Disconnected) => break,
                    Err(mpsc::error::TryRecvError::Empty) => None,
                }
            } else {
                match tokio::time::timeout_at(idle_since + IDLE, orders.recv()).await {
                    Ok(Some(order)) => Some(order),
                    Ok(None) => break,
                    Err(_) if self.is_empty() => {
                        self.take_the_last(&mut orders).await;
                        break;
                    }
                    Err(_) => None,
                }
            };
            match order {
                Some(Order::Broken | Order::Close) => break,
                Some(order) => {
                    idle_since = Instant::now();
                    self.take(order).await;
                }
                None if self.is_busy => self.go_on().await,
                None => idle_since = Instant::now(),
            }
        }
        orders.close();
        // Whoever reads the table again is to find all of it.
        self.shared.store.writer().flush().await;
        self.shared.metrics.tables.dec();
    }

    /// Takes what was ordered just before nothing more can be.
    async fn take_the_last(&mut self, orders: &mut mpsc::Receiver<Order>) {
        orders.close();
        while let Some(order) = orders.recv().await {
            self.take(order).await;
        }
    }

    /// Whoever comes next is to meet a fight that waits for somebody, if bots can bring it there quickly.
    async fn go_far(&mut self) {
        let started = Instant::now();
        for _ in 0..STRETCHES_FIRST {
            if self.is_busy && started.elapsed() < FIRST_WITHIN {
                self.go_on().await;
            }
        }
    }

    /// Bots rest no longer.
    fn wake(&mut self) {
        if self.is_resting {
            self.is_resting = false;
            self.session.set_resting(false);
            self.is_busy = true;
        }
    }

    fn is_empty(&self) -> bool {
        self.seats.values().all(|place| place.listeners.is_empty())
    }

    async fn take(&mut self, order: Order) {
        if self.is_resting && order.is_from_a_program() {
            self.wake();
            self.go_far().await;
        }
        match order {
            Order::Join(join) => {
                let role = join.seat.role;
                self.join(join).await;
                if role == Role::GameMaster {
                    self.wake();
                }
            }
            Order::Leave { connection } => self.leave(connection),
            Order::Ask {
                seat,
                request,
                answer,
            } => match self.seated(&seat).await {
                Err(problem) => answer.give(Err(problem)),
                Ok(()) if request.changes_nothing() => self.question(&seat, request, answer),
                Ok(()) => self.ask(&seat, request, answer).await,
            },
            Order::Snapshot { seat, answer } => {
                let seated = self.seated(&seat).await;
                let info = TableInfo::clone(&self.info);
                let whole = |()| (info, tokio::task::block_in_place(|| self.snapshot(&seat)));
                let _ = answer.send(seated.map(whole));
            }
            Order::Journal { seat, answer } => {
                let seated = self.seated(&seat).await;
                let whole = |()| tokio::task::block_in_place(|| self.session.journal());
                let _ = answer.send(seated.map(whole));
            }
            Order::Broken | Order::Close => {}
        }
    }

    /// Bots act until people have to decide, or for a moment.
    async fn go_on(&mut self) {
        tokio::task::block_in_place(|| self.stretch());
        if !self.is_busy {
            self.tell();
        }
        // What was told is sent first: writing it down keeps a core busy.
        tokio::task::yield_now().await;
        self.keep(Answer::Nobody, Ok(Reply::Done)).await;
    }

    /// Bots take some steps. Those who look on hear of one act after the other, and not only of what all of them came to.
    fn stretch(&mut self) {
        self.is_busy = !self.session.is_paused();
        let started = Instant::now();
        for _ in 0..STEPS {
            if !self.is_busy || started.elapsed() > STRETCH_WITHIN {
                return;
            }
            let before = self.session.entries();
            self.is_busy = match self.step() {
                Ok(more) => more,
                Err(why) => {
                    self.stand_still(&why);
                    false
                }
            };
            if self.session.entries() > before {
                self.tell_meanwhile();
            }
        }
    }

    /// Bots take a step. Whether they go on; why nothing does, in words.
    fn step(&mut self) -> Result<bool, String> {
        if let Err(full) = self.size().room_for_an_entry(&self.shared.bounds)
            && !self.session.waits()
        {
            return Err(full);
        }
        self.session.advance_by(1).map_err(|fault| {
            tracing::error!(table = self.info.id, %fault, "a fight has run into a limit");
            fault.to_string()
        })
    }

    /// Everybody reads, once, why nothing goes on by itself.
    fn stand_still(&mut self, why: &str) {
        let at = self.session.entries();
        if self.stands_at != Some(at) {
            self.stands_at = Some(at);
            self.session
                .announce(&format!("Nothing goes on by itself: {why}."));
        }
    }

    /// What has come together here.
    fn size(&self) -> Size {
        Size {
            entries: self.session.entries(),
            log_bytes: self.session.log_bytes(),
            effort: self.session.effort(),
            parts: self.next_part,
        }
    }

    /// Has what has changed written, and answers when it is on disk.
    async fn keep(&mut self, answer: Answer, outcome: Result<Reply, Problem>) {
        let text = self.session.journal_changes();
        if text.is_empty() {
            answer.give(outcome);
            return;
        }
        let orders = self.orders.clone();
        let part = Part {
            table: self.info.id.clone(),
            number: self.next_part,
            text,
            written: Box::new(move |is_written| {
                if is_written {
                    answer.give(outcome);
                    return;
                }
                let message = "what you did cannot be kept; the table goes on from what is on disk";
                answer.give(Err(Problem::Failed {
                    message: message.to_owned(),
                }));
                if let Some(orders) = orders.upgrade() {
                    tokio::spawn(async move { orders.send(Order::Broken).await });
                }
            }),
        };
        self.next_part += 1;
        self.shared.store.writer().write(part).await;
    }

    async fn ask(&mut self, seat: &Arc<SeatRow>, request: Request, answer: Answer) {
        let started = Instant::now();
        let is_rewriting = request.rewrites();
        self.place(seat);
        let outcome = self.obey(seat, request).await;
        let is_done = matches!(outcome, Ok(Reply::Done));
        if is_done {
            // Whoever has come or come back may have brought a bot of their own.
            bounds::curb_bots(self.session.as_mut());
            self.wake();
            self.is_busy = !self.session.waits();
        }
        if is_done && is_rewriting {
            self.rewrites = self.rewrites.wrapping_add(1);
            self.stands_at = None;
            tokio::task::block_in_place(|| self.tell());
        } else if !self.is_busy {
            self.tell();
        } else if is_done {
            self.tell_meanwhile();
        }
        self.shared.metrics.served(started.elapsed());
        tokio::task::yield_now().await;
        // Whoever has acted need not wait until bots have thought about it.
        self.keep(answer, outcome).await;
        if is_done && self.is_busy {
            self.go_on().await;
        }
    }

    /// Tells every seat at which somebody sits what is new for it.
    fn tell(&mut self) {
        let rewrites = self.rewrites;
        self.tell_those(|_| true, |place, news| place.next(news, rewrites));
    }

    /// Tells every seat what has just happened while the fight goes on by itself. Who does not keep up hears of several acts as of one.
    fn tell_meanwhile(&mut self) {
        self.tell_those(Place::has_room, |place, news| place.feed.meanwhile(news));
    }

    fn tell_those(
        &mut self,
        are_meant: impl Fn(&Place) -> bool,
        say: impl Fn(&mut Place, News<'_>) -> Option<Utf8Bytes>,
    ) {
        let session = self.session.as_ref();
        let all = self.seats.values_mut();
        let meant = all.filter(|place| !place.listeners.is_empty() && are_meant(place));
        let meant: Vec<&mut Place> = meant.collect();
        let viewers: Vec<&Viewer> = meant.iter().map(|place| place.feed.viewer()).collect();
        let views = session.views(&viewers);
        for (place, view) in meant.into_iter().zip(views) {
            let news = News {
                session,
                settings: settings(session, place.feed.viewer()),
                view,
                people: &self.people,
            };
            if let Some(message) = say(place, news) {
                place.send(&message);
            }
        }
    }

    /// The place of a seat, brought up to date.
    fn place(&mut self, seat: &Arc<SeatRow>) -> &mut Place {
        let (session, people) = (self.session.as_ref(), &self.people);
        let place = self.seats.entry(seat.id).or_insert_with(|| Place {
            seat: Arc::clone(seat),
            name: None,
            feed: Feed::new(viewer(seat), self.run),
            rewrites: self.rewrites,
            listeners: Vec::new(),
            questions: Arc::new(Semaphore::new(QUESTIONS_MAX)),
            advice: None,
        });
        if place.listeners.is_empty() {
            let news = News {
                session,
                view: session.view(place.feed.viewer()),
                settings: settings(session, place.feed.viewer()),
                people,
            };
            // Whoever comes back has not heard what was undone meanwhile.
            place.next(news, self.rewrites);
        }
        place
    }

    fn snapshot(&mut self, seat: &Arc<SeatRow>) -> Update {
        self.place(seat);
        let session = self.session.as_ref();
        self.seats
            .get(&seat.id)
            .map(|place| place.feed.whole(session))
            .unwrap_or_default()
    }

    async fn join(&mut self, join: Join) {
        if let Err(problem) = self.seated(&join.seat).await {
            // With the last way to it the connection ends.
            let why = ServerMessage::Problem { id: None, problem };
            let _ = join.out.0.say(&feed::text(&why));
            return;
        }
        if let Some(name) = join.name {
            // Whoever wants no name of their own goes by that of the link.
            self.place(&join.seat).name = (!name.is_empty()).then_some(name);
        }
        self.see_come(&join.seat);
        self.tell();
        // Whoever comes is told of themselves with all the rest, and not once more.
        self.place(&join.seat);
        let Some(place) = self.seats.get_mut(&join.seat.id) else {
            return;
        };
        let welcome = ServerMessage::Welcome {
            table: TableInfo::clone(&self.info),
            seat: people::seat(place, &self.session.names(), place.listeners.len() + 1),
            occasions: self.session.occasions().to_vec(),
            run: self.run,
        };
        let missed = place.feed.catch_up(self.session.as_ref(), join.have);
        let mut messages = std::iter::once(feed::text(&welcome)).chain(missed);
        if messages.all(|message| join.out.0.say(&message)) {
            place.listeners.push(Listener {
                connection: join.connection,
                out: join.out,
            });
        }
    }

    fn leave(&mut self, connection: u64) {
        for place in self.seats.values_mut() {
            place
                .listeners
                .retain(|listener| listener.connection != connection);
        }
        self.see_who_is_here();
        self.tell();
    }
}

impl Place {
    /// What is new for the seat, where the log has been rewritten so often.
    fn next(&mut self, news: News<'_>, rewrites: u32) -> Option<Utf8Bytes> {
        let is_rewritten = self.rewrites != rewrites;
        self.rewrites = rewrites;
        self.feed.next(news, is_rewritten)
    }

    /// Whether all who sit here keep up with what they are told.
    fn has_room(&self) -> bool {
        let mut all = self.listeners.iter();
        all.all(|listener| listener.out.0.keeps_up())
    }

    /// Sends a message to all who sit here; who does not keep up is let go of, and may come back.
    fn send(&mut self, message: &Utf8Bytes) {
        self.listeners
            .retain(|listener| listener.out.0.say(message));
    }
}

/// What a seat may see.
fn viewer(seat: &SeatRow) -> Viewer {
    match seat.role {
        Role::GameMaster => Viewer::GameMaster,
        Role::Player if !seat.creatures.is_empty() => Viewer::Player(seat.creatures.clone()),
        Role::Player | Role::Watcher => Viewer::Watcher,
    }
}

/// What holds at the table, as far as the viewer may know it.
pub(crate) fn settings(session: &dyn Session, viewer: &Viewer) -> Settings {
    let count = u16::try_from(session.names().len()).unwrap_or(u16::MAX);
    let of_viewer = |who: &CreatureId| match viewer {
        Viewer::GameMaster => true,
        Viewer::Player(own) => own.contains(who),
        Viewer::Watcher => false,
    };
    let all = || (0..count).map(CreatureId).filter(of_viewer);
    let dice = session.dice();
    let other_dice = all().map(|who| (who, session.dice_of(who)));
    let other_dice = other_dice.filter(|(_, own)| *own != dice);
    let hides = all().filter(|who| *viewer == Viewer::GameMaster && session.is_hidden(*who));
    let habits = session.habits().into_iter();
    Settings {
        real_dice: dice == DiceMode::Real,
        dice_of: other_dice
            .map(|(who, own)| (who, own == DiceMode::Real))
            .collect(),
        paused: session.is_paused(),
        begun: !session.is_untouched(viewer),
        numbers: session.numbers(),
        hidden: hides.collect(),
        controls: all()
            .map(|who| (who, session.control(who).name()))
            .collect(),
        habits: habits.filter(|(who, ..)| of_viewer(who)).collect(),
    }
}

#[cfg(test)]
mod tests;
