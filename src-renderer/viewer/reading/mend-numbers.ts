import type {
  BufferAttribute,
  BufferGeometry,
  GLBufferAttribute,
  InterleavedBufferAttribute,
  Object3D,
} from 'three';
import { hasGeometry } from '../../studio/drawn-objects.ts';

type Attribute = BufferAttribute | InterleavedBufferAttribute | GLBufferAttribute;
type Readable = Exclude<Attribute, GLBufferAttribute>;

/**
 * Farther than any model extends. A single vertex out there, or a NaN, makes everything else so small that processors
 * take a hundred times as long: seconds per picture without a graphics card.
 */
const farthest = 1e12;
/** The share of a part's extent that single precision cannot distinguish from zero. */
const finest = 1e-7;
/**
 * Treated as zero in directions and texture coordinates: its square is still a normal number, which processors handle
 * fast.
 */
const nothing = 1e-15;

const isFloat = (attribute: Attribute): attribute is Readable =>
  'getComponent' in attribute && attribute.array instanceof Float32Array;

function* attributesOf({ attributes, morphAttributes }: BufferGeometry): Generator<[string, Attribute]> {
  yield* Object.entries(attributes);
  for (const [name, targets = []] of Object.entries(morphAttributes))
    for (const target of targets) yield [name, target];
}

function reachOf(attribute: Readable): number {
  let reach = 0;
  for (let index = 0; index < attribute.count; index += 1)
    for (let axis = 0; axis < 3; axis += 1) {
      const size = Math.abs(attribute.getComponent(index, axis));
      if (size <= farthest && size > reach) reach = size;
    }
  return reach;
}

function mend(attribute: Readable, least: number): void {
  for (let index = 0; index < attribute.count; index += 1)
    for (let part = 0; part < attribute.itemSize; part += 1) {
      const size = Math.abs(attribute.getComponent(index, part));
      if (size !== 0 && !(size <= farthest && size >= least)) attribute.setComponent(index, part, 0);
    }
}

/** Sets numbers to zero that are not finite, too far away, or too small to be seen. */
export function mendNumbers(objects: readonly Object3D[]): void {
  const geometries = new Set(objects.filter(hasGeometry).map(({ geometry }) => geometry));
  const names = new Map<Attribute, string>();
  for (const geometry of geometries)
    for (const [name, attribute] of attributesOf(geometry)) names.set(attribute, name);
  for (const [attribute, name] of names)
    if (isFloat(attribute)) mend(attribute, name === 'position' ? finest * reachOf(attribute) : nothing);
}
