-- The version of a plugin starter that this server offers instead of the newest.
CREATE TABLE starter_pin (
  family TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  pinned_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
