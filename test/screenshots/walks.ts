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
 * what they see, and counts their presses: `npm run walks`, or `npm run walks -- --only publish --way keyboard`.
 */
const folder = path.resolve(import.meta.dirname, '../../test-results/walks');
const admin = { name: 'Ada Artist', email: 'ada@example.org', password: 'a long password' };
const scene = { family: '3dsmax', session: 'one', label: 'Garden.max', isBusy: false };

type Task = (person: Person, way: 'mouse' | 'keyboard') => Promise<void>;

const grid = ({ page }: Person) => page.getByRole('gridcell');

/** The first account, and what its server then asks its admin. */
async function becomeAdmin(person: Person): Promise<void> {
  const { page } = person;
  await person.use(page.getByRole('link', { name: 'Sign in' }), 'ArrowRight');
  await person.use(page.getByRole('button', { name: 'Create an account' }));
  await page.getByLabel('Name').waitFor();
  await page.keyboard.type(admin.name);
  await person.write(page.getByLabel('E-mail'), admin.email);
  await person.write(page.getByLabel('Password'), admin.password);
  await person.look('new-account');
  await person.press('Enter');
}

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

const shareThree: Task = async (person, way) => {
  const { page } = person;
  await signIn(person);
  await page.goto('/');
  await grid(person).first().waitFor();
  for (const index of [0, 1, 2]) {
    if (way === 'mouse') await grid(person).nth(index).hover();
    if (way === 'mouse')
      await person.use(
        grid(person)
          .nth(index)
          .getByRole('button', { name: /^Select/ }),
      );
    else {
      if (index === 0) while (!(await isOnCard(person))) await person.press('Tab');
      else await person.press('ArrowRight');
      await person.press('x');
    }
  }
  const bar = page.getByRole('toolbar', { name: 'Selected models' });
  await bar.waitFor();
  await person.look('selected');
  await person.use(bar.getByRole('button', { name: 'Collect' }));
  const chooser = page.getByRole('dialog');
  await person.look('chooser');
  await person.write(chooser.getByLabel('New collection'), 'Tavern');
  await person.press('Enter');
  await chooser.getByRole('checkbox', { name: /^Tavern/, checked: true }).waitFor();
  await person.look('collected');
  await person.use(chooser.getByRole('link', { name: '3 models' }));
  await page.getByRole('heading', { name: /^Tavern/, level: 1 }).waitFor();
  await person.look('collection');
  await person.use(page.getByRole('button', { name: 'Share' }));
  await person.look('share');
  await person.use(page.getByRole('dialog').getByRole('button', { name: 'Make link' }));
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await person.use(page.getByRole('button', { name: 'Copy link' }));
  await person.look('shared');
};

const isOnCard = ({ page }: Person) =>
  page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell');

const firstDay: Task = async (person) => {
  const { page } = person;
  await page.goto('/');
  await grid(person).first().waitFor();
  await becomeAdmin(person);
  const menu = page.getByRole('banner').getByRole('button', { name: admin.name });
  await menu.waitFor();
  await person.look('signed-in');
  await person.use(menu, 'ArrowRight');
  await person.use(page.getByRole('menuitem', { name: 'Admin', exact: true }), 'ArrowDown');
  await page.getByText('Last backup').waitFor();
  await person.look('overview');
  await person.use(page.getByRole('link', { name: 'Choose who may join' }));
  const registration = page.getByRole('combobox', { name: 'New accounts' });
  await registration.waitFor();
  await person.look('new-accounts');
  await person.pick(registration, 'By invitation');
  await person.use(page.getByRole('button', { name: 'New invitation' }));
  await person.look('invite');
  await person.press('Enter');
  await person.use(page.getByRole('button', { name: 'Copy link' }));
  await person.look('invited');
  await person.press('Escape');
  await person.use(page.getByRole('link', { name: 'Overview', exact: true }));
  await person.use(page.getByRole('link', { name: 'Back up', exact: true }));
  await person.use(page.getByRole('button', { name: 'Back up now' }));
  await page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1).waitFor();
  await person.look('backed-up');
  await person.use(page.getByRole('link', { name: 'Overview', exact: true }));
  await page.getByText('Last backup').waitFor();
  await person.look('done');
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

const sentJob = {
  ...{ id: 'job-1', guid: sampleLibrary.models[0]?.guid, title: 'Oak Chair', lod: '1k', format: 'fbx' },
  ...{ family: scene.family, session: scene.session, label: scene.label, status: 'importing', message: null },
  ...{ sentAt: '2026-05-04T11:00:00Z', finishedAt: null },
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
  await person.choose(chair, 'ArrowRight');
  await person.look('chosen');
  await person.use(page.getByRole('button', { name: 'Send to…: oak-chair-1k.fbx' }));
  const host = page.getByRole('dialog').getByRole('button', { name: 'Garden.max' });
  await host.waitFor();
  await person.look('hosts');
  await person.use(host);
  await host.waitFor({ state: 'detached' });
  await page.evaluate((state) => Reflect.get(window, 'fakeDesktop').emit('dcc.changed', state), {
    ...dcc,
    jobs: [{ ...sentJob, relativePath: '1k/oak-chair-1k.fbx' }],
  });
  await person.look('sent');
};

const tasks: Readonly<Record<string, Task>> = {
  downloadChair,
  shareThree,
  firstDay,
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

const { values } = parseArgs({ options: { only: { type: 'string' }, way: { type: 'string' } } });
const browser = await openBrowser(findPageBrowser() ?? '');
for (const name of Object.keys(tasks))
  if (values.only === undefined || values.only === name)
    for (const way of ['mouse', 'keyboard'] as const)
      if (values.way === undefined || values.way === way) await walk(browser, name, way);
await browser.close();
