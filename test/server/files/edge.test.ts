import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { readDeployedProxy, startNginxWith, startVarnish, whyNo } from '../../helpers/web-server.ts';
import { createAppDownloader } from '../../src-main/downloads/app-downloader.ts';
import { listFiles } from '../../src-main/list-files.ts';
import { createScratch } from '../../src-main/scratch.ts';

const key = 'a-secret-of-the-edge-and-the-server';
/** Two slices of nginx. */
const content = randomBytes(9 * 1024 * 1024);
const odd = '1k/Stuhl groß ü (1) 100%.psd';
const edges = {
  nginx: (port: number, lines: string) =>
    startNginxWith(port, lines.replace('listen 80', `listen 127.0.0.1:${port}`)),
  varnishd: startVarnish,
};
const files = { nginx: 'nginx-edge.conf', varnishd: 'edge.vcl' } as const;

/** A scene with what it needs. */
const table: Readonly<Record<string, string | Uint8Array>> = {
  '10k/table.obj': objText(3, 'table', 'table.mtl'),
  '10k/table.mtl': 'newmtl wood\nmap_Kd wood.psd\nmap_Ks large.psd\n',
  '10k/wood.psd': randomBytes(3000),
  '10k/large.psd': randomBytes(20 * 1024 * 1024),
};

async function startServer(environment: Readonly<Record<string, string>> = {}) {
  const server = await startTestServer({
    files: {
      'chair/product.json': JSON.stringify({ guid: 'chair', title: 'Chair' }),
      'chair/1k/chair.obj': `mtllib chair.mtl\n${objText(3)}`,
      'chair/1k/chair.mtl': 'newmtl wood\nmap_Kd wood.png\n',
      'chair/1k/wood.png': randomBytes(200),
      'chair/1k/empty.bin': '',
      [`chair/${odd}`]: content,
      'table/product.json': JSON.stringify({ guid: 'table', title: 'Table', priceUsd: 1 }),
      ...Object.fromEntries(Object.entries(table).map(([name, bytes]) => [`table/${name}`, bytes])),
    },
    environment: { LODESTOCK_EDGE_KEY: key, ...environment },
  });
  let isUp = true;
  const stop = async () => {
    if (isUp) await server.close();
    isUp = false;
  };
  onTestFinished(() => stop());
  return { server, stop, ...(await registerPerson(server)) };
}

/** The documented lines in front of our server, with our places put in. */
async function startBehind(
  edge: keyof typeof edges,
  before?: { baseUrl: string; aim(target: string): void },
) {
  const port = await findQuietPort();
  before?.aim(`http://127.0.0.1:${port}`);
  const base = before?.baseUrl ?? `http://127.0.0.1:${port}`;
  const started = await startServer({ LODESTOCK_BASE_URL: base });
  const { host, port: own } = new URL(started.server.baseUrl);
  const cache = makeLibraryFolder();
  const lines = readDeployedProxy(files[edge])
    .replaceAll('EDGE_KEY', key)
    .replaceAll('127.0.0.1:8787', host)
    .replace('"8787"', `"${own}"`)
    .replace('/var/cache/nginx/lodestock', cache.folder);
  const front = await edges[edge](port, lines);
  onTestFinished(() => front.stop());
  return { ...started, base };
}

const statusOf = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
  (await fetch(url, { headers })).status;
const permit = (sha256: string, until: number, secret = key) =>
  `until=${until}&permit=${hash('md5', `${until}${sha256} ${secret}`, 'base64url')}`;

