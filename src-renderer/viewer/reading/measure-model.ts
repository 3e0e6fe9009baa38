import {
  type BufferGeometry,
  CompressedTexture,
  InstancedMesh,
  type Material,
  type Object3D,
  SkinnedMesh,
  Texture,
} from 'three';
import { hasGeometry, materialsOf } from '../../studio/drawn-objects.ts';
import type { LoadedModel } from '../../studio/loaded-model.ts';
import { ReadError } from './read-error.ts';
import { type ModelSize, readingLimits } from './reading-limits.ts';

/**
 * Returns every object below a root, parents first; without recursion, which deep models would overflow. Throws if it
 * is too deep.
 */
export function listObjects(root: Object3D): readonly Object3D[] {
  const objects: Object3D[] = [];
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > readingLimits.depth) throw new ReadError('tooLarge');
    objects.push(...level);
    level = level.flatMap(({ children }) => children);
  }
  return objects;
}

const cornersOf = (geometry: BufferGeometry) =>
  geometry.index?.count ?? geometry.getAttribute('position')?.count ?? 0;

function pixelsOf(texture: Texture): number {
  const image: unknown = texture.image;
  const side = (name: string) =>
    typeof image === 'object' && image !== null ? Number(Reflect.get(image, name)) : 1;
  return side('width') * side('height') * (texture instanceof CompressedTexture ? 0.25 : 1);
}

/** Settings that make the graphics card store a picture again. */
const samplingOf = (texture: Texture) =>
  [
    ...[texture.source.uuid, texture.wrapS, texture.wrapT, texture.magFilter, texture.minFilter],
    ...[texture.anisotropy, texture.format, texture.type, texture.colorSpace],
  ].join();

/** Returns the features of a material and its geometry that select a shader program. */
function lookOf(material: Material, geometry: BufferGeometry): string {
  const parts = Object.entries(material).flatMap(([name, value]: [string, unknown]) => {
    if (value instanceof Texture) return [`${name}${value.channel}${value.colorSpace}`];
    if (name.startsWith('_') && typeof value === 'number' && value !== 0) return [name];
    return value === true && /^(flatShading|vertexColors|transparent)$/.test(name) ? [name] : [];
  });
  const shape = [...Object.keys(geometry.attributes), ...Object.keys(geometry.morphAttributes)];
  const shapes = Object.values(geometry.morphAttributes).map((targets) => targets?.length);
  return [material.type, material.side, material.alphaTest > 0, ...parts, ...shape.sort(), ...shapes].join();
}

/** Counts what a model demands of the page. Throws ReadError if it is deeper than a page can follow. */
export function measureModel({ root, clips }: Pick<LoadedModel, 'root' | 'clips'>): ModelSize {
  const objects = listObjects(root);
  const drawn = objects.filter(hasGeometry);
  const geometries = new Set(drawn.map(({ geometry }) => geometry));
  const materials = new Set(drawn.flatMap(materialsOf));
  const textures = [...materials].flatMap((material) =>
    Object.values(material).filter((value: unknown) => value instanceof Texture),
  );
  const kept = new Map(textures.map((texture) => [samplingOf(texture), pixelsOf(texture)]));
  const sum = <Item>(items: Iterable<Item>, of: (item: Item) => number) =>
    [...items].reduce((total, item) => total + of(item), 0);
  return {
    objects: objects.length,
    drawn: drawn.length,
    vertices: sum(geometries, (geometry) => geometry.getAttribute('position')?.count ?? 0),
    corners: sum(
      drawn,
      (object) => cornersOf(object.geometry) * (object instanceof InstancedMesh ? object.count : 1),
    ),
    morphed: sum(
      geometries,
      ({ attributes, morphAttributes }) =>
        (attributes.position?.count ?? 0) * (morphAttributes.position?.length ?? 0),
    ),
    joints: sum(objects, (object) => (object instanceof SkinnedMesh ? object.skeleton.bones.length : 0)),
    tracks: sum(clips, (clip) => clip.tracks.length),
    materials: materials.size,
    looks: new Set(drawn.flatMap((one) => materialsOf(one).map((material) => lookOf(material, one.geometry))))
      .size,
    pixels: sum(kept.values(), (pixels) => pixels),
  };
}
