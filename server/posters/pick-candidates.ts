import { createHash } from 'node:crypto';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { posterRankOf } from '../contract/formats.ts';
import { lods } from '../contract/limits.ts';

const variants = [null, 'static', 'animated'] as const;
const most = 4;
// A browser that reads more may run out of memory.
const largestBytes = 512 * 1024 * 1024;

/** Grows when posters look different or are kept in more formats, so that all are rendered again. */
export const lookVersion = 2;

function rank({ format, lod, variant }: InventoryFile): number {
  return (posterRankOf(format) ?? 0) * 100 + lods.indexOf(lod) * 10 + variants.indexOf(variant);
}

function bytesOf(file: InventoryFile, files: ReadonlyMap<string, InventoryFile>): number {
  const needed = file.needs.map((path) => files.get(path)?.sizeBytes ?? 0);
  return needed.reduce((sum, bytes) => sum + bytes, file.sizeBytes);
}

/** The originals to draw a poster from: by format, then the lightest topology, still ones before moving ones. */
export function pickCandidates(inventory: readonly InventoryFile[]): readonly InventoryFile[] {
  const byPath = new Map(inventory.map((file) => [file.relativePath, file]));
  return inventory
    .filter((file) => file.role === 'scene' && !file.derived && posterRankOf(file.format) !== null)
    .filter((file) => bytesOf(file, byPath) <= largestBytes)
    .sort((a, b) => rank(a) - rank(b) || (a.relativePath < b.relativePath ? -1 : 1))
    .slice(0, most);
}

/** Changes when any byte changes that the posters are drawn from. */
export function hashCandidates(
  candidates: readonly InventoryFile[],
  inventory: readonly InventoryFile[],
): string {
  const hashes = new Map(inventory.map((file) => [file.relativePath, file.sha256]));
  const parts = candidates.map(({ relativePath, sha256, needs }) => [
    relativePath,
    sha256,
    ...needs.map((path) => [path, hashes.get(path)]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([lookVersion, parts]))
    .digest('hex');
}
