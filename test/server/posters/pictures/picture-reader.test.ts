import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { type Maker, startMaker } from '../../../../server/base/threads/start-maker.ts';
import { createPictureReader } from '../../../../server/posters/pictures/picture-reader.ts';
import { readJpegSize, readWebpSize } from '../../../../server/posters/require-pictures.ts';
import { drawSquare } from '../../../helpers/draw-square.ts';
// The reader is its own process.
import 'node:child_process';

function openReader(onStart: (maker: Maker<object>) => void = () => {}) {
  const reader = createPictureReader({
    ...{ environment: {}, priority: 0, timeoutMs: 600_000 },
    start(options) {
      const maker = startMaker(options);
      onStart(maker);
      return maker;
    },
  });
  onTestFinished(reader.close);
  return reader;
}

test('tells the colour of each format of posters', async () => {
  const reader = openReader();
  const pictures = [
    await drawSquare(128).png().toBuffer(),
    await drawSquare(128).webp().toBuffer(),
    await drawSquare(128).flatten({ background: '#dde0e4' }).jpeg().toBuffer(),
  ];

  const colours = await Promise.all(pictures.map(reader.colour));

  expect(colours).toEqual(['red', 'red', 'red']);
});

test('makes a small copy of the busiest picture', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
  const busy = sharp({ create: { width: 900, height: 600, channels: 3, background: 'red', noise } });

  const copy = await openReader().preview(await busy.png().toBuffer());

  expect(readJpegSize(copy)?.width).toBeGreaterThanOrEqual(128);
  expect(copy.length).toBeLessThanOrEqual(12_000);
});

test('makes no small copy of what is no picture', async () => {
  const copy = openReader().preview(Buffer.from('<svg/>'));

  await expect(copy).rejects.toMatchObject({ code: 'CORRUPT_FILE' });
});

test('makes a poster of every size from a drawn picture', async () => {
  const drawn = await drawSquare(512)
    .webp()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .toBuffer();

  const { small, medium, large, jpeg } = await openReader().poster(drawn);

  const bytes = [small, medium, large];
  expect(bytes.map((one) => readWebpSize(one)?.width)).toEqual([256, 512, 1024]);
  expect(bytes.some((one) => one.includes('Somebody'))).toBe(false);
  const jpegs = [jpeg.small, jpeg.medium].map((one) => readJpegSize(one)?.width);
  expect(jpegs).toEqual([256, 512]);
});

const webp = await drawSquare(512).webp().toBuffer();
const frames = await sharp(
  await Promise.all([100, 300].map((inner) => drawSquare(512, inner).png().toBuffer())),
  { join: { animated: true } },
)
  .webp({ delay: [100, 100] })
  .toBuffer();
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><rect width="512" height="512"/></svg>',
);
/** Says that it is as large as PNG can say. */
const huge = Buffer.from(await drawSquare(512).png().toBuffer());
huge.writeUInt32BE(0x7fffffff, 16);
huge.writeUInt32BE(0x7fffffff, 20);

test.each([
  ['no picture', Buffer.from('GIF89a, or so it says')],
  ['nothing', Buffer.alloc(0)],
  ['a drawing that may name other files', svg],
  ['half of a picture', webp.subarray(0, webp.length / 2)],
  ['a picture of another size than it says', huge],
  ['a moving picture', frames],
  ['a JPEG, which has a ground', await drawSquare(512).flatten().jpeg().toBuffer()],
  ['a picture that is no square', await sharp(webp).resize(512, 300, { fit: 'fill' }).webp().toBuffer()],
  ['a picture that is too small', await drawSquare(128).webp().toBuffer()],
  ['a picture that is too large', await drawSquare(2304).webp().toBuffer()],
  ['an empty picture', await drawSquare(512, 8).webp().toBuffer()],
])('refuses %s as a drawn poster', async (_what, picture) => {
  const refusal = await openReader()
    .poster(picture)
    .catch((error: unknown) => error);

  expect(refusal).toMatchObject({
    code: 'CORRUPT_FILE',
    message: expect.stringMatching(/^The picture .+\.$/),
  });
});

test('goes on after its process died over a picture', async () => {
  const started: Maker<object>[] = [];
  const reader = openReader((maker) => started.push(maker));
  const lost = reader.colour(webp);
  while (started.length === 0) await new Promise(setImmediate);
  started[0]?.kill();

  expect(await lost).toBeNull();
  expect(await reader.colour(webp)).toBe('red');
  expect(started).toHaveLength(2);
});

test('says nothing of pictures that come when it is closed', async () => {
  const reader = openReader();
  reader.close();

  expect(await reader.colour(webp)).toBeNull();
});
