import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { compileLate } from './compile-late.ts';

function openLate() {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  compileLate(db);
  return db;
}

test('compiles a statement when it is first run', () => {
  const db = openLate();

  const find = db.prepare<[string], string>('SELECT name FROM thing WHERE name > ?').pluck();
  const count = db.prepare('SELECT count(*) FROM thing').raw().safeIntegers();
  const wrong = db.prepare('SELECT colour FROM thing');
  db.exec("CREATE TABLE thing (name TEXT); INSERT INTO thing VALUES ('a'), ('b')");

  expect(find.all('')).toEqual(['a', 'b']);
  expect(find.get('a')).toBe('b');
  expect([...find.iterate('a')]).toEqual(['b']);
  expect(count.get()).toEqual([2n]);
  expect(count.raw(false).get()).toEqual({ 'count(*)': 2n });
  expect(count.reader).toBe(true);
  expect(() => wrong.get()).toThrow('no such column: colour');
});

test('has them run in transactions', () => {
  const db = openLate();
  db.exec('CREATE TABLE thing (name TEXT)');
  const add = db.prepare<[string]>('INSERT INTO thing VALUES (?)');
  const fail = db.transaction(() => {
    add.run('a');
    throw new Error('no');
  });

  expect(fail).toThrow('no');
  expect(add.run('b').changes).toBe(1);
  expect(db.prepare('SELECT name FROM thing').all()).toEqual([{ name: 'b' }]);
});
