import {
  type BufferAttribute,
  type BufferGeometry,
  type GLBufferAttribute,
  type InterleavedBuffer,
  InterleavedBufferAttribute,
} from 'three';
import { numberItems } from './number-items.ts';
import type { PackedAttribute, PackedGeometry, PackedModel } from './packed-model.ts';

type Attribute = BufferAttribute | InterleavedBufferAttribute | GLBufferAttribute;

/** Collects geometries and their arrays, keeping shared ones shared. */
export function createShapePacker() {
  const buffers = numberItems<InterleavedBuffer, PackedModel['buffers'][number]>(({ array, stride }) => ({
    array,
    stride,
  }));
  const attributes = numberItems<Attribute, PackedAttribute>((attribute) => {
    if (!('data' in attribute) && !('array' in attribute))
      throw new Error('it has an attribute of an unknown kind');
    const shared = { itemSize: attribute.itemSize, isNormalised: attribute.normalized };
    if (!(attribute instanceof InterleavedBufferAttribute)) return { ...shared, array: attribute.array };
    const { data, offset, count } = attribute;
    return { ...shared, buffer: buffers.indexOf(data), offset, count };
  });
  const geometries = numberItems<BufferGeometry, PackedGeometry>((geometry) => ({
    index: geometry.index && attributes.indexOf(geometry.index),
    attributes: Object.entries(geometry.attributes).map(
      ([name, attribute]) => [name, attributes.indexOf(attribute)] as const,
    ),
    morphs: Object.entries(geometry.morphAttributes).map(
      ([name, targets]) => [name, (targets ?? []).map(attributes.indexOf)] as const,
    ),
    groups: geometry.groups,
    areMorphsRelative: geometry.morphTargetsRelative,
  }));
  return {
    indexOf: geometries.indexOf,
    geometries: geometries.list,
    attributes: attributes.list,
    buffers: buffers.list,
  };
}
