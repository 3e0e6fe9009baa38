import { setTimeout as delay } from 'node:timers/promises';
import { ask, askDirect, type Reply } from '../ask.ts';
import { builtServer } from '../cluster-process.ts';
import type { Person } from '../people.ts';
import type { Place } from '../place.ts';

const clients = 16;
/** What the load balancer needs to notice that a site is back. */
const notice = 2000;

type Options = {
  readonly people: readonly Person[];
  /** The first is owned before, the others are charged for during the upgrade. */
  readonly guids: readonly string[];
  readonly requests: number;
};

/** Restarts site after site as what was built here, while clients ask through the load balancer. */
export async function proveUpgrade(place: Place, { people, guids, requests }: Options) {
  const [owned = '', ...others] = guids;
  const wrong: string[] = [];
  let answered = 0;
  let slowest = 0;
  let isOver = false;
  const kinds: readonly ((token: string, index: number) => Promise<Reply>)[] = [
    (_, index) => ask(`${place.url}/api-embeddings/browse?limit=12&offset=${index % 20}`),
    (_, index) => ask(`${place.url}/api-embeddings/?q=thing+${index}`),
    (token) => askDirect(place.url, token, owned),
    (token, index) => askDirect(place.url, token, others[Math.floor(index / 4) % others.length] ?? ''),
    (token) => ask(`${place.url}/api/account/balance`, { token }),
  ];
  const run = async (client: number) => {
    const token = people[client % people.length]?.tokens[0] ?? '';
    for (let index = 0; !isOver; index += 1) {
      const reply = await kinds[(client + index) % kinds.length]?.(token, index);
      answered += 1;
      slowest = Math.max(slowest, reply?.milliseconds ?? 0);
      if (reply?.status !== 200) wrong.push(`${reply?.status} ${JSON.stringify(reply?.body)}`);
      await delay(10);
    }
  };
  const running = Array.from({ length: clients }, (_, client) => run(client));
  for (const site of place.sites) {
    await site.stop();
    site.replace(builtServer);
    await site.start();
    await delay(notice);
  }
  while (answered < requests) await delay(50);
  isOver = true;
  await Promise.all(running);
  return { answered, slowest, wrong };
}
