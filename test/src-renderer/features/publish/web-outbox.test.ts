import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fromErrorBody } from '../../../../server/contract/errors.ts';
import type { OutboxState } from '../../../../src-renderer/features/publish/outbox.ts';
import { createFileSender } from '../../../../src-renderer/features/publish/send-file.ts';
import { createWebOutbox, type OutboxApi } from '../../../../src-renderer/features/publish/web-outbox.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { openPublishing, product, sha256Of } from '../../../helpers/publishing.ts';

let site: Awaited<ReturnType<typeof openPublishing>>;
beforeAll(async () => {
  site = await openPublishing();
});
afterAll(() => site.close());
beforeEach(async () => {
  for (const { uploadId } of await listStored()) await site.tus.remove(uploadId);
});

const token = () => site.publisher.token;
const listStored = async () =>
  (await site.server.call('publishUploads', {}, { token: token() })).body.uploads;

type Asked = { readonly method: string; readonly offset: string | null };

/** The page's own parts on a real server; `fail` breaks the connection before a request. */
function openOutbox(fail: (asked: Asked) => boolean = () => false, hash = sha256Of) {
  let pauses = 0;
  const asked: Asked[] = [];
  const send = (address: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const one = { method: init.method ?? 'GET', offset: headers.get('upload-offset') };
    asked.push(one);
    if (fail(one)) return Promise.reject(new TypeError('the connection broke'));
    headers.set('authorization', `Bearer ${token()}`);
    headers.delete('x-csrf-token');
    return fetch(`${site.server.baseUrl}${address}`, { ...init, headers });
  };
  const wait = async () => {
    pauses += 1;
    if (pauses > 9) throw new Error('tries for ever');
  };
  const api = {
    async call(name: 'session' | 'publishCheck' | 'publish' | 'publishState', input: never) {
      if (name === 'session') return { csrfToken: 'any' };
      const answer = await site.server.call(name, input, { token: token() });
      if (answer.status >= 400) throw fromErrorBody(answer.error);
      return answer.body;
    },
    on: () => () => {},
  } as unknown as OutboxApi;
  const outbox = createWebOutbox({
    api,
    wait: () => new Promise((resolve) => setTimeout(resolve, 10)),
    hash: async (file) => hash(Buffer.from(await file.arrayBuffer())),
    createSender: (csrfToken) => createFileSender({ fetch: send, csrfToken, wait }),
  });
  const until = (is: (state: OutboxState) => boolean) =>
    new Promise<OutboxState>((resolve) => {
      const look = () => is(outbox.getState()) && resolve(outbox.getState());
      outbox.subscribe(look);
      look();
    });
  const isSettled = ({ files }: OutboxState) =>
    files.every(({ state }) => ['done', 'failed', 'lacking'].includes(state));
  return { ...outbox.getState(), asked, read: outbox.getState, settled: () => until(isSettled), until };
}

const chosen = (relativePath: string, bytes: string | Buffer) => ({
  relativePath,
  file: new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], relativePath),
});
const patches = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset);
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

test('goes on with an upload of an earlier visit', async () => {
  const bytes = Buffer.from('a chair with four legs');
  const uploadId = site.tus.idOf(await site.tus.create('chair.glb', bytes));
  await site.tus.patch(uploadId, 0, bytes.subarray(0, 9));
  const outbox = openOutbox();

  await outbox.load();
  const before = outbox.read().files;
  outbox.add([chosen('chair.glb', bytes)]);
  const { files } = await outbox.settled();

  expect(before).toMatchObject([{ relativePath: 'chair.glb', state: 'lacking', sentBytes: 9 }]);
  expect(files).toMatchObject([{ state: 'done', uploadId }]);
  expect(patches(outbox.asked)).toEqual(['9']);
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

test('publishes once the files are there, and forgets them', async () => {
  const outbox = openOutbox();
  const chair = objText(4, 'chair');
  const wish = { product: { ...product, title: 'Page chair' }, guid: null, isOneModel: false };

  outbox.add([chosen('Chair/chair.obj', chair)]);
  await outbox.publish({ ...wish, files: ['Chair/chair.obj'], scene: null });
  const { wishes, files } = await outbox.until((now) => now.wishes[0]?.state === 'published');

  expect([wishes.length, files, await listStored()]).toEqual([1, [], []]);
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
