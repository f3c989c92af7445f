//! What is kept on disk: tables, seats, and journals in the parts in which they were written.
//!
//! All journals are written by one task, which takes everything that has come in meanwhile into one transaction: what is acknowledged is on
//! disk, and many tables share the wait for it.

mod room;
mod writer;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use affray_kernel::CreatureId;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Row as _};
use thiserror::Error;

use crate::protocol::{Role, TableInfo};
use crate::token;
pub(crate) use writer::{Part, Writer};

/// Why something could not be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database has refused.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database is of another version.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The system gives no chance.
    #[error("no random numbers: {0}")]
    Chance(#[from] getrandom::Error),
    /// As many tables are kept as there is room for.
    #[error("there is no room for another table")]
    Full,
    /// The task that writes journals has ended.
    #[error("nothing can be written any more")]
    Closed,
}

/// A seat as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatRow {
    pub(crate) id: u32,
    pub(crate) table: String,
    pub(crate) role: Role,
    pub(crate) creatures: Vec<CreatureId>,
    pub(crate) name: String,
}

/// The database.
#[derive(Clone)]
pub(crate) struct Store {
    pool: SqlitePool,
    writer: Writer,
}

/// How many look things up at a time.
const READERS: u32 = 2;

/// How much of the file each connection keeps in memory, in the words of SQLite: 256 KiB. Journals are read once, when their table is
/// opened, and only appended to afterwards.
const CACHE: &str = "-256";

