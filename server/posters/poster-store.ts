import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../base/db/open-database.ts';
import { renamePatiently } from '../base/storage/rename-patiently.ts';
import { type PosterSize, posterSizes } from '../catalogue/model/model-row.ts';
import { changedFile, type LibraryFiles } from '../files/library-files.ts';

export type StoredPoster = { readonly sha256: string; readonly sizeBytes: number };
/** A poster in both formats. There is no large JPEG, because every viewer of large pictures reads WebP. */
export type StoredPictures = {
  readonly webp: Readonly<Record<PosterSize, StoredPoster>>;
  readonly jpeg: Readonly<Record<JpegSize, StoredPoster>>;
  /** Turntable of the model; null if none was drawn. */
  readonly turn: StoredPoster | null;
  readonly isClay: boolean;
};
export const jpegSizes = ['small', 'medium'] as const;
export type JpegSize = (typeof jpegSizes)[number];
export type PosterFormat = 'webp' | 'jpg';
export type Pictures = Readonly<Record<PosterSize, Buffer>> & {
  readonly jpeg: Readonly<Record<JpegSize, Buffer>>;
  readonly turn: Buffer | null;
  /** Whether everything in it is clay-coloured because the files name no colour. */
  readonly isClay: boolean;
};
type FoundPoster = StoredPoster & { readonly format: PosterFormat; readonly tag: string };

export type PosterStore = {
  /** The rendered poster of a model of this server's library; null if there is none in this format. */
  find(guid: string, size: string, format: PosterFormat): FoundPoster | null;
  write(pictures: Pictures): Promise<StoredPictures>;
  /** Assigns written files in the caller's transaction; handed-in ones are removed when the model's files change. */
  assign(modelId: number, posters: StoredPictures, isHanded?: boolean): void;
  /** Removes a model's rendered posters, inside the caller's transaction. */
  unassign(modelId: number): void;
  /** Removes unreferenced files, such as those of removed models; returns models whose files are missing. */
  sweep(): readonly number[];
};

export const posterFileName = (sha256: string, format: PosterFormat) =>
  `${sha256.slice(0, 2)}/${sha256}.${format}`;
const fileName = /^([0-9a-f]{64})\.(webp|jpg)$/;
const isSize = (text: string) => posterSizes.some((size) => size === text);

async function writeDurably(target: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx', flush: true });
    await renamePatiently(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Stores rendered posters: files by SHA-256 in `folder`, and rows that assign them. */
export function createPosterStore(db: Db, folder: string): PosterStore {
  const find = db.prepare<[string, string], StoredPoster & { tag: string }>(
    `SELECT sha256, rendered_poster.size_bytes AS sizeBytes, model.poster_tag AS tag
     FROM rendered_poster JOIN model ON model.id = rendered_poster.model_id
     WHERE model.guid = ? AND rendered_poster.size = ? AND model.poster_tag IS NOT NULL`,
  );
  const findJpeg = db.prepare<[string, string], StoredPoster & { tag: string }>(
    `SELECT jpeg_sha256 AS sha256, jpeg_bytes AS sizeBytes, model.poster_tag AS tag
     FROM rendered_poster JOIN model ON model.id = rendered_poster.model_id
     WHERE model.guid = ? AND jpeg_sha256 IS NOT NULL AND model.poster_tag IS NOT NULL
     ORDER BY rendered_poster.size = ? DESC, jpeg_bytes DESC LIMIT 1`,
  );
  const isKnown = db
    .prepare<[{ sha256: string }], number>(
      'SELECT 1 FROM rendered_poster WHERE sha256 = @sha256 OR jpeg_sha256 = @sha256',
    )
    .pluck();
  const insert = db.prepare(
    `INSERT OR REPLACE INTO rendered_poster (model_id, size, sha256, size_bytes, jpeg_sha256, jpeg_bytes, is_handed, is_clay)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM rendered_poster WHERE model_id = ?');
  const rows = db.prepare<[], { modelId: number; sha256: string }>(
    `SELECT model_id AS modelId, sha256 FROM rendered_poster UNION ALL
     SELECT model_id, jpeg_sha256 FROM rendered_poster WHERE jpeg_sha256 IS NOT NULL`,
  );
  const setTag = db.prepare('UPDATE model SET poster_tag = ? WHERE id = ? AND poster_tag IS NOT ?');
  const tag = (modelId: number, value: string | null) => setTag.run(value, modelId, value);
  mkdirSync(folder, { recursive: true });

  const write = async (bytes: Buffer, format: PosterFormat): Promise<StoredPoster> => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await writeDurably(path.join(folder, posterFileName(sha256, format)), bytes);
    return { sha256, sizeBytes: bytes.length };
  };

  return {
    find(guid, size, format) {
      const jpeg = format === 'jpg' && isSize(size) ? findJpeg.get(guid, size) : undefined;
      if (jpeg) return { ...jpeg, format: 'jpg' };
      const webp = find.get(guid, size);
      return webp ? { ...webp, format: 'webp' } : null;
    },
    async write({ small, medium, large, jpeg, turn, isClay }) {
      const webp = {
        small: await write(small, 'webp'),
        medium: await write(medium, 'webp'),
        large: await write(large, 'webp'),
      };
      return {
        webp,
        jpeg: { small: await write(jpeg.small, 'jpg'), medium: await write(jpeg.medium, 'jpg') },
        turn: turn && (await write(turn, 'webp')),
        isClay,
      };
    },
    assign(modelId, { webp, jpeg, turn, isClay }, isHanded = false) {
      const kind = [Number(isHanded), Number(isClay)] as const;
      remove.run(modelId);
      for (const size of posterSizes) {
        const { sha256, sizeBytes } = webp[size];
        const twin = size === 'large' ? null : jpeg[size];
        insert.run(modelId, size, sha256, sizeBytes, twin?.sha256 ?? null, twin?.sizeBytes ?? null, ...kind);
      }
      if (turn) insert.run(modelId, 'turn', turn.sha256, turn.sizeBytes, null, null, ...kind);
      const parts = [...posterSizes.map((size) => webp[size]), ...(turn ? [turn] : [])];
      tag(modelId, parts.map(({ sha256 }) => sha256.slice(0, 8)).join(''));
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
        const sha256 = fileName.exec(entry.name)?.[1];
        if (sha256 !== undefined && isKnown.get({ sha256 }) !== undefined) present.add(sha256);
        else rmSync(path.join(entry.parentPath, entry.name), { force: true });
      }
      return [
        ...new Set(rows.all().flatMap(({ modelId, sha256 }) => (present.has(sha256) ? [] : [modelId]))),
      ];
    },
  };
}

/** Serves rendered posters. A poster's name is its SHA-256, so checking its size is enough. */
export function createPosterFiles(folder: string): LibraryFiles {
  const locate: LibraryFiles['locate'] = async (_model, file) => path.join(folder, file.relativePath);
  const requireSame: LibraryFiles['requireSame'] = (_model, file, { found }) => {
    if (found.size !== BigInt(file.sizeBytes))
      throw changedFile(file, new Error(`it has ${found.size} bytes, not ${file.sizeBytes}`));
  };
  return {
    locate,
    requireSame,
    open: async (model, file) =>
      open(await locate(model, file), 'r').catch((cause: unknown) => {
        throw changedFile(file, cause);
      }),
    async requireIntact(model, file) {
      const handle = await this.open(model, file);
      try {
        requireSame(model, file, { handle, found: await handle.stat({ bigint: true }) });
      } finally {
        await handle.close();
      }
    },
  };
}
