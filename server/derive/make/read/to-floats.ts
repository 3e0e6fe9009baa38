import type { Accessor } from '@gltf-transform/core';

export function toFloats(accessor: Accessor): Float32Array {
  const array = accessor.getArray();
  if (array instanceof Float32Array && !accessor.getNormalized()) return array;
  const width = accessor.getElementSize();
  const floats = new Float32Array(accessor.getCount() * width);
  const element: number[] = [];
  for (let index = 0; index < accessor.getCount(); index += 1)
    floats.set(accessor.getElement(index, element), index * width);
  return floats;
}
