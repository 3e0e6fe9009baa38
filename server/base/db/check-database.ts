import type { Finding } from './finding.ts';
import type { Db } from './open-database.ts';

type Orphan = { readonly table: string; readonly rowid: number | null; readonly parent: string };

export const restoreAdvice = 'Restore the last backup that checks clean: node server/main.ts restore FILE.';

/** Whether SQLite itself finds the file sound, and every reference leads to a row. */
export function checkDatabase(db: Db): Finding[] {
  const broken = db.prepare<[], string>('PRAGMA integrity_check').pluck().all();
  const orphans = db.prepare<[], Orphan>('SELECT * FROM pragma_foreign_key_check').all();
  return [
    ...broken
      .filter((line) => line !== 'ok')
      .map((line) => ({ what: `The database file is damaged: ${line}.`, advice: restoreAdvice })),
    ...orphans.map(({ table, rowid, parent }) => ({
      what: `Row ${rowid ?? '?'} of ${table} refers to a row of ${parent} that is not there.`,
      advice: restoreAdvice,
    })),
  ];
}
