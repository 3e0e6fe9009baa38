import { expect, test } from 'vitest';
import { describeLength, describeSize } from '../../../src-renderer/lib/describe-length.ts';
import { describeModel } from '../../../src-renderer/lib/describe-model.ts';
import { makeDetails, makeRecord } from '../site/catalogue.ts';

const record = { ...makeRecord(1), animated: false, rigged: true };

test('says in one line what an artist decides by', () => {
  const seen = { sizeMetres: { x: 0.863, y: 0.772, z: 0.57 }, materials: 3, texturePixels: 2048 };

  expect(describeModel(record)).toBe('CC-BY-4.0 · 8,519 tris · static, rigged');
  expect(describeModel({ ...makeDetails(record), ...seen })).toBe(
    'CC-BY-4.0 · 86.3 × 77.2 × 57 cm · 8,519 tris · 3 materials · 1 texture, 2,048 px · static, rigged',
  );
});

test('leaves out what nobody has measured', () => {
  expect(describeModel({ ...record, triCount: null, sizeMetres: null })).toBe('CC-BY-4.0 · static, rigged');
});

test.each([
  [[0.3, 1.8, 0.4], '30 × 180 × 40 cm'],
  [[12, 1.5, 3], '12 × 1.5 × 3 m'],
  [[0.004, 0.0012, 0.009], '4 × 1.2 × 9 mm'],
])('writes the size %j with one unit', (size, words) => {
  expect(describeSize(size)).toBe(words);
});

test('writes a length as people say it', () => {
  const lengths = [2.4, 0.35, 0.004].map((length) => describeLength(length, true));

  expect([...lengths, describeLength(7, false)]).toEqual(['2.4 m', '35 cm', '4 mm', '7 units']);
});
