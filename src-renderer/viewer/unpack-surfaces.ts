import {
  Color,
  CompressedTexture,
  DataTexture,
  LineBasicMaterial,
  type Material,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PointsMaterial,
  Texture,
  Vector2,
} from 'three';
import type { PackedModel, PackedPicture, PackedValues } from './reading/packed-model.ts';

const materialClasses = [
  MeshStandardMaterial,
  MeshPhysicalMaterial,
  MeshBasicMaterial,
  LineBasicMaterial,
  PointsMaterial,
];
const createByType = new Map<string, () => Material>(
  materialClasses.map((kind) => [new kind().type, () => new kind()]),
);

function giveValues(owner: Texture | Material, values: PackedValues): void {
  for (const [name, value] of Object.entries(values)) {
    const own: unknown = Reflect.get(owner, name);
    if (!Array.isArray(value)) Reflect.set(owner, name, value);
    else if (own instanceof Color || own instanceof Vector2) own.fromArray(value);
    else Reflect.set(owner, name, value.length === 2 ? new Vector2(...value) : new Color(...value));
  }
}

function createTexture(picture: PackedPicture): Texture {
  if (picture.kind === 'bitmap') return new Texture(picture.image);
  if (picture.kind === 'compressed') {
    const { width = 1, height = 1 } = picture.mipmaps[0] ?? {};
    return new CompressedTexture(picture.mipmaps, width, height);
  }
  const { data, width, height, mipmaps } = picture;
  return Object.assign(new DataTexture(data, width, height), { mipmaps });
}

/** Returns the materials of a model from the worker, with their textures. */
export function unpackMaterials({ pictures, textures, materials }: PackedModel): readonly Material[] {
  const sources: Texture['source'][] = [];
  const madeTextures = textures.map(({ picture, values }) => {
    const packed = pictures[picture];
    if (!packed) throw new Error('a texture has no picture');
    const texture = createTexture(packed);
    giveValues(texture, values);
    // Textures of one picture share a source, so that the graphics card stores it once.
    texture.source = sources[picture] ??= texture.source;
    texture.needsUpdate = true;
    return texture;
  });
  return materials.map(({ type, values, textures: shown }) => {
    const material = createByType.get(type)?.();
    if (!material) throw new Error(`nothing is drawn with a ${type}`);
    giveValues(material, values);
    for (const [name, texture] of shown) Reflect.set(material, name, madeTextures[texture] ?? null);
    return material;
  });
}
