-- Which models of the library may still get an asset for Blender; rows are as those of level_job.
CREATE TABLE asset_job (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  failed_at TEXT,
  recipe INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX asset_job_by_state ON asset_job (state, due_at);
INSERT INTO asset_job (model_id) SELECT id FROM model WHERE host IS NULL;
CREATE TRIGGER asset_model_added AFTER INSERT ON model WHEN new.host IS NULL BEGIN
  INSERT INTO asset_job (model_id) VALUES (new.id);
END;
-- `derived_changes` grows with its levels, and `poster_tag` changes with its picture.
CREATE TRIGGER asset_model_changed AFTER UPDATE OF content_hash, metadata_hash, derived_changes, poster_tag, host ON model
WHEN new.host IS NULL
  AND (new.content_hash <> old.content_hash OR new.metadata_hash <> old.metadata_hash OR old.host IS NOT NULL
    OR new.derived_changes <> old.derived_changes OR new.poster_tag IS NOT old.poster_tag) BEGIN
  INSERT INTO asset_job (model_id) SELECT new.id WHERE NOT EXISTS (SELECT 1 FROM asset_job WHERE model_id = new.id);
  UPDATE asset_job SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL WHERE model_id = new.id;
END;
CREATE TRIGGER asset_model_given_away AFTER UPDATE OF host ON model WHEN new.host IS NOT NULL BEGIN
  DELETE FROM asset_job WHERE model_id = new.id;
  DELETE FROM made_asset WHERE model_id = new.id;
END;

-- The .blend file that was made of a model's `lod`, with what it marks as assets; `source` is what it follows from, as a hash.
CREATE TABLE made_asset (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  lod TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  version TEXT NOT NULL,
  assets TEXT NOT NULL
) STRICT;
CREATE INDEX made_asset_by_sha256 ON made_asset (sha256);
INSERT INTO revision (id, subject, number) VALUES (3, 'assets', 0);
CREATE TRIGGER made_asset_added AFTER INSERT ON made_asset BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 3;
END;
CREATE TRIGGER made_asset_removed AFTER DELETE ON made_asset BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 3;
END;

DROP VIEW listed_problem;
CREATE VIEW listed_problem AS
  SELECT path, kind, reason, found_at,
    CASE
      WHEN kind = 'host-model' THEN path
      WHEN scope = 'hosts/' THEN path
      WHEN scope GLOB 'library/?*' AND path <> substr(scope, 9) AND kind IN ('left-out', 'copy', 'duplicate') THEN path
      WHEN scope GLOB 'library/?*' THEN substr(scope, 9)
      ELSE path
    END AS place
  FROM problem
  UNION ALL
  SELECT model.folder, 'poster', 'No poster was rendered: ' || poster_job.reason, coalesce(poster_job.failed_at, ''), model.folder
  FROM poster_job JOIN model ON model.id = poster_job.model_id WHERE poster_job.state = 'failed'
  UNION ALL
  SELECT model.folder, 'levels', 'No levels were made: ' || level_job.reason, coalesce(level_job.failed_at, ''), model.folder
  FROM level_job JOIN model ON model.id = level_job.model_id WHERE level_job.state = 'failed'
  UNION ALL
  SELECT model.folder, 'asset', 'No asset for Blender was made: ' || asset_job.reason, coalesce(asset_job.failed_at, ''), model.folder
  FROM asset_job JOIN model ON model.id = asset_job.model_id WHERE asset_job.state = 'failed'
  UNION ALL
  SELECT model.folder || '/' || poster.path, 'poster',
    'It is not used as poster: It looks like one of the model''s textures, not like a rendered picture.', refused_at, model.folder
  FROM refused_poster JOIN poster USING (model_id, sha256) JOIN model ON model.id = poster.model_id;
