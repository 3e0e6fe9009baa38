import { Color, LinearSRGBColorSpace, MeshStandardMaterial, SRGBColorSpace } from 'three';
import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

const name = 'KHR_materials_pbrSpecularGlossiness';

type Entry = Readonly<Record<string, unknown>>;
const entryOf = (value: unknown): Entry | null =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
const numbersOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];

/**
 * Renders materials that have only specular and glossiness, as older exporters wrote them: their diffuse colour and
 * picture, with roughness as the inverse of glossiness.
 */
export function createSpecularGlossiness(parser: GLTFParser): GLTFLoaderPlugin {
  const find = (index: number) =>
    entryOf(entryOf(entryOf(parser.json.materials?.[index])?.extensions)?.[name]);
  return {
    name,
    getMaterialType: (index) => (find(index) ? MeshStandardMaterial : null),
    async extendMaterialParams(index, parameters) {
      const found = find(index);
      if (!found) return;
      const [red = 1, green = 1, blue = 1, opacity = 1] = numbersOf(found.diffuseFactor);
      const { glossinessFactor = 1 } = found;
      Object.assign(parameters, {
        color: new Color().setRGB(red, green, blue, LinearSRGBColorSpace),
        opacity,
        metalness: 0,
        // Without the glossiness picture, most surfaces would be mirrors, which are the exception.
        roughness: found.specularGlossinessTexture ? 0.6 : Math.max(0.1, 1 - Number(glossinessFactor)),
      });
      const picture = entryOf(found.diffuseTexture);
      const { index: texture } = picture ?? {};
      if (typeof texture === 'number')
        await parser.assignTexture(parameters, 'map', { ...picture, index: texture }, SRGBColorSpace);
    },
  };
}
