import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createKeptWishes } from '../../../../src-renderer/features/publish/kept-wishes.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { openPublishing, product, sha256Of } from '../../../helpers/publishing.ts';
import { type Asked, chosen, openTab, openWebOutbox, patches, type Tab } from './open-web-outbox.ts';

const site = await openPublishing();
beforeEach(async () => {
  for (const { uploadId } of await listStored()) await site.tus.remove(uploadId);
});

const token = () => site.publisher.token;
const listStored = async () =>
  (await site.server.call('publishUploads', {}, { token: token() })).body.uploads;

const openOutbox = (
  fail?: (asked: Asked) => boolean,
  hash?: (bytes: Buffer) => string,
  visit?: { readonly tab?: Tab; readonly user?: string },
) => openWebOutbox({ ...site, token: token() }, { ...visit, ...(fail && { fail }), ...(hash && { hash }) });

const megabyte = 1024 * 1024;

test('sends files and names their uploads', async () => {
  const outbox = openOutbox();

  outbox.add([chosen('chair.glb', 'a chair'), chosen('textures/oak.png', 'oak'), chosen('empty.txt', '')]);
  const { files } = await outbox.settled();

  const stored = await listStored();
  expect(files.map(({ state, sentBytes }) => [state, sentBytes])).toEqual([
    ['done', 7],
    ['done', 3],
    ['done', 0],
  ]);
  expect(new Set(files.map(({ uploadId }) => uploadId))).toEqual(
    new Set(stored.filter(({ isDone }) => isDone).map(({ uploadId }) => uploadId)),
  );
});

test('goes on where the connection broke', async () => {
  const bytes = Buffer.alloc(1.5 * megabyte, 7);
  let isBroken = false;
  const outbox = openOutbox(({ method, offset }) => {
    const breaks = method === 'PATCH' && offset === String(megabyte) && !isBroken;
    isBroken ||= breaks;
    return breaks;
  });

  outbox.add([chosen('chair.glb', bytes)]);
  const paused = await outbox.until(({ files }) => files[0]?.error != null);
  const { files } = await outbox.settled();

  expect(paused.files[0]?.error?.code).toBe('UNAVAILABLE');
  expect(files[0]).toMatchObject({ state: 'done', error: null });
  expect(patches(outbox.asked)).toEqual(['0', String(megabyte), String(megabyte)]);
});

test('gives an upload up whose file is another now', async () => {
  await site.tus.send('chair.glb', 'the chair of before');
  const outbox = openOutbox();

  await outbox.load();
  outbox.add([chosen('chair.glb', 'a new chair')]);
  await outbox.settled();

  expect((await listStored()).map(({ sha256 }) => sha256)).toEqual([sha256Of('a new chair')]);
});

test('keeps files that are chosen while it loads', async () => {
  const outbox = openOutbox();

  const loading = outbox.load();
  outbox.add([chosen('chair.glb', 'a chair')]);
  await loading;
  const { files } = await outbox.settled();

  expect(files).toMatchObject([{ relativePath: 'chair.glb', state: 'done' }]);
});

test('begins anew when the server has forgotten the upload', async () => {
  let isForgotten = false;
  const outbox = openOutbox(({ method, offset }) => {
    if (method === 'PATCH' && offset === String(megabyte) && !isForgotten) {
      isForgotten = true;
      void listStored().then(([first]) => first && site.tus.remove(first.uploadId));
      return true;
    }
    return false;
  });

  outbox.add([chosen('chair.glb', Buffer.alloc(2 * megabyte, 1))]);
  const { files } = await outbox.settled();

  expect(files).toMatchObject([{ state: 'done', sentBytes: 2 * megabyte }]);
});

test('gives up on a file that keeps changing', async () => {
  const outbox = openOutbox(undefined, () => sha256Of('what it was'));

  outbox.add([chosen('chair.glb', 'what it is')]);
  const { files } = await outbox.settled();

  expect(files[0]).toMatchObject({
    state: 'failed',
    error: {
      code: 'CHECKSUM_MISMATCH',
      message: expect.stringMatching(/^chair\.glb changed .+ add it again\.$/),
    },
  });
  expect(patches(outbox.asked)).toEqual(['0', '0', '0']);
});

test('says so when a file changes while it is sent', async () => {
  const chair = path.join(mkdtempSync(path.join(tmpdir(), 'outbox-')), 'chair.glb');
  onTestFinished(() => rmSync(path.dirname(chair), { recursive: true }));
  writeFileSync(chair, 'what it was');
  const outbox = openOutbox(({ method }) => {
    if (method === 'PATCH') writeFileSync(chair, 'what it has become');
    return false;
  });

  outbox.add([{ relativePath: 'chair.glb', file: new File([await openAsBlob(chair)], 'chair.glb') }]);
  const { files } = await outbox.settled();

  expect(files[0]).toMatchObject({
    state: 'failed',
    error: {
      code: 'CHECKSUM_MISMATCH',
      message: expect.stringMatching(/^chair\.glb changed .+ add it again\.$/),
    },
  });
});

test('says why a file is refused, and sends the others', async () => {
  const outbox = openOutbox();

  outbox.add([chosen('chairs.zip', 'PK'), chosen('chair.glb', 'a chair')]);
  const { files } = await outbox.settled();

  expect(files.map(({ state, error }) => [state, error?.code])).toEqual([
    ['failed', 'UNSUPPORTED_MEDIA'],
    ['done', undefined],
  ]);
});

