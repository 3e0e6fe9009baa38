import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { limits } from '../../server/contract/limits.ts';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy.ts';
import { type LibraryFolder, makeLibraryFolder, objText } from '../helpers/library-folder.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';
import { startKeyring, whyNoKeyring } from '../helpers/with-keyring.ts';
import { findChromium, openBrowser } from '../src-renderer/site/open-browser.ts';
import {
  type Desk,
  fileRow,
  listTree,
  makeDesk,
  openApp,
  openModel,
  person,
  signIn,
  type Walk,
  type Wanted,
} from './walk.ts';

const chromium = findChromium();
const reason = chromium === null ? 'chromium not installed' : whyNoKeyring();
const note = reason === null ? '' : ` (skipped: ${reason})`;
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

let library: LibraryFolder;
let proxy: FaultProxy;
let server: TestServer;
let browser: Browser;
let keyring: Awaited<ReturnType<typeof startKeyring>> = null;
const opened: { walk: Walk; desk: Desk }[] = [];

beforeAll(async () => {
  if (chromium === null || reason !== null) return;
  library = makeLibraryFolder({
    'Table/product.json': JSON.stringify({ title: 'Table', priceUsd: 1 }),
    'Table/10k/table.obj': objText(60_000, 'table'),
    'Palace/product.json': JSON.stringify({ title: 'Palace', priceUsd: 500 }),
    'Palace/10k/palace.obj': objText(4, 'palace'),
    'Vase/product.json': JSON.stringify({ title: 'Vase', priceUsd: 1 }),
    'Vase/10k/vase.obj': objText(4, 'vase'),
    'Vase/10k/other.obj': objText(5, 'other'),
  });
  proxy = await startFaultProxy();
  server = await startTestServer({
    libraryDir: library.folder,
    environment: { LODESTOCK_BASE_URL: proxy.baseUrl },
  });
  proxy.aim(server.baseUrl);
  await server.call('register', person);
  keyring = await startKeyring();
  browser = await openBrowser(chromium);
});

afterAll(async () => {
  await browser?.close();
  await keyring?.stop();
  await server?.close();
  proxy?.close();
  library?.remove();
});

afterEach(async () => {
  proxy?.set('none');
  for (const { walk, desk } of opened.splice(0)) {
    await walk.app.close();
    desk.remove();
  }
});

async function openSignedOut(libraryFolder?: string, env = keyring?.env) {
  const desk = makeDesk({ serverUrl: proxy.baseUrl, ...(libraryFolder !== undefined && { libraryFolder }) });
  const walk = await openApp(desk, env);
  opened.push({ walk, desk });
  return { desk, walk, page: walk.page };
}

async function openSignedIn(libraryFolder?: string) {
  const found = await openSignedOut(libraryFolder);
  await signIn(found.walk, { browser, isNew: false, decision: 'Approve' });
  await found.page.getByRole('button', { name: 'Sign out' }).waitFor();
  return found;
}

const wanted = (title: string, fileName: string): Wanted => ({
  search: title,
  title,
  lod: '10k',
  format: 'obj',
  fileName,
  sha256: '',
});
const table = wanted('Table', 'table.obj');
const balance = async () => {
  const { token } = (await server.call('login', person)).body;
  return (await server.call('balance', {}, { token })).body.balanceUsd;
};

async function download(walk: Walk, model: Wanted) {
  await openModel(walk, model);
  const row = fileRow(walk, model);
  await row.getByRole('button', { name: /^(Download|Unlock)/ }).click();
  return row;
}

test.skipIf(reason !== null)(`says that the password is wrong${note}`, async () => {
  const tab = await browser.newPage();
  await tab.goto(`${proxy.baseUrl}/sign-in`);
  await tab.getByLabel('E-mail').fill(person.email);
  await tab.getByLabel('Password').fill('not the password');
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();

  await tab.getByText('E-mail address or password is wrong. Check both and try again.').waitFor();
  await tab.close();
});

test.skipIf(reason !== null)(`says that the sign-in was denied${note}`, async () => {
  const { walk, page } = await openSignedOut();

  await signIn(walk, { browser, isNew: false, decision: 'Deny' });

  await page
    .getByRole('dialog')
    .getByText(/denied/i)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
});

