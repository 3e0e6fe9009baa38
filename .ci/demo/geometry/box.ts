import { BoxGeometry, type BufferGeometry, Vector3 } from 'three';
import { listOf, type Piece, steps } from './piece.ts';
import type { Vec3 } from './vector.ts';

type Box = {
  readonly radius?: number;
  /** Steps, at detail 1, of a quarter of the edge, from the face to its middle; edges without steps are sharp. */
  readonly bevel?: number;
  /** Segments of the flat part along x, y and z, at detail 1, for bending. */
  readonly cuts?: Vec3;
  /** Millimetres per texture tile; default the longest side. Grain runs along the longest side. */
  readonly tile?: number;
  readonly shift?: number;
};

/** Returns a box around the origin with rounded edges and exact normals. */
export function box(detail: number, size: Vec3, options: Box = {}): Piece {
  const { cuts = [1, 1, 1], tile = Math.max(...size), shift = 0 } = options;
  const bevel = options.radius ? steps(detail, options.bevel ?? 1.2, 0) : 0;
  const radius = bevel === 0 ? 0 : Math.min(options.radius ?? 0, ...size.map((side) => side * 0.4999));
  const stops = size.map((side, axis) => listStops(side / 2 - radius, steps(detail, cuts[axis] ?? 1), bevel));
  const byLength = [0, 1, 2].sort((p, q) => (size[p] ?? 0) - (size[q] ?? 0));
  const [a = 1, b = 1, c = 1] = stops.map((list) => list.length - 1);
  const build = (): BufferGeometry => {
    const geometry = new BoxGeometry(1, 1, 1, a, b, c);
    const [positions, normals] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
    const [point, normal] = [new Vector3(), new Vector3()];
    for (let vertex = 0; vertex < positions.count; vertex += 1) {
      point.fromBufferAttribute(positions, vertex);
      normal.fromBufferAttribute(normals, vertex);
      const face = Math.abs(normal.x) > 0.5 ? 0 : Math.abs(normal.y) > 0.5 ? 1 : 2;
      for (const [axis, list] of stops.entries()) {
        const stop = list[Math.round((point.getComponent(axis) + 0.5) * (list.length - 1))];
        point.setComponent(axis, stop?.base ?? 0);
        if (axis !== face) normal.setComponent(axis, stop?.tangent ?? 0);
      }
      point.addScaledVector(normal.normalize(), radius);
      positions.setXYZ(vertex, point.x, point.y, point.z);
      normals.setXYZ(vertex, normal.x, normal.y, normal.z);
      const [short = 0, long = 0] = byLength.filter((axis) => axis !== face);
      const [u, v] = [point.getComponent(short) / tile + 0.5 + shift, point.getComponent(long) / tile + 0.5];
      geometry.getAttribute('uv').setXY(vertex, u, v);
    }
    return geometry;
  };
  return { triangles: 4 * (a * b + b * c + c * a), build };
}

type Stop = { readonly base: number; readonly tangent: number };

function listStops(flat: number, cuts: number, bevel: number): readonly Stop[] {
  const bend = listOf(bevel, (step) => Math.tan((Math.PI / 4) * ((bevel - step) / bevel)));
  return [
    ...bend.map((tangent) => ({ base: -flat, tangent: -tangent })),
    ...listOf(cuts + 1, (step) => ({ base: flat * ((2 * step) / cuts - 1), tangent: 0 })),
    ...bend.toReversed().map((tangent) => ({ base: flat, tangent })),
  ];
}
