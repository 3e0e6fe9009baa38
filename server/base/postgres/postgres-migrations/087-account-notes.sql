CREATE TABLE account_note (
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  guid text COLLATE "C" NOT NULL,
  writer text COLLATE "C" NOT NULL,
  entry text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  number bigint NOT NULL,
  changed_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, guid, writer)
);
CREATE UNIQUE INDEX account_note_by_number ON account_note (account_id, number);
