import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../server/base/db/open-database.ts';
import { createGroupCommit } from '../../../server/billing/group-commit.ts';
import { type MoneyDb, openMoneyConnection } from '../../../server/billing/money-connection.ts';
import { AppError } from '../../../server/contract/errors.ts';
import { openFreshDatabase } from '../../helpers/fresh-database.ts';
import { makeFolder } from '../../helpers/make-folder.ts';

let folder: string;
let main: Db;
let money: MoneyDb;
beforeEach(() => {
  folder = makeFolder();
  main = openFreshDatabase(path.join(folder, 'lodestock.db'));
  main.exec('CREATE TABLE note (text TEXT NOT NULL UNIQUE) STRICT');
  money = openMoneyConnection(main.name);
});
afterEach(() => money.close());

const notes = () => main.prepare('SELECT text FROM note ORDER BY text').pluck().all();
const write = (text: string) => {
  money.prepare('INSERT INTO note VALUES (?)').run(text);
  return text;
};
const countCommits = () => {
  const commits: string[] = [];
  const counted = new Database(main.name, { timeout: 0, verbose: (sql) => commits.push(String(sql)) });
  counted.pragma('synchronous = FULL');
  return { counted, commits: () => commits.filter((sql) => sql === 'COMMIT').length };
};

test('writes money with every commit synced', () => {
  expect(money.pragma('synchronous', { simple: true })).toBe(2);
  expect(money.pragma('wal_autocheckpoint', { simple: true })).toBe(0);
});

test('answers only after what it wrote is committed', async () => {
  const group = createGroupCommit(money);

  const answer = group.run(() => write('a'));
  const before = notes();
  const result = await answer;

  expect([before, result, notes()]).toEqual([[], 'a', ['a']]);
});

test('commits what one turn asked for at once', async () => {
  const { counted, commits } = countCommits();
  const group = createGroupCommit(counted);
  const insert = counted.prepare('INSERT INTO note VALUES (?)');

  await Promise.all(Array.from({ length: 40 }, (_, index) => group.run(() => insert.run(`note ${index}`))));

  expect([notes().length, commits()]).toEqual([40, 1]);
  counted.close();
});

test('commits together what each of the next turns brings, but not without end', async () => {
  const { counted, commits } = countCommits();
  const group = createGroupCommit(counted);
  const insert = counted.prepare('INSERT INTO note VALUES (?)');
  const answers: Promise<unknown>[] = [];

  for (let index = 0; index < 30; index += 1) {
    answers.push(group.run(() => insert.run(`note ${index}`)));
    await new Promise(setImmediate);
  }
  await Promise.all(answers);

  expect(notes()).toHaveLength(30);
  expect(commits()).toBeGreaterThanOrEqual(3);
  expect(commits()).toBeLessThanOrEqual(5);
  counted.close();
});

test('undoes alone the work that fails', async () => {
  const group = createGroupCommit(money);

  const answers = await Promise.allSettled([
    group.run(() => write('a')),
    group.run(() => {
      write('b');
      throw new Error('no');
    }),
    group.run(() => write('a')),
    group.run(() => write('c')),
  ]);

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(notes()).toEqual(['a', 'c']);
});

test('fails everyone when the commit fails', async () => {
  main.exec('CREATE TABLE child (parent TEXT REFERENCES note (text) DEFERRABLE INITIALLY DEFERRED) STRICT');
  const logged: unknown[] = [];
  const group = createGroupCommit(money, { log: (error) => logged.push(error) });

  const answers = await Promise.allSettled([
    group.run(() => write('a')),
    group.run(() => money.prepare("INSERT INTO child VALUES ('nobody')").run()),
  ]);
  const after = await group.run(() => write('z'));

  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([notes(), after, logged.length]).toEqual([['z'], 'z', 1]);
});

test('waits for another writer without blocking', async () => {
  const group = createGroupCommit(money, { patience: 100 });
  main.exec('BEGIN IMMEDIATE');
  main.exec("INSERT INTO note VALUES ('other')");

  const answer = group.run(() => write('a'));
  let turns = 0;
  while (turns < 20) turns += await new Promise<number>((resolve) => setImmediate(resolve, 1));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200); // a process that was stopped has not waited
  await new Promise((resolve) => setTimeout(resolve, 1));
  const meanwhile = money.inTransaction;
  main.exec('COMMIT');
  await answer;

  expect([meanwhile, notes()]).toEqual([false, ['a', 'other']]);
});

test('gives up when another writer never ends', async () => {
  const group = createGroupCommit(money, { patience: 20 });
  main.exec('BEGIN IMMEDIATE');

  const answer = group.run(() => write('a'));

  await expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  main.exec('ROLLBACK');
  expect(notes()).toEqual([]);
});

test('writes nothing while the data folder takes nothing', async () => {
  const refused = new AppError('INSUFFICIENT_STORAGE', 'The disk is full.');
  const storage = { refusal: () => refused, explain: (error: unknown) => error };
  const group = createGroupCommit(money, { storage });

  const answer = group.run(() => write('a'));

  await expect(answer).rejects.toBe(refused);
  expect(notes()).toEqual([]);
});

test('tells callers when the disk is full', async () => {
  const group = createGroupCommit(money);
  money.pragma(`max_page_count = ${money.pragma('page_count', { simple: true })}`);

  const answer = group.run(() => write('a'.repeat(1_000_000)));

  await expect(answer).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  expect(notes()).toEqual([]);
});

test('leaves the work of other writers alone', async () => {
  const group = createGroupCommit(money);

  const failing = group.run(() => {
    throw new Error('no');
  });
  main.exec("INSERT INTO note VALUES ('session')");
  await failing.catch(() => {});

  expect(notes()).toEqual(['session']);
});

test('settles once everything is committed', async () => {
  const group = createGroupCommit(money);
  const answers = Array.from({ length: 600 }, (_, index) => group.run(() => write(`note ${index}`)));

  await group.settled();

  expect(notes().length).toBe(600);
  await Promise.all(answers);
});
