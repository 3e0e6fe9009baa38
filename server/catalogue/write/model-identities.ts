import type { Db } from '../../base/db/open-database.ts';
import type { ModelData } from '../model/model-data.ts';

type Identified = Pick<ModelData, 'guid' | 'folder' | 'contentHash' | 'files'>;

/** Stores what identifies own models, in the model's transaction, so that the catalogue can always be rebuilt. */
export function openModelIdentities(db: Db) {
  const lacking = db
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM model) - (SELECT count(*) FROM model WHERE host IS NOT NULL)
       > (SELECT count(*) FROM model_identity WHERE is_held = 0 AND folder IS NOT NULL)`,
    )
    .pluck();
  const addAll = db.prepare(
    `INSERT INTO model_identity (guid, folder, content_hash, is_held, added_at)
     SELECT guid, folder, content_hash, 0, added_at FROM model
     WHERE host IS NULL ORDER BY id
     ON CONFLICT (guid) DO UPDATE SET folder = excluded.folder, is_held = 0 WHERE folder IS NULL OR is_held = 1`,
  );
  const addAllScenes = db.prepare(
    `INSERT OR IGNORE INTO model_scene (guid, place) SELECT guid, place FROM file JOIN model ON model.id = model_id
     WHERE host IS NULL AND role = 'scene' AND place IS NOT NULL`,
  );
  const addedAt = db
    .prepare<[string], string | null>('SELECT added_at FROM model_identity WHERE guid = ?')
    .pluck();
  const save = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO model_identity (guid, folder, content_hash, is_held, added_at)
     VALUES (@guid, @folder, @contentHash, @isHeld, @addedAt)
     ON CONFLICT (guid) DO UPDATE SET folder = excluded.folder, content_hash = excluded.content_hash,
       is_held = excluded.is_held, added_at = coalesce(excluded.added_at, added_at)
     WHERE folder IS NOT excluded.folder OR content_hash <> excluded.content_hash OR is_held <> excluded.is_held
       OR added_at IS NOT coalesce(excluded.added_at, added_at)`,
  );
  const scenes = db
    .prepare<[string], string>('SELECT place FROM model_scene WHERE guid = ? ORDER BY place')
    .pluck();
  const addScene = db.prepare('INSERT INTO model_scene (guid, place) VALUES (?, ?)');
  const removeScenes = db.prepare('DELETE FROM model_scene WHERE guid = ?');
  const leave = db.prepare('UPDATE model_identity SET folder = NULL WHERE guid = ? AND is_held = 0');
  const held = db
    .prepare<[string], string>(
      `SELECT guid FROM waiting_model JOIN model_identity USING (guid) WHERE unit = ? AND is_held = 1`,
    )
    .pluck();
  const leaveHeld = db.prepare('UPDATE model_identity SET folder = NULL WHERE guid = ?');

  function write(model: Identified, isHeld: boolean, at: string | null): void {
    const { guid, folder, contentHash } = model;
    save.run({ guid, folder, contentHash, isHeld: Number(isHeld), addedAt: at });
    const places = placesOf(model);
    const before = scenes.all(guid);
    if (places.length === before.length && places.every((place, index) => place === before[index])) return;
    if (before.length > 0) removeScenes.run(guid);
    for (const place of places) addScene.run(guid, place);
  }

  return {
    /** Restores identities that a power cut removed from this file while the catalogue's file kept their models. */
    complete() {
      if (lacking.get() !== 1) return;
      db.transaction(() => {
        addAll.run();
        addAllScenes.run();
      }).immediate();
    },
    /** When a model was first published, or null. */
    addedAt: (guid: string) => addedAt.get(guid) ?? null,
    keep: (model: Identified, at: string) => write(model, false, at),
    /** The same for a model that an admin keeps out of the catalogue. */
    hold: (model: Identified) => write(model, true, null),
    /** Records that a published model is no longer in any folder; its content stays known. */
    leave(guid: string) {
      if (leave.run(guid).changes > 0) removeScenes.run(guid);
    },
    /** The same for all models found in this folder that an admin keeps out. */
    leaveHeld(unit: string) {
      for (const guid of held.all(unit)) {
        leaveHeld.run(guid);
        removeScenes.run(guid);
      }
    },
  };
}

/** Scenes of a recognised model, in the database's sort order; empty for a model in topology folders. */
const placesOf = ({ files }: Identified) =>
  [...new Set(files.flatMap(({ role, place }) => (role === 'scene' && place ? [place] : [])))].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
