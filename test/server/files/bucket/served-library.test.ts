import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LeavesAnswer } from '../../../../server/contract/catalogue/downloads.ts';
import { limits } from '../../../../server/contract/limits.ts';
import { signInBrowser } from '../../../helpers/browser-session.ts';
import { makeLibraryFolder, simpleModel } from '../../../helpers/library-folder.ts';
import { signInPlugin } from '../../../helpers/plugin-session.ts';
import { sampleWebp } from '../../../helpers/sample-webp.ts';
import { startSwiftStore, whyNoSwift } from '../../../helpers/swift-store.ts';
import { registerPerson, startTestServer, type TestServer } from '../../../helpers/test-server.ts';
import { startToyStore } from '../../../helpers/toy-store.ts';
import { readZipNames } from '../../../helpers/zip-names.ts';

const big = randomBytes(limits.leafBytes + 4321);
const odd = "10k/Stuhl + ü (1) & 'neu' 100%.psd";
const poster = sampleWebp(512);
const files: Readonly<Record<string, string | Uint8Array>> = {
  ...simpleModel('my table', { guid: 'table', priceUsd: 0 }),
  [`my table/${odd}`]: randomBytes(200_000),
  'my table/10k/large.psd': big,
  'my table/previewMedium.webp': poster,
};
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const kinds = {
  async folder() {
    const library = makeLibraryFolder(files);
    const server = await startTestServer({ libraryDir: library.folder });
    const change = async (path: string, content: string) => library.write({ [path]: content });
    return { server, change, close: async () => library.remove() };
  },
  async bucket() {
    const inBucket = Object.entries(files).map(([key, content]) => [`studio/${key}`, content]);
    const store = await startToyStore(Object.fromEntries(inBucket), { pageSize: 3 });
    const server = await startTestServer({ environment: store.environment('studio') });
    const change = async (path: string, content: string) => void (await store.put(`studio/${path}`, content));
    return { server, change, close: async () => void (await store.close()) };
  },
  async swift() {
    const store = await startSwiftStore();
    for (const [key, content] of Object.entries(files)) await store.put(`studio/${key}`, content);
    const server = await startTestServer({ environment: store.environment('studio') });
    const change = (path: string, content: string) => store.put(`studio/${path}`, content);
    return { server, change, close: store.close };
  },
};
const noSwift = whyNoSwift();
const stores = [
  ['folder', 'a folder'],
  ['bucket', 'a bucket'],
  ['swift', `a bucket of OpenStack Swift${noSwift === null ? '' : ` (skipped: ${noSwift})`}`],
] as const;
/** The SHA-256 of the same archive from each kind of library. */
const archives = new Map<string, string>();

