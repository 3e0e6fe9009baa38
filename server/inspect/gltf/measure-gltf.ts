import { at, identity, type Matrix, move, multiply, scale, turnBy } from '../../shared/matrix.ts';
import { cornersOf, createBox, type Extent, keepsBoxes, toSize } from '../extent.ts';
import type { ReadBuffer } from './gltf-buffers.ts';
import type { GltfAccessor, GltfDocument, GltfNode, GltfPrimitive } from './gltf-document.ts';
import { createGltfNumbers, largest } from './gltf-numbers.ts';
import { findGltfWorlds } from './gltf-worlds.ts';

type Numbers = Float64Array;
type Scene = {
  readonly gltf: GltfDocument;
  readonly worlds: ReadonlyMap<number, Matrix>;
  readonly read: (accessor?: number) => Numbers | null;
};

/** Numbers of an accessor; throws if there are none. */
function need({ read }: Scene, accessor: number | undefined): Numbers {
  const numbers = read(accessor);
  if (numbers === null) throw new RangeError('has numbers that are not read here.');
  return numbers;
}

function findBones(scene: Scene, skin: number): readonly Matrix[] {
  const { joints = [], inverseBindMatrices } = scene.gltf.skins[skin] ?? {};
  const binds = inverseBindMatrices === undefined ? null : need(scene, inverseBindMatrices);
  return joints.map((joint, index) => {
    const bind = binds?.subarray(index * 16, index * 16 + 16) ?? identity;
    return multiply(scene.worlds.get(joint) ?? identity, bind);
  });
}

function areAlike(one: Matrix, other: Matrix): boolean {
  const most = Math.max(...one.map(Math.abs));
  return one.every((value, index) => Math.abs(value - at(other, index)) <= most * 1e-4);
}

function pose(scene: Scene, { attributes }: GltfPrimitive, bones: readonly Matrix[]): Numbers {
  const points = need(scene, attributes.POSITION);
  const joints = need(scene, attributes.JOINTS_0);
  const weights = need(scene, attributes.WEIGHTS_0);
  const posed = new Float64Array(points.length);
  for (let share = 0; share < joints.length; share += 1) {
    const from = (share >> 2) * 3;
    const weight = weights[share] ?? 0;
    const bone = bones[joints[share] ?? 0];
    if (bone === undefined || weight === 0) continue;
    const x = points[from] ?? 0;
    const y = points[from + 1] ?? 0;
    const z = points[from + 2] ?? 0;
    for (let row = 0; row < 3; row += 1) {
      const value = at(bone, row) * x + at(bone, row + 4) * y + at(bone, row + 8) * z + at(bone, row + 12);
      posed[from + row] = (posed[from + row] ?? 0) + weight * value;
    }
  }
  return posed;
}

const mostInstances = 100_000;

/** Transforms at which a node draws its mesh: one, or one per instance. */
function listPlaces(scene: Scene, world: Matrix, { extensions }: GltfNode): readonly Matrix[] {
  const attributes = extensions?.EXT_mesh_gpu_instancing?.attributes;
  if (attributes === undefined) return [world];
  const read = (name: string) => (attributes[name] === undefined ? null : need(scene, attributes[name]));
  const [moves, turns, scales] = [read('TRANSLATION'), read('ROTATION'), read('SCALE')];
  const count = Math.max((moves?.length ?? 0) / 3, (turns?.length ?? 0) / 4, (scales?.length ?? 0) / 3);
  if (count > mostInstances) throw new RangeError('has too many instances to be measured.');
  return Array.from({ length: count }, (_, index) => {
    const of = (numbers: Numbers | null, width: number) =>
      numbers?.subarray(index * width, index * width + width) ?? [];
    const turned = multiply(turnBy(...of(turns, 4)), scale(...of(scales, 3)));
    return multiply(world, multiply(move(...of(moves, 3)), turned));
  });
}

/** Corners of the bounding box that an accessor declares. */
function saidCorners({ min, max, normalized, componentType }: GltfAccessor): Numbers | null {
  if (min?.length !== 3 || max?.length !== 3) return null;
  const unit = normalized === true ? largest[componentType] : 1;
  const [a = 0, b = 0, c = 0] = min;
  const [d = 0, e = 0, f = 0] = max;
  return cornersOf([a / unit, b / unit, c / unit], [d / unit, e / unit, f / unit]);
}

function addPrimitive(
  scene: Scene,
  box: ReturnType<typeof createBox>,
  { primitive, places }: { readonly primitive: GltfPrimitive; readonly places: readonly Matrix[] },
): void {
  const accessor = scene.gltf.accessors[primitive.attributes.POSITION ?? -1];
  if (accessor === undefined) return;
  const corners = saidCorners(accessor);
  for (const place of places) {
    const points = corners !== null && keepsBoxes(place) ? corners : null;
    if (points === null && accessor.sparse) throw new RangeError('has points that are not read here.');
    box.add(points ?? need(scene, primitive.attributes.POSITION), place);
  }
}

/** Adds a mesh as its node draws it. Throws for unsupported features. */
function addNode(scene: Scene, box: ReturnType<typeof createBox>, number: number, world: Matrix): void {
  const node = scene.gltf.nodes[number] ?? {};
  const mesh = scene.gltf.meshes[node.mesh ?? -1];
  if (mesh === undefined) return;
  const isMorphed = (node.weights ?? mesh.weights ?? []).some((weight) => weight !== 0);
  const bones = node.skin === undefined ? [] : findBones(scene, node.skin);
  const [first = world] = bones;
  const isPosed = !bones.every((bone) => areAlike(first, bone));
  const places = bones.length > 0 ? [first] : listPlaces(scene, world, node);
  for (const primitive of mesh.primitives) {
    if (isMorphed && primitive.targets) throw new RangeError('has morphed points.');
    if (isPosed) box.add(pose(scene, primitive, bones), identity);
    else addPrimitive(scene, box, { primitive, places });
  }
}

/** Extent of a scene in its rest state. Throws if it cannot be determined. */
export function measureGltf(gltf: GltfDocument, readBuffer: ReadBuffer): Extent {
  const scene = { gltf, worlds: findGltfWorlds(gltf), read: createGltfNumbers(gltf, readBuffer) };
  const box = createBox();
  for (const [number, world] of scene.worlds) addNode(scene, box, number, world);
  const sizeMetres = toSize(box.sides(), 1);
  return { ...(sizeMetres && { sizeMetres }) };
}
