import { pick } from '../../bench/catalogue/random.ts';
import { repeat } from './client-loop.ts';
import type { LoadParts } from './start-load.ts';

const words = ['chair', 'table', 'lamp', 'mug', 'knig', 'barel', 'wheel fern'];

/** A person who looks around: pages of the listing, searches, filters, a model. */
export function browse({ site, createClient, random, stop }: LoadParts): Promise<void> {
  const client = createClient();
  const steps = [
    () => ['browse', `/api-embeddings/browse?offset=${Math.floor(random() * 10) * 24}`],
    () => ['search', `/api-embeddings/?q=${encodeURIComponent(pick(words, random))}`],
    () => ['model', `/api/models/${pick(site.library.lasting, random).guid}`],
    () => ['filters', `/api-embeddings/filters?q=${pick(words, random)}`],
  ] as const;
  return repeat(
    async () => {
      const [kind = '', path = ''] = pick(steps, random)();
      await client.send({ kind, url: `${site.url}${path}` });
    },
    { pause: 2_000, random, stop },
  ).finally(client.close);
}
