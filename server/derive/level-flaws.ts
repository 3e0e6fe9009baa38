import { createHash } from 'node:crypto';
import type { Db } from '../base/db/open-database.ts';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { isGltf } from '../contract/formats.ts';
import { limits } from '../contract/limits.ts';

/** A file that breaks rules of its format, by its path from the library, and when that was found. */
export type Flaw = readonly [path: string, reason: string, foundAt: string];

/** A model's own glTF files of which somebody should look whether they follow the rules of the format. */
export function listChecks(files: readonly InventoryFile[]): readonly InventoryFile[] {
  const sizes = new Map(files.map(({ relativePath, sizeBytes }) => [relativePath, sizeBytes]));
  return files.filter(({ format, derived, sizeBytes, needs }) => {
    const bytes = needs.reduce((sum, path) => sum + (sizes.get(path) ?? 0), sizeBytes);
    return !derived && isGltf(format) && bytes <= limits.levels.checkedBytes;
  });
}

/** Changes with any byte of these files and what they need. */
export function hashChecks(checks: readonly InventoryFile[], files: readonly InventoryFile[]): string {
  const hashes = new Map(files.map(({ relativePath, sha256 }) => [relativePath, sha256]));
  const parts = checks.map(({ relativePath, needs }) =>
    [relativePath, ...needs].map((path) => [path, hashes.get(path)]),
  );
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What was found in a model's own files, next to the job of its levels. */
export function openFlaws(db: Db) {
  const find = db
    .prepare<[number], string | null>('SELECT checked FROM level_job WHERE model_id = ?')
    .pluck();
  const save = db.prepare('UPDATE level_job SET flaws = ?, checked = ? WHERE model_id = ?');
  return {
    /** The hash of the files that were looked at last; null: none were. */
    checked: (modelId: number) => find.get(modelId) ?? null,
    save: (modelId: number, checked: string, flaws: readonly Flaw[]) =>
      void save.run(JSON.stringify(flaws), checked, modelId),
  };
}
