-- What changed in the catalogue, for the search index: written with the row itself, whoever writes it.
CREATE TABLE search_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  model_id INTEGER NOT NULL
) STRICT;
CREATE TRIGGER model_added AFTER INSERT ON model BEGIN
  INSERT INTO search_change (model_id) VALUES (new.id);
END;
CREATE TRIGGER model_changed AFTER UPDATE ON model BEGIN
  INSERT INTO search_change (model_id) VALUES (new.id);
END;
CREATE TRIGGER model_removed AFTER DELETE ON model BEGIN
  INSERT INTO search_change (model_id) VALUES (old.id);
END;

-- Tells this catalogue from every other, so that a search index of another one is never taken for its own.
INSERT INTO setting (name, value) VALUES ('catalogue_id', lower(hex(randomblob(8))));
-- Changes up to this one are no longer in search_change.
INSERT INTO setting (name, value) VALUES ('search_change_floor', '0');
