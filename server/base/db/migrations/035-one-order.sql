-- Models of the same rank come in the order of a hash of their guids, so that all sites that list them agree.
ALTER TABLE model ADD COLUMN guid_hash INTEGER NOT NULL DEFAULT 0;
UPDATE model SET guid_hash = hash_guid(guid);
DROP INDEX model_by_popularity;
CREATE INDEX model_by_popularity ON model (popularity DESC, guid_hash);
