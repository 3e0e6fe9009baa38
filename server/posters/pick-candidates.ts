import { createHash } from 'node:crypto';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { posterRankOf } from '../contract/catalogue/formats.ts';
import type { Lod } from '../contract/limits.ts';
import type { PosterView } from '../contract/posters.ts';
import { mayMatchByName } from '../shared/match-textures.ts';

const variants = [null, 'static', 'animated'] as const;
const most = 4;
// A browser can run out of memory on more.
const largestBytes = 512 * 1024 * 1024;
/** Larger files are drawn only if there is nothing lighter, because browsers take long to read them. */
const comfortableBytes = 96 * 1024 * 1024;
/** Most detailed first; files without a topology count as most detailed. */
const richness: Readonly<Record<Lod, number>> = { '100k': 0, source: 1, '10k': 2, '1k': 3 };

/** Increase when posters look different or get more formats: all models are then processed again. */
export const lookVersion = 5;
/** Version for models without textures to match by name, which the last increase did not affect. */
const lookOfOthers = 4;

function bytesOf(file: InventoryFile, files: ReadonlyMap<string, InventoryFile>): number {
  const needed = file.needs.map((path) => files.get(path)?.sizeBytes ?? 0);
  return needed.reduce((sum, bytes) => sum + bytes, file.sizeBytes);
}

/**
 * The originals to draw a poster from, best first: a 1k file, which loads and draws fastest, and heavy files last; then
 * by format, as some describe materials better; then the most detailed topology; then static before animated files.
 */
export function pickCandidates(inventory: readonly InventoryFile[]): readonly InventoryFile[] {
  const byPath = new Map(inventory.map((file) => [file.relativePath, file]));
  const rank = (file: InventoryFile) => {
    const isHeavy = bytesOf(file, byPath) > comfortableBytes;
    const order = [
      isHeavy ? 2 : file.lod === '1k' ? 0 : 1,
      posterRankOf(file.format) ?? 0,
      richness[file.lod],
    ];
    return [...order, variants.indexOf(file.variant)].reduce((sum, part) => sum * 10 + part, 0);
  };
  return inventory
    .filter((file) => file.role === 'scene' && !file.derived && posterRankOf(file.format) !== null)
    .filter((file) => bytesOf(file, byPath) <= largestBytes)
    .sort((a, b) => rank(a) - rank(b) || (a.relativePath < b.relativePath ? -1 : 1))
    .slice(0, most);
}

/** Changes with any byte that the posters are drawn from, and with the camera. */
export function hashCandidates(
  candidates: readonly InventoryFile[],
  inventory: readonly InventoryFile[],
  view: PosterView | null,
): string {
  const hashes = new Map(inventory.map((file) => [file.relativePath, file.sha256]));
  const parts = candidates.map(({ relativePath, sha256, needs }) => [
    relativePath,
    sha256,
    ...needs.map((path) => [path, hashes.get(path)]),
  ]);
  const mayMatch = candidates.some(mayMatchByName);
  return createHash('sha256')
    .update(JSON.stringify([mayMatch ? lookVersion : lookOfOthers, parts, view]))
    .digest('hex');
}
