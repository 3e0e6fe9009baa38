import { once } from 'node:events';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createRevision, createRevisionCache } from '../../../../server/base/cache/revision-cache.ts';
import { type Db, openDatabase } from '../../../../server/base/db/open-database.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

let folder: string;
let db: Db;
beforeEach(() => {
  folder = makeFolder();
  db = openDatabase(path.join(folder, 'lodestock.db'));
  db.exec(`
    INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES ('a', 'a@b', 'A', '', 'member', '');
    INSERT INTO token (id, hash, kind, account_id, name, scopes, created_at, expires_at)
      VALUES ('t', x'00', 'user', 'a', 'T', '[]', '', '9');
  `);
});
afterEach(() => db.close());

test.each([
  "DELETE FROM token WHERE id = 't'",
  'UPDATE token SET scopes = \'["balance:read"]\'',
  "UPDATE token SET expires_at = '1'",
  'UPDATE account SET is_disabled = 1',
  "UPDATE account SET role = 'admin'",
  'DELETE FROM account',
])('counts for callers: %s', async (sql) => {
  const revision = createRevision(db, 'callers');
  const before = revision();
  const other = openDatabase(db.name);

  other.exec(sql);
  other.close();
  await nextTurn();

  expect(revision()).toBeGreaterThan(before);
});

test.each(["UPDATE token SET name = 'U'", "UPDATE account SET name = 'B'"])(
  'counts nothing for: %s',
  async (sql) => {
    const revision = createRevision(db, 'callers');
    const before = revision();

    db.exec(sql);
    await nextTurn();

    expect(revision()).toBe(before);
  },
);

test('reads again only after a change', () => {
  let number = 1;
  let reads = 0;
  const cache = createRevisionCache<string, number>({ revision: () => number, bytes: 10, weigh: () => 1 });
  const read = () => {
    reads += 1;
    return reads;
  };

  const first = [cache.get('a', read), cache.get('a', read)];
  number += 1;
  const second = cache.get('a', read);

  expect([first, second]).toEqual([[1, 1], 2]);
});

const speak = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', () => setTimeout(() => parentPort.postMessage('now'), 50));`;

test('believes nothing that it read before the process had nothing to do', async () => {
  const speaker = new Worker(speak, { eval: true });
  const other = openDatabase(db.name);
  onTestFinished(async () => {
    await speaker.terminate();
    other.close();
  });
  await once(speaker, 'online');
  const revision = createRevision(db, 'callers');

  await nextTurn(); // at the end of a turn, with nothing left for the next
  const before = revision();
  other.exec("DELETE FROM token WHERE id = 't'");
  speaker.postMessage('speak');
  await once(speaker, 'message');

  expect(revision()).toBe(before + 1);
});

test('keeps neither nothing nor failures', () => {
  const cache = createRevisionCache<string, number>({ revision: () => 1, bytes: 10, weigh: () => 1 });

  const nothing = cache.get('a', () => null);
  const fail = () =>
    cache.get('a', () => {
      throw new Error('no');
    });

  expect(nothing).toBe(null);
  expect(fail).toThrow('no');
  expect(cache.get('a', () => 7)).toBe(7);
});

test('forgets what was not asked for longest', () => {
  const cache = createRevisionCache<string, number>({ revision: () => 1, bytes: 2, weigh: () => 1 });
  for (const key of ['a', 'b', 'a', 'c']) cache.get(key, () => 1);

  const known = ['a', 'b', 'c'].map((key) => cache.get(key, () => 2));

  expect(known.filter((value) => value === 1).length).toBe(1);
  expect(known[0]).toBe(1);
});
