//! All tables: those in memory, and those on disk until somebody comes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_table::{
    Control, Library, Session, SystemInfo, open_journal, open_journal_within, open_scenario,
};
use tokio::sync::{OnceCell, Semaphore, oneshot};
use tokio::task::JoinSet;
use tokio::time;

use crate::live::{Answer, Bounds, Live, Order, Shared, Snapshot};
use crate::metrics::Metrics;
use crate::protocol::{Problem, Reply, Request, TableInfo};
use crate::scenarios::Summary;
use crate::store::{SeatRow, Store, StoreError};
use crate::turns::{self, Turns};
use crate::{mistakes, token};

/// How many tables are kept in memory at most.
const TABLES_MAX: usize = 1_000;

/// How long tables may take to hear that all ends: where many orders wait and bots think, there is no room for another.
const CLOSE_WITHIN: Duration = Duration::from_secs(2);

type Cell = Arc<OnceCell<Live>>;

/// All tables.
pub(crate) struct Hall {
    pub(crate) library: Arc<Library>,
    shared: Shared,
    live: Mutex<HashMap<String, Cell>>,
    /// Fights that are opened for new tables: what somebody brings may take long.
    openings: Turns,
    /// Fights that are read from disk, which do not wait for those.
    readings: Turns,
    connections: AtomicU64,
}

/// What a new table begins with.
pub(crate) struct Beginning {
    pub(crate) name: Option<String>,
    pub(crate) fight: Start,
    /// Whether it is paused from the start, for people to come to it.
    pub(crate) paused: bool,
}

/// What is fought at a new table.
pub(crate) enum Start {
    /// A scenario, and the number that all virtual dice follow from.
    Scenario(Source, Option<u64>),
    /// A fight that goes on from its journal.
    Journal(String),
}

impl Hall {
    pub(crate) fn new(library: Library, store: Store) -> Self {
        Self::within(library, store, Bounds::default())
    }

    /// A hall whose tables come to no more than that.
    pub(crate) fn within(library: Library, store: Store, bounds: Bounds) -> Self {
        let thinkers = turns::cores();
        Self {
            library: Arc::new(library),
            shared: Shared {
                store,
                metrics: Arc::new(Metrics::new()),
                thinkers: Arc::new(Semaphore::new(thinkers)),
                advisers: Arc::new(Semaphore::new((thinkers - 1).max(1))),
                bounds,
            },
            live: Mutex::default(),
            openings: Turns::new(thinkers),
            readings: Turns::new(thinkers),
            connections: AtomicU64::new(0),
        }
    }

