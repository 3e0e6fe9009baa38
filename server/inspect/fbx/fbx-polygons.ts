import { BrokenFile, formatCount } from '../broken-file.ts';

/** Counts the triangles of one polygon list, in which a negative number ends a polygon. */
export function createFbxPolygonCounter() {
  let corners = 0;
  let triangles = 0;
  let highest = -1;

  return {
    add(index: number): void {
      corners += 1;
      const vertex = index < 0 ? ~index : index;
      if (vertex > highest) highest = vertex;
      if (index >= 0) return;
      if (corners > 2) triangles += corners - 2;
      corners = 0;
    },
    /** Returns the triangles; throws BrokenFile when a polygon names a vertex that is not there. */
    finish(vertices: number | null): number {
      if (vertices !== null && highest >= vertices) {
        const [named, present] = [formatCount(highest), formatCount(vertices)];
        throw new BrokenFile(`names vertex ${named} in a mesh of ${present} vertices. Export it again.`);
      }
      return triangles;
    },
  };
}
