import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWebpSize } from '../../../server/posters/require-pictures.ts';
import { sampleWebp } from '../../helpers/sample-webp.ts';

// One pixel, as an encoder writes it.
const lossy = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

test('reads the size of lossy and lossless pictures', () => {
  expect(readWebpSize(lossy)).toEqual({ width: 1, height: 1 });
  expect(readWebpSize(sampleWebp(512, { height: 300 }))).toEqual({ width: 512, height: 300 });
});

test('refuses a moving picture', () => {
  const bytes = sampleWebp(512);
  bytes.write('VP8X', 12, 'latin1');
  bytes.writeUInt8(0x02, 20);

  expect(readWebpSize(bytes)).toBeNull();
});

test('refuses a picture with bytes after its end', () => {
  expect(readWebpSize(Buffer.concat([lossy, Buffer.from('<script>')]))).toBeNull();
});

test('never fails on any bytes', () => {
  const headed = fc.uint8Array({ maxLength: 80 }).map((rest) => Buffer.concat([lossy.subarray(0, 16), rest]));

  fc.assert(fc.property(fc.oneof(fc.uint8Array(), headed), (bytes) => void readWebpSize(Buffer.from(bytes))));
});
