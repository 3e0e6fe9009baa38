import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJpegSize } from '../../../server/posters/require-pictures.ts';
import { sampleJpeg } from '../../helpers/sample-jpeg.ts';

test('reads the size of a picture', () => {
  expect(readJpegSize(sampleJpeg(512, { height: 300 }))).toEqual({ width: 512, height: 300 });
});

test.each([
  ['is cut', sampleJpeg(256).subarray(0, -1)],
  ['has bytes after its end', Buffer.concat([sampleJpeg(256), Buffer.from('<script>')])],
  ['has no frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['is another format', Buffer.from('RIFF    WEBPVP8L')],
])('refuses a picture that %s', (_what, bytes) => {
  expect(readJpegSize(bytes)).toBeNull();
});

test('ends on any bytes', () => {
  const headed = fc
    .uint8Array({ maxLength: 80 })
    .map((rest) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), rest, Buffer.from([0xff, 0xd9])]));

  fc.assert(fc.property(fc.oneof(fc.uint8Array(), headed), (bytes) => void readJpegSize(Buffer.from(bytes))));
});
