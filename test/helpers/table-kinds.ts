import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../../server/base/db/open-database.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
const listed = /<!-- tables -->([\s\S]*?)<!-- \/tables -->/.exec(page)?.[1] ?? '';

/** The tables of a kind, as docs/architecture.md has them. */
export function tablesOf(kind: 'Of accounts' | 'Kept' | 'Derived'): readonly string[] {
  const row = listed.split('\n').find((line) => line.startsWith(`| ${kind}:`)) ?? '';
  return [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '');
}

/** Empties all that can be read or made again; `revision` has the counters that changes are noticed by. */
export function loseCatalogue(db: Db): void {
  db.transaction(() => {
    for (const name of tablesOf('Derived')) if (name !== 'revision') db.exec(`DELETE FROM ${name}`);
  })();
}
