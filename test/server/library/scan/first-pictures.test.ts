import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scannedLibrary } from '../../../helpers/library-scanner.ts';

const triangle = (width: number) => `v 0 0 0\nv ${width} 0 0\nv 0 1 0\nf 1 2 3\n`;
const makeModels = (count: number, from = 0) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`model ${from + at}/1k/sail.obj`, triangle(from + at + 1)]),
  );

test('has the pictures of about two screens of cards as soon as their models are listed', async () => {
  const { db } = await scannedLibrary(makeModels(30));

  const pictures = db
    .prepare<[], Buffer>('SELECT picture FROM sketch JOIN model ON model.sketch = sketch.tag')
    .pluck()
    .all();
  expect(pictures).toHaveLength(24);
  expect(await sharp(pictures[0]).metadata()).toMatchObject({ format: 'webp', width: 128 });
});

test('draws what a later scan finds', async () => {
  const { db, library, scan } = await scannedLibrary(makeModels(30));

  library.write(makeModels(1, 30));
  await scan();

  expect(db.prepare('SELECT count(*) FROM sketch').pluck().get()).toBe(25);
});

test('lists the newest of one scan in the order in which it found them', async () => {
  const { db, library, scan } = await scannedLibrary(makeModels(30));

  library.write(makeModels(2, 30));
  await scan();

  const listed = db.prepare<[], number>('SELECT id FROM model ORDER BY added_at DESC').pluck().all();

  const found = Array.from({ length: 32 }, (_, at) => at + 1);
  expect(listed).toEqual([...found.slice(30), ...found.slice(0, 30)]);
});
