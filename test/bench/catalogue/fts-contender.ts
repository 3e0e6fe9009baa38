import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type Contender, ownCpu, pageSize } from './contender.ts';
import type { Records } from './database.ts';
import type { BenchQuery } from './queries.ts';

/** The columns of the facets that all contenders count. */
const columns = ['category', 'license', 'type'] as const;

const schema = `
  CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, category TEXT, license TEXT, type INTEGER, triangles INTEGER,
    popularity INTEGER);
  CREATE VIRTUAL TABLE item_search USING fts5 (title, tags, description, content = '',
    tokenize = 'porter unicode61 remove_diacritics 2');`;

const toMatch = ({ words, isPrefix }: BenchQuery) =>
  words.map((word, at) => (isPrefix && at === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(' AND ');

function toConditions({ filters }: BenchQuery) {
  const conditions = Object.entries(filters).map(([name, value]) =>
    name === 'triMin'
      ? { column: 'triangles', sql: 'triangles >= ?', value }
      : { column: name, sql: `${name} = ?`, value },
  );
  return { conditions, without: (column: string) => conditions.filter((one) => one.column !== column) };
}

function fill(db: Database.Database, records: Records) {
  db.exec(schema);
  const item = db.prepare('INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?)');
  const words = db.prepare('INSERT INTO item_search (rowid, title, tags, description) VALUES (?, ?, ?, ?)');
  for (let start = 0; start < records.count; start += 50_000) {
    db.transaction(() => {
      for (let at = start; at < Math.min(start + 50_000, records.count); at += 1) {
        const { id, title, category, license, type, triangles, popularity, tags, description } =
          records.at(at);
        item.run(id, title, category, license, type, triangles, popularity);
        words.run(id, title, tags.join(' '), description);
      }
    })();
  }
  db.exec('CREATE INDEX item_by_popularity ON item (popularity DESC, id); ANALYZE');
}

/** Plain FTS5: the page by bm25, COUNT, and GROUP BY for three facets, each without its own constraint. */
export function openFts(folder: string, records: Records): Contender {
  const file = path.join(folder, 'fts.db');
  rmSync(file, { force: true }); // of an earlier run in a folder that is kept
  const db = new Database(file);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -262144');
  const start = performance.now();
  fill(db, records);
  const speed = records.count / ((performance.now() - start) / 1000);
  const statements = new Map<string, Database.Statement<unknown[]>>();
  const prepare = (sql: string) => {
    const known = statements.get(sql) ?? db.prepare<unknown[]>(sql);
    statements.set(sql, known);
    return known;
  };
  const answer = (query: BenchQuery) => {
    const { conditions, without } = toConditions(query);
    const hasWords = query.words.length > 0;
    const source = hasWords ? 'item_search JOIN item ON item.id = item_search.rowid' : 'item';
    const matching = (kept: typeof conditions) => {
      const tests = [...(hasWords ? ['item_search MATCH ?'] : []), ...kept.map(({ sql }) => sql)];
      const values = [...(hasWords ? [toMatch(query)] : []), ...kept.map(({ value }) => value)];
      return { sql: `FROM ${source} WHERE ${tests.join(' AND ') || '1'}`, values };
    };
    const all = matching(conditions);
    const order = hasWords ? 'bm25(item_search, 10, 4, 1)' : 'popularity DESC, id';
    const rows = prepare(`SELECT item.* ${all.sql} ORDER BY ${order} LIMIT ${pageSize}`).all(...all.values);
    const total = prepare(`SELECT count(*) ${all.sql}`)
      .pluck()
      .get(...all.values);
    for (const column of columns) {
      const part = matching(without(column));
      prepare(`SELECT ${column}, count(*) ${part.sql} GROUP BY 1 ORDER BY 2 DESC`).all(...part.values);
    }
    return { rows: rows.length, total: Number(total) };
  };
  return {
    name: 'plain FTS5',
    forgivesTypos: false,
    answer: async (query) => answer(query),
    cpu: ownCpu,
    bytes: statSync(file).size,
    speed,
    close: async () => {
      db.close();
    },
  };
}
