import type { Node, Primitive } from '@gltf-transform/core';
import { toFloats } from '../read/to-floats.ts';

type Matrix = ArrayLike<number>;

/** How a matrix scales volumes, as the side of a cube. */
function scaleOf(matrix: Matrix): number {
  const [a = 0, b = 0, c = 0] = [matrix[0], matrix[1], matrix[2]];
  const [d = 0, e = 0, f = 0] = [matrix[4], matrix[5], matrix[6]];
  const [g = 0, h = 0, i = 0] = [matrix[8], matrix[9], matrix[10]];
  return Math.cbrt(Math.abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)));
}

export function multiply(a: Matrix, b: Matrix): Float64Array {
  const product = new Float64Array(16);
  for (let column = 0; column < 4; column += 1)
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let index = 0; index < 4; index += 1)
        sum += (a[index * 4 + row] ?? 0) * (b[column * 4 + index] ?? 0);
      product[column * 4 + row] = sum;
    }
  return product;
}

function move(source: Float32Array, matrix: Matrix): Float32Array {
  const moved = new Float32Array(source.length);
  for (let at = 0; at < source.length; at += 3) {
    const [x = 0, y = 0, z = 0] = [source[at], source[at + 1], source[at + 2]];
    for (let axis = 0; axis < 3; axis += 1)
      moved[at + axis] =
        (matrix[axis] ?? 0) * x +
        (matrix[4 + axis] ?? 0) * y +
        (matrix[8 + axis] ?? 0) * z +
        (matrix[12 + axis] ?? 0);
  }
  return moved;
}

/** World matrices at which a node draws its mesh, or each joint of its skin would. */
function listMatrices(node: Node): readonly Matrix[] {
  const skin = node.getSkin();
  if (skin === null) return [node.getWorldMatrix()];
  const inverse = skin.getInverseBindMatrices();
  const element: number[] = [];
  return skin.listJoints().map((joint, index) => {
    const world = joint.getWorldMatrix();
    return inverse === null ? world : multiply(world, inverse.getElement(index, element));
  });
}

type Placed = {
  readonly positions: Float32Array;
  /** Length in the scene of one unit of the mesh. */
  readonly scale: number;
};

export type End = { readonly vertex: number; readonly reach: number };

/** Directions of the six ends: minimum x, y and z, then maximum. */
const directions = [-1, -1, -1, 1, 1, 1] as const;

/** Unique vertices of a list, in order of first use. */
function listUsed(indices: Uint32Array, vertexCount: number): Uint32Array {
  const isUsed = new Uint8Array(vertexCount);
  const used = new Uint32Array(Math.min(indices.length, vertexCount));
  let count = 0;
  for (let at = 0; at < indices.length; at += 1) {
    const vertex = indices[at] ?? 0;
    if (isUsed[vertex] === 1 || vertex >= vertexCount) continue;
    isUsed[vertex] = 1;
    used[count] = vertex;
    count += 1;
  }
  return used.subarray(0, count);
}

/** Outermost vertices after applying a matrix. */
function findReach(source: Float32Array, vertices: Uint32Array, matrix: Matrix): readonly End[] {
  const ends = directions.map(() => ({ vertex: vertices[0] ?? 0, reach: -Infinity }));
  for (let axis = 0; axis < 3; axis += 1) {
    const low = ends[axis];
    const high = ends[axis + 3];
    if (!low || !high) continue;
    const mx = matrix[axis] ?? 0;
    const my = matrix[4 + axis] ?? 0;
    const mz = matrix[8 + axis] ?? 0;
    const move = matrix[12 + axis] ?? 0;
    for (let at = 0; at < vertices.length; at += 1) {
      const vertex = vertices[at] ?? 0;
      const first = vertex * 3;
      const value =
        mx * (source[first] ?? 0) + my * (source[first + 1] ?? 0) + mz * (source[first + 2] ?? 0) + move;
      if (value > high.reach) {
        high.vertex = vertex;
        high.reach = value;
      }
      if (-value > low.reach) {
        low.vertex = vertex;
        low.reach = -value;
      }
    }
  }
  return ends;
}

export const farthest = (found: readonly (readonly End[])[]): readonly End[] =>
  directions.flatMap((_, index) => {
    const ends = found.flatMap((ends) => ends[index] ?? []);
    return ends.length === 0 ? [] : [ends.reduce((far, end) => (end.reach > far.reach ? end : far))];
  });

/** An instance must be larger by this factor to be preferred over the first one. */
const notably = 1.001;

/** Places a mesh where it is drawn largest; a skinned one in bind pose, as joints can scale their parts to zero. */
export function createPlacement(nodes: readonly Node[]) {
  const matrices = nodes.flatMap(listMatrices);
  const best = matrices.reduce<{ matrix: Matrix | null; scale: number }>(
    (largest, matrix) => {
      const scale = scaleOf(matrix);
      return largest.matrix === null || scale > largest.scale * notably ? { matrix, scale } : largest;
    },
    { matrix: null, scale: 1 },
  );
  const read = (primitive: Primitive) => {
    const accessor = primitive.getAttribute('POSITION');
    return accessor ? toFloats(accessor) : new Float32Array();
  };
  const isSkinned = nodes.some((node) => node.getSkin() !== null);
  return {
    /** Outermost vertices in each direction over all instances; `indices` are those of the mesh's triangles. */
    findEnds(primitive: Primitive, indices: Uint32Array): readonly End[] {
      const places = isSkinned ? [best.matrix] : matrices;
      const source = read(primitive);
      const vertices = listUsed(indices, source.length / 3);
      return farthest(
        places.flatMap((matrix) => (matrix === null ? [] : [findReach(source, vertices, matrix)])),
      );
    },
    place(primitive: Primitive): Placed {
      const source = read(primitive);
      return { positions: best.matrix ? move(source, best.matrix) : source, scale: best.scale };
    },
  };
}
