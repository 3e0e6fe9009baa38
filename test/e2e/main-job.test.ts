import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { startKeyring, whyNoKeyring } from '../helpers/with-keyring.ts';
import { findPageBrowser, openBrowser } from '../src-renderer/site/open-browser.ts';
import { whyNoElectron } from './driver.ts';
import {
  type Desk,
  fileRow,
  listTree,
  makeDesk,
  openApp,
  openModel,
  sha256Of,
  signIn,
  type Walk,
} from './walk.ts';
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

/** Where the scene file of a wanted model must lie, below the library folder. */
function findDownloaded({ lod, fileName }: { lod: string; fileName: string }) {
  const found = listTree(desk.libraryFolder).find((file) => file.endsWith(`/${lod}/${fileName}`));
  return found === undefined ? null : path.join(desk.libraryFolder, found);
}

test.skipIf(reason !== null)(`connects to a server by its address${note}`, async () => {
  const { page } = walk;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Another Lodestock server' }).check();
  await page.getByLabel('Address').fill(server.baseUrl);
  await page.getByRole('button', { name: 'Connect' }).click();

  await page.getByText(`${server.baseUrl} is ready.`).waitFor();
});

test.skipIf(reason !== null)(`signs in by approval in a real browser${note}`, async () => {
  await signIn(walk, { browser, isNew: true, decision: 'Approve' });

  await walk.page.getByText('Ada Artist').waitFor();
  await walk.page.getByText('$100.00').waitFor();
});

test.skipIf(reason !== null).each(wanted)(
  `downloads the exact $lod $format of $search from ${source}${note}`,
  async (model) => {
    await openModel(walk, model);
    const row = fileRow(walk, model);
    await row.getByRole('button', { name: /^(Download|Unlock for .* and download)/ }).click();
    await row.getByText('In your library').waitFor();

    const file = findDownloaded(model);
    expect(file).not.toBeNull();
    expect(sha256Of(file ?? '')).toBe(model.sha256);
    const tree = listTree(path.dirname(file ?? ''));
    expect(tree).toEqual(expect.arrayContaining([...model.files]));
    expect(listTree(desk.libraryFolder).filter((name) => name.endsWith('.part'))).toEqual([]);
  },
);

test.skipIf(reason !== null)(`has glTF files that the validator opens whole${note}`, async () => {
  for (const model of wanted.filter(({ format }) => format === 'gltf')) {
    const file = findDownloaded(model) ?? '';
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

test.skipIf(reason !== null)(`stores the token nowhere but in the keychain${note}`, async () => {
  await walk.app.close();
  const places = listTree(desk.home).filter(
    (file) => !file.startsWith('My models/') && !file.includes('server/'),
  );
  const holding = places.filter((file) =>
    /lsp_[A-Za-z0-9_-]{20}/.test(readFileSync(path.join(desk.home, file), 'latin1')),
  );

  expect(holding).toEqual([]);
  walk = await openApp(desk, keyring?.env);
});

test.skipIf(reason !== null)(
  `is signed in and shows the library offline after a restart${note}`,
  async () => {
    await walk.app.close();
    await server.stop();

    walk = await openApp(desk, keyring?.env);

    await walk.page.getByText('Ada Artist').waitFor();
    await walk.page.getByRole('link', { name: 'Library' }).click();
    for (const { title } of wanted) await library().getByRole('link', { name: title, exact: true }).waitFor();
    expect(existsSync(findDownloaded(wanted[0] ?? { lod: '', fileName: '' }) ?? '')).toBe(true);
    expect(walk.faults).toEqual([]);
  },
);

test.skipIf(reason !== null)(`signs out and stays out after a restart${note}`, async () => {
  await walk.page.getByRole('button', { name: 'Sign out' }).click();
  await walk.page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  await walk.app.close();

  walk = await openApp(desk, keyring?.env);

  await walk.page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
});
