import type { Connection, Db } from '../db/open-database.ts';
import type { AccountStore } from './account-store.ts';
import { type Asker, type Params, type Query, runNow, type Steps } from './steps.ts';

function createAsker(db: Connection<string>): Asker {
  return {
    prepare<Row>({ sqlite }: Query) {
      const statement = db.prepare<[Params], Row>(sqlite);
      if (!statement.reader) return (params) => ({ rows: [], changes: statement.run(params).changes });
      return (params) => {
        const rows = statement.all(params);
        return { rows, changes: rows.length };
      };
    },
  };
}

const askers = new WeakMap<Connection<string>, Asker>();

/** Runs steps synchronously on a connection, inside its open transaction if there is one. */
export function runOn<Result>(db: Connection<string>, steps: Steps<Result>): Result {
  const asker = askers.get(db) ?? createAsker(db);
  askers.set(db, asker);
  return runNow(steps, asker);
}

/** Accounts in the data folder's database. It has one writer at a time, so turns need no lock. */
export function createSqliteStore(db: Db): AccountStore {
  return {
    run: async (steps) => runOn(db, steps),
    transaction: async (_turn, steps) => db.transaction(() => runOn(db, steps)).immediate(),
  };
}
