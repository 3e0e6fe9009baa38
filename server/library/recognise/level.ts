import { type Lod, lods } from '../../contract/limits.ts';

/** How many triangles each level stands for. */
const nominal = { '1k': 1000, '10k': 10_000, '100k': 100_000 } as const;
/** Half a step above the last level, on a logarithmic scale. */
const mostTriangles = nominal['100k'] * Math.sqrt(10);

/** The level nearest to a number of triangles on a logarithmic scale; what is far above the last is `source`. */
export function toLevel(triangles: number): Lod {
  if (triangles > mostTriangles) return 'source';
  const distance = (lod: keyof typeof nominal) =>
    Math.abs(Math.log(Math.max(1, triangles)) - Math.log(nominal[lod]));
  const measured = ['1k', '10k', '100k'] as const;
  return measured.reduce((best, lod) => (distance(lod) < distance(best) ? lod : best));
}

/** Lower for lighter levels. */
export const rankOf = (lod: Lod) => lods.indexOf(lod);
