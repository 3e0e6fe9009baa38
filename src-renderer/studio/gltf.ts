import { type LoadingManager, Mesh, MeshStandardMaterial, type WebGLRenderer } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { materialsOf } from './drawn-objects.ts';
import type { LoadedModel } from './loaded-model.ts';
import { createSpecularGlossiness } from './specular-glossiness.ts';

export type Decoders = { readonly draco: DRACOLoader; readonly ktx2: KTX2Loader };
/** Compressed texture formats that a graphics card supports natively. */
export type TextureSupport = KTX2Loader['workerConfig'];

export const detectTextureSupport = (renderer: WebGLRenderer): TextureSupport =>
  new KTX2Loader().detectSupport(renderer).workerConfig;

/** Threads that unpack compressed meshes and textures; they live as long as the page or process. */
export function createDecoders(support: TextureSupport): Decoders {
  const ktx2 = new KTX2Loader().setWorkerLimit(1);
  ktx2.workerConfig = support;
  return { draco: new DRACOLoader().setWorkerLimit(1), ktx2 };
}

/** Reads glTF, including compressed meshes and textures. */
export function createGltfLoader(manager: LoadingManager, { draco, ktx2 }: Decoders): GLTFLoader {
  const loader = new GLTFLoader(manager).setDRACOLoader(draco).setKTX2Loader(ktx2);
  return loader.setMeshoptDecoder(MeshoptDecoder).register(createSpecularGlossiness);
}

/** Detects the loader's material for primitives without one: the spec's default, which looks like dull metal. */
const isDefault = (material: unknown) =>
  material instanceof MeshStandardMaterial &&
  material.name === '' &&
  material.metalness === 1 &&
  material.roughness === 1 &&
  material.map === null &&
  material.metalnessMap === null &&
  material.color.getHex() === 0xffffff &&
  !material.vertexColors;

export function fromGltf({ scene, animations }: Pick<GLTF, 'scene' | 'animations'>): LoadedModel {
  return {
    root: scene,
    clips: animations,
    isBare: (object) => object instanceof Mesh && materialsOf(object).every(isDefault),
    metresPerUnit: 1,
  };
}
