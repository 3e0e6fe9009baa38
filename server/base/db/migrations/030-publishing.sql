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
