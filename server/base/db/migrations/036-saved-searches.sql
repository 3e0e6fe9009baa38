-- Searches that a person keeps, with the newest models that they had found when the person last looked, and how many in
-- all. Nobody else sees them.
CREATE TABLE saved_search (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  seen TEXT NOT NULL,
  total INTEGER NOT NULL,
  made_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX saved_search_by_account ON saved_search (account_id, query);
