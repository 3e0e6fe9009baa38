import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { createClient } from '../../helpers/patient-client.ts';
import { createTus, sha256Of, type Tus } from '../../helpers/publishing.ts';
import { killServer, type ServerChild, startServerChild } from '../../helpers/server-child.ts';

const library = makeLibraryFolder({});
const dataDir = makeFolder();
const good = Buffer.alloc(1000, 'good');
const evil = Buffer.alloc(500, 'evil');
const fileOf = (id: string) => path.join(dataDir, 'uploads', id);

let servers: readonly [ServerChild, ServerChild];
let clients: readonly [Tus, Tus];
const start = () =>
  startServerChild('dist/server/main.js', {
    env: { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_PORT: '0' },
  });

beforeAll(async () => {
  servers = [await start(), await start()];
  const person = { email: 'admin@example.org', password: 'correct horse battery', name: 'Admin' };
  const { token } = await createClient(servers[0].baseUrl, '').ask('POST', '/api/auth/register', person);
  clients = [createTus(servers[0].baseUrl, token), createTus(servers[1].baseUrl, token)];
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** A transfer to the first process that has written these bytes, and can send more. */
async function begin(id: string, bytes: Buffer) {
  const request = http.request(`${clients[0].address}/${id}`, {
    method: 'PATCH',
    headers: {
      ...clients[0].fields,
      ...{
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': '1000',
      },
    },
  });
  const over = Promise.race([
    once(request, 'response').then(([response]) => void response.resume()),
    once(request, 'close'),
  ]).catch(() => {});
  request.on('error', () => {});
  request.write(bytes);
  await expect.poll(() => statSync(fileOf(id)).size).toBe(bytes.length);
  return { request, over };
}

/** Continues at the second process from where the upload is. */
async function finish(id: string) {
  const at = await clients[1].offset(id);
  return (await clients[1].patch(id, at, good.subarray(at))).status;
}

test('keeps the bytes that another process checked', async () => {
  const id = clients[0].idOf(await clients[0].create('chair.glb', good));
  const { request, over } = await begin(id, good.subarray(0, 500));

  const status = await finish(id);
  request.end(evil);
  await over;

  expect([status, sha256Of(readFileSync(fileOf(id)))]).toEqual([204, sha256Of(good)]);
  expect(await clients[0].offset(id)).toBe(good.length);
});

test('takes over the upload of a killed process', async () => {
  const id = clients[0].idOf(await clients[0].create('table.glb', good));
  const { over } = await begin(id, good.subarray(0, 500));

  await killServer(servers[0]);
  await over;

  expect(await finish(id)).toBe(204);
  expect(sha256Of(readFileSync(fileOf(id)))).toBe(sha256Of(good));
});
