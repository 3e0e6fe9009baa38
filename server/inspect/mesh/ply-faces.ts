import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import type { PlyElement, PlyHeader, PlyProperty } from './ply-header.ts';

export function isCornerList(element: PlyElement, property: PlyProperty): boolean {
  return (
    /^(?:face|tristrips)$/.test(element.name) &&
    property.listCount !== null &&
    /^vertex_ind(?:ex|ices)$/.test(property.name)
  );
}

export type PlyFaceCounter = ReturnType<typeof createPlyFaceCounter>;

/** Counts triangles; throws BrokenFile for a vertex index out of range. */
export function createPlyFaceCounter(header: PlyHeader) {
  const vertices = header.elements.find((element) => element.name === 'vertex')?.count ?? 0;
  const hasStrips = header.elements.some((element) => element.name === 'tristrips');
  let faces = 0;
  let corners = 0;
  let triangles = 0;

  return {
    openFace() {
      faces += 1;
      corners = 0;
    },
    addCorner(index: number) {
      corners += 1;
      if (hasStrips && index === -1) {
        corners = 0;
        return;
      }
      if (corners > 2) triangles += 1;
      if (index >= 0 && index < vertices) return;
      const place = sentence`vertex ${{ index: formatCount(index) }} in face ${{ face: formatCount(faces) }}`;
      throw new BrokenFile(
        sentence`names ${{ place }} and holds ${{ count: formatCount(vertices) }} vertices. Export it again.`,
      );
    },
    triangles: () => triangles,
  };
}
