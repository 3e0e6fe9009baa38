-- What a model of this server's library is known by: read again without a catalogue, it gets the guid that it had, and the
-- day on which it came.
CREATE TABLE model_identity (
  id INTEGER PRIMARY KEY,
  guid TEXT NOT NULL UNIQUE,
  -- NULL: it is in no folder any more; the same files get the guid again.
  folder TEXT,
  content_hash TEXT NOT NULL,
  -- Whether it waits for an admin, or is hidden.
  is_held INTEGER NOT NULL,
  -- NULL: it was never published.
  added_at TEXT
) STRICT;
CREATE INDEX model_identity_by_folder ON model_identity (folder, is_held, guid) WHERE folder IS NOT NULL;
CREATE INDEX model_identity_by_content ON model_identity (substr(content_hash, 1, 12)) WHERE is_held = 0;

-- Where the scene files of recognised models lie, relative to the library.
CREATE TABLE model_scene (
  guid TEXT NOT NULL,
  place TEXT NOT NULL,
  PRIMARY KEY (guid, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_scene_by_place ON model_scene (place);

INSERT INTO model_identity (guid, folder, content_hash, is_held, added_at)
SELECT guid, folder, content_hash, 0, added_at FROM model WHERE host IS NULL ORDER BY id;
INSERT INTO model_scene (guid, place)
SELECT DISTINCT guid, place FROM file JOIN model ON model.id = file.model_id
WHERE host IS NULL AND role = 'scene' AND place IS NOT NULL;

INSERT OR IGNORE INTO model_identity (guid, folder, content_hash, is_held)
SELECT waiting_model.guid, folder, coalesce(last.content, ''), 1 FROM waiting_model
LEFT JOIN (SELECT guid, max(content) AS content FROM recognised_content GROUP BY guid) AS last USING (guid);
INSERT OR IGNORE INTO model_scene (guid, place)
SELECT guid, value FROM waiting_model, json_each(about, '$.scenes')
WHERE guid IN (SELECT guid FROM recognised_content);

-- What was asked of the catalogue is asked of these.
DROP INDEX model_by_content;
DROP INDEX file_by_place;