describe.each(stores)('%s: a library in %s', (kind) => {
  if (kind === 'swift' && noSwift !== null) {
    test.skip('is served like a folder');
    return;
  }
  let library: Awaited<ReturnType<(typeof kinds)['folder']>>;
  let server: TestServer;
  let token = '';
  beforeAll(async () => {
    library = await kinds[kind]();
    server = library.server;
    token = (await registerPerson(server)).token;
  });
  afterAll(() => library.close());

  const direct = async (relativePath: string) =>
    (await server.call('agentDirect', { guid: 'table', relativePath }, { token })).body;

  test.each([['10k/thing.obj'], [odd], ['10k/large.psd']])('gives %s as it is', async (relativePath) => {
    const { downloadUrl, sha256 } = await direct(relativePath);

    const response = await fetch(downloadUrl);
    const bytes = await bytesOf(response);

    expect(bytes.equals(Buffer.from(files[`my table/${relativePath}`] ?? ''))).toBe(true);
    expect(hashOf(bytes)).toBe(sha256);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: `"${sha256}"`,
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
    });
  });

  test('answers HEAD like GET, without a body', async () => {
    const { downloadUrl, sha256 } = await direct('10k/large.psd');

    const head = await fetch(downloadUrl, { method: 'HEAD' });

    expect([head.status, head.headers.get('etag')]).toEqual([200, `"${sha256}"`]);
    expect(head.headers.get('content-length')).toBe(String(big.length));
    expect(head.headers.get('last-modified')).toMatch(/GMT$/);
  });

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=5000000-7000000', 5_000_000, 7_000_001],
    ['bytes=8388600-', 8_388_600, big.length],
    ['bytes=-10', big.length - 10, big.length],
  ])('gives the part %s', async (range, start, end) => {
    const { downloadUrl, sha256 } = await direct('10k/large.psd');

    const part = await fetch(downloadUrl, { headers: { range, 'if-range': `"${sha256}"` } });

    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${start}-${end - 1}/${big.length}`,
    ]);
    expect((await bytesOf(part)).equals(big.subarray(start, end))).toBe(true);
  });

  test('gives several parts at once', async () => {
    const { downloadUrl } = await direct('10k/large.psd');

    const parts = await fetch(downloadUrl, { headers: { range: 'bytes=0-9,100-109' } });
    const text = (await bytesOf(parts)).toString('latin1');

    expect([parts.status, parts.headers.get('content-type')]).toEqual([
      206,
      expect.stringContaining('multipart/byteranges'),
    ]);
    for (const start of [0, 100]) expect(text).toContain(big.toString('latin1', start, start + 10));
  });

  test('holds to the conditions of a request', async () => {
    const { downloadUrl, sha256 } = await direct('10k/large.psd');
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(downloadUrl, { headers });
      return [response.status, (await response.arrayBuffer()).byteLength];
    };

    expect(await ask({ 'if-none-match': `"${sha256}"` })).toEqual([304, 0]);
    expect(await ask({ 'if-match': '"other"' })).toEqual([412, 0]);
    expect(await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).toEqual([200, big.length]);
    expect(await ask({ range: `bytes=${big.length}-` })).toEqual([416, 0]);
  });

  test('knows the leaves of a large file', async () => {
    const { leavesUrl = '', sha256 } = await direct('10k/large.psd');
    const expected = [big.subarray(0, limits.leafBytes), big.subarray(limits.leafBytes)].map(hashOf);

    const kept = LeavesAnswer.parse(await (await fetch(leavesUrl)).json());
    server.db.exec('DELETE FROM leaf_list');
    const made = LeavesAnswer.parse(await (await fetch(leavesUrl)).json());

    expect(kept).toMatchObject({ sha256, leaves: expected });
    expect(made).toEqual(kept);
  });

  test('gives archives and parts of them', async () => {
    const { headers } = await signInBrowser(server, await registerPerson(server));
    const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' } as const;
    await server.call('agentDirect', wish, { headers });
    const page = `${server.baseUrl}/download/table/all?ext=obj&lod=10k&relativePath=10k%2Fthing.obj`;
    const address = (await fetch(page, { headers, redirect: 'manual' })).headers.get('location') ?? '';

    const zip = await bytesOf(await fetch(address));
    const part = await bytesOf(await fetch(address, { headers: { range: 'bytes=150000-8500000' } }));

    expect(readZipNames(zip)).toEqual(
      expect.arrayContaining(['10k/thing.obj', '10k/thing.mtl', '10k/large.psd', odd, 'LICENSE.txt']),
    );
    expect(zip.includes(big)).toBe(true);
    expect(part.equals(zip.subarray(150_000, 8_500_001))).toBe(true);
    archives.set(kind, hashOf(zip));
    expect(new Set(archives.values()).size).toBe(1);
  });

  test('gives the poster that somebody put there', async () => {
    const response = await fetch(`${server.baseUrl}/posters/table/medium`);

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await bytesOf(response)).equals(poster)).toBe(true);
  });

  test('sends no plugin elsewhere', async () => {
    const { appToken } = await signInPlugin(server);
    const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' } as const;
    const { downloadUrl } = (await server.call('pluginDirect', wish, { token: appToken })).body;

    const response = await fetch(downloadUrl, { redirect: 'manual' });

    expect([response.status, response.redirected]).toEqual([200, false]);
  });

  test('gives and charges nothing of a file that changed', async () => {
    const { downloadUrl } = await direct('10k/large.psd');
    await library.change('my table/10k/large.psd', 'something else');

    const refused = await fetch(downloadUrl);
    const { status, error } = await server.call(
      'agentDirect',
      { guid: 'table', relativePath: '10k/large.psd' },
      { token: (await registerPerson(server)).token },
    );

    expect(refused.status).toBe(502);
    expect(await refused.json()).toMatchObject({ code: 'FILE_HOST_UNAVAILABLE' });
    expect([status, error.code]).toEqual([503, 'UNAVAILABLE']);
  });
});
