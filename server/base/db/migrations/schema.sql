-- The whole schema of a new database. Databases of schema 19 reach the same state by 020-search-tables.sql.

-- Values that the server keeps for itself, by name.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Models, of the own library and, with a host, of the file hosts that a site follows.
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
  updated_at TEXT NOT NULL,
  host INTEGER REFERENCES sync_host (id),
  poster_tag TEXT
) STRICT;
CREATE INDEX model_by_popularity ON model (popularity DESC, id);
CREATE INDEX model_by_category ON model (category_slug, subcategory_slug);
CREATE TRIGGER model_added AFTER INSERT ON model BEGIN
  INSERT INTO search_change (model_id) VALUES (new.id);
END;
CREATE TRIGGER model_changed AFTER UPDATE ON model BEGIN
  INSERT INTO search_change (model_id) VALUES (new.id);
END;
CREATE TRIGGER model_removed AFTER DELETE ON model BEGIN
  INSERT INTO search_change (model_id) VALUES (old.id);
END;
CREATE TRIGGER catalogue_grown AFTER INSERT ON model BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER catalogue_changed AFTER UPDATE OF guid, folder, title, slug, license, price_cents, version, content_hash,
  metadata_hash ON model BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER catalogue_shrunk AFTER DELETE ON model BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE INDEX model_by_host ON model (host) WHERE host IS NOT NULL;
CREATE TRIGGER sync_model_added AFTER INSERT ON model WHEN new.host IS NULL BEGIN
  DELETE FROM sync_change WHERE guid = new.guid;
  INSERT INTO sync_change (guid, version, op, at) VALUES (new.guid, new.version, 'upsert', new.updated_at);
END;
CREATE TRIGGER sync_model_changed AFTER UPDATE OF version, content_hash, metadata_hash, host ON model
WHEN new.host IS NULL AND (old.host IS NOT NULL OR new.version <> old.version
  OR new.content_hash <> old.content_hash OR new.metadata_hash <> old.metadata_hash) BEGIN
  DELETE FROM sync_change WHERE guid = new.guid;
  INSERT INTO sync_change (guid, version, op, at) VALUES (new.guid, new.version, 'upsert', new.updated_at);
