import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { sampleLibrary } from './sample-library.ts';
import { sampleStarters as starters } from './sample-starters.ts';
import { findViolations, findViolationsInBoth } from './site/axe.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(20);

const host = (family: string, session: string, label: string) => ({ family, session, label, isBusy: false });
const apps = [
  host('3dsmax', '1', 'House.max'),
  host('3dsmax', '2', 'Garden.max'),
  host('blender', '3', 'Cup'),
];
const [chair] = sampleLibrary.models;
const scene = chair?.files.find(({ role }) => role === 'scene');
const job = {
  ...{ id: 'job-1', guid: chair?.guid, title: chair?.title, lod: scene?.lod, format: scene?.format },
  ...{ relativePath: scene?.relativePath, family: '3dsmax', session: '2', label: 'Garden.max' },
  ...{ status: 'importing', message: null, sentAt: '2026-05-04T11:00:00Z', finishedAt: null },
};
const done = { ...job, status: 'done', message: '3 objects', finishedAt: '2026-05-04T11:00:09Z' };

const callsOf = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate(
    (wanted) =>
      Reflect.get(window, 'fakeDesktop')
        .calls.filter((call: { name: string }) => call.name === wanted)
        .map((call: { input: unknown }) => call.input),
    name,
  );
const emit = (page: Page, state: object) =>
  page.evaluate((given) => Reflect.get(window, 'fakeDesktop').emit('dcc.changed', given), state);

describePages('plugins', ({ openDesktop }) => {
  const openPlugins = async (dcc: object) => {
    const { page } = await openDesktop(catalogue, { starters, dcc: { problem: null, ...dcc } });
    await page.getByRole('link', { name: 'Plugins' }).click();
    await expectHeading(page, 'Plugins');
    return page;
  };
  const openLibrary = async (dcc: object, library = sampleLibrary, shown = 'Oak Chair') => {
    const fake = { library, dcc: { problem: null, ...dcc } };
    const { page } = await openDesktop(catalogue, fake, {});
    await page.getByRole('link', { name: 'Library' }).click();
    await expectHeading(page, 'Library');
    await page.getByRole('gridcell').filter({ hasText: shown }).click();
    return page;
  };

  test('shows places, apps and sent models without a fault', async () => {
    const page = await openPlugins({ apps, jobs: [done, { ...job, id: 'job-2' }] });
    await page.getByText('In 3ds Max (Garden.max): 3 objects').waitFor();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test.each([
    ['Update: 3ds Max 2025', 'plugins.install', '3dsmax:outdated'],
    ['Replace: 3ds Max 2024', 'plugins.install', '3dsmax:changed'],
    ['Install: Blender 4.5', 'plugins.install', 'blender:absent'],
    ['Remove: Blender 4.2', 'plugins.remove', 'blender:installed'],
    ['Go back to 0.0.9: Blender 4.2', 'plugins.goBack', 'blender:installed'],
    ['Go back to 0.1.0 with changes made by hand: 3ds Max 2024', 'plugins.goBack', '3dsmax:changed'],
  ])('does “%s” with one click', async (name, call, id) => {
    const page = await openPlugins({ apps: [], jobs: [] });

    await page.getByRole('button', { name }).click();

    await expect.poll(() => callsOf(page, call)).toEqual([{ id }]);
  });

  test('names the address that a plugin wants', async () => {
    const page = await openPlugins({ apps: [], jobs: [] });

    await page.getByText('to enter in a plugin: http://127.0.0.1:8787').waitFor();
    await page.getByRole('button', { name: 'Copy address' }).click();

    await page.getByRole('button', { name: 'Copied' }).waitFor();
  });

  test('offers no way back to what an update would bring', async () => {
    const page = await openPlugins({ apps: [], jobs: [] });
    const outdated = page.getByRole('listitem').filter({ hasText: '3ds Max 2025' });

    await outdated.getByRole('button', { name: /^Update/ }).waitFor();

    expect(await outdated.getByRole('button', { name: /^Go back/ }).count()).toBe(0);
  });

  test('leaves the focus at the place that was changed', async () => {
    const page = await openPlugins({ apps: [], jobs: [] });
    await page.getByRole('button', { name: 'Install: Blender 4.5' }).focus();

    await page.keyboard.press('Enter');

    await expect.poll(() => callsOf(page, 'plugins.install')).toHaveLength(1);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent))
      .toContain('Blender 4.5');
  });

  test('offers nothing where it is blocked, and says what to do', async () => {
    const page = await openPlugins({ apps: [], jobs: [] });

    const blocked = page.getByRole('listitem').filter({ hasText: 'Blender 4.3' });

    await page.getByText('Add the project to Unity Hub, then refresh.').waitFor();
    expect(await blocked.getByRole('button').count()).toBe(0);
  });

  test('sends a file by keyboard to the chosen host', async () => {
    const page = await openLibrary({ apps, jobs: [] });
    await page.getByRole('button', { name: 'Send to…: oak-chair.fbx' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send oak-chair.fbx to' });
    await dialog.waitFor();
    expect(await findViolations(page)).toEqual([]);

    await dialog.getByRole('button', { name: '3ds Max (Garden.max)' }).focus();
    await page.keyboard.press('Enter');

    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => callsOf(page, 'dcc.send'))
      .toEqual([{ guid: chair?.guid, relativePath: scene?.relativePath, family: '3dsmax', session: '2' }]);
  });

  test('shows what became of a sent file', async () => {
    const page = await openLibrary({ apps, jobs: [job] });
    await page.getByText('3ds Max (Garden.max) is importing it').waitFor();

    await emit(page, {
      apps,
      jobs: [{ ...done, status: 'failed', message: 'The scene is read-only.' }],
      problem: null,
    });

    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'oak-chair.fbx', exact: true }) });
    await row.last().getByText('The scene is read-only.').waitFor();
  });

  test('says what to do while no host is open', async () => {
    const page = await openLibrary({ apps: [], jobs: [] });
    await page.getByRole('button', { name: 'Send to…: oak-chair.fbx' }).click();
    await page.getByText('appears here within five seconds').waitFor();

    await page.getByRole('dialog').getByRole('button', { name: 'Plugins' }).click();

    await expectHeading(page, 'Plugins');
  });

  test('offers a file only to apps that import it', async () => {
    const models = sampleLibrary.models.map((model) => ({
      ...model,
      files: model.files.map((file) => ({ ...file, isPresent: true })),
    }));
    const page = await openLibrary({ apps, jobs: [] }, { ...sampleLibrary, models }, 'Brick Tower');
    await page.getByRole('button', { name: 'Send to…: brick-tower.glb' }).click();

    const appsOf = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name });

    await expect.poll(() => appsOf(/^3ds Max .* does not import GLB$/).count()).toBe(2);
    await expect
      .poll(() =>
        appsOf(/does not import/)
          .first()
          .isDisabled(),
      )
      .toBe(true);
    await expect.poll(() => appsOf(/^Blender \(Cup\)$/).isEnabled()).toBe(true);
  });

  test('offers no file that is gone from the disk', async () => {
    const page = await openLibrary({ apps, jobs: [] }, sampleLibrary, 'Brick Tower');
    await page.getByText('missing: download it again').waitFor();

    expect(await page.getByRole('button', { name: 'Send to…: brick-tower.glb' }).count()).toBe(0);
  });
});
