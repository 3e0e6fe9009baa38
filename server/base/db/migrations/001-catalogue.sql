-- What can be read or made again. Later changes are separate files, `NNN-catalogue-WHAT.sql`.

-- The catalogue's own values, by name. `catalogue` names the database that it belongs to.
CREATE TABLE catalogue_setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Models of this server's library and, with `host` set, of the file hosts that a site follows.
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
  license_from TEXT,
  attribution TEXT,
  price_cents INTEGER NOT NULL CHECK (price_cents >= 0),
  version INTEGER NOT NULL,
  source_updated_at TEXT,
  animated INTEGER NOT NULL,
  rigged INTEGER NOT NULL,
  triangles INTEGER,
  -- JSON such as {"x": 1, "y": 0.5, "z": 2}; null if unknown.
  size_metres TEXT NOT NULL DEFAULT 'null',
  formats TEXT NOT NULL,
  lods TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  popularity INTEGER NOT NULL DEFAULT 0,
  content_hash TEXT NOT NULL,
  metadata_hash TEXT NOT NULL,
  added_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  host INTEGER REFERENCES sync_host (id),
  poster_tag TEXT,
  -- Grows with each change of the derived files, which does not change the model's version.
  derived_changes INTEGER NOT NULL DEFAULT 0,
  -- Orders models of equal rank by a hash of their guids, so that all sites agree.
  guid_hash INTEGER NOT NULL DEFAULT 0,
  -- Whether another followed host offers the same originals; the posters' address depends on it.
  is_mirrored INTEGER NOT NULL DEFAULT 0,
  -- Per topology: triangles (null if they could not be counted) and the bytes of all its files, as {"1k": [950,
  -- 12345]}.
  topologies TEXT NOT NULL DEFAULT '{}',
  -- Name of the poster's main colour; null if there is no poster, or it was not analysed yet.
  colour TEXT,
  -- Tag of the picture that stands in for a missing poster; NULL if nothing can be drawn.
  sketch TEXT
) STRICT;
CREATE INDEX model_by_popularity ON model (popularity DESC, guid_hash);
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
-- A scan asks for the guid of each folder. The index alone answers, as rows of models are long.
CREATE INDEX model_by_folder ON model (folder, host, guid);
CREATE INDEX model_mirrored ON model (guid) WHERE is_mirrored = 1;
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
  -- For models without topology folders: path in the library, and how the topology was found.
  place TEXT,
  lod_from TEXT,
  -- How this server made the file, as JSON (NULL for an original), and a hash of its source and recipe.
  derived TEXT,
  derived_key TEXT,
  -- Requirements of the file, as a JSON list; NULL if unknown.
  requires TEXT,
  -- Referenced textures and materials that are missing, as a JSON list; NULL if there are none.
  missing TEXT,
  -- What its materials use pictures for, as a JSON list; NULL if the file does not say.
  textures TEXT,
  -- Up axis of a scene file, and metres per unit; NULL if unknown.
  up_axis TEXT,
  unit_metres REAL,
  UNIQUE (model_id, relative_path)
) STRICT;
CREATE INDEX blend_file_in_models ON file (sha256) WHERE format = 'blend';
CREATE INDEX file_derived ON file (sha256) WHERE derived IS NOT NULL;

CREATE TABLE poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  size TEXT NOT NULL,
  path TEXT NOT NULL,
  -- Path in the library; null if it is at its path in the model's folder.
  place TEXT,
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
  sentence TEXT,
  found_at TEXT NOT NULL,
  scope TEXT NOT NULL DEFAULT 'library/',
  PRIMARY KEY (path, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX problem_by_scope ON problem (scope);

-- Changes of the catalogue for the search index, written in the same transaction as the row.
CREATE TABLE search_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  model_id INTEGER NOT NULL
) STRICT;

-- A model's meaning, as an embedder sees its words: 32-bit floats in sqlite-vec's format. metadata_hash is the model's
-- at that time, to notice changes. Rows never change and numbers are never reused, so memory of a number stays true as
-- long as its row exists.
CREATE TABLE model_embedding (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  model_id INTEGER NOT NULL UNIQUE REFERENCES model (id) ON DELETE CASCADE,
  metadata_hash TEXT NOT NULL,
  vector BLOB NOT NULL,
  -- The vector in few bits (vector-code.ts); read at startup instead of all vectors.
  code BLOB NOT NULL
) STRICT;
CREATE INDEX model_embedding_code ON model_embedding (number, code);

