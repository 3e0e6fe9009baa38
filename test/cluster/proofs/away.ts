import { setTimeout as delay } from 'node:timers/promises';
import { ask, askDirect, type Reply } from '../ask.ts';
import type { Person } from '../people.ts';
import type { Place } from '../place.ts';

type Options = {
  readonly fault: 'cut' | 'silence';
  readonly seconds: number;
  /** Each asks for so little that the limit of a token is not reached. */
  readonly people: readonly Person[];
  /** The first is owned before, each of the others is charged for once at most. */
  readonly guids: readonly string[];
  /** The load balancer, or the sites one after the other. */
  readonly urls: readonly string[];
};

const words = ['thing', 'a', 'b', 'zebra', 'oak chair', 'lamp'];
/** Between two requests of the same kind. */
const pause = 50;
const isFine = ({ status }: Reply) => status === 200;
const failed = (kind: string, { status, body }: Reply) => `${kind}: ${status} ${JSON.stringify(body)}`;

/** Takes PostgreSQL away from all sites, and watches what people do meanwhile. */
export async function proveAway(place: Place, { fault, seconds, people, guids, urls }: Options) {
  const [owned = '', ...others] = guids;
  const tokens = people.map(({ tokens: [token = ''] }) => token);
  const tokenAt = (index: number) => tokens[index % tokens.length] ?? '';
  const urlAt = (index: number) => urls[index % urls.length] ?? '';
  for (const token of tokens)
    for (const url of urls) while (!isFine(await askDirect(url, token, owned))) await delay(20);

  let isOver = false;
  const wrong: string[] = [];
  let answered = 0;
  const keepAsking = async (kind: string, send: (index: number) => Promise<Reply>) => {
    for (let index = 0; !isOver; index += 1) {
      const reply = await send(index);
      if (isFine(reply)) answered += 1;
      else wrong.push(failed(kind, reply));
      await delay(pause);
    }
  };
  const fetchOf = async (reply: Reply) => (isFine(reply) ? ask(String(reply.body.downloadUrl)) : reply);
  for (const wire of place.wires) wire[fault]();
  const running = [
    keepAsking('browse', (index) =>
      ask(`${urlAt(index)}/api-embeddings/browse?limit=12&offset=${index % 20}`),
    ),
    keepAsking('search', (index) =>
      ask(
        `${urlAt(index)}/api-embeddings/?q=${encodeURIComponent(words[index % words.length] ?? '')}+${index}`,
      ),
    ),
    keepAsking('owned', async (index) => fetchOf(await askDirect(urlAt(index), tokenAt(index), owned))),
    keepAsking('free', async (index) =>
      fetchOf(await askDirect(urlAt(index), tokenAt(index), others[0] ?? '', '1k/thing.obj')),
    ),
  ];

  const refusals: number[] = [];
  const until = performance.now() + seconds * 1000;
  for (let index = 0; performance.now() < until || index === 0; index += 1) {
    const charge = await askDirect(urlAt(index), tokenAt(index), others[index % others.length] ?? '');
    if (charge.status === 503 && charge.body.code === 'UNAVAILABLE') refusals.push(charge.milliseconds);
    else wrong.push(failed('charge', charge));
    await delay(pause);
  }
  const mendedAt = performance.now();
  for (const wire of place.wires) wire.mend();
  const last = others.at(-1) ?? '';
  while (!isFine(await askDirect(urlAt(0), tokenAt(0), last))) await delay(20);
  const chargedAfter = performance.now() - mendedAt;
  isOver = true;
  await Promise.all(running);
  return { answered, wrong, charges: refusals.length, slowestRefusal: Math.max(...refusals), chargedAfter };
}
