import { setTimeout as delay } from 'node:timers/promises';
import { type Steps, selectAll } from '../../../server/base/store/steps.ts';
import { proveLedger } from '../../../server/billing/check-ledger.ts';
import { patiently } from '../../../server/shared-accounts/postgres/patiently.ts';
import { createRandom, pick } from '../../bench/catalogue/random.ts';
import { askDirect, type Reply } from '../ask.ts';
import type { Person } from '../people.ts';
import type { Place } from '../place.ts';

type Options = {
  readonly people: readonly Person[];
  readonly guids: readonly string[];
  readonly seed: number;
  /** How often sites are killed, and PostgreSQL with all its processes. */
  readonly kills: number;
  readonly crashes: number;
  readonly clients: number;
};

type Row = { readonly account_id: string; readonly guid: string };
const selectPaid = selectAll<Record<never, never>, Row>(
  "SELECT account_id, guid FROM ledger WHERE kind = 'unlock'",
);
const selectHeld = selectAll<Record<never, never>, Row>('SELECT account_id, guid FROM unlock');
const selectGaps = selectAll<Record<never, never>, { readonly account_id: string }>(
  `SELECT account_id FROM ledger GROUP BY account_id HAVING max(account_seq) <> count(*) OR min(account_seq) <> 1`,
);
const keyOf = ({ account_id, guid }: Row) => `${account_id} ${guid}`;

/** Every wish is asked for so many times at once, by clients of their own. */
const clash = 3;

/** Clients that charge the same accounts for the same models, all at once and through whichever site. */
function startClients(place: Place, { people, guids, clients, seed }: Options) {
  const random = createRandom(seed);
  const counts = { charged: 0, owned: 0, refused: 0, cut: 0 };
  /** What was told to be charged, and what was told to be held. */
  const charged = new Map<string, number>();
  const held = new Set<string>();
  const wrong: string[] = [];
  let asked = 0;
  let isOver = false;
  let wish = { person: people[0], guid: '' };
  const next = () => {
    if (asked % clash === 0) wish = { person: pick(people, random), guid: pick(guids, random) };
    asked += 1;
    return { ...wish, token: wish.person?.tokens[asked % clash] ?? '' };
  };
  const note = (key: string, { status, body }: Reply) => {
    if (status === 0) counts.cut += 1;
    else if (status === 503 || status === 502) counts.refused += 1;
    else if (status !== 200) wrong.push(`${status} ${JSON.stringify(body)}`);
    else {
      held.add(key);
      counts[body.chargedUsd === 0 ? 'owned' : 'charged'] += 1;
      if (body.chargedUsd !== 0) charged.set(key, (charged.get(key) ?? 0) + 1);
    }
  };
  const run = async () => {
    while (!isOver) {
      const { person, guid, token } = next();
      note(`${person?.accountId} ${guid}`, await askDirect(place.url, token, guid));
    }
  };
  const running = Array.from({ length: clients }, run);
  return {
    ...{ counts, charged, held, wrong },
    async end() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** What is wrong between what clients were told and what is in the books; empty when nothing is. */
async function compare({ accounts }: Place, told: ReturnType<typeof startClients>): Promise<string[]> {
  const read = <Result>(toSteps: () => Steps<Result>) => patiently(() => accounts.run(toSteps()));
  const paid = (await read(() => selectPaid({}))).map(keyOf);
  const held = new Set((await read(() => selectHeld({}))).map(keyOf));
  const inLedger = new Set(paid);
  const gaps = await read(() => selectGaps({}));
  return [
    ...told.wrong,
    ...[...told.charged].flatMap(([key, times]) => [
      ...(inLedger.has(key) ? [] : [`charged and lost: ${key}`]),
      ...(times > 1 ? [`told ${times} times that it was charged: ${key}`] : []),
    ]),
    ...[...told.held].filter((key) => !held.has(key)).map((key) => `given and not held: ${key}`),
    ...(paid.length === inLedger.size ? [] : [`${paid.length - inLedger.size} paid twice`]),
    ...gaps.map(({ account_id }) => `a gap in the rows of ${account_id}`),
    ...(await read(proveLedger)).map(({ what }) => what),
  ];
}

/** Kills sites and PostgreSQL in a seeded order while clients charge, and compares what they were told with the books. */
export async function proveKills(place: Place, options: Options) {
  const random = createRandom(options.seed + 1);
  const clients = startClients(place, options);
  const progressed = async (by: number) => {
    const until = clients.counts.charged + clients.counts.owned + by;
    while (clients.counts.charged + clients.counts.owned < until) await delay(10);
  };
  const below = (limit: number) => Math.floor(random() * limit);
  let left = { site: options.kills, postgres: options.crashes };
  while (left.site + left.postgres > 0) {
    await progressed(1 + below(options.clients * 2));
    if (below(left.site + left.postgres) < left.site) {
      left = { ...left, site: left.site - 1 };
      const site = pick(place.sites, random);
      await site.stop('SIGKILL');
      await progressed(1 + below(20));
      await site.start();
    } else {
      left = { ...left, postgres: left.postgres - 1 };
      await place.postgres.kill();
      await delay(below(500));
      await place.postgres.resume();
    }
  }
  await progressed(options.clients);
  await clients.end();
  return { ...clients.counts, wrong: await compare(place, clients) };
}
