import { expect, test } from 'vitest';
import { findMark } from '../../../../../src-renderer/features/browse/cards/model-marks.ts';
import {
  countByFilter,
  type LibraryChoice,
  markModels,
  selectModels,
} from '../../../../../src-renderer/features/library/store/library-rows.ts';
import { sampleLibrary } from '../../../sample-library.ts';

const { models } = sampleLibrary;
const everything: LibraryChoice = {
  text: '',
  filter: 'all',
  tag: null,
  place: null,
  sort: 'title',
  isDescending: false,
};
const notes = new Map([
  ['g-1', { guid: 'g-1', tags: ['Hero', 'Forêt'], note: 'Too shiny\nfor the night', seen: '' }],
]);
const nothing = { outdated: new Set<string>(), notes: new Map() };
const titlesOf = (choice: Partial<LibraryChoice>, known: Parameters<typeof selectModels>[2] = nothing) =>
  selectModels(models, { ...everything, ...choice }, known).map(({ title }) => title);

test('shows everything while nothing is written', () => {
  expect(titlesOf({ text: '  ' })).toEqual(['Brick Tower', 'Oak Chair']);
});

test.each([
  ['OAK', ['Oak Chair']],
  ['10k fbx', ['Oak Chair']],
  ['cc-by tower', ['Brick Tower']],
  ['glb', ['Brick Tower']],
  ['oak glb', []],
  ['png', []],
])('finds “%s” in titles, licences, formats and topologies', (text, titles) => {
  expect(titlesOf({ text })).toEqual(titles);
});

test.each([
  ['hero', ['Oak Chair']],
  ['chair shiny', ['Oak Chair']],
  ['tower shiny', []],
])('finds “%s” in own tags and notes too', (text, titles) => {
  expect(titlesOf({ text }, { ...nothing, notes })).toEqual(titles);
});

test('shows the models of one tag, however it is spelled', () => {
  expect(titlesOf({ tag: 'for' }, { ...nothing, notes })).toEqual([]);
  expect(titlesOf({ tag: 'FORÊT'.normalize('NFD') }, { ...nothing, notes })).toEqual(['Oak Chair']);
});

test('counts and shows the models of each filter', () => {
  const [chair, tower] = models;
  const edited = chair && {
    ...chair,
    ...{ guid: 'g-3', title: 'Pine Table', files: chair.files.map((file) => ({ ...file, isEdited: true })) },
  };
  const all = [chair, tower, edited].flatMap((model) => model ?? []);
  const outdated = new Set(['g-1']);
  const shown = (filter: LibraryChoice['filter']) =>
    selectModels(all, { ...everything, filter }, { ...nothing, outdated }).map(({ title }) => title);

  expect(countByFilter(all, outdated)).toEqual({ all: 3, whole: 1, outdated: 1, edited: 1, missing: 1 });
  expect(shown('whole')).toEqual(['Oak Chair']);
  expect(shown('outdated')).toEqual(['Oak Chair']);
  expect(shown('edited')).toEqual(['Pine Table']);
  expect(shown('missing')).toEqual(['Brick Tower']);
});

test('sorts by each column, both ways', () => {
  const [small, large] = [
    { title: 'Chair 10', sizeBytes: 1, version: 3, downloadedAt: '2026-03-01T00:00:00Z', license: 'MIT' },
    { title: 'Chair 9', sizeBytes: 9, version: 1, downloadedAt: '2026-01-01T00:00:00Z', license: 'CC0' },
  ].map((change, index) => ({ ...models[0], ...change, guid: String(index) }));
  const both = [small, large] as never;
  const order = (sort: LibraryChoice['sort'], isDescending = false) =>
    selectModels(both, { ...everything, sort, isDescending }, nothing).map(({ title }) => title);

  expect(order('title')).toEqual(['Chair 9', 'Chair 10']);
  expect(order('title', true)).toEqual(['Chair 10', 'Chair 9']);
  expect(order('size')).toEqual(['Chair 10', 'Chair 9']);
  expect(order('licence')).toEqual(['Chair 9', 'Chair 10']);
  expect(order('version')).toEqual(['Chair 9', 'Chair 10']);
  expect(order('downloaded', true)).toEqual(['Chair 10', 'Chair 9']);
});

test('marks models of the catalogue as they are in the library', () => {
  const [oak, tower] = models;
  const marks = markModels(models, 'http://127.0.0.1:8787/');
  const markOf = (guid: string, version: number) => findMark({ guid, version }, marks);

  expect(markOf(oak?.guid ?? '', 2)).toBe('whole');
  expect(markOf(oak?.guid ?? '', 3)).toBe('outdated');
  expect(markOf(tower?.guid ?? '', 3)).toBe('missing');
  expect(markOf('another', 1)).toBeNull();
});

test('versions of another server say nothing here', () => {
  const [oak] = models;
  const marks = ['https://models.example.org', 'http://127.0.0.1:8787/below'].map((server) =>
    findMark({ guid: oak?.guid ?? '', version: 9 }, markModels(models, server)),
  );

  expect(marks).toEqual(['whole', 'whole']);
});
