import { mostTextures, type TextureMap } from '../../contract/catalogue/texture-maps.ts';
import { tellMap } from '../../shared/texture-names.ts';
import type { TextureUse } from '../inspection.ts';
import { toMaterialName, toReference } from '../references.ts';
import { type FbxObjects, listParents } from './fbx-objects.ts';

function findOutside(objects: FbxObjects): ReadonlyMap<string, string> {
  const embedded = [...objects.videos].filter(([, video]) => video.isEmbedded);
  const embeddedFiles = new Set(embedded.map(([, video]) => video.file));
  const embeddedTextures = new Set(embedded.flatMap(([id]) => listParents(objects, id)));
  return new Map(
    [...objects.textures].filter(([id, file]) => !embeddedTextures.has(id) && !embeddedFiles.has(file)),
  );
}

/** Material properties of FBX itself, 3ds Max's Physical Material and Maya, in lower case and without their prefixes. */
const properties: ReadonlyMap<string, TextureMap> = new Map([
  ['diffusecolor', 'baseColor'],
  ['base_color_map', 'baseColor'],
  ['tex_color_map', 'baseColor'],
  ['normalmap', 'normal'],
  ['tex_normal_map', 'normal'],
  ['bump', 'height'],
  ['bump_map', 'height'],
  ['displacementcolor', 'height'],
  ['displacement_map', 'height'],
  ['specularcolor', 'specular'],
  ['emissivecolor', 'emissive'],
  ['emission_map', 'emissive'],
  ['emit_color_map', 'emissive'],
  ['tex_emissive_map', 'emissive'],
  ['transparentcolor', 'opacity'],
  ['transparencyfactor', 'opacity'],
  ['cutout_map', 'opacity'],
  ['roughness_map', 'roughness'],
  ['tex_roughness_map', 'roughness'],
  ['metalness_map', 'metallic'],
  ['tex_metallic_map', 'metallic'],
  ['tex_ao_map', 'occlusion'],
]);
/** Exporters use these for several kinds of maps: the file name decides if it says one. */
const shared = new Set(['bump', 'bump_map', 'shininessexponent', 'reflectionfactor', 'specularfactor']);

function toMap(property: string, reference: string): TextureMap | undefined {
  const key = property.slice(property.lastIndexOf('|') + 1).toLowerCase();
  const named = shared.has(key) ? tellMap(reference) : undefined;
  return named ?? properties.get(key);
}

/** `Wood` from `Material::Wood` in a text file, or from name, zero byte and class in a binary one. */
const withoutClass = (name: string) => (name.split('\0')[0] ?? '').replace(/^Material::/, '');

export function findFbxTextures(objects: FbxObjects) {
  const outside = findOutside(objects);
  const uses = objects.textureUses.flatMap(({ texture, material, property }): readonly TextureUse[] => {
    const reference = toReference(outside.get(texture) ?? '');
    const map = reference === null ? undefined : toMap(property, reference);
    if (reference === null || map === undefined) return [];
    return [
      { reference, map, material: toMaterialName(withoutClass(objects.materials.get(material) ?? '')) },
    ];
  });
  const textures = uses.slice(0, mostTextures);
  return { references: [...outside.values()].map(toReference), ...(textures.length > 0 && { textures }) };
}
