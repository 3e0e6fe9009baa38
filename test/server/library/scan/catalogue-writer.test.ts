import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../../server/base/db/open-database.ts';
import {
  type CatalogueWriter,
  createCatalogueWriter,
} from '../../../../server/catalogue/write/catalogue-writer.ts';
import { openFreshDatabase } from '../../../helpers/fresh-database.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { modelData } from '../../../helpers/model-data.ts';

let folder: string;
let db: Db;
let writer: CatalogueWriter;
beforeEach(() => {
  folder = makeFolder();
  db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  writer = createCatalogueWriter(db, Date.now);
});

const titles = () => db.prepare('SELECT title FROM model ORDER BY title').pluck().all();
/** Models that the search index is told of. */
const changes = () => db.prepare('SELECT model_id FROM search_change').all().length;
const named = (title: string) => ({ ...modelData(title), guid: 'one', metadataHash: title });

test('keeps only the last of two titles', () => {
  writer.transaction(() => {
    writer.put(named('Chair'));
    writer.put(named('Table'));
  });

  expect(titles()).toEqual(['Table']);
});

test('keeps nothing of a model that is removed at once', () => {
  writer.transaction(() => {
    writer.put(named('Chair'));
    writer.remove('one');
  });

  expect(titles()).toEqual([]);
});

test('tells the search index of every change', () => {
  writer.put(named('Chair'));
  writer.put(named('Chair'));
  writer.put(named('Table'));
  writer.remove('one');

  expect(changes()).toBe(3);
});

test('forgets the changes of a transaction that failed', () => {
  const fail = () =>
    writer.transaction(() => {
      writer.put(named('Chair'));
      throw new Error('the disk is full');
    });

  expect(fail).toThrow('the disk is full');
  writer.transaction(() => void writer.put(modelData('Table')));
  expect([titles(), changes()]).toEqual([['Table'], 1]);
});
