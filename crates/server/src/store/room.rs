//! How much is kept in all, and whether there is room for more.

use sqlx::Row as _;
use sqlx::sqlite::SqliteConnection;

/// How many tables are kept.
const TABLES_MAX: u64 = 10_000;

/// How many bytes all of them may take, journals and all, for another to be taken in. Fights under way go on beyond it.
const BYTES_MAX: u64 = 4 * 1024 * 1024 * 1024;

/// What is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kept {
    tables: u64,
    bytes: u64,
}

impl Kept {
    /// Whether there is room for another table that begins with this journal.
    pub(super) fn has_room_for(self, journal: &str) -> bool {
        let bytes = self.bytes.saturating_add(journal.len() as u64);
        self.tables < TABLES_MAX && bytes <= BYTES_MAX
    }
}

/// Pages of the file that hold something: to add up all journals would mean to read them. Those of tables that were removed are free for others.
const COUNT: &str = "SELECT (SELECT COUNT(*) FROM tables) AS tables,
    (pages.page_count - free.freelist_count) * size.page_size AS bytes
    FROM pragma_page_count() AS pages, pragma_freelist_count() AS free, pragma_page_size() AS size";

/// Counts what is kept.
pub(super) async fn kept(connection: &mut SqliteConnection) -> Result<Kept, sqlx::Error> {
    let row = sqlx::query(COUNT).fetch_one(connection).await?;
    let count = |name: &str| u64::try_from(row.get::<i64, _>(name)).unwrap_or(u64::MAX);
    Ok(Kept {
        tables: count("tables"),
        bytes: count("bytes"),
    })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::protocol::Role;
    use crate::store::{SeatRow, Store, StoreError};

    async fn fresh_store() -> (TempDir, Store) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("tables.sqlite")).await;
        (folder, store.expect("a database"))
    }

    async fn kept_in(store: &Store) -> Kept {
        let mut connection = store.pool.acquire().await.expect("a connection");
        kept(&mut connection).await.expect("a count")
    }

    async fn master_of(store: &Store, table: &str) -> SeatRow {
        let mut seats = store.seats(table).await.expect("its seats").into_iter();
        seats.next().expect("a game master")
    }

    #[test]
    fn tables_and_bytes_are_bounded() {
        let has_room = |tables, bytes| Kept { tables, bytes }.has_room_for("journal");
        assert!(has_room(0, 0));
        assert!(has_room(TABLES_MAX - 1, BYTES_MAX - 7));
        assert!(!has_room(TABLES_MAX, 0));
        assert!(!has_room(0, BYTES_MAX - 6));
    }

    #[tokio::test]
    async fn what_is_removed_makes_room() {
        let (_folder, store) = fresh_store().await;
        let empty = kept_in(&store).await;
        let journal = "x".repeat(1_000_000);
        let (table, _) = store.add_table("a", "b", &journal).await.expect("a table");
        let full = kept_in(&store).await;
        assert_eq!((empty.tables, full.tables), (0, 1));
        assert!(full.bytes - empty.bytes >= 1_000_000, "{empty:?} {full:?}");
        let master = master_of(&store, &table).await;
        assert!(store.remove_table(&master).await.expect("it is looked for"));
        let after = kept_in(&store).await;
        assert_eq!(after.tables, 0);
        assert!(after.bytes < empty.bytes + 20_000, "{empty:?} {after:?}");
        store.close().await;
    }

    #[tokio::test]
    async fn a_full_server_begins_no_table_and_those_under_way_go_on() {
        let (_folder, store) = fresh_store().await;
        let (table, _) = store.add_table("a", "b", "0").await.expect("a table");
        let many = "WITH RECURSIVE numbers (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
            INSERT INTO tables (id, name, system, created) SELECT number, 'a', 'b', 0 FROM numbers";
        let added = sqlx::query(many)
            .bind(TABLES_MAX as i64)
            .execute(&store.pool);
        added.await.expect("many tables");
        let refused = store.add_table("a", "b", "0").await;
        assert!(matches!(refused, Err(StoreError::Full)), "{refused:?}");
        let seat = store.add_seat(&table, Role::Watcher, &[], "").await;
        seat.expect("whoever comes to a table under way");
        let master = master_of(&store, &table).await;
        assert!(store.remove_table(&master).await.expect("it is looked for"));
        store.add_table("a", "b", "0").await.expect("room again");
        store.close().await;
    }
}