impl Store {
    /// Opens the database file, and makes it where it is not there.
    pub(crate) async fn open(file: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // With this every commit is on disk before it returns.
            .synchronous(SqliteSynchronous::Full)
            .pragma("cache_size", CACHE);
        let pool = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone())
            .await?;
        sqlx::migrate!().run(&pool).await?;
        let writer = Writer::start(options.connect().await?);
        Ok(Self { pool, writer })
    }

    pub(crate) fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Whether the database answers.
    pub(crate) async fn is_well(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// Keeps a new table with the beginning of its journal and its game master's seat, if there is room; gives the secret of that seat.
    pub(crate) async fn add_table(
        &self,
        name: &str,
        system: &str,
        journal: &str,
    ) -> Result<(String, String), StoreError> {
        let (id, secret) = (token::table_id()?, token::secret()?);
        // Nobody else writes from the look at the room until the table is there.
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        if !room::kept(&mut transaction).await?.has_room_for(journal) {
            return Err(StoreError::Full);
        }
        sqlx::query("INSERT INTO tables (id, name, system, created) VALUES (?, ?, ?, ?)")
            .bind(&id)
            .bind(name)
            .bind(system)
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT INTO journal (table_id, part, text) VALUES (?, 0, ?)")
            .bind(&id)
            .bind(journal)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(ADD_SEAT)
            .bind(&id)
            .bind(word(Role::GameMaster))
            .bind("[]")
            .bind("game master")
            .bind(token::hash(&secret))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok((id, secret))
    }

    /// Removes the table of a seat and everything at it; `false` if the seat's link was revoked, or there is no such table.
    pub(crate) async fn remove_table(&self, seat: &SeatRow) -> Result<bool, StoreError> {
        let removed = sqlx::query(REMOVE_TABLE)
            .bind(&seat.table)
            .bind(i64::from(seat.id))
            .execute(&self.pool)
            .await?;
        Ok(removed.rows_affected() > 0)
    }

    /// A table's name and system, if there is such a table. The full name of the system is left open.
    pub(crate) async fn table(&self, table: &str) -> Result<Option<TableInfo>, StoreError> {
        let row = sqlx::query("SELECT id, name, system FROM tables WHERE id = ?")
            .bind(table)
            .fetch_optional(&self.pool)
            .await?;
        let info = |row: sqlx::sqlite::SqliteRow| TableInfo {
            id: row.get("id"),
            name: row.get("name"),
            system: row.get("system"),
            system_name: String::new(),
        };
        Ok(row.map(info))
    }

    /// A journal in one piece, and the number of the part to be written next.
    pub(crate) async fn journal(&self, table: &str) -> Result<(String, i64), StoreError> {
        let rows = sqlx::query("SELECT part, text FROM journal WHERE table_id = ? ORDER BY part")
            .bind(table)
            .fetch_all(&self.pool)
            .await?;
        let next = rows.last().map_or(0, |row| row.get::<i64, _>("part") + 1);
        let parts = rows.iter().map(|row| row.get::<&str, _>("text"));
        Ok((parts.collect(), next))
    }

    /// The seat of a link's secret, if it was not revoked.
    pub(crate) async fn seat(&self, secret: &str) -> Result<Option<SeatRow>, StoreError> {
        let row = sqlx::query(
            "SELECT id, table_id, role, creatures, name FROM seats WHERE token_hash = ? AND revoked = 0",
        )
        .bind(token::hash(secret))
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.as_ref().map(seat))
    }

    /// The seats at a table that were not revoked.
    pub(crate) async fn seats(&self, table: &str) -> Result<Vec<SeatRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, table_id, role, creatures, name FROM seats WHERE table_id = ? AND revoked = 0 ORDER BY id",
        )
        .bind(table)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(seat).collect())
    }

    /// Adds a seat; gives it with the secret of its link.
    pub(crate) async fn add_seat(
        &self,
        table: &str,
        role: Role,
        creatures: &[CreatureId],
        name: &str,
    ) -> Result<(SeatRow, String), StoreError> {
        let secret = token::secret()?;
        let numbers = serde_json::to_string(creatures).unwrap_or_default();
        let added = sqlx::query(ADD_SEAT)
            .bind(table)
            .bind(word(role))
            .bind(numbers)
            .bind(name)
            .bind(token::hash(&secret))
            .execute(&self.pool)
            .await?;
        let row = SeatRow {
            id: u32::try_from(added.last_insert_rowid()).unwrap_or(u32::MAX),
            table: table.to_owned(),
            role,
            creatures: creatures.to_vec(),
            name: name.to_owned(),
        };
        Ok((row, secret))
    }

    /// Makes a seat's link worthless; `false` if there is no such seat.
    pub(crate) async fn revoke(&self, table: &str, seat: u32) -> Result<bool, StoreError> {
        let revoked = sqlx::query("UPDATE seats SET revoked = 1 WHERE table_id = ? AND id = ?")
            .bind(table)
            .bind(i64::from(seat))
            .execute(&self.pool)
            .await?;
        Ok(revoked.rows_affected() > 0)
    }

    /// Writes what is left to be written and lets go of the file.
    pub(crate) async fn close(self) {
        self.writer.close().await;
        self.pool.close().await;
    }
}

const ADD_SEAT: &str =
    "INSERT INTO seats (table_id, role, creatures, name, token_hash) VALUES (?, ?, ?, ?, ?)";

const REMOVE_TABLE: &str = "DELETE FROM tables
    WHERE id = ?1 AND EXISTS (SELECT 1 FROM seats WHERE id = ?2 AND table_id = ?1 AND revoked = 0)";

/// A seat as it is read. Only players play creatures, whatever is written of others.
fn seat(row: &sqlx::sqlite::SqliteRow) -> SeatRow {
    let role = role(row.get("role"));
    let creatures = match role {
        Role::Player => serde_json::from_str(row.get("creatures")).unwrap_or_default(),
        Role::GameMaster | Role::Watcher => Vec::new(),
    };
    SeatRow {
        id: u32::try_from(row.get::<i64, _>("id")).unwrap_or(u32::MAX),
        table: row.get("table_id"),
        role,
        creatures,
        name: row.get("name"),
    }
}

fn word(role: Role) -> &'static str {
    match role {
        Role::GameMaster => "game-master",
        Role::Player => "player",
        Role::Watcher => "watcher",
    }
}

fn role(word: &str) -> Role {
    match word {
        "game-master" => Role::GameMaster,
        "player" => Role::Player,
        _ => Role::Watcher,
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}
