import { beforeAll, expect, test } from 'vitest';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';

const odd = 'Stuhl "groß" ü (1).obj';
let server: TestServer;
let url = '';
let token = '';
beforeAll(async () => {
  server = await startTestServer({
    files: {
      ...simpleModel('table', { guid: 'table', priceUsd: 0 }),
      'odd/product.json': JSON.stringify({ guid: 'odd' }),
      'odd/1k/Stuhl groß ü (1).obj': objText(3, odd),
      'other/product.json': JSON.stringify({ guid: 'other' }),
      'other/10k/thing.obj': objText(9, 'other'),
    },
    environment: { LODESTOCK_LOG_LEVEL: 'debug' },
  });
  token = (await registerPerson(server)).token;
  url = await addressOf({ guid: 'table', relativePath: '10k/thing.obj' });
});

const addressOf = async (wish: { guid: string; relativePath: string }) =>
  (await server.call('agentDirect', wish, { token })).body.downloadUrl;

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

test('writes no capability into the log', () => {
  const capability = new URL(url).pathname.split('/')[2] ?? '';

  expect(server.logged.join('')).not.toContain(capability);
});

test('lets pages of other sites ask for parts', async () => {
  const headers = { origin: 'https://viewer.example', 'access-control-request-headers': 'range, if-range' };

  const preflight = await fetch(url, { method: 'OPTIONS', headers });
  const refused = await fetch(url.replace('/table/', '/other/'), { headers });

  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
});
