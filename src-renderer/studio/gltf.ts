import { type LoadingManager, Mesh, MeshStandardMaterial, type WebGLRenderer } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { materialsOf } from './drawn-objects.ts';
import type { LoadedModel } from './loaded-model.ts';

const decoders = new WeakMap<WebGLRenderer, { draco: DRACOLoader; ktx2: KTX2Loader }>();

function findDecoders(renderer: WebGLRenderer) {
  const known = decoders.get(renderer);
  if (known) return known;
  const made = {
    draco: new DRACOLoader().setWorkerLimit(1),
    ktx2: new KTX2Loader().setWorkerLimit(1).detectSupport(renderer),
  };
  decoders.set(renderer, made);
  return made;
}

/** Ends the threads that decoded compressed meshes and textures for a renderer. */
export function releaseDecoders(renderer: WebGLRenderer): void {
  const known = decoders.get(renderer);
  known?.draco.dispose();
  known?.ktx2.dispose();
  decoders.delete(renderer);
}

/** Reads glTF also where meshes or textures are compressed. */
export function createGltfLoader(manager: LoadingManager, renderer: WebGLRenderer): GLTFLoader {
  const { draco, ktx2 } = findDecoders(renderer);
  const loader = new GLTFLoader(manager).setDRACOLoader(draco).setKTX2Loader(ktx2);
  return loader.setMeshoptDecoder(MeshoptDecoder);
}

/** What the loader gives to primitives without a material: the specification's default, which looks like dull metal. */
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
  };
}
