import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { isThisMachine, watchNetwork } from '../helpers/watched-network.ts';
import { findChromium, openBrowser } from '../src-renderer/site/open-browser.ts';
import { builtApp, launchElectron, launchOptions, whyNoElectron } from './driver.ts';
import { makeDesk, patience } from './walk.ts';

const chromium = findChromium();
const note = chromium === null ? ' (skipped: chromium not installed)' : '';

function makeLibrary() {
  const library = makeLibraryFolder({ ...simpleModel('chair'), ...simpleModel('table') });
  onTestFinished(() => library.remove());
  return library.folder;
}

/** Writes down, beside what Node contacts, which requests leave by Chromium. */
const watchChromium = `
import { appendFileSync } from 'node:fs';
import { app } from 'electron';
app.on('session-created', ({ webRequest }) =>
  webRequest.onBeforeRequest((details, go) => {
    const { protocol, hostname, port } = new URL(details.url);
    if (hostname !== '')
      appendFileSync(process.env.LODESTOCK_TEST_NETWORK_LOG, [protocol, hostname, port].join(' ') + '\\n');
    go({});
  }),
);
`;

/** The built app, whose main process and pages are watched from their start. */
function makeWatchedApp(recorder: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-watched-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const [first, app] = [recorder, path.join(builtApp, 'dist/main/main.js')].map((file) =>
    JSON.stringify(pathToFileURL(file).href),
  );
  writeFileSync(path.join(folder, 'first.js'), `import ${first};\n${watchChromium}\nawait import(${app});\n`);
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'lodestock', version: '9.8.7', type: 'module', main: 'first.js' }),
  );
  return folder;
}

/** The addresses that a page has asked for, without what it holds itself. */
function watchRequests(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return () => asked.filter((url) => !/^(data|blob):/.test(url)).map((url) => new URL(url).origin);
}

async function look(page: Page) {
  page.setDefaultTimeout(patience);
  await page.getByRole('grid').getByText('chair', { exact: true }).click();
  await page.getByRole('heading', { name: 'chair', level: 1 }).waitFor();
  await page.getByRole('table', { name: 'Files by topology and format' }).waitFor();
}

const appNote = whyNoElectron === null ? '' : ` (skipped: ${whyNoElectron})`;

test.skipIf(whyNoElectron !== null)(`the app calls nobody but its own server${appNote}`, async () => {
  const desk = makeDesk();
  onTestFinished(desk.remove);
  const network = watchNetwork();
  onTestFinished(network.remove);
  const env = {
    ...{ HOME: desk.home, LODESTOCK_LIBRARY_DIR: makeLibrary(), LODESTOCK_TEST_NETWORK_LOG: network.log },
    NODE_OPTIONS: '--no-deprecation',
  };
  const watchedApp = makeWatchedApp(network.recorder);
  const app = await launchElectron(launchOptions(desk.userData, { env, app: watchedApp }));

  await look(await app.firstWindow({ timeout: patience }));
  await app.close();

  expect(network.watched()).toBeGreaterThan(0);
  const kinds = network.contacts().map(({ kind }) => kind);
  // One that Node notes, and one that Chromium notes.
  expect(kinds).toEqual(expect.arrayContaining(['connect', 'app:']));
  const foreign = network.contacts().filter(({ kind, host }) => kind !== 'app:' && !isThisMachine(host));
  expect(foreign).toEqual([]);
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
