import type { MeshSink, Piece } from './piece.ts';
import { add, normalize, scale, type Vec2, type Vec3 } from './vector.ts';

export type RoundedBox = {
  readonly size: Vec3;
  readonly radius?: number;
  /** Steps of an edge's quarter from face to middle of the edge; 0 gives sharp edges. */
  readonly bevel?: number;
  /** Pieces the flat part is cut into along x, y and z, for bending. */
  readonly cuts?: Vec3;
  /** Metres that one texture covers; the longest side when absent. Grain runs along the longest side. */
  readonly tile?: number;
  readonly shift?: number;
};

type Stop = { readonly base: number; readonly tangent: number };
type Face = { readonly axis: 0 | 1 | 2; readonly sign: 1 | -1 };

const AXES: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A box about the origin with rounded edges and exact normals. */
export function roundedBox(box: RoundedBox): Piece {
  const bevel = box.radius ? (box.bevel ?? 1) : 0;
  const radius = bevel === 0 ? 0 : Math.min(box.radius ?? 0, ...box.size.map((side) => side * 0.4999));
  const cuts = box.cuts ?? [1, 1, 1];
  const stops = ([0, 1, 2] as const).map((axis) => listStops(box.size[axis] / 2 - radius, cuts[axis], bevel));
  const [x, y, z] = cuts.map((cut) => cut + 2 * bevel);
  const triangles = 4 * ((x ?? 1) * (y ?? 1) + (y ?? 1) * (z ?? 1) + (z ?? 1) * (x ?? 1));
  const emit = (sink: MeshSink): void => {
    for (const axis of [0, 1, 2] as const) {
      for (const sign of [1, -1] as const) emitFace({ axis, sign }, { box, radius, stops }, sink);
    }
  };
  return { triangles, emit };
}

function listStops(flat: number, cuts: number, bevel: number): readonly Stop[] {
  const bend = Array.from({ length: bevel }, (_, i) => Math.tan((Math.PI / 4) * ((bevel - i) / bevel)));
  const middle = Array.from({ length: cuts + 1 }, (_, i) => ({
    base: flat * ((2 * i) / cuts - 1),
    tangent: 0,
  }));
  return [
    ...bend.map((tangent) => ({ base: -flat, tangent: -tangent })),
    ...middle,
    ...bend.toReversed().map((tangent) => ({ base: flat, tangent })),
  ];
}

type FaceInput = {
  readonly box: RoundedBox;
  readonly radius: number;
  readonly stops: readonly (readonly Stop[])[];
};

function emitFace({ axis, sign }: Face, { box, radius, stops }: FaceInput, sink: MeshSink): void {
  const first = sign > 0 ? (axis + 1) % 3 : (axis + 2) % 3;
  const second = sign > 0 ? (axis + 2) % 3 : (axis + 1) % 3;
  const [right, up] = [AXES[first] ?? AXES[0], AXES[second] ?? AXES[1]];
  const out = scale(AXES[axis], sign);
  const columns = stops[first] ?? [];
  const rows = stops[second] ?? [];
  const toUv = createBoxUv(box, first, second);
  const ids = rows.map((row) =>
    columns.map((column) => {
      const normal = normalize(add(add(scale(right, column.tangent), scale(up, row.tangent)), out));
      const core = add(
        add(scale(right, column.base), scale(up, row.base)),
        scale(out, box.size[axis] / 2 - radius),
      );
      const position = add(core, scale(normal, radius));
      return sink.addVertex(position, normal, toUv(position));
    }),
  );
  for (let row = 0; row + 1 < rows.length; row += 1) {
    for (let column = 0; column + 1 < columns.length; column += 1) {
      const [a, b] = [ids[row]?.[column] ?? 0, ids[row]?.[column + 1] ?? 0];
      const [d, c] = [ids[row + 1]?.[column] ?? 0, ids[row + 1]?.[column + 1] ?? 0];
      sink.addTriangle(a, b, c);
      sink.addTriangle(a, c, d);
    }
  }
}

function createBoxUv(box: RoundedBox, first: number, second: number): (position: Vec3) => Vec2 {
  const tile = box.tile ?? Math.max(...box.size);
  const isFirstLonger = (box.size[first] ?? 0) > (box.size[second] ?? 0);
  const shift = box.shift ?? 0;
  return (position) => {
    const a = (position[first] ?? 0) / tile + 0.5;
    const b = (position[second] ?? 0) / tile + 0.5;
    return isFirstLonger ? [b + shift, a] : [a + shift, b];
  };
}
