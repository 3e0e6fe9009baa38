-- Accounts and everything people own. Later changes are separate files, `NNN-accounts-WHAT.sql`.

-- The server's own values, by name.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- The last version and content of each guid, kept after the model is removed: versions never go back, and a model that
-- returns unchanged keeps its version.
CREATE TABLE model_version (
  guid TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  content_hash TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL,
  is_disabled INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  -- A deleted account stays as a row without a name, because its ledger refers to it.
  deleted_at TEXT
) STRICT;
CREATE TRIGGER account_changed AFTER UPDATE OF is_disabled, role ON account BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER account_removed AFTER DELETE ON account BEGIN
  UPDATE caller_revision SET number = number + 1;
END;

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  prefix TEXT,
  app TEXT,
  -- Path of the part of the server that it was issued for; empty for the whole server.
  resource TEXT NOT NULL DEFAULT '',
  spending_cap_cents INTEGER CHECK (spending_cap_cents >= 0),
  -- The provider's ID of the browser session, with which it can end the session.
  company_session TEXT
) STRICT;
CREATE INDEX token_by_account ON token (account_id, kind);
CREATE INDEX token_by_company_session ON token (company_session) WHERE company_session IS NOT NULL;
CREATE TRIGGER token_changed AFTER UPDATE OF hash, kind, account_id, scopes, expires_at ON token BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER token_removed AFTER DELETE ON token BEGIN
  UPDATE caller_revision SET number = number + 1;
END;

CREATE TABLE sign_in (
  id_hash BLOB PRIMARY KEY,
  poll_hash BLOB NOT NULL,
  user_code TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  app_slug TEXT NOT NULL,
  app_name TEXT NOT NULL,
  app_version TEXT NOT NULL,
  plugin_family TEXT NOT NULL,
  device_name TEXT NOT NULL,
  address TEXT NOT NULL,
  scopes TEXT NOT NULL,
  account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
  interval_ms INTEGER NOT NULL,
  polled_at INTEGER,
  started_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  code_guesses INTEGER NOT NULL DEFAULT 0,
  -- JSON of an OAuth app's authorization request, and of the terms that the user set; NULL for an app that polls.
  request TEXT,
  terms TEXT
) STRICT, WITHOUT ROWID;

