import Database from 'better-sqlite3';
import { z } from 'zod';
import { openBeside } from '../../server/base/db/open-database.ts';
import { asked, type Find, type ServedLibrary } from './serve-library.ts';

const quote = (word: string) => `"${word}"`;
const Row = z.object({
  guid: z.string(),
  title: z.string(),
  category: z.string(),
  tags: z.string(),
  description: z.string(),
});

/** What anybody gets from SQLite without thought: FTS5 with stems and bm25 over the models that a server has read. */
export function openPlainSearch({ database, idOf }: ServedLibrary): { find: Find; close(): void } {
  const served = openBeside(database, { readonly: true });
  const db = new Database(':memory:');
  db.exec(
    "CREATE VIRTUAL TABLE plain USING fts5 (guid UNINDEXED, title, category, tags, description, tokenize = 'porter unicode61')",
  );
  const insert = db.prepare(
    'INSERT INTO plain (guid, title, category, tags, description) VALUES (@guid, @title, @category, @tags, @description)',
  );
  const models = served.prepare(
    "SELECT guid, title, category || ' ' || subcategory AS category, tags || ' ' || keywords AS tags, description FROM model ORDER BY guid",
  );
  db.transaction(() => {
    for (const row of models.iterate()) insert.run(Row.parse(row));
  })();
  served.close();
  const best = db
    .prepare<[string], string>(
      `SELECT guid FROM plain WHERE plain MATCH ? ORDER BY bm25(plain) LIMIT ${asked}`,
    )
    .pluck();
  return {
    find: async (query) => {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
      return words.length === 0 ? [] : best.all(words.map(quote).join(' OR ')).map(idOf);
    },
    close: () => void db.close(),
  };
}
