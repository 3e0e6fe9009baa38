import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../../../../helpers/watched-library.ts';
import { type Catalogue, createCatalogue, toQuery } from '../catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
  catalogue.put([{ title: 'Chest' }, { title: 'Zorb' }]);
});

const file = () => path.join(catalogue.dataDir, 'synonyms.txt');

test.each([
  ['on the calling thread', 100],
  ['on query threads', 0],
])('takes an edited file while it serves %s', async (_, inThreadModels) => {
  const engine = await catalogue.openReady({ inThreadModels });
  const find = async (words: string) => (await engine.search(toQuery(words))).total;
  const before = [await find('truhe'), await find('quaxil')];

  writeFileSync(file(), 'quaxil, zorb\n');

  await waitUntil(async () => (await find('quaxil')) === 1);
  expect([before, await find('truhe')]).toEqual([[1, 0], 0]);
});

test.each(['Stuhl', 'Stühle', 'stuhl aus Holz', 'Bürostuhl'])('finds a chair by %s', async (words) => {
  catalogue.put([{ title: 'Office Chair of Wood' }]);
  const engine = await catalogue.openReady();

  const found = await engine.search(toQuery(words));

  expect(found.total).toBe(1);
});

test.each([
  ['Stuhl', 'chair'],
  ['rot Stuhl', 'rot chair'],
])('ranks what %s finds as %s does', async (german, english) => {
  catalogue.put([
    { title: 'Chair cushion, rot', category: 'Textiles' },
    { title: 'Rot seat for the kitchen and for long evenings, also a chair', category: 'Chairs' },
    { title: 'Rot rot', category: 'Textiles', description: 'Beside a chair' },
    { title: 'Chair leg', category: 'Parts', description: 'In rot' },
  ]);
  const engine = await catalogue.openReady();

  const found = await engine.search(toQuery(german));

  expect(found.hits).toEqual((await engine.search(toQuery(english))).hits);
});

test('goes back to the shipped words without a file', async () => {
  writeFileSync(file(), 'quaxil, zorb\n');
  const engine = await catalogue.openReady();
  const find = async (words: string) => (await engine.search(toQuery(words))).total;
  const before = await find('truhe');

  rmSync(file());

  await waitUntil(async () => (await find('truhe')) === 1);
  expect(before).toBe(0);
});

test('tells states before and after an edit apart', async () => {
  const engine = await catalogue.openReady();
  const before = engine.revision();

  writeFileSync(file(), 'quaxil, zorb\n');

  await waitUntil(() => engine.revision() !== before);
});

test('tells states apart after an edit while it was stopped', async () => {
  const first = await catalogue.openReady();
  const before = first.revision();
  await first.close();
  writeFileSync(file(), 'quaxil, zorb\n');

  const second = await catalogue.openReady();

  expect(second.revision()).not.toBe(before);
});
