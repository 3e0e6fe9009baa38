-- Archives in the library: what became of each; unpacked ones are in the data folder, under their SHA-256.
CREATE TABLE unpacked_archive (
  place TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  sha256 TEXT,
  problems TEXT NOT NULL
) STRICT, WITHOUT ROWID;
