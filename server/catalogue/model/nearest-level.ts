import { type Lod, lods, lodTriangles, type MadeLod } from '../../contract/limits.ts';

export const madeLods = ['1k', '10k', '100k'] as const satisfies readonly MadeLod[];

/** Returns the level nearest to a number of triangles on a logarithmic scale; the last level for anything above it. */
export function nearestLevel(triangles: number): MadeLod {
  const distance = (lod: MadeLod) => Math.abs(Math.log(Math.max(1, triangles)) - Math.log(lodTriangles[lod]));
  return madeLods.reduce<MadeLod>((best, lod) => (distance(lod) < distance(best) ? lod : best), '1k');
}

/** Lower for lighter levels. */
export const rankOf = (lod: Lod) => lods.indexOf(lod);
