import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openPublishing, sha256Of } from '../../helpers/publishing.ts';
import { createScratch } from '../scratch.ts';
import { type OutboxWish, openOutbox as openOutboxOn } from './open-outbox.ts';

const site = await openPublishing();
const listStored = async () =>
  (await site.server.call('publishUploads', {}, { token: site.publisher.token })).body.uploads;
beforeEach(async () => {
  for (const { uploadId } of await listStored()) await site.tus.remove(uploadId);
});

const megabyte = 1024 * 1024;
const gone = 'http://127.0.0.1:1';

const openOutbox = (wish: OutboxWish) => openOutboxOn(site, wish);

async function makeChair() {
  const folder = await createScratch();
  const chair = path.join(folder, 'Chair');
  mkdirSync(path.join(chair, 'textures'), { recursive: true });
  writeFileSync(path.join(chair, 'chair.glb'), Buffer.alloc(megabyte, 3));
  writeFileSync(path.join(chair, 'textures', 'oak.png'), 'oak');
  writeFileSync(path.join(chair, '.DS_Store'), 'litter');
  writeFileSync(path.join(folder, 'secret.txt'), 'not for others');
  symlinkSync(path.join(folder, 'secret.txt'), path.join(chair, 'link.txt'));
  return { folder, given: [{ path: chair, relativePath: 'Chair' }] };
}

test('sends a folder without its litter and links', async () => {
  const { folder, given } = await makeChair();
  const outbox = await openOutbox({ folder });

  await outbox.take(given);
  const files = await outbox.settled('done', 'done');

  const stored = await listStored();
  expect(stored.map(({ relativePath, isDone }) => [relativePath, isDone]).sort()).toEqual([
    ['Chair/chair.glb', true],
    ['Chair/textures/oak.png', true],
  ]);
  expect(new Set(files.map(({ uploadId }) => uploadId))).toEqual(
    new Set(stored.map(({ uploadId }) => uploadId)),
  );
});

test('goes on after a restart where the app was', async () => {
  const { folder, given } = await makeChair();
  const first = await openOutbox({ folder, baseUrl: gone });
  await first.take(given);
  await expect
    .poll(async () => (await first.read()).map(({ error }) => error?.code))
    .toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  first.stop();
  const bytes = Buffer.alloc(megabyte, 3);
  const uploadId = site.tus.idOf(await site.tus.create('Chair/chair.glb', bytes));
  await site.tus.patch(uploadId, 0, bytes.subarray(0, 1000));

  const second = await openOutbox({ folder });
  second.wake();
  const files = await second.settled('done', 'done');

  expect(files.find(({ relativePath }) => relativePath === 'Chair/chair.glb')?.uploadId).toBe(uploadId);
  expect(second.patched.toSorted()).toEqual(['0', '1000']);
});

test('goes on when the server is back', async () => {
  const { folder, given } = await makeChair();
  const outbox = await openOutbox({ folder, baseUrl: gone });
  await outbox.take(given);
  await outbox.settled('waiting', 'waiting');

  outbox.at(site.server.baseUrl);
  outbox.wake();

  await outbox.settled('done', 'done');
});

test('sends what the file is now, not what it was', async () => {
  const { folder, given } = await makeChair();
  const first = await openOutbox({ folder, baseUrl: gone });
  await first.take(given);
  await first.settled('waiting', 'waiting');
  first.stop();
  writeFileSync(path.join(folder, 'Chair/chair.glb'), 'a smaller chair');

  const second = await openOutbox({ folder });
  second.wake();
  await second.settled('done', 'done');

  expect((await listStored()).map(({ sha256 }) => sha256)).toContain(sha256Of('a smaller chair'));
});

