-- SHA-256 of every 8 MiB of a large file, one after the other, by the SHA-256 of the whole.
CREATE TABLE leaf_list (
  sha256 BLOB PRIMARY KEY,
  leaves BLOB NOT NULL
) STRICT, WITHOUT ROWID;
