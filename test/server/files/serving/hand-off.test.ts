import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findQuietPort } from '../../../helpers/find-quiet-port.ts';
import { makeLibraryFolder, objText } from '../../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../../helpers/test-server.ts';
import { readDocumentedBlock, startCaddy, startNginx, whyNo } from '../../../helpers/web-server.ts';

const odd = '1k/Stuhl groß ü (1) 100%.psd';
const content = randomBytes(3 * 1024 * 1024 + 5);
const starters = { nginx: startNginx, caddy: startCaddy };

/** The documented lines in front of our server, with our places put in. */
async function startBehind(accel: 'nginx' | 'caddy') {
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
      LODESTOCK_BASE_URL: `http://127.0.0.1:${port}`,
      LODESTOCK_LOG_LEVEL: 'debug',
    },
  });
  const lines = readDocumentedBlock(accel)
    .replace('127.0.0.1:8787', new URL(server.baseUrl).host)
    .replace('/path/to/models', library.folder);
  const front = await starters[accel](port, lines);
  onTestFinished(async () => {
    await front.stop();
    await server.close();
    library.remove();
  });
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

test('sends the file itself to who asks directly', async () => {
  const library = makeLibraryFolder({
    'm/product.json': '{"guid":"m"}',
    'm/1k/t.obj': objText(3),
    'm/1k/a.psd': content,
  });
  const server = await startTestServer({
    libraryDir: library.folder,
    environment: { LODESTOCK_ACCEL: 'nginx' },
  });
  const { token } = await registerPerson(server);
  const { body } = await server.call('agentDirect', { guid: 'm', relativePath: '1k/a.psd' }, { token });

  const response = await fetch(body.downloadUrl);

  expect((await bytesOf(response)).equals(content)).toBe(true);
  await server.close();
  library.remove();
});
