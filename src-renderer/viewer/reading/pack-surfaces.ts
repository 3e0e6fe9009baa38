import { Color, CompressedTexture, DataTexture, type Material, Texture, Vector2 } from 'three';
import { numberItems } from './number-items.ts';
import type { PackedMaterial, PackedPicture, PackedTexture, PackedValue } from './packed-model.ts';

/** Fields that are unique per object, or follow from its class. */
const left = new Set(['uuid', 'version', 'pmremVersion', 'type']);

function packValue(value: unknown): PackedValue | undefined {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return value;
  if (value instanceof Color) return [value.r, value.g, value.b];
  return value instanceof Vector2 ? [value.x, value.y] : undefined;
}

function packValues(owner: Texture | Material): Readonly<Record<string, PackedValue>> {
  const values: Record<string, PackedValue> = {};
  for (const [name, value] of Object.entries(owner)) {
    const packed = left.has(name) ? undefined : packValue(value);
    if (packed !== undefined) values[name] = packed;
  }
  return values;
}

/** Throws for an unknown kind of picture. */
function packPicture(texture: Texture): PackedPicture {
  if (texture instanceof CompressedTexture) return { kind: 'compressed', mipmaps: texture.mipmaps };
  if (texture instanceof DataTexture) return { kind: 'data', ...texture.image, mipmaps: texture.mipmaps };
  const image: unknown = texture.image;
  if (image instanceof ImageBitmap) return { kind: 'bitmap', image };
  throw new Error('it has a picture of an unknown kind');
}

/** Collects materials and their pictures. */
export function createSurfacePacker() {
  const numberOf = new Map<string, number>();
  const pictures: PackedPicture[] = [];
  const findPicture = (texture: Texture): number => {
    const known = numberOf.get(texture.source.uuid);
    if (known !== undefined) return known;
    numberOf.set(texture.source.uuid, pictures.length);
    return pictures.push(packPicture(texture)) - 1;
  };
  const textures = numberItems<Texture, PackedTexture>((texture) => ({
    picture: findPicture(texture),
    values: packValues(texture),
  }));
  const materials = numberItems<Material, PackedMaterial>((material) => ({
    type: material.type,
    values: packValues(material),
    textures: Object.entries(material).flatMap(([name, value]: [string, unknown]) =>
      value instanceof Texture ? [[name, textures.indexOf(value)] as const] : [],
    ),
  }));
  return { indexOf: materials.indexOf, materials: materials.list, textures: textures.list, pictures };
}
