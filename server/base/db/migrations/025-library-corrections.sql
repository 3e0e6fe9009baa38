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
