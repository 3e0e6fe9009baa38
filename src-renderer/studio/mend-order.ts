import { type BufferGeometry, LineSegments, Mesh, type Object3D } from 'three';
import { type Drawn, hasGeometry } from './drawn-objects.ts';

/** Share of corners that may name missing vertices; beyond it, the rest is no picture of the model. */
const mostLost = 0.5;

/** How many corners belong together. */
const cornersOf = (object: Drawn) => (object instanceof Mesh ? 3 : object instanceof LineSegments ? 2 : 1);

/** Fewer normals or colours than vertices are those of no vertex in particular. */
function dropShort(geometry: BufferGeometry, vertices: number): void {
  for (const [name, { count }] of Object.entries(geometry.attributes))
    if (count < vertices) geometry.deleteAttribute(name);
}

/** Takes the extent from what names a vertex that is not there, and answers how many corners that were. */
function mendIndex(geometry: BufferGeometry, vertices: number, together: number): number {
  const { index } = geometry;
  if (index === null) return 0;
  const isStray = (from: number, end: number) => {
    for (let at = from; at < end; at += 1) if (index.getX(at) >= vertices) return true;
    return false;
  };
  // Others may share the list, and have more vertices.
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
 * Draws nothing of what names vertices that are not there: it would take a thousand times as long where no graphics card
 * draws it, and look different on each that does. Throws where that is most of a model.
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
