import {
  Bone,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Line,
  LineLoop,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
  Object3D,
  PerspectiveCamera,
  Points,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { hasGeometry } from '../studio/drawn-objects.ts';
import type { ObjectKind, PackedModel, PackedObject, PackedView } from './reading/packed-model.ts';
import type { ReadModel } from './reading/read-model.ts';
import { requireFit } from './reading/reading-limits.ts';
import { unpackClips } from './unpack-clips.ts';
import { unpackMaterials } from './unpack-surfaces.ts';

type Drawn = NonNullable<PackedObject['drawn']>;
type Parts = { readonly geometries: readonly BufferGeometry[]; readonly materials: readonly Material[] };

function require<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error('a part of the model is missing');
  return item;
}

function unpackGeometries(packed: PackedModel): readonly BufferGeometry[] {
  const buffers = packed.buffers.map(({ array, stride }) => new InterleavedBuffer(array, stride));
  const attributes = packed.attributes.map((attribute) => {
    const { itemSize, isNormalised } = attribute;
    if ('array' in attribute) return new BufferAttribute(attribute.array, itemSize, isNormalised);
    const buffer = require(buffers, attribute.buffer);
    return new InterleavedBufferAttribute(buffer, itemSize, attribute.offset, isNormalised);
  });
  return packed.geometries.map(({ index, attributes: named, morphs, groups, areMorphsRelative }) => {
    const geometry = new BufferGeometry();
    const order = index === null ? null : require(attributes, index);
    if (order instanceof BufferAttribute) geometry.setIndex(order);
    for (const [name, at] of named) geometry.setAttribute(name, require(attributes, at));
    for (const [name, targets] of morphs)
      Object.assign(geometry.morphAttributes, { [name]: targets.map((at) => require(attributes, at)) });
    for (const { start, count, materialIndex } of groups) geometry.addGroup(start, count, materialIndex);
    geometry.morphTargetsRelative = areMorphsRelative;
    return geometry;
  });
}

function createInstances(geometry: BufferGeometry, material: Material | Material[], drawn: Drawn) {
  const { matrices, colours } = drawn.instances ?? { matrices: new Float32Array(), colours: null };
  const count = matrices.length / 16;
  const instances = new InstancedMesh(geometry, material, count);
  instances.instanceMatrix = new InstancedBufferAttribute(matrices, 16);
  if (colours) instances.instanceColor = new InstancedBufferAttribute(colours, colours.length / count);
  return instances;
}

const plainKinds = { bone: Bone, group: Group, object: Object3D } as const;
type Create = (geometry: BufferGeometry, material: Material | Material[]) => Object3D;
const drawnKinds: Readonly<Record<Exclude<ObjectKind, keyof typeof plainKinds | 'instances'>, Create>> = {
  line: (geometry, material) => new Line(geometry, material),
  loop: (geometry, material) => new LineLoop(geometry, material),
  mesh: (geometry, material) => new Mesh(geometry, material),
  points: (geometry, material) => new Points(geometry, material),
  segments: (geometry, material) => new LineSegments(geometry, material),
  skin: (geometry, material) => new SkinnedMesh(geometry, material),
};

function createObject({ kind, drawn }: PackedObject, { geometries, materials }: Parts): Object3D {
  if (kind === 'bone' || kind === 'group' || kind === 'object') return new plainKinds[kind]();
  if (!drawn) throw new Error('a part of the model has no shape');
  const geometry = require(geometries, drawn.geometry);
  const material = Array.isArray(drawn.materials)
    ? drawn.materials.map((index: number) => require(materials, index))
    : require(materials, Number(drawn.materials));
  if (kind === 'instances') return createInstances(geometry, material, drawn);
  return drawnKinds[kind](geometry, material);
}

function place(object: Object3D, values: readonly number[]): void {
  object.position.fromArray(values);
  object.quaternion.fromArray(values, 3);
  object.scale.fromArray(values, 7);
}

function unpackObject(packed: PackedObject, parts: Parts): Object3D {
  const object = createObject(packed, parts);
  object.uuid = packed.uuid;
  object.name = packed.name;
  object.visible = packed.isVisible;
  place(object, packed.place);
  if (!packed.drawn || !hasGeometry(object)) return object;
  object.castShadow = packed.drawn.castsShadow;
  object.receiveShadow = object instanceof Mesh;
  object.frustumCulled = false;
  if (packed.drawn.influences) object.morphTargetInfluences = [...packed.drawn.influences];
  return object;
}

/** Binds skins once all objects are in place, as bones can be anywhere in the model. */
function bindSkins({ objects: packed, skeletons }: PackedModel, objects: readonly Object3D[]): void {
  const made = skeletons.map(({ bones, inverses }) => {
    const found = bones.map((index) => (index === null ? null : objects[index]));
    const list = found.map((bone) => (bone instanceof Bone ? bone : new Bone()));
    return new Skeleton(
      list,
      inverses.map((inverse) => new Matrix4().fromArray(inverse)),
    );
  });
  packed.forEach(({ drawn }, index) => {
    const object = objects[index];
    if (!drawn?.skin || !(object instanceof SkinnedMesh)) return;
    const { skeleton, bindMode, bindMatrix } = drawn.skin;
    object.bindMode = bindMode;
    object.bind(require(made, skeleton), new Matrix4().fromArray(bindMatrix));
    object.skeleton.update();
  });
}

function unpackView({ fieldOfView, near, far, place: values, box }: PackedView) {
  const camera = new PerspectiveCamera(fieldOfView, 1, near, far);
  place(camera, values);
  camera.updateMatrixWorld(true);
  const [min, max] = box;
  return { camera, box: new Box3(new Vector3().fromArray(min), new Vector3().fromArray(max)) };
}

/** Rebuilds a model from the worker. Throws if it needs more than a page can handle. */
export function unpackModel(packed: PackedModel): ReadModel {
  requireFit(packed.size);
  const parts = { geometries: unpackGeometries(packed), materials: unpackMaterials(packed) };
  const objects = packed.objects.map((object) => unpackObject(object, parts));
  packed.objects.forEach(({ parent }, index) => {
    if (parent !== null) require(objects, parent).add(require(objects, index));
  });
  const model = require(objects, 0);
  model.updateMatrixWorld(true);
  bindSkins(packed, objects);
  const { metresPerUnit } = packed;
  const loaded = { root: require(objects, packed.root), clips: unpackClips(packed.clips), metresPerUnit };
  return { model, frame: unpackView(packed.view), loaded, vertices: packed.vertices };
}
