import { beforeAll, expect, test } from 'vitest';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { registerPerson, startTestServer, type TestServer } from '../../../helpers/test-server.ts';

const content = objText(400, 'served');
let server: TestServer;
let url = '';
let token = '';
beforeAll(async () => {
  server = await startTestServer({
    files: {
      ...simpleModel('table', { guid: 'table', priceUsd: 0 }),
      'table/10k/thing.obj': content,
      'table/10k/large.psd': new Uint8Array(100_000).fill(8),
      'table/10k/page.html': '<script>alert(1)</script>',
      'table/10k/picture.tga': '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
    },
  });
  token = (await registerPerson(server)).token;
  url = await addressOf('10k/thing.obj');
});

const addressOf = async (relativePath: string) =>
  (await server.call('agentDirect', { guid: 'table', relativePath }, { token })).body.downloadUrl;
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
    'cache-control': expect.stringMatching(/^private, max-age=8\d\d, immutable$/),
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

test('tells the size to who asks for no content, or for a part beyond the end', async () => {
  const head = await get({}, 'HEAD');
  const beyond = await get({ range: `bytes=${content.length}-` });

  expect([head.headers.get('content-length'), await head.text()]).toEqual([String(content.length), '']);
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
});

const early = 'Sat, 01 Jan 2000 00:00:00 GMT';
const late = 'Fri, 01 Jan 2100 00:00:00 GMT';
test.each([
  [416, { range: 'bytes=99999999-' }],
  [200, { range: 'bytes=a-b' }],
  [206, { range: 'bytes=0-9', 'if-range': '{etag}' }],
  [200, { range: 'bytes=0-9', 'if-range': '"other"' }],
  [200, { range: 'bytes=0-9', 'if-range': 'W/{etag}' }],
  [304, { 'if-none-match': '{etag}' }],
  [412, { 'if-match': '"other"' }],
  [412, { 'if-match': '"other"', range: 'bytes=0-9' }],
  [412, { 'if-match': 'W/{etag}' }],
  [200, { 'if-match': '*' }],
  [200, { 'if-match': '"other", {etag}' }],
  [206, { 'if-match': '{etag}', range: 'bytes=0-9' }],
  [200, { 'if-match': '{etag}', 'if-unmodified-since': early }],
  [304, { 'if-match': '{etag}', 'if-none-match': '{etag}' }],
  [412, { 'if-unmodified-since': early }],
  [200, { 'if-unmodified-since': late }],
  [200, { 'if-unmodified-since': '{modified}' }],
  [200, { 'if-unmodified-since': 'some day' }],
  [304, { 'if-modified-since': late }],
  [304, { 'if-modified-since': '{modified}', range: 'bytes=0-9' }],
  [200, { 'if-modified-since': early }],
  [200, { 'if-modified-since': 'some day' }],
  [200, { 'if-modified-since': late, 'if-none-match': '"other"' }],
])('answers %s where %j is asked', async (status, asked) => {
  for (const path of ['10k/thing.obj', '10k/large.psd']) {
    const address = await addressOf(path);
    const { headers } = await fetch(address, { method: 'HEAD' });
    const [etag = '', modified = ''] = ['etag', 'last-modified'].map((name) => headers.get(name) ?? '');
    const filled = Object.entries(asked).map(([name, value]) => [
      name,
      value.replace('{etag}', etag).replace('{modified}', modified),
    ]);

    const response = await fetch(address, { headers: Object.fromEntries(filled) });

    expect([path, response.status, response.headers.get('etag')]).toEqual([path, status, etag]);
    expect((await response.arrayBuffer()).byteLength > 0).toBe(status < 300);
  }
});

test.each(['page.html', 'picture.tga'])('hands out %s without letting it run', async (name) => {
  const response = await fetch(await addressOf(`10k/${name}`));

  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-disposition': `attachment; filename=${name}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});
