import { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import type { LoadedModel } from '../studio/loaded-model.ts';
import type { ReadTools } from './read-tools.ts';

/** An OBJ with the materials that its model has for it. */
export async function readObj({ candidate, manager }: ReadTools): Promise<LoadedModel> {
  const loader = new OBJLoader(manager);
  const library = candidate.support.find(({ relativePath }) => /\.mtl$/i.test(relativePath));
  if (library) {
    const materials = await new MTLLoader(manager).loadAsync(library.url);
    materials.preload();
    loader.setMaterials(materials);
  }
  const root = await loader.loadAsync(candidate.url);
  return { root, clips: [], isBare: () => library === undefined };
}
