import type { Material, Texture } from '@gltf-transform/core';
import type { TextureSet } from '../../../shared/match-textures.ts';
import { type Channel, composePicture } from '../compose-picture.ts';
import type { Picture, PictureStore } from './three-pictures.ts';

type Parts = {
  readonly pictures: Pick<PictureStore, 'read'>;
  readonly addTexture: (picture: Picture, name: string) => Texture;
};

/** Marks a material with textures that its file does not refer to. */
const note = { textures: 'matched by name' };
export const isDressedByName = (material: Material) => material.getExtras().textures === note.textures;

/** Adds textures named like the material: base colour and emission as sRGB, as glTF requires; all others linear. */
export async function dressByName(target: Material, set: TextureSet, { pictures, addTexture }: Parts) {
  const read = async (path: string | undefined) => (path === undefined ? null : pictures.read(path));
  const add = (picture: Picture | null, path = '') =>
    picture && addTexture(picture, /([^/]*)\.[^./]*$/.exec(path)?.[1] ?? '');
  const compose = async (channels: readonly Channel[]): Promise<Picture | null> => {
    const bytes = await composePicture(channels);
    return bytes && { bytes, type: 'image/png' };
  };
  const green = (picture: Picture | null, otherwise: number): Channel =>
    picture ? { bytes: picture.bytes, channel: 1 } : otherwise;

  async function readColour(): Promise<Picture | null> {
    const [base, opacity] = [await read(set.baseColor), await read(set.opacity)];
    if (base === null || opacity === null) return base;
    const { bytes } = base;
    const channels = ([0, 1, 2] as const).map((channel) => ({ bytes, channel }));
    const cut = await compose([...channels, { bytes: opacity.bytes, channel: 1 }]);
    if (cut) target.setAlphaMode('MASK');
    return cut ?? base;
  }
  async function readNormal(): Promise<Picture | null> {
    if (set.normal !== undefined) return read(set.normal);
    const picture = await read(set.normalDx);
    if (picture === null) return null;
    const { bytes } = picture;
    return compose([
      { bytes, channel: 0 },
      { bytes, channel: 1, isInverted: true },
      { bytes, channel: 2 },
    ]);
  }
  /** glTF stores roughness in green and metalness in blue of one picture. */
  async function dressSurface(): Promise<void> {
    const path = set.packed ?? set.metallicRoughness;
    const whole = await read(path);
    const [rough, metal] = [await read(set.roughness), await read(set.metalness)];
    const picture =
      whole ?? (rough || metal ? await compose([255, green(rough, 255), green(metal, 0)]) : null);
    const surface = add(picture, path ?? set.roughness ?? set.metalness);
    target.setMetallicRoughnessTexture(surface);
    if (surface && (whole || rough)) target.setRoughnessFactor(1);
    target.setMetallicFactor(surface && (whole || metal) ? 1 : 0);
    const shade = set.packed === undefined ? await read(set.occlusion) : whole;
    target.setOcclusionTexture(add(shade, set.packed ?? set.occlusion));
  }

  const base = await readColour();
  if (base === null) return;
  target.setBaseColorTexture(add(base, set.baseColor));
  const [, , , alpha = 1] = target.getBaseColorFactor();
  target.setBaseColorFactor([1, 1, 1, alpha]).setExtras(note);
  target.setNormalTexture(add(await readNormal(), set.normal ?? set.normalDx));
  await dressSurface();
  const glow = add(await read(set.emissive), set.emissive);
  target.setEmissiveTexture(glow).setEmissiveFactor(glow ? [1, 1, 1] : [0, 0, 0]);
}
