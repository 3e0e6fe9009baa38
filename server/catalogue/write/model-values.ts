import type { InventoryFile } from '../model/models.ts';

type Sized = Pick<InventoryFile, 'lod' | 'triangles' | 'sizeBytes'>;

/** Returns what the catalogue stores for each topology: the most triangles counted in one file, and the total bytes. */
export function topologiesOf(files: readonly Sized[]) {
  const found: Partial<Record<InventoryFile['lod'], readonly [triangles: number | null, bytes: number]>> = {};
  for (const { lod, triangles, sizeBytes } of files) {
    const [most = null, bytes = 0] = found[lod] ?? [];
    found[lod] = [triangles === null ? most : Math.max(triangles, most ?? 0), bytes + sizeBytes];
  }
  return found;
}

type WithFiles = { readonly files: readonly Pick<InventoryFile, 'role' | 'format' | 'lod'>[] };

const scenesOf = (model: WithFiles) => model.files.filter((file) => file.role === 'scene');
export const formatsOf = (model: WithFiles) =>
  [...new Set(scenesOf(model).map((file) => file.format))].sort();

export function lodsOf(model: WithFiles) {
  const own = new Set(model.files.map((file) => file.lod));
  return (['1k', '10k', '100k', 'source'] as const).filter((lod) => own.has(lod));
}
