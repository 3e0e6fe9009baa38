-- From where an account has signed in: a browser that was given a cookie, or a network address.
CREATE TABLE sign_in_place (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (account_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_place_by_time ON sign_in_place (last_at);

-- Wrong passwords of the last half hour, by the SHA-256 of the e-mail: it need not belong to an account. `at` is in
-- milliseconds since 1970.
CREATE TABLE wrong_password (
  id INTEGER PRIMARY KEY,
  email_hash BLOB NOT NULL,
  place TEXT NOT NULL,
  is_known INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_password_by_place ON wrong_password (email_hash, place, at);
CREATE INDEX wrong_password_by_time ON wrong_password (at);