    /// A number for a new connection.
    pub(crate) fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn store(&self) -> &Store {
        &self.shared.store
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// Whose link a secret is of.
    pub(crate) async fn seat(&self, secret: &str) -> Result<Arc<SeatRow>, Problem> {
        let seat = self.shared.store.seat(secret).await.map_err(failed)?;
        seat.map(Arc::new).ok_or_else(no_link)
    }

    /// Keeps a new table; gives it with the secret of its game master.
    pub(crate) async fn begin(&self, beginning: Beginning) -> Result<(TableInfo, String), Problem> {
        let library = Arc::clone(&self.library);
        let (fight, paused) = (beginning.fight, beginning.paused);
        let effort = self.shared.bounds.effort;
        let turn = self.openings.wait().await?;
        let opened = turn.work(move || open(fight, paused, &library, effort));
        let opened = opened.await?;
        let (system, journal) = (opened.system, opened.journal);
        let name = beginning.name.unwrap_or(opened.name);
        let kept = self
            .shared
            .store
            .add_table(&name, system.id, &journal)
            .await;
        let (id, secret) = kept.map_err(not_kept)?;
        tracing::info!(table = id, system = system.id, "a table begins");
        let info = TableInfo {
            id,
            name,
            system: system.id.to_owned(),
            system_name: system.name.to_owned(),
        };
        Ok((info, secret))
    }

    /// The table in its place, read from disk if it is not in memory.
    async fn table(&self, id: &str, cell: &Cell) -> Result<Live, Problem> {
        // Seldom, and much to keep in mind for whoever waits for it.
        let loaded = cell.get_or_try_init(|| Box::pin(self.load(id))).await;
        if loaded.is_err() {
            self.forget(id, cell);
        }
        loaded.cloned()
    }

    /// Gives an order to a table. One that has just left memory is read again.
    pub(crate) async fn order(&self, id: &str, order: Order) -> Result<(), Problem> {
        let cell = self.cell(id)?;
        let live = self.table(id, &cell).await?;
        let Some(order) = live.order(order).await else {
            return Ok(());
        };
        live.ended().await;
        // Only the table that takes no orders: somebody else may have read it again already.
        self.forget(id, &cell);
        let cell = self.cell(id)?;
        let again = self.table(id, &cell).await?.order(order).await;
        again.map_or(Ok(()), |_| Err(broken()))
    }

    /// Tells a table something if it is in memory.
    pub(crate) async fn tell(&self, id: &str, order: Order) {
        if let Some(live) = self.in_memory(id) {
            live.order(order).await;
        }
    }

    /// The table of that id, if it is in memory.
    pub(crate) fn in_memory(&self, id: &str) -> Option<Live> {
        self.live().get(id).and_then(|cell| cell.get().cloned())
    }

    /// Asks a table something, and waits for what it says.
    pub(crate) async fn ask(&self, seat: Arc<SeatRow>, request: Request) -> Result<Reply, Problem> {
        let table = seat.table.clone();
        let order = |answer| Order::Ask {
            seat,
            request,
            answer: Answer::Waiting(answer),
        };
        self.heard(&table, order).await?
    }

    /// The table of a seat, and everything that the seat may see.
    pub(crate) async fn snapshot(&self, seat: &Arc<SeatRow>) -> Result<Snapshot, Problem> {
        let order = |answer| Order::Snapshot {
            seat: Arc::clone(seat),
            answer,
        };
        self.heard(&seat.table, order).await?
    }

    /// The whole journal of the table of a seat.
    pub(crate) async fn journal(&self, seat: &Arc<SeatRow>) -> Result<String, Problem> {
        let order = |answer| Order::Journal {
            seat: Arc::clone(seat),
            answer,
        };
        self.heard(&seat.table, order).await?
    }

    /// What a table answers to an order; it says nothing when it has just left memory.
    async fn heard<T>(
        &self,
        id: &str,
        order: impl FnOnce(oneshot::Sender<T>) -> Order,
    ) -> Result<T, Problem> {
        let (answer, wait) = oneshot::channel();
        self.order(id, order(answer)).await?;
        wait.await.map_err(|_| broken())
    }

    /// Removes the table of a seat and everything at it.
    pub(crate) async fn remove(&self, seat: &SeatRow) -> Result<(), Problem> {
        let is_removed = self.shared.store.remove_table(seat).await;
        if !is_removed.map_err(failed)? {
            return Err(no_link());
        }
        tracing::info!(table = seat.table, "a table is removed");
        self.tell(&seat.table, Order::Remove).await;
        self.live().remove(&seat.table);
        Ok(())
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Cell>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cell(&self, id: &str) -> Result<Cell, Problem> {
        let mut live = self.live();
        if !live.contains_key(id) && live.len() >= TABLES_MAX {
            live.retain(|_, cell| cell.get().is_none_or(Live::is_open));
            if live.len() >= TABLES_MAX {
                return Err(Problem::Limit {
                    message: "too many tables are in use; try again in some minutes".to_owned(),
                });
            }
        }
        Ok(Arc::clone(live.entry(id.to_owned()).or_default()))
    }

    fn forget(&self, id: &str, cell: &Cell) {
        let mut live = self.live();
        if live.get(id).is_some_and(|known| Arc::ptr_eq(known, cell)) {
            live.remove(id);
        }
    }

    async fn load(&self, id: &str) -> Result<Live, Problem> {
        let info = self.shared.store.table(id).await.map_err(failed)?;
        let mut info = info.ok_or_else(|| Problem::Unknown {
            message: "there is no such table, or no longer".to_owned(),
        })?;
        let (journal, next_part) = self.shared.store.journal(id).await.map_err(failed)?;
        let turn = self.readings.wait().await?;
        // What was done here is read however much it is.
        let resumed = turn
            .work(move || open_journal(&journal).map_err(|error| mistakes::cannot_open(&error)));
        let resumed = resumed.await?;
        info.system_name = resumed.session.system().name.to_owned();
        let run = token::run().map_err(|error| failed(error.into()))?;
        Ok(Live::start(
            info,
            (resumed.session, Arc::clone(&self.library)),
            (run, next_part),
            self.shared.clone(),
        ))
    }

    /// Has everything written and lets go of all tables.
    pub(crate) async fn close(&self) {
        let all: Vec<Cell> = self.live().drain().map(|(_, cell)| cell).collect();
        if time::timeout(CLOSE_WITHIN, close_all(&all)).await.is_err() {
            tracing::warn!("a table takes no orders; what it has acknowledged is written");
        }
        self.shared.store.clone().close().await;
    }
}

/// Tells all tables at once, so that none waits behind one that takes no orders.
async fn close_all(all: &[Cell]) {
    let mut told = JoinSet::new();
    for live in all.iter().filter_map(|cell| cell.get().cloned()) {
        told.spawn(async move { live.order(Order::Close).await });
    }
    while told.join_next().await.is_some() {}
}

/// What a table begins with.
struct Opened {
    system: SystemInfo,
    /// Its name where nobody gives it another.
    name: String,
    journal: String,
}

/// Opens a fight; a journal may come to no more than that of [`Session::effort`].
fn open(start: Start, paused: bool, library: &Library, effort: u64) -> Result<Opened, Problem> {
    match start {
        Start::Scenario(scenario, seed) => {
            let seed = match seed {
                Some(seed) => seed,
                None => token::seed().map_err(|error| failed(error.into()))?,
            };
            let session = open_scenario(&scenario, library, seed);
            let mut session = session.map_err(|error| mistakes::cannot_open(&error))?;
            people_play_the_first_side(session.as_mut());
            session.set_paused(paused);
            Ok(Opened {
                system: session.system(),
                name: Summary::of(&scenario).title,
                journal: session.journal_changes(),
            })
        }
        Start::Journal(mut text) => {
            let resumed = open_journal_within(&text, effort);
            let resumed = resumed.map_err(|error| mistakes::cannot_open(&error))?;
            let mut session = resumed.session;
            text.truncate(resumed.whole);
            // What happens at the table is appended as lines of their own.
            if !text.ends_with('\n') {
                text.push('\n');
            }
            if paused {
                session.set_paused(true);
                text.push_str(&session.journal_changes());
            }
            let system = session.system();
            Ok(Opened {
                name: format!("{}, gone on with", system.name),
                system,
                journal: text,
            })
        }
    }
}

/// As at the terminal: people play the first side and whomever the scenario gives them.
fn people_play_the_first_side(session: &mut dyn Session) {
    let view = session.view(&affray_table::Viewer::GameMaster);
    let first = view.creatures.iter().filter(|creature| creature.side == 0);
    let first: Vec<CreatureId> = first.map(|creature| creature.id).collect();
    for who in first {
        session.set_control(who, Control::People);
    }
}

/// What is said where a new table is not kept.
fn not_kept(error: StoreError) -> Problem {
    match error {
        StoreError::Full => Problem::Limit {
            message: "this server keeps no more tables; once game masters remove some that are over, there is room again"
                .to_owned(),
        },
        error => failed(error),
    }
}

pub(crate) fn failed(error: StoreError) -> Problem {
    tracing::error!(%error, "the database has failed");
    Problem::Failed {
        message: "the server's database has failed".to_owned(),
    }
}

/// What is said to whoever comes with a link that leads nowhere.
pub(crate) fn no_link() -> Problem {
    Problem::Unknown {
        message: "this link is not, or no longer, one to a table".to_owned(),
    }
}

fn broken() -> Problem {
    Problem::Failed {
        message: "the table is not to be reached; try again".to_owned(),
    }
}
