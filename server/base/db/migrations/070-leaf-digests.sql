-- The SHA-256 of a large file's leaves, one behind the other as bytes: with it, leaves are those of the file wherever they
-- come from. A site has it of its hosts' files too, whose leaves it never sees.
CREATE TABLE leaf_digest (
  sha256 BLOB PRIMARY KEY,
  digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;
