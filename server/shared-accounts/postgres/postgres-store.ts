import type { AccountStore } from '../../base/store/account-store.ts';
import { type Asker, type Params, type Query, runLater, type Value } from '../../base/store/steps.ts';
import type { Link, Sql, Transaction } from './open-link.ts';

type Words = { readonly text: string; readonly names: readonly string[] };
const translated = new WeakMap<Query, Words>();

/** Replaces `@name` by `$1`, with one number per name however often it occurs. */
function translate(query: Query): Words {
  const known = translated.get(query);
  if (known) return known;
  const names: string[] = [];
  const text = query.postgres.replaceAll(/@([A-Za-z]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const made = { text, names };
  translated.set(query, made);
  return made;
}

/** Whether a statement changes the caller behind a token. */
const changesCallers = (text: string) =>
  /^\s*(DELETE FROM (token|account)|UPDATE (token|account)) /.test(text);

function createAsker(sql: Sql | Transaction, noteChange: () => void): Asker {
  return {
    prepare<Row>(query: Query) {
      const { text, names } = translate(query);
      const isChange = changesCallers(text);
      return async (params: Params) => {
        const values = names.map((name): Value => params[name] ?? null);
        const rows = await sql.unsafe<(Row & object)[]>(text, values, { prepare: true });
        if (isChange) noteChange();
        return { rows, changes: rows.count };
      };
    },
  };
}

/** Accounts in PostgreSQL. `onCallersChanged` runs after this process commits a change of callers. */
export function createPostgresStore(link: Link, onCallersChanged: () => void): AccountStore {
  const noted = () => {
    const state = { isChanged: false };
    return {
      note: () => {
        state.isChanged = true;
      },
      tell: () => {
        if (state.isChanged) onCallersChanged();
      },
    };
  };
  return {
    async run(steps) {
      const { note, tell } = noted();
      const result = await link.ask((sql) => runLater(steps, createAsker(sql, note)));
      tell();
      return result;
    },
    async transaction(turn, steps) {
      const { note, tell } = noted();
      const result = await link.transact(async (transaction) => {
        await transaction`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`;
        return runLater(steps, createAsker(transaction, note));
      });
      tell();
      return result;
    },
  };
}
