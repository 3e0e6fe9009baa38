import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectProxy, startConnectProxy } from '../helpers/connect-proxy.ts';
import { findQuietPort } from '../helpers/find-quiet-port.ts';
import { type LibraryFolder, makeLibraryFolder } from '../helpers/library-folder.ts';
import { whyNoOwnHosts, withOwnHosts } from '../helpers/own-hosts.ts';
import { createPrivateAuthority, whyNoAuthority } from '../helpers/private-authority.ts';
import { sampleGlb } from '../helpers/sample-files.ts';
import { type ServerChild, startServerChild } from '../helpers/server-child.ts';
import { findPageBrowser, openBrowser } from '../src-renderer/site/open-browser.ts';
import { builtApp, electronPath, whyNoElectron } from './driver.ts';
import {
  type Desk,
  fileRow,
  listTree,
  makeDesk,
  openApp,
  openModel,
  sha256Of,
  signIn,
  takeFile,
  type Walk,
} from './walk.ts';

const chromium = findPageBrowser();
const name = 'models.studio.lan';
const wanted = {
  search: 'knight',
  title: 'Knight',
  lod: '10k',
  format: 'glb',
  fileName: 'knight.glb',
} as const;
const content = sampleGlb({ triangles: 60 });

/** A studio's server under its name on the local network, and what the app's computer has to reach it. */
type Studio = {
  readonly url: string;
  /** What the server is started with. */
  readonly serverEnv: Readonly<Record<string, string>>;
  readonly appEnv: Readonly<Record<string, string>>;
  readonly executablePath?: string;
  readonly proxy?: ConnectProxy;
};

async function preparePlain(folder: string): Promise<Studio> {
  const url = `http://${name}:${await findQuietPort()}`;
  const executablePath = withOwnHosts(folder, electronPath, { [name]: '127.0.0.1' });
  return { url, serverEnv: {}, appEnv: {}, executablePath };
}

/** Only the proxy knows the name, and only the system knows who signed the certificate. */
async function prepareEncrypted(folder: string): Promise<Studio> {
  const port = await findQuietPort();
  const authority = createPrivateAuthority(path.join(folder, 'ca'));
  const { certFile, keyFile } = authority.issue(name);
  const proxy = await startConnectProxy({ signIn: 'ada:s3cret', leads: { [`${name}:${port}`]: port } });
  return {
    url: `https://${name}:${port}/studio/lodestock`,
    serverEnv: { LODESTOCK_TLS_CERT: certFile, LODESTOCK_TLS_KEY: keyFile },
    appEnv: { HTTPS_PROXY: proxy.url.replace('://', '://ada:s3cret@'), SSL_CERT_FILE: authority.file },
    proxy,
  };
}

const isLowered = builtApp.includes('lowered-app');

const studios = [
  {
    title: 'by http under a name of the local network',
    prepare: preparePlain,
    reason: whyNoOwnHosts(),
    isAsked: true,
  },
  {
    title: 'by https below a path, with a private authority, through a proxy with a password',
    prepare: prepareEncrypted,
    // The lowered app stands in for `tls.setDefaultCACertificates`, and was never seen to join such a server.
    reason: isLowered ? 'Electron 33 lacks the certificate authorities of Node 24' : whyNoAuthority(),
    isAsked: false,
  },
];

describe.each(studios)('a studio $title', ({ prepare, reason: missing, isAsked }) => {
  const reason = whyNoElectron ?? (chromium === null ? 'chromium not installed' : missing);
  const note = reason === null ? '' : ` (skipped: ${reason})`;
  let folder = '';
  let studio: Studio;
  let library: LibraryFolder;
  let server: ServerChild;
  let browser: Browser;
  let desk: Desk;
  let walk: Walk;
  /** A server with a name on the network asks its first person for it. */
  let setupCode = '';

  beforeAll(async () => {
    if (chromium === null || reason !== null) return;
    folder = mkdtempSync(path.join(tmpdir(), 'studio-'));
    studio = await prepare(folder);
    library = makeLibraryFolder({ 'Knight/10k/knight.glb': content });
    const setUp = Promise.withResolvers<string>();
    server = await startServerChild('dist/server/main.js', {
      onLine: (line) => {
        const code = /"setupCode":"([^"]+)"/.exec(line)?.[1];
        if (code !== undefined) setUp.resolve(code);
      },
      env: {
        LODESTOCK_DATA_DIR: path.join(folder, 'data'),
        LODESTOCK_LIBRARY_DIR: library.folder,
        LODESTOCK_PORT: new URL(studio.url).port,
        LODESTOCK_BASE_URL: studio.url,
        ...studio.serverEnv,
      },
    });
    setupCode = await setUp.promise;
    desk = makeDesk();
    browser = await openBrowser(chromium, [
      `--host-resolver-rules=MAP ${name} 127.0.0.1`,
      '--ignore-certificate-errors',
    ]);
    walk = await openApp(desk, studio.appEnv, studio.executablePath);
  });
  afterAll(async () => {
    await walk?.app.close();
    await browser?.close();
    await server?.stop();
    await studio?.proxy?.close();
    desk?.remove();
    library?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  test.skipIf(reason !== null)(`is joined by its address${note}`, async () => {
    const { page } = walk;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Another Lodestock server' }).check();
    await page.getByLabel('Address').fill(studio.url);
    await page.getByRole('button', { name: 'Connect' }).click();
    if (isAsked) {
      const question = page.getByRole('dialog', { name: 'Connect without encryption?' });
      await question.getByText('is on your own network (127.0.0.1)').waitFor();
      await question.getByRole('button', { name: 'Connect anyway' }).click();
    }

    await page.getByText(`${studio.url} is ready.`).waitFor();
  });

  test.skipIf(reason !== null)(`lets people sign in${note}`, async () => {
    await signIn(walk, { browser, isNew: true, decision: 'Approve', setupCode });

    await walk.page.getByText('Ada Artist').waitFor();
  });

  test.skipIf(reason !== null)(`gives its files${note}`, async () => {
    const model = { ...wanted, sha256: createHash('sha256').update(content).digest('hex') };
    await openModel(walk, model);
    const row = fileRow(walk, model);
    await takeFile(walk, model);
    await row.getByText('In your library').waitFor();

    const found = listTree(desk.libraryFolder).find((file) => file.endsWith('/10k/knight.glb')) ?? '';
    expect(sha256Of(path.join(desk.libraryFolder, found))).toBe(model.sha256);
  });

  test.skipIf(reason !== null)(`needs nothing but its proxy${note}`, () => {
    const ofStudio = (target: string) => target === new URL(studio.url).host;
    expect((studio.proxy?.refused ?? []).filter(ofStudio)).toEqual([]);
    if (studio.proxy) expect(studio.proxy.asked.filter(ofStudio).length).toBeGreaterThan(0);
  });
});
