import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
} from 'three';
import { expect, test } from 'vitest';
import { mendPositions } from '../../../src-renderer/viewer/reading/mend-positions.ts';

test('puts vertices that are nowhere into the middle', () => {
  const values = [1, 2, 3, Number.NaN, 5, Number.POSITIVE_INFINITY, -1e38, 1e11, 9];
  const plain = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(values, 3));
  const shared = new InterleavedBuffer(new Float32Array([1e30, 1, 1, Number.NaN]), 4);
  const interleaved = new BufferGeometry();
  interleaved.setAttribute('position', new InterleavedBufferAttribute(shared, 3, 0));
  plain.morphAttributes.position = [new Float32BufferAttribute([-1e20, 0, 1], 3)];

  mendPositions([new Group(), new Mesh(plain), new Mesh(interleaved)]);

  expect([...plain.getAttribute('position').array]).toEqual([1, 2, 3, 0, 5, 0, 0, Math.fround(1e11), 9]);
  expect([...(plain.morphAttributes.position?.[0]?.array ?? [])]).toEqual([0, 0, 1]);
  expect([...shared.array]).toEqual([0, 1, 1, Number.NaN]);
});
