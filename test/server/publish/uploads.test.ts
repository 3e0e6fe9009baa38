import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { createUploadFiles } from '../../../server/publish/upload-files.ts';
import { openUploadRows } from '../../../server/publish/upload-rows.ts';
import { createUploads } from '../../../server/publish/uploads.ts';
import { createTus, openPublishing, sha256Of } from '../../helpers/publishing.ts';
import { waitUntil } from '../../helpers/watched-library.ts';

const often = { admission: { connections: { check: 20 } } };
const studio = await openPublishing({}, { LODESTOCK_PUBLISH_QUOTA_GB: '0.001' }, often);

const bytes = Buffer.alloc(100_000, 'chair');
const codeOf = async (response: Response) => [response.status, (await response.json()).code];
const checksum = (part: Buffer) => ({
  'upload-checksum': `sha256 ${Buffer.from(sha256Of(part), 'hex').toString('base64')}`,
});

test('says what it speaks of the protocol', async () => {
  const answer = await fetch(studio.tus.address, { method: 'OPTIONS' });

  expect(answer.status).toBe(204);
  expect(answer.headers.get('tus-version')).toBe('1.0.0');
  expect(answer.headers.get('tus-extension')).toBe('creation,checksum,termination,expiration');
});

test('refuses another version of the protocol', async () => {
  const { tus } = studio;

  const answer = await tus.create('a.glb', bytes, { 'tus-resumable': '0.2.2' });

  expect(answer.status).toBe(412);
});

test('takes a file in parts and checks it', async () => {
  const { tus } = studio;
  const id = tus.idOf(await tus.create('parts.glb', bytes));

  const first = await tus.patch(id, 0, bytes.subarray(0, 60_000));
  const between = await tus.offset(id);
  const second = await tus.patch(id, 60_000, bytes.subarray(60_000), checksum(bytes.subarray(60_000)));

  expect([first.status, between, second.status]).toEqual([204, 60_000, 204]);
  const { uploads } = (await studio.server.call('publishUploads', {}, { token: studio.publisher.token }))
    .body;
  expect(uploads.find(({ uploadId }) => uploadId === id)).toMatchObject({ isDone: true, offset: 100_000 });
  await tus.remove(id);
});

test('goes on where a broken connection ended', async () => {
  const { tus } = studio;
  const id = tus.idOf(await tus.create('cut.glb', bytes));
  const stopping = new AbortController();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(bytes.subarray(0, 40_000))),
  });
  const sending = fetch(`${tus.address}/${id}`, {
    method: 'PATCH',
    headers: { ...tus.fields, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body,
    signal: stopping.signal,
    duplex: 'half',
  } as RequestInit);
  sending.catch(() => {});
  // The file on the disk shows that bytes have come; what counts is told once the transfer is settled.
  const file = path.join(studio.server.dataDir, 'uploads', id);
  await waitUntil(() => statSync(file).size === 40_000);

  stopping.abort();
  await expect(sending).rejects.toThrow();
  const offset = await tus.offset(id);
  const rest = await tus.patch(id, offset, bytes.subarray(offset));

  expect([offset, rest.status]).toEqual([40_000, 204]);
  await tus.remove(id);
});

test('gives a file more time than other requests', async () => {
  const { tus, server } = studio;
  const id = tus.idOf(await tus.create('slow.glb', bytes));
  const { server: listening } = server.app.http;
  const { headersTimeout, requestTimeout } = listening;
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(bytes.subarray(0, 40_000)));
      await waitUntil(() => statSync(path.join(server.dataDir, 'uploads', id)).size === 40_000);
      Object.assign(listening, { headersTimeout: 1, requestTimeout: 1 }); // any other request would be over at the next check
      await new Promise((resolve) => setTimeout(resolve, 200));
      controller.enqueue(new Uint8Array(bytes.subarray(40_000)));
      controller.close();
    },
  });

  const answer = await fetch(`${tus.address}/${id}`, {
    method: 'PATCH',
    headers: { ...tus.fields, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body,
    duplex: 'half',
  } as RequestInit).finally(() => {
    Object.assign(listening, { headersTimeout, requestTimeout });
  });

  expect(answer.status).toBe(204);
  await tus.remove(id);
});

test('refuses bytes for another offset', async () => {
  const { tus } = studio;
  const id = tus.idOf(await tus.create('offset.glb', bytes));

  const answer = await tus.patch(id, 10, bytes.subarray(10));

  expect(await codeOf(answer)).toEqual([409, 'OFFSET_CHANGED']);
  await tus.remove(id);
});

test('keeps nothing of a part with a wrong checksum', async () => {
  const { tus } = studio;
  const id = tus.idOf(await tus.create('damaged.glb', bytes));

  const answer = await tus.patch(id, 0, bytes, checksum(Buffer.from('other')));

  expect(await codeOf(answer)).toEqual([460, 'CHECKSUM_MISMATCH']);
  expect(await tus.offset(id)).toBe(0);
  await tus.remove(id);
});

