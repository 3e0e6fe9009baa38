import { expect, onTestFinished, test } from 'vitest';
import { takeFolderWork } from '../../../../server/base/storage/folder-work.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

function take(folder: string) {
  const work = takeFolderWork(folder);
  onTestFinished(() => work.release());
  return { ...work, taken: new Promise<void>((resolve) => work.whenOurs(resolve)) };
}

test('gives the work to the next when the first ends', async () => {
  const folder = makeFolder();
  const [first, second] = [take(folder), take(folder)];
  const before = [first.isOurs(), second.isOurs()];

  first.release();
  await second.taken;

  expect(before).toEqual([true, false]);
  expect([first.isOurs(), second.isOurs()]).toEqual([false, true]);
});

test('gives the work of each folder by itself', async () => {
  const [first, second] = [take(makeFolder()), take(makeFolder())];

  await Promise.all([first.taken, second.taken]);

  expect([first.isOurs(), second.isOurs()]).toEqual([true, true]);
});

test('asks again where beginning met a full disk', async () => {
  const folder = makeFolder();
  const [first, second] = [take(folder), take(folder)];
  let attempts = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  second.whenOurs(() => {
    attempts += 1;
    if (attempts === 1) throw Object.assign(new Error('no space'), { code: 'SQLITE_FULL' });
    resolve();
  });

  first.release();
  await promise;

  expect(attempts).toBe(2);
});
