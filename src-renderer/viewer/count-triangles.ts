import { InstancedMesh, Mesh, type Object3D } from 'three';
import { type Drawn, listDrawn } from '../studio/drawn-objects.ts';

function countOf(object: Drawn): number {
  if (!(object instanceof Mesh)) return 0;
  const { index, drawRange, attributes } = object.geometry;
  const corners = index?.count ?? attributes.position?.count ?? 0;
  const drawn = Math.max(0, Math.min(corners, drawRange.start + drawRange.count) - drawRange.start);
  return Math.floor(drawn / 3) * (object instanceof InstancedMesh ? object.count : 1);
}

/** Counts the triangles of everything visible, including each instance. */
export function countTriangles(root: Object3D): number {
  return listDrawn(root).reduce((sum, object) => sum + countOf(object), 0);
}
