//! How a table is reached from elsewhere: everything that happens there comes to it as an order.

use std::collections::BTreeMap;
use std::sync::Arc;

use affray_table::{Library, Session};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use super::{Answer, Shared, Table};
use crate::protocol::{Problem, Request, Seen, TableInfo, Update};
use crate::store::SeatRow;
use crate::wire::Outlet;

/// How many orders may wait for a table; who has more to say waits before.
const WAITING_MAX: usize = 64;

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
    /// The table was removed.
    Remove,
    /// The server ends.
    Close,
}

impl Order {
    /// Whether it comes from a program that plays over HTTP, for which nobody need sit at the table.
    pub(super) const fn is_from_a_program(&self) -> bool {
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
