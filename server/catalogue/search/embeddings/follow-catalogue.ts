import type { Db } from '../../../base/db/open-database.ts';

/** Makes every model that lacks a vector of its present words a job, now and as this connection changes the catalogue. */
export function followCatalogue(db: Db) {
  const want = 'ON CONFLICT (model_id) DO UPDATE SET attempts = 0, due_at = 0';
  // Of this connection only: without an embedder nothing is queued, and the next start with one catches up.
  db.exec(`
    CREATE TEMP TRIGGER IF NOT EXISTS embed_new_model AFTER INSERT ON model BEGIN
      INSERT INTO embedding_job (model_id) VALUES (new.id) ${want};
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS embed_changed_model AFTER UPDATE OF metadata_hash ON model
    WHEN old.metadata_hash <> new.metadata_hash BEGIN
      INSERT INTO embedding_job (model_id) VALUES (new.id) ${want};
    END;
    INSERT OR IGNORE INTO embedding_job (model_id) SELECT model.id FROM model
      LEFT JOIN model_embedding ON model_id = model.id
      WHERE model_embedding.metadata_hash IS NOT model.metadata_hash`);
}