test.each([
  ['keeps changing', 'PATCH', 'what it is!', ['0', '0', '0']],
  ['has become shorter', 'HEAD', 'short', ['0']],
  ['has become shorter before it is sent', 'POST', 'short', []],
] as const)('gives up on a file that %s', async (_, when, now, patched) => {
  const folder = await createScratch();
  const chair = path.join(folder, 'chair.glb');
  writeFileSync(chair, 'what it was');
  const outbox = await openOutbox({
    folder,
    onRequest: (method) => method === when && writeFileSync(chair, now),
  });

  await outbox.take([{ path: chair, relativePath: 'chair.glb' }]);
  const [file] = await outbox.settled('failed');

  expect(file?.error).toMatchObject({
    code: 'CHECKSUM_MISMATCH',
    message: expect.stringMatching(/^chair\.glb changed .+ add it again\.$/),
  });
  expect(outbox.patched).toEqual(patched);
});

test('begins nothing while it is held', async () => {
  const { folder, given } = await makeChair();
  let isHeld = true;
  const asked: string[] = [];
  const outbox = await openOutbox({
    folder,
    mayGo: () => !isHeld,
    onRequest: (method) => asked.push(method),
  });

  await outbox.take(given);
  const before = await outbox.settled('waiting', 'waiting');
  const askedBefore = [...asked];
  isHeld = false;
  outbox.wake();

  await outbox.settled('done', 'done');
  expect(before.map(({ error }) => error)).toEqual([null, null]);
  expect(askedBefore).toEqual([]);
});

test('stops for a hold, and goes on where it was', async () => {
  const folder = await createScratch();
  const chair = path.join(folder, 'chair.glb');
  writeFileSync(chair, Buffer.alloc(33 * megabyte, 7));
  let isHeld = false;
  let patches = 0;
  const outbox = await openOutbox({
    folder,
    mayGo: () => !isHeld,
    onRequest(method) {
      if (method !== 'PATCH' || ++patches !== 2) return;
      isHeld = true;
      outbox.hold();
    },
  });

  await outbox.take([{ path: chair, relativePath: 'chair.glb' }]);
  const [held] = await outbox.settled('waiting');
  isHeld = false;
  outbox.wake();

  await outbox.settled('done');
  expect(held?.error).toBe(null);
  expect(outbox.patched).toEqual(['0', String(16 * megabyte), String(16 * megabyte), String(32 * megabyte)]);
});

test('takes nothing from people who may not publish', async () => {
  const { folder, given } = await makeChair();
  const outbox = await openOutbox({ folder, scopes: ['download:direct'] });

  await outbox.take(given);

  expect(await outbox.read()).toEqual([]);
});

test.each([
  ['a relative path', [{ path: 'chair.glb', relativePath: 'chair.glb' }]],
  ['no list', 'chair.glb'],
  ['a file that is not there', [{ path: '/nowhere/chair.glb', relativePath: 'chair.glb' }]],
])('survives %s', async (_, given) => {
  const outbox = await openOutbox({ folder: await createScratch() });

  await outbox.take(given);

  expect(await outbox.read()).toEqual([]);
});

test('hides what another person is publishing', async () => {
  const { folder, given } = await makeChair();
  const first = await openOutbox({ folder, baseUrl: gone });
  await first.take(given);
  await first.settled('waiting', 'waiting');
  first.stop();

  const second = await openOutbox({ folder, userName: 'Grace' });
  second.wake();

  expect([await second.read(), await listStored()]).toEqual([[], []]);
});

test('says why a file is refused, and takes it out', async () => {
  const folder = await createScratch();
  const place = path.join(folder, 'chairs.zip');
  writeFileSync(place, 'PK');
  const outbox = await openOutbox({ folder });

  await outbox.take([{ path: place, relativePath: 'chairs.zip' }]);
  const files = await outbox.settled('failed');
  await outbox.handlers['outbox.remove']({ relativePaths: ['chairs.zip'] });

  expect(files[0]?.error).toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
    message: expect.stringMatching(/Unpack/),
  });
  expect(await outbox.read()).toEqual([]);
});
