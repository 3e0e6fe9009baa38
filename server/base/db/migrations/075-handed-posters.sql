-- Posters that a page drew for a server without a renderer: a renderer that comes later replaces them, and they go with the
-- files that they were drawn from.
ALTER TABLE rendered_poster ADD COLUMN is_handed INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER handed_poster_outdated AFTER UPDATE OF content_hash ON model
WHEN new.content_hash <> old.content_hash
  AND EXISTS (SELECT 1 FROM rendered_poster WHERE model_id = new.id AND is_handed = 1) BEGIN
  DELETE FROM rendered_poster WHERE model_id = new.id;
  UPDATE model SET poster_tag = NULL WHERE id = new.id;
END;
