import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Db, openDatabase } from '../../server/base/db/open-database.ts';

let template: Buffer | null = null;

function makeTemplate(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-template-'));
  const file = path.join(folder, 'lodestock.db');
  openDatabase(file).close();
  const made = readFileSync(file);
  rmSync(folder, { recursive: true });
  return made;
}

/** Opens a database; a new file begins as a copy of one whose schema was made once. */
export function openFreshDatabase(file: string): Db {
  template ??= makeTemplate();
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, template);
  return openDatabase(file);
}
