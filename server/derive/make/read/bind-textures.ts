import { type Material, Mesh, type Object3D, Texture } from 'three';
import { texturesOf } from '../../../contract/catalogue/formats.ts';
import { matchTextures, type Surface, type TextureSet } from '../../../shared/match-textures.ts';
import type { SourceFile } from './source-file.ts';
import type { PictureStore } from './three-pictures.ts';

export type Bound = ReadonlyMap<Material, TextureSet>;

async function hasPicture(material: Material, pictures: PictureStore): Promise<boolean> {
  for (const value of Object.values(material))
    if (value instanceof Texture && (await pictures.find(value)) !== null) return true;
  return false;
}

/** Finds textures beside the file named like materials without pictures, as src-renderer/studio/bind-textures.ts does. */
export async function bindTextures(
  root: Object3D,
  { format, support }: SourceFile,
  pictures: PictureStore,
): Promise<Bound> {
  const surfaces: (Surface & { readonly material: Material })[] = [];
  if (texturesOf(format) !== 'beside') return new Map();
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  for (const { geometry, material } of meshes)
    for (const own of [material].flat()) {
      const canTake = geometry.hasAttribute('uv') && !geometry.hasAttribute('color');
      const isOpen = canTake && !(await hasPicture(own, pictures));
      surfaces.push({ material: own, name: own.name, isOpen });
    }
  const matched = matchTextures(surfaces, Object.keys(support));
  return new Map(
    surfaces.flatMap(({ material }) => {
      const set = matched.get(material.name);
      return set ? [[material, set] as const] : [];
    }),
  );
}
