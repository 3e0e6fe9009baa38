-- Shown again in lists, so that a person knows which key or app it is: the beginning of a key, an app's own words (JSON).
ALTER TABLE token ADD COLUMN prefix TEXT;
ALTER TABLE token ADD COLUMN app TEXT;
ALTER TABLE token ADD COLUMN spending_cap_cents INTEGER CHECK (spending_cap_cents >= 0);

-- The ledger learns to take credit back (debit), which token caused a row, and who granted or took. A CHECK cannot be
-- altered, so both tables are copied; no reference to token: what a key has spent outlives it.
CREATE TABLE ledger_next (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES account (id),
  kind TEXT NOT NULL CHECK (kind IN ('credit', 'debit', 'unlock')),
  amount_cents INTEGER NOT NULL,
  guid TEXT,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  token_id TEXT
) STRICT;
INSERT INTO ledger_next (id, account_id, kind, amount_cents, guid, reason, at)
  SELECT id, account_id, kind, amount_cents, guid, reason, at FROM ledger;
CREATE TABLE unlock_next (
  account_id TEXT NOT NULL REFERENCES account (id),
  guid TEXT NOT NULL,
  title TEXT NOT NULL,
  ledger_id INTEGER UNIQUE REFERENCES ledger_next (id),
  at TEXT NOT NULL,
  PRIMARY KEY (account_id, guid)
) STRICT, WITHOUT ROWID;
INSERT INTO unlock_next SELECT account_id, guid, title, ledger_id, at FROM unlock;
DROP TABLE unlock;
DROP TABLE ledger;
ALTER TABLE ledger_next RENAME TO ledger;
ALTER TABLE unlock_next RENAME TO unlock;
CREATE INDEX ledger_by_account ON ledger (account_id, id, amount_cents);
CREATE INDEX ledger_by_token ON ledger (token_id, amount_cents) WHERE token_id IS NOT NULL;
CREATE TRIGGER ledger_is_never_changed BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_is_never_shortened BEFORE DELETE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;

-- Wrong codes that a person typed for this sign-in.
ALTER TABLE sign_in ADD COLUMN code_guesses INTEGER NOT NULL DEFAULT 0;

-- One use each. made_by is null for the command line.
CREATE TABLE invitation (
  id TEXT PRIMARY KEY,
  code_hash BLOB NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  note TEXT NOT NULL,
  made_by TEXT REFERENCES account (id),
  made_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_by TEXT REFERENCES account (id),
  used_at TEXT
) STRICT, WITHOUT ROWID;

-- What admins did. admin_id is null for the command line; details as JSON, never a secret.
CREATE TABLE admin_action (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id TEXT REFERENCES account (id),
  action TEXT NOT NULL,
  account_id TEXT REFERENCES account (id),
  details TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX admin_action_by_account ON admin_action (account_id, id);
