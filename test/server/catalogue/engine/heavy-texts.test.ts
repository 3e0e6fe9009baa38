import { expect, test } from 'vitest';
import { buildSegment } from '../../../../server/catalogue/engine/build-segment.ts';
import { listHeavyTexts } from '../../../../server/catalogue/engine/heavy-texts.ts';
import type { SourceModel } from '../../../../server/catalogue/engine/model-source.ts';

const toModel = (title: string, id: number): SourceModel => ({
  id,
  title,
  description: '',
  type: 0,
  category: '',
  categorySlug: '',
  subcategory: '',
  subcategorySlug: '',
  tags: '[]',
  keywords: '[]',
  license: '',
  animated: 0,
  rigged: 0,
  triangles: null,
  formats: '[]',
  lods: '[]',
  popularity: 0,
  addedAt: '2026-01-01T00:00:00Z',
});
const listOf = (titles: readonly string[]) => listHeavyTexts(buildSegment(titles.map(toModel)));
const times = (count: number, title: string) => Array.from({ length: count }, () => title);

test('lists words and beginnings, most used first', () => {
  const texts = listOf([...times(60, 'barrel'), ...times(30, 'base'), ...times(110, 'zz')]);

  expect(texts.slice(0, 4).sort()).toEqual(['b', 'ba', 'z', 'zz']);
  expect(texts.slice(4).sort()).toEqual(['bar', 'barr', 'barre', 'barrel', 'bas', 'base'].sort());
});

test('leaves out what few models hold', () => {
  const texts = listOf([...times(200, 'oak'), 'quince', 'quince tree']);

  expect(texts.sort()).toEqual(['o', 'oa', 'oak']);
});

test('adds the uses of rare words with one beginning', () => {
  const rare = Array.from(
    { length: 50 },
    (_, index) => `rare${String.fromCharCode(97 + (index % 25))}${index}`,
  );

  const texts = listOf([...rare, ...times(150, 'oak')]);

  expect(texts).toEqual(expect.arrayContaining(['r', 'ra', 'rar', 'rare']));
  expect(texts.filter((text) => text.length > 4)).toEqual([]);
});

test('never cuts a letter in two', () => {
  const texts = listOf(times(10, 'мебель'));

  expect(texts.sort()).toEqual(['м', 'ме', 'мебель']);
});

test('has nothing to list without models', () => {
  expect(listOf([])).toEqual([]);
});
