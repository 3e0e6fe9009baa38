import { once } from 'node:events';
import path from 'node:path';
import { test } from 'vitest';
import { checkDatabase } from '../../../server/base/db/check-database.ts';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { checkLedger } from '../../../server/billing/check-ledger.ts';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { startServerChild, waitUntilReady } from '../../helpers/server-child.ts';

const rounds = Number(process.env.LODESTOCK_CRASH_ROUNDS ?? 3);
const modelCount = 120;
const peoplePerRound = 6;
const guids = Array.from({ length: modelCount }, (_, index) => `model-${index}`);

type Charge = { readonly accountId: string; readonly guid: string; readonly chargedUsd: number };

function makePlace() {
  const dataDir = makeFolder();
  const library = makeLibraryFolder(
    Object.fromEntries(
      guids.flatMap((guid) => [
        [`${guid}/product.json`, JSON.stringify({ guid, priceUsd: 1.25 })],
        [`${guid}/10k/thing.obj`, objText(3, guid)],
      ]),
    ),
  );
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
    LODESTOCK_SIGNUP_CREDIT_USD: '140',
  };
  return { database: path.join(dataDir, 'lodestock.db'), env };
}

const post = async (address: string, body: unknown, token = '') => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
};

/** Everyone unlocks everything at once; the server is killed as soon as `answersBefore` have answered. */
async function unlockAndKill(env: Readonly<Record<string, string>>, round: number, answersBefore: number) {
  const server = await startServerChild('dist/server/main.js', { env });
  const exited = once(server.child, 'exit');
  await waitUntilReady(server.baseUrl);
  const people = await Promise.all(
    Array.from({ length: peoplePerRound }, (_, index) =>
      post(`${server.baseUrl}/api/auth/register`, {
        email: `person-${round}-${index}@example.org`,
        password: 'long enough',
        name: 'Person',
      }),
    ),
  );
  const charges: Charge[] = [];
  const unlock = async ({ token, user }: { token: string; user: { id: string } }, guid: string) => {
    const answer = await post(`${server.baseUrl}/api/download/direct`, { guid }, token);
    if (!answer.ok) throw new Error(answer.message);
    charges.push({ accountId: user.id, guid, chargedUsd: answer.chargedUsd });
    if (charges.length === answersBefore) server.child.kill('SIGKILL');
  };
  // Each is asked for twice at once, so that a double charge would show.
  const asked = guids.flatMap((guid) =>
    people.flatMap((person) => [unlock(person, guid), unlock(person, guid)]),
  );
  await Promise.allSettled(asked);
  server.child.kill('SIGKILL'); // were it alive still, too few had answered
  await exited;
  return charges;
}

/** Throws what is wrong with the books, and with what was answered and is not in them. */
function requireTrue(database: string, answered: readonly Charge[]) {
  const db = openDatabase(database);
  const findings = [...checkDatabase(db), ...checkLedger(db)].map(({ what }) => what);
  const paid = db
    .prepare<[string, string], number>(
      `SELECT coalesce(sum(-ledger.amount_cents), -1) FROM unlock JOIN ledger ON ledger.id = unlock.ledger_id
       WHERE unlock.account_id = ? AND unlock.guid = ?`,
    )
    .pluck();
  const lost = answered.filter(({ accountId, guid }) => paid.get(accountId, guid) !== 125);
  const twice = new Set<string>();
  for (const { accountId, guid, chargedUsd } of answered) {
    if (chargedUsd === 0) continue;
    const key = `${accountId} ${guid}`;
    if (twice.has(key)) findings.push(`${key} was told twice that it was charged.`);
    twice.add(key);
  }
  db.close();
  if (answered.length === 0) findings.push('Nobody was answered.');
  if (findings.length > 0 || lost.length > 0)
    throw new Error(`${findings.join(' ')} ${lost.length} answered charges are not in the ledger.`);
}

test(
  `keeps the books true over ${rounds} kills of the server`,
  async () => {
    const { database, env } = makePlace();
    const answered: Charge[] = [];

    for (let round = 0; round < rounds; round += 1) {
      const answersBefore = 1 + Math.floor(Math.random() * (guids.length * peoplePerRound - 1));
      answered.push(...(await unlockAndKill(env, round, answersBefore)));

      requireTrue(database, answered);
    }
  },
  900_000 + rounds * 60_000,
);
