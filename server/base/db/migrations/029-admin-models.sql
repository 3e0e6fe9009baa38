-- Models that an admin took out of the catalogue; their files and their ids stay.
CREATE TABLE hidden_model (
  guid TEXT PRIMARY KEY,
  hidden_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The models that an admin's change was about.
CREATE TABLE admin_action_model (
  guid TEXT NOT NULL,
  action_id INTEGER NOT NULL REFERENCES admin_action (id),
  PRIMARY KEY (guid, action_id)
) STRICT, WITHOUT ROWID;

-- `place` is the model, folder or file host that a problem is about, by which problems are listed together.
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
  SELECT model.folder || '/' || poster.path, 'poster',
    'It is not used as poster: It looks like one of the model''s textures, not like a rendered picture.', refused_at, model.folder
  FROM refused_poster JOIN poster USING (model_id, sha256) JOIN model ON model.id = poster.model_id;
