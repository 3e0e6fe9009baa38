-- Databases made before the release may hold these already, under the number of another migration.
-- Files of Blender that need no other file, with the data-blocks in them that are marked as assets, as JSON.
CREATE TABLE IF NOT EXISTS blend_file (
  sha256 TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  assets TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS blend_file_in_models ON file (sha256) WHERE format = 'blend';
-- Those that were taken in before are read once more.
DELETE FROM scanned_folder WHERE folder IN
  (SELECT model.folder FROM model JOIN file ON file.model_id = model.id WHERE file.format = 'blend');
