import { toScreen } from '../../shared/light.ts';
import { identity, type Matrix, multiply } from '../../shared/matrix.ts';
import { copyRange, createSourceSlice, viewOf } from '../byte-source.ts';
import { createGltfBuffers } from '../gltf/gltf-buffers.ts';
import type { GltfDocument, GltfMaterial, GltfPrimitive } from '../gltf/gltf-document.ts';
import { createGltfNumbers } from '../gltf/gltf-numbers.ts';
import { findGltfWorlds } from '../gltf/gltf-worlds.ts';
import { parseGltf } from '../gltf/parse-gltf.ts';
import { clay, type Triangles } from './shape.ts';
import { paint, type ReadShape } from './shape-source.ts';

function colourOf(material: GltfMaterial | undefined): number {
  if (material === undefined) return clay;
  const { baseColorFactor = [1, 1, 1], baseColorTexture } = material.pbrMetallicRoughness ?? {};
  const hasOther = material.pbrMetallicRoughness === undefined && material.extensions !== undefined;
  return paint(baseColorFactor.slice(0, 3).map(toScreen), baseColorTexture !== undefined || hasOther);
}

function addPrimitive(
  shape: Triangles,
  read: ReturnType<typeof createGltfNumbers>,
  { primitive, place, colour }: { primitive: GltfPrimitive; place: Matrix; colour: number },
): void {
  const { mode = 4, attributes, indices } = primitive;
  const points = read(attributes.POSITION);
  const numbers = indices === undefined ? null : read(indices);
  if (points === null || (indices !== undefined && numbers === null) || mode < 4) return;
  const corner = (index: number) => (numbers === null ? index : (numbers[index] ?? 0));
  const count = numbers?.length ?? points.length / 3;
  const look = { place, colour };
  for (let at = 0; at + 2 < count; at += mode === 4 ? 3 : 1) {
    // Every second triangle of a strip has the opposite winding.
    const turn = mode === 5 ? at % 2 : 0;
    shape.add(points, corner(mode === 6 ? 0 : at), corner(at + 1 + turn), corner(at + 2 - turn), look);
  }
}

function addScene(gltf: GltfDocument, read: ReturnType<typeof createGltfNumbers>, shape: Triangles): void {
  const worlds = findGltfWorlds(gltf);
  for (const [number, place] of worlds) {
    const { mesh = -1, skin = -1 } = gltf.nodes[number] ?? {};
    // The first bone places the skin well enough for a small picture.
    const bones = gltf.skins[skin];
    const bone = worlds.get(bones?.joints[0] ?? -1);
    const where = bone ? multiply(bone, read(bones?.inverseBindMatrices) ?? identity) : place;
    for (const primitive of gltf.meshes[mesh]?.primitives ?? []) {
      const colour = colourOf(gltf.materials[primitive.material ?? -1]);
      addPrimitive(shape, read, { primitive, place: where, colour });
    }
  }
}

const jsonAt = 20;

export const readGlb: ReadShape = (file, shape) => {
  const { source } = file;
  const jsonBytes = viewOf(source.read(0, jsonAt)).getUint32(12, true);
  const json = copyRange(source, jsonAt, jsonBytes);
  const at = jsonAt + jsonBytes;
  const hasData = source.size >= at + 8;
  const chunk = hasData
    ? createSourceSlice(source, at + 8, viewOf(source.read(at, 4)).getUint32(0, true))
    : null;
  addDocument(parseGltf(json), chunk, file, shape);
};

export const readGltf: ReadShape = (file, shape) =>
  addDocument(parseGltf(copyRange(file.source, 0, file.source.size)), null, file, shape);

function addDocument(
  gltf: GltfDocument,
  chunk: Parameters<typeof createGltfBuffers>[1],
  file: Parameters<ReadShape>[0],
  shape: Triangles,
): void {
  const readBuffer = createGltfBuffers(gltf, chunk, { ...file, name: '' });
  addScene(gltf, createGltfNumbers(gltf, readBuffer), shape);
}
