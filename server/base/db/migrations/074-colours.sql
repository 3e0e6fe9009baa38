-- The main colour of a model's poster by its name; null where there is no poster, or nobody has looked at it yet.
ALTER TABLE model ADD COLUMN colour TEXT;
CREATE TRIGGER catalogue_colours_changed AFTER UPDATE OF colour ON model WHEN new.colour IS NOT old.colour BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER sync_model_colour_changed AFTER UPDATE OF colour ON model
WHEN new.host IS NULL AND new.colour IS NOT old.colour BEGIN
  DELETE FROM sync_change WHERE guid = new.guid;
  INSERT INTO sync_change (guid, version, op, at)
  VALUES (new.guid, new.version, 'upsert', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

-- Models of this server's library whose poster has to be looked at for its colour.
CREATE TABLE colour_job (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE
) STRICT;
INSERT INTO colour_job (model_id) SELECT id FROM model WHERE host IS NULL
  AND (poster_tag IS NOT NULL OR EXISTS (SELECT 1 FROM poster WHERE poster.model_id = model.id));
CREATE TRIGGER colour_poster_added AFTER INSERT ON poster BEGIN
  INSERT INTO colour_job (model_id) SELECT id FROM model WHERE id = new.model_id AND host IS NULL
    AND NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = new.model_id);
END;
CREATE TRIGGER colour_poster_removed AFTER DELETE ON poster BEGIN
  INSERT INTO colour_job (model_id) SELECT id FROM model WHERE id = old.model_id AND host IS NULL
    AND NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = old.model_id);
END;
CREATE TRIGGER colour_poster_refused AFTER INSERT ON refused_poster BEGIN
  INSERT INTO colour_job (model_id) SELECT id FROM model WHERE id = new.model_id AND host IS NULL
    AND NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = new.model_id);
END;
CREATE TRIGGER colour_poster_rendered AFTER UPDATE OF poster_tag ON model
WHEN new.host IS NULL AND new.poster_tag IS NOT old.poster_tag BEGIN
  INSERT INTO colour_job (model_id) SELECT new.id
    WHERE NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = new.id);
END;
CREATE TRIGGER colour_model_given_away AFTER UPDATE OF host ON model WHEN new.host IS NOT NULL BEGIN
  DELETE FROM colour_job WHERE model_id = new.id;
END;
CREATE TRIGGER colour_model_taken AFTER UPDATE OF host ON model WHEN new.host IS NULL AND old.host IS NOT NULL BEGIN
  INSERT INTO colour_job (model_id) SELECT new.id
    WHERE NOT EXISTS (SELECT 1 FROM colour_job WHERE model_id = new.id);
END;
