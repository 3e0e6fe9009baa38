import type { Node, Primitive } from '@gltf-transform/core';
import { toFloats } from './to-floats.ts';

type Matrix = ArrayLike<number>;

/** How a matrix changes volumes, as the length of a cube's side. */
function scaleOf(matrix: Matrix): number {
  const [a = 0, b = 0, c = 0] = [matrix[0], matrix[1], matrix[2]];
  const [d = 0, e = 0, f = 0] = [matrix[4], matrix[5], matrix[6]];
  const [g = 0, h = 0, i = 0] = [matrix[8], matrix[9], matrix[10]];
  return Math.cbrt(Math.abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)));
}

function multiply(a: Matrix, b: Matrix): Float64Array {
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

function addMoved(
  target: Float32Array,
  at: number,
  source: Float32Array,
  { matrix, weight }: { readonly matrix: Matrix; readonly weight: number },
): void {
  const [x = 0, y = 0, z = 0] = [source[at], source[at + 1], source[at + 2]];
  for (let axis = 0; axis < 3; axis += 1) {
    const moved =
      (matrix[axis] ?? 0) * x +
      (matrix[4 + axis] ?? 0) * y +
      (matrix[8 + axis] ?? 0) * z +
      (matrix[12 + axis] ?? 0);
    target[at + axis] = (target[at + axis] ?? 0) + moved * weight;
  }
}

/** Where the joints of a skin take its vertices when nothing moves. */
function findJoints(node: Node): readonly Float64Array[] | null {
  const skin = node.getSkin();
  if (skin === null) return null;
  const inverse = skin.getInverseBindMatrices();
  const element: number[] = [];
  return skin.listJoints().map((joint, index) => {
    const world = joint.getWorldMatrix();
    return inverse === null ? Float64Array.from(world) : multiply(world, inverse.getElement(index, element));
  });
}

function placeSkinned(
  primitive: Primitive,
  source: Float32Array,
  joints: readonly Float64Array[],
): Float32Array | null {
  const [used, shares] = [primitive.getAttribute('JOINTS_0'), primitive.getAttribute('WEIGHTS_0')];
  if (used === null || shares === null) return null;
  const positions = new Float32Array(source.length);
  const [jointElement, weightElement]: [number[], number[]] = [[], []];
  for (let vertex = 0; vertex < source.length / 3; vertex += 1) {
    used.getElement(vertex, jointElement);
    shares.getElement(vertex, weightElement);
    for (const [index, weight] of weightElement.entries()) {
      const matrix = joints[jointElement[index] ?? 0];
      if (weight > 0 && matrix) addMoved(positions, vertex * 3, source, { matrix, weight });
    }
  }
  return positions;
}

export type Placed = {
  readonly positions: Float32Array;
  /** Length in the scene for one unit of the mesh. */
  readonly scale: number;
};

/** Puts a mesh where the scene draws it: of several nodes where it is largest, of a skin as it stands before it moves. */
export function createPlacement(nodes: readonly Node[]) {
  const matrices = nodes.map((node) => node.getWorldMatrix());
  const scales = matrices.map(scaleOf);
  const largest = scales.indexOf(Math.max(...scales));
  const node = nodes[largest];
  const matrix = matrices[largest];
  const joints = node ? findJoints(node) : null;
  return {
    place(primitive: Primitive): Placed {
      const accessor = primitive.getAttribute('POSITION');
      const source = accessor ? toFloats(accessor) : new Float32Array();
      const skinned = joints ? placeSkinned(primitive, source, joints) : null;
      if (skinned) return { positions: skinned, scale: joints?.[0] ? scaleOf(joints[0]) : 1 };
      const positions = new Float32Array(source.length);
      if (matrix)
        for (let at = 0; at < source.length; at += 3) addMoved(positions, at, source, { matrix, weight: 1 });
      return { positions, scale: scales[largest] ?? 1 };
    },
  };
}
