-- How this server made a file from another, as JSON; NULL: an original. And what it was made from and how, as a hash.
ALTER TABLE file ADD COLUMN derived TEXT;
ALTER TABLE file ADD COLUMN derived_key TEXT;
CREATE INDEX file_derived ON file (sha256) WHERE derived IS NOT NULL;

-- Grows with each change of a model's derived files, which make no new version of it.
ALTER TABLE model ADD COLUMN derived_changes INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER catalogue_levels_changed AFTER UPDATE OF derived_changes ON model
WHEN new.derived_changes <> old.derived_changes BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER sync_model_levels_changed AFTER UPDATE OF derived_changes ON model
WHEN new.host IS NULL AND new.derived_changes <> old.derived_changes BEGIN
  DELETE FROM sync_change WHERE guid = new.guid;
  INSERT INTO sync_change (guid, version, op, at)
  VALUES (new.guid, new.version, 'upsert', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

-- The queue of the levels that this server makes; due_at in milliseconds since 1970.
CREATE TABLE level_job (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  failed_at TEXT,
  -- The version of the recipe by which it was settled.
  recipe INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX level_job_by_state ON level_job (state, due_at);
INSERT INTO level_job (model_id) SELECT id FROM model WHERE host IS NULL;
CREATE TRIGGER level_model_added AFTER INSERT ON model WHEN new.host IS NULL BEGIN
  INSERT INTO level_job (model_id) VALUES (new.id);
END;
CREATE TRIGGER level_model_changed AFTER UPDATE OF content_hash, license, host ON model
WHEN new.host IS NULL
  AND (new.content_hash <> old.content_hash OR new.license <> old.license OR old.host IS NOT NULL) BEGIN
  INSERT INTO level_job (model_id) SELECT new.id WHERE NOT EXISTS (SELECT 1 FROM level_job WHERE model_id = new.id);
  UPDATE level_job SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL WHERE model_id = new.id;
END;
CREATE TRIGGER level_model_given_away AFTER UPDATE OF host ON model WHEN new.host IS NOT NULL BEGIN
  DELETE FROM level_job WHERE model_id = new.id;
END;

DROP VIEW listed_problem;
CREATE VIEW listed_problem AS
  SELECT path, kind, reason, found_at FROM problem
  UNION ALL
  SELECT model.folder, 'poster', 'No poster was rendered: ' || poster_job.reason, coalesce(poster_job.failed_at, '')
  FROM poster_job JOIN model ON model.id = poster_job.model_id WHERE poster_job.state = 'failed'
  UNION ALL
  SELECT model.folder, 'levels', 'No levels were made: ' || level_job.reason, coalesce(level_job.failed_at, '')
  FROM level_job JOIN model ON model.id = level_job.model_id WHERE level_job.state = 'failed'
  UNION ALL
  SELECT model.folder || '/' || poster.path, 'poster',
    'It is not used as poster: It looks like one of the model''s textures, not like a rendered picture.', refused_at
  FROM refused_poster JOIN poster USING (model_id, sha256) JOIN model ON model.id = poster.model_id;
