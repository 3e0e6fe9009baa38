import type { Statement } from 'better-sqlite3';
import { serveThread, type ThreadType } from '../threads/serve.ts';
import { openBeside } from './open-database.ts';

export type QueryValues = Readonly<Record<string, string | number | null>>;

/** Its start data is the database's path. */
export type LongQueryThread = ThreadType<
  string,
  { readonly all: (sql: string, values: QueryValues) => unknown[] }
>;

await serveThread<LongQueryThread>(({ data: file }) => {
  const db = openBeside(file, { readonly: true });
  const statements = new Map<string, Statement>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return { calls: { all: (sql, values) => prepare(sql).all(values) }, end: () => void db.close() };
});
