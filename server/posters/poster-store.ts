import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type PosterSize, posterSizes } from '../catalogue/model-row.ts';
import type { Db } from '../db/open-database.ts';

export type StoredPoster = { readonly sha256: string; readonly sizeBytes: number };
export type Pictures = Readonly<Record<PosterSize, Buffer>>;

export type PosterStore = {
  /** The rendered poster of a model of this server's library; null while there is none. */
  find(guid: string, size: string): (StoredPoster & { readonly tag: string }) | null;
  /** Writes the files; nothing refers to them yet. */
  write(pictures: Pictures): Promise<Readonly<Record<PosterSize, StoredPoster>>>;
  /** Makes written files the model's posters, inside the caller's transaction. */
  assign(modelId: number, posters: Readonly<Record<PosterSize, StoredPoster>>): void;
  /** Takes a model's rendered posters away, inside the caller's transaction. */
  unassign(modelId: number): void;
  /** Removes files that nothing refers to, such as those of models that are gone; models whose files are gone. */
  sweep(): readonly number[];
};

export const posterFileName = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}.webp`;

async function writeDurably(target: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Rendered posters: files by their SHA-256 in `folder`, and rows that say whose they are. */
export function createPosterStore(db: Db, folder: string): PosterStore {
  const find = db.prepare<[string, string], StoredPoster & { tag: string }>(
    `SELECT sha256, rendered_poster.size_bytes AS sizeBytes, model.poster_tag AS tag
     FROM rendered_poster JOIN model ON model.id = rendered_poster.model_id
     WHERE model.guid = ? AND rendered_poster.size = ? AND model.poster_tag IS NOT NULL`,
  );
  const isKnown = db.prepare<[string], number>('SELECT 1 FROM rendered_poster WHERE sha256 = ?').pluck();
  const insert = db.prepare(
    'INSERT OR REPLACE INTO rendered_poster (model_id, size, sha256, size_bytes) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM rendered_poster WHERE model_id = ?');
  const rows = db.prepare<[], { modelId: number; sha256: string }>(
    'SELECT model_id AS modelId, sha256 FROM rendered_poster',
  );
  const setTag = db.prepare('UPDATE model SET poster_tag = ? WHERE id = ? AND poster_tag IS NOT ?');
  const tag = (modelId: number, value: string | null) => setTag.run(value, modelId, value);
  mkdirSync(folder, { recursive: true });

  return {
    find: (guid, size) => find.get(guid, size) ?? null,
    async write(pictures) {
      const write = async (bytes: Buffer): Promise<StoredPoster> => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        await writeDurably(path.join(folder, posterFileName(sha256)), bytes);
        return { sha256, sizeBytes: bytes.length };
      };
      const { small, medium, large } = pictures;
      return { small: await write(small), medium: await write(medium), large: await write(large) };
    },
    assign(modelId, posters) {
      for (const size of posterSizes)
        insert.run(modelId, size, posters[size].sha256, posters[size].sizeBytes);
      tag(modelId, posterSizes.map((size) => posters[size].sha256.slice(0, 8)).join(''));
    },
    unassign(modelId) {
      remove.run(modelId);
      tag(modelId, null);
    },
    sweep() {
      const found = readdirSync(folder, { recursive: true, withFileTypes: true });
      const present = new Set<string>();
      for (const entry of found) {
        if (!entry.isFile()) continue;
        const sha256 = path.basename(entry.name, '.webp');
        const isUsed = entry.name.endsWith('.webp') && isKnown.get(sha256) !== undefined;
        if (isUsed) present.add(sha256);
        else rmSync(path.join(entry.parentPath, entry.name), { force: true });
      }
      return [
        ...new Set(rows.all().flatMap(({ modelId, sha256 }) => (present.has(sha256) ? [] : [modelId]))),
      ];
    },
  };
}
