import { nearestLevel } from '../../catalogue/model/nearest-level.ts';
import { type Lod, lodTriangles } from '../../contract/limits.ts';

/** Half a step above the last level, on a logarithmic scale. */
const mostTriangles = lodTriangles['100k'] * Math.sqrt(10);

/** The level nearest to a number of triangles on a logarithmic scale; what is far above the last is `source`. */
export const toLevel = (triangles: number): Lod =>
  triangles > mostTriangles ? 'source' : nearestLevel(triangles);
