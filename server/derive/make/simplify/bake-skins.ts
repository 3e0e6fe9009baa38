import type { Accessor, Document, Node, Primitive, Skin } from '@gltf-transform/core';
import { multiply } from './placement.ts';

const width = 16;

/** For each joint, the matrix that moves a vertex from bind pose to rest pose. */
function listJointMatrices(skin: Skin): readonly ArrayLike<number>[] {
  const inverse = skin.getInverseBindMatrices();
  return skin.listJoints().map((joint, index) => {
    const world = joint.getWorldMatrix();
    return inverse === null ? world : multiply(world, inverse.getElement(index, []));
  });
}

type Weighted = {
  readonly joints: Accessor;
  readonly weights: Accessor;
  readonly matrices: readonly ArrayLike<number>[];
};

/** Adds the weighted matrices of up to four joints to each vertex's matrix. */
function addJoints(blended: Float32Array, { joints, weights, matrices }: Weighted): void {
  const [joint, weight]: [number[], number[]] = [[], []];
  for (let vertex = 0; vertex < joints.getCount(); vertex += 1) {
    joints.getElement(vertex, joint);
    weights.getElement(vertex, weight);
    for (const [at, share] of weight.entries()) {
      const matrix = matrices[joint[at] ?? 0];
      if (!matrix || share === 0) continue;
      for (let target = vertex * width, cell = 0; cell < width; cell += 1)
        blended[target + cell] = (blended[target + cell] ?? 0) + share * (matrix[cell] ?? 0);
    }
  }
}

/** The matrix of each vertex, one after another. */
function blend(primitive: Primitive, matrices: readonly ArrayLike<number>[]): Float32Array {
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const blended = new Float32Array(count * width);
  for (const set of [0, 1]) {
    const [joints, weights] = [`JOINTS_${set}`, `WEIGHTS_${set}`].map((name) => primitive.getAttribute(name));
    if (joints && weights) addJoints(blended, { joints, weights, matrices });
  }
  return blended;
}

/** Moves points; rotates directions. */
function transform(accessor: Accessor, blended: Float32Array, isPoint: boolean): Float32Array<ArrayBuffer> {
  const moved = new Float32Array(accessor.getCount() * 3);
  const element: number[] = [];
  for (let vertex = 0; vertex < accessor.getCount(); vertex += 1) {
    const [x = 0, y = 0, z = 0] = accessor.getElement(vertex, element);
    const cell = (at: number) => blended[vertex * width + at] ?? 0;
    const whole = [0, 1, 2].map(
      (axis) => cell(axis) * x + cell(4 + axis) * y + cell(8 + axis) * z + (isPoint ? cell(12 + axis) : 0),
    );
    const length = isPoint ? 1 : Math.hypot(...whole) || 1;
    for (const [axis, value] of whole.entries()) moved[vertex * 3 + axis] = value / length;
  }
  return moved;
}

function bake(document: Document, node: Node, skin: Skin): void {
  const mesh = node.getMesh()?.clone();
  if (!mesh) return;
  const matrices = listJointMatrices(skin);
  for (const shared of mesh.listPrimitives()) {
    const primitive = shared.clone();
    mesh.removePrimitive(shared).addPrimitive(primitive);
    const blended = blend(primitive, matrices);
    for (const semantic of ['POSITION', 'NORMAL'] as const) {
      const accessor = primitive.getAttribute(semantic);
      if (!accessor) continue;
      const array = transform(accessor, blended, semantic === 'POSITION');
      primitive.setAttribute(semantic, document.createAccessor().setType('VEC3').setArray(array));
    }
  }
  node.setMesh(null).setSkin(null);
  // A skin places its mesh in the scene, whatever the node's own transform is.
  const place = document.createNode(node.getName()).setMesh(mesh);
  const root = document.getRoot();
  (root.getDefaultScene() ?? root.listScenes()[0])?.addChild(place);
}

/** Replaces skinned meshes by static ones in the scene's rest pose. */
export function bakeSkins(document: Document): void {
  for (const node of document.getRoot().listNodes()) {
    const skin = node.getSkin();
    if (skin) bake(document, node, skin);
  }
}