test('starts again a file with another SHA-256', async () => {
  const { tus } = studio;
  const id = tus.idOf(await tus.create('other.glb', bytes));

  const answer = await tus.patch(id, 0, Buffer.alloc(100_000, 'table'));

  expect(await codeOf(answer)).toEqual([460, 'CHECKSUM_MISMATCH']);
  expect(await tus.offset(id)).toBe(0);
  await tus.remove(id);
});

test('shows the end of a file only once it was checked', async () => {
  const { server, publisher } = studio;
  const rows = openUploadRows(server.db);
  const files = createUploadFiles(path.join(server.dataDir, 'uploads'));
  const interrupted = { ...files, hash: () => Promise.reject(new Error('the server died')) };
  const uploads = createUploads({ rows, files: interrupted, quotaBytes: 1e6, clock: Date.now });
  const wish = { relativePath: 'end.glb', sizeBytes: bytes.length, sha256: sha256Of(bytes) };
  const { id } = await uploads.create(wish, publisher.user.id);
  const addition = { offset: 0, checksum: null, body: Readable.from([bytes]) };

  await expect(uploads.add(id, publisher.user.id, addition)).rejects.toThrow('the server died');

  expect((await uploads.find(id, publisher.user.id)).offset).toBeLessThan(bytes.length);
  await uploads.remove(id, publisher.user.id);
});

test('takes an empty file at once', async () => {
  const { tus } = studio;
  const id = tus.idOf(await tus.create('empty.bin', ''));

  const { uploads } = (await studio.server.call('publishUploads', {}, { token: studio.publisher.token }))
    .body;

  expect(uploads.find(({ uploadId }) => uploadId === id)?.isDone).toBe(true);
  await tus.remove(id);
});

test('refuses more bytes than were announced', async () => {
  const { tus } = studio;
  const id = tus.idOf(await tus.create('long.glb', bytes));

  const answer = await tus.patch(id, 0, Buffer.concat([bytes, bytes]));

  expect(await codeOf(answer)).toEqual([413, 'TOO_LARGE']);
  await tus.remove(id);
});

test('lets nobody but publishers upload', async () => {
  const { server, member, publisher } = studio;
  const stranger = createTus(server.baseUrl, member.token);
  const { tus } = studio;
  const id = tus.idOf(await tus.create('mine.glb', bytes));
  const admin = createTus(server.baseUrl, studio.admin.token);

  const made = await stranger.create('a.glb', bytes);
  const read = await fetch(`${tus.address}/${id}`, {
    method: 'PATCH',
    headers: { ...admin.fields, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: 'x',
  });

  expect(publisher.user.role).toBe('member'); // as it was when it registered
  expect(await codeOf(made)).toEqual([403, 'FORBIDDEN']);
  expect(await codeOf(read)).toEqual([404, 'NOT_FOUND']);
  await tus.remove(id);
});

test('needs the scope for publishing', async () => {
  const { server, publisher, tus } = studio;
  server.db
    .prepare('UPDATE token SET scopes = \'["account:read"]\' WHERE account_id = ?')
    .run(publisher.user.id);

  const answer = await tus.create('a.glb', bytes);

  expect(await codeOf(answer)).toEqual([403, 'INSUFFICIENT_SCOPE']);
  server.db
    .prepare('UPDATE token SET scopes = \'["models:publish","account:read"]\' WHERE account_id = ?')
    .run(publisher.user.id);
});

test.for([
  ['../chair.glb', 400],
  ['C:/chair.glb', 400],
  ['chair/.DS_Store', 400],
  ['', 400],
  ['chair.zip', 415],
] as const)('refuses %s before a byte is sent', async ([relativePath, status]) => {
  const answer = await studio.tus.create(relativePath, bytes);

  expect(answer.status).toBe(status);
});

test('keeps an account within its quota', async () => {
  const { tus } = studio;

  const answer = await tus.create('big.glb', Buffer.alloc(1_000_001));

  expect(await codeOf(answer)).toEqual([413, 'TOO_LARGE']);
});

test('removes what nobody went on with', async () => {
  const { tus, server } = studio;
  const id = tus.idOf(await tus.create('old.glb', bytes));
  server.advance(limits.publish.uploadLife + 1);

  const answer = await tus.head(id);

  expect(answer.status).toBe(404);
  expect(readdirSync(path.join(server.dataDir, 'uploads'))).toContain(id);
  server.advance(-limits.publish.uploadLife - 1);
  await tus.remove(id);
  expect(readdirSync(path.join(server.dataDir, 'uploads'))).not.toContain(id);
});
