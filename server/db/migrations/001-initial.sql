CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE model (
  id INTEGER PRIMARY KEY,
  guid TEXT NOT NULL UNIQUE,
  folder TEXT NOT NULL,
  title TEXT NOT NULL,
  slug TEXT NOT NULL,
  description TEXT NOT NULL,
  type INTEGER NOT NULL,
  category TEXT NOT NULL,
  category_slug TEXT NOT NULL,
  subcategory TEXT NOT NULL,
  subcategory_slug TEXT NOT NULL,
  tags TEXT NOT NULL,
  keywords TEXT NOT NULL,
  license TEXT NOT NULL,
  attribution TEXT,
  price_cents INTEGER NOT NULL CHECK (price_cents >= 0),
  version INTEGER NOT NULL,
  source_updated_at TEXT,
  animated INTEGER NOT NULL,
  rigged INTEGER NOT NULL,
  triangles INTEGER,
  formats TEXT NOT NULL,
  lods TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  popularity INTEGER NOT NULL DEFAULT 0,
  content_hash TEXT NOT NULL,
  metadata_hash TEXT NOT NULL,
  added_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX model_by_popularity ON model (popularity DESC, id);
CREATE INDEX model_by_category ON model (category_slug, subcategory_slug);

-- Versions outlive their model, so that one that comes back never goes back in version.
CREATE TABLE model_version (
  guid TEXT PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Values of a model that a person filters by: kind is tag, format or lod.
CREATE TABLE model_value (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  value TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (model_id, kind, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_value_by_value ON model_value (kind, value, model_id);

CREATE VIRTUAL TABLE model_search USING fts5 (
  title, category, tags, description,
  content = '', contentless_delete = 1, prefix = '2 3',
  tokenize = 'porter unicode61 remove_diacritics 2'
);

-- The inventory. relative_path begins with the topology folder as it is on the disk.
CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  relative_path TEXT NOT NULL,
  topology_folder TEXT NOT NULL,
  format TEXT NOT NULL,
  lod TEXT NOT NULL,
  variant TEXT,
  role TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  crc32 INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  triangles INTEGER,
  needs TEXT NOT NULL,
  UNIQUE (model_id, relative_path)
) STRICT;

-- What the last scan saw on the disk, so that an unchanged file is never read again. Findings as JSON.
CREATE TABLE scanned_file (
  path TEXT PRIMARY KEY,
  size_bytes INTEGER NOT NULL,
  modified_ns TEXT NOT NULL,
  inspection TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  size TEXT NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  PRIMARY KEY (model_id, size)
) STRICT, WITHOUT ROWID;

-- What the last scan found wrong; path is relative to the library folder.
CREATE TABLE problem (
  path TEXT NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  found_at TEXT NOT NULL,
  PRIMARY KEY (path, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL,
  is_disabled INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX token_by_account ON token (account_id, kind);

CREATE TABLE sign_in (
  id_hash BLOB PRIMARY KEY,
  poll_hash BLOB NOT NULL,
  user_code TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  app_slug TEXT NOT NULL,
  app_name TEXT NOT NULL,
  app_version TEXT NOT NULL,
  plugin_family TEXT NOT NULL,
  device_name TEXT NOT NULL,
  address TEXT NOT NULL,
  scopes TEXT NOT NULL,
  account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
  interval_ms INTEGER NOT NULL,
  polled_at INTEGER,
  started_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Money, in cents. Rows are only ever added; the balance of an account is their sum.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES account (id),
  kind TEXT NOT NULL CHECK (kind IN ('credit', 'unlock')),
  amount_cents INTEGER NOT NULL,
  guid TEXT,
  reason TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_by_account ON ledger (account_id, id, amount_cents);
CREATE TRIGGER ledger_is_never_changed BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_is_never_shortened BEFORE DELETE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;

-- No reference to model: what was unlocked outlives the model.
CREATE TABLE unlock (
  account_id TEXT NOT NULL REFERENCES account (id),
  guid TEXT NOT NULL,
  title TEXT NOT NULL,
  ledger_id INTEGER UNIQUE REFERENCES ledger (id),
  at TEXT NOT NULL,
  PRIMARY KEY (account_id, guid)
) STRICT, WITHOUT ROWID;
