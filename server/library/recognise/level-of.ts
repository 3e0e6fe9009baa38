import { nearestLevel, rankOf } from '../../catalogue/model/nearest-level.ts';
import type { LodSource } from '../../contract/common.ts';
import { type Lod, lodTriangles } from '../../contract/limits.ts';
import { isNative } from './scene-files.ts';

/** Half a step above the last level, on a logarithmic scale. */
const mostTriangles = lodTriangles['100k'] * Math.sqrt(10);

/** Returns the level nearest to a number of triangles on a logarithmic scale, or `source` far above the last. */
export const toLevel = (triangles: number): Lod =>
  triangles > mostTriangles ? 'source' : nearestLevel(triangles);

export type Level = { readonly lod: Lod; readonly lodFrom: LodSource };

/**
 * Returns the level of each scene file of a model: by its triangles; `source` for formats of a single program. Files
 * whose triangles could not be counted get the most detailed level of the others, or `source`.
 */
export function levelScenes(
  scenes: readonly string[],
  trianglesOf: (scene: string) => number | null,
): ReadonlyMap<string, Level> {
  const measured = new Map<string, Level>();
  for (const scene of scenes) {
    const triangles = trianglesOf(scene) ?? 0;
    if (isNative(scene)) measured.set(scene, { lod: 'source', lodFrom: 'format' });
    else if (triangles > 0) measured.set(scene, { lod: toLevel(triangles), lodFrom: 'measured' });
  }
  const counted = [...measured.values()]
    .filter(({ lodFrom }) => lodFrom === 'measured')
    .map(({ lod }) => lod);
  const best = counted.sort((a, b) => rankOf(b) - rankOf(a))[0] ?? 'source';
  return new Map(scenes.map((scene) => [scene, measured.get(scene) ?? { lod: best, lodFrom: 'assumed' }]));
}
