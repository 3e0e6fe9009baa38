import { createHash } from 'node:crypto';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { posterRankOf } from '../contract/catalogue/formats.ts';
import type { Lod } from '../contract/limits.ts';
import type { PosterView } from '../contract/posters.ts';
import { mayMatchByName } from '../shared/match-textures.ts';

const variants = [null, 'static', 'animated'] as const;
const most = 4;
// A browser that reads more may run out of memory.
const largestBytes = 512 * 1024 * 1024;
/** More than this is drawn only where there is nothing lighter, as it takes a browser long to read. */
const comfortableBytes = 96 * 1024 * 1024;
/** The richest first; what is in no topology is as rich as it may be. */
const richness: Readonly<Record<Lod, number>> = { '100k': 0, source: 1, '10k': 2, '1k': 3 };

/** Grows when posters look different or are kept in more formats, so that all models are looked at again. */
export const lookVersion = 5;
/** The look of those whose files leave no texture to be matched by name, as the last one changed nothing of them. */
const lookOfOthers = 4;

function bytesOf(file: InventoryFile, files: ReadonlyMap<string, InventoryFile>): number {
  const needed = file.needs.map((path) => files.get(path)?.sizeBytes ?? 0);
  return needed.reduce((sum, bytes) => sum + bytes, file.sizeBytes);
}

/**
 * The originals to draw a poster from. First a 1k, which is read and drawn soonest, and last what is heavy; then by format, as
 * some say more of their materials than others, then the richest topology, and still ones before moving ones.
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

/** Changes when any byte changes that the posters are drawn from, and with the side that they are drawn from. */
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
