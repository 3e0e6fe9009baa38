import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../../../server/db/open-database.ts';
import {
  type CatalogueWriter,
  createCatalogueWriter,
} from '../../../../server/host/scan/catalogue-writer.ts';
import { modelData } from '../../../helpers/model-data.ts';

let folder: string;
let db: Db;
let writer: CatalogueWriter;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lodestock-writer-'));
  db = openDatabase(path.join(folder, 'lodestock.db'));
  writer = createCatalogueWriter(db, Date.now);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const find = (word: string) =>
  db.prepare('SELECT rowid FROM model_search WHERE model_search MATCH ?').all(word).length;
const named = (title: string) => ({ ...modelData(title), guid: 'one', metadataHash: title });

test('finds models by their words after a transaction', () => {
  writer.transaction(() => {
    writer.put(modelData('Chair'));
    writer.put(modelData('Table'));
  });

  expect([find('chair'), find('table')]).toEqual([1, 1]);
});

test('finds a model without a transaction around it', () => {
  writer.put(modelData('Chair'));

  expect(find('chair')).toBe(1);
});

test('finds only the last of two titles', () => {
  writer.transaction(() => {
    writer.put(named('Chair'));
    writer.put(named('Table'));
  });

  expect([find('chair'), find('table')]).toEqual([0, 1]);
});

test('finds nothing of a model that is removed at once', () => {
  writer.transaction(() => {
    writer.put(named('Chair'));
    writer.remove('one');
  });

  expect(find('chair')).toBe(0);
});

test('forgets the words of a transaction that failed', () => {
  const fail = () =>
    writer.transaction(() => {
      writer.put(named('Chair'));
      throw new Error('the disk is full');
    });

  expect(fail).toThrow('the disk is full');
  writer.transaction(() => void writer.put(modelData('Table')));
  expect([find('chair'), find('table')]).toEqual([0, 1]);
});
