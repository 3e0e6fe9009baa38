import type { Db } from '../../../base/db/open-database.ts';

/** Queues every model without a vector of its current text, now and whenever this connection changes the catalogue. */
export function followCatalogue(db: Db) {
  const wanted = `INSERT INTO job (model_id, kind, popularity) VALUES (new.id, 'embedding', new.popularity)
    ON CONFLICT (model_id, kind) DO UPDATE SET state = 'waiting', attempts = 0, due_at = 0`;
  // On this connection only: without an embedder nothing is queued, and the next start with one catches up.
  db.exec(`
    CREATE TEMP TRIGGER IF NOT EXISTS embed_new_model AFTER INSERT ON model BEGIN
      ${wanted};
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS embed_changed_model AFTER UPDATE OF metadata_hash ON model
    WHEN old.metadata_hash <> new.metadata_hash BEGIN
      ${wanted};
    END;
    INSERT INTO job (model_id, kind, popularity) SELECT model.id, 'embedding', model.popularity FROM model
      LEFT JOIN model_embedding ON model_id = model.id
      WHERE model_embedding.metadata_hash IS NOT model.metadata_hash
      ON CONFLICT (model_id, kind) DO UPDATE SET state = 'waiting', attempts = 0, due_at = 0 WHERE state <> 'waiting'`);
}
