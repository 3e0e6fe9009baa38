import { movedMark } from '../../accounts/data/moved-accounts.ts';
import type { Finding } from '../../base/db/finding.ts';
import { type AccountStore, everyone } from '../../base/store/account-store.ts';
import { change, type Steps, selectAll, selectOne, type Value } from '../../base/store/steps.ts';
import { type Books, countBooks, proveLedger } from '../../billing/check-ledger.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';

type Engine = 'sqlite' | 'postgres';
export type End = {
  readonly engine: Engine;
  readonly store: AccountStore;
  /** Display name: a folder, or a URL without its password. */
  readonly name: string;
  /** Removes leftovers of an earlier move and allows writing rows; inside the writing transaction. */
  readonly prepare: () => Steps<void>;
  /** Completes that transaction. */
  readonly finish: () => Steps<void>;
};
type Row = Readonly<Record<string, Value>>;
const together = 100;

const columnsOf = ({ columns, postgresColumns = [] }: MovedTable, to: Engine) =>
  to === 'postgres' ? [...columns, ...postgresColumns] : columns;

function* copyTable(table: MovedTable, rows: readonly Row[], to: Engine): Steps<void> {
  const columns = columnsOf(table, to);
  const placeOf = (name: string, index: number) => `${name}__${index}`;
  const insertOf = (count: number) => {
    const toValues = (_: unknown, index: number) =>
      `(${columns.map((name) => `@${placeOf(name, index)}`).join(', ')})`;
    const values = Array.from({ length: count }, toValues).join(', ');
    return change<Row>(`INSERT INTO ${table.name} (${columns.join(', ')}) VALUES ${values}`);
  };
  const insertMany = insertOf(together);
  for (let at = 0; at < rows.length; at += together) {
    const some = rows.slice(at, at + together);
    const insert = some.length === together ? insertMany : insertOf(some.length);
    const values = some.flatMap((row, index) =>
      columns.map((name): [string, Value] => [placeOf(name, index), row[name] ?? null]),
    );
    yield* insert(Object.fromEntries(values));
  }
}

const selectTotal = (name: string) =>
  selectOne<Record<never, never>, { readonly count: number }>(`SELECT count(*) AS count FROM ${name}`);

/** Reads a whole table at once: ledger rows are renumbered while reading, which pages would repeat. */
function readTable({ store, engine }: End, table: MovedTable): Promise<readonly Row[]> {
  const source = table.from?.[engine] ?? `SELECT * FROM ${table.name}`;
  const select = selectAll<Record<never, never>, Row>(
    `SELECT * FROM (${source}) AS moved ORDER BY ${table.order}`,
  );
  return store.run(select({}));
}

function refuseUnsound(findings: readonly Finding[], name: string) {
  if (findings.length === 0) return;
  const told = findings.map(({ what }) => what).join(' ');
  throw new Error(`The books of ${name} are not sound, so nothing was moved: ${told}`);
}

/** Checks the source's ledgers, and that the accounts were not moved away. */
function* examine(from: End): Steps<Books> {
  const movedAt = yield* movedMark.read();
  if (movedAt !== null)
    throw new Error(`The accounts of ${from.name} were moved away at ${movedAt} already.`);
  refuseUnsound(yield* proveLedger(), from.name);
  return yield* countBooks();
}

const isSame = (one: Books, other: Books) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Moves all accounts with their data. Checks the ledgers before and after, writes everything in one transaction, and
 * only then marks the accounts as moved at the source. They must not change during the move.
 */
export async function moveAccounts(
  from: End,
  to: End,
  { at, note }: { readonly at: string; readonly note: (line: string) => void },
) {
  const books = await from.store.run(examine(from));
  const tables: { readonly table: MovedTable; readonly rows: readonly Row[] }[] = [];
  for (const table of movedTables) {
    const rows = await readTable(from, table);
    tables.push({ table, rows });
    note(`${table.name}: ${rows.length}`);
  }
  const settings = await from.store.run(readSettings({}));

  function* write(): Steps<number> {
    const left = (yield* selectTotal('account')({}))?.count ?? 0;
    if (left > 0 && (yield* movedMark.read()) === null)
      throw new Error(`There are ${left} accounts in ${to.name} already. Name an empty database.`);
    yield* to.prepare();
    for (const { table, rows } of tables) yield* copyTable(table, rows, to.engine);
    for (const setting of settings) yield* saveSetting(setting);
    yield* movedMark.clear();
    yield* to.finish();
    refuseUnsound(yield* proveLedger(), to.name);
    if (!isSame(yield* countBooks(), books)) throw new Error('The books do not agree, so nothing was moved.');
    return tables.reduce((sum, { rows }) => sum + rows.length, 0);
  }
  const rows = await to.store.transaction(everyone, write());
  await from.store.run(movedMark.set(at));
  return { books, rows };
}

type Setting = { readonly name: string; readonly value: string };
const readSettings = selectAll<Record<never, never>, Setting>(
  "SELECT name, value FROM setting WHERE name = 'registration'",
);
const saveSetting = change<Setting>(
  `INSERT INTO setting (name, value) VALUES (@name, @value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);
