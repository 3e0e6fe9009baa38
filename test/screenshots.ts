import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { OutputOf } from '../server/contract/index.ts';
import { makeDesk, openApp, signIn, type Walk } from './e2e/walk.ts';
import { startServerChild, waitUntilReady } from './helpers/server-child.ts';
import { startKeyring } from './helpers/with-keyring.ts';
import { findChromium, openBrowser } from './src-renderer/site/open-browser.ts';

/**
 * Takes the README's pictures of the built app: `npm run screenshots -- 'Dining Chair' 'Treasure Chest'` shows these models on
 * their page and in 3D. The models come from LODESTOCK_LIBRARY_DIR, or else from the demo library.
 */
const folder = path.resolve(import.meta.dirname, '../docs/images');
const [shown, turned] = process.argv.slice(2);
const shownInLibrary = 4;
/** Two rows of cards. */
const clip = { x: 0, y: 0, width: 1280, height: 640 };

type Records = OutputOf<'browse'>['results'];
type Calls = { readonly call: (name: string, input: unknown) => Promise<{ readonly ok: boolean }> };

/** null while the server does not answer so. */
async function getJson<N extends 'browse' | 'model'>(url: string): Promise<OutputOf<N> | null> {
  const answer = await fetch(url);
  return answer.ok ? answer.json() : null;
}

/** The models of the first page, once each of them has its poster. */
async function waitForPosters(baseUrl: string): Promise<Records> {
  for (;;) {
    const { results = [] } = (await getJson<'browse'>(`${baseUrl}/api-embeddings/browse`)) ?? {};
    if (results.length > 0 && results.every(({ previewLargeUrl }) => previewLargeUrl !== null))
      return results;
    await wait(5000);
  }
}

const callApp = (page: Page, name: string, input?: unknown) =>
  page.evaluate(
    async ([called, given]) => {
      const app: Calls | undefined = Reflect.get(window, 'lodestock');
      if (app === undefined) throw new Error('The page has no desktop behind it.');
      const outcome = await app.call(String(called), given);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    },
    [name, input],
  );

async function openModel({ page }: Walk, title: string) {
  await page.getByRole('link', { name: 'Browse' }).click();
  await page.getByRole('grid').getByText(title, { exact: true }).first().click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

async function take({ page }: Walk, name: string, theme: 'light' | 'dark') {
  await callApp(page, 'settings.update', { theme });
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await wait(500); // transitions of colors
  await page.screenshot({ clip, path: path.join(folder, `${name}-${theme}.png`) });
}

async function downloadSome({ page }: Walk, baseUrl: string, records: Records) {
  for (const { guid, title } of records.slice(0, shownInLibrary)) {
    const details = await getJson<'model'>(`${baseUrl}/api/models/${guid}`);
    const files = details?.topologies.find(({ lod }) => lod === '1k')?.files ?? [];
    const file = files.find(({ role }) => role === 'scene');
    if (file === undefined) throw new Error(`${title} has no 1k file.`);
    const { format, lod, variant, relativePath } = file;
    await callApp(page, 'downloads.add', { guid, title, format, lod, variant, relativePath });
  }
}

async function takeAll(walk: Walk, baseUrl: string, records: Records) {
  const first = shown ?? records[0]?.title ?? '';
  await walk.page.getByRole('grid').waitFor();
  await take(walk, 'browse', 'light');
  await openModel(walk, first);
  await take(walk, 'model', 'dark');
  await openModel(walk, turned ?? first);
  await walk.page.getByRole('button', { name: 'View in 3D' }).click();
  await walk.page.locator('canvas').waitFor();
  await wait(3000); // the model comes, and is drawn in software
  await take(walk, 'viewer', 'light');
  await downloadSome(walk, baseUrl, records);
  await walk.page.getByRole('link', { name: 'Library' }).click();
  await walk.page
    .getByRole('main')
    .getByRole('listitem')
    .nth(shownInLibrary - 1)
    .waitFor();
  await take(walk, 'library', 'dark');
}

const chromium = findChromium();
if (chromium === null) throw new Error('Screenshots need Chromium or Chrome. Install one, then try again.');
mkdirSync(folder, { recursive: true });
const dataFolder = mkdtempSync(path.join(tmpdir(), 'lodestock-screenshots-'));
const server = await startServerChild('dist/server/main.js', {
  env: {
    LODESTOCK_DATA_DIR: dataFolder,
    LODESTOCK_POSTERS: 'auto',
    LODESTOCK_POSTERS_SANDBOX: 'off',
    LODESTOCK_PORT: '0',
  },
});
const libraryFolder = mkdtempSync(path.join(tmpdir(), 'models-'));
const desk = makeDesk({ serverUrl: server.baseUrl, libraryFolder });
const keyring = await startKeyring();
const browser = await openBrowser(chromium);
try {
  await waitUntilReady(server.baseUrl);
  const records = await waitForPosters(server.baseUrl);
  const walk = await openApp(desk, keyring?.env);
  await signIn(walk, { browser, isNew: true, decision: 'Approve' });
  await takeAll(walk, server.baseUrl, records);
  await walk.app.close();
} finally {
  await browser.close();
  await server.stop();
  await keyring?.stop();
  desk.remove();
  for (const made of [dataFolder, libraryFolder]) rmSync(made, { recursive: true, force: true });
}
