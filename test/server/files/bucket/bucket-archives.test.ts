import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBucketClient } from '../../../../server/base/bucket/bucket-client.ts';
import { readConfig } from '../../../../server/config.ts';
import { createArchivePlanner } from '../../../../server/files/archive/archive-plan.ts';
import { createBucketArchives } from '../../../../server/files/archive/bucket-archives.ts';
import { startToyStore } from '../../../helpers/toy-store.ts';

const mebibyte = 1024 * 1024;
const content = Buffer.alloc(40 * mebibyte, 'bytes of a texture ');
const root = path.resolve('/bucket');
const etag = `"${createHash('md5').update(content).digest('hex')}"`;

/** An archive of 100 MiB, three times the same object, as a reader of it has it. */
async function startReading() {
  const store = await startToyStore({ 'texture.psd': content });
  onTestFinished(async () => void (await store.close()));
  const { bucket } = readConfig({ LODESTOCK_DATA_DIR: '/nowhere', ...store.environment() });
  if (bucket === null) throw new Error('no bucket');
  const object = { key: 'texture.psd', size: content.length, etag, modified: 0, stamp: 1n };
  const planner = createArchivePlanner();
  for (let index = 0; index < 3; index += 1)
    planner.add({
      ...{ name: `${index}.psd`, place: path.join(root, object.key), sizeBytes: content.length },
      ...{ crc32: 0, sha256: 'of no interest', mark: object.stamp },
    });
  const archives = createBucketArchives({
    client: createBucketClient(bucket),
    findAt: () => object,
    isAt: (place) => place.startsWith(root),
  });
  const plan = planner.finish();
  const job = archives.over({ start: () => expect.fail() }).start(plan);
  onTestFinished(() => job.end());
  const piece = new SharedArrayBuffer(mebibyte);
  return {
    ...{ store, plan, archives, piece },
    read: (position: number) => job.read(piece, piece.byteLength, position, plan.sizeBytes - 1),
    end: () => job.end(),
  };
}

test('keeps little of a large archive in memory, however slow its reader', async () => {
  const { plan, archives, read, end } = await startReading();
  const ahead: number[] = [];

  for (let position = 0; position + mebibyte <= plan.sizeBytes; position += mebibyte) {
    await read(position);
    ahead.push(archives.aheadBytes());
  }
  end();

  expect(plan.sizeBytes).toBeGreaterThan(100 * mebibyte);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(32 * mebibyte);
  expect([archives.aheadBytes(), archives.jobs()]).toEqual([0, 0]);
});

test('gives up an archive of which an object was replaced', async () => {
  const { store, read } = await startReading();
  await read(0);

  await store.put('texture.psd', Buffer.alloc(content.length, 'other bytes'));

  await expect(
    (async () => {
      for (let position = mebibyte; position < 40 * mebibyte; position += mebibyte) await read(position);
    })(),
  ).rejects.toThrow('changed or removed');
});
