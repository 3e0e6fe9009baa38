-- What brings the database of an earlier preview, from schema 19 on, to that of schema.sql: one part for each number that
-- there was. A part that is only about the catalogue is marked, as the catalogue may be in a file of its own.

-- to 020
-- Words, tags, formats and topologies are found in the index beside the database; nothing reads these any more.
DROP TABLE model_search;
DROP TABLE model_value;

-- to 021
-- From where an account has signed in: a browser that was given a cookie, or a network address.
CREATE TABLE sign_in_place (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (account_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_place_by_time ON sign_in_place (last_at);

-- Wrong passwords of the last half hour, by the SHA-256 of the e-mail: it need not belong to an account. `at` is in
-- milliseconds since 1970.
CREATE TABLE wrong_password (
  id INTEGER PRIMARY KEY,
  email_hash BLOB NOT NULL,
  place TEXT NOT NULL,
  is_known INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_password_by_place ON wrong_password (email_hash, place, at);
CREATE INDEX wrong_password_by_time ON wrong_password (at);

-- to 022
-- A deleted account is a row without a name, which its ledger belongs to.
ALTER TABLE account ADD COLUMN deleted_at TEXT;

-- to 023
-- Where a file lies in the library, and how its topology was found: of models that have no topology folders.
ALTER TABLE file ADD COLUMN place TEXT;
ALTER TABLE file ADD COLUMN lod_from TEXT;
CREATE INDEX file_by_place ON file (place) WHERE place IS NOT NULL;

-- What was recognised in a folder, as JSON; NULL: it is one model in topology folders.
ALTER TABLE scanned_folder ADD COLUMN recognised TEXT;

-- The guid that belongs to files, wherever they lie and also while they are gone.
CREATE TABLE recognised_content (
  content TEXT PRIMARY KEY,
  guid TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- to 024
-- Archives in the library: what became of each; unpacked ones are in the data folder, under their SHA-256.
CREATE TABLE unpacked_archive (
  place TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  sha256 TEXT,
  problems TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- to 025
-- What an admin says of places of the library otherwise than a scan finds.
CREATE TABLE library_rule (
  place TEXT PRIMARY KEY,
  borders TEXT CHECK (borders IN ('one', 'each', 'ignore')),
  template TEXT
) STRICT, WITHOUT ROWID;

-- Scene files with the same label in one folder are one model, and no other file is a part of it.
CREATE TABLE scene_label (
  place TEXT PRIMARY KEY,
  label TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Fields of models, as product.json would have them.
CREATE TABLE model_edit (
  guid TEXT PRIMARY KEY,
  fields TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The fields that the product.json of a folder says, as a JSON list.
ALTER TABLE scanned_folder ADD COLUMN said TEXT NOT NULL DEFAULT '[]';

-- Recognised models that an admin has not published yet, and those that one has.
CREATE TABLE waiting_model (
  guid TEXT PRIMARY KEY,
  unit TEXT NOT NULL,
  folder TEXT NOT NULL,
  about TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_model_by_unit ON waiting_model (unit);
CREATE INDEX waiting_model_by_folder ON waiting_model (folder);
CREATE TABLE approved_model (
  guid TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- to 026
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

-- to 027
-- A scan asks for the guid of each folder: the index alone answers, as the row of a model is long.
DROP INDEX model_by_folder;
CREATE INDEX model_by_folder ON model (folder, host, guid);

-- to 028
-- What a program must understand to read a file beyond its format, as a JSON list; NULL: nothing is known.
ALTER TABLE file ADD COLUMN requires TEXT;

-- to 029
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

-- to 030
-- Files that publishers send, by tus; bytes beyond the offset do not count. expires_at in milliseconds since 1970.
CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  relative_path TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  offset_bytes INTEGER NOT NULL DEFAULT 0,
  -- Whether the bytes were found to have that SHA-256.
  is_done INTEGER NOT NULL DEFAULT 0,
  -- The publish that takes it; NULL: none yet.
  publish_id TEXT,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX upload_by_account ON upload (account_id);
CREATE INDEX upload_by_publish ON upload (publish_id) WHERE publish_id IS NOT NULL;

-- What becomes of uploads: the record of intent, from which a server that was killed goes on.
CREATE TABLE publish (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  product TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('moving', 'reading', 'published', 'failed')),
  reason TEXT,
  size_bytes INTEGER NOT NULL,
  -- The publish that the model showed before.
  replaces TEXT,
  made_at TEXT NOT NULL
) STRICT;
CREATE INDEX publish_by_account ON publish (account_id);
CREATE INDEX publish_unfinished ON publish (state) WHERE state IN ('moving', 'reading');

-- Which publish a model's folder shows; the folder itself is named after it.
CREATE TABLE published_model (
  guid TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  publish_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Earlier versions, with their files as a JSON list.
CREATE TABLE published_version (
  guid TEXT NOT NULL,
  version INTEGER NOT NULL,
  publish_id TEXT NOT NULL,
  price_cents INTEGER NOT NULL,
  files TEXT NOT NULL,
  replaced_at TEXT NOT NULL,
  PRIMARY KEY (guid, version)
) STRICT, WITHOUT ROWID;

-- People who are signed in may use what their role allows; apps and keys keep what they were given.
UPDATE token SET scopes = json_insert(scopes, '$[#]', 'models:publish')
WHERE kind IN ('user', 'session') AND scopes NOT LIKE '%models:publish%';

-- to 031
-- A model that comes back as it was keeps its version.
ALTER TABLE model_version ADD COLUMN content_hash TEXT;
UPDATE model_version SET content_hash = (SELECT content_hash FROM model WHERE model.guid = model_version.guid);

-- to 033
-- Models that a person keeps: the favourites, and collections that the person named. Nobody else sees them.
CREATE TABLE model_list (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('favourites', 'collection')),
  name TEXT NOT NULL,
  made_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX model_list_by_account ON model_list (account_id);
CREATE UNIQUE INDEX favourites_by_account ON model_list (account_id) WHERE kind = 'favourites';

-- A model that is removed from the catalogue stays, as it may come back. `place` grows: the newest has the highest.
CREATE TABLE listed_model (
  list_id TEXT NOT NULL REFERENCES model_list (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  place INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  PRIMARY KEY (list_id, guid)
) STRICT, WITHOUT ROWID;

-- People who are signed in keep lists of their own; apps ask for it first.
UPDATE token SET scopes = json_insert(scopes, '$[#]', 'lists:write')
WHERE kind IN ('user', 'session') AND scopes NOT LIKE '%lists:write%';

-- to 035
-- Models of the same rank come in the order of a hash of their guids, so that all sites that list them agree.
ALTER TABLE model ADD COLUMN guid_hash INTEGER NOT NULL DEFAULT 0;
UPDATE model SET guid_hash = hash_guid(guid);
DROP INDEX model_by_popularity;
CREATE INDEX model_by_popularity ON model (popularity DESC, guid_hash);

-- to 036
-- Searches that a person keeps, with the newest models that they had found when the person last looked, and how many in
-- all. Nobody else sees them.
CREATE TABLE saved_search (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  seen TEXT NOT NULL,
  total INTEGER NOT NULL,
  made_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX saved_search_by_account ON saved_search (account_id, query);

-- to 037
-- All files of a product, those that its host made of others too; null where it was read before this was remembered.
ALTER TABLE sync_product ADD COLUMN files_hash TEXT;

-- Whether another followed host offers the same originals; the address of its posters depends on it.
ALTER TABLE model ADD COLUMN is_mirrored INTEGER NOT NULL DEFAULT 0;
CREATE INDEX model_mirrored ON model (guid) WHERE is_mirrored = 1;
CREATE TRIGGER catalogue_moved AFTER UPDATE OF host, is_mirrored ON model
WHEN new.host IS NOT old.host OR new.is_mirrored <> old.is_mirrored BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;

-- Products that several hosts offer were refused all but one; they are looked at again.
UPDATE sync_product SET tried_at = 0
WHERE is_removed = 0 AND guid IN (SELECT guid FROM sync_product GROUP BY guid HAVING count(*) > 1);

-- to 045
-- From where the poster of a model shows it, in degrees, where a person has chosen it.
CREATE TABLE poster_view (
  guid TEXT PRIMARY KEY,
  azimuth REAL NOT NULL,
  elevation REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- to 050
-- How many accounts of all sites have unlocked a model, where they are kept together in PostgreSQL.
CREATE TABLE shared_popularity (
  guid TEXT PRIMARY KEY,
  unlocks INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- to 069
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

-- to 070
-- The SHA-256 of a large file's leaves, one behind the other as bytes: with it, leaves are those of the file wherever they
-- come from. A site has it of its hosts' files too, whose leaves it never sees.
CREATE TABLE leaf_digest (
  sha256 BLOB PRIMARY KEY,
  digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- to 073
-- What each topology of a model has: its triangles, null where they could not be counted, and the bytes of all of its files,
-- as {"1k": [950, 12345]}.
ALTER TABLE model ADD COLUMN topologies TEXT NOT NULL DEFAULT '{}';
UPDATE model SET topologies = coalesce((
  SELECT json_group_object(lod, json_array(most, bytes)) FROM (
    SELECT lod, max(triangles) AS most, sum(size_bytes) AS bytes FROM file WHERE model_id = model.id GROUP BY lod
  )), '{}');

-- to 074
-- The main colour of a model's poster by its name; null where there is no poster, or nobody has looked at it yet.
ALTER TABLE model ADD COLUMN colour TEXT;
CREATE TRIGGER catalogue_colours_changed AFTER UPDATE OF colour ON model WHEN new.colour IS NOT old.colour BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER sync_model_colour_changed AFTER UPDATE OF colour ON model
WHEN new.host IS NULL AND new.colour IS NOT old.colour BEGIN
  DELETE FROM sync_change WHERE guid = new.guid;
  INSERT INTO sync_change (guid, version, op, at)
  VALUES (new.guid, new.version, 'upsert', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

-- Models of this server's library whose poster has to be looked at for its colour.
CREATE TABLE colour_job (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE
) STRICT;
INSERT INTO colour_job (model_id) SELECT id FROM model WHERE host IS NULL
  AND (poster_tag IS NOT NULL OR EXISTS (SELECT 1 FROM poster WHERE poster.model_id = model.id));
CREATE TRIGGER colour_poster_added AFTER INSERT ON poster BEGIN
  INSERT INTO colour_job (model_id) SELECT id FROM model WHERE id = new.model_id AND host IS NULL
    AND NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = new.model_id);
END;
CREATE TRIGGER colour_poster_removed AFTER DELETE ON poster BEGIN
  INSERT INTO colour_job (model_id) SELECT id FROM model WHERE id = old.model_id AND host IS NULL
    AND NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = old.model_id);
END;
CREATE TRIGGER colour_poster_refused AFTER INSERT ON refused_poster BEGIN
  INSERT INTO colour_job (model_id) SELECT id FROM model WHERE id = new.model_id AND host IS NULL
    AND NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = new.model_id);
END;
CREATE TRIGGER colour_poster_rendered AFTER UPDATE OF poster_tag ON model
WHEN new.host IS NULL AND new.poster_tag IS NOT old.poster_tag BEGIN
  INSERT INTO colour_job (model_id) SELECT new.id
    WHERE NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = new.id);
END;
CREATE TRIGGER colour_model_given_away AFTER UPDATE OF host ON model WHEN new.host IS NOT NULL BEGIN
  DELETE FROM colour_job WHERE model_id = new.id;
END;
CREATE TRIGGER colour_model_taken AFTER UPDATE OF host ON model WHEN new.host IS NULL AND old.host IS NOT NULL BEGIN
  INSERT INTO colour_job (model_id) SELECT new.id
    WHERE NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = new.id);
END;

-- to 075
-- Posters that a page drew for a server without a renderer: a renderer that comes later replaces them, and they go with the
-- files that they were drawn from.
ALTER TABLE rendered_poster ADD COLUMN is_handed INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER handed_poster_outdated AFTER UPDATE OF content_hash ON model
WHEN new.content_hash <> old.content_hash
  AND EXISTS (SELECT 1 FROM rendered_poster WHERE model_id = new.id AND is_handed = 1) BEGIN
  DELETE FROM rendered_poster WHERE model_id = new.id;
  UPDATE model SET poster_tag = NULL WHERE id = new.id;
END;

-- to 076
-- What this server did for people on each day (UTC); rows of more than a year ago are removed.
CREATE TABLE traffic_day (
  day TEXT PRIMARY KEY,
  downloads INTEGER NOT NULL DEFAULT 0,
  sent_bytes INTEGER NOT NULL DEFAULT 0,
  unlocks INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO traffic_day (day, unlocks)
  SELECT substr(at, 1, 10), count(*) FROM unlock WHERE at >= strftime('%Y-%m-%d', 'now', '-400 days') GROUP BY 1;

-- to 080
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

-- to 087
-- What the computers and web pages of an account wrote about models: tags and a note, each with what its writer knew of
-- the others'. Nobody else sees them. A row is never removed, only emptied, so that the other computers hear of it.
CREATE TABLE account_note (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  writer TEXT NOT NULL,
  entry TEXT NOT NULL,
  -- Characters of `entry`.
  size INTEGER NOT NULL,
  -- Grows with each change of the account's.
  number INTEGER NOT NULL,
  changed_at TEXT NOT NULL,
  PRIMARY KEY (account_id, guid, writer)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX account_note_by_number ON account_note (account_id, number);

-- to 090
-- What the catalogue counts and keeps for itself, under names that stay when its tables are in a file of their own
-- (`server/base/db/catalogue-file.ts`).
CREATE VIEW caller_revision AS SELECT number FROM revision WHERE id = 1;
CREATE VIEW catalogue_sequence AS SELECT name, seq FROM sqlite_sequence;
CREATE VIEW catalogue_setting AS SELECT name, value FROM setting;
CREATE TRIGGER catalogue_setting_added INSTEAD OF INSERT ON catalogue_setting BEGIN
  INSERT OR REPLACE INTO setting (name, value) VALUES (new.name, new.value);
END;
CREATE TRIGGER catalogue_setting_changed INSTEAD OF UPDATE ON catalogue_setting BEGIN
  UPDATE setting SET value = new.value WHERE name = old.name;
END;

-- to 097, catalogue
-- Posters on which all is drawn in the colour of clay, as the files say no other: they say nothing of the model's colour.
ALTER TABLE rendered_poster ADD COLUMN is_clay INTEGER NOT NULL DEFAULT 0;

-- to 104, catalogue
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

-- to 105, catalogue
-- One table of jobs in place of five.
DROP VIEW listed_problem;
DROP TRIGGER poster_model_added;
DROP TRIGGER poster_model_changed;
DROP TRIGGER poster_model_given_away;
DROP TRIGGER level_model_added;
DROP TRIGGER level_model_changed;
DROP TRIGGER level_model_given_away;
DROP TRIGGER asset_model_added;
DROP TRIGGER asset_model_changed;
DROP TRIGGER asset_model_given_away;
DROP TRIGGER colour_poster_added;
DROP TRIGGER colour_poster_removed;
DROP TRIGGER colour_poster_refused;
DROP TRIGGER colour_poster_rendered;
DROP TRIGGER colour_model_given_away;
DROP TRIGGER colour_model_taken;
DROP TABLE poster_job;
DROP TABLE level_job;
DROP TABLE asset_job;
DROP TABLE colour_job;
DROP TABLE embedding_job;
-- What is to be made of models, each once: posters, levels, assets for Blender, the colours of posters, vectors. Posters, levels,
-- assets and colours are of this server's own models; vectors are of all, where there is an embedder.
CREATE TABLE job (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('poster', 'level', 'asset', 'colour', 'embedding')),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'none', 'failed')),
  -- 0: now; else when it may be tried again, or when whoever does it is taken to be lost, in milliseconds since 1970.
  due_at INTEGER NOT NULL DEFAULT 0,
  -- Whether a person asked for it.
  is_asked INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- That of the model, so that an index has the order of the jobs.
  popularity INTEGER NOT NULL,
  -- The version of the recipe by which it was settled, and a hash of what it was made from.
  recipe INTEGER NOT NULL DEFAULT 0,
  source TEXT,
  reason TEXT,
  failed_at TEXT,
  PRIMARY KEY (model_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_next ON job (kind, is_asked DESC, attempts, popularity DESC, model_id DESC) WHERE state = 'waiting' AND due_at = 0;
CREATE INDEX job_later ON job (kind, due_at) WHERE state = 'waiting' AND due_at > 0;
CREATE INDEX job_failed ON job (kind, model_id) WHERE state = 'failed';
CREATE INDEX job_settled ON job (kind, recipe) WHERE state <> 'waiting';
CREATE TRIGGER job_model_added AFTER INSERT ON model WHEN new.host IS NULL BEGIN
  INSERT INTO job (model_id, kind, popularity)
  VALUES (new.id, 'poster', new.popularity), (new.id, 'level', new.popularity), (new.id, 'asset', new.popularity);
END;
-- `derived_changes` grows with its levels, and `poster_tag` changes with its picture.
CREATE TRIGGER job_model_changed
AFTER UPDATE OF content_hash, metadata_hash, license, derived_changes, poster_tag, host ON model WHEN new.host IS NULL BEGIN
  INSERT INTO job (model_id, kind, popularity)
  SELECT new.id, kind, new.popularity FROM (
    SELECT 'poster' AS kind, new.content_hash <> old.content_hash AS is_outdated
    UNION ALL SELECT 'level', new.content_hash <> old.content_hash OR new.license <> old.license
    UNION ALL SELECT 'asset', new.content_hash <> old.content_hash OR new.metadata_hash <> old.metadata_hash
      OR new.derived_changes <> old.derived_changes OR new.poster_tag IS NOT old.poster_tag
    UNION ALL SELECT 'colour', new.poster_tag IS NOT old.poster_tag)
  WHERE is_outdated OR old.host IS NOT NULL
  ON CONFLICT (model_id, kind) DO UPDATE SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL;
END;
CREATE TRIGGER job_model_popular AFTER UPDATE OF popularity ON model WHEN new.popularity <> old.popularity BEGIN
  UPDATE job SET popularity = new.popularity WHERE model_id = new.id;
END;
CREATE TRIGGER job_model_given_away AFTER UPDATE OF host ON model WHEN new.host IS NOT NULL BEGIN
  DELETE FROM job WHERE model_id = new.id AND kind <> 'embedding';
  DELETE FROM rendered_poster WHERE model_id = new.id;
  DELETE FROM refused_poster WHERE model_id = new.id;
  DELETE FROM made_asset WHERE model_id = new.id;
END;
CREATE TRIGGER job_poster_added AFTER INSERT ON poster BEGIN
  INSERT INTO job (model_id, kind, popularity) SELECT id, 'colour', popularity FROM model WHERE id = new.model_id AND host IS NULL
  ON CONFLICT (model_id, kind) DO UPDATE SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL;
END;
CREATE TRIGGER job_poster_removed AFTER DELETE ON poster BEGIN
  INSERT INTO job (model_id, kind, popularity) SELECT id, 'colour', popularity FROM model WHERE id = old.model_id AND host IS NULL
  ON CONFLICT (model_id, kind) DO UPDATE SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL;
END;
CREATE TRIGGER job_poster_refused AFTER INSERT ON refused_poster BEGIN
  INSERT INTO job (model_id, kind, popularity) SELECT id, 'colour', popularity FROM model WHERE id = new.model_id AND host IS NULL
  ON CONFLICT (model_id, kind) DO UPDATE SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL;
END;

-- How many jobs are in each state.
CREATE TABLE job_count (
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER job_added AFTER INSERT ON job BEGIN
  INSERT INTO job_count (kind, state, count) VALUES (new.kind, new.state, 1)
  ON CONFLICT (kind, state) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER job_moved AFTER UPDATE OF state ON job WHEN new.state <> old.state BEGIN
  UPDATE job_count SET count = count - 1 WHERE kind = old.kind AND state = old.state;
  INSERT INTO job_count (kind, state, count) VALUES (new.kind, new.state, 1)
  ON CONFLICT (kind, state) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
  UPDATE job_count SET count = count - 1 WHERE kind = old.kind AND state = old.state;
END;
INSERT INTO job (model_id, kind, popularity)
SELECT id, kind, popularity FROM model, (SELECT 'poster' AS kind UNION ALL SELECT 'level' UNION ALL SELECT 'asset') WHERE host IS NULL;
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
  SELECT model.folder, CASE kind WHEN 'level' THEN 'levels' ELSE kind END,
    CASE kind WHEN 'poster' THEN 'No poster was rendered: ' WHEN 'level' THEN 'No levels were made: '
      WHEN 'asset' THEN 'No asset for Blender was made: ' END || job.reason, coalesce(job.failed_at, ''), model.folder
  FROM job JOIN model ON model.id = job.model_id WHERE job.kind IN ('poster', 'level', 'asset') AND job.state = 'failed'
  UNION ALL
  SELECT model.folder || '/' || poster.path, 'poster',
    'It is not used as poster: It looks like one of the model''s textures, not like a rendered picture.', refused_at, model.folder
  FROM refused_poster JOIN poster USING (model_id, sha256) JOIN model ON model.id = poster.model_id;
