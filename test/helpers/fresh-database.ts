import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { catalogueFileOf } from '../../server/base/db/catalogue-file.ts';
import { type Db, openDatabase } from '../../server/base/db/open-database.ts';
import { afterUse } from './after-use.ts';
import { compileLate } from './compile-late.ts';
import { makeFolder } from './make-folder.ts';

let template: readonly Buffer[] | null = null;

const filesOf = (file: string) => [file, catalogueFileOf(file)];

function makeTemplate(): readonly Buffer[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-template-'));
  const file = path.join(folder, 'lodestock.db');
  openDatabase(file).close();
  const made = filesOf(file).map((name) => readFileSync(name));
  rmSync(folder, { recursive: true });
  return made;
}

/** Opens a database until the test ends; a new one begins as a copy of one whose schema was made once, in two files as that of a server. */
export function openFreshDatabase(file = path.join(makeFolder(), 'lodestock.db')): Db {
  template ??= makeTemplate();
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file))
    for (const [index, name] of filesOf(file).entries()) writeFileSync(name, template[index] ?? '');
  const db = openDatabase(file);
  compileLate(db);
  afterUse(() => db.close());
  return db;
}
