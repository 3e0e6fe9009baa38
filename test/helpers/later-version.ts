import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { knownSchema } from '../../server/base/db/migrate.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The sources of a version whose database has two more migrations; gives the folder that they are in. */
export function makeLaterVersion(parent: string): string {
  const folder = mkdtempSync(path.join(parent, 'later-'));
  mkdirSync(path.join(folder, 'server'));
  for (const name of ['base', 'contract', 'shared'])
    cpSync(path.join(root, 'server', name), path.join(folder, 'server', name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  const migrations = path.join(folder, 'server/base/db/migrations');
  const nameOf = (step: number, part: string) =>
    `${String(knownSchema + step).padStart(3, '0')}-${part}-later.sql`;
  const add = (table: string) => `ALTER TABLE ${table} ADD COLUMN later TEXT NOT NULL DEFAULT '';`;
  writeFileSync(path.join(migrations, nameOf(1, 'accounts')), add('account'));
  writeFileSync(path.join(migrations, nameOf(2, 'catalogue')), add('model'));
  return folder;
}

type OpenDataModule = typeof import('../../server/base/db/open-data-database.ts');

/** How the later version opens a data folder. */
export async function loadLaterVersion(folder: string): Promise<OpenDataModule> {
  const module: OpenDataModule = await import(path.join(folder, 'server/base/db/open-data-database.ts'));
  return module;
}
