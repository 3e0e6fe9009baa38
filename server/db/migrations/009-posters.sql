-- What tells one set of rendered posters of a model from the next; null while none was rendered.
ALTER TABLE model ADD COLUMN poster_tag TEXT;

-- Posters that we rendered; the files lie under their SHA-256 in the data folder. People's own are in poster, and win.
CREATE TABLE rendered_poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  size TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  PRIMARY KEY (model_id, size)
) STRICT, WITHOUT ROWID;
CREATE INDEX rendered_poster_by_sha256 ON rendered_poster (sha256);

-- People's own pictures that turned out to look like a texture of the model, and so are no posters.
CREATE TABLE refused_poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  refused_at TEXT NOT NULL,
  PRIMARY KEY (model_id, sha256)
) STRICT, WITHOUT ROWID;
CREATE VIEW own_poster AS SELECT * FROM poster WHERE NOT EXISTS
  (SELECT 1 FROM refused_poster WHERE refused_poster.model_id = poster.model_id AND refused_poster.sha256 = poster.sha256);

-- One row per model of this server's library. waiting: to be looked at; done: its posters are up to date, or it has its
-- own; none: no file of it can be drawn; failed: given up, with the reason. due_at in milliseconds since 1970.
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
INSERT INTO poster_job (model_id) SELECT id FROM model WHERE host IS NULL;

-- Sites that follow this host hear of new posters: same version, as the files are the same.
CREATE TRIGGER sync_model_posters_changed AFTER UPDATE OF poster_tag ON model
WHEN new.host IS NULL AND new.poster_tag IS NOT old.poster_tag AND new.version = old.version
  AND new.content_hash = old.content_hash AND new.metadata_hash = old.metadata_hash BEGIN
  DELETE FROM sync_change WHERE guid = new.guid;
  INSERT INTO sync_change (guid, version, op, at)
  VALUES (new.guid, new.version, 'upsert', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

-- Problems of posters are kept with their jobs, beyond the scan that comes next.
CREATE VIEW listed_problem AS
  SELECT path, kind, reason, found_at FROM problem
  UNION ALL
  SELECT model.folder, 'poster', 'No poster was rendered: ' || poster_job.reason, coalesce(poster_job.failed_at, '')
  FROM poster_job JOIN model ON model.id = poster_job.model_id WHERE poster_job.state = 'failed'
  UNION ALL
  SELECT model.folder || '/' || poster.path, 'poster',
    'It is not used as poster: It looks like one of the model''s textures, not like a rendered picture.', refused_at
  FROM refused_poster JOIN poster USING (model_id, sha256) JOIN model ON model.id = poster.model_id;

-- The model's record shows its posters.
CREATE TRIGGER catalogue_posters_changed AFTER UPDATE OF poster_tag ON model BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
