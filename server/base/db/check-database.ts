import { sentence } from '../../contract/sentence.ts';
import { catalogueFileOf, damageAdvice, noteDamage } from './catalogue-file.ts';
import { type Finding, toFinding } from './finding.ts';
import type { Db } from './open-database.ts';

type Orphan = { readonly table: string; readonly rowid: number | null; readonly parent: string };

export const restoreAdvice = 'Restore the last backup that checks clean: node server/main.ts restore FILE.';

function checkFile(db: Db, schema: 'main' | 'catalogue', name: string, advice: string): Finding[] {
  const broken = db.prepare<[], string>(`PRAGMA ${schema}.integrity_check`).pluck().all();
  const orphans = db.prepare<[], Orphan>(`PRAGMA ${schema}.foreign_key_check`).all();
  return [
    ...broken
      .filter((line) => line !== 'ok')
      .map((line) => toFinding(sentence`The ${{ name }} is damaged: ${{ line }}.`, advice)),
    ...orphans.map(({ table, rowid, parent }) =>
      toFinding(
        sentence`Row ${{ row: rowid ?? '?' }} of ${{ table }} refers to a row of ${{ parent }} that is not there.`,
        advice,
      ),
    ),
  ];
}

/** Finds damage by SQLite's own check, and dangling references. The next start sets a damaged catalogue aside. */
export function checkDatabase(db: Db): Finding[] {
  const found = checkFile(db, 'main', 'database file', restoreAdvice);
  const file = catalogueFileOf(db.name);
  const inCatalogue = checkFile(db, 'catalogue', `file ${file}`, damageAdvice);
  if (inCatalogue.length > 0) noteDamage(file);
  return [...found, ...inCatalogue];
}
