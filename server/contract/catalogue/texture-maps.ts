/** What a material uses a picture for. `orm` has occlusion, roughness and metalness in red, green and blue. */
export const textureMaps = [
  'baseColor',
  'normal',
  'roughness',
  'metallic',
  'occlusion',
  'orm',
  'metallicRoughness',
  'emissive',
  'opacity',
  'height',
  'specular',
  'glossiness',
] as const;
export type TextureMap = (typeof textureMaps)[number];

const inColour: ReadonlySet<TextureMap> = new Set(['baseColor', 'emissive', 'specular']);
export const colorSpaceOf = (map: TextureMap) =>
  inColour.has(map) ? ('srgb' as const) : ('linear' as const);

/** Most textures listed for one file. */
export const mostTextures = 2000;