-- Counts changes of the catalogue (2) and of assets for Blender (3), so that every process drops what it has cached.
CREATE TABLE revision (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL UNIQUE,
  number INTEGER NOT NULL
) STRICT;

-- SHA-256 of every 8 MiB chunk of large files, by the SHA-256 of the whole.
CREATE TABLE leaf_list (
  sha256 BLOB PRIMARY KEY,
  leaves BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Small WebP pictures of models (JPEG if embedded in a file) by `model.sketch`; empty if there is none.
CREATE TABLE sketch (
  tag TEXT PRIMARY KEY,
  picture BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX model_by_sketch ON model (sketch) WHERE sketch IS NOT NULL;

-- Shape facts (server/inspect/sketch/shape-facts.ts) of this server's own models, one row per topology. Rows with the
-- same `copies` have the same shape.
CREATE TABLE shape (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  lod TEXT NOT NULL,
  -- Whether no other topology of the model has more triangles.
  is_largest INTEGER NOT NULL,
  triangles INTEGER NOT NULL,
  spread REAL NOT NULL,
  flatness REAL NOT NULL,
  roundness REAL NOT NULL,
  volume REAL NOT NULL,
  hand REAL NOT NULL,
  copies INTEGER NOT NULL,
  PRIMARY KEY (model_id, lod)
) STRICT, WITHOUT ROWID;
CREATE INDEX shape_by_spread ON shape (spread);
CREATE INDEX shape_by_copies ON shape (copies, model_id, is_largest);

-- How many models have each shape, and for how many it is the shape of the finest topology.
CREATE TABLE shape_group (
  copies INTEGER PRIMARY KEY,
  models INTEGER NOT NULL,
  largest INTEGER NOT NULL
) STRICT;
CREATE INDEX shape_group_of_several ON shape_group (copies) WHERE models > 1 AND largest > 0;
CREATE TRIGGER shape_added AFTER INSERT ON shape BEGIN
  INSERT INTO shape_group (copies, models, largest)
  SELECT new.copies, count(*) = 1, new.is_largest FROM shape WHERE copies = new.copies AND model_id = new.model_id
  ON CONFLICT (copies) DO UPDATE SET models = models + excluded.models, largest = largest + excluded.largest;
END;
CREATE TRIGGER shape_removed AFTER DELETE ON shape BEGIN
  UPDATE shape_group SET largest = largest - old.is_largest,
    models = models - NOT EXISTS (SELECT 1 FROM shape WHERE copies = old.copies AND model_id = old.model_id)
  WHERE copies = old.copies;
  DELETE FROM shape_group WHERE copies = old.copies AND models = 0;
END;

-- File hosts that this site follows.
CREATE TABLE sync_host (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  -- Whether the settings name it; models of an unlisted host can be taken by any host that offers them.
  is_listed INTEGER NOT NULL DEFAULT 1,
  host_id TEXT UNIQUE,
  epoch TEXT,
  started_at TEXT,
  cursor INTEGER NOT NULL DEFAULT 0,
  -- Each full read of the feed is a pass; what a completed pass did not see is gone.
  pass INTEGER NOT NULL DEFAULT 0,
  epoch_pass INTEGER NOT NULL DEFAULT 0,
  pass_kind TEXT NOT NULL DEFAULT 'none' CHECK (pass_kind IN ('none', 'compare', 'fetch')),
  -- Our cursor when the host's feed went back within the same epoch.
  lost_offset INTEGER
) STRICT;

-- Everything that each followed host has offered.
CREATE TABLE sync_product (
  host INTEGER NOT NULL REFERENCES sync_host (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  seq INTEGER NOT NULL,
  version INTEGER NOT NULL,
  highest_version INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  is_removed INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  -- When a refused product was last tried, in milliseconds since 1970; null if it is not refused.
  tried_at INTEGER,
  -- Hash of all files of a product, derived ones included; null for rows older than this column.
  files_hash TEXT,
  PRIMARY KEY (host, guid)
) STRICT, WITHOUT ROWID;
CREATE INDEX sync_product_refused ON sync_product (host, tried_at) WHERE tried_at IS NOT NULL;
CREATE INDEX sync_product_by_guid ON sync_product (guid);

-- Change feed for the sites that follow this host; holds the last change of each guid.
CREATE TABLE sync_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  guid TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'delete')),
  at TEXT NOT NULL
) STRICT;

