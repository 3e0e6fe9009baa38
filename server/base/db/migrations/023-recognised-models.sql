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
