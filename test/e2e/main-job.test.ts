import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { startKeyring, whyNoKeyring } from '../helpers/with-keyring.ts';
import { findPageBrowser, openBrowser } from '../src-renderer/site/open-browser.ts';
import { whyNoElectron } from './driver.ts';
import { connectTo, downloadExact, findDownloaded, findTokens } from './main-steps.ts';
import { type Desk, listTree, makeDesk, openApp, signIn, signOut, type Walk } from './walk.ts';
import { makeWantedLibrary } from './wanted-library.ts';

const chromium = findPageBrowser();
const reason = whyNoElectron ?? (chromium === null ? 'chromium not installed' : whyNoKeyring());
const note = reason === null ? '' : ` (skipped: ${reason})`;
const { folder, source, wanted } = makeWantedLibrary();

let server: ServerChild;
let browser: Browser;
let desk: Desk;
let walk: Walk;
let keyring: Awaited<ReturnType<typeof startKeyring>> = null;

beforeAll(async () => {
  if (chromium === null || reason !== null) return;
  desk = makeDesk();
  const env = {
    LODESTOCK_DATA_DIR: path.join(desk.home, 'server'),
    LODESTOCK_LIBRARY_DIR: folder,
    LODESTOCK_PORT: '0',
  };
  server = await startServerChild('dist/server/main.js', { env });
  await waitUntilReady(server.baseUrl);
  keyring = await startKeyring();
  browser = await openBrowser(chromium);
  walk = await openApp(desk, keyring?.env);
});

afterAll(async () => {
  await walk?.app.close();
  await browser?.close();
  await server?.stop();
  await keyring?.stop();
  desk?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const library = () => walk.page.getByRole('main').getByRole('gridcell');

test.skipIf(reason !== null)(`connects to a server by its address${note}`, async () => {
  await connectTo(walk.page, server.baseUrl);
});

test.skipIf(reason !== null)(`signs in by approval in a real browser${note}`, async () => {
  await signIn(walk, { browser, isNew: true, decision: 'Approve' });

  await walk.page.getByText('Ada Artist').waitFor();
  await walk.page.getByText('$100.00').waitFor();
});

test.skipIf(reason !== null).each(wanted)(
  `downloads the exact $lod $format of $search from ${source}${note}`,
  (model) => downloadExact(walk.page, desk, model),
);

test.skipIf(reason !== null)(`has glTF files that the validator opens whole${note}`, async () => {
  for (const model of wanted.filter(({ format }) => format === 'gltf')) {
    const file = findDownloaded(desk, model) ?? '';
    const read = (name: string) => new Uint8Array(readFileSync(path.join(path.dirname(file), name)));
    const report = await validateBytes(read(model.fileName), {
      uri: model.fileName,
      externalResourceFunction: async (uri) => read(decodeURIComponent(uri)),
    });

    expect(report.issues.numErrors).toBe(0);
  }
});

test.skipIf(reason !== null)(`keeps a readable receipt of every file${note}`, () => {
  const receipts = listTree(desk.libraryFolder).filter((file) => file.endsWith('/model.json'));
  const text = receipts.map((file) => readFileSync(path.join(desk.libraryFolder, file), 'utf8')).join('\n');

  expect(receipts).toHaveLength(wanted.length);
  for (const { sha256 } of wanted) expect(text).toContain(sha256);
});

test.skipIf(reason !== null)(
  `keeps the token in the keychain alone, and is signed in offline after a restart${note}`,
  async () => {
    await walk.app.close();
    await server.stop();
    expect(findTokens(desk)).toEqual([]);

    walk = await openApp(desk, keyring?.env);

    await walk.page.getByText('Ada Artist').waitFor();
    await walk.page.getByRole('link', { name: 'Library' }).click();
    for (const { title } of wanted) await library().getByRole('link', { name: title, exact: true }).waitFor();
    expect(existsSync(findDownloaded(desk, wanted[0] ?? { lod: '', fileName: '' }) ?? '')).toBe(true);
    expect(walk.faults).toEqual([]);
  },
);

test.skipIf(reason !== null)(`signs out and stays out after a restart${note}`, async () => {
  await signOut(walk.page);
  await walk.page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  await walk.app.close();

  walk = await openApp(desk, keyring?.env);

  await walk.page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
});
