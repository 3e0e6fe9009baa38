import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../../../server/base/db/open-database.ts';
import { createCatalogueWriter } from '../../../../server/catalogue/write/catalogue-writer.ts';
import { longestHold, writeInTurns } from '../../../../server/library/scan/take-turns.ts';
import { openFreshDatabase } from '../../../helpers/fresh-database.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

let folder: string;
let db: Db;
let other: Db;
beforeEach(() => {
  folder = makeFolder();
  db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  db.exec('CREATE TABLE piece (number INTEGER NOT NULL) STRICT');
  other = openDatabase(db.name);
});
afterEach(() => other.close());

const written = () => other.prepare('SELECT count(*) FROM piece').pluck().get();
/** Work that alone takes as long as one transaction may. */
function workLong(number: number): void {
  const end = performance.now() + longestHold;
  while (performance.now() < end);
  db.prepare('INSERT INTO piece VALUES (?)').run(number);
}

test('commits long work piece by piece', () => {
  const seen: unknown[] = [];
  const piece = (number: number) => () => {
    seen.push(written());
    workLong(number);
  };

  writeInTurns(createCatalogueWriter(db, Date.now), [piece(1), piece(2), piece(3)]);

  expect([seen, written()]).toEqual([[0, 1, 2], 3]);
});

test('keeps what was committed before a piece fails', () => {
  const fail = () => {
    throw new Error('no');
  };

  const write = () => writeInTurns(createCatalogueWriter(db, Date.now), [() => workLong(1), fail]);

  expect(write).toThrow('no');
  expect(written()).toBe(1);
});
