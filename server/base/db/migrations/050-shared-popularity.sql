-- How many accounts of all sites have unlocked a model, where they are kept together in PostgreSQL.
CREATE TABLE shared_popularity (
  guid TEXT PRIMARY KEY,
  unlocks INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
