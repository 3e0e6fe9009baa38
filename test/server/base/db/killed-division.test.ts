import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type DivisionStep, divideDatabase } from '../../../../server/base/db/catalogue-file.ts';
import { checkDatabase } from '../../../../server/base/db/check-database.ts';
import { type Db, openDatabase } from '../../../../server/base/db/open-database.ts';
import { checkLedger } from '../../../../server/billing/check-ledger.ts';
import { fillDatabase } from '../../../helpers/filled-database.ts';
import { tablesOf } from '../../../helpers/table-kinds.ts';

const program = path.join(import.meta.dirname, 'killed-division-worker.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-killed-division-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const whole = path.join(folder, 'whole');
const fileIn = (place: string) => path.join(folder, place, 'lodestock.db');
const tables = [...tablesOf('Of accounts'), ...tablesOf('Kept'), ...tablesOf('Derived')].filter(
  (name) => name !== 'revision' && name !== 'setting',
);

function dump(db: Db): Record<string, unknown[]> {
  return Object.fromEntries(
    tables.map((name) => [name, db.prepare(`SELECT * FROM ${name} ORDER BY 1`).all()]),
  );
}
const made = openDatabase(fileIn('whole'));
fillDatabase(made);
const before = dump(made);
made.close();

/** What a server finds, and what is wrong with it. */
function look(place: string) {
  const db = openDatabase(fileIn(place));
  try {
    const isInTwo =
      db.prepare("SELECT 1 FROM pragma_database_list WHERE name = 'catalogue'").get() !== undefined;
    return { isInTwo, rows: dump(db), wrong: [...checkDatabase(db), ...checkLedger(db)] };
  } finally {
    db.close();
  }
}

const steps: readonly (readonly [DivisionStep, boolean])[] = [
  ['begun', false],
  ['copied', false],
  ['cleared', false],
  ['placed', false],
  ['dropped', false],
  ['divided', true],
  ['shrunk', true],
];

test.each(steps)('a kill once it has %s loses nothing, and the next start divides', (step, isInTwo) => {
  cpSync(whole, path.join(folder, step), { recursive: true });

  const { signal } = spawnSync(process.execPath, [program, fileIn(step), step], { stdio: 'inherit' });
  const found = look(step);
  divideDatabase(fileIn(step));
  const after = look(step);

  expect(signal).toBe('SIGKILL');
  expect(found).toEqual({ isInTwo, rows: before, wrong: [] });
  expect(after).toEqual({ isInTwo: true, rows: before, wrong: [] });
});

test('what a killed division left is not taken for the catalogue, whatever came after', () => {
  cpSync(whole, path.join(folder, 'stale'), { recursive: true });
  spawnSync(process.execPath, [program, fileIn('stale'), 'dropped'], { stdio: 'inherit' });
  const db = openDatabase(fileIn('stale'));
  db.exec("UPDATE model SET title = 'since'");
  db.close();

  divideDatabase(fileIn('stale'));

  const titles = look('stale').rows.model?.map((row) => Object(row).title);
  expect(titles).toEqual(['since', 'since']);
});
