import { once } from 'node:events';
import path from 'node:path';
import { startCheckpoints } from '../../../server/base/db/checkpoints.ts';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { createUnlocks } from '../../../server/billing/create-unlocks.ts';
import { createGroupCommit } from '../../../server/billing/group-commit.ts';
import { openMoneyConnection } from '../../../server/billing/money-connection.ts';
import { createPopularity } from '../../../server/billing/popularity.ts';
import type { UnlockWish } from '../../../server/billing/unlocks.ts';
import { writeOne } from '../../../server/shared-accounts/charge-rows.ts';
import { createHoldings } from '../../../server/shared-accounts/holdings.ts';
import { openNotices } from '../../../server/shared-accounts/postgres/notices.ts';
import { openLink, openSql } from '../../../server/shared-accounts/postgres/open-link.ts';
import { createSharedUnlocks } from '../../../server/shared-accounts/shared-unlocks.ts';
import { wishOf } from '../../helpers/made-people.ts';

/**
 * One process that charges as fast as it is answered. Arguments: how, where, the first account and how many there are,
 * charges in flight, seconds. Says that it is ready, waits for a line, charges, and prints what came of it.
 */
const [way = '', where = '', from = '0', count = '1', inFlight = '64', seconds = '2'] = process.argv.slice(2);
const accounts = Array.from({ length: Number(count) }, (_, index) => `account-${Number(from) + index}`);
const startCents = 1_000_000_000;

type Charge = (wish: UnlockWish) => Promise<unknown>;

function openSqlite(): Charge {
  const main = openDatabase(path.join(where, 'lodestock.db'));
  const fail = (error: unknown) => {
    throw error;
  };
  const { isHeld } = startCheckpoints(main, fail);
  const db = openMoneyConnection(main.name);
  const group = createGroupCommit(db, { isHeld, log: fail });
  return createUnlocks({
    ...{ db, clock: Date.now, group },
    popularity: createPopularity({ db, main, log: fail }),
  }).unlock;
}

/** As a site does. */
async function openShared(): Promise<Charge> {
  const link = openLink(where);
  const notices = openNotices(where, link);
  await notices.start();
  const holdings = createHoldings(link, notices);
  await holdings.load(accounts);
  return createSharedUnlocks({ link, notices, holdings, clock: Date.now, isUnbounded: () => true }).unlock;
}

/** A statement and a commit for each, over sixteen connections. */
function openSingle(): Charge {
  const sql = openSql(where, { max: 16, patience: 60_000 });
  const purses = new Map(accounts.map((id) => [id, { balanceCents: startCents, ledgerRows: 1 }]));
  return async (wish) => {
    const before = purses.get(wish.accountId) ?? { balanceCents: 0, ledgerRows: 0 };
    const purse = { balanceCents: before.balanceCents - wish.priceCents, ledgerRows: before.ledgerRows + 1 };
    purses.set(wish.accountId, purse);
    if (!(await writeOne(sql, { wish, ...purse }, 'nobody'))) throw new Error('The account was another.');
  };
}

const ways = { sqlite: openSqlite, shared: openShared, single: openSingle };
if (way !== 'sqlite' && way !== 'shared' && way !== 'single') throw new Error(`There is no way ${way}.`);
const charge = await ways[way]();
console.log('ready');
await once(process.stdin, 'data');

const cpu = process.cpuUsage();
const times: number[] = [];
const end = performance.now() + Number(seconds) * 1000;
let made = 0;
/** Accounts of a lane are its own, so that no charge of an account begins before its last one is over. */
async function run(lane: number) {
  const own = accounts.filter((_, index) => index % Number(inFlight) === lane);
  for (let index = 0; performance.now() < end; index += 1) {
    const accountId = own[index % own.length] ?? '';
    const began = performance.now();
    await charge(wishOf({ accountId, tokenId: 'token' }, `${way}-${process.pid}-${lane}-${index}`));
    times.push(performance.now() - began);
    made += 1;
  }
}
await Promise.all(Array.from({ length: Number(inFlight) }, (_, lane) => run(lane)));
const { user, system } = process.cpuUsage(cpu);
times.sort((one, other) => one - other);
const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
console.log(JSON.stringify({ made, cpuMicroseconds: user + system, p50: at(0.5), p99: at(0.99) }));
process.exit(0);
