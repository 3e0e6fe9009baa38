import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { isThisMachine, watchNetwork } from '../helpers/watched-network.ts';
import { findChromium, openBrowser } from '../src-renderer/site/open-browser.ts';
import { launchOptions } from './driver.ts';
import { makeDesk } from './walk.ts';

const chromium = findChromium();
const note = chromium === null ? ' (skipped: chromium not installed)' : '';

function makeLibrary() {
  const library = makeLibraryFolder({ ...simpleModel('chair'), ...simpleModel('table') });
  onTestFinished(() => library.remove());
  return library.folder;
}

/** The addresses that a page has asked for, without what it holds itself. */
function watchRequests(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return () => asked.filter((url) => !/^(data|blob):/.test(url)).map((url) => new URL(url).origin);
}

async function look(page: Page) {
  await page.getByRole('grid').getByText('chair', { exact: true }).click();
  await page.getByRole('heading', { name: 'chair', level: 1 }).waitFor();
  await page.getByRole('tab', { name: /^1k\b/ }).waitFor();
}

test.skipIf(chromium === null)(`the app calls nobody but its own server${note}`, async () => {
  const desk = makeDesk();
  onTestFinished(desk.remove);
  const network = watchNetwork();
  onTestFinished(network.remove);
  const env = { HOME: desk.home, LODESTOCK_LIBRARY_DIR: makeLibrary(), ...network.env };
  const options = launchOptions(desk.userData, { env });
  const app = await _electron.launch({ ...options, args: ['-r', network.recorder, ...options.args] });
  const page = await app.firstWindow();
  const origins = watchRequests(page);

  await look(page);
  const own = new URL(page.url()).origin;
  await app.close();

  expect(network.watched()).toBeGreaterThan(0);
  expect(network.contacts()).not.toEqual([]);
  expect(network.contacts().filter(({ host }) => !isThisMachine(host))).toEqual([]);
  expect(origins()).not.toEqual([]);
  expect(origins().filter((origin) => origin !== own)).toEqual([]);
});

test.skipIf(chromium === null)(`the web pages call nobody but their server${note}`, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-quiet-'));
  const env = { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: makeLibrary(), LODESTOCK_PORT: '0' };
  const server = await startServerChild('dist/server/main.js', { env });
  const browser = await openBrowser(chromium ?? '');
  onTestFinished(async () => {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  });
  await waitUntilReady(server.baseUrl);
  const page = await browser.newPage();
  const origins = watchRequests(page);

  await page.goto(server.baseUrl);
  await look(page);
  await page.goto(`${server.baseUrl}/sign-in`);
  await page.getByLabel('E-mail').waitFor();

  expect(origins().length).toBeGreaterThan(5);
  expect(origins().filter((origin) => origin !== server.baseUrl)).toEqual([]);
});