-- Tokens that an app renews. The token keeps its row as long as the grant lasts, and with it the cap and the charges.
CREATE TABLE oauth_grant (
  token_id TEXT PRIMARY KEY REFERENCES token (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  -- The sign-in that granted it, the ID that all its refresh tokens share, and the refresh token that is valid next.
  sign_in BLOB NOT NULL UNIQUE,
  family BLOB NOT NULL UNIQUE,
  turn BLOB NOT NULL,
  access_until TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Every change of a balance, with the resulting balance. Append-only; the database checks the sums.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES account (id),
  kind TEXT NOT NULL CHECK (kind IN ('credit', 'debit', 'unlock')),
  amount_cents INTEGER NOT NULL,
  guid TEXT,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  token_id TEXT,
  balance_cents INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX ledger_by_token ON ledger (token_id, amount_cents) WHERE token_id IS NOT NULL;
CREATE TRIGGER ledger_is_never_shortened BEFORE DELETE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_is_never_changed BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_adds_up BEFORE INSERT ON ledger
WHEN new.balance_cents IS NOT new.amount_cents + coalesce(
  (SELECT balance_cents FROM ledger WHERE account_id = new.account_id ORDER BY id DESC LIMIT 1), 0) BEGIN
  SELECT RAISE (ABORT, 'the balance is not the sum of the ledger');
END;
CREATE TRIGGER ledger_unlocks_are_paid BEFORE INSERT ON ledger
WHEN new.kind = 'unlock' AND (new.balance_cents < 0 OR new.amount_cents >= 0) BEGIN
  SELECT RAISE (ABORT, 'an unlock takes what there is');
END;
CREATE INDEX ledger_by_account ON ledger (account_id, id, balance_cents);

-- Models that an account has unlocked; survives the removal of the model.
CREATE TABLE unlock (
  account_id TEXT NOT NULL REFERENCES account (id),
  guid TEXT NOT NULL,
  title TEXT NOT NULL,
  ledger_id INTEGER UNIQUE REFERENCES ledger (id),
  at TEXT NOT NULL,
  PRIMARY KEY (account_id, guid)
) STRICT, WITHOUT ROWID;
CREATE INDEX unlock_by_guid ON unlock (guid);

-- Users who sign in through the company's OpenID Connect provider.
CREATE TABLE company_identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id),
  -- 1 if the account was created for this identity, so the provider's admin group decides its role.
  made_account INTEGER NOT NULL,
  linked_at TEXT NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_identity_by_account ON company_identity (account_id);

CREATE TABLE invitation (
  id TEXT PRIMARY KEY,
  code_hash BLOB NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  note TEXT NOT NULL,
  made_by TEXT REFERENCES account (id),
  made_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_by TEXT REFERENCES account (id),
  used_at TEXT
) STRICT, WITHOUT ROWID;

-- Append-only audit log.
CREATE TABLE admin_action (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id TEXT REFERENCES account (id),
  action TEXT NOT NULL,
  account_id TEXT REFERENCES account (id),
  details TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX admin_action_by_account ON admin_action (account_id, id);

-- API keys whose charges need the user's approval.
CREATE TABLE key_asks_first (
  token_id TEXT PRIMARY KEY REFERENCES token (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Charges that wait for, or had, the user's approval.
CREATE TABLE agent_plan (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  token_id TEXT NOT NULL,
  key_name TEXT NOT NULL,
  guid TEXT NOT NULL,
  title TEXT NOT NULL,
  license TEXT NOT NULL,
  format TEXT NOT NULL,
  lod TEXT NOT NULL,
  relative_path TEXT NOT NULL,
  file_count INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  price_cents INTEGER NOT NULL,
  target TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'used')),
  asked_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  decided_at TEXT,
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_plan_by_account ON agent_plan (account_id, asked_at);
CREATE INDEX agent_plan_by_token ON agent_plan (token_id, guid, relative_path);

-- Plugin versions that an admin has pinned.
CREATE TABLE starter_pin (
  family TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  pinned_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Time and place of each token's last use.
CREATE TABLE token_use (
  token_id TEXT PRIMARY KEY REFERENCES token (id) ON DELETE CASCADE,
  used_at TEXT NOT NULL,
  address TEXT NOT NULL
) WITHOUT ROWID;

-- Models with unlocks that are not yet part of their popularity.
CREATE TABLE popularity_due (guid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Where an account has signed in from: a browser with our cookie, or a network address.
CREATE TABLE sign_in_place (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (account_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_place_by_time ON sign_in_place (last_at);

-- Wrong passwords of the last half hour, by the SHA-256 of the e-mail address, with or without an account. `at` is in
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

-- The guid of a set of files, wherever they are, kept while they are gone.
CREATE TABLE recognised_content (
  content TEXT PRIMARY KEY,
  guid TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- An admin's corrections of how places in the library are read.
CREATE TABLE library_rule (
  place TEXT PRIMARY KEY,
  borders TEXT CHECK (borders IN ('one', 'each', 'ignore')),
  template TEXT
) STRICT, WITHOUT ROWID;

-- Scene files with the same label in one folder form one model, which has no other files.
CREATE TABLE scene_label (
  place TEXT PRIMARY KEY,
  label TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- An admin's changes to a model's fields, named as in product.json.
CREATE TABLE model_edit (
  guid TEXT PRIMARY KEY,
  fields TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE approved_model (
  guid TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Models that an admin hid; their files and IDs stay.
CREATE TABLE hidden_model (
  guid TEXT PRIMARY KEY,
  hidden_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Problems that an admin dismissed, until their reason changes.
CREATE TABLE passed_problem (
  path TEXT NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (path, kind, reason)
) STRICT, WITHOUT ROWID;

-- Models of the same shape that an admin called different; one decision, one number.
CREATE TABLE different_model (
  judgement INTEGER NOT NULL,
  guid TEXT NOT NULL,
  PRIMARY KEY (judgement, guid)
) STRICT, WITHOUT ROWID;

-- Models that an admin's action was about.
CREATE TABLE admin_action_model (
  guid TEXT NOT NULL,
  action_id INTEGER NOT NULL REFERENCES admin_action (id),
  PRIMARY KEY (guid, action_id)
) STRICT, WITHOUT ROWID;

-- Files that publishers upload by tus; bytes beyond the offset do not count. expires_at is in milliseconds since 1970.
CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  relative_path TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  offset_bytes INTEGER NOT NULL DEFAULT 0,
  -- Whether the bytes match the SHA-256.
  is_done INTEGER NOT NULL DEFAULT 0,
  -- The publish that uses the upload; NULL if none yet.
  publish_id TEXT,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX upload_by_account ON upload (account_id);
CREATE INDEX upload_by_publish ON upload (publish_id) WHERE publish_id IS NOT NULL;

-- Publishes: the record of intent from which a killed server continues.
CREATE TABLE publish (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  product TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('held', 'moving', 'reading', 'published', 'failed')),
  reason TEXT,
  sentence TEXT,
  size_bytes INTEGER NOT NULL,
  -- The publish that the model showed before.
  replaces TEXT,
  made_at TEXT NOT NULL
) STRICT;
CREATE INDEX publish_by_account ON publish (account_id);
CREATE INDEX publish_unfinished ON publish (state) WHERE state IN ('moving', 'reading');

-- The publish that a model's folder shows; the folder is named after it.
CREATE TABLE published_model (
  guid TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  publish_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Earlier versions, with their files as a JSON list.
CREATE TABLE published_version (
  guid TEXT NOT NULL,
  version INTEGER NOT NULL,
  publish_id TEXT NOT NULL,
  price_cents INTEGER NOT NULL,
  files TEXT NOT NULL,
  replaced_at TEXT NOT NULL,
  PRIMARY KEY (guid, version)
) STRICT, WITHOUT ROWID;

-- A user's favourites and named collections. Others see a collection only through a link.
CREATE TABLE model_list (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('favourites', 'collection')),
  name TEXT NOT NULL,
  made_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX model_list_by_account ON model_list (account_id);
CREATE UNIQUE INDEX favourites_by_account ON model_list (account_id) WHERE kind = 'favourites';

-- Models removed from the catalogue stay, as they may return. `place` grows: the newest has the highest.
CREATE TABLE listed_model (
  list_id TEXT NOT NULL REFERENCES model_list (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  place INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  PRIMARY KEY (list_id, guid)
) STRICT, WITHOUT ROWID;

-- Saved searches, with the newest models and the total that they had found when the user last looked. Private to the
-- user.
CREATE TABLE saved_search (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  seen TEXT NOT NULL,
  total INTEGER NOT NULL,
  made_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX saved_search_by_account ON saved_search (account_id, query);

-- Projects: the models of a work, and what their licences must allow. `forbids` and `allows` are JSON lists.
CREATE TABLE project (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  forbids TEXT NOT NULL,
  allows TEXT NOT NULL,
  is_shared INTEGER NOT NULL,
  models INTEGER NOT NULL DEFAULT 0,
  made_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX project_by_account ON project (account_id);

-- What a project's scenes use, as reported by the plugin, and what users added by hand (no scene, no file).
CREATE TABLE project_use (
  project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  scene TEXT NOT NULL,
  lod TEXT NOT NULL,
  format TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- NULL if unknown.
  version INTEGER,
  title TEXT NOT NULL,
  -- NULL if the account was deleted.
  added_by TEXT REFERENCES account (id),
  added_at TEXT NOT NULL,
  PRIMARY KEY (project_id, guid, scene, lod, format, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_use_by_account ON project_use (added_by);

-- Links that show a model or collection to everyone who has them. Only their hash is stored.
CREATE TABLE share (
  id TEXT PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('model', 'collection')),
  target TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Camera position.
  place TEXT,
  with_files INTEGER NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  made_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  ended_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX share_by_account ON share (account_id);
-- Capabilities given out through a link end with it.
CREATE TRIGGER share_ended AFTER UPDATE OF ended_at ON share BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER share_removed AFTER DELETE ON share BEGIN
  UPDATE caller_revision SET number = number + 1;
END;

-- The user-chosen camera of a model's poster, in degrees.
CREATE TABLE poster_view (
  guid TEXT PRIMARY KEY,
  azimuth REAL NOT NULL,
  elevation REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- This server's traffic per day (UTC); rows older than a year are removed.
CREATE TABLE traffic_day (
  day TEXT PRIMARY KEY,
  downloads INTEGER NOT NULL DEFAULT 0,
  sent_bytes INTEGER NOT NULL DEFAULT 0,
  unlocks INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- What identifies a model of this library: after its catalogue is lost, it gets the same guid and date of arrival
-- again.
CREATE TABLE model_identity (
  id INTEGER PRIMARY KEY,
  guid TEXT NOT NULL UNIQUE,
  -- NULL if it is in no folder; the same files get the guid again.
  folder TEXT,
  content_hash TEXT NOT NULL,
  -- Whether it waits for an admin or is hidden.
  is_held INTEGER NOT NULL,
  -- NULL if it was never published.
  added_at TEXT
) STRICT;
CREATE INDEX model_identity_by_folder ON model_identity (folder, is_held, guid) WHERE folder IS NOT NULL;
CREATE INDEX model_identity_by_content ON model_identity (substr(content_hash, 1, 12)) WHERE is_held = 0;

-- Scene files of recognised models, relative to the library.
CREATE TABLE model_scene (
  guid TEXT NOT NULL,
  place TEXT NOT NULL,
  PRIMARY KEY (guid, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_scene_by_place ON model_scene (place);

-- Tags and notes that an account's devices and web pages wrote about models, each with what the writer knew of the
-- others'. Private to the user. Rows are emptied rather than removed, so that other devices learn about it.
CREATE TABLE account_note (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  writer TEXT NOT NULL,
  entry TEXT NOT NULL,
  -- Characters of `entry`.
  size INTEGER NOT NULL,
  -- Grows with every change by the account.
  number INTEGER NOT NULL,
  changed_at TEXT NOT NULL,
  PRIMARY KEY (account_id, guid, writer)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX account_note_by_number ON account_note (account_id, number);

-- Counts changes of callers and rights, so that every process drops its cached ones.
CREATE TABLE caller_revision (number INTEGER NOT NULL) STRICT;
INSERT INTO caller_revision (number) VALUES (0);

-- User groups with members named by admins. Users are also in the groups of the same names that the company's provider
-- listed at their last sign-in.
CREATE TABLE people_group (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE group_member (
  group_name TEXT NOT NULL REFERENCES people_group (name) ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  PRIMARY KEY (group_name, account_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE company_group (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;
-- Restricts viewing, downloading or editing to some groups: for a library folder, a file host's address, a category
-- name, or a collection ID. A group with a right cannot be deleted, as that would lift the restriction.
CREATE TABLE access_right (
  kind TEXT NOT NULL CHECK (kind IN ('root', 'category', 'collection')),
  target TEXT NOT NULL,
  group_name TEXT NOT NULL REFERENCES people_group (name),
  may TEXT NOT NULL CHECK (may IN ('see', 'download', 'edit')),
  PRIMARY KEY (kind, target, group_name)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER right_added AFTER INSERT ON access_right BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER right_removed AFTER DELETE ON access_right BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER member_added AFTER INSERT ON group_member BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER member_removed AFTER DELETE ON group_member BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER company_group_added AFTER INSERT ON company_group BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER company_group_removed AFTER DELETE ON company_group BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER restricted_model_added AFTER INSERT ON listed_model
  WHEN EXISTS (SELECT 1 FROM access_right WHERE kind = 'collection' AND target = new.list_id) BEGIN
  UPDATE caller_revision SET number = number + 1;
END;
CREATE TRIGGER restricted_model_removed AFTER DELETE ON listed_model
  WHEN EXISTS (SELECT 1 FROM access_right WHERE kind = 'collection' AND target = old.list_id) BEGIN
  UPDATE caller_revision SET number = number + 1;
END;

-- Pairs this file with its catalogue's.
INSERT INTO setting (name, value) VALUES ('catalogue', lower(hex(randomblob(16))));
