import { type BinChunk, createBinChunk } from './glb-bin.ts';
import { describeSpins } from './glb-spin.ts';
import type { Material } from './model.ts';
import type { Scene, ScenePart } from './scene.ts';

export type GlbOptions = {
  /** A PNG for each material's name. */
  readonly pictures: ReadonlyMap<string, Buffer>;
  /** Whether parts that can turn do turn, in one animation that loops after four seconds. */
  readonly isAnimated?: boolean;
};

/** The scene as binary glTF 2.0 with its textures inside. */
export function writeGlb(scene: Scene, { pictures, isAnimated = false }: GlbOptions): Buffer {
  const bin = createBinChunk();
  const meshes = scene.parts.map((part) => describeMesh(part, { scene, bin, isAnimated }));
  const animations = isAnimated ? describeSpins(scene.parts, bin) : [];
  const images = scene.materials.map((material) => ({
    name: material.name,
    mimeType: 'image/png',
    bufferView: bin.addView(pictures.get(material.name) ?? Buffer.alloc(0)),
  }));
  const document = {
    asset: { version: '2.0', generator: 'Lodestock demo library', copyright: 'CC0-1.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: scene.title, children: scene.parts.map((_, index) => index + 1) },
      ...scene.parts.map((part, mesh) => ({
        name: part.name,
        mesh,
        ...(isAnimated && part.spin ? { translation: part.spin.pivot } : {}),
      })),
    ],
    meshes,
    ...(animations.length > 0 ? { animations } : {}),
    materials: scene.materials.map(describeMaterial),
    textures: scene.materials.map((_, source) => ({ source, sampler: 0 })),
    samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 10497, wrapT: 10497 }],
    images,
    accessors: bin.accessors,
    bufferViews: bin.views,
    buffers: [{ byteLength: bin.measure() }],
  };
  return packGlb(JSON.stringify(document), bin.finish());
}

type MeshInput = { readonly scene: Scene; readonly bin: BinChunk; readonly isAnimated: boolean };

function describeMesh(part: ScenePart, { scene, bin, isAnimated }: MeshInput): object {
  const { mesh } = part;
  const pivot = isAnimated && part.spin ? part.spin.pivot : [0, 0, 0];
  const positions = Float32Array.from(mesh.positions, (value, index) => value - (pivot[index % 3] ?? 0));
  const uvs = mesh.uvs.map((value, index) => (index % 2 === 0 ? value : 1 - value));
  const isSmall = positions.length / 3 < 65_535;
  return {
    name: part.name,
    primitives: [
      {
        attributes: {
          POSITION: bin.addAccessor(positions, { type: 'VEC3', target: 34962, hasBounds: true }),
          NORMAL: bin.addAccessor(mesh.normals, { type: 'VEC3', target: 34962 }),
          TEXCOORD_0: bin.addAccessor(uvs, { type: 'VEC2', target: 34962 }),
        },
        indices: bin.addAccessor(isSmall ? Uint16Array.from(mesh.indices) : mesh.indices, {
          type: 'SCALAR',
          target: 34963,
        }),
        material: scene.materials.findIndex((material) => material.name === part.material),
      },
    ],
  };
}

function describeMaterial(material: Material, index: number): object {
  return {
    name: material.name,
    pbrMetallicRoughness: {
      baseColorTexture: { index },
      ...(material.opacity === undefined ? {} : { baseColorFactor: [1, 1, 1, material.opacity] }),
      metallicFactor: material.metallic,
      roughnessFactor: material.roughness,
    },
    ...(material.glow ? { emissiveFactor: material.glow } : {}),
    ...(material.opacity === undefined ? {} : { alphaMode: 'BLEND' }),
    ...(material.isThin ? { doubleSided: true } : {}),
  };
}

function packGlb(json: string, bin: Buffer): Buffer {
  const text = Buffer.from(json);
  const padding = Buffer.alloc((4 - (text.length % 4)) % 4, ' ');
  const head = Buffer.alloc(20);
  head.writeUInt32LE(0x46546c67, 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + padding.length + bin.length, 8);
  head.writeUInt32LE(text.length + padding.length, 12);
  head.writeUInt32LE(0x4e4f534a, 16);
  const binHead = Buffer.alloc(8);
  binHead.writeUInt32LE(bin.length, 0);
  binHead.writeUInt32LE(0x004e4942, 4);
  return Buffer.concat([head, text, padding, binHead, bin]);
}
