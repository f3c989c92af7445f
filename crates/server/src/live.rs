//! A table at which a fight goes on: one task owns the fight, and everything that happens there comes to it as an order.

mod answer;
mod bounds;
mod door;
mod look;
mod nature;
mod obey;
mod people;
mod telling;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use affray_table::{Library, Session};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::Instant;

use crate::metrics::Metrics;
use crate::protocol::{Person, Problem, Reply, Request, Role, TableInfo};
use crate::store::{Part, SeatRow, Store};
pub(crate) use answer::Answer;
pub(crate) use bounds::Bounds;
use bounds::Size;
pub(crate) use door::{Join, Live, Order, Snapshot};
use telling::Place;
pub(crate) use telling::settings;

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
                Some(Order::Remove) => {
                    self.seats.values().for_each(Place::send_away);
                    break;
                }
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
            Order::Broken | Order::Remove | Order::Close => {}
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
}

#[cfg(test)]
mod tests;
