-- When a token was last used, and from which network address: beside the tokens, as what is known of a token in memory
-- is forgotten with every change of its row.
CREATE TABLE token_use (
  token_id TEXT PRIMARY KEY REFERENCES token (id) ON DELETE CASCADE,
  used_at TEXT NOT NULL,
  address TEXT NOT NULL
) WITHOUT ROWID;
