import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../base/db/open-database.ts';
import { moveDurably } from '../base/storage/durable-files.ts';
import { markOf } from '../base/storage/file-mark.ts';
import { derivedPlaceOf } from '../files/library-places.ts';

export type LevelStore = ReturnType<typeof createLevelStore>;

const kept = /^([0-9a-f]{64})\.glb$/;

export function createLevelStore(db: Db, folder: string) {
  const workFolder = path.join(folder, 'work');
  mkdirSync(workFolder, { recursive: true });
  const rows = db.prepare<[], { modelId: number; sha256: string }>(
    `SELECT model_id AS modelId, sha256 FROM file JOIN model ON model.id = file.model_id
     WHERE file.derived IS NOT NULL AND model.host IS NULL`,
  );
  const assets = db.prepare<[], string>('SELECT sha256 FROM made_asset').pluck();
  return {
    /** Folder for incomplete files. */
    workFolder,
    /** Moves a complete file durably into place, unless it is there already; returns its mark. */
    async keep(file: string, sha256: string) {
      const place = path.join(folder, derivedPlaceOf(sha256));
      const [made, there] = await Promise.all([stat(file), stat(place, { bigint: true }).catch(() => null)]);
      // Levels of a model can share a picture; the existing level knows when it was written.
      if (there?.size === BigInt(made.size)) return markOf(there, place);
      await moveDurably(file, place);
      return markOf(await stat(place, { bigint: true }), place);
    },
    /** Removes unreferenced files; returns this server's models whose files are gone. */
    sweep() {
      const wanted = rows.all();
      const known = new Set([...wanted.map(({ sha256 }) => sha256), ...assets.all()]);
      const present = new Set<string>();
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const sha256 = kept.exec(entry.name)?.[1];
        if (sha256 !== undefined && known.has(sha256)) present.add(sha256);
        else rmSync(path.join(entry.parentPath, entry.name), { force: true });
      }
      const lacking = wanted.filter(({ sha256 }) => !present.has(sha256));
      return [...new Set(lacking.map(({ modelId }) => modelId))];
    },
  };
}
