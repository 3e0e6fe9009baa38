import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtPages } from '../../helpers/built.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { findPageBrowser, openBrowser } from '../../src-renderer/site/open-browser.ts';

const executablePath = findPageBrowser();
const reason = executablePath === null ? ' (skipped: no Chromium is installed)' : '';

/** Browsers send no Sec-Fetch headers to plain-http names, and SameSite=Lax lets the cookie through. */
describe.skipIf(executablePath === null)(`pages of others before a signed-in browser${reason}`, () => {
  const others = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Another page</title>'),
  );
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startTestServer({
      files: simpleModel('table', { guid: 'table', priceUsd: 7 }),
      rendererDir: builtPages,
      environment: { LODESTOCK_HOST_NAMES: 'models.studio.lan' },
    });
    await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve));
    browser = await openBrowser(executablePath ?? '', ['--host-resolver-rules=MAP * 127.0.0.1']);
  });
  afterAll(async () => {
    await browser.close();
    others.close();
  });

  const portOf = (address: string | AddressInfo | null) =>
    typeof address === 'object' ? address?.port : undefined;

  test.each([
    ['models.studio.lan', 'evil.example'],
    ['models.studio.lan', 'other.studio.lan'],
    ['models.studio.lan', 'models.studio.lan'],
    ['127.0.0.1', '127.0.0.1'],
  ])('spend nothing at %s from %s', async (site, other) => {
    const { email, password, token } = await registerPerson(server);
    const origin = `http://${site}:${new URL(server.baseUrl).port}`;
    const page = await browser.newPage();
    await page.goto(`${origin}/healthz`);
    const signedIn = await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/api/session', { method: 'POST', headers, body: JSON.stringify(body) })).status;
      },
      { email, password },
    );
    await page.goto(`http://${other}:${portOf(others.address())}/`);

    await page.evaluate((address) => {
      location.href = address;
    }, `${origin}/download/table/format/obj?lod=10k&relativePath=10k%2Fthing.obj`);
    await page.waitForURL(/\/model\/table\?take=file/);

    expect(signedIn).toBe(200);
    expect((await server.call('balance', {}, { token })).body.balanceUsd).toBe(100);
    await page.close();
  });
});
