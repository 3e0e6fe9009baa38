-- Keys that may charge only what a person has approved.
CREATE TABLE key_asks_first (
  token_id TEXT PRIMARY KEY REFERENCES token (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What an agent wants to unlock, and what a person said of it. An approval is used once, for this file of this model, at
-- this price at most. Rows stay: they tell who let an agent spend. No reference to token or model: both may go.
CREATE TABLE agent_plan (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  token_id TEXT NOT NULL,
  key_name TEXT NOT NULL,
  guid TEXT NOT NULL,
  title TEXT NOT NULL,
  license TEXT NOT NULL,
  format TEXT NOT NULL,
  lod TEXT NOT NULL,
  relative_path TEXT NOT NULL,
  file_count INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  price_cents INTEGER NOT NULL,
  target TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'used')),
  asked_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  decided_at TEXT,
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_plan_by_account ON agent_plan (account_id, asked_at);
CREATE INDEX agent_plan_by_token ON agent_plan (token_id, guid, relative_path);
