import { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import type { LoadedModel } from './loaded-model.ts';
import type { MeshFile } from './mesh-file.ts';

/** The loaders part words at single spaces only. */
const withSpaces = (text: string) => text.replace(/[^\S\r\n]+/g, ' ');
const nameOf = (path: string) => path.slice(path.replaceAll('\\', '/').lastIndexOf('/') + 1).toLowerCase();

async function findLibrary(text: string, { siblings, readSibling }: MeshFile): Promise<string | null> {
  const libraries = siblings.filter((path) => /\.mtl$/i.test(path));
  const wanted = nameOf(/^mtllib\s+(.+?)\s*$/m.exec(text)?.[1] ?? '');
  const library = libraries.find((path) => nameOf(path) === wanted) ?? libraries[0];
  if (library === undefined) return null;
  return withSpaces(new TextDecoder().decode(await readSibling(library)));
}

/** An OBJ with the materials that its model has for it. */
export async function readObj(file: MeshFile): Promise<LoadedModel> {
  const text = new TextDecoder().decode(file.bytes);
  const loader = new OBJLoader(file.manager);
  const library = await findLibrary(text, file);
  if (library !== null) {
    const materials = new MTLLoader(file.manager).parse(library, '');
    materials.preload();
    loader.setMaterials(materials);
  }
  const root = loader.parse(text.includes('\t') ? withSpaces(text) : text);
  return { root, clips: [], isBare: () => library === null, metresPerUnit: null };
}
