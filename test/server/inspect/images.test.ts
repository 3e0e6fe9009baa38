import { expect, test } from 'vitest';
import { samplePng } from '../../helpers/sample-files.ts';
import { sampleJpeg, sampleWebp } from '../../helpers/sample-images.ts';
import { parseBytes } from './parse-bytes.ts';

const sound = [
  ['png', samplePng({ side: 20 })],
  ['png', Buffer.concat([samplePng(), Buffer.from('trailing')])],
  ['jpg', sampleJpeg()],
  ['jpeg', Buffer.concat([sampleJpeg(), Buffer.alloc(300_000)])],
  ['webp', sampleWebp()],
  ['ktx2', Buffer.from('\xabKTX 20\xbb\r\n\x1a\n', 'latin1')],
] as const;

test.each(sound)('finds no fault with a sound %s', async (format, bytes) => {
  const found = await parseBytes(format, bytes);

  expect(found).toMatchObject({ problem: null, triangles: null, references: [] });
});

const broken = [
  [
    'png',
    'a cut-off end',
    samplePng({ side: 20 }).subarray(0, -8),
    'is truncated: it ends before the image does',
  ],
  [
    'png',
    'a cut-off chunk',
    samplePng({ side: 20 }).subarray(0, 45),
    'is truncated: it ends before the image does',
  ],
  [
    'png',
    'a chunk of gigabytes',
    Buffer.concat([samplePng().subarray(0, 33), Buffer.from('\xff\xff\xff\xffIDAT', 'latin1')]),
    'is truncated',
  ],
  [
    'png',
    'no header',
    Buffer.concat([samplePng().subarray(0, 8), samplePng().subarray(33)]),
    'has no image header',
  ],
  ['png', 'no image inside', Buffer.from('hello'), 'is no PNG image'],
  [
    'jpg',
    'a cut-off end',
    sampleJpeg(400_000).subarray(0, -2),
    'is truncated: it ends before the image does',
  ],
  ['jpg', 'a cut-off header', sampleJpeg().subarray(0, 8), 'is truncated: it ends before the image does'],
  [
    'jpg',
    'damaged markers',
    Buffer.concat([sampleJpeg().subarray(0, 14), Buffer.alloc(40)]),
    'contains damaged image data',
  ],
  ['jpg', 'a cut-off PNG inside', samplePng({ side: 20 }).subarray(0, 45), 'it ends before the image does'],
  ['webp', 'a cut-off end', sampleWebp().subarray(0, -1), 'its header promises 48 bytes and the file has 47'],
  ['webp', 'no bytes', Buffer.alloc(0), 'is empty'],
] as const;

test.each(broken)('reports a %s with %s', async (format, _, bytes, reason) => {
  const found = await parseBytes(format, bytes);

  expect(found.problem).toContain(reason);
});

test.each([
  ['png', sampleJpeg(), 'file.png is a JPEG image under a PNG name.', 'image/jpeg'],
  ['jpg', samplePng(), 'file.jpg is a PNG image under a JPEG name.', 'image/png'],
])(
  'takes another picture under the name of a %s for what it is, and says so',
  async (format, bytes, flaw, contentType) => {
    const found = await parseBytes(format, bytes);

    expect(found).toMatchObject({ problem: null, flaw: expect.stringContaining(flaw), contentType });
  },
);
