import Database from 'better-sqlite3';
import { knownSchema, schemaOf } from '../../base/db/migrate.ts';
import { copiedSettings, copiedTables, filledTables } from './copied-tables.ts';
import { makeCopy } from './write-copy.ts';

type Shape = { readonly type: string; readonly name: string; readonly sql: string | null };

const shapeOf = (db: Database.Database) =>
  JSON.stringify(
    db.prepare<[], Shape>('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all(),
  );

function shapeOfEmpty(): string {
  const db = new Database(':memory:');
  try {
    makeCopy(db);
    return shapeOf(db);
  } finally {
    db.close();
  }
}

/** The first thing in a database that does not belong to a catalogue; null if there is none. */
function findMore(db: Database.Database): string | null {
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const mayBeFilled: ReadonlySet<string> = new Set([...copiedTables, ...filledTables]);
  const isFilled = (name: string) => db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined;
  const filled = tables.find((name) => !mayBeFilled.has(name) && isFilled(name));
  if (filled !== undefined) return filled;
  const settings = db.prepare<[], string>('SELECT name FROM catalogue_setting').pluck().all();
  const known: readonly string[] = copiedSettings;
  return settings.find((name) => !known.includes(name)) ?? null;
}

/** Throws unless a file is a sound database of exactly this schema with nothing but a catalogue of file hosts. */
export function proveCopy(file: string): void {
  const db = new Database(file, { readonly: true });
  try {
    db.pragma('trusted_schema = OFF');
    if (schemaOf(db) !== knownSchema || shapeOf(db) !== shapeOfEmpty())
      throw new Error('its database is of another version');
    const more = findMore(db);
    if (more !== null) throw new Error(`its database has more than a catalogue (${more})`);
    if (db.prepare('SELECT 1 FROM model WHERE host IS NULL LIMIT 1').get() !== undefined)
      throw new Error('its catalogue has models of no file host');
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Error('its database is damaged');
  } finally {
    db.close();
  }
}
