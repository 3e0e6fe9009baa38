-- What the last visit of a model's folder has shown: a stamp of names, sizes and times, and what was read, as JSON.
CREATE TABLE scanned_folder (
  folder TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Time of change of a file when it was read for the inventory, in nanoseconds since 1970.
ALTER TABLE file ADD COLUMN modified_ns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE poster ADD COLUMN modified_ns INTEGER NOT NULL DEFAULT 0;
UPDATE file SET modified_ns = coalesce((
  SELECT CAST(seen.modified_ns AS INTEGER) FROM model JOIN scanned_file AS seen
    ON seen.path = model.folder || '/' || file.relative_path
  WHERE model.id = file.model_id
), 0);
UPDATE poster SET modified_ns = coalesce((
  SELECT CAST(seen.modified_ns AS INTEGER) FROM model JOIN scanned_file AS seen
    ON seen.path = model.folder || '/' || poster.path
  WHERE model.id = poster.model_id
), 0);
DROP TABLE scanned_file;
CREATE INDEX model_by_folder ON model (folder);

-- Who found a problem, and takes it back when it is gone: for the scan 'library/' and the folder that was visited.
ALTER TABLE problem ADD COLUMN scope TEXT NOT NULL DEFAULT 'library/';
CREATE INDEX problem_by_scope ON problem (scope);
