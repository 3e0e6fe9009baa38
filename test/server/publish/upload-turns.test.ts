import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createUploadFiles } from '../../../server/publish/upload-files.ts';
import { createUploadLocks } from '../../../server/publish/upload-locks.ts';
import { openUploadRows } from '../../../server/publish/upload-rows.ts';
import { createUploads } from '../../../server/publish/uploads.ts';
import { objText } from '../../helpers/library-folder.ts';
import { openPublishing, product, sha256Of } from '../../helpers/publishing.ts';

const studio = await openPublishing();

const good = Buffer.alloc(1000, 'good');
const evil = Buffer.alloc(1000, 'evil');
const gigabyte = 1e9;

/** Uploads of the publisher on a disk with so much space, in hours after now. */
function open({ freeBytes = 1e12, quotaBytes = 1e12, onFile = async () => {} } = {}) {
  const { server, publisher } = studio;
  let hours = 0;
  const kept = createUploadFiles(path.join(server.dataDir, 'uploads'));
  const files = {
    ...kept,
    create: async (id: string) => {
      await kept.create(id);
      await onFile();
    },
  };
  const rows = openUploadRows(server.db);
  const clock = () => Date.now() + hours * 3600_000;
  const uploads = createUploads({ rows, files, quotaBytes, clock, freeBytes: async () => freeBytes });
  const accountId = publisher.user.id;
  const add = (id: string, body: Readable) => uploads.add(id, accountId, { offset: 0, checksum: null, body });
  return {
    ...{ uploads, files, add, accountId },
    pass: (count: number) => {
      hours += count;
    },
    create: async (relativePath: string, sizeBytes = good.length) =>
      (await uploads.create({ relativePath, sizeBytes, sha256: sha256Of(good) }, accountId)).id,
    clear: async () => {
      for (const { id } of uploads.listFree(accountId)) await uploads.remove(id, accountId);
    },
  };
}

test('keeps the bytes that were checked, whoever sends at the same moment', async () => {
  const { uploads, files, add, accountId, create, clear } = open();
  const id = await create('chair.glb');
  const bodies = [new PassThrough(), new PassThrough(), new PassThrough()] as const;
  const [open0, ...later] = bodies.map((body) => add(id, body).catch((error) => error.code));

  bodies[1].end(good);
  await Promise.all([open0, later[0]]);
  bodies[2].end(evil);
  await later[1];

  const { isDone } = await uploads.find(id, accountId);
  expect([isDone, sha256Of(readFileSync(files.fileOf(id)))]).not.toEqual([true, sha256Of(evil)]);
  await add(id, Readable.from([good]));
  await add(id, Readable.from([evil])).catch(() => {});
  expect(sha256Of(readFileSync(files.fileOf(id)))).toBe(sha256Of(good));
  await clear();
});

test.skipIf(process.platform === 'win32')('lets nothing write what was published', async () => {
  const { state, guid } = await studio.publish({
    'Chair/chair.obj': 'o chair\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
  });

  const { publishId } =
    studio.server.db
      .prepare<[string], { publishId: string }>(
        'SELECT publish_id AS publishId FROM published_model WHERE guid = ?',
      )
      .get(guid) ?? {};
  const folder = path.join(studio.server.dataDir, 'published', publishId ?? '');
  const modes = ['chair.obj', 'product.json'].map((name) => statSync(path.join(folder, name)).mode & 0o777);
  expect([state, ...modes]).toEqual(['published', 0o444, 0o444]);
});

test('leaves a publish to the process that has it', async () => {
  const { server, publisher, sendAll, state } = studio;
  const publishId = randomUUID();
  const release = createUploadLocks(path.join(server.dataDir, 'uploads')).take(publishId);
  const uploads = await sendAll({ 'Stool/stool.obj': objText(3, 'stool') });
  await server.call('publish', { uploads, product, publishId }, { token: publisher.token });

  // One comes after the other, so the first would be over.
  await studio.publish({ 'Bench/bench.obj': objText(4, 'bench') });
  const before = (await state(publishId)).state;
  await release?.(false);

  expect(before).toBe('working');
  await expect.poll(async () => (await state(publishId)).state).toBe('published');
});

test('sweeps nothing away that another process is just making', async () => {
  const other = open();
  writeFileSync(other.files.fileOf('leftover'), '');
  const { files, create, clear } = open({ onFile: () => other.uploads.sweep(() => false) });
  const id = await create('chair.glb');
  const isThere = existsSync(files.fileOf(id));

  await other.uploads.sweep(() => false);

  expect([isThere, existsSync(files.fileOf(id))]).toEqual([true, true]);
  expect(existsSync(files.fileOf('leftover'))).toBe(false);
  await clear();
});

test('reserves space for bytes that arrive, and for an hour', async () => {
  const { add, create, pass, clear } = open({ freeBytes: 65 * gigabyte });
  const ids: string[] = [];
  for (let at = 0; at < 8; at++) ids.push(await create(`${at}.glb`, 55 * gigabyte));
  const [first = '', second = ''] = ids;
  const [one, other] = [new PassThrough(), new PassThrough()];

  const running = add(first, one);
  one.end('x');
  await running;
  other.write('x');
  await expect(add(second, other)).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  await expect(create('late.glb', 20 * gigabyte)).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  pass(1.1);

  await expect(add(second, Readable.from(['x']))).resolves.toBe(1);
  await clear();
});

test('checks the quota again when bytes arrive', async () => {
  const { add, create, clear } = open({ quotaBytes: 100 * gigabyte });
  const [first, second] = [await create('a.glb', 60 * gigabyte), await create('b.glb', 60 * gigabyte)];

  await add(first, Readable.from(['x']));

  await expect(add(second, Readable.from(['x']))).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await clear();
});
