import type { Material, Texture } from '@gltf-transform/core';
import { toScreen } from '../../../shared/light.ts';
import { meanOf } from '../fit-textures.ts';

/** A picture's path from the MTL; null if there is none. */
type PathOf = (texture: Texture | null) => string | null;

const toText = (values: readonly number[]) => values.map((value) => Number(value.toFixed(4))).join(' ');

/** Averages a map to one number each: glTF stores roughness in green and metalness in blue. */
async function readSurface(material: Material) {
  const picture = material.getMetallicRoughnessTexture()?.getImage();
  const [, green = 1, blue = 1] = picture ? await meanOf(picture) : [];
  return { roughness: material.getRoughnessFactor() * green, metal: material.getMetallicFactor() * blue };
}

/** A material as MTL; `Pr`, `Pm` and `norm` are its extension for physically based materials. */
export async function describeMaterial(material: Material, name: string, pathOf: PathOf): Promise<string> {
  const [red, green, blue, alpha] = material.getBaseColorFactor();
  const { roughness, metal } = await readSurface(material);
  const isClear = material.getAlphaMode() !== 'OPAQUE';
  const opacity = material.getAlphaMode() === 'BLEND' ? alpha : 1;
  const shine = 0.04 + 0.66 * metal;
  const pictures = [
    ['map_Kd', material.getBaseColorTexture()],
    ['map_d', isClear ? material.getBaseColorTexture() : null],
    ['map_Ke', material.getEmissiveTexture()],
    ['norm', material.getNormalTexture()],
  ] as const;
  const maps = pictures.flatMap(([keyword, texture]) => {
    const path = pathOf(texture);
    return path === null ? [] : [`${keyword} ${path}`];
  });
  return `${[
    `newmtl ${name}`,
    `Kd ${toText([red, green, blue].map(toScreen))}`,
    `Ks ${toText([shine, shine, shine])}`,
    `Ke ${toText(material.getEmissiveFactor().map(toScreen))}`,
    `Ns ${toText([1000 * (1 - Math.min(1, roughness)) ** 2])}`,
    `d ${toText([opacity])}`,
    `illum ${opacity < 1 ? 4 : 2}`,
    `Pr ${toText([roughness])}`,
    `Pm ${toText([metal])}`,
    ...maps,
  ].join('\n')}\n`;
}
