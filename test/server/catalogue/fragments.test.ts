import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAddresses } from '../../../server/addresses.ts';
import { createFragments } from '../../../server/catalogue/fragments.ts';
import { readConfig } from '../../../server/config.ts';
import { type Db, openDatabase } from '../../../server/db/open-database.ts';
import { createCatalogueWriter } from '../../../server/host/scan/catalogue-writer.ts';
import { modelData } from '../../helpers/model-data.ts';

let folder: string;
let db: Db;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lodestock-fragments-'));
  db = openDatabase(path.join(folder, 'lodestock.db'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function start(maxBytes = 1_000_000) {
  let revision = 0;
  const addresses = createAddresses(readConfig({ LODESTOCK_DATA_DIR: folder }));
  const onBare = () => {};
  const fragments = createFragments({
    db,
    addresses,
    revision: () => String(revision),
    maxBytes,
    onBare,
  });
  const writer = createCatalogueWriter(db, Date.now);
  const put = (...model: Parameters<typeof modelData>) => {
    writer.put(modelData(...model));
    revision += 1;
    return Number(db.prepare('SELECT id FROM model WHERE title = ?').pluck().get(model[0]));
  };
  const remove = (guid: string) => {
    writer.remove(guid);
    revision += 1;
  };
  const read = (id: number) => JSON.parse(`${fragments.get(id)}}`);
  return { fragments, addresses, put, remove, read };
}

test('keeps the very text of an unchanged model', () => {
  const { fragments, put } = start();
  const chair = put('Chair');
  const before = fragments.get(chair);

  put('Table');

  expect(fragments.get(chair)).toBe(before);
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

test('knows when a model is gone', () => {
  const { fragments, put, remove } = start();
  const chair = put('Chair');
  fragments.get(chair);

  remove('chair');

  expect([fragments.get(chair), fragments.bytes()]).toEqual([null, 0]);
});

test('never keeps more than its memory', () => {
  const { fragments, put } = start(5000);
  const ids = Array.from({ length: 20 }, (_, index) => put(`Model ${index}`));

  for (const id of ids) fragments.get(id);

  expect(fragments.bytes()).toBeGreaterThan(0);
  expect(fragments.bytes()).toBeLessThanOrEqual(5000);
});
