import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLibraries } from '../../../../src-main/library/move/libraries.ts';
import { createLibraryRoots, KnownRoots } from '../../../../src-main/library/roots.ts';
import { createSettings, SettingsFile } from '../../../../src-main/platform/settings/settings.ts';
import { createJsonFile } from '../../../../src-main/platform/storage/json-file.ts';
import { listPlaces } from '../../../../src-main/platform/storage/places.ts';
import { createSharing } from '../../downloads/create-sharing.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';
import { readLibrary } from '../read-library.ts';
import { contents, readContents, writeContents } from './library-under-move.ts';

/** The list of libraries of a computer, on which a person chooses the folders of `chosen`. */
async function createList(options: { readonly managed?: string } = {}) {
  const scratch = await createScratch();
  const { log } = createMemoryLog();
  const places = listPlaces(scratch);
  const first = options.managed ?? path.join(scratch, 'first');
  const settings = createSettings({
    file: createJsonFile({ file: places.settings, schema: SettingsFile, log }),
    defaultLibraryFolder: first,
    readManaged: async () => (options.managed === undefined ? {} : { libraryFolder: options.managed }),
    onChange: () => undefined,
  });
  await settings.load();
  const roots = createLibraryRoots(createJsonFile({ file: places.libraries, schema: KnownRoots, log }));
  await roots.open(first);
  const chooseFolder = vi.fn(async (): Promise<string | null> => null);
  const followed: string[][] = [];
  const [done, wake] = [vi.fn(), vi.fn()];
  const create = () =>
    createLibraries({
      ...{ log, places, settings, roots, sharing: createSharing(), home: scratch },
      publish: () => undefined,
      desktop: { ...unusedDesktop, chooseFolder, notify: done },
      showLibrary: () => readLibrary(first),
      ...{ onRelocated: () => undefined, onBroken: () => undefined },
      downloads: {
        release: async () => undefined,
        follow: async (from, to) => void followed.push([from, to]),
        wake,
      },
    });
  const libraries = create();
  onTestFinished(libraries.mover.stop);
  const choose = (folder: string | null) => chooseFolder.mockResolvedValueOnce(folder);
  const call = libraries.handlers;
  return { scratch, first, settings, roots, choose, call, followed, done, wake };
}

const unusedDesktop = {
  openExternal: async () => undefined,
  showItemInFolder: () => undefined,
  openPath: async () => '',
  startProgram: async () => undefined,
  startDrag: () => undefined,
  copyText: async () => undefined,
  saveText: async () => null,
  chooseFile: async () => null,
  setStartAtLogin: async () => undefined,
  setTheme: () => undefined,
  setProgress: () => undefined,
  keepAwake: () => undefined,
  isInFront: () => true,
};

test('adds a library with an id of its own', async () => {
  const { scratch, first, choose, call } = await createList();
  const archive = path.join(scratch, 'archive');
  await mkdir(archive);
  choose(archive);

  const { libraries } = await call['libraries.add'](undefined);

  expect(libraries).toMatchObject([
    { folder: first, name: 'first', isDefault: true },
    { folder: archive, name: 'archive', isDefault: false, isElsewhere: false },
  ]);
  expect(await readdir(archive)).toEqual(['.lodestock-library.json']);
});

test('names a library, and lets downloads go to another one', async () => {
  const { scratch, first, choose, call, settings } = await createList();
  const archive = path.join(scratch, 'archive');
  choose(archive);
  await call['libraries.add'](undefined);

  await call['libraries.rename']({ folder: archive, name: 'NAS' });
  const { libraries } = await call['libraries.use']({ folder: archive });

  expect(libraries).toMatchObject([
    { folder: archive, name: 'NAS', isDefault: true },
    { folder: first, name: 'first', isDefault: false },
  ]);
  expect(settings.read().libraryFolder).toBe(archive);
});

test('removing a library from the list deletes nothing', async () => {
  const { scratch, first, choose, call } = await createList();
  const archive = path.join(scratch, 'archive');
  choose(archive);
  await call['libraries.add'](undefined);
  await writeFile(path.join(archive, 'mine.txt'), 'mine');

  const { libraries } = await call['libraries.drop']({ folder: archive });

  expect(libraries.map(({ folder }) => folder)).toEqual([first]);
  expect(await readdir(archive)).toContain('mine.txt');
  await expect(call['libraries.drop']({ folder: first })).rejects.toThrow('Downloads go to this library');
});

test('refuses a library inside another one', async () => {
  const { first, choose, call } = await createList();
  choose(path.join(first, 'below'));

  await expect(call['libraries.add'](undefined)).rejects.toThrow('one is inside the other');
});

test('a policy decides where downloads go', async () => {
  const managed = path.join(await createScratch(), 'studio');
  const { scratch, choose, call } = await createList({ managed });
  const own = path.join(scratch, 'own');
  choose(own);
  await call['libraries.add'](undefined);

  await expect(call['libraries.use']({ folder: own })).rejects.toThrow('Your organisation has set this');
  await expect(call['libraries.move']({ folder: managed })).rejects.toThrow('Your organisation has set this');
});

test('moves a library, and everything follows', async () => {
  const { scratch, first, roots, settings, choose, call, followed, done, wake } = await createList();
  await writeContents(first);
  const disk = path.join(scratch, 'disk');
  await mkdir(disk);
  await writeFile(path.join(disk, 'holiday.jpg'), 'sea');
  choose(disk);

  const { move } = await call['libraries.move']({ folder: first });

  const to = path.join(disk, 'first');
  expect(move).toMatchObject({ from: first, to });
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(settings.read().libraryFolder).toBe(to);
  expect(await roots.findAbsence(to)).toBeNull();
  expect(followed).toEqual([[first, to]]);
  expect(wake).toHaveBeenCalled();
  expect(await readContents(disk)).toEqual({
    'holiday.jpg': 'sea',
    ...Object.fromEntries(Object.entries(contents).map(([name, text]) => [`first/${name}`, text])),
  });
});

test('refuses to move a library into itself or onto other files', async () => {
  const { scratch, first, choose, call } = await createList();
  await writeContents(first);
  choose(path.join(first, 'below'));
  await expect(call['libraries.move']({ folder: first })).rejects.toThrow('is inside the library');
  await mkdir(path.join(scratch, 'disk/first'), { recursive: true });
  await writeFile(path.join(scratch, 'disk/first/other.txt'), 'other');
  choose(path.join(scratch, 'disk'));

  await expect(call['libraries.move']({ folder: first })).rejects.toThrow('is not empty');

  expect((await call['libraries.read'](undefined)).move).toBeNull();
});
