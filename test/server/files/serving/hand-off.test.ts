import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findQuietPort } from '../../../helpers/find-quiet-port.ts';
import { isOnPath } from '../../../helpers/is-on-path.ts';
import { makeLibraryFolder, objText } from '../../../helpers/library-folder.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { createPrivateAuthority, whyNoAuthority } from '../../../helpers/private-authority.ts';
import { registerPerson, startTestServer } from '../../../helpers/test-server.ts';
import {
  filesOf,
  readDeployedProxy,
  startCaddy,
  startNginx,
  type Tls,
  whyNo,
} from '../../../helpers/web-server.ts';

const odd = '1k/Stuhl groß ü (1) 100%.psd';
const content = randomBytes(3 * 1024 * 1024 + 5);
const starters = { nginx: startNginx, caddy: startCaddy };

/** The documented lines in front of our server, with our places put in. */
async function startBehind(accel: 'nginx' | 'caddy', tls?: Tls) {
  const library = makeLibraryFolder({
    'model one/product.json': JSON.stringify({ guid: 'm' }),
    'model one/1k/thing.obj': objText(3),
    [`model one/${odd}`]: content,
  });
  const port = await findQuietPort();
  const server = await startTestServer({
    libraryDir: library.folder,
    environment: {
      LODESTOCK_ACCEL: accel,
      LODESTOCK_BASE_URL: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
      LODESTOCK_LOG_LEVEL: 'debug',
    },
  });
  const lines = readDeployedProxy(filesOf[accel])
    .replace('127.0.0.1:8787', new URL(server.baseUrl).host)
    .replace('/path/to/models', library.folder);
  const front = await starters[accel](port, lines, tls);
  onTestFinished(() => front.stop());
  const { token } = await registerPerson(server);
  const wish = { guid: 'm', relativePath: odd };
  const { downloadUrl, sha256 } = (await server.call('agentDirect', wish, { token })).body;
  return { library, server, url: downloadUrl, etag: `"${sha256}"`, port };
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

for (const accel of ['nginx', 'caddy'] as const) {
  const why = whyNo(accel);
  const note = why === null ? '' : ` (skipped: ${why})`;
  const run = test.skipIf(why !== null);

  run(`lets ${accel} send the file by the documented lines${note}`, async () => {
    const { url, etag, server, port } = await startBehind(accel);

    const response = await fetch(url);
    const part = await fetch(url, { headers: { range: 'bytes=1000000-1000999', 'if-range': etag } });
    const stale = await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': '"other"' } });
    const known = await fetch(url, { headers: { 'if-none-match': etag } });
    const head = await fetch(url, { method: 'HEAD' });

    expect(new URL(url).port).toBe(String(port));
    expect((await bytesOf(response)).equals(content)).toBe(true);
    expect((await bytesOf(part)).equals(content.subarray(1_000_000, 1_001_000))).toBe(true);
    expect((await bytesOf(stale)).equals(content)).toBe(true);
    expect([part.status, stale.status, known.status, head.status]).toEqual([206, 200, 304, 200]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag,
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining("filename*=UTF-8''Stuhl%20gro%C3%9F"),
      'cache-control': expect.stringMatching(/^private, max-age=[1-8]\d\d, immutable$/),
    });
    expect(response.headers.get('x-accel-redirect')).toBeNull();
    await expect.poll(() => server.logged.join('')).toContain('"status":200');
  });

  run(`lets ${accel} send nothing without a capability${note}`, async () => {
    const { url, library } = await startBehind(accel);
    const { origin, pathname } = new URL(url);
    const inside = `/lodestock-files/model%20one/${odd.split('/').map(encodeURIComponent).join('/')}`;

    const direct = await fetch(`${origin}${inside}`);
    const changed = await fetch(`${origin}${pathname.replace('/1k/', '/2k/')}`);
    writeFileSync(path.join(library.folder, 'model one', odd), randomBytes(content.length));
    const replaced = await fetch(url);

    expect([direct.status, changed.status, replaced.status]).toEqual([404, 404, 502]);
  });
}

const whyNoCurl = whyNoAuthority() ?? (isOnPath('curl') ? null : 'curl is not installed');
const runFile = promisify(execFile);

function makeCertificate() {
  const folder = makeFolder();
  const authority = createPrivateAuthority(folder);
  const { certFile: cert, keyFile: key } = authority.issue('localhost');
  const target = path.join(folder, 'got');
  /** What curl, which tolerates less than browsers, says of an address over HTTP/2, and the bytes it has then. */
  const curl = async (url: string, ...more: readonly string[]) => {
    const say = '%{http_version} %{http_code}';
    const args = ['-sS', '--http2', '--cacert', authority.file, '-o', target, '-w', say, ...more, url];
    const { stdout } = await runFile('curl', args);
    return { said: stdout, sha256: createHash('sha256').update(readFileSync(target)).digest('hex') };
  };
  return { tls: { cert, key }, curl, target };
}

for (const accel of ['nginx', 'caddy'] as const) {
  const why = whyNo(accel) ?? whyNoCurl;
  const note = why === null ? '' : ` (skipped: ${why})`;

  test.skipIf(why !== null)(`lets ${accel} send the file over TLS and HTTP/2${note}`, async () => {
    const { tls, curl, target } = makeCertificate();
    const { url, etag } = await startBehind(accel, tls);
    const sha256 = etag.slice(1, -1);

    const whole = await curl(url);
    const listing = await curl(new URL('/api-embeddings/browse', url).href);
    const condition = await curl(url, '-H', `If-Match: ${etag}`);
    const refused = await curl(url, '-H', 'If-Match: "other"');
    writeFileSync(target, content.subarray(0, 1_000_000));
    const resumed = await curl(url, '-C', '-');

    expect([whole, condition, resumed]).toEqual([
      { said: '2 200', sha256 },
      { said: '2 200', sha256 },
      { said: '2 206', sha256 },
    ]);
    expect([listing.said, refused.said]).toEqual(['2 200', '2 412']);
  });
}

test('sends the file itself to who asks directly', async () => {
  const server = await startTestServer({
    files: {
      'm/product.json': '{"guid":"m"}',
      'm/1k/t.obj': objText(3),
      'm/1k/a.psd': content,
    },
    environment: { LODESTOCK_ACCEL: 'nginx' },
  });
  const { token } = await registerPerson(server);
  const { body } = await server.call('agentDirect', { guid: 'm', relativePath: '1k/a.psd' }, { token });

  const response = await fetch(body.downloadUrl);

  expect((await bytesOf(response)).equals(content)).toBe(true);
});
