//! The task that writes all journals.

use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

/// A part of a journal to be written.
pub(crate) struct Part {
    /// Whose journal.
    pub(crate) table: String,
    /// Which part of it.
    pub(crate) number: i64,
    /// What it says.
    pub(crate) text: String,
    /// Told when it is on disk (`true`), or that it cannot be written.
    pub(crate) written: Box<dyn FnOnce(bool) + Send + Sync>,
}

/// How many parts may wait; who has more to write waits before.
const WAITING_MAX: usize = 1_024;

/// How many parts are written in one transaction at most.
const TOGETHER_MAX: usize = 256;

enum Order {
    Write(Part),
    /// Tells when everything that was sent before is written.
    Flush(oneshot::Sender<()>),
    Close(oneshot::Sender<()>),
}

/// Where parts are sent to be written.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Order>);

impl Writer {
    /// Starts the task on a connection of its own.
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (sender, receiver) = mpsc::channel(WAITING_MAX);
        tokio::spawn(write(connection, receiver));
        Self(sender)
    }

    /// Sends a part to be written; `written` is told in any case.
    pub(crate) async fn write(&self, part: Part) {
        if let Err(mpsc::error::SendError(Order::Write(part))) =
            self.0.send(Order::Write(part)).await
        {
            (part.written)(false);
        }
    }

    /// Waits until everything is written that was sent before.
    pub(crate) async fn flush(&self) {
        self.until_done(Order::Flush).await;
    }

    /// Waits until everything is written, and ends the task.
    pub(super) async fn close(&self) {
        self.until_done(Order::Close).await;
    }

    async fn until_done(&self, order: impl FnOnce(oneshot::Sender<()>) -> Order) {
        let (done, wait) = oneshot::channel();
        if self.0.send(order(done)).await.is_ok() {
            let _ = wait.await;
        }
    }
}

async fn write(mut connection: SqliteConnection, mut orders: mpsc::Receiver<Order>) {
    let mut together = Vec::with_capacity(TOGETHER_MAX);
    let mut closing = Vec::new();
    while orders.recv_many(&mut together, TOGETHER_MAX).await > 0 {
        let mut parts = Vec::with_capacity(together.len());
        let mut flushing = Vec::new();
        for order in together.drain(..) {
            match order {
                Order::Write(part) => parts.push(part),
                Order::Flush(done) => flushing.push(done),
                Order::Close(done) => {
                    // What was sent meanwhile is written still.
                    orders.close();
                    closing.push(done);
                }
            }
        }
        write_parts(&mut connection, parts).await;
        tell(flushing);
    }
    let _ = connection.close().await;
    tell(closing);
}

fn tell(waiting: Vec<oneshot::Sender<()>>) {
    for done in waiting {
        let _ = done.send(());
    }
}

/// Writes parts together; where that fails, one by one, so that one table's trouble is not that of the others.
async fn write_parts(connection: &mut SqliteConnection, parts: Vec<Part>) {
    if commit(connection, &parts).await.is_ok() {
        parts.into_iter().for_each(|part| (part.written)(true));
        return;
    }
    for part in parts {
        let done = commit(connection, std::slice::from_ref(&part)).await;
        if let Err(error) = &done {
            tracing::error!(%error, table = part.table, "a journal cannot be written");
        }
        (part.written)(done.is_ok());
    }
}

/// Why a part is not on disk.
#[derive(Debug, Error)]
enum NotWritten {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// A part without those before it would damage the journal.
    #[error("part {number} of a journal does not follow on what is there")]
    Gap { number: i64 },
}

async fn commit(connection: &mut SqliteConnection, parts: &[Part]) -> Result<(), NotWritten> {
    match parts {
        [] => return Ok(()),
        // A statement by itself is a transaction.
        [part] => return insert(connection, part).await,
        _ => {}
    }
    let mut transaction = connection.begin().await?;
    for part in parts {
        insert(&mut transaction, part).await?;
    }
    Ok(transaction.commit().await?)
}

const FOLLOWING: &str = "INSERT INTO journal (table_id, part, text)
    SELECT ?1, ?2, ?3 WHERE ?2 = (SELECT MAX(part) + 1 FROM journal WHERE table_id = ?1)";

async fn insert(connection: &mut SqliteConnection, part: &Part) -> Result<(), NotWritten> {
    let inserted = sqlx::query(FOLLOWING)
        .bind(&part.table)
        .bind(part.number)
        .bind(&part.text)
        .execute(connection)
        .await?;
    let number = part.number;
    (inserted.rows_affected() == 1)
        .then_some(())
        .ok_or(NotWritten::Gap { number })
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn a_part_without_those_before_it_is_not_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("tables.sqlite")).await;
        let store = store.expect("a database");
        let (table, _) = store.add_table("a", "b", "0").await.expect("a table");
        let write = async |number: i64| {
            let (told, is_written) = oneshot::channel();
            let part = Part {
                table: table.clone(),
                number,
                text: number.to_string(),
                written: Box::new(|is_written| told.send(is_written).expect("somebody waits")),
            };
            store.writer().write(part).await;
            is_written.await.expect("it is told")
        };
        assert!(write(1).await);
        assert!(!write(3).await, "2 is missing");
        assert!(!write(1).await, "1 is there");
        assert!(write(2).await);
        let journal = store.journal(&table).await.expect("a journal");
        assert_eq!(journal, ("012".to_owned(), 3));
        store.close().await;
    }

    #[tokio::test]
    async fn what_is_sent_while_all_is_closed_is_told_of() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("tables.sqlite")).await;
        let store = store.expect("a database");
        let (table, _) = store.add_table("a", "b", "0").await.expect("a table");
        let writer = store.writer().clone();
        let (done, closed) = oneshot::channel();
        let (told, is_written) = oneshot::channel();
        let part = Part {
            table,
            number: 1,
            text: String::new(),
            written: Box::new(|is_written| told.send(is_written).expect("somebody waits")),
        };
        // Both lie there before the task comes to them.
        let sent = (
            writer.0.try_send(Order::Close(done)),
            writer.0.try_send(Order::Write(part)),
        );
        assert!(sent.0.is_ok() && sent.1.is_ok());
        assert!(is_written.await.expect("it is told"));
        closed.await.expect("all is closed");
        writer.flush().await;
    }
}
