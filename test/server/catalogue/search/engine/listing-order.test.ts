import { expect, test } from 'vitest';
import { createCatalogue, type Sample, toModelData, toQuery } from './catalogue-fixture.ts';

const sampleAt = (index: number): Sample => ({
  title: `Brick ${(index * 37) % 500}`,
  triangles: ((index * 91) % 500) + 1,
  tags: index % 3 === 0 ? ['third', ...(index % 60 === 0 ? ['rare'] : [])] : [],
});

const catalogue = createCatalogue();
catalogue.put(Array.from({ length: 400 }, (_, index) => sampleAt(index)));
const engine = await catalogue.openReady();

const columns = { newest: 'added_at DESC', title: 'title COLLATE NOCASE', triangles: 'triangles' } as const;
const filters = [
  { filters: {}, where: '1' },
  { filters: { tags: ['third'] }, where: `tags LIKE '%third%'` },
  { filters: { tags: ['rare'] }, where: `tags LIKE '%rare%'` },
];

async function comparePages(sort: keyof typeof columns) {
  for (const { filters: chosen, where } of filters) {
    const sql = `SELECT id FROM model WHERE ${where} ORDER BY ${columns[sort]}`;
    const expected = catalogue.db.prepare<[], number>(sql).pluck().all();
    for (const offset of [0, 7, 119, 260, expected.length - 1]) {
      const { hits } = await engine.search(toQuery(null, { sort, offset, limit: 24, filters: chosen }));

      expect(hits.map(({ modelId }) => modelId)).toEqual(expected.slice(offset, offset + 24));
    }
  }
}

test.each(['newest', 'title', 'triangles'] as const)(
  'any page by %s is the one that SQL gives',
  comparePages,
);

test('pages stay in order when models are added, changed and removed', async () => {
  catalogue.writer.transaction(() => {
    for (let index = 400; index < 460; index++)
      catalogue.writer.put(toModelData(`n${index}`, sampleAt(index)));
    for (const index of [3, 60, 120, 399]) catalogue.writer.remove(`m${index}`);
    catalogue.writer.put(toModelData('m30', { ...sampleAt(470), tags: ['third', 'rare'] }));
  });
  await engine.apply();

  for (const sort of ['newest', 'title', 'triangles'] as const) await comparePages(sort);
});
