-- A table, the seats at it, and the journal of its fight in the parts in which it was written.
CREATE TABLE tables (
    id      TEXT    NOT NULL PRIMARY KEY,
    name    TEXT    NOT NULL,
    system  TEXT    NOT NULL,
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE seats (
    id         INTEGER NOT NULL PRIMARY KEY,
    table_id   TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    role       TEXT    NOT NULL CHECK (role IN ('game-master', 'player', 'watcher')),
    creatures  TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    token_hash BLOB    NOT NULL UNIQUE,
    revoked    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX seats_of_table ON seats (table_id);

CREATE TABLE journal (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    part     INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    PRIMARY KEY (table_id, part)
) STRICT, WITHOUT ROWID;