END;
CREATE TRIGGER sync_model_given_away AFTER UPDATE OF host ON model
WHEN old.host IS NULL AND new.host IS NOT NULL BEGIN
  DELETE FROM sync_change WHERE guid = old.guid;
  INSERT INTO sync_change (guid, version, op, at)
  VALUES (old.guid, old.version, 'delete', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
CREATE TRIGGER sync_model_removed AFTER DELETE ON model WHEN old.host IS NULL BEGIN
  DELETE FROM sync_change WHERE guid = old.guid;
  INSERT INTO sync_change (guid, version, op, at)
  VALUES (old.guid, old.version, 'delete', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
CREATE INDEX model_by_folder ON model (folder);
CREATE TRIGGER poster_model_added AFTER INSERT ON model WHEN new.host IS NULL BEGIN
  INSERT INTO poster_job (model_id) VALUES (new.id);
END;
CREATE TRIGGER poster_model_changed AFTER UPDATE OF content_hash, host ON model
WHEN new.host IS NULL AND (new.content_hash <> old.content_hash OR old.host IS NOT NULL) BEGIN
  INSERT INTO poster_job (model_id) SELECT new.id
  WHERE NOT EXISTS (SELECT 1 FROM poster_job WHERE model_id = new.id);
  UPDATE poster_job SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL WHERE model_id = new.id;
END;
CREATE TRIGGER poster_model_given_away AFTER UPDATE OF host ON model WHEN new.host IS NOT NULL BEGIN
  DELETE FROM poster_job WHERE model_id = new.id;
  DELETE FROM rendered_poster WHERE model_id = new.id;
  DELETE FROM refused_poster WHERE model_id = new.id;
END;
CREATE TRIGGER sync_model_posters_changed AFTER UPDATE OF poster_tag ON model
WHEN new.host IS NULL AND new.poster_tag IS NOT old.poster_tag AND new.version = old.version
  AND new.content_hash = old.content_hash AND new.metadata_hash = old.metadata_hash BEGIN
  DELETE FROM sync_change WHERE guid = new.guid;
  INSERT INTO sync_change (guid, version, op, at)
  VALUES (new.guid, new.version, 'upsert', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
CREATE TRIGGER catalogue_posters_changed AFTER UPDATE OF poster_tag ON model BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE INDEX model_by_content ON model (substr(content_hash, 1, 12)) WHERE host IS NULL;

-- The last version of each guid, kept when the model is removed, so that a version never goes back.
CREATE TABLE model_version (
  guid TEXT PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
  modified_ns INTEGER NOT NULL DEFAULT 0,
  UNIQUE (model_id, relative_path)
) STRICT;
CREATE INDEX blend_file_in_models ON file (sha256) WHERE format = 'blend';

CREATE TABLE poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  size TEXT NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (model_id, size)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER poster_added AFTER INSERT ON poster BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER poster_removed AFTER DELETE ON poster BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;

CREATE TABLE problem (
  path TEXT NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  found_at TEXT NOT NULL,
  scope TEXT NOT NULL DEFAULT 'library/',
  PRIMARY KEY (path, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX problem_by_scope ON problem (scope);

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL,
  is_disabled INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;
CREATE TRIGGER account_changed AFTER UPDATE OF is_disabled, role ON account BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 1;
END;
CREATE TRIGGER account_removed AFTER DELETE ON account BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 1;
END;

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  prefix TEXT,
  app TEXT,
  spending_cap_cents INTEGER CHECK (spending_cap_cents >= 0)
) STRICT;
CREATE INDEX token_by_account ON token (account_id, kind);
CREATE TRIGGER token_changed AFTER UPDATE OF hash, kind, account_id, scopes, expires_at ON token BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 1;
END;
CREATE TRIGGER token_removed AFTER DELETE ON token BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 1;
END;

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
  expires_at TEXT NOT NULL,
  code_guesses INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- What changed in the catalogue, for the search index: written with the row itself, whoever writes it.
CREATE TABLE search_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  model_id INTEGER NOT NULL
) STRICT;

-- What a model means, as an embedder sees its words: 32-bit floats as sqlite-vec reads them.
-- metadata_hash is the model's at the time, so that a change is noticed.
CREATE TABLE model_embedding (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE,
  metadata_hash TEXT NOT NULL,
  vector BLOB NOT NULL
) STRICT;

-- Models whose vector is wanted; due_at in milliseconds since 1970, later after each failure.
CREATE TABLE embedding_job (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX embedding_job_by_due ON embedding_job (due_at, model_id);

-- Every change of a balance, with the balance after it. Rows are only ever added, and the database checks the sums.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES account (id),
  kind TEXT NOT NULL CHECK (kind IN ('credit', 'debit', 'unlock')),
  amount_cents INTEGER NOT NULL,
  guid TEXT,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  token_id TEXT,
  balance_cents INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX ledger_by_token ON ledger (token_id, amount_cents) WHERE token_id IS NOT NULL;
CREATE TRIGGER ledger_is_never_shortened BEFORE DELETE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_is_never_changed BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_adds_up BEFORE INSERT ON ledger
WHEN new.balance_cents IS NOT new.amount_cents + coalesce(
  (SELECT balance_cents FROM ledger WHERE account_id = new.account_id ORDER BY id DESC LIMIT 1), 0) BEGIN
  SELECT RAISE (ABORT, 'the balance is not the sum of the ledger');
END;
CREATE TRIGGER ledger_unlocks_are_paid BEFORE INSERT ON ledger
WHEN new.kind = 'unlock' AND (new.balance_cents < 0 OR new.amount_cents >= 0) BEGIN
  SELECT RAISE (ABORT, 'an unlock takes what there is');
END;
CREATE INDEX ledger_by_account ON ledger (account_id, id, balance_cents);

-- What an account has unlocked; it outlives the model.
CREATE TABLE unlock (
  account_id TEXT NOT NULL REFERENCES account (id),
  guid TEXT NOT NULL,
  title TEXT NOT NULL,
  ledger_id INTEGER UNIQUE REFERENCES ledger (id),
  at TEXT NOT NULL,
  PRIMARY KEY (account_id, guid)
) STRICT, WITHOUT ROWID;
CREATE INDEX unlock_by_guid ON unlock (guid);

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

-- The audit log; rows are only ever added.
CREATE TABLE admin_action (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id TEXT REFERENCES account (id),
  action TEXT NOT NULL,
  account_id TEXT REFERENCES account (id),
  details TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX admin_action_by_account ON admin_action (account_id, id);

-- Counts the changes of callers (1) and of the catalogue (2), so that what is kept in memory is dropped in every process.
CREATE TABLE revision (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL UNIQUE,
  number INTEGER NOT NULL
) STRICT;

-- SHA-256 of every 8 MiB of large files, by the SHA-256 of the whole.
CREATE TABLE leaf_list (
  sha256 BLOB PRIMARY KEY,
  leaves BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- File hosts that this site follows.
CREATE TABLE sync_host (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  -- Whether the settings name it; the models of others are free for any host that offers them.
  is_listed INTEGER NOT NULL DEFAULT 1,
  host_id TEXT UNIQUE,
  epoch TEXT,
  started_at TEXT,
  cursor INTEGER NOT NULL DEFAULT 0,
  -- Each reading from the beginning is a pass; what a finished one did not see is gone.
  pass INTEGER NOT NULL DEFAULT 0,
  epoch_pass INTEGER NOT NULL DEFAULT 0,
  pass_kind TEXT NOT NULL DEFAULT 'none' CHECK (pass_kind IN ('none', 'compare', 'fetch')),
  -- The offset from which the host went back within its epoch.
  lost_offset INTEGER
) STRICT;

-- What each followed host has offered.
CREATE TABLE sync_product (
  host INTEGER NOT NULL REFERENCES sync_host (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  seq INTEGER NOT NULL,
  version INTEGER NOT NULL,
  highest_version INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  is_removed INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  -- When a refused product was last tried, milliseconds since 1970; null when it is not refused.
  tried_at INTEGER,
  PRIMARY KEY (host, guid)
) STRICT, WITHOUT ROWID;
CREATE INDEX sync_product_refused ON sync_product (host, tried_at) WHERE tried_at IS NOT NULL;
CREATE INDEX sync_product_by_guid ON sync_product (guid);

-- The change feed for the sites that follow this host; the last change of each guid.
CREATE TABLE sync_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  guid TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'delete')),
  at TEXT NOT NULL
) STRICT;

-- Posters that this server has rendered.
CREATE TABLE rendered_poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  size TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  jpeg_sha256 TEXT,
  jpeg_bytes INTEGER,
  PRIMARY KEY (model_id, size)
) STRICT, WITHOUT ROWID;
CREATE INDEX rendered_poster_by_sha256 ON rendered_poster (sha256);
CREATE INDEX rendered_poster_by_jpeg_sha256 ON rendered_poster (jpeg_sha256);

-- Posters that a person put beside a model and that are one of its textures.
CREATE TABLE refused_poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  refused_at TEXT NOT NULL,
  PRIMARY KEY (model_id, sha256)
) STRICT, WITHOUT ROWID;

-- The queue of the poster renderer.
CREATE TABLE poster_job (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'none', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  failed_at TEXT,
  -- Of the files and the look that the posters were made from; null before the first.
  source_hash TEXT,
  look INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX poster_job_by_state ON poster_job (state, due_at);

-- API keys whose charges wait for a person.
CREATE TABLE key_asks_first (
  token_id TEXT PRIMARY KEY REFERENCES token (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Charges that wait, or waited, for a person.
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

-- Plugin versions that an admin has pinned.
CREATE TABLE starter_pin (
  family TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  pinned_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was read of each folder of the library, so that an unchanged one is not read again.
CREATE TABLE scanned_folder (
  id INTEGER PRIMARY KEY,
  folder TEXT NOT NULL UNIQUE,
  stamp TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;

-- When and from where each token was last used.
CREATE TABLE token_use (
  token_id TEXT PRIMARY KEY REFERENCES token (id) ON DELETE CASCADE,
  used_at TEXT NOT NULL,
  address TEXT NOT NULL
) WITHOUT ROWID;

-- What .blend files mark as assets, by SHA-256.
CREATE TABLE blend_file (
  sha256 TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  assets TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Models with unlocks that their popularity does not count yet.
CREATE TABLE popularity_due (guid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE VIEW own_poster AS SELECT * FROM poster WHERE NOT EXISTS
  (SELECT 1 FROM refused_poster WHERE refused_poster.model_id = poster.model_id AND refused_poster.sha256 = poster.sha256);

CREATE VIEW listed_problem AS
  SELECT path, kind, reason, found_at FROM problem
  UNION ALL
  SELECT model.folder, 'poster', 'No poster was rendered: ' || poster_job.reason, coalesce(poster_job.failed_at, '')
  FROM poster_job JOIN model ON model.id = poster_job.model_id WHERE poster_job.state = 'failed'
  UNION ALL
  SELECT model.folder || '/' || poster.path, 'poster',
    'It is not used as poster: It looks like one of the model''s textures, not like a rendered picture.', refused_at
  FROM refused_poster JOIN poster USING (model_id, sha256) JOIN model ON model.id = poster.model_id;

-- Tells this catalogue from every other, so that a search index of another one is never taken for its own.
INSERT INTO setting (name, value) VALUES ('catalogue_id', lower(hex(randomblob(8))));
-- Changes up to this one are no longer in search_change.
INSERT INTO setting (name, value) VALUES ('search_change_floor', '0');
INSERT INTO revision (id, subject, number) VALUES (1, 'callers', 0), (2, 'catalogue', 0);
