-- All files of a product, those that its host made of others too; null where it was read before this was remembered.
ALTER TABLE sync_product ADD COLUMN files_hash TEXT;

-- Whether another followed host offers the same originals; the address of its posters depends on it.
ALTER TABLE model ADD COLUMN is_mirrored INTEGER NOT NULL DEFAULT 0;
CREATE INDEX model_mirrored ON model (guid) WHERE is_mirrored = 1;
CREATE TRIGGER catalogue_moved AFTER UPDATE OF host, is_mirrored ON model
WHEN new.host IS NOT old.host OR new.is_mirrored <> old.is_mirrored BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;

-- Products that several hosts offer were refused all but one; they are looked at again.
UPDATE sync_product SET tried_at = 0
WHERE is_removed = 0 AND guid IN (SELECT guid FROM sync_product GROUP BY guid HAVING count(*) > 1);
