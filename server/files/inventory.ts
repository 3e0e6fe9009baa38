import { keepLatest } from '../base/cache/keep-latest.ts';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Db } from '../base/db/open-database.ts';

export type HostedFile = {
  readonly folder: string;
  readonly relativePath: string;
  readonly place: string | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly contentType: string;
  /** Set if this server made it from another file. */
  readonly derived: string | null;
};

export type Inventory = ReturnType<typeof createInventory>;

/** Finds single files of the inventory, and caches recent ones until the catalogue changes. */
export function createInventory(db: Db) {
  const select = db.prepare<[string, string], HostedFile>(
    `SELECT model.folder, file.relative_path AS relativePath, file.size_bytes AS sizeBytes, file.sha256,
       file.content_type AS contentType, file.place, file.derived
     FROM file JOIN model ON model.id = file.model_id 
     WHERE model.guid = ? AND model.host IS NULL AND file.relative_path = ?`,
  );
  const scenes = db.prepare<[string], { readonly relativePath: string; readonly needs: string }>(
    `SELECT file.relative_path AS relativePath, file.needs FROM file JOIN model ON model.id = file.model_id
     WHERE model.guid = ? AND model.host IS NULL AND file.needs <> '[]'`,
  );
  // The search journal numbers every change of a model, by any process.
  const lastChange = db
    .prepare<[], number>("SELECT seq FROM catalogue_sequence WHERE name = 'search_change'")
    .pluck();
  const cache = keepLatest<string, HostedFile>(cacheBudgets.hostedFiles, 800);
  let validFor = 0;
  let isFresh = false;
  /** Read once per turn of the event loop, which can handle many small files. */
  const revision = () => {
    if (isFresh) return validFor;
    const now = lastChange.get() ?? 0;
    if (now !== validFor) cache.clear();
    validFor = now;
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    });
    return now;
  };

  return {
    /** Grows with every change of the catalogue. */
    revision,
    /** Support files of the scene file that `isIt` picks by its path; none if there is no such file. */
    supportOf(guid: string, isIt: (relativePath: string) => boolean) {
      const scene = scenes.all(guid).find(({ relativePath }) => isIt(relativePath));
      return scene ? JSON.parse(scene.needs) : [];
    },
    /** Null if the model has no file at exactly this path. */
    find(guid: string, relativePath: string) {
      revision();
      const key = `${guid}/${relativePath}`;
      const known = cache.get(key);
      if (known) return known;
      const found = select.get(guid, relativePath) ?? null;
      if (found) cache.set(key, found);
      return found;
    },
  };
}
