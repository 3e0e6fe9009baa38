import type { InventoryFile } from '../model/models.ts';

type WithFiles = { readonly files: readonly Pick<InventoryFile, 'role' | 'format' | 'lod'>[] };

const scenesOf = (model: WithFiles) => model.files.filter((file) => file.role === 'scene');
export const formatsOf = (model: WithFiles) =>
  [...new Set(scenesOf(model).map((file) => file.format))].sort();

export function lodsOf(model: WithFiles) {
  const own = new Set(model.files.map((file) => file.lod));
  return (['1k', '10k', '100k', 'source'] as const).filter((lod) => own.has(lod));
}
