import path from 'node:path';
import { formatOf, roleOf } from '../../contract/catalogue/formats.ts';
import { colorSpaceOf, mostTextures } from '../../contract/catalogue/texture-maps.ts';
import type { Texture } from '../../contract/catalogue/textures.ts';
import { nameTextures } from '../../shared/texture-names.ts';
import type { BoundTexture, InventoryFile } from './models.ts';

export const toTexture = (texture: BoundTexture): Texture => ({
  ...texture,
  colorSpace: colorSpaceOf(texture.map),
});

/** Equal for pictures of the same surface. */
const surfaceOf = ({ relativePath, material }: Texture) => `${path.posix.dirname(relativePath)}/${material}`;

type SceneFile = Pick<InventoryFile, 'needs' | 'textures'>;

/**
 * Returns the role of a scene file's pictures, from its materials or else from their names; without `textures` if
 * neither gives any. A picture that no material names is assigned to the only material that uses others of its surface.
 */
export function tellTextures({ needs, textures }: SceneFile): { readonly textures?: Texture[] } {
  const bound = textures ?? [];
  const owners = Map.groupBy(bound, ({ relativePath }) => relativePath);
  const pictures = needs.filter((file) => !owners.has(file) && roleOf(formatOf(file)) === 'texture');
  const named = nameTextures([...owners.keys(), ...pictures]);
  const bySurface = Map.groupBy(named, surfaceOf);
  const others = named.filter(({ relativePath }) => !owners.has(relativePath));
  const told = others.map((texture) => {
    const same = bySurface.get(surfaceOf(texture)) ?? [];
    const materials = new Set(
      same.flatMap(({ relativePath }) => owners.get(relativePath)?.map((use) => use.material) ?? []),
    );
    const [owner] = materials;
    return materials.size === 1 && owner ? { ...texture, material: owner } : texture;
  });
  const all = [...bound.map(toTexture), ...told].slice(0, mostTextures);
  return all.length > 0 ? { textures: all } : {};
}
