import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPageBrowser } from '../src-renderer/site/open-browser.ts';
import { whyNoElectron } from './driver.ts';
import { askApp, askAsBlender, readNote, sendToBlender } from './main-steps.ts';
import { type Desk, listTree, makeDesk, openApp, sha256Of, type Walk } from './walk.ts';

const reason = whyNoElectron ?? (findPageBrowser() === null ? 'chromium not installed' : null);
const note = reason === null ? '' : ` (skipped: ${reason})`;
const nobody = 'http://127.0.0.1:9';

let desk: Desk;
let walk: Walk;
const env = () => ({ XDG_CONFIG_HOME: path.join(desk.home, '.config') });

/** A model as the app keeps what it has downloaded. */
function putModel(): string {
  const folder = path.join(desk.libraryFolder, 'Oak chair_oak');
  const content = '# an OBJ file\n';
  const file = { format: 'obj', lod: '10k', variant: null, relativePath: '10k/oak.obj', role: 'scene' };
  mkdirSync(path.join(folder, '10k'), { recursive: true });
  writeFileSync(path.join(folder, file.relativePath), content);
  const sha256 = sha256Of(path.join(folder, file.relativePath));
  const receipt = {
    ...{ receiptVersion: 1, guid: 'oak', title: 'Oak chair', version: 1, license: 'CC0', attribution: null },
    ...{ serverUrl: nobody, downloadedAt: '2026-01-01T00:00:00.000Z' },
    files: [{ ...file, sizeBytes: content.length, sha256 }],
  };
  writeFileSync(path.join(folder, 'model.json'), JSON.stringify(receipt));
  return folder;
}

beforeAll(async () => {
  if (reason !== null) return;
  desk = makeDesk({ serverUrl: nobody });
  mkdirSync(path.join(desk.home, '.config/blender/4.2/config'), { recursive: true });
  putModel();
  walk = await openApp(desk, env());
});
afterAll(async () => {
  await walk?.app.close();
  desk?.remove();
});

test.skipIf(reason !== null)(`installs and removes a plugin with one click${note}`, async () => {
  const { page } = walk;
  const place = path.join(desk.home, '.config/blender/4.2/extensions/user_default/lodestock');
  await page.getByRole('link', { name: 'Plugins' }).click();

  await page.getByRole('button', { name: 'Install: Blender 4.2' }).click();
  await page.getByText(/^Installed, version \d/).waitFor();
  const installed = listTree(place);
  await page.getByRole('button', { name: 'Remove: Blender 4.2' }).click();
  await page.getByRole('listitem', { name: 'Blender 4.2' }).getByText('Not installed').waitFor();

  expect(installed).toEqual(expect.arrayContaining(['__init__.py', 'blender_manifest.toml', 'LICENSE']));
  expect(existsSync(place)).toBe(false);
});

test.skipIf(reason !== null)(`goes back to what an update replaced${note}`, async () => {
  const { page } = walk;
  const place = path.join(desk.home, '.config/blender/4.2/extensions/user_default/lodestock');
  const manifest = path.join(place, 'blender_manifest.toml');
  await page.getByRole('link', { name: 'Plugins' }).click();
  await page.getByRole('button', { name: 'Install: Blender 4.2' }).click();
  await page.getByText(/^Installed, version \d/).waitFor();
  const offered = readFileSync(manifest, 'utf8');
  const older = offered.replace(/^version = ".*"/m, 'version = "0.0.9"');
  writeFileSync(manifest, older);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Update: Blender 4.2' }).click();

  await page.getByRole('button', { name: 'Go back to 0.0.9: Blender 4.2' }).click();
  await page.getByText(/^Version 0\.0\.9 is installed; \d/).waitFor();
  const afterwards = readFileSync(manifest, 'utf8');
  await page.getByRole('button', { name: 'Update: Blender 4.2' }).click();
  await page.getByRole('button', { name: 'Go back to 0.0.9: Blender 4.2' }).waitFor();
  for (const kept of listTree(path.join(desk.userData, 'plugins-previous')))
    if (kept.endsWith('blender_manifest.toml'))
      writeFileSync(path.join(desk.userData, 'plugins-previous', kept), 'damaged');
  await page.getByRole('button', { name: 'Go back to 0.0.9: Blender 4.2' }).click();
  await page.getByText('The kept version 0.0.9 is incomplete').waitFor();

  expect(afterwards).toBe(older);
  expect(readFileSync(manifest, 'utf8')).toBe(offered);
  await page.getByRole('button', { name: 'Remove: Blender 4.2' }).click();
  await page.getByRole('listitem', { name: 'Blender 4.2' }).getByText('Not installed').waitFor();
});

test.skipIf(reason !== null)(`hands a model to the open host and shows the result${note}`, async () => {
  const { page } = walk;

  // A silent Blender counts as closed after a while: it asks again right before it is chosen.
  await sendToBlender(page, 'Oak chair', 'oak.obj', () => askAsBlender(desk));
  await page.getByText('Waiting for Blender (Kitchen.blend) to import it').waitFor();
  const { jobs } = await askAsBlender(desk);
  await page.getByText('Blender (Kitchen.blend) is importing it').waitFor();
  await page.reload();
  await page.getByRole('gridcell').filter({ hasText: 'Oak chair' }).click();
  await page.getByText('Blender (Kitchen.blend) is importing it').waitFor();
  await askApp(desk, `/${jobs[0].id}/result`, { ok: true, message: 'Oak chair, 10k: 1 object' });

  await page
    .getByRole('main')
    .getByText('In Blender (Kitchen.blend): Oak chair, 10k: 1 object')
    .first()
    .waitFor();
  expect(jobs).toMatchObject([
    { guid: 'oak', title: 'Oak chair', lod: '10k', format: 'obj', server: nobody },
  ]);
  expect(readFileSync(jobs[0].scenePath, 'utf8')).toBe('# an OBJ file\n');
  expect(walk.faults).toEqual([]);
});

test.skipIf(reason !== null)(`serves starters while its server is away${note}`, async () => {
  const { assets } = readNote(desk);

  const feed = await fetch(`${assets}/assets/plugins/blender/update-feed.json`);
  const manifest = await fetch(`${assets}/assets/manifests/plugin-manifest.yaml`);

  expect(await feed.json()).toMatchObject({ family: 'blender', channel: 'stable' });
  expect(await manifest.text()).toContain(`url: ${nobody}\n`);
});

test.skipIf(reason !== null)(`leaves no secret behind when it ends${note}`, async () => {
  await walk.app.close();

  const left = existsSync(path.join(desk.userData, 'dcc.json'));
  walk = await openApp(desk, env());

  expect(left).toBe(false);
});
