-- Models that a person keeps: the favourites, and collections that the person named. Nobody else sees them.
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

-- A model that is removed from the catalogue stays, as it may come back. `place` grows: the newest has the highest.
CREATE TABLE listed_model (
  list_id TEXT NOT NULL REFERENCES model_list (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  place INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  PRIMARY KEY (list_id, guid)
) STRICT, WITHOUT ROWID;

-- People who are signed in keep lists of their own; apps ask for it first.
UPDATE token SET scopes = json_insert(scopes, '$[#]', 'lists:write')
WHERE kind IN ('user', 'session') AND scopes NOT LIKE '%lists:write%';
