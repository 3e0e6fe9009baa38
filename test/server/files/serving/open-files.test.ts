import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serveFolder } from './served-folder.ts';

const files = Object.fromEntries(
  Array.from({ length: 6 }, (_, index) => [`file${index}`, Buffer.from(`content ${index}`)]),
);
const names = Object.keys(files);

test('opens a file once for all that ask', async () => {
  const { openFiles, model, expectedOf } = await serveFolder(files);

  const leases = await Promise.all(
    Array.from({ length: 5 }, () => openFiles.lease(model, expectedOf('file0'))),
  );

  expect(openFiles.count()).toBe(1);
  for (const lease of leases) lease.release();
});

test('keeps no more descriptors than allowed', async () => {
  const { openFiles, model, expectedOf } = await serveFolder(files, { most: 2 });

  for (const name of names) (await openFiles.lease(model, expectedOf(name))).release();

  expect(openFiles.count()).toBe(2);
});

test('closes no descriptor that is in use', async () => {
  const { openFiles, model, expectedOf } = await serveFolder(files, { most: 2 });

  const leases = await Promise.all(names.map((name) => openFiles.lease(model, expectedOf(name))));
  const during = openFiles.count();
  await openFiles.close();
  for (const lease of leases) expect(await lease.isUnchanged()).toBe(true);
  for (const lease of leases) lease.release();

  expect([during, openFiles.count()]).toEqual([names.length, 0]);
});

test('closes descriptors that nobody asks for', async () => {
  const { openFiles, model, expectedOf } = await serveFolder(files, { idleMs: 20 });

  (await openFiles.lease(model, expectedOf('file0'))).release();

  await expect.poll(() => openFiles.count()).toBe(0);
});

test('refuses a file that is gone, and recovers', async () => {
  const { openFiles, model, expectedOf, place } = await serveFolder(files);
  rmSync(place('file0'));

  const refused = openFiles.lease(model, expectedOf('file0'));

  await expect(refused).rejects.toMatchObject({ code: 'FILE_HOST_UNAVAILABLE' });
  const other = await openFiles.lease(model, expectedOf('file1'));
  expect(await other.read(Buffer.alloc(20), 0, 8)).toBe('content 1'.length);
  other.release();
});
