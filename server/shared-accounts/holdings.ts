import { LRUCache } from 'lru-cache';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Unlocked } from '../billing/unlocks.ts';
import { toArrayText } from './postgres/array-text.ts';
import type { Notices } from './postgres/notices.ts';
import type { Link } from './postgres/open-link.ts';

type Purse = { readonly balanceCents: number; readonly ledgerRows: number };
type Holding = Purse & {
  /** Never shrinks: unlocks are permanent. */
  readonly guids: Set<string>;
  /** Whether balance and row count match PostgreSQL, as far as this process has heard. */
  isFresh: boolean;
  /** Whether `guids` contains everything that the account has unlocked. */
  isWhole: boolean;
};

export type Holdings = ReturnType<typeof createHoldings>;

type Row = { readonly id: string; readonly balance: number; readonly rows: number };
type Held = { readonly account_id: string; readonly guid: string };

/** Guids cached per account; the others are queried one by one. */
const mostOfOne = 20_000;

/** Caches unlocks and balances of accounts, because owners of a model request its files one by one. */
export function createHoldings(link: Link, notices: Notices) {
  const known = new LRUCache<string, Holding>({
    maxSize: cacheBudgets.holdings,
    sizeCalculation: ({ guids }) => guids.size * 100 + 1000,
  });
  let changes = 0;
  const distrust = (holding: Holding | undefined) => {
    if (holding === undefined) return;
    holding.isFresh = false;
    holding.isWhole = false;
  };
  notices.onNotice((notice) => {
    const [what, origin, accounts = ''] = notice.split(' ');
    if (what !== 'money' || origin === notices.origin) return;
    changes += 1;
    for (const id of accounts.split(',')) distrust(known.peek(id));
  });
  notices.onHeardAgain(() => {
    changes += 1;
    for (const holding of known.values()) distrust(holding);
  });
  const isTrusted = (holding: Holding) => holding.isFresh && notices.isHeard();

  const put = (accountId: string, purse: Purse, more: Partial<Holding> = {}) => {
    const before = known.peek(accountId);
    // Results of an earlier group can be reported later.
    const last = before?.isFresh && before.ledgerRows > purse.ledgerRows ? before : purse;
    const { balanceCents, ledgerRows } = last;
    const holding = {
      ...{ balanceCents, ledgerRows, isFresh: true, isWhole: before?.isWhole ?? false },
      guids: before?.guids ?? new Set<string>(),
      ...more,
    };
    known.set(accountId, holding);
    return holding;
  };

  const readPurses = (ids: readonly string[]) =>
    link.ask(
      (sql) => sql<Row[]>`
        SELECT id, balance_cents AS balance, ledger_rows AS rows FROM account
        WHERE id = ANY(${toArrayText(ids)}::text::text[])`,
    );
  const toPurse = ({ balance, rows }: Row): Purse => ({ balanceCents: balance, ledgerRows: rows });

  /** Batches balance queries of one turn of the event loop. */
  let batch: { readonly ids: Set<string>; readonly done: Promise<void> } | null = null;
  const refresh = (accountId: string): Promise<void> => {
    if (batch === null) {
      const ids = new Set<string>();
      const done = new Promise<void>((resolve, reject) => {
        setImmediate(() => {
          batch = null;
          const before = changes;
          readPurses([...ids]).then((rows) => {
            for (const row of rows) put(row.id, toPurse(row), { isFresh: before === changes });
            resolve();
          }, reject);
        });
      });
      batch = { ids, done };
    }
    batch.ids.add(accountId);
    return batch.done;
  };
  const balanceOf = (accountId: string): number | Promise<number> => {
    const holding = known.get(accountId);
    if (holding && (isTrusted(holding) || link.isAway())) return holding.balanceCents;
    return refresh(accountId).then(
      () => known.get(accountId)?.balanceCents ?? 0,
      (error: unknown) => {
        if (holding) return holding.balanceCents;
        throw error;
      },
    );
  };
  const askOwned = async (accountId: string, guid: string): Promise<boolean> => {
    const rows = await link.ask(
      (sql) => sql`SELECT 1 FROM unlock WHERE account_id = ${accountId} AND guid = ${guid}`,
    );
    if (rows.length > 0) known.get(accountId)?.guids.add(guid);
    return rows.length > 0;
  };
  const toUnlocked = (balanceCents: number): Unlocked => ({ chargedCents: 0, balanceCents });
  const withBalance = (accountId: string): Unlocked | Promise<Unlocked> => {
    const balance = balanceOf(accountId);
    return typeof balance === 'number' ? toUnlocked(balance) : balance.then(toUnlocked);
  };

  return {
    async load(accountIds: readonly string[]) {
      const ids = [...new Set(accountIds)].filter((id) => !known.has(id));
      if (ids.length === 0) return;
      const before = changes;
      const wanted = toArrayText(ids);
      const held = await link.ask(
        (sql) => sql<Held[]>`
          SELECT wanted.id AS account_id, held.guid FROM unnest(${wanted}::text::text[]) AS wanted (id)
          CROSS JOIN LATERAL (SELECT guid FROM unlock WHERE account_id = wanted.id
            ORDER BY guid LIMIT ${mostOfOne}) AS held`,
      );
      const rows = await readPurses(ids);
      for (const row of rows) {
        const guids = new Set(held.filter(({ account_id }) => account_id === row.id).map(({ guid }) => guid));
        const isFresh = before === changes;
        for (const guid of known.peek(row.id)?.guids ?? []) guids.add(guid);
        put(row.id, toPurse(row), { guids, isFresh, isWhole: isFresh && guids.size < mostOfOne });
      }
    },
    owned(accountId: string, guid: string) {
      const holding = known.get(accountId);
      if (holding?.guids.has(guid)) return withBalance(accountId);
      if (holding?.isWhole && isTrusted(holding)) return null;
      return askOwned(accountId, guid).then((isOwned) => (isOwned ? withBalance(accountId) : null));
    },
    balance: balanceOf,
    /** The last state that this process heard of; null if it may be outdated. */
    purse(accountId: string) {
      const holding = known.get(accountId);
      return holding && isTrusted(holding) ? holding : null;
    },
    note(accountId: string, guid: string, purse: Purse) {
      put(accountId, purse).guids.add(guid);
    },
  };
}
