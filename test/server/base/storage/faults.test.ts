import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DiskFault, makeBrokenDisk, noBrokenDisk } from '../../../helpers/broken-disk.ts';
import {
  canMount,
  copyModels,
  fillDisk,
  holdDatabase,
  makeStoragePlace,
  mountNote,
} from '../../../helpers/storage-place.ts';

const megabyte = 1024 * 1024;
const [info, error] = [30, 50];

test('refuses writes while another program locks the database', async () => {
  const place = makeStoragePlace();
  const server = await place.serve();
  await server.until('/readyz', 200);
  const { token } = (await server.register()).body;
  copyModels(place.library.folder, 1);
  await server.untilModels(2);
  await server.buy(token);

  const release = await holdDatabase(path.join(place.dataDir, 'lodestock.db'));
  const [registered, bought] = await Promise.all([
    server.register('b@example.org'),
    server.buy(token, 'copied-0'),
  ]);
  const [ready, healthy, listed, owned] = await Promise.all([
    server.until('/readyz', 503),
    server.ask('/healthz'),
    server.ask('/api-embeddings/browse'),
    server.buy(token),
  ]);
  const balance = await server.balance(token);
  await release();
  await server.until('/readyz', 200);
  const after = await server.register('b@example.org');

  for (const { status, body, retryAfter } of [registered, bought]) {
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(body.message).toMatch(/^Another program .* Nothing was changed or charged\./);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  expect(ready.body.message).toContain('Another program');
  expect([healthy.status, listed.status, owned.status]).toEqual([200, 200, 200]);
  expect([balance, after.status]).toEqual([98, 201]);
  await expect
    .poll(() => server.told())
    .toEqual([
      [error, 'locked'],
      [info, 'locked'],
    ]);
});

test.skipIf(!canMount)(`says that the disk is full and recovers${mountNote}`, async () => {
  const place = makeStoragePlace({ diskBytes: 24 * megabyte });
  const server = await place.serve();
  await server.until('/readyz', 200);
  const { token } = (await server.register()).body;
  await server.buy(token);

  const disk = fillDisk(server.place('.'));
  const ready = await server.until('/readyz', 503);
  copyModels(place.library.folder, 300);
  const registered = await server.register('b@example.org');
  const bought = await server.buy(token, 'copied-0');
  const reads = await Promise.all([
    server.ask('/healthz'),
    server.ask('/api-embeddings/browse'),
    server.buy(token),
  ]);
  disk.free();
  await server.until('/readyz', 200);
  await server.untilModels(301);
  const after = await server.register('b@example.org');

  expect(ready.body.message).toContain('disk is full');
  expect([registered.status, registered.body.code]).toEqual([507, 'INSUFFICIENT_STORAGE']);
  expect(Number(registered.retryAfter)).toBeGreaterThan(0);
  expect(bought.status).toBeGreaterThanOrEqual(404);
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([await server.balance(token), after.status]).toEqual([98, 201]);
  await expect
    .poll(() => server.told())
    .toEqual([
      [error, 'full'],
      [info, 'full'],
    ]);
});

const faults: readonly [DiskFault, reason: string, message: string][] = [
  ['EIO', 'broken', 'disk reports errors'],
  ['EROFS', 'read-only', 'data folder is read-only'],
];
const diskNote = noBrokenDisk === null ? '' : ` (skipped: ${noBrokenDisk})`;

test.skipIf(noBrokenDisk !== null)(
  `goes on reading while its disk fails, in one way after another${diskNote}`,
  async () => {
    const place = makeStoragePlace();
    const disk = makeBrokenDisk(place.dataDir);
    onTestFinished(disk.remove);
    const server = await place.serve(disk.env);
    await server.until('/readyz', 200);
    const { token } = (await server.register()).body;
    copyModels(place.library.folder, faults.length);
    await server.untilModels(1 + faults.length);
    await server.buy(token);

    for (const [index, [fault, , message]] of faults.entries()) {
      const [guid, email] = [`copied-${index}`, `${index}@example.org`];
      const mend = disk.fail(fault);
      const bought = await server.buy(token, guid);
      const registered = await server.register(email);
      const ready = await server.until('/readyz', 503);
      const reads = await Promise.all([
        server.ask('/healthz'),
        server.ask('/api-embeddings/browse'),
        server.buy(token),
      ]);
      const balance = await server.balance(token);
      mend();
      await server.until('/readyz', 200);
      const after = [await server.register(email), await server.buy(token, guid)];

      for (const { status, body, retryAfter } of [bought, registered]) {
        expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
        expect(body.message).toContain(message);
        expect(Number(retryAfter)).toBeGreaterThan(0);
      }
      expect(ready.body.message).toContain(message);
      expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect([balance, ...after.map(({ status }) => status)]).toEqual([98 - index, 201, 200]);
      expect(await server.balance(token)).toBe(97 - index);
    }

    await expect
      .poll(() => server.told())
      .toEqual(
        faults.flatMap(([, reason]) => [
          [error, reason],
          [info, reason],
        ]),
      );
  },
);

test('goes on once its data folder is back, and acknowledges nothing once it is deleted', async () => {
  const place = makeStoragePlace();
  const server = await place.serve();
  await server.until('/readyz', 200);
  const { token } = (await server.register()).body;

  renameSync(place.dataDir, `${place.dataDir}-away`);
  await server.until('/readyz', 503);
  renameSync(`${place.dataDir}-away`, place.dataDir);
  await server.until('/readyz', 200);
  const back = await server.buy(token);

  expect([back.status, back.body.chargedUsd]).toEqual([200, 2]);

  copyModels(place.library.folder, 1);
  await server.untilModels(2);
  rmSync(place.dataDir, { recursive: true });
  const bought = await server.buy(token, 'copied-0');
  const registered = await server.register('b@example.org');
  const ready = await server.until('/readyz', 503);
  mkdirSync(place.dataDir);

  expect([bought.status, registered.status]).toEqual([503, 503]);
  expect(bought.body.message).toContain('moved, deleted or replaced');
  expect(ready.body.message).toContain('moved, deleted or replaced');
  expect([await server.balance(token), (await server.ask('/healthz')).status]).toEqual([98, 200]);
  await expect
    .poll(() => server.told())
    .toEqual([
      [error, 'replaced'],
      [info, 'replaced'],
      [error, 'replaced'],
    ]);
});

test.skipIf(process.platform === 'win32')('reads the library once files can be opened again', async () => {
  const place = makeStoragePlace({ openFiles: 12 });
  const server = await place.serve();

  const unready = await server.until('/readyz', 503);
  while (server.told().length === 0) await server.ask('/healthz');
  const registered = await server.register();
  server.child.kill('SIGUSR2');
  await server.until('/readyz', 200);
  await server.untilModels(1);
  const after = await server.register();

  expect([unready.body.code, registered.status, after.status]).toEqual(['UNAVAILABLE', 503, 201]);
  expect(registered.body.message).toContain('as many files open as its system allows');
  await expect
    .poll(() => server.told())
    .toEqual([
      [error, 'descriptors'],
      [info, 'descriptors'],
    ]);
});
