import { type BufferGeometry, LineSegments, Mesh, type Object3D } from 'three';
import { type Drawn, hasGeometry } from './drawn-objects.ts';

/** Share of corners that may refer to missing vertices; beyond it, the rest no longer represents the model. */
const mostLost = 0.5;

/** Corners per primitive. */
const cornersOf = (object: Drawn) => (object instanceof Mesh ? 3 : object instanceof LineSegments ? 2 : 1);

/** Drops normals or colours that are fewer than the vertices, as they cannot be assigned. */
function dropShort(geometry: BufferGeometry, vertices: number): void {
  for (const [name, { count }] of Object.entries(geometry.attributes))
    if (count < vertices) geometry.deleteAttribute(name);
}

/** Collapses primitives that refer to a missing vertex, and returns how many corners they had. */
function mendIndex(geometry: BufferGeometry, vertices: number, together: number): number {
  const { index } = geometry;
  if (index === null) return 0;
  const isStray = (from: number, end: number) => {
    for (let at = from; at < end; at += 1) if (index.getX(at) >= vertices) return true;
    return false;
  };
  // Other geometries can share the list, and have more vertices.
  let mended: typeof index | null = null;
  let [lost, last] = [0, 0];
  for (let from = 0; from < index.count; from += together) {
    const end = Math.min(index.count, from + together);
    if (isStray(from, end)) {
      mended ??= index.clone();
      for (let at = from; at < end; at += 1) mended.setX(at, last);
      lost += end - from;
    } else last = index.getX(from);
  }
  if (mended) geometry.setIndex(mended);
  return lost;
}

/**
 * Skips primitives that refer to missing vertices: without a graphics card they would take a thousand times as long,
 * and look different on each card. Throws if they are most of a model.
 */
export function mendOrder(root: Object3D): void {
  const seen = new Set<BufferGeometry>();
  let [lost, all] = [0, 0];
  root.traverse((object) => {
    if (!hasGeometry(object) || seen.has(object.geometry)) return;
    const { geometry } = object;
    seen.add(geometry);
    const vertices = geometry.getAttribute('position')?.count ?? 0;
    dropShort(geometry, vertices);
    lost += mendIndex(geometry, vertices, cornersOf(object));
    all += geometry.index?.count ?? vertices;
  });
  if (lost > mostLost * all) throw new Error('most of its triangles name vertices that are not there');
}
