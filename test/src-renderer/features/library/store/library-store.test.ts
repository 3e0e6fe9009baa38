import { expect, test } from 'vitest';
import type {
  LibraryChange,
  LibraryModel,
  SeenLibrary,
} from '../../../../../src-main/platform/ipc/contract.ts';
import { createLibraryStore } from '../../../../../src-renderer/features/library/store/library-store.ts';

const model = (guid: string, title = guid): LibraryModel => ({
  ...{ guid, title, version: 1, license: 'CC0-1.0', attribution: null, serverUrl: 'http://127.0.0.1' },
  ...{ downloadedAt: '2026-01-01T00:00:00Z', folder: `/library/${guid}`, files: [], sizeBytes: 0 },
});
const facts = { folder: '/library', absence: null, places: [], problems: [] };
const library = (revision: number, ...models: LibraryModel[]): SeenLibrary => ({
  ...facts,
  revision,
  models,
});
const change = (revision: number, given: Partial<LibraryChange>): LibraryChange => ({
  ...{ ...facts, revision, isWhole: false, models: [], removed: [] },
  ...given,
});

/** A window with a main process that answers with `answers`, one after another. */
async function openStore(...answers: SeenLibrary[]) {
  let tell: (change: LibraryChange) => void = () => {};
  let calls = 0;
  const store = createLibraryStore({
    call: async () => {
      calls += 1;
      return answers.shift() as never;
    },
    on: (_, listener) => {
      tell = listener as typeof tell;
      return () => {};
    },
  });
  await store.getState().load();
  const titles = () => store.getState().library?.models.map(({ title }) => title);
  return { store, titles, calls: () => calls, tell: (told: LibraryChange) => tell(told) };
}

test('applies a change to what it shows', async () => {
  const { titles, tell } = await openStore(library(1, model('b'), model('c')));

  tell(change(2, { models: [model('a'), model('c', 'new c')], removed: ['b'] }));

  expect(titles()).toEqual(['a', 'new c']);
});

test('does not apply what it has seen already', async () => {
  const { titles, tell } = await openStore(library(3, model('a')));

  tell(change(3, { removed: ['a'] }));

  expect(titles()).toEqual(['a']);
});

test('reads the library again after a change was missed', async () => {
  const { titles, tell, calls } = await openStore(library(1, model('a')), library(3, model('a'), model('b')));

  tell(change(3, { models: [model('b')] }));

  await expect.poll(titles).toEqual(['a', 'b']);
  expect(calls()).toBe(2);
});

test('takes another library whole', async () => {
  const { titles, tell } = await openStore(library(1, model('a')));

  tell(change(2, { isWhole: true, folder: '/other', models: [model('z')] }));

  expect(titles()).toEqual(['z']);
});
