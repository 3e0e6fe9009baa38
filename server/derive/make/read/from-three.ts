import {
  type Accessor,
  Document,
  type Material,
  type Node,
  type Primitive,
  type Skin,
} from '@gltf-transform/core';
import {
  type BufferAttribute,
  type BufferGeometry,
  type InterleavedBufferAttribute,
  Matrix4,
  Mesh,
  type Object3D,
  SkinnedMesh,
  type Material as ThreeMaterial,
} from 'three';
import type { Bound } from './bind-textures.ts';
import { writeAnimations } from './three-animations.ts';
import { createMaterials } from './three-materials.ts';
import type { PictureStore } from './three-pictures.ts';

type Numbers = Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
type Attribute = BufferAttribute | InterleavedBufferAttribute;
type Kind = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4';
const kinds: readonly Kind[] = ['SCALAR', 'VEC2', 'VEC3', 'VEC4'];

const semantics: Readonly<Record<string, string>> = {
  position: 'POSITION',
  normal: 'NORMAL',
  uv: 'TEXCOORD_0',
  uv1: 'TEXCOORD_1',
  color: 'COLOR_0',
  skinIndex: 'JOINTS_0',
  skinWeight: 'WEIGHTS_0',
};

/** An attribute's values, whether normalised or interleaved. */
function readValues(attribute: Attribute): Float32Array<ArrayBuffer> {
  const { count, itemSize } = attribute;
  const values = new Float32Array(count * itemSize);
  for (let index = 0; index < count; index += 1)
    for (let part = 0; part < itemSize; part += 1)
      values[index * itemSize + part] = attribute.getComponent(index, part);
  return values;
}

/** Flips V: glTF's textures start at the top, three.js's at the bottom. */
function turnOver(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  for (let index = 1; index < values.length; index += 2) values[index] = 1 - (values[index] ?? 0);
  return values;
}

function toArray(name: string, attribute: Attribute): Numbers {
  const values = readValues(attribute);
  if (name.startsWith('uv')) return turnOver(values);
  return name === 'skinIndex' ? Uint16Array.from(values) : values;
}

type Range = { readonly start: number; readonly count: number; readonly material: ThreeMaterial | undefined };

function listRanges(
  geometry: BufferGeometry,
  material: ThreeMaterial | readonly ThreeMaterial[],
): readonly Range[] {
  const corners = geometry.getIndex()?.count ?? geometry.getAttribute('position').count;
  const materials = [material].flat();
  const groups = materials.length > 1 ? geometry.groups : [];
  if (groups.length === 0) return [{ start: 0, count: corners, material: materials[0] }];
  return groups.map(({ start, count, materialIndex = 0 }) => ({
    start,
    count: Math.min(count, corners - start),
    material: materials[materialIndex],
  }));
}

/** glTF requires the last row to be exact, without rounding errors. */
function mendLastRow(matrices: Float32Array, at: number): void {
  for (const column of [3, 7, 11]) matrices[at + column] = 0;
  matrices[at + 15] = 1;
}

/** Converts a scene of three.js to glTF: meshes, materials, textures, skins and animations. */
export async function fromThree(root: Object3D, pictures: PictureStore, bound: Bound): Promise<Document> {
  const document = new Document();
  const buffer = document.createBuffer();
  const materials = createMaterials(document, pictures, bound);
  const nodes = new Map<Object3D, Node>();
  const skinned: { readonly node: Node; readonly mesh: SkinnedMesh }[] = [];

  const createAccessor = (type: Kind, array: Numbers): Accessor =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);

  function readAttributes(geometry: BufferGeometry): ReadonlyMap<string, Accessor> {
    const found = new Map<string, Accessor>();
    for (const [name, semantic] of Object.entries(semantics)) {
      const attribute = geometry.getAttribute(name);
      if (attribute)
        found.set(
          semantic,
          createAccessor(kinds[attribute.itemSize - 1] ?? 'VEC3', toArray(name, attribute)),
        );
    }
    return found;
  }

  function addMorphs(primitive: Primitive, geometry: BufferGeometry): void {
    const own = geometry.getAttribute('position');
    for (const morph of geometry.morphAttributes.position ?? []) {
      const values = readValues(morph);
      if (!geometry.morphTargetsRelative)
        for (let at = 0; at < values.length; at += 1)
          values[at] = (values[at] ?? 0) - own.getComponent(Math.floor(at / 3), at % 3);
      primitive.addTarget(
        document.createPrimitiveTarget(morph.name).setAttribute('POSITION', createAccessor('VEC3', values)),
      );
    }
  }

  async function writeMesh({ geometry, material, name }: Mesh) {
    const mesh = document.createMesh(name);
    const attributes = readAttributes(geometry);
    const index = geometry.getIndex();
    for (const { start, count, material: own } of listRanges(geometry, material)) {
      const corners = Uint32Array.from({ length: Math.max(0, count - (count % 3)) }, (_, at) =>
        index ? index.getX(start + at) : start + at,
      );
      if (corners.length === 0) continue;
      const primitive = document.createPrimitive().setIndices(createAccessor('SCALAR', corners));
      for (const [semantic, accessor] of attributes) primitive.setAttribute(semantic, accessor);
      addMorphs(primitive, geometry);
      const written: Material | null =
        own && (bound.has(own) || !own.userData.isBare) ? await materials.write(own) : null;
      mesh.addPrimitive(primitive.setMaterial(written));
    }
    const names = Object.entries(geometry.userData.targetNames ?? {});
    if (names.length > 0) mesh.setExtras({ targetNames: names.map(([, target]) => target) });
    return mesh;
  }

  async function writeNode(object: Object3D): Promise<Node> {
    const node = document.createNode(object.name);
    nodes.set(object, node);
    if (object.matrixAutoUpdate) object.updateMatrix();
    node.setMatrix(object.matrix.toArray());
    if (object instanceof Mesh && object.geometry.getAttribute('position')) {
      node.setMesh(await writeMesh(object));
      if (object instanceof SkinnedMesh) skinned.push({ node, mesh: object });
    }
    for (const child of object.children) node.addChild(await writeNode(child));
    return node;
  }

  function writeSkin({ skeleton, bindMatrix }: SkinnedMesh): Skin | null {
    const joints = skeleton.bones.map((bone) => nodes.get(bone));
    if (joints.length === 0 || joints.includes(undefined)) return null;
    const matrices = new Float32Array(joints.length * 16);
    for (const [index, inverse] of skeleton.boneInverses.entries())
      matrices.set(new Matrix4().multiplyMatrices(inverse, bindMatrix).toArray(), index * 16);
    for (let at = 0; at < matrices.length; at += 16) mendLastRow(matrices, at);
    const skin = document.createSkin().setInverseBindMatrices(createAccessor('MAT4', matrices));
    for (const joint of joints) if (joint) skin.addJoint(joint);
    return skin;
  }

  const scene = document.createScene(root.name).addChild(await writeNode(root));
  document.getRoot().setDefaultScene(scene);
  for (const { node, mesh } of skinned) node.setSkin(writeSkin(mesh));
  writeAnimations(document, { root, nodes, clips: root.animations, createAccessor });
  return document;
}
