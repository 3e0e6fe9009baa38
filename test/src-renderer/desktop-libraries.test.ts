import { expect, test } from 'vitest';
import type { LibraryList } from '../../src-main/platform/ipc/contract.ts';
import { sampleLibrary } from './sample-library.ts';
import { findViolationsInBoth } from './site/axe.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(5);
const absence = 'The library /mnt/nas/Models is not connected.';
const libraries: LibraryList = {
  libraries: [
    {
      ...{ folder: '/home/ada/Models', name: 'Models', isDefault: true, isElsewhere: false },
      absence: null,
    },
    { ...{ folder: '/mnt/nas/Models', name: 'NAS', isDefault: false, isElsewhere: false }, absence },
  ],
  move: {
    ...{ from: '/home/ada/Models', to: '/mnt/big/Models', status: 'moving', message: null },
    ...{ doneFiles: 120, totalFiles: 400, doneBytes: 3_000_000_000, totalBytes: 12_000_000_000 },
  },
};
const places = libraries.libraries.map(({ folder, name, absence: why }) => ({ folder, name, absence: why }));
const library = { ...sampleLibrary, problems: [], places };

describePages('several libraries', ({ openDesktop }) => {
  async function openPlace(name: 'Library' | 'Settings') {
    const { page } = await openDesktop(catalogue, { library, libraries });
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expectHeading(page, name);
    return page;
  }

  test('names a library in Settings with the keyboard', async () => {
    const page = await openPlace('Settings');
    await page.getByRole('button', { name: 'More: NAS' }).focus();

    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    await page.getByRole('dialog', { name: 'Name of the library' }).getByRole('textbox').fill('Archive');
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'More: Archive' }).waitFor();
    expect(await readCalls(page, 'libraries.rename')).toEqual([
      { folder: '/mnt/nas/Models', name: 'Archive' },
    ]);
    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('shows how far a library has moved, and pauses it', async () => {
    const page = await openPlace('Settings');
    const moving = page.getByRole('region', { name: 'Moving a library' });
    await moving.getByText('3 GB of 12 GB, 120 of 400 files').waitFor();

    await moving.getByRole('button', { name: 'Pause' }).click();

    await moving.getByText('Paused').waitFor();
    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('a library that is away leaves the others usable', async () => {
    const page = await openPlace('Library');

    await page.getByText('The library “NAS” is not connected').waitFor();
    await page.getByRole('combobox', { name: 'Library' }).selectOption({ label: 'NAS' });

    await page.getByText('No models in').waitFor();
    await page.getByRole('combobox', { name: 'Library' }).selectOption({ label: 'All libraries' });
    await page.getByRole('gridcell', { name: /Oak Chair/ }).waitFor();
    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('a model can be dragged out of the window', async () => {
    const page = await openPlace('Library');

    await page.getByRole('gridcell', { name: /Oak Chair/ }).dispatchEvent('dragstart');

    await expect
      .poll(() => readCalls(page, 'library.drag'))
      .toEqual([{ items: [{ guid: 'g-1', relativePath: null }] }]);
  });

  test('opens a file and copies its path from a menu', async () => {
    const page = await openPlace('Library');
    await page.getByRole('gridcell', { name: /Oak Chair/ }).click();
    const menu = page.getByRole('button', { name: /^More: .*\.fbx$/ }).first();

    await menu.click();
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Copy path', exact: true }).click();

    const [file] = sampleLibrary.models[0]?.files.filter(({ format }) => format === 'fbx') ?? [];
    const opened = { guid: 'g-1', relativePath: file?.relativePath, program: null };
    await expect.poll(() => readCalls(page, 'library.open')).toEqual([opened]);
    const text = `/home/ada/Models/oak-chair/${file?.relativePath}`;
    await expect.poll(() => readCalls(page, 'app.copyText')).toEqual([{ text }]);
  });
});
