import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { toContains } from '../../../../server/base/db/contains.ts';

test.each([
  ['Rote Äpfel', 'äPFEL', true],
  ['rote äpfel', 'Äpf', true],
  ['Ёлка', 'ёЛК', true],
  ['Straße', 'STRASSE', false],
  ['100% [new]*?', '% [NEW]*?', true],
  ['Oak', '*', false],
  ['Oak', '', true],
])('in "%s", "%s" is found: %s', (text, search, isFound) => {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());

  const found = db.prepare('SELECT ? GLOB ?').pluck().get(text, toContains(search));

  expect(found).toBe(Number(isFound));
});
