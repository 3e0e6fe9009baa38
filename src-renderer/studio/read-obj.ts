import { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { mendObj, pickLibraries, plainLines } from '../../server/shared/mend-text.ts';
import { decodeText } from '../../server/shared/plain-text.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { MeshFile } from './mesh-file.ts';

/** The loaders split words only at single spaces. */
const withSpaces = (text: string) => text.replace(/[^\S\r\n]+/g, ' ');

async function readLibraries(text: string, { siblings, readSibling }: MeshFile): Promise<string | null> {
  const libraries = pickLibraries(text, siblings);
  if (libraries.length === 0) return null;
  const texts = await Promise.all(libraries.map(readSibling));
  return withSpaces(texts.map((bytes) => plainLines(decodeText(new Uint8Array(bytes)))).join('\n'));
}

/** Reads an OBJ with its materials. */
export async function readObj(file: MeshFile): Promise<LoadedModel> {
  const text = mendObj(decodeText(new Uint8Array(file.bytes)));
  const loader = new OBJLoader(file.manager);
  const library = await readLibraries(text, file);
  if (library !== null) {
    const materials = new MTLLoader(file.manager).parse(library, '');
    materials.preload();
    loader.setMaterials(materials);
  }
  const root = loader.parse(text.includes('\t') ? withSpaces(text) : text);
  return { root, clips: [], isBare: () => library === null, metresPerUnit: null };
}
