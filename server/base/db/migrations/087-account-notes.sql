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
