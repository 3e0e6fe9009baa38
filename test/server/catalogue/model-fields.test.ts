import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../../server/base/db/open-database.ts';
import type { PosterData } from '../../../server/catalogue/model/model-data.ts';
import {
  splitPosterTag,
  toModelRecord,
  toShown,
  writeModelRecord,
} from '../../../server/catalogue/model/model-row.ts';
import { createModels } from '../../../server/catalogue/model/models.ts';
import { createCatalogueWriter } from '../../../server/catalogue/write/catalogue-writer.ts';
import { ModelRecord } from '../../../server/contract/catalogue/discovery.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { modelData } from '../../helpers/model-data.ts';

let folder: string;
let db: Db;
beforeEach(() => {
  folder = makeFolder();
  db = openDatabase(path.join(folder, 'lodestock.db'));
});
afterEach(() => db.close());

const addresses = {
  base: () => 'http://site',
  worker: () => 'http://worker',
  posters: (hostUrl: string | null) => hostUrl ?? 'http://worker',
  both: '',
  setPort: () => {},
  local: () => null,
  setLocal: () => {},
  root: '',
};
const poster = (size: PosterData['size'], sha256: string): PosterData => ({
  ...{ size, sha256, path: `${size}.png`, contentType: 'image/png', sizeBytes: 1 },
});
const told = modelData('Oak “table”', {
  description: 'Two lines,\nan emoji 😀 and a \u2028 separator',
  type: 2,
  subcategory: 'Tables',
  tags: ['oak', 'a "quoted" one'],
  keywords: ['wood'],
  attribution: 'Somebody',
  priceCents: 435,
  sourceUpdatedAt: '2026-05-01T00:00:00.000Z',
  animated: true,
  triangles: null,
  posters: [
    poster('small', 'c'.repeat(64)),
    poster('medium', 'b'.repeat(64)),
    poster('large', 'a'.repeat(64)),
  ],
});

function write(model: typeof told) {
  createCatalogueWriter(db, Date.now).put(model);
  return createModels(db).get(model.guid);
}

test('shows every field as it was written', () => {
  const row = write(told);

  expect({ ...toModelRecord(row, addresses), ...toShown('details', row, addresses) }).toMatchObject({
    guid: told.guid,
    title: told.title,
    description: told.description,
    type: 2,
    typeLabel: 'material',
    tags: told.tags,
    keywords: told.keywords,
    license: 'CC0-1.0',
    attribution: 'Somebody',
    priceUsd: 4.35,
    sourceUpdatedAt: told.sourceUpdatedAt,
    animated: true,
    rigged: false,
    triCount: null,
  });
});

test('changes every field when a model changes', () => {
  write(told);

  const row = write({ ...modelData('Elm chair', { contentHash: 'other' }), guid: told.guid });

  const { version, ...record } = toModelRecord(row, addresses);
  expect(version).toBe(2);
  expect(record).toMatchObject({
    title: 'Elm chair',
    tags: [],
    subcategory: '',
    priceUsd: 1,
    animated: false,
  });
});

test('writes the same record as text', () => {
  for (const model of [told, modelData('Plain')]) {
    const row = write(model);

    const record = toModelRecord(row, addresses);

    expect(writeModelRecord(row, addresses)).toBe(JSON.stringify(record));
    expect(ModelRecord.parse(record)).toEqual(record);
  }
});

test('puts the tag of posters together by size', () => {
  const { posterTag } = write(told);

  expect(posterTag).toBe(`${'a'.repeat(8)}${'b'.repeat(8)}${'c'.repeat(8)}`);
  expect(splitPosterTag(posterTag ?? '', ['small'])).toEqual(
    new Map([
      ['large', 'a'.repeat(8)],
      ['medium', 'b'.repeat(8)],
      ['small', 'c'.repeat(8)],
    ]),
  );
});

test('gives a short tag to the posters that there are', () => {
  const { posterTag } = write({ ...told, posters: [poster('small', 'c'.repeat(64))] });

  expect(splitPosterTag(posterTag ?? '', ['small'])).toEqual(new Map([['small', 'c'.repeat(8)]]));
});
