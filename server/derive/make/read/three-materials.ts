import type { Document, Material, Texture, TextureInfo } from '@gltf-transform/core';
import {
  ClampToEdgeWrapping,
  DoubleSide,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  MirroredRepeatWrapping,
  type Material as ThreeMaterial,
  type Texture as ThreeTexture,
} from 'three';
import { mattRoughness, toRoughness } from '../../../shared/phong-roughness.ts';
import type { Bound } from './bind-textures.ts';
import { dressByName } from './dress-by-name.ts';
import type { Picture, PictureStore } from './three-pictures.ts';

type Painted = MeshPhongMaterial | MeshLambertMaterial | MeshStandardMaterial;
const isPainted = (material: ThreeMaterial): material is Painted =>
  material instanceof MeshPhongMaterial ||
  material instanceof MeshLambertMaterial ||
  material instanceof MeshStandardMaterial;

/** glTF's constants, from WebGL. */
const wraps = new Map<unknown, 33071 | 33648>([
  [ClampToEdgeWrapping, 33071],
  [MirroredRepeatWrapping, 33648],
]);
const repeats = 10_497;

function roughnessOf(material: Painted): number {
  if (material instanceof MeshStandardMaterial) return material.roughness;
  return material instanceof MeshPhongMaterial ? toRoughness(material.shininess) : mattRoughness;
}

export function createMaterials(document: Document, pictures: PictureStore, bound: Bound) {
  const written = new Map<ThreeMaterial, Material>();
  const textures = new Map<Uint8Array, Texture>();

  function addTexture({ bytes, type }: Picture, name: string): Texture {
    const known = textures.get(bytes);
    if (known) return known;
    const texture = document.createTexture(name).setImage(bytes).setMimeType(type);
    textures.set(bytes, texture);
    return texture;
  }
  async function writeTexture(source: ThreeTexture | null | undefined): Promise<Texture | null> {
    const picture = source ? await pictures.find(source) : null;
    return picture && addTexture(picture, source?.name ?? '');
  }
  const setWrap = (info: TextureInfo | null, source: ThreeTexture | null) => {
    info?.setWrapS(wraps.get(source?.wrapS) ?? repeats).setWrapT(wraps.get(source?.wrapT) ?? repeats);
  };

  async function paint(target: Material, source: Painted): Promise<void> {
    const { color, emissive, emissiveIntensity, map, normalMap, emissiveMap, alphaMap } = source;
    // Treats a fully invisible material as opaque: COLLADA has several transparency modes, and few files name theirs.
    const opacity = source.opacity === 0 ? 1 : source.opacity;
    const base = await writeTexture(map);
    const isWhite = base !== null && color.getHex() === 0;
    const [r, g, b] = isWhite ? [1, 1, 1] : [color.r, color.g, color.b];
    target.setBaseColorFactor([r, g, b, Math.min(1, Math.max(0, opacity))]).setBaseColorTexture(base);
    if (base) setWrap(target.getBaseColorTextureInfo(), map);
    const bumps = await writeTexture(normalMap);
    target.setNormalTexture(bumps);
    if (bumps) setWrap(target.getNormalTextureInfo(), normalMap);
    const glow = await writeTexture(emissiveMap);
    const strength = Math.min(1, emissiveIntensity);
    target.setEmissiveFactor(
      glow && emissive.getHex() === 0
        ? [1, 1, 1]
        : [emissive.r * strength, emissive.g * strength, emissive.b * strength],
    );
    target.setEmissiveTexture(glow);
    target
      .setMetallicFactor(source instanceof MeshStandardMaterial ? source.metalness : 0)
      .setRoughnessFactor(roughnessOf(source));
    // Many FBX files name the colour texture as opacity map without meaning it.
    const isClear =
      opacity < 0.999 ||
      (source.opacity !== 0 && source.transparent && alphaMap !== null && alphaMap !== map);
    target.setAlphaMode(isClear ? 'BLEND' : 'OPAQUE');
  }

  return {
    async write(source: ThreeMaterial): Promise<Material> {
      const known = written.get(source);
      if (known) return known;
      const target = document.createMaterial(source.name).setDoubleSided(source.side === DoubleSide);
      written.set(source, target);
      if (isPainted(source)) await paint(target, source);
      const set = bound.get(source);
      if (set) await dressByName(target, set, { pictures, addTexture });
      return target;
    },
  };
}
