import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startCheckpoints } from '../../server/base/db/checkpoints.ts';
import { type Db, openDatabase } from '../../server/base/db/open-database.ts';
import { runOn } from '../../server/base/store/sqlite-store.ts';
import { createUnlocks } from '../../server/billing/create-unlocks.ts';
import { createGroupCommit } from '../../server/billing/group-commit.ts';
import { ledger } from '../../server/billing/ledger.ts';
import { openMoneyConnection } from '../../server/billing/money-connection.ts';
import { createPopularity } from '../../server/billing/popularity.ts';

/**
 * Charges behind a bare node:http server, so that ways to commit can be compared. Arguments: folder, FULL or NORMAL,
 * pieces in one commit at most, accounts.
 */
const [folder = '', durability = 'FULL', largestGroup = '256', accounts = '1000'] = process.argv.slice(2);

function fill(db: Db) {
  const add = db.prepare(
    "INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES (?, ?, 'Bench', '', 'member', '')",
  );
  const at = new Date().toISOString();
  db.transaction(() => {
    for (let index = 0; index < Number(accounts); index += 1) {
      const accountId = `account-${index}`;
      add.run(accountId, `${accountId}@example.org`);
      runOn(db, ledger.credit({ accountId, cents: 100_000_000, reason: 'Bench', at }));
    }
  })();
}

const main = openDatabase(path.join(folder, 'lodestock.db'));
fill(main);
const fail = (error: unknown) => {
  throw error;
};
const { isHeld } = startCheckpoints(main, fail, { delayMs: 0 });
const db = openMoneyConnection(main.name);
db.pragma(`synchronous = ${durability}`);
const group = createGroupCommit(db, { largestGroup: Number(largestGroup), isHeld, log: fail });
const unlocks = createUnlocks({
  db,
  clock: Date.now,
  popularity: createPopularity({ db, main, log: fail }),
  group,
});
const tokenId = randomUUID();

const server = createServer(async (request, response) => {
  const { account, guid } = JSON.parse(await text(request));
  const at = new Date().toISOString();
  const wish = { accountId: account, tokenId, guid, relativePath: '10k/model.glb', title: guid, at };
  const { chargedCents, balanceCents } = await unlocks.unlock({ ...wish, priceCents: 100 });
  response.writeHead(chargedCents === 100 ? 200 : 409, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ok: true, chargedCents, balanceCents }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  console.log(JSON.stringify({ event: 'listening', baseUrl: `http://127.0.0.1:${port}` }));
});
