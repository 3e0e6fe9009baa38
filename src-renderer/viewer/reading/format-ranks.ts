import type { PosterFormat } from '../../../server/contract/formats.ts';

/** What is read fastest and looks best comes first. */
const ranks: Readonly<Record<PosterFormat, number>> = {
  glb: 0,
  gltf: 1,
  fbx: 2,
  obj: 3,
  ply: 4,
  stl: 5,
  dae: 6,
  '3mf': 7,
  usdz: 8,
};

/** The formats that a page reads, each with its rank. */
export const rankByFormat: ReadonlyMap<string, number> = new Map(Object.entries(ranks));
