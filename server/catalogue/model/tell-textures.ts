import { formatOf, roleOf } from '../../contract/catalogue/formats.ts';
import { colorSpaceOf, mostTextures } from '../../contract/catalogue/texture-maps.ts';
import type { Texture } from '../../contract/catalogue/textures.ts';
import { nameTextures } from '../../shared/texture-names.ts';
import type { BoundTexture, InventoryFile } from './models.ts';

export const toTexture = (texture: BoundTexture): Texture => ({
  ...texture,
  colorSpace: colorSpaceOf(texture.map),
});

type SceneFile = Pick<InventoryFile, 'needs' | 'textures'>;

/** What the pictures of a scene file are: as its materials say, else as their names do; without `textures` where neither does. */
export function tellTextures({ needs, textures }: SceneFile): { readonly textures?: Texture[] } {
  const bound = textures ?? [];
  const known = new Set(bound.map(({ relativePath }) => relativePath));
  const pictures = needs.filter((path) => !known.has(path) && roleOf(formatOf(path)) === 'texture');
  const told = [...bound.map(toTexture), ...nameTextures(pictures)].slice(0, mostTextures);
  return told.length > 0 ? { textures: told } : {};
}