test.skipIf(reason !== null)(`says that the sign-in has expired${note}`, async () => {
  const { page } = await openSignedOut();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('dialog')
    .getByText(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
    .waitFor();

  server.advance(limits.signInSession.lifetime);

  await page
    .getByRole('dialog')
    .getByText(/not approved in time/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
});

test.skipIf(reason !== null)(`explains a missing keychain and forgets the sign-in${note}`, async () => {
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const { walk, desk, page } = await openSignedOut(undefined, env);
  await signIn(walk, { browser, isNew: false, decision: 'Approve' });
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();

  await page
    .getByText(/keychain/i)
    .first()
    .waitFor();
  await walk.app.close();
  const again = await openApp(desk, env);
  opened.push({ walk: again, desk });
  await again.page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
});

test.skipIf(reason !== null)(`shows the price that the balance cannot pay${note}`, async () => {
  const before = await balance();
  const { walk } = await openSignedIn();

  await openModel(walk, wanted('Palace', 'palace.obj'));

  const row = fileRow(walk, wanted('Palace', 'palace.obj'));
  await row.getByText(/Unlocking costs \$500\.00, your balance is \$\d+\.\d\d/).waitFor();
  expect(await row.getByRole('button', { name: /^Unlock/ }).isDisabled()).toBe(true);
  expect(await balance()).toBe(before);
});

test.skipIf(reason !== null)(`says that a file does not exist any more${note}`, async () => {
  const before = await balance();
  const vase = wanted('Vase', 'vase.obj');
  const { walk, desk } = await openSignedIn();
  await openModel(walk, vase);
  library.remove('Vase/10k/vase.obj');
  await server.scan();

  const row = fileRow(walk, vase);
  await row.getByRole('button', { name: /^Unlock/ }).click();

  await row.getByText(/has no file for obj, 10k, 10k\/vase\.obj/).waitFor();
  expect(listTree(desk.libraryFolder)).toEqual([]);
  expect(await balance()).toBe(before);
});

test.skipIf(reason !== null)(`says that the file host sent other bytes${note}`, async () => {
  const { walk, desk } = await openSignedIn();
  proxy.set('corrupt');

  const row = await download(walk, table);

  await row
    .getByRole('alert')
    .getByText(/table\.obj/)
    .waitFor();
  await row.getByRole('button', { name: 'Retry' }).waitFor();
  expect(listTree(desk.libraryFolder)).toEqual([]);
});

test.skipIf(reason !== null)(`says that the server went away, and takes up again${note}`, async () => {
  const before = await balance();
  const { walk, desk } = await openSignedIn();
  proxy.set('cut');

  const row = await download(walk, table);
  await row.getByRole('alert').waitFor();
  const treeAfterFailure = listTree(desk.libraryFolder);
  proxy.set('none');
  await row.getByRole('button', { name: 'Retry' }).click();
  await row.getByText('In your library').waitFor();

  expect(treeAfterFailure).toEqual([]);
  expect(listTree(desk.libraryFolder)).toHaveLength(2);
  expect(await balance()).toBe(before);
});

const whyNoSmallDisk = reason ?? (isRoot ? null : 'mounting a small disk needs root');
test.skipIf(whyNoSmallDisk !== null)(
  `says that the disk is full${whyNoSmallDisk === null ? '' : ` (skipped: ${whyNoSmallDisk})`}`,
  async () => {
    const disk = path.join(library.folder, '.small-disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
    try {
      const { walk } = await openSignedIn(path.join(disk, 'models'));

      const row = await download(walk, table);

      await row
        .getByRole('alert')
        .getByText(/space|room|full/i)
        .waitFor();
      expect(listTree(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  },
);

test.skipIf(reason !== null)(`leaves ledger and unlocks in agreement${note}`, () => {
  const charges = server.db
    .prepare("SELECT guid, count(*) AS times FROM ledger WHERE kind = 'unlock' GROUP BY guid")
    .all();
  const unlocks = server.db.prepare('SELECT guid, 1 AS times FROM unlock ORDER BY guid').all();

  expect(charges).toEqual(unlocks);
});