test('takes a file out here and on the server', async () => {
  const outbox = openOutbox();
  outbox.add([chosen('chair.glb', 'a chair'), chosen('stool.glb', 'a stool')]);
  await outbox.settled();

  await outbox.remove(['chair.glb']);

  expect(outbox.read().files.map(({ relativePath }) => relativePath)).toEqual(['stool.glb']);
  expect((await listStored()).map(({ relativePath }) => relativePath)).toEqual(['stool.glb']);
});

test('publishes each model of one drop', async () => {
  const outbox = openOutbox();
  const wish = (title: string) => ({ product: { ...product, title }, guid: null, isOneModel: false });
  const files = ['Set/Bench.obj', 'Set/Shelf.obj', 'Set/wood.mtl', 'Set/readme.txt'];

  outbox.add([
    ...['Bench', 'Shelf'].map((name) => chosen(`Set/${name}.obj`, objText(4, name, 'wood.mtl'))),
    chosen('Set/wood.mtl', 'newmtl wood'),
    chosen('Set/readme.txt', 'Two of oak'),
  ]);
  await outbox.publish({ ...wish('Page bench'), files, scene: 'Set/Bench.obj' });
  await outbox.publish({ ...wish('Page shelf'), files, scene: 'Set/Shelf.obj' });
  const { wishes } = await outbox.until((now) => now.wishes.every(({ state }) => state === 'published'));

  expect(new Set(wishes.map(({ shownGuid }) => shownGuid)).size).toBe(2);
  await expect.poll(listStored).toEqual([]);
  expect(outbox.read().files).toEqual([]);
});

test('keeps the files of what could not be published', async () => {
  const outbox = openOutbox();
  const guid = '00000000-0000-4000-8000-000000000000';

  outbox.add([chosen('Lamp/lamp.obj', objText(4, 'lamp'))]);
  await outbox.publish({ product, guid, isOneModel: false, files: ['Lamp/lamp.obj'], scene: null });
  const { wishes, files } = await outbox.until((now) => now.wishes[0]?.state === 'failed');

  expect([wishes[0]?.error?.code, files.map(({ state }) => state)]).toEqual(['MODEL_NOT_FOUND', ['done']]);
});

const bench = {
  ...{ files: ['Set/bench.obj', 'Set/oak.mtl'], scene: null, guid: null, isOneModel: false },
  product: { ...product, title: 'Reloaded bench' },
};

/** A page that was reloaded while the second of two files was on its way, after a person had asked to publish both. */
async function reloadHalfWay(user = 'ada') {
  const tab = openTab();
  let creations = 0;
  const first = openOutbox(({ method }) => method === 'POST' && ++creations > 1, undefined, { tab });
  first.add([chosen('Set/bench.obj', objText(4, 'bench', 'oak.mtl'))]);
  await first.settled();
  first.add([chosen('Set/oak.mtl', 'newmtl oak')]);
  await first.publish(bench);
  await first.until(({ files }) => files.some(({ error }) => error !== null));
  first.forget();
  const second = openOutbox(undefined, undefined, { tab, user });
  await second.load();
  return second;
}

test('goes on with what was wanted before a reload', async () => {
  const outbox = await reloadHalfWay();
  const before = outbox.read();

  outbox.add([chosen('Set/oak.mtl', 'newmtl oak')]);
  const { wishes, files } = await outbox.until((now) => now.wishes[0]?.state === 'published');

  expect(before.files.map(({ relativePath, state }) => [relativePath, state])).toEqual([
    ['Set/bench.obj', 'done'],
    ['Set/oak.mtl', 'lacking'],
  ]);
  expect(before.wishes).toMatchObject([{ state: 'sending', product: { title: 'Reloaded bench' } }]);
  expect([wishes.length, files]).toEqual([1, []]);
});

test('publishes nothing of before for another person', async () => {
  const outbox = await reloadHalfWay('eve');

  expect(outbox.read().wishes).toEqual([]);
});

test('follows a publish that was asked for before a reload', async () => {
  const tab = openTab();
  const first = openOutbox(undefined, undefined, { tab });
  first.add([chosen('Set/stool.obj', objText(4, 'stool'))]);
  await first.publish({ ...bench, files: ['Set/stool.obj'] });
  await first.until(({ wishes }) => wishes[0]?.state === 'taken' || wishes[0]?.state === 'published');
  const publishId = first.read().wishes[0]?.publishId;
  first.forget();

  const second = openOutbox(undefined, undefined, { tab });
  await second.load();
  const { wishes } = await second.until((now) => now.wishes[0]?.state === 'published');

  expect(wishes.map((wish) => wish.publishId)).toEqual([publishId]);
});

test('has the files again of what failed after a reload', async () => {
  const tab = openTab();
  const guid = '00000000-0000-4000-8000-000000000000';
  const kept = { product, guid, isOneModel: false, files: ['Lamp/lamp.obj'], scene: null };
  const uploadId = await site.tus.send('Lamp/lamp.obj', objText(4, 'lamp'));
  const wish = { ...kept, publishId: crypto.randomUUID(), own: ['Lamp/lamp.obj'], shownGuid: null };
  const asked = { ...wish, state: 'asked', error: null } as const;
  createKeptWishes(() => tab).write({ account: 'ada', wishes: [asked], unsent: [] });

  const outbox = openOutbox(undefined, undefined, { tab });
  await outbox.load();
  const { wishes } = await outbox.until((now) => now.wishes[0]?.state === 'failed');
  const { files } = await outbox.until((now) => now.files.length === 1);

  expect(wishes[0]?.error?.code).toBe('MODEL_NOT_FOUND');
  expect(files).toMatchObject([{ uploadId, state: 'done' }]);
});
