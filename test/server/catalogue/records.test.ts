import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../server/base/db/open-database.ts';
import { createAddresses } from '../../../server/base/http/addresses.ts';
import { createRecords } from '../../../server/catalogue/records.ts';
import { createCatalogueWriter } from '../../../server/catalogue/write/catalogue-writer.ts';
import { readConfig } from '../../../server/config.ts';
import { type Lod, lods } from '../../../server/contract/limits.ts';
import { openFreshDatabase } from '../../helpers/fresh-database.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { modelData } from '../../helpers/model-data.ts';
import { toModelData } from './search/engine/catalogue-fixture.ts';

let folder: string;
let db: Db;
beforeEach(() => {
  folder = makeFolder();
  db = openFreshDatabase(path.join(folder, 'lodestock.db'));
});

function start(maxBytes = 1_000_000) {
  let seq = 0;
  const addresses = createAddresses(readConfig({ LODESTOCK_DATA_DIR: folder }));
  const onMissingPoster = () => {};
  const records = createRecords({
    db,
    addresses,
    seq: () => seq,
    maxBytes,
    onMissingPoster,
  });
  const writer = createCatalogueWriter(db, Date.now);
  const put = (...model: Parameters<typeof modelData>) => {
    writer.put(modelData(...model));
    seq += 1;
    return Number(db.prepare('SELECT id FROM model WHERE title = ?').pluck().get(model[0]));
  };
  const remove = (guid: string) => {
    writer.remove(guid);
    seq += 1;
  };
  const read = (id: number) => JSON.parse(`${records.written(id)?.json}}`);
  return { records, addresses, put, remove, read };
}

test('keeps the very text of an unchanged model', () => {
  const { records, put } = start();
  const chair = put('Chair');
  const before = records.written(chair);

  put('Table');

  expect(records.written(chair)).toBe(before);
});

test('writes a model anew when its description changes', () => {
  const { put, read } = start();
  const chair = put('Chair');
  read(chair);

  put('Chair', { description: 'With arms.' });

  expect(read(chair)).toMatchObject({ title: 'Chair', description: 'With arms.' });
});

test('writes a model anew when its files change', () => {
  const { put, read } = start();
  const chair = put('Chair');
  const { version } = read(chair);

  put('Chair', { contentHash: 'other' });

  expect(read(chair).version).toBe(version + 1);
});

test('writes every model anew for another address', () => {
  const { put, read, addresses } = start();
  const chair = put('Chair');
  read(chair);

  addresses.setPort(4321);

  expect(read(chair).metaUrl).toBe('http://127.0.0.1:4321/api/models/chair');
});

test('gives the same record as an object', () => {
  const { records, put, read } = start();
  const chair = put('Chair', { description: 'With "arms".' });

  expect(records.get(chair)).toEqual(read(chair));
  expect(records.get(chair + 1)).toBeNull();
});

test('knows when a model is gone', () => {
  const { records, put, remove } = start();
  const chair = put('Chair');
  records.written(chair);

  remove('chair');

  expect([records.written(chair), records.bytes()]).toEqual([null, 0]);
});

test('never keeps more than its memory', () => {
  const { records, put } = start(5000);
  const ids = Array.from({ length: 20 }, (_, index) => put(`Model ${index}`));

  for (const id of ids) records.written(id);

  expect(records.bytes()).toBeGreaterThan(0);
  expect(records.bytes()).toBeLessThanOrEqual(5000);
});

const withTriangles = (counts: Partial<Record<Lod, number | null>>) =>
  toModelData('', {
    title: '',
    more: lods.flatMap((lod) => {
      const triangles = counts[lod];
      return triangles === undefined ? [] : { lod, triangles, sizeBytes: 1 };
    }),
  }).files;

test('which topology matched a range is known without asking the database again', () => {
  const { records, put } = start();
  const chair = put('Chair', { files: withTriangles({ '1k': 900, '10k': 9_000, source: null }) });
  records.written(chair);

  db.close();

  expect(records.matched({ triMin: 500, triMax: 20_000 }, chair)).toEqual({
    matchedLod: '10k',
    matchedTriangles: 9_000,
  });
  expect(records.matched({ triMax: 1_000 }, chair)).toEqual({ matchedLod: '1k', matchedTriangles: 900 });
  expect(records.matched({ triMin: 10_000 }, chair)).toEqual({});
  expect(records.matched({ lod: ['1k'], triMax: 1_000 }, chair)).toEqual({});
});
