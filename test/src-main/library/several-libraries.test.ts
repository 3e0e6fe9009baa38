import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { createIndexFile } from '../../../src-main/library/index-file.ts';
import { createLibraryIndex } from '../../../src-main/library/library-index.ts';
import { createRemoval } from '../../../src-main/library/removal/removal.ts';
import {
  createLibraryRoots,
  KnownRoots,
  type LibraryRoots,
  readLibraryId,
} from '../../../src-main/library/roots.ts';
import type { LibraryChange } from '../../../src-main/platform/ipc/contract.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { sha256Of } from '../../helpers/publishing.ts';
import { createSharing } from '../downloads/create-sharing.ts';
import { createMemoryLog } from '../memory-log.ts';
import { openNotes } from '../notes/notes-app.ts';
import { createScratch } from '../scratch.ts';

async function writeModel(library: string, guid: string, text = guid): Promise<void> {
  const folder = path.join(library, guid);
  await mkdir(path.join(folder, '1k'), { recursive: true });
  await writeFile(path.join(folder, '1k/a.glb'), text);
  const receipt = {
    ...{ receiptVersion: 1, guid, title: guid, version: 1, license: 'CC0-1.0', attribution: null },
    ...{ serverUrl: 'http://127.0.0.1:8787', downloadedAt: '2026-01-01T00:00:00Z' },
    files: [
      {
        ...{ format: 'glb', lod: '1k', variant: null, role: 'scene', relativePath: '1k/a.glb' },
        ...{ sizeBytes: text.length, sha256: sha256Of(text) },
      },
    ],
  };
  await writeFile(path.join(folder, 'model.json'), JSON.stringify(receipt));
}

/** Two libraries that this computer knows: downloads go to the first. Only the archive can hang, and is given up only then. */
async function createTwo() {
  const scratch = await createScratch();
  const [desk, archive] = [path.join(scratch, 'desk'), path.join(scratch, 'archive')];
  const { log } = createMemoryLog();
  const file = createJsonFile({ file: path.join(scratch, 'libraries.json'), schema: KnownRoots, log });
  /** Pending while the archive hangs. */
  let silence: PromiseWithResolvers<void> | null = null;
  const roots = createLibraryRoots(file, { patienceOf: () => 600_000 });
  const impatient = createLibraryRoots(file, {
    patienceOf: () => 20,
    async readId(folder) {
      await silence?.promise;
      return readLibraryId(folder);
    },
  });
  const findAbsence: LibraryRoots['findAbsence'] = (folder, onAnswer) =>
    (folder === archive && silence !== null ? impatient : roots).findAbsence(folder, onAnswer);
  for (const library of [desk, archive]) await roots.open(library);
  const changes: LibraryChange[] = [];
  const libraries = [
    { folder: desk, name: 'Desk' },
    { folder: archive, name: 'Archive' },
  ];
  const index = createLibraryIndex({
    ...{ libraries: () => libraries, roots: { ...roots, findAbsence }, checked: new Map() },
    file: createIndexFile(path.join(scratch, 'index.db'), log),
    onChange: (change) => changes.push(change),
  });
  onTestFinished(index.close);
  const hang = () => {
    const own = Promise.withResolvers<void>();
    silence = own;
    return () => {
      silence = null;
      own.resolve();
    };
  };
  const folders = () => [desk, archive];
  return { ...{ scratch, desk, archive, roots, index, changes, hang, folders, log } };
}

const titles = ({ models }: { readonly models: readonly { readonly title: string }[] }) =>
  models.map(({ title }) => title).toSorted();

test('shows the models of all libraries together', async () => {
  const { desk, archive, index } = await createTwo();
  await writeModel(desk, 'chair');
  await writeModel(archive, 'table');

  const seen = await index.read();

  expect(titles(seen)).toEqual(['chair', 'table']);
  expect(seen).toMatchObject({
    folder: desk,
    places: [{ name: 'Desk' }, { name: 'Archive', absence: null }],
    problems: [],
  });
  expect([index.findLibrary('chair'), index.findLibrary('table')]).toEqual([desk, archive]);
});

test('a model in two libraries is shown once and nothing is wrong', async () => {
  const { desk, archive, index } = await createTwo();
  await writeModel(desk, 'chair');
  await writeModel(archive, 'chair');

  const { models, problems } = await index.refresh();

  expect(models.map(({ folder }) => folder)).toEqual([path.join(desk, 'chair')]);
  expect(problems).toEqual([]);
});

test('a library that is away hides only its own models', async () => {
  const { desk, archive, index, changes } = await createTwo();
  await writeModel(desk, 'chair');
  await writeModel(archive, 'table');
  await index.read();
  await rename(archive, `${archive} pulled`);

  const seen = await index.refresh();

  expect(titles(seen)).toEqual(['chair']);
  expect(seen.absence).toBeNull();
  expect(textOf(seen.places[1]?.absence ?? '')).toContain('is not connected');
  expect(changes.at(-1)).toMatchObject({ isWhole: false, models: [], removed: ['table'] });
});

test('does not wait for a library that hangs, and sees it answer', async () => {
  const { desk, archive, index, hang } = await createTwo();
  await writeModel(desk, 'chair');
  await writeModel(archive, 'table');
  const answer = hang();

  const seen = await index.refresh();
  answer();

  expect(titles(seen)).toEqual(['chair']);
  expect(textOf(seen.places[1]?.absence ?? '')).toContain('is not responding');
  await expect.poll(async () => titles(await index.show())).toEqual(['chair', 'table']);
});

test('finds content only in the library that wants it', async () => {
  const { desk, archive, index } = await createTwo();
  await writeModel(archive, 'table');
  await index.refresh();

  const sha256 = sha256Of('table');

  expect(index.findContent(desk, sha256)).toEqual([]);
  expect(index.findContent(archive, sha256)).toEqual([path.join(archive, 'table/1k/a.glb')]);
});

test('looks at one folder of the second library', async () => {
  const { archive, index, changes } = await createTwo();
  await index.read();
  await writeModel(archive, 'table');

  await index.refreshFolder(path.join(archive, 'table'));

  expect(changes.at(-1)).toMatchObject({ isWhole: false, models: [{ guid: 'table' }] });
});

test('keeps notes in the library of their model', async () => {
  const { desk, archive, index, roots, folders } = await createTwo();
  await writeModel(desk, 'chair');
  await writeModel(archive, 'table');
  await index.refresh();
  const notes = openNotes(desk, { libraries: folders, findLibrary: index.findLibrary, roots });

  await notes.tag(['hero'], [], ['chair', 'table']);

  expect((await notes.read()).map(({ guid }) => guid)).toEqual(['chair', 'table']);
  await rename(archive, `${archive} pulled`);
  expect((await notes.read()).map(({ guid }) => guid)).toEqual(['chair']);
});

test('removes from the second library and puts it back', async () => {
  const { archive, index, roots, folders, log } = await createTwo();
  await writeModel(archive, 'table');
  await index.refresh();
  const { handlers } = createRemoval({
    ...{ libraries: folders, roots, readLibrary: index.refresh, sharing: createSharing(), log },
    ...{ isDownloading: () => false, onChange: index.refreshFolder },
  });

  const { done } = await handlers['removal.remove']({ models: [{ guid: 'table', relativePaths: null }] });
  const without = titles(await index.refresh());
  await handlers['removal.restore']({ ids: done.map(({ id }) => id) });

  expect(without).toEqual([]);
  expect(titles(await index.refresh())).toEqual(['table']);
});
