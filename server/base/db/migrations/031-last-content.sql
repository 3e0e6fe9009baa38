-- A model that comes back as it was keeps its version.
ALTER TABLE model_version ADD COLUMN content_hash TEXT;
UPDATE model_version SET content_hash = (SELECT content_hash FROM model WHERE model.guid = model_version.guid);
