import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  Uint16BufferAttribute,
} from 'three';
import { expect, test } from 'vitest';
import { mendNumbers } from '../../../src-renderer/viewer/reading/mend-numbers.ts';

test('puts vertices that are nowhere into the middle', () => {
  const values = [1, 2, 3, Number.NaN, 5, Number.POSITIVE_INFINITY, -1e38, 1e6, 9];
  const plain = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(values, 3));
  const shared = new InterleavedBuffer(new Float32Array([1e30, 1, 1, Number.NaN]), 4);
  const interleaved = new BufferGeometry();
  interleaved.setAttribute('position', new InterleavedBufferAttribute(shared, 3, 0));
  plain.morphAttributes.position = [new Float32BufferAttribute([-1e20, 0, 1], 3)];

  mendNumbers([new Group(), new Mesh(plain), new Mesh(interleaved)]);

  expect([...plain.getAttribute('position').array]).toEqual([1, 2, 3, 0, 5, 0, 0, 1e6, 9]);
  expect([...(plain.morphAttributes.position?.[0]?.array ?? [])]).toEqual([0, 0, 1]);
  expect([...shared.array]).toEqual([0, 1, 1, Number.NaN]);
});

test('takes for nothing what is too small to be seen', () => {
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute([500, 1e-4, -1e-5, 1e-38, 0, 20], 3))
    .setAttribute('normal', new Float32BufferAttribute([1, 1e-30, Number.NaN, 1e-9, -1e38, 0], 3))
    .setAttribute('joint', new Uint16BufferAttribute([1, 65_535], 1));

  mendNumbers([new Mesh(geometry)]);

  const read = (name: string) => [...geometry.getAttribute(name).array];
  expect(read('position')).toEqual([500, Math.fround(1e-4), 0, 0, 0, 20]);
  expect(read('normal')).toEqual([1, 0, 0, Math.fround(1e-9), 0, 0]);
  expect(read('joint')).toEqual([1, 65_535]);
});
