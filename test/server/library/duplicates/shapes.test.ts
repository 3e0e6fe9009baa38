import path from 'node:path';
import { expect, test } from 'vitest';
import { openShapes } from '../../../../server/library/duplicates/shapes.ts';
import { openFreshDatabase } from '../../../helpers/fresh-database.ts';
import { createScratch } from '../../../src-main/scratch.ts';

const tetrahedron = {
  lod: '1k',
  triangles: 4,
  spread: 1,
  flatness: 0.5,
  roundness: 0.1,
  volume: 0.1,
  hand: 0,
};

test('reads one copy of a shape, however many there are', async () => {
  const db = openFreshDatabase(path.join(await createScratch(), 'lodestock.db'));
  db.pragma('foreign_keys = OFF'); // no models are needed
  let rows = 0;
  const prepare = db.prepare.bind(db);
  const count = <T>(row: T): T => {
    rows += 1;
    return row;
  };
  Object.assign(db, {
    prepare(text: string) {
      const statement = prepare(text);
      if (!text.includes('spread BETWEEN')) return statement;
      return {
        all: (input: unknown) => statement.all(input).map(count),
        *iterate(input: unknown) {
          for (const row of statement.iterate(input)) yield count(row);
        },
      };
    },
  });
  const shapes = openShapes(db);
  for (let modelId = 1; modelId <= 100; modelId += 1) shapes.put(modelId, [tetrahedron]);

  expect(prepare('SELECT models FROM shape_group').pluck().all()).toEqual([100]);
  expect(rows).toBeLessThanOrEqual(100);
});
