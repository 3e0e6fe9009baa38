-- What the validator of glTF says of a model's own files: a JSON list of [path from the library, reason, when it was found],
-- and a hash of the files that were looked at.
ALTER TABLE level_job ADD COLUMN flaws TEXT NOT NULL DEFAULT '[]';
ALTER TABLE level_job ADD COLUMN checked TEXT;
CREATE INDEX level_job_with_flaws ON level_job (model_id) WHERE flaws <> '[]';

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
  FROM refused_poster JOIN poster USING (model_id, sha256) JOIN model ON model.id = poster.model_id
  UNION ALL
  SELECT flaw.value ->> 0, 'flaw', flaw.value ->> 1, flaw.value ->> 2, model.folder
  FROM level_job JOIN model ON model.id = level_job.model_id, json_each(level_job.flaws) AS flaw WHERE level_job.flaws <> '[]';
