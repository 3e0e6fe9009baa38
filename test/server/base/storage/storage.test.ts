import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage, type Storage } from '../../../../server/base/data-folder/storage.ts';
import type { Db } from '../../../../server/base/db/open-database.ts';
import { openFreshDatabase } from '../../../helpers/fresh-database.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

let folder: string;
let db: Db;
let other: Db;
let storage: Storage;
beforeEach(() => {
  folder = makeFolder();
  db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  other = new Database(db.name, { timeout: 0 });
  storage = openStorage(db, { patience: 300 });
});
afterEach(async () => {
  await storage.close();
  other.close();
});

const holdUp = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to throw.');
};
const note = (name: string) => db.prepare("INSERT INTO setting (name, value) VALUES (?, '')").run(name);

test('waits for another writer off the event loop', async () => {
  other.exec('BEGIN IMMEDIATE');
  let isAdmitted = false;

  const admitted = storage.admit().then(() => {
    isAdmitted = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  holdUp(400); // a process that was stopped has not waited
  await setTimeout(1);
  const meanwhile = isAdmitted;
  other.exec('ROLLBACK');
  await admitted;

  expect([meanwhile, isAdmitted, storage.refusal()]).toEqual([false, true, null]);
});

test('refuses changes when another writer never ends', async () => {
  other.exec('BEGIN IMMEDIATE');

  const admitted = storage.admit();

  await expect(admitted).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'locked' } });
  await expect(storage.admit()).rejects.toMatchObject({ details: { retryAfterSeconds: 2 } });
});

test('lets the main connection write nothing meanwhile', async () => {
  other.exec('BEGIN IMMEDIATE');
  await storage.admit().catch(() => {});
  other.exec('ROLLBACK');

  const error = thrownBy(() => note('a'));

  expect(error).toMatchObject({ code: 'SQLITE_READONLY' });
  expect(storage.explain(error)).toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'locked' } });
});

test('takes changes again and tells it', async () => {
  const recovered = Promise.withResolvers<void>();
  storage.onRecovered(recovered.resolve);
  other.exec('BEGIN IMMEDIATE');
  await storage.admit().catch(() => {});

  storage.start({ error: () => {}, info: () => {} });
  other.exec('ROLLBACK');
  await recovered.promise;

  await storage.admit();
  expect(note('a').changes).toBe(1);
});

test('tells callers of a full database', () => {
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  const error = thrownBy(() =>
    db.exec("INSERT INTO setting (name, value) VALUES ('large', hex(zeroblob(1000000)))"),
  );

  const explained = storage.explain(error);

  expect(explained).toMatchObject({ code: 'INSUFFICIENT_STORAGE', details: { reason: 'full' } });
  expect(storage.refusal()).toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
});

test('goes on telling of a full disk while another writer holds the lock', async () => {
  const told: unknown[] = [];
  const note = (details: object) => told.push(Reflect.get(details, 'reason'));
  const hurried = openStorage(db, { patience: 1 });
  const pages = db.pragma('max_page_count', { simple: true });
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  const large = "INSERT INTO setting (name, value) VALUES ('large', hex(zeroblob(1000000)))";
  hurried.explain(thrownBy(() => db.exec(large)));
  const recovered = Promise.withResolvers<void>();
  hurried.onRecovered(recovered.resolve);

  other.exec('BEGIN IMMEDIATE');
  hurried.start({ error: note, info: note });
  await setTimeout(100); // it looks at once, and finds the lock within a few milliseconds
  const meanwhile = hurried.refusal();
  other.exec('ROLLBACK');
  db.pragma(`max_page_count = ${pages}`);
  await recovered.promise;
  await hurried.close();

  expect(meanwhile).toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  expect(told).toEqual(['full', 'full']);
});

test('leaves errors of other kinds as they are', () => {
  const error = thrownBy(() => db.exec('INSERT INTO nowhere VALUES (1)'));

  expect(storage.explain(error)).toBe(error);
  expect(storage.refusal()).toBe(null);
});

test('does not call a folder back that goes away while it is probed', async () => {
  const told: string[] = [];
  const note = (level: string) => (details: object) =>
    told.push(`${level} ${Reflect.get(details, 'reason')}`);
  const away = `${folder}-away`;

  storage.start({ error: note('error'), info: note('info') });
  for (let step = 0; step < 10; step += 1) await null; // the first probe now waits for statfs
  renameSync(folder, away);
  const refused = storage.refusal();
  await setTimeout(50);
  const meanwhile = [...told];
  renameSync(away, folder);

  expect(refused).toMatchObject({ details: { reason: 'replaced' } });
  expect(meanwhile).toEqual(['error replaced']);
});

test('notices another database in the place of its own', () => {
  openFreshDatabase(path.join(folder, 'other.db')).close();
  renameSync(path.join(folder, 'other.db'), db.name);

  expect(storage.refusal()).toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'replaced' } });
});

test('notices that the log of its database is gone', () => {
  note('a');
  rmSync(`${db.name}-wal`);

  expect(storage.refusal()).toMatchObject({ details: { reason: 'replaced' } });
});
