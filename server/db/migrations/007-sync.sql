-- The file hosts that a site follows, each with how far it was read.
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

-- What is known of each product of each host, refused ones and removed ones too.
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

-- null: the model is in this server's own library.
ALTER TABLE model ADD COLUMN host INTEGER REFERENCES sync_host (id);
CREATE INDEX model_by_host ON model (host) WHERE host IS NOT NULL;
CREATE INDEX unlock_by_guid ON unlock (guid);

-- The change feed of a file host: the last change of each of its own models, written with the model's row, whoever
-- writes it. A later change of a model takes the place of the earlier one under a new, greater number.
CREATE TABLE sync_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  guid TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'delete')),
  at TEXT NOT NULL
) STRICT;
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
INSERT INTO sync_change (guid, version, op, at) SELECT guid, version, 'upsert', updated_at FROM model ORDER BY id;
