import path from 'node:path';
import { Box3 } from 'three';
import type { Material, Spin } from './model.ts';
import { nameTexture, type Scene, type ScenePart } from './scene.ts';
import { type MapName, mapsOf } from './textures/maps.ts';

type GlbOptions = {
  readonly textures: ReadonlyMap<string, Buffer>;
  /** Rotates the parts that can, in one animation that loops after four seconds. */
  readonly isAnimated?: boolean;
};

const [ARRAY, ELEMENTS] = [34962, 34963];
const SECONDS = 4;

/** Returns the scene as binary glTF 2.0 with embedded textures. */
export function writeGlb(scene: Scene, { textures, isAnimated = false }: GlbOptions): Buffer {
  const bin = createBin();
  const parts: readonly ScenePart[] = isAnimated
    ? scene.parts
    : scene.parts.map(({ spin: _, ...part }) => part);
  const meshes = parts.map((part) => describeMesh(part, scene, bin));
  const animations = isAnimated ? [describeSpins(parts, bin)] : [];
  const uses = scene.materials.flatMap((material) =>
    mapsOf(material).map((map) => ({ material, map, file: nameTexture(scene.slug, material.name, map) })),
  );
  const images = uses.map(({ file }) => {
    const picture = textures.get(file);
    if (picture === undefined) throw new Error(`no picture ${file}`);
    const bufferView = bin.addView(picture);
    return { name: path.parse(file).name, mimeType: 'image/png', bufferView };
  });
  const nodes = parts.map(({ name, spin }, mesh) => {
    return { name, mesh, ...(spin && { translation: spin.pivot }) };
  });
  const data = bin.finish();
  const document = {
    asset: { version: '2.0', generator: 'Lodestock demo library', copyright: scene.license },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: scene.title, children: parts.map((_, index) => index + 1) }, ...nodes],
    meshes,
    ...(isAnimated && { animations }),
    materials: scene.materials.map((material) =>
      describeMaterial(material, (map) =>
        uses.findIndex((use) => use.material === material && use.map === map),
      ),
    ),
    textures: uses.map((_, source) => ({ source, sampler: 0 })),
    samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 10497, wrapT: 10497 }],
    images,
    accessors: bin.accessors,
    bufferViews: bin.views,
    buffers: [{ byteLength: data.length }],
  };
  const json = Buffer.from(JSON.stringify(document));
  const text = packChunk('JSON', Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')]));
  const head = Buffer.from('glTF\x02\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(head.length + text.length + 8 + data.length, 8);
  return Buffer.concat([head, text, packChunk('BIN\0', data)]);
}

function packChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`\0\0\0\0${type}`, 'latin1');
  head.writeUInt32LE(data.length);
  return Buffer.concat([head, data]);
}

type Numbers = Float32Array | Uint32Array | Uint16Array;
type AccessorKind = { readonly target?: number; readonly min?: number[]; readonly max?: number[] };
type Bin = ReturnType<typeof createBin>;

/** Builds the binary chunk, with the views and accessors that point into it. */
function createBin() {
  const [chunks, views, accessors]: [Buffer[], object[], object[]] = [[], [], []];
  let end = 0;
  const addView = (data: Buffer, target?: number): number => {
    chunks.push(data, Buffer.alloc(-data.length & 3));
    views.push({ buffer: 0, byteOffset: end, byteLength: data.length, ...(target && { target }) });
    end += data.length + (-data.length & 3);
    return views.length - 1;
  };
  const addAccessor = (numbers: Numbers, width: number, { target, ...bounds }: AccessorKind = {}): number => {
    const bufferView = addView(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength), target);
    const componentType =
      numbers instanceof Float32Array ? 5126 : numbers instanceof Uint16Array ? 5123 : 5125;
    const type = width === 1 ? 'SCALAR' : `VEC${width}`;
    accessors.push({ bufferView, componentType, count: numbers.length / width, type, ...bounds });
    return accessors.length - 1;
  };
  return { views, accessors, addView, addAccessor, finish: () => Buffer.concat(chunks) };
}

function describeMesh({ name, material, mesh, spin }: ScenePart, scene: Scene, bin: Bin): object {
  const pivot = spin?.pivot ?? [0, 0, 0];
  const positions = new Float32Array(mesh.positions).map((value, index) => value - (pivot[index % 3] ?? 0));
  const uvs = mesh.uvs.map((value, index) => (index % 2 === 0 ? value : 1 - value));
  const indices = positions.length / 3 < 65_535 ? new Uint16Array(mesh.indices) : mesh.indices;
  const { min, max } = new Box3().setFromArray(Array.from(positions));
  const bounds = { min: min.toArray(), max: max.toArray() };
  const attributes = {
    POSITION: bin.addAccessor(positions, 3, { target: ARRAY, ...bounds }),
    NORMAL: bin.addAccessor(mesh.normals, 3, { target: ARRAY }),
    TEXCOORD_0: bin.addAccessor(uvs, 2, { target: ARRAY }),
  };
  const surface = scene.materials.findIndex((each) => each.name === material);
  return {
    name,
    primitives: [
      { attributes, indices: bin.addAccessor(indices, 1, { target: ELEMENTS }), material: surface },
    ],
  };
}

/** Describes a material with its maps, by index; missing ones are -1. */
function describeMaterial(material: Material, find: (map: MapName) => number): object {
  const { name, metallic, roughness, opacity, glow, isThin } = material;
  const [index, normal, orm, emissive] = (['basecolor', 'normal', 'orm', 'emissive'] as const).map(find);
  const isFull = orm !== -1;
  const surface = {
    baseColorTexture: { index },
    metallicFactor: isFull ? 1 : metallic,
    roughnessFactor: isFull ? 1 : roughness,
    ...(isFull && { metallicRoughnessTexture: { index: orm } }),
  };
  const clear = opacity !== undefined && { baseColorFactor: [1, 1, 1, opacity] };
  return {
    name,
    pbrMetallicRoughness: { ...surface, ...clear },
    ...(isFull && { normalTexture: { index: normal }, occlusionTexture: { index: orm } }),
    ...(glow && { emissiveFactor: emissive === -1 ? glow : [1, 1, 1] }),
    ...(emissive !== -1 && { emissiveTexture: { index: emissive } }),
    ...(clear && { alphaMode: 'BLEND' }),
    ...(isThin && { doubleSided: true }),
  };
}

/** Returns one looping animation in which every part with a spin makes its full turns. */
function describeSpins(parts: readonly ScenePart[], bin: Bin): object {
  const [samplers, channels]: [object[], object[]] = [[], []];
  parts.forEach(({ spin }, index) => {
    if (!spin) return;
    const { times, rotations } = listKeys(spin);
    samplers.push({
      input: bin.addAccessor(times, 1, { min: [0], max: [SECONDS] }),
      output: bin.addAccessor(rotations, 4),
    });
    channels.push({ sampler: samplers.length - 1, target: { node: index + 1, path: 'rotation' } });
  });
  return { name: 'turning', samplers, channels };
}

function listKeys({ axis, turns }: Spin): { readonly times: Float32Array; readonly rotations: Float32Array } {
  const steps = Math.max(4, Math.ceil(Math.abs(turns) * 8));
  const times = Float32Array.from({ length: steps + 1 }, (_, step) => (SECONDS * step) / steps);
  const rotations = Array.from(times, (time) => {
    const half = (Math.PI * turns * time) / SECONDS;
    return [...axis.map((part) => part * Math.sin(half)), Math.cos(half)];
  });
  return { times, rotations: Float32Array.from(rotations.flat()) };
}
