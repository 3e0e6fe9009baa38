import type { ModelData } from '../model/model-data.ts';

const scenesOf = (model: ModelData) => model.files.filter((file) => file.role === 'scene');
export const formatsOf = (model: ModelData) =>
  [...new Set(scenesOf(model).map((file) => file.format))].sort();

export function lodsOf(model: ModelData) {
  const own = new Set(model.files.map((file) => file.lod));
  return (['1k', '10k', '100k', 'source'] as const).filter((lod) => own.has(lod));
}
