import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import type { PlyElement, PlyHeader, PlyProperty } from './ply-header.ts';

export function isCornerList(element: PlyElement, property: PlyProperty): boolean {
  return (
    element.name === 'face' && property.listCount !== null && /^vertex_ind(?:ex|ices)$/.test(property.name)
  );
}

export type PlyFaceCounter = {
  readonly addFace: (corners: number) => void;
  readonly checkCorner: (index: number) => void;
  /** Null when the file holds triangle strips, whose count is not written down. */
  readonly triangles: () => number | null;
};

/** Counts triangles and throws BrokenFile for a vertex number that the file has no vertex for. */
export function createPlyFaceCounter(header: PlyHeader): PlyFaceCounter {
  const vertices = header.elements.find((element) => element.name === 'vertex')?.count ?? 0;
  const hasStrips = header.elements.some((element) => element.name === 'tristrips' && element.count > 0);
  let faces = 0;
  let triangles = 0;

  return {
    addFace(corners) {
      faces += 1;
      triangles += Math.max(0, corners - 2);
    },
    checkCorner(index) {
      if (index >= 0 && index < vertices) return;
      const place = sentence`vertex ${{ index: formatCount(index) }} in face ${{ face: formatCount(faces) }}`;
      throw new BrokenFile(
        sentence`names ${{ place }} and holds ${{ count: formatCount(vertices) }} vertices. Export it again.`,
      );
    },
    triangles: () => (hasStrips ? null : triangles),
  };
}
