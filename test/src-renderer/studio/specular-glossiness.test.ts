import { LoadingManager, Mesh, MeshStandardMaterial } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';
import { createSpecularGlossiness } from '../../../src-renderer/studio/specular-glossiness.ts';

const positions = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);

function toChunk(kind: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(bytes.length);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

/** A GLB of one triangle whose material has these extensions. */
function toGlb(extensions: unknown): ArrayBuffer {
  const document = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_pbrSpecularGlossiness'],
    buffers: [{ byteLength: positions.length }],
    bufferViews: [{ buffer: 0, byteLength: positions.length }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    ],
    materials: [{ name: 'paint', extensions }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  };
  const text = JSON.stringify(document);
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const chunks = Buffer.concat([toChunk('JSON', json), toChunk('BIN\0', positions)]);
  const head = Buffer.alloc(12);
  head.write('glTF', 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.length, 8);
  return new Uint8Array(Buffer.concat([head, chunks])).buffer;
}

test('gives a surface its diffuse colour', async () => {
  const loader = new GLTFLoader(new LoadingManager()).register(createSpecularGlossiness);
  const look = { diffuseFactor: [1, 0, 0, 0.5], glossinessFactor: 0.25 };

  const { scene } = await loader.parseAsync(toGlb({ KHR_materials_pbrSpecularGlossiness: look }), '');

  const [mesh] = scene.children;
  const material = mesh instanceof Mesh ? mesh.material : null;
  if (!(material instanceof MeshStandardMaterial)) throw new Error('it has no standard material');
  const { color, opacity, metalness, roughness } = material;
  expect([color.getHexString(), opacity, metalness, roughness]).toEqual(['ff0000', 0.5, 0, 0.75]);
});
