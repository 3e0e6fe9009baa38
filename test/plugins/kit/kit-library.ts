import {
  sampleFbxBinary,
  sampleGlb,
  sampleGltfBuffer,
  sampleGltfDocument,
  sampleMtl,
  sampleObj,
  samplePng,
} from '../../helpers/sample-files.ts';

/** Models that a client meets, each named after what happens to it. */
export const kitModels = ['plain', 'bought', 'refused', 'raised'] as const;
export type KitModel = (typeof kitModels)[number];

const texture = 'textures/wood.png';

function gltf(triangles: number): string {
  const document = sampleGltfDocument({ triangles }, 'chair.bin');
  const [mesh] = document.meshes;
  return JSON.stringify({
    ...document,
    meshes: [{ primitives: mesh?.primitives.map((one) => ({ ...one, material: 0 })) }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: texture }],
  });
}

const topology = (triangles: number) => ({
  'chair.glb': sampleGlb({ triangles }),
  'chair.gltf': gltf(triangles),
  'chair.bin': sampleGltfBuffer({ triangles }),
  'chair.fbx': sampleFbxBinary({ triangles, texture }),
  'chair.obj': sampleObj({ triangles, material: 'chair.mtl' }),
  'chair.mtl': sampleMtl(texture),
  [texture]: samplePng({ side: 64 }),
});

/** What a scene file of a format needs beside it, for clients that import only one. */
export const filesOf: Readonly<Record<string, readonly string[]>> = {
  glb: ['chair.glb'],
  gltf: ['chair.gltf', 'chair.bin', texture],
  fbx: ['chair.fbx', texture],
  obj: ['chair.obj', 'chair.mtl', texture],
};

/** The library that a client is tried with: path from the library's folder → content. */
export const makeKitLibrary = (): Readonly<Record<string, string | Uint8Array>> =>
  Object.fromEntries(
    kitModels.flatMap((name, at) => [
      [`${name}/product.json`, JSON.stringify({ title: `Kit ${name}`, license: 'CC-BY-4.0' })] as const,
      ...Object.entries({ '1k': 900 + at, '10k': 9000 + at }).flatMap(([lod, triangles]) =>
        Object.entries(topology(triangles)).map(
          ([file, content]) => [`${name}/${lod}/${file}`, content] as const,
        ),
      ),
    ]),
  );
