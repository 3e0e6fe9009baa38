import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeLibraryFolder, objText } from '../../../../helpers/library-folder.ts';
import { signInPlugin } from '../../../../helpers/plugin-session.ts';
import { startTestServer, type TestServer } from '../../../../helpers/test-server.ts';
import { listFiles } from '../../../list-files.ts';
import { createScratch } from '../../../scratch.ts';
import { createAppDownloader } from '../../app-downloader.ts';

const names = Array.from({ length: 40 }, (_, index) => `textures/größe ${index}.psd`);
const textures = Object.fromEntries(names.map((name) => [`m/10k/${name}`, randomBytes(3000)]));
const models = makeLibraryFolder({
  'm/product.json': JSON.stringify({ guid: 'm', title: 'Many', priceUsd: 1, license: 'CC-BY-4.0' }),
  'm/10k/scene.obj': objText(3, 'm', 'scene.mtl'),
  'm/10k/scene.mtl': names.map((name, index) => `newmtl m${index}\nmap_Kd ${name}\n`).join(''),
  ...textures,
});

/** Changes what a ZIP's request is answered with; null lets it through. */
type Fault = ((answer: IncomingMessage, response: ServerResponse) => void) | null;

let server: TestServer;
let baseUrl: string;
let token: string;
let faults: Fault[];
let asked: { readonly kind: string; readonly range: string }[];

/** Stands before the server, notes what is asked for, and harms ZIPs as told. */
async function startProxy(target: () => string) {
  const proxy = createServer((request, response) => {
    const kind = request.url?.split('/')[1] ?? '';
    asked.push({ kind, range: request.headers.range ?? 'whole' });
    const { method, headers, url } = request;
    const passed = ask(new URL(url ?? '/', target()), { method: method ?? 'GET', headers }, (answer) => {
      const fault = kind === 'zip' ? (faults.shift() ?? null) : null;
      if (fault !== null) return fault(answer, response);
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(() => server.baseUrl);
  const bound = proxy.address();
  baseUrl = `http://127.0.0.1:${Object(bound).port}`;
  server = await startTestServer({
    libraryDir: models.folder,
    environment: { LODESTOCK_BASE_URL: baseUrl },
  });
  token = (await signInPlugin(server)).appToken;
});
afterAll(async () => {
  proxy.close();
  await server.close();
  models.remove();
});
beforeEach(() => {
  faults = [];
  asked = [];
});

/** What was asked for, and whether every file is there as the server has it. */
async function downloadAll() {
  const library = await createScratch();
  const download = await createAppDownloader({ origin: baseUrl, token, library });
  await download({ guid: 'm', format: 'obj', lod: '10k', relativePath: '10k/scene.obj' });
  const found = await listFiles(library);
  const places = found.filter((name) => name.endsWith('.psd'));
  expect(places).toHaveLength(names.length);
  for (const place of places) {
    const content = await readFile(path.join(library, place));
    expect(content.equals(textures[`m/10k/textures/${path.basename(place)}`] ?? Buffer.alloc(0))).toBe(true);
  }
  expect(found.filter((name) => /\.(?:part|whole)$/.test(name))).toEqual([]);
  return {
    zips: asked.filter(({ kind }) => kind === 'zip').map(({ range }) => range),
    alone: asked.filter(({ kind }) => kind === 'data' || kind === 'f').length,
  };
}

/** Passes on the head, and the body as changed; its connection ends when less remains than was announced. */
const alter =
  (change: (body: Buffer) => Buffer): Fault =>
  async (answer, response) => {
    const body = Buffer.concat(await answer.toArray());
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    const changed = change(body);
    if (changed.length === body.length) response.end(changed);
    else response.write(changed, () => response.destroy());
  };

test('receives many small files with two requests', async () => {
  const { zips, alone } = await downloadAll();

  expect(zips).toEqual([expect.stringMatching(/^bytes=-\d+$/), expect.stringMatching(/^bytes=\d+-\d+$/)]);
  expect(alone).toBe(0);
});

test('goes on behind the last file after a cut', async () => {
  faults = [null, alter((body) => body.subarray(0, body.length / 2))];

  const { zips, alone } = await downloadAll();

  const [, first = 0, , second = 0] = zips.map((range) => Number(/=(\d+)-/.exec(range)?.[1] ?? 0));
  expect(zips).toHaveLength(4);
  expect(second).toBeGreaterThan(first + 10 * 3000);
  expect(alone).toBe(0);
});

test('asks for a damaged file alone', async () => {
  faults = [
    null,
    alter((body) => {
      body[5000] = (body[5000] ?? 0) ^ 1;
      return body;
    }),
  ];

  expect(await downloadAll()).toMatchObject({ zips: { length: 2 }, alone: 1 });
});

const refuse: Fault = (answer, response) => {
  answer.resume();
  response.writeHead(404).end();
};
const ignoreRange: Fault = async (answer, response) => {
  answer.resume();
  response.writeHead(200, { 'content-length': 3 }).end('all');
};

test.each([
  ['the archive is gone', [refuse]],
  ['its directory is no directory', [alter((body) => body.fill(7))]],
  ['its host sends no ranges', [ignoreRange]],
  ['its content changes in between', [null, ignoreRange]],
  ['it brings nothing', [null, alter((body) => body.subarray(0, 10))]],
])('receives files one by one when %s', async (_why, harm) => {
  faults = [...harm];

  expect((await downloadAll()).alone).toBe(names.length + 2);
});
