import { mostTextures, type TextureMap } from '../../contract/catalogue/texture-maps.ts';
import { sentence } from '../../contract/sentence.ts';
import { tellMap } from '../../shared/texture-names.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import type { TextureUse } from '../inspection.ts';
import { listReferences, longestReference, toMaterialName, uriToReference } from '../references.ts';
import type { GltfDocument, GltfMaterial } from './gltf-document.ts';

export function isDataUri(uri: string): boolean {
  return /^\s{0,64}data:/i.test(uri);
}

/** An image on the network is not delivered with the model, so it is listed like a missing file. */
const pictureOf = (uri: string | undefined) =>
  uri === undefined ? null : uriToReference(uri.replace(/^\s*https?:\/\/[^?#]*\//i, ''));

function checkNames(gltf: GltfDocument): void {
  for (const { uri = '' } of [...gltf.buffers, ...gltf.images]) {
    if (uri.length <= longestReference || isDataUri(uri)) continue;
    throw new BrokenFile(
      sentence`names a file with ${{ count: formatCount(uri.length) }} characters. Export it again.`,
    );
  }
}

/** Files that a glTF names, with the minimum size of its buffers. Throws BrokenFile for impossible file names. */
export function listGltfReferences(gltf: GltfDocument) {
  checkNames(gltf);
  const referencedSizes: Record<string, number> = {};
  const buffers = gltf.buffers.map(({ uri, byteLength }) => {
    const reference = uri === undefined ? null : uriToReference(uri);
    if (reference !== null)
      referencedSizes[reference] = Math.max(referencedSizes[reference] ?? 0, byteLength);
    return reference;
  });
  const images = gltf.images.map(({ uri }) => pictureOf(uri));
  return { references: listReferences([...buffers, ...images]), referencedSizes };
}

function listMaps(material: GltfMaterial): readonly (readonly [TextureMap, number | undefined])[] {
  const { pbrMetallicRoughness: pbr, normalTexture, occlusionTexture, emissiveTexture } = material;
  const [packed, occlusion] = [pbr?.metallicRoughnessTexture?.index, occlusionTexture?.index];
  return [
    ['baseColor', pbr?.baseColorTexture?.index],
    ['normal', normalTexture?.index],
    ...(packed === occlusion
      ? ([['orm', packed]] as const)
      : ([
          ['metallicRoughness', packed],
          ['occlusion', occlusion],
        ] as const)),
    ['emissive', emissiveTexture?.index],
  ];
}

export function listGltfTextures({ materials, textures, images }: GltfDocument): readonly TextureUse[] {
  const uses = materials.flatMap((material) =>
    listMaps(material).flatMap(([map, index]) => {
      const { uri } = images[textures[index ?? -1]?.source ?? -1] ?? {};
      const reference = pictureOf(uri);
      if (reference === null) return [];
      // Many files put occlusion into the red channel, which glTF leaves free, without declaring it.
      const isPacked = map === 'metallicRoughness' && tellMap(reference) === 'orm';
      return [{ reference, map: isPacked ? ('orm' as const) : map, material: toMaterialName(material.name) }];
    }),
  );
  return uses.slice(0, mostTextures);
}

/** Throws BrokenFile for an image without content. A missing image file does not exclude a model. */
export function checkGltfImages(gltf: GltfDocument): void {
  for (const [number, { uri, bufferView }] of gltf.images.entries())
    if (uri === undefined && bufferView === undefined)
      throw new BrokenFile(sentence`has no content for image ${{ number }}. Export it again.`);
}