-- Posters that this server rendered.
CREATE TABLE rendered_poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  size TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  jpeg_sha256 TEXT,
  jpeg_bytes INTEGER,
  -- Whether a page drew it for a server without a renderer. A later renderer replaces it; it is removed with the files
  -- it was drawn from.
  is_handed INTEGER NOT NULL DEFAULT 0,
  -- Whether everything in it is clay-coloured because the files name no colour; it says nothing about the model's
  -- colour.
  is_clay INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (model_id, size)
) STRICT, WITHOUT ROWID;
CREATE INDEX rendered_poster_by_sha256 ON rendered_poster (sha256);
CREATE INDEX rendered_poster_by_jpeg_sha256 ON rendered_poster (jpeg_sha256);

-- Posters beside a model that are really one of its textures.
CREATE TABLE refused_poster (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  refused_at TEXT NOT NULL,
  PRIMARY KEY (model_id, sha256)
) STRICT, WITHOUT ROWID;

-- Work to do for each model, at most one job per kind. Embedding jobs exist for all models if there is an embedder, the
-- other kinds only for this server's own models.
CREATE TABLE job (
  model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('poster', 'level', 'asset', 'colour', 'shape', 'embedding')),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'none', 'failed')),
  -- When it can be tried again, or when the worker is presumed lost, in milliseconds since 1970; 0: now.
  due_at INTEGER NOT NULL DEFAULT 0,
  is_asked INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Copied from the model, so that one index has the jobs in order.
  popularity INTEGER NOT NULL,
  -- Version of the recipe that settled it, and a hash of its source.
  recipe INTEGER NOT NULL DEFAULT 0,
  source TEXT,
  reason TEXT,
  sentence TEXT,
  failed_at TEXT,
  PRIMARY KEY (model_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_next ON job (kind, is_asked DESC, attempts, popularity DESC, model_id DESC) WHERE state = 'waiting' AND due_at = 0;
CREATE INDEX job_later ON job (kind, due_at) WHERE state = 'waiting' AND due_at > 0;
CREATE INDEX job_failed ON job (kind, model_id) WHERE state = 'failed';
CREATE INDEX job_settled ON job (kind, recipe) WHERE state <> 'waiting';
CREATE TRIGGER job_model_added AFTER INSERT ON model WHEN new.host IS NULL BEGIN
  INSERT INTO job (model_id, kind, popularity)
  VALUES (new.id, 'poster', new.popularity), (new.id, 'level', new.popularity), (new.id, 'asset', new.popularity),
    (new.id, 'shape', new.popularity);
END;
-- New levels increase `derived_changes`; a new picture changes `poster_tag`.
CREATE TRIGGER job_model_changed
AFTER UPDATE OF content_hash, metadata_hash, license, derived_changes, poster_tag, host ON model WHEN new.host IS NULL BEGIN
  INSERT INTO job (model_id, kind, popularity)
  SELECT new.id, kind, new.popularity FROM (
    SELECT 'poster' AS kind, new.content_hash <> old.content_hash AS is_outdated
    UNION ALL SELECT 'level', new.content_hash <> old.content_hash OR new.license <> old.license
    UNION ALL SELECT 'shape', new.content_hash <> old.content_hash
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
  DELETE FROM shape WHERE model_id = new.id;
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

-- What was read from each folder of the library, so that unchanged folders are skipped.
CREATE TABLE scanned_folder (
  id INTEGER PRIMARY KEY,
  folder TEXT NOT NULL UNIQUE,
  stamp TEXT NOT NULL,
  facts TEXT NOT NULL,
  -- The recognised models as JSON; NULL if the folder is one model with topology folders.
  recognised TEXT,
  -- The fields that its product.json sets, as a JSON list.
  said TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- Assets marked in .blend files, by SHA-256.
CREATE TABLE blend_file (
  sha256 TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  assets TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIEW own_poster AS SELECT * FROM poster WHERE NOT EXISTS
  (SELECT 1 FROM refused_poster WHERE refused_poster.model_id = poster.model_id AND refused_poster.sha256 = poster.sha256);

-- What became of each archive in the library; unpacked ones are in the data folder, under their SHA-256.
CREATE TABLE unpacked_archive (
  place TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  sha256 TEXT,
  problems TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Recognised models, and whether an admin has published them.
CREATE TABLE waiting_model (
  guid TEXT PRIMARY KEY,
  unit TEXT NOT NULL,
  folder TEXT NOT NULL,
  about TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_model_by_unit ON waiting_model (unit);
CREATE INDEX waiting_model_by_folder ON waiting_model (folder);

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

CREATE TRIGGER catalogue_moved AFTER UPDATE OF host, is_mirrored ON model
WHEN new.host IS NOT old.host OR new.is_mirrored <> old.is_mirrored BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;

-- How many accounts of all sites have unlocked a model, if accounts are shared in PostgreSQL.
CREATE TABLE shared_popularity (
  guid TEXT PRIMARY KEY,
  unlocks INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The .blend file made from a model's `lod`, with its marked assets; `source` is a hash of the inputs.
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
CREATE TRIGGER made_asset_added AFTER INSERT ON made_asset BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 3;
END;
CREATE TRIGGER made_asset_removed AFTER DELETE ON made_asset BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 3;
END;

-- SHA-256 of a large file's chunk hashes, concatenated as bytes. It proves chunks from any source. A site has it for
-- its hosts' files too, although it never sees their chunks.
CREATE TABLE leaf_digest (
  sha256 BLOB PRIMARY KEY,
  digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER catalogue_colours_changed AFTER UPDATE OF colour ON model WHEN new.colour IS NOT old.colour BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER sync_model_colour_changed AFTER UPDATE OF colour ON model
WHEN new.host IS NULL AND new.colour IS NOT old.colour BEGIN
  DELETE FROM sync_change WHERE guid = new.guid;
  INSERT INTO sync_change (guid, version, op, at)
  VALUES (new.guid, new.version, 'upsert', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER handed_poster_outdated AFTER UPDATE OF content_hash ON model
WHEN new.content_hash <> old.content_hash
  AND EXISTS (SELECT 1 FROM rendered_poster WHERE model_id = new.id AND is_handed = 1) BEGIN
  DELETE FROM rendered_poster WHERE model_id = new.id;
  UPDATE model SET poster_tag = NULL WHERE id = new.id;
END;

-- `place` is the model, folder or file host of a problem; listings group by it.
CREATE VIEW listed_problem AS
  SELECT path, kind, reason, sentence, found_at,
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
      WHEN 'asset' THEN 'No asset for Blender was made: ' END || job.reason,
    json_object('key', CASE kind WHEN 'poster' THEN 'No poster was rendered: {reason}' WHEN 'level' THEN 'No levels were made: {reason}'
      WHEN 'asset' THEN 'No asset for Blender was made: {reason}' END,
      'values', json_object('reason', json(coalesce(job.sentence, json_quote(job.reason))))),
    coalesce(job.failed_at, ''), model.folder
  FROM job JOIN model ON model.id = job.model_id WHERE job.kind IN ('poster', 'level', 'asset') AND job.state = 'failed'
  UNION ALL
  SELECT coalesce(poster.place, model.folder || '/' || poster.path), 'poster',
    'It is not used as poster: It looks like one of the model''s textures, not like a rendered picture.', NULL, refused_at, model.folder
  FROM refused_poster JOIN poster USING (model_id, sha256) JOIN model ON model.id = poster.model_id;

-- Renamed, because both files have a table `sqlite_sequence`.
CREATE VIEW catalogue_sequence AS SELECT name, seq FROM sqlite_sequence;

-- Tells this catalogue from every other, so that it never uses another one's search index.
INSERT INTO catalogue_setting (name, value) VALUES ('catalogue_id', lower(hex(randomblob(8))));
-- Changes up to this one have been removed from search_change.
INSERT INTO catalogue_setting (name, value) VALUES ('search_change_floor', '0');
INSERT INTO revision (id, subject, number) VALUES (2, 'catalogue', 0), (3, 'assets', 0);
