import type { BufferAttribute, GLBufferAttribute, InterleavedBufferAttribute, Object3D } from 'three';
import { hasGeometry } from '../../studio/drawn-objects.ts';

type Attribute = BufferAttribute | InterleavedBufferAttribute | GLBufferAttribute;

/**
 * Farther than any model reaches. One vertex out there, or none at all, makes everything else so small that processors
 * take a hundred times as long for it, which is seconds for a picture without a graphics card.
 */
const farthest = 1e12;

function mend(attribute: Attribute): void {
  if (!('getComponent' in attribute)) return;
  for (let index = 0; index < attribute.count; index += 1)
    for (let axis = 0; axis < 3; axis += 1)
      if (!(Math.abs(attribute.getComponent(index, axis)) <= farthest))
        attribute.setComponent(index, axis, 0);
}

/** Puts vertices that are nowhere into the middle. */
export function mendPositions(objects: readonly Object3D[]): void {
  const attributes = objects.filter(hasGeometry).flatMap(({ geometry }): readonly Attribute[] => {
    const { position } = geometry.attributes;
    return [...(position ? [position] : []), ...(geometry.morphAttributes.position ?? [])];
  });
  for (const attribute of new Set(attributes)) mend(attribute);
}
