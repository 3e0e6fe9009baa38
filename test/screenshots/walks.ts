import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { builtPages } from '../helpers/built.ts';
import { png } from '../helpers/ordinary-folders.ts';
import { sampleGlb } from '../helpers/sample-files.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { sampleLibrary } from '../src-renderer/sample-library.ts';
import { makeCatalogue } from '../src-renderer/site/catalogue.ts';
import { installFakeDesktop } from '../src-renderer/site/fake-desktop.ts';
import { usualDesktop } from '../src-renderer/site/fake-desktop-state.ts';
import { findPageBrowser, openBrowser } from '../src-renderer/site/open-browser.ts';
import { openSite } from '../src-renderer/site/open-site.ts';
import { createPerson, type Person } from './person.ts';

/**
 * First tasks of people who are new here, each from a clean profile, with the mouse and with the keyboard alone. Saves
 * what they see, and counts their presses: `npm run walks`, or `npm run walks -- --only publish` for one of them.
 */
const folder = path.resolve(import.meta.dirname, '../../test-results/walks');
const admin = { name: 'Ada Artist', email: 'ada@example.org', password: 'a long password' };
const scene = { family: '3dsmax', session: 'one', label: 'Garden.max', isBusy: false };

type Task = (person: Person, way: 'mouse' | 'keyboard') => Promise<void>;

const grid = ({ page }: Person) => page.getByRole('gridcell');

async function signIn({ page }: Person): Promise<void> {
  await page.request.post('/api/auth/register', { data: admin });
  await page.request.post('/api/session', { data: admin });
}

const downloadChair: Task = async (person) => {
  const { page } = person;
  await page.goto('/');
  await grid(person).first().waitFor();
  await person.look('start');
  await person.write(page.getByRole('combobox', { name: 'Search models' }), 'chair');
  await page.getByRole('heading', { name: /“chair”/ }).waitFor();
  await person.look('found');
  await person.use(grid(person).first());
  const cell = page.locator('[data-cell="1k fbx"]');
  await cell.waitFor();
  await person.look('model');
  const download = page.waitForEvent('download');
  await person.use(cell, 'ArrowDown');
  await download;
  await person.look('downloaded');
};

const publish: Task = async (person, way) => {
  const { page } = person;
  const above = mkdtempSync(path.join(tmpdir(), 'lodestock-stool-'));
  const stool = path.join(above, 'Oak Stool');
  mkdirSync(path.join(stool, 'textures'), { recursive: true });
  writeFileSync(path.join(stool, 'Oak Stool.glb'), sampleGlb({ triangles: 900 }));
  writeFileSync(path.join(stool, 'textures', 'oak.png'), png);
  await signIn(person);
  await page.goto('/');
  await grid(person).first().waitFor();
  await person.use(page.getByRole('link', { name: 'Publish' }), 'ArrowRight');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await person.look('publish');
  const choosing = page.waitForEvent('filechooser');
  await person.use(page.getByRole('button', { name: /folder/i }).first());
  await (await choosing).setFiles(stool);
  await page.getByLabel('Title').waitFor();
  await page.waitForLoadState('networkidle');
  await person.look('form');
  await person.write(page.getByLabel('Category', { exact: true }), 'Furniture');
  await person.write(page.getByLabel('Licence'), 'CC0');
  if (way === 'mouse') await person.press('Tab');
  await person.use(page.getByRole('button', { name: 'Publish', exact: true }));
  await page
    .getByRole('link', { name: /Oak Stool|Open|View/ })
    .first()
    .waitFor();
  await person.look('published');
  rmSync(above, { recursive: true, force: true });
};

/** The library has two topologies of the chair. */
const twoTopologies = {
  ...sampleLibrary,
  models: sampleLibrary.models.map((model) => ({
    ...model,
    files: model.files.flatMap((file) => {
      if (file.role !== 'scene' || file.format !== 'fbx') return [file];
      return [{ ...file, lod: '1k', relativePath: '1k/oak-chair-1k.fbx' }, file];
    }),
  })),
};

const switchTopology: Task = async (person) => {
  const { page } = person;
  const dcc = { apps: [scene], jobs: [], problem: null };
  await page.addInitScript(installFakeDesktop, { ...usualDesktop, library: twoTopologies, dcc });
  await page.goto('/index.html');
  await grid(person).first().waitFor();
  const rail = page.getByRole('navigation', { name: 'Main' });
  await person.use(rail.getByRole('link', { name: 'Library' }), 'ArrowDown');
  const chair = grid(person).filter({ hasText: 'Oak Chair' });
  await chair.waitFor();
  await person.look('library');
  await person.use(chair, 'ArrowRight');
  await person.look('chosen');
  await person.use(page.getByRole('button', { name: 'Send to…: oak-chair-1k.fbx' }));
  const host = page.getByRole('dialog').getByRole('button', { name: 'Garden.max' });
  await host.waitFor();
  await person.look('hosts');
  await person.use(host);
  await host.waitFor({ state: 'detached' });
  await person.look('sent');
};

const tasks: Readonly<Record<string, Task>> = {
  downloadChair,
  publish,
  switchTopology,
};

async function walk(browser: Browser, name: string, way: 'mouse' | 'keyboard'): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-walk-'));
  const isApp = name === 'switchTopology';
  const server = isApp
    ? await openSite(builtPages, makeCatalogue(300))
    : await startServerChild('dist/server/main.js', {
        env: { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_PORT: '0', LODESTOCK_PRICES: 'off' },
      });
  const baseURL = 'baseUrl' in server ? server.baseUrl : server.url;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const person = createPerson(page, way, path.join(folder, `${name}-${way}`));
  try {
    if ('baseUrl' in server) await waitUntilReady(server.baseUrl);
    await tasks[name]?.(person, way);
    console.log(`${name} | ${way} | ${person.presses()} presses`);
  } catch (error) {
    await person.look('stuck');
    console.error(
      `${name} | ${way} | stuck after ${person.presses()} presses: ${String(error).slice(0, 600)}`,
    );
    process.exitCode = 1;
  } finally {
    await context.close();
    await ('stop' in server ? server.stop() : server.close());
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const browser = await openBrowser(findPageBrowser() ?? '');
for (const name of Object.keys(tasks))
  if (values.only === undefined || values.only === name)
    for (const way of ['mouse', 'keyboard'] as const) await walk(browser, name, way);
await browser.close();
