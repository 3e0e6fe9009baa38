import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';

const content = objText(400, 'served');
const odd = 'Stuhl "groß" ü (1).obj';
const library = makeLibraryFolder({
  ...simpleModel('table', { guid: 'table', priceUsd: 0 }),
  'table/10k/thing.obj': content,
  'odd/product.json': JSON.stringify({ guid: 'odd' }),
  'odd/1k/Stuhl groß ü (1).obj': objText(3, odd),
  'other/product.json': JSON.stringify({ guid: 'other' }),
  'other/10k/thing.obj': objText(9, 'other'),
});
let server: TestServer;
let url = '';
let token = '';
beforeAll(async () => {
  server = await startTestServer({ libraryDir: library.folder });
  token = (await registerPerson(server)).token;
  url = await addressOf({ guid: 'table', relativePath: '10k/thing.obj' });
});
afterAll(async () => {
  await server.close();
  library.remove();
});

const addressOf = async (wish: { guid: string; relativePath: string }) =>
  (await server.call('agentDirect', wish, { token })).body.downloadUrl;
const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { headers, method });

test('serves a file with a strong ETag', async () => {
  const response = await get();

  expect(await response.text()).toBe(content);
  expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': String(content.length),
    'content-type': 'model/obj',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600, immutable',
  });
});

test.each([
  ['bytes=0-9', content.slice(0, 10), `bytes 0-9/${content.length}`],
  ['bytes=100-', content.slice(100), `bytes 100-${content.length - 1}/${content.length}`],
  ['bytes=-5', content.slice(-5), `bytes ${content.length - 5}-${content.length - 1}/${content.length}`],
  ['bytes=-99999999', content, `bytes 0-${content.length - 1}/${content.length}`],
  ['bytes=0-99999999', content, `bytes 0-${content.length - 1}/${content.length}`],
])('serves the part %s', async (range, text, contentRange) => {
  const response = await get({ range });

  expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange]);
  expect(await response.text()).toBe(text);
});

test('serves several parts in one answer', async () => {
  const response = await get({ range: 'bytes=0-3,10-13' });
  const body = await response.text();

  expect(response.status).toBe(206);
  expect(response.headers.get('content-type')).toMatch(/^multipart\/byteranges; boundary=/);
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(body));
  expect(body).toContain(
    `Content-Range: bytes 10-13/${content.length}\r\n\r\n${content.slice(10, 14)}\r\n--`,
  );
});

test('refuses a part beyond the end', async () => {
  const response = await get({ range: `bytes=${content.length}-` });

  expect([response.status, response.headers.get('content-range')]).toEqual([
    416,
    `bytes */${content.length}`,
  ]);
});

test('ignores a malformed range', async () => {
  const response = await get({ range: 'bytes=a-b' });

  expect([response.status, (await response.text()).length]).toEqual([200, content.length]);
});

test('gives a part only when If-Range still holds', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
  const same = await get({ range: 'bytes=0-9', 'if-range': etag });
  const other = await get({ range: 'bytes=0-9', 'if-range': '"other"' });
  const weak = await get({ range: 'bytes=0-9', 'if-range': `W/${etag}` });

  expect([same.status, other.status, weak.status]).toEqual([206, 200, 200]);
});

test('answers 304 to who has it already', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';

  const response = await get({ 'if-none-match': etag });

  expect([response.status, await response.text()]).toEqual([304, '']);
});

test('answers HEAD without a body', async () => {
  const response = await get({}, 'HEAD');

  expect([response.headers.get('content-length'), await response.text()]).toEqual([
    String(content.length),
    '',
  ]);
});

test('names files beyond ASCII rightly', async () => {
  const response = await fetch(await addressOf({ guid: 'odd', relativePath: '1k/Stuhl groß ü (1).obj' }));

  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Stuhl%20gro%C3%9F%20%C3%BC",
  );
});

test('refuses every change of the address', async () => {
  const parsed = new URL(url);
  const [, , capability = ''] = parsed.pathname.split('/');
  const changed = [...capability].map(
    (letter, index) =>
      `${capability.slice(0, index)}${letter === 'A' ? 'B' : 'A'}${capability.slice(index + 1)}`,
  );
  const addresses = [
    ...changed.map((other) => url.replace(capability, other)),
    url.replace('/table/', '/other/'),
    url.replace('/10k/', '/1k/'),
    url.replace(capability, ''),
    url.replace(capability, `${capability}A`),
  ];

  const statuses = await Promise.all(addresses.map(async (address) => (await fetch(address)).status));

  expect(new Set(statuses)).toEqual(new Set([404]));
});

test('leaves the model folder by no spelling', async () => {
  const base = url.slice(0, -'thing.obj'.length);
  const spellings = [
    '../product.json',
    '..%2fproduct.json',
    '%2e%2e/product.json',
    '%2e%2e%2fproduct.json',
    '..%5cproduct.json',
    '..\\product.json',
    '%252e%252e%252fproduct.json',
    'thing.obj%00',
    'thing.obj.',
    'THING.OBJ',
    'thing.obj/',
    'thing.obj%20',
    '//etc/passwd',
    '%2fetc%2fpasswd',
    'C:%5cthing.obj',
    'textures',
    'textures/',
    '',
    'thing.obj::$DATA',
    '..%c0%afproduct.json',
  ];

  const statuses = await Promise.all(
    spellings.map(async (spelling) => [spelling, (await fetch(`${base}${spelling}`)).status]),
  );

  expect(statuses.filter(([, status]) => status !== 404 && status !== 400)).toEqual([]);
});

test('serves no longer than the capability lasts', async () => {
  const fresh = await startTestServer({ libraryDir: library.folder });
  const person = await registerPerson(fresh);
  const { downloadUrl, expiresAt } = (
    await fresh.call('agentDirect', { guid: 'table', relativePath: '10k/thing.obj' }, person)
  ).body;
  const untilEnd = Date.parse(expiresAt) - Date.now();

  fresh.advance(untilEnd - 3000);
  const before = await fetch(downloadUrl);
  fresh.advance(4000);
  const after = await fetch(downloadUrl);

  expect(untilEnd).toBeLessThanOrEqual(limits.capability.direct);
  expect([before.status, after.status]).toEqual([200, 404]);
  await fresh.close();
});

test('sends nothing of a file that has changed', async () => {
  const address = await addressOf({ guid: 'other', relativePath: '10k/thing.obj' });
  writeFileSync(path.join(library.folder, 'other/10k/thing.obj'), 'shorter');

  const response = await fetch(address);

  expect([response.status, (await response.json()).code]).toEqual([502, 'FILE_HOST_UNAVAILABLE']);
});

test('writes no capability into the log', () => {
  const capability = new URL(url).pathname.split('/')[2] ?? '';

  expect(server.logged.join('')).not.toContain(capability);
});