for (const edge of ['nginx', 'varnishd'] as const) {
  const why = whyNo(edge);
  const note = why === null ? '' : ` (skipped: ${why})`;
  const run = test.skipIf(why !== null);

  run(`gives a file without the server to those who may have it, by ${edge}${note}`, async () => {
    const { server, stop, token } = await startBehind(edge);
    const ask = async (relativePath: string) =>
      (await server.call('agentDirect', { guid: 'chair', relativePath }, { token })).body;
    const { downloadUrl: url, sha256 } = await ask(odd);
    const { downloadUrl: empty } = await ask('1k/empty.bin');
    expect(await statusOf(empty)).toBe(200);
    const first = await fetch(url);
    expect(Buffer.from(await first.arrayBuffer()).equals(content)).toBe(true);
    const address = url.split('?')[0] ?? '';
    const now = Math.floor(Date.now() / 1000);

    await stop();

    const nothing = await fetch(empty);
    const whole = await fetch(`${address}?${permit(sha256, now + 300)}`);
    const part = await fetch(url, { headers: { range: 'bytes=8388600-8388700' } });
    expect([nothing.status, await nothing.text()]).toEqual([200, '']);
    expect(whole.headers.get('etag')).toBe(`"${sha256}"`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(8388600, 8388701))).toBe(true);
    expect(await statusOf(url, { 'if-none-match': `"${sha256}"` })).toBe(304);
    const refused = [
      address,
      `${address}?${permit(sha256, now - 1)}`,
      `${address}?${permit(sha256, now + 300).replace(/until=\d+/, `until=${now + 400}`)}`,
      `${address}?${permit('0'.repeat(64), now + 300)}`,
      `${address}?${permit(sha256, now + 300, 'another secret')}`,
    ];
    expect(await Promise.all(refused.map((other) => statusOf(other)))).toEqual(refused.map(() => 404));
  });

  run(`brings the app a whole model, goes on after a cut and charges once, by ${edge}${note}`, async () => {
    const proxy = await startFaultProxy();
    onTestFinished(proxy.close);
    const { server, base } = await startBehind(edge, proxy);
    const { appToken, token } = await signInPlugin(server);
    const library = await createScratch();
    const download = await createAppDownloader({ origin: base, token: appToken, library });
    const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/table.obj' } as const;
    // A small file that is cut first would end the download before the large one has begun.
    proxy.set('cut', 'large.psd');

    await expect(download(wish)).rejects.toMatchObject({ code: 'FILE_HOST_UNAVAILABLE' });
    proxy.set('none');
    const before = proxy.ranges.length;
    const folder = path.dirname(path.dirname((await download(wish)).filePath));

    for (const [name, bytes] of Object.entries(table))
      expect((await readFile(path.join(folder, name))).equals(Buffer.from(bytes))).toBe(true);
    expect((await listFiles(library)).filter((name) => /\.(?:part|leaves)$/.test(name))).toEqual([]);
    expect(proxy.ranges.slice(before)).toContainEqual(expect.stringMatching(/^bytes=\d{7,}-$/));
    expect((await server.call('balance', {}, { token })).body.balanceUsd).toBe(99);
  });
}

const whyNoVarnish = whyNo('varnishd');
const note = whyNoVarnish === null ? '' : ` (skipped: ${whyNoVarnish})`;

test.skipIf(whyNoVarnish !== null)(
  `lets varnishd answer everyone alike, and each person alone${note}`,
  async () => {
    const { stop, token, base } = await startBehind('varnishd');
    const listing = `${base}/api-embeddings/?q=chair`;
    const before = await (await fetch(listing)).json();
    const own = { authorization: `Bearer ${token}` };
    expect(await statusOf(`${base}/api/account/transactions`, own)).toBe(200);
    expect(before.results).toHaveLength(1);

    await stop();

    expect(await (await fetch(listing)).json()).toEqual(before);
    expect(await statusOf(listing, own)).toBe(503);
    expect(await statusOf(listing, { cookie: 'a=b; __Host-lodestock=some' })).toBe(503);
    expect(await statusOf(`${base}/api/account/transactions`, own)).toBe(503);
  },
);

test.skipIf(whyNoVarnish !== null)(`lets varnishd ask before its first probe comes back${note}`, async () => {
  const backend = createServer(({ url }, response) => {
    if (url !== '/healthz') response.end('a listing');
  }).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  const { port: own } = backend.address() as AddressInfo;
  const port = await findQuietPort();
  const front = await startVarnish(port, readDeployedProxy('edge.vcl').replace('"8787"', `"${own}"`));
  onTestFinished(async () => {
    await front.stop();
    backend.closeAllConnections();
    backend.close();
  });

  expect(await (await fetch(`http://127.0.0.1:${port}/listing`)).text()).toBe('a listing');
});

test('names every file of a plugin by its bytes, and gives an agent relative addresses', async () => {
  const { server, token } = await startServer();
  const scene = { guid: 'chair', relativePath: '1k/chair.obj' };
  const { body: agent } = await server.call('agentDirect', scene, { token });
  const { body: plugin } = await server.call('pluginDirect', scene, {
    token: (await signInPlugin(server)).appToken,
  });

  expect(new URL(agent.downloadUrl).pathname).toMatch(/^\/data\/.*\/chair\/1k\/chair\.obj$/);
  const named = [plugin, ...plugin.supportFiles].map((file) => [
    'url' in file ? file.url : file.downloadUrl,
    file.sha256,
    file.relativePath,
  ]);
  for (const [url = '', sha256 = '', path] of named) {
    expect(decodeURI(new URL(url).pathname)).toBe(`/f/${sha256}/chair/${path}`);
    expect(hash('sha256', Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(sha256);
    expect(await statusOf(url.replace(sha256, '0'.repeat(64)))).toBe(404);
    expect(await statusOf(url.replace(/until=\d/, 'until=9'))).toBe(404);
  }
});
